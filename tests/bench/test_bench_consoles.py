"""What live consoles cost those who record, and how soon a console knows."""

from __future__ import annotations

import http.client
import json
import statistics
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.api.served import Served
from tests.api.talk import DRAW, Talk, note

CONSOLES = 100
POSTS = 500


def _recorded(address: str, count: int, pause: float = 0.0) -> dict[str, float]:
    """When each note was acknowledged."""
    connection = http.client.HTTPConnection(address)
    told = {}
    for _ in range(count):
        body = note(id=str(time.time_ns()))
        headers = {"Content-Type": "application/json"}
        connection.request("POST", "/v1/tables/t1/events", json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 201
        told[body["id"]] = time.time()
        time.sleep(pause)
    connection.close()
    return told


def _rate(address: str) -> float:
    began = time.perf_counter()
    _recorded(address, POSTS)
    return POSTS / (time.perf_counter() - began)


def _listen(answer: Any, heard: dict[str, float]) -> None:
    try:
        while line := answer.readline():
            if line.startswith(b"data:") and b'"entry"' in line:
                heard[json.loads(line[5:])["entry"]["event"].get("id")] = time.time()
    except (OSError, ValueError, AttributeError):
        return  # hung up on


@pytest.mark.bench
def test_a_hundred_consoles_on_the_table_that_is_written_to(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/consoles.sqlite", "--open")
    Talk(served).start(DRAW)
    address = served.address.removeprefix("http://")
    alone, watched = [], []
    heard: dict[str, float] = {}
    _rate(address)
    for _ in range(3):
        alone.append(_rate(address))
        connections = [http.client.HTTPConnection(address) for _ in range(CONSOLES)]
        for connection in connections:
            connection.request("GET", "/v1/stream?tables=t1")
        answers = [connection.getresponse() for connection in connections]
        listening = threading.Thread(target=_listen, args=(answers[0], heard), daemon=True)
        listening.start()
        watched.append(_rate(address))
        acknowledged = _recorded(address, 50, pause=0.03)
        time.sleep(1)
        for answer, connection in zip(answers, connections, strict=True):
            answer.close()
            connection.close()
    served.stop()
    late = sorted(heard[name] - at for name, at in acknowledged.items())

    print(
        f"\nposts/s alone {statistics.median(alone):.0f}, "
        f"with {CONSOLES} consoles {statistics.median(watched):.0f}; "
        f"a console knows after p50 {late[25] * 1000:.0f} ms, p99 {late[-1] * 1000:.0f} ms"
    )
