"""Calls for the floor, and what became of them."""

from __future__ import annotations

from adjudicator.values.frozen import Frozen, replace

OPEN, ANSWERED, CLOSED = "open", "answered", "closed"


class Call(Frozen):
    """Somebody asked for the floor."""

    seq: int  # the entry that called
    hand: int  # the number of the hand that was on, or of the last one
    by: int | str | None = None  # who called
    seat: int | None = None  # the seat it is about
    about: str | None = None  # what it is about, in words or as a subject
    status: str = OPEN  # open, answered by a decision, or closed by whoever called


Calls = tuple[Call, ...]


def with_status(calls: Calls, seqs: set[int], status: str) -> Calls:
    """The calls, the open ones among these with another status."""
    return tuple(
        replace(one, status=status) if one.seq in seqs and one.status == OPEN else one
        for one in calls
    )


def waiting(calls: Calls) -> Calls:
    """Calls that nobody has answered yet."""
    return tuple(one for one in calls if one.status == OPEN)
