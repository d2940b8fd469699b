"""A full house for a while: 250 events a second over many tables, one file, real HTTP.

    pytest -m bench -s tests/bench/test_bench_soak.py
    SOAK_SECONDS=600 pytest -m bench -s tests/bench/test_bench_soak.py

Each table plays hands of five-card draw and sends its events when they are due, however
long the one before took: an event that had to wait for it counts from when it was due.
"""

from __future__ import annotations

import json
import os
import threading
import time
from http.client import HTTPConnection
from itertools import count, islice
from pathlib import Path
from statistics import median, quantiles

import pytest

from api.store.sql import open_store
from tests.api.served import Served
from tests.api.talk import Event, Talk
from tests.bench.test_bench_appends import OPENED, SEATS, hand
from tests.faults.load import Told, flushes, tally

SECONDS = float(os.environ.get("SOAK_SECONDS", "30"))
RATE = 250  # events a second: 500 tournament tables, each with one every two seconds
TABLES = 25
STEP = TABLES / RATE  # seconds from one event of a table to its next


class Soaked:
    """One table: what it was told, and how long after they were due its events were kept."""

    def __init__(self, served: Served, name: str) -> None:
        self.name = name
        self.told = Told()
        self.waits: list[float] = []
        self._line = HTTPConnection(served.address.removeprefix("http://"), timeout=60)
        talk = Talk(served, name)
        assert served.post("/v1/tables", {"table": name, **OPENED}).status_code == 201
        talk.all(
            *({"type": "player_seated", "seat": s, "player": "P", "chips": 10**7} for s in SEATS),
            {"type": "announced", "topic": "joker_in_use", "value": "off"},
        )

    def play(self, first_due: float) -> None:
        """Every event when it is due, until the time is over."""
        events = (event for number in count(1) for event in hand(number))
        for number, event in enumerate(islice(events, int(SECONDS / STEP))):
            due = first_due + number * STEP
            time.sleep(max(0.0, due - time.perf_counter()))
            self._record({**event, "id": f"e-{number}"})
            self.waits.append(time.perf_counter() - due)
        self._line.close()

    def _record(self, event: Event) -> None:
        path = f"/v1/tables/{self.name}/events"
        self._line.request("POST", path, json.dumps(event), {"Content-Type": "application/json"})
        answer = self._line.getresponse()
        text = answer.read()
        assert answer.status == 201, text
        self.told.seqs[self.name, event["id"]] = json.loads(text)["entries"][0]["seq"]


@pytest.mark.bench
def test_a_full_house_loses_nothing(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/soak.sqlite", "--open")
    tables = [Soaked(served, f"t{number}") for number in range(TABLES)]
    began = time.perf_counter() + 0.1
    threads = [
        threading.Thread(target=table.play, args=(began + STEP * place / TABLES,))
        for place, table in enumerate(tables)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - began
    served.kill()
    told = Told({name: seq for table in tables for name, seq in table.told.seqs.items()})
    store = open_store(f"sqlite:///{tmp_path}/soak.sqlite")
    found = tally(store, told)
    store.close()
    waits = [wait * 1000 for table in tables for wait in table.waits]
    print(
        f"\n{found.acknowledged / took:.0f} events/s at {TABLES} tables for {took:.0f} s: "
        f"p50 {median(waits):.1f} ms, p99 {quantiles(waits, n=100)[98]:.1f} ms, "
        f"longest {max(waits):.0f} ms; {found}; {flushes()} flushes/s"
    )

    assert found.acknowledged == TABLES * int(SECONDS / STEP)
    assert found.lost == 0
