"""Who follows the record sees every entry once, in order, however long commits take."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from sqlalchemy import event

from api.evidence.ledger import Ledger
from api.evidence.note import SigningKey
from api.store.port import Append
from api.store.sql import SqlStore, open_store
from tests.store.contract import BY, noted

TABLES = 8
DAWDLES = 0.02  # the part of commits that take ten milliseconds longer


@pytest.mark.parametrize("entries", [100, pytest.param(2500, marks=pytest.mark.slow)])
def test_nothing_is_skipped_while_commits_dawdle(
    database: str, entries: int, capsys: pytest.CaptureFixture[str]
) -> None:
    stores = [_dawdling(database), _dawdling(database)]
    reader = open_store(database)
    over = Event()

    def write(number: int) -> None:
        store, table = stores[number % 2], f"t{number}"
        for version in range(entries):
            store.append(Append(table, version, (noted("x"),), BY, {}))

    def follow() -> list[tuple[str, int]]:
        seen: list[tuple[str, int]] = []
        last = dict.fromkeys((f"t{number}" for number in range(TABLES)), 0)
        while True:
            ending, before = over.is_set(), len(seen)
            for table, after in last.items():
                for one in reader.entries(table, after, 500):
                    seen.append((table, one.seq))
                    last[table] = one.seq
            if ending and len(seen) == before:
                return seen

    def sign() -> int:
        ledger, size = Ledger(reader.ledger, SigningKey.new("test")), 0
        while True:
            ending = over.is_set()
            taken = ledger.take_in()
            size += taken
            if ending and not taken:
                return size

    with ThreadPoolExecutor(TABLES + 2) as pool:
        follower, sequencer = pool.submit(follow), pool.submit(sign)
        for done in [pool.submit(write, number) for number in range(TABLES)]:
            done.result()
        over.set()
        seen, size = follower.result(), sequencer.result()
    places = {reader.ledger.place(table, seq) for table, seq in seen}
    for store in (*stores, reader):
        store.close()
    with capsys.disabled():
        skipped = TABLES * entries - len(seen)
        print(f"\n{database.split(':')[0]}: {len(seen)} entries followed, {skipped} skipped")

    for table in range(TABLES):
        mine = [seq for found, seq in seen if found == f"t{table}"]
        assert mine == list(range(1, entries + 1))
    assert size == TABLES * entries
    assert places == set(range(size))


def _dawdling(database: str) -> SqlStore:
    store = open_store(database)
    chance = random.Random(7)

    def dawdle(_: object) -> None:
        if chance.random() < DAWDLES:
            time.sleep(0.01)

    event.listen(store._engine, "commit", dawdle)
    return store
