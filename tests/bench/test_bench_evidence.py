"""Evidence, in entries a second on one core: signing, checking a record, an export.

    pytest -m bench -s tests/bench/test_bench_evidence.py

Numbers are processor time, printed; nothing depends on them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from api.evidence import bundle, whole
from api.evidence.ledger import Ledger
from api.evidence.note import SigningKey
from api.evidence.sources import InStore
from api.store.port import Append
from api.store.sql import SqlStore, open_store

pytestmark = pytest.mark.bench

TABLES, BATCHES, BATCH = 20, 4, 500


def event(number: int) -> dict[str, Any]:
    return {
        "type": "acted",
        "hand": 1,
        "seat": 3,
        "verb": "raise",
        "to": 40,
        "id": f"tap-{number}",
        "at": "2026-01-01T20:00:00Z",
    }


def filled(file: Path) -> SqlStore:
    store = open_store(f"sqlite:///{file}")
    by = {"role": "dealer", "device": "tablet-3", "person": "maria"}
    for table in range(TABLES):
        for batch in range(BATCHES):
            first = batch * BATCH
            events = [event(number) for number in range(first, first + BATCH)]
            store.append(Append(f"t{table}", first, events, by, {"game": "draw-high"}))
    return store


def measured(what: str, entries: int, work: Callable[[], Any]) -> Any:
    began = time.process_time()
    found = work()
    rate = entries / (time.process_time() - began)
    print(f"\n{what:<40}{rate:>10,.0f} entries/s", end="")
    return found


def test_signing_and_checking(tmp_path: Path) -> None:
    store, key = filled(tmp_path / "room.sqlite"), SigningKey.new("example.com/floor")
    ledger = Ledger(store.ledger, key)
    total, one = TABLES * BATCHES * BATCH, BATCHES * BATCH

    def sign() -> None:
        ledger.catch_up()

    measured("taken into the ledger and signed", total, sign)
    record = InStore(store, "room", None)
    report = measured("a whole record verified", total, lambda: whole.check(record, key.public))
    lines = measured(
        "exported with proofs", one, lambda: list(bundle.lines(store, ledger, "t3", ""))
    )
    checked = measured("an export verified", one, lambda: bundle.check(bundle.read(lines)))
    store.close()

    assert report.verified
    assert checked.verified
