"""The record in one file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.errors import AdjudicatorError
from api.store.port import Receipt, Store, StoreUnavailable
from api.store.sql import SqlStore, open_store
from tests.store.contract import StoreContract, append, noted


class TestSqlite(StoreContract):
    """The default: one file."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / "store.sqlite"

    @pytest.fixture
    def url(self, file: Path) -> str:
        return f"sqlite:///{file}"

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE entries SET hash = 'x'",
            "DELETE FROM entries",
            "UPDATE receipts SET version = 9",
            "DELETE FROM receipts",
            "REPLACE INTO entries VALUES ('t', 1, 'y', '', x'00', '')",
            "REPLACE INTO entries VALUES ('t', 9, 'x', '', x'00', '')",
            "REPLACE INTO receipts VALUES ('t', 'K', '', 'u', '', 9)",
        ],
    )
    def test_the_database_refuses_to_change_the_record(
        self, store: Store, file: Path, statement: str
    ) -> None:
        receipt = Receipt("t", "K", "f" * 64, "t", (1,), 1)
        store.append(append(0, noted("a", id="x"))._replace(receipt=receipt))
        database = sqlite3.connect(file)
        with pytest.raises(sqlite3.IntegrityError, match="written once and kept"):
            database.execute(statement)
        database.close()

    def test_the_file_is_flushed_at_each_commit(self, reopen: Callable[[], SqlStore]) -> None:
        store = reopen()
        with store._engine.connect() as connection:
            mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
            level = connection.exec_driver_sql("PRAGMA synchronous").scalar()

        assert (mode, level) == ("wal", 2)

    def test_a_database_that_cannot_be_opened_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(StoreUnavailable, match="unable to open"):
            open_store(f"sqlite:///{tmp_path}/nowhere/store.sqlite")

    @pytest.mark.parametrize("url", ["sqlite://", "oracle://h/d", "not a url"])
    def test_an_url_that_is_no_file_is_refused(self, url: str) -> None:
        with pytest.raises(AdjudicatorError, match="allowed: a file"):
            open_store(url)

    def test_a_closed_store_takes_nothing_more(self, reopen: Callable[[], SqlStore]) -> None:
        store = open_store("sqlite:///" + str(reopen()._engine.url.database))
        store.close()
        with pytest.raises(StoreUnavailable):
            store.append(append(0, noted("a")))
