"""What the service asks of a store, whatever database is behind it.

A table's log is a stream: entries 1, 2, 3 ... without holes, each chained to the one
before it by a hash. What was written stays; there is no way to change or remove it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from adjudicator.errors import AdjudicatorError
from api.store.people import PeopleStore

Tiles = Mapping[tuple[int, int], bytes]


class StoreConflict(AdjudicatorError):
    """Somebody else wrote to the table, or used the key, since it was read."""


class StoreUnavailable(AdjudicatorError):
    """The database cannot be reached or refuses to write.

    Whether an append was stored is then not known; a retry finds out.
    """


@dataclass(frozen=True)
class Head:
    """The end of a table's log, and what the list of tables shows."""

    table: str
    version: int
    hash: str
    recorded_at: str
    opened_at: str
    summary: Mapping[str, Any]


class Stored(NamedTuple):
    """An entry as it stands in the log; ``body`` is the canonical JSON that is hashed."""

    table: str
    seq: int
    recorded_at: str
    body: bytes
    hash: str


@dataclass(frozen=True)
class Receipt:
    """What a retry key stands for: the content sent, and the entries it led to."""

    scope: str
    key: str
    fingerprint: str
    table: str
    seqs: tuple[int, ...]
    version: int


@dataclass(frozen=True)
class Snapshot:
    """A table as it stood after an entry; only the same ``build`` can read it."""

    table: str
    seq: int
    hand: int
    build: str
    body: bytes


@dataclass(frozen=True)
class JudgedRow:
    """A ruling as it is found again: by rule, code, status, player, dealer and time."""

    ruling: str
    hand: int
    seq: int
    rule: str
    status: str
    dealer: str | None
    codes: tuple[str, ...]
    players: tuple[str, ...]
    body: Mapping[str, Any]


class Append(NamedTuple):
    """Everything one append writes, all or nothing.

    ``expected`` is the version the events were judged on; 0 opens the table. ``after`` is
    the entry of that number, for who has it; without it the store looks it up.
    ``changed`` are earlier rulings as they stand now.
    """

    table: str
    expected: int
    events: Sequence[Mapping[str, Any]]
    recorded_by: Mapping[str, Any]
    summary: Mapping[str, Any]
    judged: Sequence[JudgedRow] = ()
    changed: Sequence[JudgedRow] = ()
    receipt: Receipt | None = None
    after: Stored | None = None


Place = tuple[str, str, int, int]  # time of record, table, entry, place within the append


@dataclass(frozen=True)
class Filter:
    """Which rulings to find; what is ``None`` does not matter.

    Names of people match in whatever case. ``within`` are tables, each with its sessions
    (``main-3`` and ``main-3.…``); none means every table.
    """

    table: str | None = None
    rule: str | None = None
    code: str | None = None
    status: str | None = None
    player: str | None = None
    dealer: str | None = None
    hands: tuple[int, int] | None = None
    since: str | None = None
    until: str | None = None
    within: tuple[str, ...] = ()
    after: Place | None = None
    newest_first: bool = False


@dataclass(frozen=True)
class Found:
    """A ruling found, and its place in the order of all rulings."""

    place: Place
    table: str
    recorded_at: str
    body: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Run:
    """Entries of one table that stand together in the ledger, from ``place`` on."""

    place: int
    table: str
    seq: int
    entries: int


class Waiting(NamedTuple):
    """Entries of one table that follow each other and have no place yet, from ``seq`` on."""

    table: str
    seq: int
    hashes: Sequence[str]


@dataclass(frozen=True)
class Signed:
    """The end of the ledger: its size and the signed checkpoint that says so."""

    size: int
    note: str


class KeptLedger(Protocol):
    """Every entry in one order: what the ledger asks of a store."""

    def signed(self) -> Signed | None:
        """The newest checkpoint; ``None`` before the first."""

    def waiting(self, tables: Collection[str] | None, limit: int) -> list[Waiting]:
        """Up to so many entries that have no place yet; of all tables if none is named."""

    def extend(
        self, before: Signed | None, after: Signed, runs: Sequence[Run], tiles: Tiles
    ) -> bool:
        """Take in entries; false if the ledger is no longer as it was ``before``."""

    def tile(self, level: int, place: int) -> bytes:
        """Hashes of the tree, from the left end of a tile; nothing if there is none."""

    def place(self, table: str, seq: int) -> int | None:
        """Where an entry stands."""

    def runs_of(self, table: str) -> list[Run]:
        """The runs of one table, in order."""

    def runs(self, after: int, limit: int) -> list[Run]:
        """Runs in order, those that begin at ``after`` or later."""

    def runs_from(self, place: int, limit: int) -> list[Run]:
        """Runs in order, from the one in which ``place`` lies."""


class Store(Protocol):
    """The record of all tables, and the people and devices that write it.

    ``appended`` are told the table after each append that was stored.
    """

    ledger: KeptLedger
    people: PeopleStore
    appended: list[Callable[[str], None]]

    def append(self, append: Append) -> list[Stored]:
        """Write entries; ``StoreConflict`` if ``expected`` is not the version."""

    def head(self, table: str) -> Head | None:
        """The end of a table's log; ``None`` if there is no such table."""

    def heads(self, after: str, limit: int, within: Sequence[str] = ()) -> list[Head]:
        """Tables in order of their id, those after ``after``; see ``Filter.within``."""

    def entries(self, table: str, after: int, limit: int) -> list[Stored]:
        """Entries in order, those after number ``after``."""

    def stream(self, table: str, after: int) -> Iterator[Stored]:
        """All entries after number ``after``, in order."""

    def numbers(self, table: str, ids: Sequence[str]) -> dict[str, int]:
        """The entries that were recorded under these event ids."""

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot some time soon; those of other builds go."""

    def snapshot(
        self, table: str, build: str, until: int | None = None, before_hand: int | None = None
    ) -> Snapshot | None:
        """The newest snapshot of a build, up to an entry and from before a hand."""

    def receipt(self, scope: str, key: str) -> Receipt | None:
        """What a retry key was used for."""

    def rulings(self, wanted: Filter, limit: int) -> list[Found]:
        """Rulings in the order they were given."""

    def open_dues(self) -> int:
        """How many things somebody still has to do, over all tables."""

    def settle(self) -> None:
        """Return once all that was read so far is as safe as what was acknowledged."""

    def ready(self) -> None:
        """Return if the database answers; ``StoreUnavailable`` otherwise."""

    def close(self) -> None:
        """Finish what is queued and let the database go."""
