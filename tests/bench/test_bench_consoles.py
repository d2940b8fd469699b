"""What live consoles cost those who record, and how soon a console knows.

    pytest -m bench -s tests/bench/test_bench_consoles.py

A hundred consoles follow the table that is written to, and read what they are sent. Posts
with and without them are measured in turns. Everything shares the machine.
"""

from __future__ import annotations

import http.client
import json
import selectors
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.api.served import Served
from tests.api.talk import DRAW, Talk, note

CONSOLES = 100
POSTS = 500
ROUNDS = 9
STREAM = "/v1/stream?tables=t1"


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


def _opened(address: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    connection = http.client.HTTPConnection(address)
    connection.request("GET", STREAM)
    return connection, connection.getresponse()


def _follow(address: str, count: int) -> None:
    """Consoles that take in whatever comes until they are killed; says when all are there."""
    opened = [_opened(address) for _ in range(count)]
    waiting = selectors.DefaultSelector()
    for _, answer in opened:
        waiting.register(answer.fp, selectors.EVENT_READ)
    print("all are there", flush=True)
    while waiting.get_map():
        for key, _ in waiting.select():
            if not key.fileobj.read1(1 << 20):  # type: ignore[union-attr]
                waiting.unregister(key.fileobj)


@contextmanager
def _consoles(address: str, heard: dict[str, float]) -> Iterator[None]:
    """All but one read in a process of their own; what the one hears is noted."""
    others = subprocess.Popen(
        [sys.executable, "-m", __name__, address, str(CONSOLES - 1)], stdout=subprocess.PIPE
    )
    assert others.stdout is not None
    assert others.stdout.readline()
    connection, answer = _opened(address)
    threading.Thread(target=_listen, args=(answer, heard), daemon=True).start()
    yield
    answer.close()
    connection.close()
    others.kill()
    others.communicate()


@pytest.mark.bench
def test_a_hundred_consoles_on_the_table_that_is_written_to(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/consoles.sqlite", "--open")
    Talk(served).start(DRAW)
    address = served.address.removeprefix("http://")
    alone, watched, late = [], [], []
    heard: dict[str, float] = {}
    _rate(address)
    for _ in range(ROUNDS):
        alone.append(_rate(address))
        with _consoles(address, heard):
            watched.append(_rate(address))
            acknowledged = _recorded(address, 50, pause=0.03)
            time.sleep(1)
        late += [heard[name] - at for name, at in acknowledged.items()]
    served.stop()

    kept = sum(watched) / sum(alone)
    late.sort()
    print(
        f"\nposts/s alone {statistics.median(alone):.0f}, "
        f"with {CONSOLES} consoles {statistics.median(watched):.0f}, of it {kept:.2f}; "
        f"a console knows after p50 {late[len(late) // 2] * 1000:.0f} ms, "
        f"p99 {late[len(late) * 99 // 100] * 1000:.0f} ms"
    )


if __name__ == "__main__":
    _follow(sys.argv[1], int(sys.argv[2]))
