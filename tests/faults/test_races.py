"""Eight writers, two processes' worth of store, one version: who wins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest

from api.store.port import StoreConflict
from api.store.sql import SqlStore, open_store
from tests.postgres import Postgres
from tests.store.contract import append, noted

WRITERS = 8


@pytest.mark.parametrize("rounds", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_exactly_one_of_eight_writers_wins_each_version(
    database: str, rounds: int, capsys: pytest.CaptureFixture[str]
) -> None:
    stores = [open_store(database), open_store(database)]
    won = _raced(rounds, lambda number, version: _wins(stores[number % 2], version, f"{number}"))
    seqs = [one.seq for one in stores[0].stream("t", 0)]
    for store in stores:
        store.close()
    twice = len(won) - len(set(won))
    with capsys.disabled():
        kind = database.split(":")[0]
        print(f"\n{kind}: {rounds} rounds, {len(won)} winners, {twice} rounds with two")

    assert sorted(won) == list(range(rounds))
    assert seqs == list(range(1, rounds + 1))


def test_a_store_that_looks_first_and_has_no_key_is_found_out(postgres: Postgres) -> None:
    """Without this the race above would prove nothing: here several win one version."""
    url = postgres.new_database()
    lines = [psycopg.connect(url, autocommit=True) for _ in range(WRITERS)]
    lines[0].execute("CREATE TABLE careless (version int)")

    def wins(number: int, version: int) -> bool:
        line = lines[number]
        current = line.execute("SELECT coalesce(max(version), -1) FROM careless").fetchone()
        if current != (version - 1,):
            return False
        line.execute("INSERT INTO careless VALUES (%s)", (version,))
        return True

    won = _raced(50, wins)
    for line in lines:
        line.close()

    assert len(won) > len(set(won)) == 50


def _raced(rounds: int, wins: Callable[[int, int], bool]) -> list[int]:
    """The versions that were won, as often as somebody won them."""
    together = Barrier(WRITERS)

    def write(number: int) -> list[int]:
        won = []
        for version in range(rounds):
            together.wait()
            if wins(number, version):
                won.append(version)
        return won

    with ThreadPoolExecutor(WRITERS) as pool:
        return [version for found in pool.map(write, range(WRITERS)) for version in found]


def _wins(store: SqlStore, version: int, text: str) -> bool:
    try:
        store.append(append(version, noted(text)))
    except StoreConflict:
        return False
    return True
