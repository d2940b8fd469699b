"""Rulings and snapshots are kept beside the record; the record is what counts."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulebook
from adjudicator.record.docket import Docket
from adjudicator.values.frozen import replace
from api.cli.main import main
from api.evidence import replay
from api.lib import logs
from api.service.demo import fill
from api.service.snapshots import SnapshotContent, build_hash, serialize
from api.service.stored_entries import event_of
from api.settings import Settings
from api.store.port import Snapshot
from api.store.sql import SqlStore
from api.wiring import create_app

COLUMNS = "table_id, hand, seq, rule, status, dealer, recorded_at"


class Kept:
    """The demo's tables, with disputes in them, and the file they are in."""

    def __init__(self, file: Path) -> None:
        self.url = f"sqlite:///{file}"
        settings = Settings(database=self.url, open_to_all=True)
        app = create_app(settings, log=logs.new_log(io.StringIO()))
        parts = app.extensions["adjudicator"]
        fill(parts.recorder, parts.queries, parts.store)
        parts.ledger.catch_up()
        self.store: SqlStore = parts.store
        self.file = sqlite3.connect(file, isolation_level=None)

    def faults(self) -> list[str]:
        """What differs from the record."""
        return [fault.detail for fault in replay.check(self.store, rulebook.load())]

    def ruling(self) -> tuple[str, str, dict[str, Any]]:
        """Some ruling: its table, its name, and all of it."""
        asked = "SELECT table_id, ruling, body FROM rulings ORDER BY table_id, ruling LIMIT 1"
        table, name, body = self.file.execute(asked).fetchone()
        return table, name, json.loads(body)


@pytest.fixture
def kept(file: Path) -> Iterator[Kept]:
    made = Kept(file)
    yield made
    made.file.close()
    made.store.close()


def test_what_is_kept_is_what_the_record_gives(kept: Kept) -> None:
    assert kept.faults() == []
    assert kept.ruling()[1]


def test_an_altered_ruling_is_named(kept: Kept) -> None:
    table, name, body = kept.ruling()
    forged = json.dumps(body | {"text": "The hand plays on."})
    kept.file.execute("UPDATE rulings SET body = ? WHERE ruling = ?", (forged, name))

    assert f"ruling {name} of table {table!r} is not kept as the record gives it" in kept.faults()


def test_a_removed_ruling_is_named(kept: Kept) -> None:
    table, name, _ = kept.ruling()
    kept.file.execute("DELETE FROM ruling_marks WHERE table_id = ?", (table,))
    kept.file.execute("DELETE FROM rulings WHERE table_id = ? AND ruling = ?", (table, name))

    assert kept.faults() == [f"ruling {name} of table {table!r} is not kept as the record gives it"]


def test_a_ruling_that_nobody_gave_is_named(kept: Kept) -> None:
    table, name, body = kept.ruling()
    forged = json.dumps(body | {"id": "1-99-1"})
    kept.file.execute(
        f"INSERT INTO rulings ({COLUMNS}, ruling, body, place) "
        f"SELECT {COLUMNS}, '1-99-1', ?, 99 FROM rulings WHERE table_id = ? AND ruling = ?",
        (forged, table, name),
    )

    assert kept.faults() == [
        f"ruling 1-99-1 of table {table!r} is kept and does not follow from the record"
    ]


@pytest.mark.parametrize("altered", [True, False])
def test_an_altered_snapshot_is_named(kept: Kept, altered: bool) -> None:
    table, _, _ = kept.ruling()
    docket = Docket(rulebook.load())
    for stored in kept.store.stream(table, 0):
        docket.record(event_of(stored))
        if stored.seq == 6:
            break
    state = replace(docket.state, dealer="Mallory") if altered else docket.state
    kept.store.keep(
        Snapshot(table, 6, state.number, build_hash(), serialize(SnapshotContent(state)))
    )
    kept.store.write(lambda connection: None)  # it is kept some time soon: now
    wanted = f"the snapshot of table {table!r} after entry 6 is not what the record gives"

    assert kept.store.snapshot(table, build_hash()) is not None
    assert kept.faults() == ([wanted] if altered else [])


def test_bytes_that_are_no_snapshot_are_named(kept: Kept) -> None:
    table, _, _ = kept.ruling()
    kept.store.keep(Snapshot(table, 6, 0, build_hash(), b"no snapshot"))
    kept.store.write(lambda connection: None)

    assert len(kept.faults()) == 1


def test_a_record_that_cannot_be_judged_is_named(kept: Kept) -> None:
    kept.file.execute("DROP TRIGGER entries_no_update")
    table, _, _ = kept.ruling()
    body = json.dumps({"event": {"type": "no such thing"}}).encode()
    kept.file.execute("UPDATE entries SET body = ? WHERE table_id = ? AND seq = 4", (body, table))

    assert any("cannot be judged" in fault for fault in kept.faults())


def test_verify_replays_when_asked(kept: Kept) -> None:
    _, name, _ = kept.ruling()
    well = CliRunner().invoke(main, ["verify", kept.url, "--replay"])
    kept.file.execute('UPDATE rulings SET body = \'{"id": "x"}\' WHERE ruling = ?', (name,))
    ledger_only = CliRunner().invoke(main, ["verify", kept.url])
    ill = CliRunner().invoke(main, ["verify", kept.url, "--replay"])

    assert (well.exit_code, ledger_only.exit_code, ill.exit_code) == (0, 0, 1)
    assert f"derived: ruling {name}" in ill.output


def test_only_a_database_can_be_replayed(tmp_path: Path) -> None:
    (tmp_path / "export.jsonl").write_text("{}")
    told = CliRunner().invoke(main, ["verify", str(tmp_path / "export.jsonl"), "--replay"])

    assert told.exit_code == 2
    assert "only a database" in told.output
