"""What the doctor says of an installation, well and ill."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner

from api.cli.main import main
from api.evidence.note import SigningKey
from api.ops import doctor
from api.ops.doctor import BAD, OK, WARNING
from tests.tamper.conftest import ORIGIN, Room


@pytest.fixture
def key_path(tmp_path: Path) -> Path:
    return tmp_path / "log.key"


@pytest.fixture
def room(database: str, key_path: Path) -> Iterator[Room]:
    key = SigningKey.new(ORIGIN)
    key_path.write_text(key.text())
    key_path.chmod(0o600)
    made = Room(database, key)
    made.note("a", *map(str, range(250)))
    made.note("b", "1", "2", "3")
    made.sign()
    yield made
    made.store.close()


def now() -> datetime:
    return datetime.now(UTC)


def examined(room: Room, key: Path, at: datetime | None = None) -> dict[str, Any]:
    found = list(doctor.examine(room.url, key, lambda: at or now()))
    return {finding.what: finding for finding in found}


def states(found: dict[str, Any]) -> dict[str, str]:
    return {what: finding.state for what, finding in found.items() if finding.state != OK}


def test_a_sound_installation_has_nothing_wrong(room: Room, key_path: Path) -> None:
    found = examined(room, key_path)

    assert states(found) == {}
    assert {"database", "tables", "key", "guards", "clock", "chains", "ledger"} < found.keys()


def test_a_clock_behind_the_record_is_bad(room: Room, key_path: Path) -> None:
    assert states(examined(room, key_path, now() - timedelta(hours=1)))["clock"] == BAD


def test_entries_that_wait_long_for_the_ledger_are_told(room: Room, key_path: Path) -> None:
    room.note("b", "4")

    assert states(examined(room, key_path)) == {}
    found = examined(room, key_path, now() + timedelta(minutes=5))
    assert found["sequencer"].state == WARNING
    assert "entry 4 of table 'b'" in found["sequencer"].detail


def test_a_key_that_others_can_read_is_bad(room: Room, key_path: Path) -> None:
    key_path.chmod(0o644)

    assert states(examined(room, key_path)) == {"key": BAD, "ledger": BAD}


def test_another_key_is_bad(room: Room, key_path: Path) -> None:
    key_path.write_text(SigningKey.new(ORIGIN).text())

    assert states(examined(room, key_path)) == {"ledger": BAD}


def test_a_missing_key_is_bad(room: Room, key_path: Path) -> None:
    assert examined(room, key_path.with_name("nowhere"))["key"].state == BAD


@pytest.mark.parametrize(
    ("attached", "named", "state"),
    [
        (["quorum", "quorum"], "ANY 1 (n2,n3)", OK),
        (["sync", "async"], "n2", OK),
        (["hidden"], "n2", OK),
        (["async", "async"], "", BAD),
        (["quorum"], "", BAD),
        (["potential", "async"], "n2", WARNING),
    ],
)
def test_standbys_that_nobody_waits_for_are_told(
    attached: list[str], named: str, state: str
) -> None:
    assert doctor.standbys(attached, named).state == state


class TestSqlite:
    @pytest.fixture
    def database(self, file: Path) -> str:
        return f"sqlite:///{file}"

    @pytest.fixture
    def opened(self, room: Room) -> Iterator[sqlite3.Connection]:
        with sqlite3.connect(room.file, isolation_level=None) as opened:
            yield opened

    def test_the_command_ends_with_1_where_something_is_bad(
        self, room: Room, key_path: Path, opened: sqlite3.Connection
    ) -> None:
        asked = ["doctor", "--database", room.url, "--key", str(key_path)]
        well = CliRunner().invoke(main, asked)
        opened.execute("DROP TRIGGER entries_no_update")
        ill = CliRunner().invoke(main, asked)
        machine = CliRunner().invoke(main, [*asked, "--json"])

        assert (well.exit_code, ill.exit_code, machine.exit_code) == (0, 1, 1)
        assert "BAD      guards" in ill.output
        wire = {finding["what"]: finding["state"] for finding in json.loads(machine.output)}
        assert wire["guards"] == BAD
        assert wire["ledger"] == OK

    @pytest.mark.parametrize(
        ("trigger", "said"),
        [
            ("entries_no_update", "update on entries"),
            ("entries_no_delete", "delete on entries"),
            ("ledger_runs_no_delete", "delete on ledger_runs"),
        ],
    )
    def test_a_missing_guard_is_bad_and_the_look_changes_nothing(
        self, room: Room, key_path: Path, opened: sqlite3.Connection, trigger: str, said: str
    ) -> None:
        opened.execute(f"DROP TRIGGER {trigger}")
        before = opened.execute("SELECT * FROM entries").fetchall()

        assert said in examined(room, key_path)["guards"].detail
        assert opened.execute("SELECT * FROM entries").fetchall() == before

    @pytest.mark.parametrize(
        ("body", "said"),
        [
            ("", "entries cannot be added: cannot modify log because it is a view"),
            ("SELECT RAISE(ABORT, 'no')", "entries cannot be added: no"),
            ("SELECT 1", "the database takes entries that do not follow the last one"),
        ],
    )
    def test_a_way_into_the_record_that_somebody_changed_is_bad(
        self, room: Room, key_path: Path, opened: sqlite3.Connection, body: str, said: str
    ) -> None:
        well = examined(room, key_path)["appends"]
        opened.execute("DROP TRIGGER log_append")
        if body:
            opened.execute(f"CREATE TRIGGER log_append INSTEAD OF INSERT ON log BEGIN {body}; END")
        ill = examined(room, key_path)["appends"]

        assert (well.state, ill.state, ill.detail) == (OK, BAD, said)

    @pytest.mark.parametrize(("seq", "seen"), [(250, True), (51, True), (50, False)])
    def test_an_altered_entry_among_the_last_of_a_table_is_bad(
        self, room: Room, key_path: Path, opened: sqlite3.Connection, seq: int, seen: bool
    ) -> None:
        opened.execute("DROP TRIGGER entries_no_update")
        changed = "UPDATE entries SET body = x'7b7d' WHERE table_id = 'a' AND seq = ?"
        opened.execute(changed, (seq,))
        found = examined(room, key_path)["chains"]

        assert (found.state == BAD) is seen
        assert (f"entry {seq} of table 'a'" in found.detail) is seen

    def test_a_head_that_is_not_the_last_entry_is_bad(
        self, room: Room, key_path: Path, opened: sqlite3.Connection
    ) -> None:
        opened.execute("UPDATE heads SET version = 2 WHERE table_id = 'b'")

        assert "table 'b' does not end" in examined(room, key_path)["chains"].detail

    def test_tables_that_somebody_changed_are_bad(
        self, room: Room, key_path: Path, opened: sqlite3.Connection
    ) -> None:
        opened.execute("DROP INDEX rulings_rule")

        assert states(examined(room, key_path)) == {"tables": BAD}

    def test_tables_of_another_version_are_bad_and_the_rest_is_left_alone(
        self, room: Room, key_path: Path, opened: sqlite3.Connection
    ) -> None:
        opened.execute("UPDATE alembic_version SET version_num = '0001'")
        found = examined(room, key_path)

        assert states(found) == {"tables": BAD}
        assert "chains" not in found

    def test_changed_tiles_are_bad(
        self, room: Room, key_path: Path, opened: sqlite3.Connection
    ) -> None:
        opened.execute("UPDATE ledger_tiles SET hashes = zeroblob(32 * 253) WHERE level = 0")

        assert states(examined(room, key_path)) == {"ledger": BAD}

    @pytest.mark.parametrize(("mode", "state"), [(0o600, OK), (0o640, WARNING), (0o606, BAD)])
    def test_a_file_that_others_can_read_is_told(
        self, room: Room, key_path: Path, mode: int, state: str
    ) -> None:
        room.file.chmod(mode)

        assert examined(room, key_path)["file"].state == state

    @pytest.mark.parametrize(("free", "state"), [(10, OK), (1, WARNING), (0.1, BAD)])
    def test_a_disk_that_fills_up_is_told(
        self,
        room: Room,
        key_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        free: float,
        state: str,
    ) -> None:
        class Usage:
            pass

        usage = Usage()
        usage.free = free * 1024**3  # type: ignore[attr-defined]
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage)

        assert examined(room, key_path)["disk"].state == state

    def test_no_file_is_all_there_is_to_say(self, tmp_path: Path) -> None:
        url = f"sqlite:///{tmp_path}/nowhere.sqlite"
        found = list(doctor.examine(url, tmp_path / "log.key", now))

        assert [(one.what, one.state) for one in found] == [("database", BAD)]
        assert not (tmp_path / "nowhere.sqlite").exists()


class TestPostgresql:
    @pytest.fixture
    def database(self, request: pytest.FixtureRequest) -> str:
        found: str = request.getfixturevalue("postgres").new_database()
        return found

    def test_a_trigger_that_was_switched_off_is_bad(self, room: Room, key_path: Path) -> None:
        with psycopg.connect(room.url, autocommit=True) as database:
            database.execute("ALTER TABLE entries DISABLE TRIGGER USER")

        assert states(examined(room, key_path)) == {"guards": BAD}

    def test_a_server_that_is_gone_is_told(self, tmp_path: Path) -> None:
        url = "postgresql://nobody@127.0.0.1:1/nothing"
        found = list(doctor.examine(url, tmp_path / "log.key", now))

        assert [(one.what, one.state) for one in found] == [("database", BAD)]
