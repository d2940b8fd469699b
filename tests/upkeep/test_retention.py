"""What is kept, what keeps it longer, and what still verifies after it is gone."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from adjudicator.errors import AdjudicatorError
from api.cli.main import main
from api.evidence import bundle, whole
from api.evidence.ledger import Ledger
from api.evidence.note import SigningKey
from api.evidence.report import Report
from api.evidence.sources import InStore
from api.lib import logs
from api.ops import doctor
from api.ops.retention import NotDropped, Retention
from api.settings import Settings
from api.store.port import Filter, StoreConflict
from api.store.sql import open_store
from api.wiring import create_app
from tests.api.talk import DRAW, Talk, note
from tests.tamper.conftest import ORIGIN, Room

OPENED = datetime(2016, 1, 1, 20, 0, tzinfo=UTC)
TEN_YEARS = timedelta(days=3652.5)
WHO = ("Records office", "ten years are over")


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = OPENED

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def room(database: str, clock: Clock) -> Iterator[Room]:
    """Two tables of ten years ago, and one of today."""
    made = Room(database, SigningKey.new(ORIGIN))
    made.store.close()
    made.store = open_store(database, clock)
    made.ledger = Ledger(made.store.ledger, made.key)
    made.note("a", "Ann folds", "Bob calls", "Cem raises")
    made.note("b", "x")
    clock.now += TEN_YEARS + timedelta(seconds=1)
    made.note("new", "y")
    made.sign()
    yield made
    made.store.close()


@pytest.fixture
def kept(room: Room, clock: Clock) -> Retention:
    return Retention(room.store, clock=clock)


def checked(room: Room, earlier: str | None = None) -> Report:
    room.sign()
    return whole.check(InStore(room.store, "room", None), room.key.public, earlier)


def states(kept: Retention) -> dict[str, str]:
    return {one.table: one.state for one in kept.old()}


def test_tables_are_due_by_the_age_of_their_last_entry(kept: Retention) -> None:
    assert states(kept) == {"a": "due", "b": "due"}


def test_a_day_before_its_time_a_table_is_kept(kept: Retention, clock: Clock) -> None:
    clock.now -= timedelta(days=1)

    assert states(kept) == {}
    with pytest.raises(NotDropped, match=r"too young.*kept for 10 years"):
        kept.drop("a", *WHO)


def test_what_was_said_goes_and_what_proves_it_stays(room: Room, kept: Retention) -> None:
    before = [(one.seq, one.hash, one.recorded_at) for one in room.store.stream("a", 0)]
    note_before = room.ledger.newest().note
    dropped = kept.drop("a", *WHO)
    after = list(room.store.stream("a", 0))

    assert dropped == 3
    assert [(one.seq, one.hash, one.recorded_at) for one in after[:3]] == before
    assert [one.body for one in after[:3]] == [b""] * 3
    assert json.loads(after[3].body)["event"] == {
        "type": "expired",
        "entries": 3,
        "by": "Records office",
        "reason": "ten years are over",
    }
    report = checked(room, note_before)
    assert report.verified, report.faults
    assert report.withheld == 3
    assert states(kept) == {"b": "due"}  # its last entry is of today now


def test_a_dropped_table_is_exported_and_its_export_verifies(room: Room, kept: Retention) -> None:
    kept.drop("a", *WHO)
    lines = list(bundle.lines(room.store, room.ledger, "a", "now"))
    report = bundle.check(bundle.read(lines), room.key.public)

    assert "Ann" not in "".join(lines)
    assert (report.verified, report.entries, report.withheld) == (True, 4, 3)


def test_a_removed_hash_is_found_in_a_dropped_table_too(room: Room, kept: Retention) -> None:
    kept.drop("a", *WHO)
    lines = list(bundle.lines(room.store, room.ledger, "a", "now"))
    del lines[2]

    assert bundle.check(bundle.read(lines)).faults[0].seq == 2


def test_content_that_is_gone_with_no_entry_to_say_so_is_a_fault(room: Room) -> None:
    lines = list(bundle.lines(room.store, room.ledger, "a", "now"))
    lines[2] = json.dumps(json.loads(lines[2]) | {"entry": None})
    [fault] = bundle.check(bundle.read(lines)).faults

    assert (fault.kind, fault.seq) == ("removed", 2)
    assert "no later entry says why" in fault.detail


def test_a_hold_keeps_a_table_however_old(room: Room, kept: Retention) -> None:
    kept.hold("a", "case-7", "Legal", "the player sues")

    assert states(kept) == {"a": "held", "b": "due"}
    with pytest.raises(NotDropped, match="'a' is held for case-7"):
        kept.drop("a", *WHO)
    assert [one.body for one in room.store.stream("a", 0) if not one.body] == []


def test_the_database_itself_refuses_what_a_hold_is_on(room: Room, kept: Retention) -> None:
    kept.hold("a", "case-7", "Legal", "the player sues")

    with pytest.raises(StoreConflict, match="kept"):
        room.store.retention.drop("a", 4)
    assert all(one.body for one in room.store.stream("a", 0))
    assert room.store.retention.expired() == set()


def test_every_hold_has_to_be_released(kept: Retention) -> None:
    kept.hold("a", "case-7", "Legal", "the player sues")
    kept.hold("a", "case-8", "Legal", "the dealer, too")
    kept.release("a", "case-7", "Legal", "settled")

    assert states(kept)["a"] == "held"
    kept.release("a", "case-8", "Legal", "settled")
    assert kept.drop("a", *WHO) == 3


def test_a_hold_that_was_released_can_be_placed_again(kept: Retention) -> None:
    kept.hold("a", "case-7", "Legal", "the player sues")
    kept.release("a", "case-7", "Legal", "settled")
    kept.hold("a", "case-7", "Legal", "appeal")

    assert states(kept)["a"] == "held"


def test_what_makes_no_sense_is_refused(kept: Retention) -> None:
    kept.hold("a", "case-7", "Legal", "the player sues")

    with pytest.raises(AdjudicatorError, match="already held"):
        kept.hold("a", "case-7", "Legal", "again")
    with pytest.raises(AdjudicatorError, match="not held"):
        kept.release("b", "case-7", "Legal", "settled")
    with pytest.raises(AdjudicatorError, match="found 'z'"):
        kept.hold("z", "case-7", "Legal", "again")


def test_dropping_twice_changes_nothing_more(room: Room, kept: Retention) -> None:
    kept.drop("a", *WHO)

    assert kept.drop("a", *WHO) == 0
    assert len(list(room.store.stream("a", 0))) == 4


def test_dropping_goes_on_where_it_was_interrupted(
    room: Room, kept: Retention, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(table: str, seq: int) -> int:
        raise ConnectionError

    monkeypatch.setattr(room.store.retention, "drop", cut)
    with pytest.raises(ConnectionError):
        kept.drop("a", *WHO)
    monkeypatch.undo()

    assert kept.drop("a", *WHO) == 3
    assert len(list(room.store.stream("a", 0))) == 4


def test_what_was_never_signed_is_not_dropped(room: Room, kept: Retention, clock: Clock) -> None:
    clock.now = OPENED + timedelta(days=1)
    room.note("late", "z")
    clock.now = OPENED + TEN_YEARS * 2

    with pytest.raises(NotDropped, match="not in the signed ledger"):
        kept.drop("late", *WHO)


def test_only_content_can_be_dropped_and_only_once(room: Room, kept: Retention) -> None:
    """Whoever is let past the guard for content cannot touch anything else."""
    from sqlalchemy import text

    kept.drop("a", *WHO)
    for change in ("body = 'y', hash = hash", "body = '', hash = 'f'", "body = '', seq = 9"):
        for where in ("seq = 1", "seq = 4"):
            statement = text(f"UPDATE entries SET {change} WHERE table_id = 'a' AND {where}")
            with pytest.raises(StoreConflict, match="kept"):
                room.store.write(lambda c, statement=statement: c.execute(statement))


def test_the_doctor_finds_nothing_wrong_with_a_dropped_table(
    room: Room, kept: Retention, clock: Clock, tmp_path: Path
) -> None:
    kept.drop("a", *WHO)
    room.sign()
    key = tmp_path / "log.key"
    key.write_text(room.key.text())
    key.chmod(0o600)
    found = {one.what: one.state for one in doctor.examine(room.url, key, clock)}

    assert (found["chains"], found["guards"], found["ledger"]) == ("ok", "ok", "ok")


class TestServed:
    """A dropped table as the service shows it."""

    @pytest.fixture
    def database(self, file: Path) -> str:
        return f"sqlite:///{file}"

    @pytest.fixture
    def client(self, database: str) -> Iterator[FlaskClient]:
        settings = Settings(database=database, open_to_all=True)
        app = create_app(settings, log=logs.new_log(io.StringIO()))
        parts = app.extensions["adjudicator"]
        client = app.test_client()
        talk = Talk(client)
        talk.start()
        talk.all({"type": "floor_called", "by": 1}, note("Ann is unhappy"))
        parts.ledger.take_in()
        later = datetime.now(UTC) + TEN_YEARS * 2
        Retention(parts.store, clock=lambda: later).drop("t1", *WHO)
        parts.ledger.take_in()
        yield client
        parts.store.close()

    def test_its_hashes_are_shown_and_why_the_rest_is_gone(self, client: FlaskClient) -> None:
        entries = client.get("/v1/tables/t1/events").json["entries"]

        assert [one.get("expired") for one in entries[:-1]] == [True] * (len(entries) - 1)
        assert entries[-1]["event"]["reason"] == "ten years are over"
        assert client.get("/v1/tables").json["tables"][0]["expired"] is True
        assert client.get("/v1/rulings").json["rulings"] == []

    @pytest.mark.parametrize(
        ("method", "path", "body"),
        [
            ("get", "/v1/tables/t1/state", None),
            ("get", "/v1/tables/t1", None),
            ("get", "/v1/tables/t1/hands", None),
            ("get", "/v1/tables/t1/hands/1", None),
            ("get", "/v1/tables/t1/rulings/1-1-1", None),
            ("post", "/v1/tables/t1/events", note("late")),
            ("post", "/v1/tables/t1/what-if", {"at": 1}),
            ("post", "/v1/tables", DRAW),
        ],
    )
    def test_what_would_need_the_content_is_gone(
        self, client: FlaskClient, method: str, path: str, body: Any
    ) -> None:
        answer = getattr(client, method)(path, **({"json": body} if body else {}))

        assert (answer.status_code, answer.json["code"]) == (410, "EXPIRED")

    def test_nothing_of_it_is_left_in_the_file(self, client: FlaskClient, database: str) -> None:
        parts = client.application.extensions["adjudicator"]
        file = Path(database.partition(":///")[2])
        assert parts.store.rulings(Filter(), 10) == []
        parts.store.close()
        with sqlite3.connect(file) as opened:
            opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        opened.close()

        assert b"Ann is unhappy" not in file.read_bytes()


class TestCommands:
    @pytest.fixture
    def database(self, file: Path) -> str:
        return f"sqlite:///{file}"

    def run(self, room: Room, *asked: str) -> Any:
        return CliRunner().invoke(main, ["retention", *asked, "--database", room.url])

    def test_a_hold_is_placed_listed_and_released(self, room: Room) -> None:
        why = ["--case", "case-7", "--by", "Legal", "--reason", "the player sues"]
        placed = self.run(room, "hold", "a", *why)
        listed = self.run(room, "list")
        refused = self.run(room, "drop", "a", "--by", "R", "--reason", "old")
        released = self.run(room, "release", "a", *why)
        machine = self.run(room, "list", "--json")

        assert placed.exit_code == released.exit_code == 0
        assert listed.output.split()[:4] == ["held", "a", "2016-01-01", "case-7:"]
        assert refused.exit_code == 1
        assert "held for case-7" in refused.output
        assert [one["state"] for one in json.loads(machine.output)] == ["due", "due"]

    def test_a_hold_is_listed_before_its_table_is_due(self, room: Room) -> None:
        why = ["--case", "case-7", "--by", "Legal", "--reason", "the player sues"]
        self.run(room, "hold", "new", *why)
        listed = self.run(room, "list", "--years", "100")

        assert (
            listed.output == "held    new                     2026-01-01  case-7: the player sues\n"
        )

    def test_where_nothing_is_due_that_is_said(self, room: Room) -> None:
        listed = self.run(room, "list", "--years", "100")
        dropped = self.run(room, "drop", "--by", "R", "--reason", "old", "--years", "100")

        said = "No table is due: each is kept for 100 years after its last entry."
        assert listed.output == f"{said} None is held or dropped.\n"
        assert dropped.output == f"{said}\n"
        assert json.loads(self.run(room, "list", "--years", "100", "--json").output) == []

    def test_all_that_is_due_is_dropped_and_nothing_else(self, room: Room) -> None:
        why = ["--case", "case-7", "--by", "Legal", "--reason", "the player sues"]
        self.run(room, "hold", "b", *why)
        dropped = self.run(room, "drop", "--by", "Records", "--reason", "old")

        assert dropped.output == "a: the content of 3 entries is gone.\n"
        assert all(one.body for one in room.store.stream("b", 0))
        assert all(one.body for one in room.store.stream("new", 0))
