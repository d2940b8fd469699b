"""Finding hands over all tables, as far as the reader may know what is asked about.

There is no index of hands: they are looked through in the order of tables and numbers, so many
in one request at most, and the answer says from where to go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from adjudicator.log import events as ev
from adjudicator.table.table import State
from api.service.live_tables import LiveTable, LiveTables
from api.service.queries import Queries, hand_in_short
from api.service.roles import Caller
from api.service.stored_entries import content_of
from api.service.visibility import Visibility
from api.store.port import Head, Store

Json = dict[str, Any]
Place = tuple[str, int]  # a table, and the number of a hand
CHUNK = 50  # hands that are loaded at once
LOOKED_THROUGH = 1000  # hands that one request looks at
DISPUTES = (ev.FloorCalled, ev.FloorDecided)


@dataclass(frozen=True)
class WantedHands:
    """Which hands to find; what is ``None`` does not matter. Names match in whatever case."""

    table: str | None = None
    player: str | None = None
    dealer: str | None = None
    rule: str | None = None
    code: str | None = None
    since: str | None = None
    until: str | None = None
    disputed: bool | None = None
    newest_first: bool = False
    after: Place | None = None

    def fits(self, hand: Json, rulings: list[Mapping[str, Any]]) -> bool:
        """Whether a hand is one of those."""
        return (
            _named(self.player, hand["players"].values())
            and _named(self.dealer, [hand["dealer"] or ""])
            and self.disputed in (None, hand["disputed"])
            and (self.since is None or hand["started_at"] >= self.since)
            and (self.until is None or hand["started_at"] <= self.until)
            and self._ruled(rulings)
        )

    def _ruled(self, rulings: list[Mapping[str, Any]]) -> bool:
        """Whether one ruling has both the rule and the code, where they are asked for."""
        if self.rule is None and self.code is None:
            return True
        return any(
            self.rule in (None, one["rule"])
            and (self.code is None or self.code in {put["code"] for put in one["outcomes"]})
            for one in rulings
        )


def _named(name: str | None, people: Any) -> bool:
    return name is None or name.casefold() in {one.casefold() for one in people}


class FoundHands(NamedTuple):
    """A page of hands, whether there may be more, and where it ended."""

    hands: list[Json]
    has_more: bool
    last: Place | None


class HandSearch:
    """Looks through the hands of all tables."""

    def __init__(self, store: Store, tables: LiveTables, queries: Queries) -> None:
        self._store = store
        self._tables = tables
        self._queries = queries

    def find(self, caller: Caller, wanted: WantedHands, limit: int) -> FoundHands:
        """The hands that fit, table by table."""
        found: list[Json] = []
        last: Place | None = None
        for looked, (hand, rulings) in enumerate(self._hands(caller, wanted)):
            if len(found) == limit or looked == LOOKED_THROUGH:
                return FoundHands(found, True, last)
            last = hand["table"], hand["number"]
            if wanted.fits(hand, rulings):
                found.append(hand)
        return FoundHands(found, False, last)

    def _hands(
        self, caller: Caller, wanted: WantedHands
    ) -> Iterator[tuple[Json, list[Mapping[str, Any]]]]:
        found = self._heads(caller, wanted)
        for head in sorted(found, key=lambda one: one.table, reverse=wanted.newest_first):
            begin = wanted.after[1] if wanted.after and wanted.after[0] == head.table else None
            for first, last in _chunks(head.summary.get("hand") or 0, begin, wanted.newest_first):
                yield from self._chunk(caller, head.table, first, last, wanted.newest_first)

    def _heads(self, caller: Caller, wanted: WantedHands) -> Iterator[Head]:
        if wanted.table is not None:
            with self._tables.use(wanted.table):
                head = self._store.head(wanted.table)
            assert head is not None
            yield head
            return
        at = wanted.after[0] if wanted.after else None
        for head in self._queries.heads(caller):
            if at is None or (head.table <= at if wanted.newest_first else head.table >= at):
                yield head

    def _chunk(
        self, caller: Caller, table: str, first: int, last: int, newest_first: bool
    ) -> list[tuple[Json, list[Mapping[str, Any]]]]:
        with self._tables.hands(table, first, last) as live:
            visibility = Visibility.of(live, caller)
            rulings = self._queries.given(visibility, table, first, last)
            numbers = [n for n in live.hand_ends if first <= n <= last]
            found = []
            for number in sorted(numbers, reverse=newest_first):
                own = [one for one in rulings if one["hand"] == number]
                found.append((self._told(live, number, own), own))
            return found

    def _told(self, live: LiveTable, number: int, rulings: list[Mapping[str, Any]]) -> Json:
        short = hand_in_short(live, number, rulings)
        (stored,) = self._store.entries(live.table, short["first"] - 1, 1)
        state: State = live.hand_ends[number]
        dealt_in = state.hand.seats if state.hand is not None else ()
        return short | {
            "table": live.table,
            "started_at": content_of(stored)["recorded_at"],
            "dealer": state.dealer,
            "players": {str(s): p.name for s, p in state.players.items() if s in dealt_in},
            "disputed": _disputed(live, short["first"], short["last"]),
        }


def _disputed(live: LiveTable, first: int, last: int) -> bool:
    """Whether the floor was called in the hand, or decided something."""
    entries = (live.docket.entry(seq).event for seq in range(first, last + 1))
    return any(isinstance(event, DISPUTES) for event in entries)


def _chunks(newest: int, after: int | None, newest_first: bool) -> Iterator[tuple[int, int]]:
    """Numbers of hands, from one up to another, in the order asked for."""
    if newest_first:
        last = newest if after is None else after - 1
        for end in range(last, 0, -CHUNK):
            yield max(end - CHUNK + 1, 1), end
        return
    for first in range(1 if after is None else after + 1, newest + 1, CHUNK):
        yield first, min(first + CHUNK - 1, newest)
