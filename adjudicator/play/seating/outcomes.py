"""What may be ordered about who sits where."""

from __future__ import annotations

from adjudicator.play.outcome import Code, Why
from adjudicator.play.patterns import by_entry

MOVES_BACK = Why("the player moves back, and the entry that records it does")

SEAT_CHANGE_DENIED = Code(
    "seat_change_denied",
    effect=MOVES_BACK,
    undo=MOVES_BACK,
    over=by_entry,
    lasting=True,
    outlives_seat=True,
    outlives_hand=True,
)
