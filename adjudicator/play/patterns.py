"""Entries described by some of their fields, as rulings ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.log.events import Event
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand

Pattern = Mapping[str, Any]


def matches(pattern: Pattern, event: Event) -> bool:
    """Whether an entry is of the kind a pattern describes; of a wager more will do."""
    if pattern.get("type") != event.type:
        return False
    for name, value in pattern.items():
        if name == "type":
            continue
        found = getattr(event, "from_" if name == "from" else name, None)
        enough = name == "to" and event.type == "acted" and (found or 0) >= value
        if found != value and not enough:
            return False
    return True


def asked_for(due: Due, event: Event) -> bool:
    """Whether an entry is one that a due waits for."""
    return any(matches(pattern, event) for pattern in due.by)


def by_entry(due: Due, hand: Hand, event: Event) -> bool:
    """Whether an entry has done what is due, or has made it too late.

    A bonus card is owed for as long as its seat lacks one: that of the next street does
    not make up for it.
    """
    seat = hand.seats.get(due.seat) if due.seat is not None else None
    if (
        seat is not None
        and _bonus_owed(due)
        and (seat.bonus_cards.due or seat.bonus_cards.late > 0)
    ):
        return False
    return (event.type == "dealt" and _passed_by(due)) or asked_for(due, event)


def _bonus_owed(due: Due) -> bool:
    """Whether an upcard is asked for."""
    return any(p.get("type") == "dealt" and p.get("face") == "up" for p in due.by)


def _passed_by(due: Due) -> bool:
    """Whether dealing on leaves a burn where it is; before a board it can still be mended."""
    from_burn = [p for p in due.by if p.get("from") == "burn"]
    return bool(from_burn) and all(p.get("to") != "board" for p in from_burn)
