"""What every store must do; each backend passes the same tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from api.store.canonical import START, canonical, entry_hash
from api.store.port import (
    Append,
    Filter,
    JudgedRow,
    Receipt,
    Store,
    StoreConflict,
)
from api.store.sql import SqlStore, open_store

BY = {"role": "open"}


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def noted(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "noted", "text": text, **more}


def append(expected: int, *events: dict[str, Any], table: str = "t") -> Append:
    return Append(table, expected, events, BY, {"game": "draw-high"})


def ruling(name: str, seq: int = 1, status: str = "open", **more: Any) -> JudgedRow:
    row = JudgedRow(
        name, 1, seq, "draw-high/4b", status, "Maria", ("misdeal_redeal",), ("Ana",), {}
    )
    row = replace(row, **more)
    return replace(row, body={"id": name, "status": row.status})


class StoreContract:
    """The promises of the protocol; a backend provides its ``url``."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def url(self) -> str:
        raise NotImplementedError

    @pytest.fixture
    def reopen(self, url: str, clock: Clock) -> Iterator[Callable[[], SqlStore]]:
        opened: list[SqlStore] = []

        def reopen() -> SqlStore:
            opened.append(open_store(url, clock))
            return opened[-1]

        yield reopen
        for one in opened:
            one.close()

    @pytest.fixture
    def store(self, reopen: Callable[[], Store]) -> Store:
        return reopen()

    def test_entries_come_back_in_order_after_a_restart(
        self, store: Store, reopen: Callable[[], Store]
    ) -> None:
        store.append(append(0, noted("a"), noted("b")))
        written = store.append(append(2, noted("c")))
        found = reopen().entries("t", 0, 10)

        assert [one.seq for one in found] == [1, 2, 3]
        assert found[2] == written[0]
        assert [one.seq for one in store.entries("t", 1, 1)] == [2]
        assert [one.seq for one in store.stream("t", 1)] == [2, 3]

    def test_an_expected_version_must_be_the_current_one(self, store: Store) -> None:
        store.append(append(0, noted("a"), noted("b")))
        for wrong in (0, 1, 3):
            with pytest.raises(StoreConflict):
                store.append(append(wrong, noted("c")))

        assert len(store.entries("t", 0, 10)) == 2

    def test_a_race_on_one_version_has_one_winner(self, store: Store) -> None:
        def write(text: str, version: int) -> bool:
            try:
                store.append(append(version, noted(text)))
            except StoreConflict:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            for version in range(50):
                won = pool.map(write, "abcdefgh", [version] * 8)
                assert list(won).count(True) == 1
        assert [one.seq for one in store.stream("t", 0)] == list(range(1, 51))

    def test_tables_do_not_meet(self, store: Store) -> None:
        store.append(append(0, noted("a", id="x")))
        store.append(append(0, noted("b", id="x"), table="u"))

        assert [one.table for one in store.heads("", 10)] == ["t", "u"]
        assert [one.table for one in store.heads("t", 10)] == ["u"]
        assert store.head("nobody") is None

    def test_an_event_id_is_used_once_for_ever(self, store: Store) -> None:
        store.append(append(0, noted("a", id="x")))
        with pytest.raises(StoreConflict):
            store.append(append(1, noted("b"), noted("c", id="x")))

        assert len(store.entries("t", 0, 10)) == 1

    def test_a_key_is_used_once_for_ever(self, store: Store, reopen: Callable[[], Store]) -> None:
        receipt = Receipt("t", "K", "f" * 64, "t", (1,), 1)
        store.append(replace(append(0, noted("a")), receipt=receipt))
        with pytest.raises(StoreConflict):
            store.append(replace(append(1, noted("b")), receipt=receipt))

        assert reopen().receipt("t", "K") == receipt
        assert store.receipt("t", "L") is None
        assert len(store.entries("t", 0, 10)) == 1

    def test_time_of_record_never_goes_back(self, store: Store, clock: Clock) -> None:
        first = store.append(append(0, noted("a")))[0]
        clock.now -= timedelta(hours=1)
        second = store.append(append(1, noted("b")))[0]

        assert first.recorded_at == "2026-01-01T20:00:00.000000Z"
        assert second.recorded_at == first.recorded_at

    def test_each_entry_is_chained_to_the_one_before(self, store: Store) -> None:
        store.append(append(0, noted("a"), noted("b")))
        store.append(append(2, noted("c")))
        previous = START
        for one in store.stream("t", 0):
            assert json.loads(one.body)["prev_hash"] == previous
            assert canonical(json.loads(one.body)) == one.body
            assert one.hash == entry_hash(one.body)
            previous = one.hash

        head = store.head("t")
        assert head is not None
        assert (head.hash, head.version) == (previous, 3)

    def test_no_hash_can_be_guessed_from_a_short_list_of_events(self, store: Store) -> None:
        store.append(append(0, noted("a"), noted("a")))
        salts = {json.loads(one.body)["salt"] for one in store.stream("t", 0)}

        assert len(salts) == 2
        assert all(len(salt) >= 22 for salt in salts)

    def test_rulings_are_found_by_what_they_are_about(self, store: Store, clock: Clock) -> None:
        first, second = ruling("1-1-1"), ruling("1-2-1", 2, rule="draw-high/8")
        second = replace(second, codes=("card_kept",), players=("Bert",), dealer=None)
        store.append(replace(append(0, noted("a")), judged=[first]))
        clock.now += timedelta(hours=1)
        store.append(replace(append(1, noted("b")), judged=[second]))

        def ids(**wanted: Any) -> list[str]:
            found = store.rulings(Filter(**wanted), 10)
            return [one.body["id"] for one in found]

        assert ids() == ["1-1-1", "1-2-1"]
        assert ids(table="u") == []
        assert ids(rule="draw-high/8") == ["1-2-1"]
        assert ids(code="misdeal_redeal") == ["1-1-1"]
        assert ids(player="Bert") == ["1-2-1"]
        assert ids(dealer="Maria") == ["1-1-1"]
        assert ids(hand=2) == []
        assert ids(until="2026-01-01T20:30:00.000000Z") == ["1-1-1"]
        assert ids(since="2026-01-01T20:30:00.000000Z") == ["1-2-1"]
        after = store.rulings(Filter(), 1)[0].place
        found = store.rulings(Filter(after=after), 1)
        assert [one.body["id"] for one in found] == ["1-2-1"]

    def test_a_ruling_is_found_by_its_status_of_now(self, store: Store) -> None:
        store.append(replace(append(0, noted("a")), judged=[ruling("1-1-1")]))
        upheld = ruling("1-1-1", status="upheld")
        store.append(replace(append(1, noted("b")), changed=[upheld]))

        assert store.rulings(Filter(status="open"), 10) == []
        found = store.rulings(Filter(status="upheld"), 10)
        assert [one.body["status"] for one in found] == ["upheld"]

    def test_a_failed_write_takes_nothing_with_it(self, store: Store) -> None:
        """Writes that are committed together stand or fall one by one."""
        store.append(append(0, noted("a", id="x")))

        def write(number: int) -> bool:
            event = noted("b", id="x" if number % 2 else f"n{number}")
            try:
                store.append(append(0, event, table=f"u{number}"))
                store.append(append(1, event, table="t"))
            except StoreConflict:
                return False
            return True

        with ThreadPoolExecutor(16) as pool:
            list(pool.map(write, range(16)))
        assert len(store.heads("", 100)) == 17
        assert len(store.entries("t", 0, 10)) == 2
