"""Reading tables: state, hands, rulings and what proves them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any

from adjudicator.judging.rulings import Ruling
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.table.call import OPEN
from adjudicator.table.hand import Hand
from adjudicator.table.table import Player
from adjudicator.values.amounts import LARGEST
from adjudicator.view import hand_json
from api.service.live_tables import LiveTable, LiveTables
from api.service.masking import names_a_card
from api.service.problems import Problem
from api.service.roles import Caller, Concealed
from api.service.ruling_card import (
    names_of,
    needs_with_verdicts,
    remedies,
    steps,
    with_verdict,
)
from api.service.stored_entries import content_of
from api.service.subjects import subjects
from api.service.taps import taps
from api.service.visibility import Visibility
from api.service.wording import in_words, with_text
from api.store.canonical import EXPIRED_TYPE
from api.store.port import Filter, Found, Head, Store, Stored
from rulebook import Rulebook

Json = dict[str, Any]
PAGE = 500
OPINIONS = (ev.OpinionAsked, ev.OpinionGiven)
LAST = 3  # entries that a tablet shows


class Queries:
    """Answers questions about the record as far as the caller may know; changes nothing."""

    def __init__(self, store: Store, tables: LiveTables, law: Rulebook) -> None:
        self._store = store
        self._tables = tables
        self._law = law

    def tables(self, caller: Caller, after: str, limit: int) -> dict[str, Any]:
        """Tables in order of their id."""
        heads = self._store.heads(after, limit + 1, caller.tables)
        tables = [table_json(head) for head in heads[:limit]]
        return {"tables": tables, "has_more": len(heads) > limit}

    def table(self, caller: Caller, table: str) -> dict[str, Any]:
        """One table with its state."""
        with self._seen_by(caller, table) as (live, visibility):
            head = self._store.head(table)
            assert head is not None
            return table_json(head) | {"state": visibility.state(live.docket.state)}

    def told(self, caller: Caller, table: str, after: int, limit: int) -> list[dict[str, Any]]:
        """Entries in order, those after number ``after``, each with its sentence."""
        entries = self.entries(caller, table, after, limit)
        if not entries or any(map(_dropped, entries)):
            return entries
        with self._tables.around(table, entries[0]["seq"], entries[-1]["seq"]) as live:
            players = [live.hand_ends[live.hand_of(one["seq"])].players for one in entries]
        return [with_text(*one) for one in zip(entries, players, strict=True)]

    def entries(self, caller: Caller, table: str, after: int, limit: int) -> list[dict[str, Any]]:
        """Entries as they are stored, as far as the caller may know them, and nothing beside."""
        entries = [content_of(one) for one in self._store.entries(table, after, limit)]
        if caller.role.concealed is Concealed.ALWAYS or any(map(_dropped, entries)):
            return entries
        if not entries:
            with self._seen_by(caller, table):
                return []
        with self._tables.around(table, entries[0]["seq"], entries[-1]["seq"]) as live:
            return Visibility.of(live, caller).entries(entries)

    def stream(self, caller: Caller, table: str, after: int) -> Iterator[dict[str, Any]]:
        """All entries after number ``after``, in order."""
        full = True
        while full and (page := self.entries(caller, table, after, PAGE)):
            yield from page
            after, full = page[-1]["seq"], len(page) == PAGE

    def happened(self, caller: Caller, table: str, first: int, count: int) -> list[dict[str, Any]]:
        """Entries, each with the rulings it gave or touched as they stand now."""
        with self._seen_by(caller, table, first) as (live, visibility):
            stored = self._store.entries(table, first - 1, count)
            calls = [one for one in self._calls(live, visibility) if one["status"] == OPEN]
            happened = [_happened(live, visibility, one) | {"calls": calls} for one in stored]
            players = live.docket.state.players
        return [one | {"rulings": self._with_verdicts(one["rulings"], players)} for one in happened]

    def state(self, caller: Caller, table: str, at: int | None) -> tuple[int, dict[str, Any]]:
        """The state after an entry, by default the last, and that entry's number."""
        if at is None:
            with self._seen_by(caller, table) as (live, visibility):
                at, state = live.version, visibility.state(live.docket.state)
        else:
            with self._tables.around(table, at + 1, at) as live:
                state = Visibility.of(live, caller).state(live.docket.state_at(at))
        return at, state | {"version": at}

    def taps(self, caller: Caller, table: str) -> dict[str, Any]:
        """What a tablet shows: the state, what may be tapped, the last entries in words."""
        with self._seen_by(caller, table) as (live, visibility):
            docket, last = live.docket, live.version
            state = visibility.state(docket.state)
            stored = self._store.entries(table, max(0, last - LAST), LAST)
            entries = [visibility.entry(content_of(one)) for one in stored]
            standing = (one for one in docket.rulings.values() if one.hand == docket.state.number)
            rulings = visibility.rulings(one.wire() for one in standing)
            return {
                "version": last,
                "state": state,
                "taps": taps(state, docket.state.players),
                "last": [with_text(one, docket.state.players) for one in entries],
                "rulings": self._with_verdicts(rulings, docket.state.players),
            }

    def calls(self, caller: Caller, table: str | None, status: str | None) -> list[dict[str, Any]]:
        """Calls for the floor, the oldest first; by default those that wait, at all tables."""
        found = []
        for head in self.heads(caller):
            if table not in (None, head.table) or not (table or head.summary.get("calls")):
                continue  # without a table only those are told that wait
            with self._seen_by(caller, head.table) as (live, visibility):
                told = self._calls(live, visibility)
                asked = {one["seq"]: _asked(live, visibility, one["seq"]) for one in told}
            found += [
                {"table": head.table, **one, "with_whom": asked[one["seq"]]}
                for one in told
                if status in (None, one["status"])
            ]
        return sorted(found, key=lambda one: str(one["opened_at"]))

    def _calls(self, live: LiveTable, visibility: Visibility) -> list[dict[str, Any]]:
        """The calls of a table's state with their sentences and the times they were made."""
        state = live.docket.state
        return [self._call(live.table, one, state.players) for one in visibility.calls(state)]

    def _call(self, table: str, one: Json, players: Mapping[int, Player]) -> Json:
        (stored,) = self._store.entries(table, one["seq"] - 1, 1)
        said = {name: one[name] for name in ("by", "seat", "about") if one[name]}
        text = in_words({"type": "floor_called"} | said, players)
        return {**one, "opened_at": stored.recorded_at, "text": text}

    def subjects(self, caller: Caller, table: str | None) -> list[Json]:
        """What may be asked or reported, and whether it makes sense at a table now."""
        if table is None:
            return subjects(self._law, None)
        with self._seen_by(caller, table) as (live, _):
            return subjects(self._law, live.docket.state)

    def heads(self, caller: Caller) -> Iterator[Head]:
        """Every table of the caller's, in order of their id."""
        after, full = "", True
        while full:
            page = self._store.heads(after, PAGE, caller.tables)
            full = len(page) == PAGE
            yield from page
            after = page[-1].table if page else after

    @contextmanager
    def _seen_by(
        self, caller: Caller, table: str, since: int | None = None
    ) -> Iterator[tuple[LiveTable, Visibility]]:
        with self._tables.use(table, since=since) as live:
            yield live, Visibility.of(live, caller)

    def hands(self, caller: Caller, table: str, after: int, limit: int) -> dict[str, Any]:
        """Hands in short, in order, those after number ``after``."""
        first, last = after + 1, min(after + limit, LARGEST)
        with self._tables.hands(table, first, last) as live:
            numbers = [n for n in sorted(live.hand_ends) if first <= n <= last]
            more = live.docket.state.number > last
            rulings = self.given(Visibility.of(live, caller), table, first, last)
            hands = [
                hand_in_short(live, n, [r for r in rulings if r["hand"] == n]) for n in numbers
            ]
        return {"hands": hands, "has_more": more}

    def given(
        self, visibility: Visibility, table: str, first: int, last: int
    ) -> list[Mapping[str, Any]]:
        """The rulings of some hands that the reader may know of, as they stand now."""
        wanted = Filter(table=table, hands=(first, last))
        bodies = (dict(found.body) for found in self._store.rulings(wanted, LARGEST))
        return [body for body in bodies if not visibility.withholds(body)]

    def hand(self, caller: Caller, table: str, number: int) -> dict[str, Any]:
        """One hand with its timeline and how it stood at its end."""
        with self._tables.use(table) as live:
            newest = live.docket.state.number
        if not 1 <= number <= newest:
            known = f"1 to {newest}" if newest else "none yet"
            detail = f"There is no hand {number} at this table; hands: {known}."
            raise Problem("NOT_FOUND", detail, {"number": [detail]})
        with self._tables.hands(table, number, number) as live:
            visibility = Visibility.of(live, caller)
            rulings = self.given(visibility, table, number, number)
            summary = hand_in_short(live, number, rulings)
            hand = live.hand_ends[number].hand
            first, last = summary["first"], summary["last"]
            return summary | {
                "state": None if hand is None else visibility.hand(hand, hand_json(hand)),
                "timeline": [
                    with_text(one, live.hand_ends[number].players)
                    for one in self._timeline(live, visibility, first, last, rulings)
                ],
            }

    def _timeline(
        self,
        live: LiveTable,
        visibility: Visibility,
        first: int,
        last: int,
        now: Iterable[Mapping[str, Any]],
    ) -> list[dict[str, Any]]:
        stored = self._store.entries(live.table, first - 1, last - first + 1)
        standing = {ruling["id"]: ruling for ruling in now}
        found = []
        for one in stored:
            rulings = visibility.rulings(_rulings_of(live, one.seq, standing))
            players = live.hand_ends[live.hand_of(one.seq)].players
            told = {"rulings": self._with_verdicts(rulings, players)}
            found.append(visibility.entry(content_of(one)) | told)
        return found

    def _with_verdicts(self, rulings: Iterable[Json], players: Mapping[int, Player]) -> list[Json]:
        names = names_of(players)
        return [with_verdict(one, self._law, names) for one in rulings]

    def rulings(self, caller: Caller, wanted: Filter, limit: int) -> dict[str, Any]:
        """Rulings that fit, in the order they were given."""
        if wanted.table is not None and self._store.head(wanted.table) is None:
            with self._tables.use(wanted.table):
                pass
        rulings = list(islice(self._visible(caller, wanted, limit + 1), limit + 1))
        page = rulings[:limit]
        return {
            # Who sat there is not known here without judging the table anew: seats have numbers.
            "rulings": [with_verdict(content, self._law, {}) for content, _ in page],
            "has_more": len(rulings) > limit,
            "after": "~".join(map(str, page[-1][1].place)) if page else "",
        }

    def _visible(
        self, caller: Caller, wanted: Filter, limit: int
    ) -> Iterator[tuple[dict[str, Any], Found]]:
        """Rulings as the caller may know them; those that are withheld leave no gap."""
        full = True
        while full:
            page = self._store.rulings(wanted, limit)
            full = len(page) == limit
            for one in page:
                content = self._visible_content(caller, one)
                if content is not None:
                    yield content, one
            if page:
                wanted = replace(wanted, after=page[-1].place)

    def _visible_content(self, caller: Caller, found: Found) -> dict[str, Any] | None:
        where = {"table": found.table, "recorded_at": found.recorded_at}
        content = dict(found.body)
        if caller.role.concealed is not Concealed.ALWAYS and names_a_card(content):
            with self._seen_by(caller, found.table, found.place[2]) as (_, visibility):
                if visibility.withholds(content):
                    return None
                content = visibility.ruling(content)
        return content | where

    def ruling(self, caller: Caller, table: str, name: str) -> dict[str, Any]:
        """One ruling explained in full: the law it cites and the entries that prove it."""
        with self._seen_by(caller, table, _begins(name)) as (live, visibility):
            ruling = _ruling(live, visibility, name)
            proofs = {fact.seq for fact in ruling.because} | {ruling.seq}
            ended = live.hand_ends.get(ruling.hand)
            players = (live.docket.state if ended is None else ended).players
            card = self._card(live, visibility, ruling, players)
            return with_verdict(card, self._law, names_of(players)) | {
                "table": table,
                "opened_at": self._recorded(table, ruling.seq)["recorded_at"],
                "articles": self._articles(ruling.cites),
                "entries": visibility.entries(self._entries(table, proofs)),
                "decisions": visibility.entries(
                    self._entries(table, _about(live, name, ev.FloorDecided))
                ),
                "opinions": visibility.entries(self._entries(table, _about(live, name, *OPINIONS))),
            }

    def _card(
        self,
        live: LiveTable,
        visibility: Visibility,
        ruling: Ruling,
        players: Mapping[int, Player],
    ) -> Json:
        """The ruling with its steps and remedies, its facts with who recorded them and when."""
        more = {
            "needs": needs_with_verdicts(ruling, self._law, players),
            "steps": steps(live.docket.state, ruling, self._law.wordings, players),
            "remedies": remedies(visibility.docket(), ruling, self._law, players),
        }
        content = visibility.ruling(ruling.wire() | more)
        facts = [
            fact | self._recorded(live.table, fact["seq"], "recorded_by")
            for fact in content["because"]
        ]
        weighed = [
            one | {"heading": article.heading if article is not None else ""}
            for one in content["considered"]
            for article in (self._law.article(one["rule"]),)
        ]
        return content | {"because": facts, "considered": weighed}

    def _recorded(self, table: str, seq: int, *more: str) -> Json:
        """When an entry was recorded, and more about it where its content is still there."""
        (stored,) = self._store.entries(table, seq - 1, 1)
        content = content_of(stored)
        return {name: content[name] for name in ("recorded_at", *more) if name in content}

    def knows_ruling(self, caller: Caller, table: str, name: str) -> None:
        """Return if the table has the ruling and the caller may know of it."""
        with self._seen_by(caller, table, _begins(name)) as (live, visibility):
            _ruling(live, visibility, name)

    def _articles(self, cites: Iterable[str]) -> list[Mapping[str, Any]]:
        articles = (self._law.article(cited) for cited in cites)
        return [article.wire() for article in articles if article is not None]

    def _entries(self, table: str, seqs: Iterable[int]) -> list[dict[str, Any]]:
        return [
            content_of(one)
            for seq in sorted(seqs)
            for one in self._store.entries(table, seq - 1, 1)
        ]


def _happened(live: LiveTable, visibility: Visibility, stored: Stored) -> dict[str, Any]:
    entry, rulings = live.docket.entry(stored.seq), live.docket.rulings
    named = dict.fromkeys((*(one.id for one in entry.rulings), *entry.touched))
    return {
        "table": live.table,
        "version": stored.seq,
        "entry": with_text(visibility.entry(content_of(stored)), live.docket.state.players),
        "rulings": visibility.rulings(rulings[name].wire() for name in named if name in rulings),
    }


def _dropped(entry: Mapping[str, Any]) -> bool:
    """Whether an entry's content is gone, or it says that of those before it."""
    return bool(entry.get("expired")) or entry["event"]["type"] == EXPIRED_TYPE


def table_json(head: Head) -> dict[str, Any]:
    """A table in the list of tables."""
    return {
        "table": head.table,
        "version": head.version,
        "opened_at": head.opened_at,
        "recorded_at": head.recorded_at,
        **head.summary,
    }


def _begins(ruling: str) -> int | None:
    """The entry that a ruling was given at, as its id has it."""
    match = re.fullmatch(r"\d+-(\d{1,15})-\d+", ruling)
    return int(match[1]) if match else None


def hand_in_short(
    live: LiveTable, number: int, rulings: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """A hand in short: where it lies in the log, its rulings, and how it stood at its end."""
    base, state = live.docket.base, live.hand_ends[number]
    rulings = list(rulings)
    return {
        "number": number,
        "first": base + live.hand_numbers.index(number) + 1,
        "last": base + len(live.hand_numbers) - live.hand_numbers[::-1].index(number),
        "rulings": [ruling["id"] for ruling in rulings],
        "open": [ruling["id"] for ruling in rulings if ruling["status"] == "open"],
        **({} if state.hand is None else _hand_end(state.hand)),
    }


def _hand_end(hand: Hand) -> dict[str, Any]:
    content = hand_json(hand)
    kept = ("phase", "button", "pot", "result")
    return {name: content[name] for name in kept if name in content} | {
        "game": hand.profile.id,
        "edition": hand.edition,
        "ended": bool(hand.ended),
    }


def _rulings_of(
    live: LiveTable, seq: int, standing: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The rulings listed at an entry, as they stand now."""
    listed = live.docket.listed(live.docket.entry(seq))
    return [dict(standing.get(ruling.id) or ruling.wire()) for ruling in listed]


def _ruling(live: LiveTable, visibility: Visibility, name: str) -> Ruling:
    """The ruling of this id, if the reader may know of it."""
    visible = {n: one for n, one in live.docket.rulings.items() if visibility.knows_of(one)}
    if name not in visible:
        known = ", ".join(list(visible)[-5:]) or "none yet"
        detail = f"There is no ruling {name!r} at this table; the last ones: {known}."
        raise Problem("NO_SUCH_RULING", detail, {"ruling": [detail]})
    return visible[name]


def _about(live: LiveTable, name: str, *kinds: type[Event]) -> list[int]:
    """The entries of some types that are about a ruling."""
    return [
        entry.seq
        for entry in live.docket.entries
        if isinstance(entry.event, kinds) and getattr(entry.event, "ruling", None) == name
    ]


def _asked(live: LiveTable, visibility: Visibility, call: int) -> str | None:
    """Who was asked about a call and has not answered yet."""
    of = None
    for entry in live.docket.entries:
        event = live.docket.in_force(entry)
        if isinstance(event, ev.OpinionAsked) and event.call == call:
            of = visibility.event(event.content(), entry.seq)["of"]
        elif isinstance(event, ev.OpinionGiven) and event.call == call:
            of = None
    return of
