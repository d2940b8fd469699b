"""Corrections of the record: what stands for which entry, and which rulings keep their id.

An entry that was corrected stays in the log; another event, or nothing, stands for it from
then on. A correction can be corrected too, which undoes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.errors import Refused
from adjudicator.judging.rulings import Ruling
from adjudicator.log.events import EntryCorrected, Event, TableOpened
from adjudicator.log.reading import parse
from adjudicator.record.entries import Entry, HistoryTruncated
from adjudicator.table.table import State
from adjudicator.values.frozen import replace

ENVELOPE = ("id", "at", "hand", "device_seq", "observer")

# What stands for an entry, by its number; ``None``: nothing.
Fixes = Mapping[int, Event | None]


# --- What stands for entries ---------------------------------------------------------


def corrected(entries: Sequence[Entry], fixes: Fixes, event: EntryCorrected, base: int) -> Fixes:
    """What stands for entries once this is corrected as well."""
    target = _target(entries, event, base)
    if isinstance(target.event, EntryCorrected):
        return _without(entries, target)
    return {**fixes, target.seq: _replacement(event, target)}


def first_changed(now: Fixes, before: Fixes) -> int | None:
    """The first entry for which something else stands."""
    changed = (s for s in now.keys() | before.keys() if now.get(s, 0) is not before.get(s, 0))
    return min(changed, default=None)


def _target(entries: Sequence[Entry], event: EntryCorrected, base: int) -> Entry:
    if 1 <= event.entry <= base:
        raise HistoryTruncated(event.entry)
    found = next((e for e in entries if e.seq == event.entry), None)
    if found is None:
        last = entries[-1].seq if entries else 0
        message = f"found {event.entry}; the last entry is {last}"
        raise Refused("NO_SUCH_ENTRY", f"No entry to correct: {message}.", {"entry": [message]})
    if isinstance(found.event, TableOpened):
        detail = "table_opened cannot be corrected; open another table."
        raise Refused("NOT_CORRECTABLE", detail, {"entry": [detail]}, entry=found.seq)
    return found


def _replacement(event: EntryCorrected, target: Entry) -> Event | None:
    if event.replacement is None:
        return None
    kept = {k: v for k, v in target.event.content().items() if k in ENVELOPE}
    content = {k: v for k, v in event.replacement.items() if k not in ENVELOPE}
    new = parse({**content, **kept})
    if isinstance(new, EntryCorrected | TableOpened):
        detail = f"An entry cannot be replaced by {new.type}."
        raise Refused("NOT_CORRECTABLE", detail, {"replacement.type": [detail]})
    return new


def _without(entries: Sequence[Entry], undone: Entry) -> Fixes:
    """What stands once one correction is undone; later undoings count."""
    undone_by = {undone.seq}
    made = {e.seq: e.event for e in entries if isinstance(e.event, EntryCorrected)}
    for seq in sorted(made, reverse=True):
        if seq not in undone_by and made[seq].entry in made:
            undone_by.add(made[seq].entry)
    fixes: dict[int, Event | None] = {}
    for seq, correction in made.items():
        if seq not in undone_by and correction.entry not in made:
            target = next(e for e in entries if e.seq == correction.entry)
            fixes[correction.entry] = _replacement(correction, target)
    return fixes


# --- Which rulings keep their id -----------------------------------------------------


class Anew(NamedTuple):
    """What judging a log anew has come to.

    ``statuses`` are those of the rulings given before, ``fresh`` the rulings that follow only
    now, ``names`` the ids under which every ruling that follows now goes from here on.
    """

    statuses: Mapping[str, str]
    fresh: tuple[Ruling, ...]
    names: Mapping[str, str]


def compared(before: Iterable[Ruling], now: Iterable[Ruling], start: int, seq: int) -> Anew:
    """The rulings given after ``start``, and those that follow from the log as corrected.

    What follows either way keeps its id; what no longer follows is withdrawn; what is new is
    numbered under the correcting entry ``seq``, what rests on an unconfirmed card last.
    """
    old = {same(r): r for r in before if r.arose > start and r.status != "withdrawn"}
    new = {same(r): r for r in sorted(now, key=lambda one: bool(one.unconfirmed))}
    statuses = {r.id: new[key].status if key in new else "withdrawn" for key, r in old.items()}
    kept = {new[key].id: old[key].id for key in new.keys() & old.keys()}
    unknown = [ruling for key, ruling in new.items() if key not in old]
    numbered = {r.id: f"{r.hand}-{seq}-{place}" for place, r in enumerate(unknown, 1)}
    fresh = tuple(replace(ruling, id=numbered[ruling.id], seq=seq) for ruling in unknown)
    return Anew(statuses, fresh, kept | numbered)


def same(ruling: Ruling) -> tuple[Any, ...]:
    """What makes two rulings the same one, given at two judgings of the log."""
    return ruling.hand, ruling.arose, ruling.key


def renamed(state: State, names: Mapping[str, str]) -> State:
    """The state with its rulings under the ids they go by."""
    dues = tuple(replace(d, ruling=names.get(d.ruling, d.ruling)) for d in state.dues)
    rulings = {names.get(n, n): _renamed(r, names) for n, r in state.rulings.items()}
    return replace(state, dues=dues, rulings=rulings)


def _renamed(ruling: Ruling, names: Mapping[str, str]) -> Ruling:
    follows = names.get(ruling.follows, ruling.follows)
    return replace(ruling, id=names.get(ruling.id, ruling.id), follows=follows)


def given_at(ruling: str) -> int:
    """The entry that a ruling was given at, as its id has it; 0 if that is no id."""
    seq = ruling.split("-")[1:2]
    return int(seq[0]) if seq and seq[0].isdecimal() else 0
