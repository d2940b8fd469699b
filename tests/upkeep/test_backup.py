"""Backups while the service writes, restored and verified."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import main
from api.evidence.note import SigningKey
from api.ops import backup
from api.store.sql import open_store
from tests.postgres import binaries, free_port
from tests.tamper.conftest import ORIGIN, Room


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs that fit the server of the tests."""
    found = binaries()
    if found is not None:
        monkeypatch.setenv("PATH", f"{found}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def key() -> SigningKey:
    return SigningKey.new(ORIGIN)


@pytest.fixture
def key_path(key: SigningKey, tmp_path: Path) -> Path:
    path = tmp_path / "log.key"
    path.write_text(key.text())
    path.chmod(0o600)
    return path


@pytest.fixture
def room(database: str, key: SigningKey) -> Iterator[Room]:
    made = Room(database, key)
    made.note("a", *map(str, range(40)))
    made.note("b", *map(str, range(7)))
    yield made
    made.store.close()


def back_up(room: Room, target: Path, key: Path, *more: str) -> Result:
    asked = ["backup", str(target), "--database", room.url, "--key", str(key), *more]
    return CliRunner().invoke(main, asked)


def test_a_backup_is_restored_and_verified(room: Room, tmp_path: Path, key_path: Path) -> None:
    target = tmp_path / "backup"
    told = back_up(room, target, key_path)

    assert told.exit_code == 0, told.output
    assert "verified\n  47 entries of 2 tables" in told.output
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup"]


def test_a_backup_never_takes_the_place_of_a_file(
    room: Room, tmp_path: Path, key_path: Path
) -> None:
    target = tmp_path / "backup"
    target.write_text("older")
    told = back_up(room, target, key_path)

    assert told.exit_code == 1
    assert "there is a file of this name" in told.output
    assert target.read_text() == "older"


class TestSqlite:
    @pytest.fixture
    def database(self, file: Path) -> str:
        return f"sqlite:///{file}"

    def test_a_backup_is_one_file_with_all_that_was_acknowledged_before(
        self, room: Room, tmp_path: Path, key_path: Path
    ) -> None:
        """Somebody writes all the while; every entry of before is in the copy."""
        before = room.store.head("a")
        assert before is not None
        done = threading.Event()

        def write() -> None:
            while not done.is_set():
                room.note("c", "x")

        writing = threading.Thread(target=write)
        writing.start()
        target = tmp_path / "backup.sqlite"
        told = back_up(room, target, key_path)
        done.set()
        writing.join()
        copy = open_store(f"sqlite:///{target}")
        found = copy.head("a")
        copy.close()

        assert told.exit_code == 0, told.output
        assert found is not None
        assert (found.version, found.hash) == (before.version, before.hash)

    def test_a_copy_of_an_altered_record_is_no_backup(
        self, room: Room, tmp_path: Path, key_path: Path
    ) -> None:
        with sqlite3.connect(room.file) as file:
            file.execute("DROP TRIGGER entries_no_update")
            file.execute("UPDATE entries SET body = x'7b7d' WHERE seq = 3 AND table_id = 'a'")
        target = tmp_path / "backup"
        told = back_up(room, target, key_path)

        assert told.exit_code == 1
        assert "altered: the content of entry 3 of table 'a'" in told.output
        assert not list(tmp_path.glob("backup*"))

    def test_a_database_that_is_not_there_is_named(self, tmp_path: Path, key_path: Path) -> None:
        asked = ["backup", str(tmp_path / "b"), "--database", f"sqlite:///{tmp_path}/nowhere"]
        told = CliRunner().invoke(main, [*asked, "--key", str(key_path)])

        assert told.exit_code == 1
        assert "there is no file" in told.output


class TestPostgresql:
    @pytest.fixture
    def database(self, request: pytest.FixtureRequest) -> str:
        found: str = request.getfixturevalue("postgres").new_database()
        return found

    def test_the_password_is_on_no_command_line(
        self, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: SigningKey
    ) -> None:
        seen: list[str] = []
        run = backup.subprocess.run

        def watched(command: list[str], **more: object) -> object:
            seen.extend(command)
            return run(command, **more)

        monkeypatch.setattr(backup.subprocess, "run", watched)
        room.sign()
        url = room.url.replace("://owner@", "://owner:hunter2@")
        report = backup.back_up(url, tmp_path / "b", key.public)

        assert report.verified
        assert seen
        assert "hunter2" not in " ".join(seen)
        assert "hunter2" not in report.subject

    def test_of_several_hosts_the_one_that_takes_writes_is_backed_up(
        self, room: Room, tmp_path: Path, key_path: Path
    ) -> None:
        server, name = room.url.rsplit("@", 1)[1].split("/")
        dead = f"127.0.0.1:{free_port()}"
        room.url = f"postgresql://owner@/{name}?host={dead}&host={server}"
        told = back_up(room, tmp_path / "b", key_path)

        assert told.exit_code == 0, told.output
        assert "verified\n  47 entries of 2 tables" in told.output

    def test_hosts_that_are_all_gone_are_told(
        self, room: Room, tmp_path: Path, key_path: Path
    ) -> None:
        gone = [f"host=127.0.0.1:{free_port()}" for _ in range(2)]
        room.url = f"postgresql://owner@/room?{'&'.join(gone)}"
        told = back_up(room, tmp_path / "b", key_path)

        assert told.exit_code == 1
        assert "Connection refused" in told.output
        assert "Traceback" not in told.output

    def test_missing_programs_are_named(
        self, room: Room, tmp_path: Path, key_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))

        assert "pg_dump is not installed" in back_up(room, tmp_path / "b", key_path).output
