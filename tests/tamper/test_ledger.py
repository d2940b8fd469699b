"""Entries get places in one signed tree, whoever writes, and are proven there."""

from __future__ import annotations

import io
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import text

from api.evidence.ledger import Ledger, LedgerBroken, leaf_of
from api.evidence.merkle import EMPTY, proves_consistency, proves_inclusion
from api.evidence.note import Checkpoint, SigningKey, checkpoint
from api.evidence.sequencer import Sequencer
from api.lib import logs
from api.lib.metrics import Metrics
from api.service import tailing
from api.service.tailing import runs_between
from api.store import roles
from api.store.port import Run, StoreUnavailable
from api.store.sql import open_store
from tests.postgres import Postgres
from tests.tamper.conftest import Room
from tests.tamper.definition import defined


def signed(room: Room) -> Checkpoint:
    return checkpoint(room.ledger.newest().note, room.key.public)


def order(room: Room) -> list[tuple[str, int]]:
    """Table and number of every entry as they stand in the ledger."""
    runs = room.store.ledger.runs(0, 1000)
    return [(run.table, run.seq + step) for run in runs for step in range(run.entries)]


def test_an_empty_ledger_is_signed_too(any_room: Room) -> None:
    assert signed(any_room) == Checkpoint(any_room.key.name, 0, EMPTY)


def test_every_entry_gets_one_place_in_the_order_of_its_table(any_room: Room) -> None:
    any_room.note("b", "1", "2")
    any_room.sign()
    any_room.note("a", "1")
    any_room.note("b", "3")
    any_room.sign()

    assert order(any_room) == [("b", 1), ("b", 2), ("a", 1), ("b", 3)]
    assert signed(any_room).size == 4


def test_the_root_is_that_of_the_entries_hashes_in_order(any_room: Room) -> None:
    for number in range(11):
        any_room.note(f"t{number % 3}", *map(str, range(number % 4 + 1)))
        any_room.sign()
    leaves = [
        bytes.fromhex(entry.hash)
        for table, seq in order(any_room)
        for entry in any_room.store.entries(table, seq - 1, 1)
    ]

    assert (signed(any_room).size, signed(any_room).root) == (len(leaves), defined(leaves))


def test_entries_are_proven_from_their_hash_to_the_signed_root(any_room: Room) -> None:
    any_room.note("a", *map(str, range(7)))
    any_room.note("b", *map(str, range(4)))
    any_room.sign()
    head = signed(any_room)
    for table, count in (("a", 7), ("b", 4)):
        for entry in any_room.store.entries(table, 0, count):
            found = any_room.ledger.inclusion(table, entry.seq, head.size)
            assert found is not None
            leaf = leaf_of(entry.hash)
            assert proves_inclusion(leaf, found.place, head.size, found.proof, head.root)


def test_an_entry_that_waits_has_no_place(any_room: Room) -> None:
    any_room.note("a", "1")
    any_room.sign()
    any_room.note("a", "2")

    assert any_room.ledger.inclusion("a", 1, 1) is not None
    assert any_room.ledger.inclusion("a", 2, 1) is None
    assert any_room.ledger.inclusion("z", 1, 1) is None


def test_every_later_checkpoint_continues_every_earlier_one(any_room: Room) -> None:
    heads = []
    for number in range(9):
        any_room.note("a", *map(str, range(number + 1)))
        any_room.sign()
        heads.append(signed(any_room))
    for older in heads:
        for newer in heads[heads.index(older) :]:
            proof = any_room.ledger.consistency(older.size, newer.size)
            assert proves_consistency(older.size, newer.size, older.root, newer.root, proof)


def test_more_than_a_batch_is_taken_in_bit_by_bit(any_room: Room) -> None:
    any_room.note("a", *["x"] * 1500)
    taken = [any_room.ledger.take_in(), any_room.ledger.take_in(), any_room.ledger.take_in()]

    assert taken == [1000, 500, 0]
    assert order(any_room) == [("a", seq) for seq in range(1, 1501)]


@pytest.mark.parametrize(
    ("begin", "end", "found"),
    [
        (0, 6, [(0, "a", 1, 3), (3, "a", 4, 1), (4, "b", 1, 2)]),
        (2, 5, [(2, "a", 3, 2), (4, "b", 1, 1)]),
        (4, 4, []),
        (5, 9, [(5, "b", 2, 1)]),
    ],
)
def test_the_ledger_is_read_in_runs_that_are_not_long(
    any_room: Room,
    monkeypatch: pytest.MonkeyPatch,
    begin: int,
    end: int,
    found: list[tuple[int, str, int, int]],
) -> None:
    monkeypatch.setattr(tailing, "PAGE", 3)
    any_room.note("a", "1", "2", "3", "4")
    any_room.note("b", "1", "2")
    any_room.sign()

    assert list(runs_between(any_room.store.ledger, begin, end)) == [Run(*one) for one in found]


def test_catching_up_takes_in_more_than_a_batch(any_room: Room) -> None:
    any_room.note("a", *["x"] * 2000)
    any_room.ledger.catch_up()

    assert order(any_room) == [("a", seq) for seq in range(1, 2001)]


def test_catching_up_ends_while_somebody_writes_at_every_step(
    any_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, extend = any_room.ledger, any_room.store.ledger.extend

    def extend_and_be_written_to(*asked: Any) -> bool:
        any_room.note("a", "more")
        return extend(*asked)

    any_room.note("a", *["x"] * 1000)
    ledger.newest()  # the empty ledger's, signed before anybody writes
    monkeypatch.setattr(any_room.store.ledger, "extend", extend_and_be_written_to)
    ledger.catch_up()

    assert len(order(any_room)) == 1001


def test_only_the_tables_asked_for_are_taken_in(any_room: Room) -> None:
    any_room.note("a", "1")
    any_room.note("b", "1")
    any_room.ledger.take_in({"b"})

    assert order(any_room) == [("b", 1)]


def test_two_sequencers_at_once_skip_nothing_and_repeat_nothing(any_room: Room) -> None:
    other = Ledger(any_room.store.ledger, any_room.key)
    done = threading.Event()

    def write(table: str) -> None:
        for _ in range(40):
            any_room.note(table, "x")

    def sequence(ledger: Ledger) -> None:
        while not done.is_set():
            ledger.take_in()

    with ThreadPoolExecutor(6) as pool:
        sequencers = [pool.submit(sequence, ledger) for ledger in (any_room.ledger, other)]
        writers = [pool.submit(write, f"t{number}") for number in range(4)]
        for each in writers:
            each.result()
        done.set()
        for each in sequencers:
            each.result()
    any_room.sign()
    wanted = {(f"t{number}", seq) for number in range(4) for seq in range(1, 41)}

    assert sorted(order(any_room)) == sorted(wanted)
    assert signed(any_room).root == any_room.ledger.root(signed(any_room).size)


def test_nothing_is_signed_on_top_of_changed_tiles(room: Room) -> None:
    room.note("a", "1", "2", "3")
    room.sign()
    with sqlite3.connect(room.file) as file:
        file.execute("UPDATE ledger_tiles SET hashes = zeroblob(96) WHERE level = 0")
    room.note("a", "4")

    with pytest.raises(LedgerBroken, match="not the one that was signed"):
        room.ledger.take_in()


def test_nothing_is_signed_on_top_of_missing_tiles(room: Room) -> None:
    room.note("a", "1")
    room.sign()
    with sqlite3.connect(room.file) as file:
        file.execute("DELETE FROM ledger_tiles")
    room.note("a", "2")

    with pytest.raises(LedgerBroken, match="missing"):
        room.ledger.take_in()


def test_another_key_does_not_go_on_with_the_ledger(any_room: Room) -> None:
    any_room.note("a", "1")
    any_room.sign()
    any_room.note("a", "2")

    with pytest.raises(LedgerBroken, match="not by the key"):
        Ledger(any_room.store.ledger, SigningKey.new(any_room.key.name)).take_in()


@pytest.mark.parametrize("change", ["UPDATE ledger_runs SET seq = 9", "DELETE FROM ledger_runs"])
def test_the_database_refuses_to_move_entries_in_the_ledger(room: Room, change: str) -> None:
    room.note("a", "1")
    room.sign()
    with sqlite3.connect(room.file) as file, pytest.raises(sqlite3.IntegrityError, match="kept"):
        file.execute(change)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE ledger_tiles SET hashes = x'00'",
        "DELETE FROM ledger_tiles",
        "REPLACE INTO ledger_tiles VALUES (0, 0, zeroblob(8192))",
    ],
)
def test_the_database_refuses_to_change_a_full_tile(room: Room, change: str) -> None:
    room.note("a", *["x"] * 256)
    room.sign()
    with sqlite3.connect(room.file) as file, pytest.raises(sqlite3.IntegrityError, match="kept"):
        file.execute(change)


def test_the_role_of_the_service_can_sign(postgres: Postgres, key: SigningKey) -> None:
    """It may add to the ledger, and change nothing in it but its end."""
    owner = Room(postgres.new_database(), key)
    owner.note("a", *["x"] * 300)
    owner.sign()
    owner.note("a", "y")
    name = owner.url.rsplit("/", 1)[1]
    postgres.run(name, f"CREATE ROLE s{name} LOGIN")
    roles.grant(owner.url, f"s{name}")
    service = open_store(postgres.dsn(name, f"s{name}"))
    taken = Ledger(service.ledger, key).take_in()
    for change in ("UPDATE ledger_runs SET seq = 9", "DELETE FROM ledger_runs"):
        with pytest.raises(StoreUnavailable, match="permission denied"):
            service.write(lambda c, change=change: c.execute(text(change)))
    service.close()

    assert taken == 1
    assert signed(owner).size == 301
    owner.store.close()


class TestSequencer:
    def test_it_takes_in_what_is_written_while_it_runs(self, any_room: Room) -> None:
        metrics, said = Metrics(), io.StringIO()
        sequencer = Sequencer(any_room.ledger, metrics, logs.new_log(said))
        any_room.store.appended.append(sequencer.touch)
        any_room.note("a", "before")
        sequencer.start()
        any_room.note("a", "while")
        deadline = time.monotonic() + 10
        while signed(any_room).size < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        size = signed(any_room).size
        any_room.note("b", "last")
        sequencer.stop()

        assert size == 2
        assert signed(any_room).size == 3
        assert b"adjudicator_ledger_size 3.0" in metrics.text(0)
        assert said.getvalue() == ""

    def test_it_tells_when_it_cannot_sign_and_goes_on_serving(self, any_room: Room) -> None:
        any_room.note("a", "1")
        any_room.sign()
        any_room.note("a", "2")
        metrics, said = Metrics(), io.StringIO()
        broken = Ledger(any_room.store.ledger, SigningKey.new(any_room.key.name))
        sequencer = Sequencer(broken, metrics, logs.new_log(said))
        sequencer.start()
        sequencer.stop()

        assert "not by the key" in said.getvalue()
        assert b"adjudicator_ledger_failures_total" in metrics.text(0)
        assert signed(any_room).size == 1
