"""Reading tables: state, hands, rulings and what proves them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator import events as ev
from adjudicator.docket import Entry
from adjudicator.rules import Ruling
from adjudicator.state import State
from adjudicator.view import state_json
from api.dockets import Dockets, Live, content_of
from api.problems import Problem
from api.store.port import Filter, Found, Head, Store
from rulebook import Rulebook


class Reader:
    """Answers questions about the record; changes nothing."""

    def __init__(self, store: Store, dockets: Dockets, law: Rulebook) -> None:
        self._store = store
        self._dockets = dockets
        self._law = law

    def tables(self, after: str, limit: int) -> dict[str, Any]:
        """Tables in order of their id."""
        heads = self._store.heads(after, limit + 1)
        more = len(heads) > limit
        found = [table_json(head) for head in heads[:limit]]
        return {"tables": found, "has_more": more}

    def table(self, table: str) -> dict[str, Any]:
        """One table with its state."""
        with self._dockets.use(table) as live:
            head = self._store.head(table)
            assert head is not None
            return table_json(head) | {"state": state_json(live.docket.state)}

    def state(self, table: str, at: int | None) -> tuple[int, dict[str, Any]]:
        """The state after an entry, by default the last, and that entry's number."""
        with self._dockets.use(table) as live:
            seq = live.version if at is None else at
            state = live.docket.state_at(seq)
        return seq, state_json(state) | {"version": seq}

    def hands(self, table: str) -> dict[str, Any]:
        """Every hand in short."""
        with self._dockets.use(table) as live:
            return {"hands": [_hand(live, n) for n in sorted(live.ends) if n]}

    def hand(self, table: str, number: int) -> dict[str, Any]:
        """One hand with its timeline and how it stood at its end."""
        with self._dockets.use(table) as live:
            if number not in live.ends or not number:
                hands = [n for n in live.ends if n]
                last = f"1 to {max(hands)}" if hands else "none yet"
                detail = f"There is no hand {number} at this table; hands: {last}."
                raise Problem("NOT_FOUND", detail, {"number": [detail]})
            found = _hand(live, number)
            found["state"] = state_json(live.ends[number])["hand"]
            found["timeline"] = self._timeline(live, found["first"], found["last"])
        return found

    def _timeline(self, live: Live, first: int, last: int) -> list[dict[str, Any]]:
        stored = self._store.entries(live.table, first - 1, last - first + 1)
        return [
            content_of(one) | {"rulings": _rulings_of(live, live.entry(one.seq))} for one in stored
        ]

    def rulings(self, wanted: Filter, after: int, limit: int) -> dict[str, Any]:
        """Rulings that fit, in the order they were given."""
        if wanted.table is not None and self._store.head(wanted.table) is None:
            with self._dockets.use(wanted.table):
                pass
        found = self._store.rulings(wanted, after, limit + 1)
        page = found[:limit]
        return {
            "rulings": [_found_json(one) for one in page],
            "has_more": len(found) > limit,
            "after": page[-1].number if page else after,
        }

    def ruling(self, table: str, name: str) -> dict[str, Any]:
        """One ruling explained in full: the law it cites and the entries that prove it."""
        with self._dockets.use(table) as live:
            ruling = _ruling(live, name)
            proofs = {fact.seq for fact in ruling.because} | {ruling.seq}
            decisions = _decisions(live, name)
        return ruling.wire() | {
            "table": table,
            "articles": self._articles(ruling.cites),
            "entries": self._entries(table, proofs),
            "decisions": self._entries(table, decisions),
        }

    def knows_ruling(self, table: str, name: str) -> None:
        """Return if the table has the ruling."""
        with self._dockets.use(table) as live:
            _ruling(live, name)

    def _articles(self, cites: Iterable[str]) -> list[Mapping[str, Any]]:
        found = (self._law.article(cited) for cited in cites)
        return [article.wire() for article in found if article is not None]

    def _entries(self, table: str, seqs: Iterable[int]) -> list[dict[str, Any]]:
        return [
            content_of(one)
            for seq in sorted(seqs)
            for one in self._store.entries(table, seq - 1, 1)
        ]


def table_json(head: Head) -> dict[str, Any]:
    """A table in the list of tables."""
    return {
        "table": head.table,
        "version": head.version,
        "opened_at": head.opened_at,
        "recorded_at": head.recorded_at,
        **head.summary,
    }


def _found_json(found: Found) -> dict[str, Any]:
    where = {"table": found.table, "recorded_at": found.recorded_at}
    return dict(found.body) | where


def _hand(live: Live, number: int) -> dict[str, Any]:
    first = live.numbers.index(number) + 1
    last = len(live.numbers) - live.numbers[::-1].index(number)
    state: State = live.ends[number]
    named = [r for r in live.docket.rulings.values() if r.hand == number]
    found: dict[str, Any] = {
        "number": number,
        "first": first,
        "last": last,
        "rulings": [ruling.id for ruling in named],
        "open": [ruling.id for ruling in named if ruling.status == "open"],
    }
    if state.hand is not None:
        hand = state_json(state)["hand"]
        kept = ("phase", "button", "pot", "result")
        found |= {name: hand[name] for name in kept if name in hand}
        found |= {"game": state.hand.profile.id, "edition": state.hand.edition}
        found["ended"] = bool(state.hand.ended)
    return found


def _rulings_of(live: Live, entry: Entry) -> list[dict[str, Any]]:
    return [ruling.wire() for ruling in live.docket.listed(entry)]


def _ruling(live: Live, name: str) -> Ruling:
    found = live.docket.rulings.get(name)
    if found is None:
        known = ", ".join(list(live.docket.rulings)[-5:]) or "none yet"
        detail = f"There is no ruling {name!r} at this table; the last ones: {known}."
        raise Problem("NO_SUCH_RULING", detail, {"ruling": [detail]})
    return found


def _decisions(live: Live, name: str) -> list[int]:
    return [
        entry.seq
        for entry in live.docket.entries
        if isinstance(entry.event, ev.FloorDecided) and entry.event.ruling == name
    ]
