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
from api.store.people import AlreadyKnown, Device, Login, Person
from api.store.port import Append, Filter, JudgedRow, Receipt, Run, Signed, Store, StoreConflict
from api.store.schema import log
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

    def test_two_processes_cannot_both_write_a_version(
        self, reopen: Callable[[], SqlStore]
    ) -> None:
        one, other = reopen(), reopen()
        one.append(append(0, noted("a")))
        with pytest.raises(StoreConflict):
            other.append(append(0, noted("b")))
        other.append(append(1, noted("b")))

        assert [entry.seq for entry in one.stream("t", 0)] == [1, 2]

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

    def test_a_stream_ends_while_somebody_writes_at_every_step(self, store: Store) -> None:
        store.append(append(0, noted("a")))
        for one in store.stream("t", 0):
            store.append(append(one.seq, noted("b")))

        assert [one.seq for one in store.entries("t", 0, 10)] == [1, 2]

    def test_an_expected_version_must_be_the_current_one(self, store: Store) -> None:
        store.append(append(0, noted("a"), noted("b")))
        for wrong in (0, 1, 3):
            with pytest.raises(StoreConflict):
                store.append(append(wrong, noted("c")))

        assert len(store.entries("t", 0, 10)) == 2

    @pytest.mark.parametrize("claims", [{"hash": "0" * 64}, {"seq": 1}, {"seq": 3}])
    def test_whoever_believes_in_another_end_of_the_log_is_refused(
        self, store: Store, claims: dict[str, Any]
    ) -> None:
        last = store.append(append(0, noted("a"), noted("b")))[1]
        believed = last._replace(**claims)
        with pytest.raises(StoreConflict):
            store.append(append(believed.seq, noted("c"))._replace(after=believed))
        store.append(append(2, noted("d"))._replace(after=last))

        assert [one.seq for one in store.entries("t", 0, 10)] == [1, 2, 3]

    @pytest.mark.parametrize(
        ("seq", "previous"),
        [(1, START), (2, "end"), (4, "end"), (3, START)],
        ids=["begins again", "is there", "leaves a hole", "follows another"],
    )
    def test_the_database_itself_refuses_an_entry_that_does_not_follow(
        self, store: SqlStore, seq: int, previous: str
    ) -> None:
        end = store.append(append(0, noted("a"), noted("b")))[1].hash
        row = {"table_id": "t", "seq": seq, "recorded_at": "2026", "body": b"{}", "hash": "f" * 64}
        row |= {"dues": 0, "summary": "{}", "previous": end if previous == "end" else previous}
        with pytest.raises(StoreConflict):
            store.write(lambda connection: connection.execute(log.insert(), row))
        assert len(store.entries("t", 0, 10)) == 2

        row |= {"seq": 3, "previous": end}
        store.write(lambda connection: connection.execute(log.insert(), row))
        head = store.head("t")
        assert head is not None
        assert (head.version, head.hash) == (3, "f" * 64)

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

    def test_more_than_a_statement_can_hold_is_committed_together_all_the_same(
        self, store: Store
    ) -> None:
        many = [noted(str(number), id=f"n{number}") for number in range(4_000)]
        store.append(append(0, *many))
        with pytest.raises(StoreConflict):
            store.append(append(4_000, *map(noted, map(str, range(4_000))), noted("x", id="n0")))

        assert [one.seq for one in store.stream("t", 0)] == list(range(1, 4_001))

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
        store.append(append(0, noted("a"))._replace(receipt=receipt))
        with pytest.raises(StoreConflict):
            store.append(append(1, noted("b"))._replace(receipt=receipt))

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
        store.append(append(0, noted("a"))._replace(judged=[first]))
        clock.now += timedelta(hours=1)
        store.append(append(1, noted("b"))._replace(judged=[second]))

        def ids(**wanted: Any) -> list[str]:
            found = store.rulings(Filter(**wanted), 10)
            return [one.body["id"] for one in found]

        assert ids() == ["1-1-1", "1-2-1"]
        assert ids(table="u") == []
        assert ids(rule="draw-high/8") == ["1-2-1"]
        assert ids(code="misdeal_redeal") == ["1-1-1"]
        assert ids(player="Bert") == ids(player="bERT") == ["1-2-1"]
        assert ids(player="Ber") == []
        assert ids(dealer="Maria") == ids(dealer="maria") == ["1-1-1"]
        assert ids(newest_first=True) == ["1-2-1", "1-1-1"]
        assert (ids(hands=(2, 2)), ids(hands=(0, 1))) == ([], ["1-1-1", "1-2-1"])
        assert ids(until="2026-01-01T20:30:00.000000Z") == ["1-1-1"]
        assert ids(since="2026-01-01T20:30:00.000000Z") == ["1-2-1"]
        after = store.rulings(Filter(), 1)[0].place
        found = store.rulings(Filter(after=after), 1)
        assert [one.body["id"] for one in found] == ["1-2-1"]

    def test_a_ruling_is_found_by_its_status_of_now(self, store: Store) -> None:
        store.append(append(0, noted("a"))._replace(judged=[ruling("1-1-1")]))
        upheld = ruling("1-1-1", status="upheld")
        store.append(append(1, noted("b"))._replace(changed=[upheld]))

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

    # --- Devices and people ------------------------------------------------------------

    def test_a_device_is_enrolled_once_renewed_and_revoked_for_good(
        self, store: Store, reopen: Callable[[], Store]
    ) -> None:
        people = store.people
        made = people.enrol(Device("tablet-3", "dealer", ("main-3",), ""), "h" * 64, BY)
        with pytest.raises(AlreadyKnown):
            people.enrol(Device("tablet-3", "floor", (), ""), "i" * 64, BY)
        assert people.by_token("h" * 64) == made == reopen().people.device("tablet-3")
        people.renew("tablet-3", "j" * 64, BY)
        assert people.by_token("h" * 64) is None
        revoked = people.revoke("tablet-3", BY)
        assert revoked is not None
        assert revoked.revoked_at is not None
        assert people.revoke("tablet-3", BY) == revoked == people.by_token("j" * 64)
        assert people.revoke("nobody", BY) is None

        what = [(one.what, one.device, one.by) for one in people.access(0, 10)]
        assert what == [(done, "tablet-3", BY) for done in ("enrolled", "renewed", "revoked")]

    def test_logins_and_failures_are_kept(self, store: Store, clock: Clock) -> None:
        people = store.people
        people.enrol_person(Person("maria", "floor", "", pin_hash="x"), BY)
        people.log_in_failed("tablet-3", "maria")
        began = people.access(0, 10)[-1].at
        clock.now += timedelta(minutes=1)
        login = Login("tablet-3", "maria", "2026-01-02T00:00:00.000000Z")
        people.log_in(login, "l" * 64)
        assert people.login("l" * 64) == login
        people.log_out("l" * 64, login)
        ended = people.login("l" * 64)

        assert ended is not None
        assert ended.ended_at == "2026-01-01T20:01:00.000000Z"
        assert people.failures("maria", began) == 1
        assert people.failures("maria", ended.ended_at) == 0
        assert people.failures("ole", began) == 0
        assert [one.number for one in people.access(2, 10)] == [3, 4]
        revoked = people.revoke_person("maria", BY)
        assert revoked is not None
        assert revoked.pin_hash == "x"
        assert "pin_hash" not in revoked.wire()

    def test_a_table_and_its_sessions_and_no_other(self, store: Store) -> None:
        for name in ("main-3", "main-3.1", "main-30", "MAIN-3.1", "other"):
            store.append(append(0, noted("a"), table=name))
            given = replace(ruling("1-1-1"), body={"id": name})
            store.append(append(1, noted("b"), table=name)._replace(judged=[given]))

        found = store.heads("", 10, ("main-3",))
        assert [one.table for one in found] == ["main-3", "main-3.1"]
        rulings = store.rulings(Filter(within=("main-3", "other")), 10)
        assert {one.table for one in rulings} == {"main-3", "main-3.1", "other"}

    def test_runs_are_read_from_the_one_in_which_a_place_lies(self, store: Store) -> None:
        runs = [Run(0, "t", 1, 3), Run(3, "u", 1, 2), Run(5, "t", 4, 1)]
        assert store.ledger.extend(None, Signed(6, "note"), runs, {})

        assert store.ledger.runs_from(0, 10) == runs
        assert store.ledger.runs_from(2, 10) == runs
        assert store.ledger.runs_from(4, 1) == [runs[1]]
        assert store.ledger.runs_from(5, 10) == [runs[2]]
