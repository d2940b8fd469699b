"""A store with a few tables, a key, and the ledger over them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.evidence.ledger import Ledger
from api.evidence.note import SigningKey
from api.store.port import Append
from api.store.sql import SqlStore, open_store

BY = {"role": "open"}
ORIGIN = "example.com/floor"


class Room:
    """Tables in a file that notes are written to, and the file when nobody looks."""

    def __init__(self, url: str, key: SigningKey) -> None:
        self.url = url
        self.file = Path(url.partition(":///")[2])
        self.key = key
        self.store: SqlStore = open_store(self.url)
        self.ledger = Ledger(self.store.ledger, key)
        self._written: dict[str, int] = {}

    def note(self, table: str, *texts: str) -> None:
        """Write notes to a table."""
        events: list[dict[str, Any]] = [{"type": "noted", "text": text} for text in texts]
        seq = self._written.get(table, 0)
        self.store.append(Append(table, seq, events, BY, {"game": "draw-high"}))
        self._written[table] = seq + len(events)

    def sign(self) -> None:
        """Take in all that waits."""
        self.ledger.catch_up()


@pytest.fixture
def key() -> SigningKey:
    """The room's signing key."""
    return SigningKey.new(ORIGIN)


@pytest.fixture
def room(file: Path, key: SigningKey) -> Iterator[Room]:
    """An empty room."""
    made = Room(f"sqlite:///{file}", key)
    yield made
    made.store.close()


@pytest.fixture
def any_room(database: str, key: SigningKey) -> Iterator[Room]:
    """An empty room in each kind of database."""
    made = Room(database, key)
    yield made
    made.store.close()
