"""Writers that insist: each asks again with the same id until its event is acknowledged."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from api.store.port import Store

START = "0" * 64


@dataclass
class Told:
    """What the service acknowledged, and how long it once kept silent."""

    seqs: dict[tuple[str, str], int] = field(default_factory=dict)
    refused: Counter[int] = field(default_factory=Counter)
    silence: float = 0.0


class Writers:
    """Threads that record notes, each at a table of its own, over kept-alive connections.

    ``address`` is asked anew for each connection: a service that was killed comes back
    on another port.
    """

    def __init__(self, count: int, address: Callable[[], str]) -> None:
        self.told = Told()
        self._address = address
        self._over = threading.Event()
        self._gate = threading.Lock()
        self._threads = [
            threading.Thread(target=self._write, args=(f"table-{n}",)) for n in range(count)
        ]
        self._last = time.monotonic()

    def __enter__(self) -> Writers:
        for one in self._threads:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for one in self._threads:
            one.join()

    def more(self, count: int, seconds: float = 120) -> None:
        """Wait until so many more events have been acknowledged."""
        wanted, until = len(self.told.seqs) + count, time.monotonic() + seconds
        while len(self.told.seqs) < wanted:
            assert time.monotonic() < until, f"no {count} events in {seconds:g} s"
            time.sleep(0.01)

    def _write(self, table: str) -> None:
        line = Line(self._address)
        opened = {"table": table, "game": "draw-high", "seats": 6, "stakes": STAKES}
        self._insist(line, "/v1/tables", opened, f"open-{table}")
        number = 0
        while not self._over.is_set():
            number += 1
            name = f"n-{number}"
            event = {"type": "noted", "text": f"note {number}", "id": name}
            answer = self._insist(line, f"/v1/tables/{table}/events", event, None)
            if answer is not None:
                with self._gate:
                    now = time.monotonic()
                    self.told.silence = max(self.told.silence, now - self._last)
                    self._last = now
                    self.told.seqs[table, name] = answer["entries"][0]["seq"]
        line.close()

    def _insist(
        self, line: Line, path: str, body: dict[str, Any], key: str | None
    ) -> dict[str, Any] | None:
        while not self._over.is_set():
            try:
                status, answer = line.post(path, body, key)
            except (OSError, HTTPException, json.JSONDecodeError):
                line.close()
                time.sleep(0.02)
                continue
            if status == 201:
                return answer
            self.told.refused[status] += 1
            assert status == 503, answer
            time.sleep(0.05)
        return None


STAKES = {"ante": 2, "small_bet": 10, "big_bet": 20}


class Line:
    """One kept-alive connection."""

    def __init__(self, address: Callable[[], str]) -> None:
        self._address = address
        self._open: HTTPConnection | None = None

    def post(self, path: str, body: Any, key: str | None = None) -> tuple[int, dict[str, Any]]:
        """POST JSON; the status and the body of the answer."""
        if self._open is None:
            found = urlsplit(self._address())
            self._open = HTTPConnection(found.hostname or "", found.port, timeout=30)
        headers = {"Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = key
        self._open.request("POST", path, json.dumps(body), headers)
        answer = self._open.getresponse()
        return answer.status, json.loads(answer.read())

    def close(self) -> None:
        """Hang up; the next request dials anew."""
        if self._open is not None:
            self._open.close()
            self._open = None


@dataclass(frozen=True)
class Tally:
    """What was acknowledged beside what is stored."""

    acknowledged: int
    stored: int
    lost: int
    duplicated: int

    def __str__(self) -> str:
        return (
            f"acknowledged {self.acknowledged}, stored {self.stored}, "
            f"lost {self.lost}, duplicated {self.duplicated}"
        )


def tally(store: Store, told: Told) -> Tally:
    """Count; entries without holes and an unbroken chain are asserted on the way."""
    stored: Counter[tuple[str, str]] = Counter()
    places: dict[tuple[str, str], int] = {}
    for head in store.heads("", 1000):
        previous, seq = START, 0
        for one in store.stream(head.table, 0):
            body = json.loads(one.body)
            assert one.seq == seq + 1
            assert body["prev_hash"] == previous
            assert one.hash == hashlib.sha256(b"\x02" + one.body).hexdigest()
            previous, seq = one.hash, one.seq
            if "id" in body["event"]:
                name = (head.table, body["event"]["id"])
                stored[name] += 1
                places[name] = one.seq
        assert (head.version, head.hash) == (seq, previous)
    lost = [name for name, seq in told.seqs.items() if places.get(name) != seq]
    duplicated = sum(count - 1 for count in stored.values())
    return Tally(len(told.seqs), sum(stored.values()), len(lost), duplicated)


def flushes() -> int:
    """How often a second this disk flushes 512 bytes; says what a figure is worth."""
    with tempfile.TemporaryFile() as file:
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < 0.5:
            file.write(b"x" * 512)
            file.flush()
            os.fsync(file.fileno())
            count += 1
    return 2 * count
