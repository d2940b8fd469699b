"""What can be irregular about the draw."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.play.finding import Finding


class DrawOutOfTurn(Finding):
    """A number, or a knock, before its turn in the draw."""

    concerns: ClassVar[str] = "cards"
    seat: int
    due: int | None
    count: int


class DrawAtWrongStage(Finding):
    """A draw begins where the schedule has none; ``second`` after the one there is."""

    concerns: ClassVar[str] = "cards"
    seat: int
    second: bool


class RequestChanged(Finding):
    """A second number; ``lock`` says what stands against it, ``entry`` which entry."""

    concerns: ClassVar[str] = "cards"
    seat: int
    old: int
    new: int
    lock: str
    entry: int


class DrawnBeforeDiscard(Finding):
    """A seat discards after it was served; ``served`` is the entry of the last card."""

    concerns: ClassVar[str] = "cards"
    seat: int
    served: int


class DrawLimitExceeded(Finding):
    """More cards asked than the announced limit."""

    concerns: ClassVar[str] = "cards"
    seat: int
    count: int
    limit: int


class ServedBeyondLimit(Finding):
    """A seat is served more cards than may be drawn."""

    concerns: ClassVar[str] = "cards"
    seat: int
    count: int
    limit: int


class StubRunsOut(Finding):
    """Cards are due in the draw and only the last one of the stub is left."""

    seat: int


class FiveWanted(Finding):
    """A seat wants five new cards; ``last`` in the order of the draw or not."""

    seat: int
    last: bool


class FifthNeedsBurn(Finding):
    """A deferred fifth card whose seat took the last card: a burn comes first."""

    seat: int


class FiveInARow(Finding):
    """A fifth successive card to one seat; ``burn_due`` where a burn was to come first."""

    seat: int
    burn_due: bool


class ServedOutOfOrder(Finding):
    """A replacement goes to another seat than the one to be served."""

    concerns: ClassVar[str] = "cards"
    seat: int
    due: int | None


class ServedUnready(Finding):
    """A replacement comes before the seat has discarded, or has said how many it wants."""

    seat: int
    asked: bool


class ReplacedEarly(Finding):
    """A refused card is replaced before the draw has gone round."""

    seat: int
