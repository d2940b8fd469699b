"""Judged durable appends a second over HTTP, beside durable inserts and nothing else.

    pytest -m bench -s tests/bench/test_bench_appends.py

Each client plays hands of five-card draw at a table of its own, one event a request, over
a kept-alive connection. The bare route is one of the same service: it reads the request,
inserts one row and answers when it is on the disk. Both are measured in turns, so that
what else the machine does hits both alike. Clients and server share the machine; with
``CORE=1`` in the environment the service keeps to that core.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pytest

from tests.faults.load import flushes
from tests.postgres import Postgres, free_port

pytestmark = pytest.mark.bench
SERVICE = Path(__file__).with_name("bare.py")
JUDGED, BARE = "/v1/tables/{}/events", "/bare/{}"
ROUNDS = 9
SECONDS = 2.0
STAKES = {"ante": 2, "small_bet": 10, "big_bet": 20}
SEATS = (1, 2, 3)
OPENED = {"game": "draw-high", "seats": 6, "stakes": STAKES, "options": {"joker_in_use": "off"}}


def hand(number: int) -> list[dict[str, Any]]:
    """A clean hand: two draw one card each, a bet after the draw is not called."""
    place = number % 3
    first, second, button = (SEATS[(place + step) % 3] for step in (1, 2, 0))
    draws = [
        event
        for seat in (first, second)
        for event in (
            {"type": "draw_indicated", "seat": seat, "count": 1},
            {"type": "discarded", "seat": seat, "count": 1},
        )
    ]
    return [
        {"type": "hand_started", "button": button},
        *(
            {"type": "posted", "seat": s, "kind": "ante", "amount": 2}
            for s in (first, second, button)
        ),
        {"type": "round_dealt", "each": 5},
        {"type": "deal_completed"},
        {"type": "acted", "seat": first, "verb": "bet", "to": 10},
        {"type": "acted", "seat": second, "verb": "call", "to": 10},
        {"type": "acted", "seat": button, "verb": "fold"},
        *draws,
        {"type": "dealt", "to": "burn", "face": "down"},
        {"type": "dealt", "to": first, "face": "down"},
        {"type": "dealt", "to": second, "face": "down"},
        {"type": "acted", "seat": first, "verb": "check"},
        {"type": "acted", "seat": second, "verb": "bet", "to": 20},
        {"type": "acted", "seat": first, "verb": "fold"},
        {"type": "pot_awarded", "to": {str(second): 26}},
        {"type": "hand_ended"},
        {"type": "shuffled"},
    ]


def played() -> Iterator[dict[str, Any]]:
    """Hand after hand."""
    return (event for number in count(1) for event in hand(number))


class Client:
    """One device at one table; as little work as can be for each request."""

    def __init__(self, port: int, name: str) -> None:
        self.name = name
        self.line = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.waits: list[float] = []
        self.events = {path: played() for path in (JUDGED, BARE)}
        self.post("/v1/tables", {"table": name, **OPENED})
        for seat in SEATS:
            seated = {"type": "player_seated", "seat": seat, "player": f"P{seat}"}
            self.post(f"/v1/tables/{name}/events", {**seated, "chips": 10_000_000})
        said = {"type": "announced", "topic": "joker_in_use", "value": "off"}
        self.post(f"/v1/tables/{name}/events", said)

    def post(self, path: str, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        self.line.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        top, _, rest = self._read(b"\r\n\r\n").partition(b"\r\n\r\n")
        length = int(top.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        while len(rest) < length:
            rest += self._more()
        assert top.startswith(b"HTTP/1.1 201"), rest

    def _read(self, until: bytes) -> bytes:
        got = b""
        while until not in got:
            got += self._more()
        return got

    def _more(self) -> bytes:
        got = self.line.recv(65536)
        assert got, "the connection was closed"
        return got

    def play(self, path: str, until: float) -> None:
        while time.perf_counter() < until:
            event = next(self.events[path])
            began = time.perf_counter()
            self.post(path.format(self.name), event)
            self.waits.append(time.perf_counter() - began)


def rate(clients: list[Client], path: str) -> tuple[float, list[float]]:
    """Requests a second of all clients together, and how long each took."""
    for client in clients:
        client.waits = []
    began = time.perf_counter()
    threads = [
        threading.Thread(target=client.play, args=(path, began + SECONDS)) for client in clients
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    waits = [wait for client in clients for wait in client.waits]
    return len(waits) / (time.perf_counter() - began), waits


@pytest.fixture(params=["sqlite", "postgresql"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """The service on a real disk."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    server = Postgres(folder / "pg") if request.param == "postgresql" else None
    database = server.new_database() if server else f"sqlite:///{folder}/store.sqlite"
    port = free_port()
    log = (folder / "log").open("wb")
    core = os.environ.get("CORE")
    kept = ["taskset", "--cpu-list", core] if core else []
    process = subprocess.Popen(
        [*kept, sys.executable, str(SERVICE), database, str(port)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=log,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline(), (folder / "log").read_text()
    print(f"\n{request.param}, {flushes()} flushes/s of 512 bytes")
    yield port
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    log.close()
    if server:
        server.kill()
    shutil.rmtree(folder)


def test_judged_appends_beside_bare_inserts(port: int) -> None:
    for many in (1, 16, 64):
        clients = [Client(port, f"c{many}-{number}") for number in range(many)]
        judged, bare, waits = [], [], []
        for _ in range(ROUNDS):
            bare.append(rate(clients, BARE)[0])
            found, took = rate(clients, JUDGED)
            judged.append(found)
            waits += took
        for client in clients:
            client.line.close()
        ratio = sum(judged) / sum(bare)
        slowest = quantiles(waits, n=100)[98] * 1000
        print(
            f"{many:3} clients: judged {median(judged):5.0f}/s, bare {median(bare):5.0f}/s, "
            f"ratio {ratio:.2f}; judged p50 {median(waits) * 1000:.1f} ms, p99 {slowest:.1f} ms"
        )
