"""What can be irregular about a card that was seen."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.play.finding import Finding


class CardExposed(Finding):
    """A card on its way, or in place, was seen; ``moment`` is where it was going."""

    seat: int | None
    card: str
    by: str
    moment: str
    off_table: bool


class CardSeenTwice(Finding):
    """A card turns up that was seen elsewhere in this hand."""

    comes_last: ClassVar[bool] = True
    card: str
    first: int


class JokerSeen(Finding):
    """A joker turns up where none belongs; ``seat`` holds it, or nobody."""

    seat: int | None
    acted: bool
