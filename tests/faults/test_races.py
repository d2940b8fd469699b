"""Eight writers, two processes' worth of store, one version: who wins."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from api.store.port import StoreConflict
from api.store.sql import SqlStore, open_store
from tests.store.contract import append, noted

WRITERS = 8


@pytest.mark.parametrize("rounds", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_exactly_one_of_eight_writers_wins_each_version(
    database: str, rounds: int, capsys: pytest.CaptureFixture[str]
) -> None:
    stores = [open_store(database), open_store(database)]
    together = Barrier(WRITERS)

    def write(number: int) -> list[int]:
        won, store = [], stores[number % 2]
        for version in range(rounds):
            together.wait()
            if _wins(store, version, f"{number}"):
                won.append(version)
        return won

    with ThreadPoolExecutor(WRITERS) as pool:
        won = [version for found in pool.map(write, range(WRITERS)) for version in found]
    seqs = [one.seq for one in stores[0].stream("t", 0)]
    for store in stores:
        store.close()
    twice = len(won) - len(set(won))
    with capsys.disabled():
        kind = database.split(":")[0]
        print(f"\n{kind}: {rounds} rounds, {len(won)} winners, {twice} rounds with two")

    assert sorted(won) == list(range(rounds))
    assert seqs == list(range(1, rounds + 1))


def _wins(store: SqlStore, version: int, text: str) -> bool:
    try:
        store.append(append(version, noted(text)))
    except StoreConflict:
        return False
    return True
