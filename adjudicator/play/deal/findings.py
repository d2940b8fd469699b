"""What can be irregular about a card that leaves the stub."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.play.finding import Finding


class FirstCard(Finding):
    """The first card of a hand leaves the stub."""


class BurnMissing(Finding):
    """Cards are dealt without the burn that comes first, in the deal or in a draw."""

    concerns: ClassVar[str] = "cards"
    stage: str
    card: str | None = None
    drawing: bool = False


class BurnExtra(Finding):
    """A burn that is not due, in the deal or in a draw."""

    concerns: ClassVar[str] = "cards"
    stage: str
    game_burns: bool
    card: str | None = None
    drawing: bool = False


class PrematureCard(Finding):
    """A card is dealt while a betting round or a draw is open."""

    concerns: ClassVar[str] = "cards"
    to: int | str
    card: str | None


class ExtraBoardCard(Finding):
    """A board card too many: one more than this stage has, or while none is due."""

    concerns: ClassVar[str] = "cards"
    card: str | None
    stage: str


class WrongFace(Finding):
    """A card dealt to a seat with another face than the plan has."""

    seat: int
    card: str | None
    meant: str


class BoardCardDown(Finding):
    """A board card is dealt face down."""

    concerns: ClassVar[str] = "cards"
    stage: str


class LastCardUp(Finding):
    """The last card of a stud hand, meant to lie face down, is dealt face up."""

    seat: int
    card: str | None
    meant: str


class HoleCardUp(Finding):
    """A hole card of the first deal is turned up by the dealer; ``both`` of them are."""

    seat: int
    card: str | None
    both: bool


class BurnPassedBy(Finding):
    """The next card is dealt while one burned by mistake lies there; ``burn`` is its entry."""

    burn: int


class CutBy(Finding):
    """Somebody else cuts than the player on the dealer's right."""

    seat: int
    due: int


class DealtOut(Finding):
    """A card dealt to a seat that is out of the hand."""

    concerns: ClassVar[str] = "cards"
    to: int


class BonusMissed(Finding):
    """A card goes elsewhere while a bonus card is due at once."""

    seat: int
    after_action: bool


class PlayerTookCard(Finding):
    """A player took a card from the stub; ``due`` if it was the very card due there."""

    by: int
    to: int | str
    card: str | None
    up: bool
    due: bool


class VoidPlayedOn(Finding):
    """A deal that a ruling had made void is played on."""
