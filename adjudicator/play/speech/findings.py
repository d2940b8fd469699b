"""What can be irregular about something said or shown out of place."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.play.finding import Finding


class ClockExpired(Finding):
    """A player on the clock has run out of time."""

    concerns: ClassVar[str] = "wager"
    seat: int
    facing: bool
    drawing: bool


class Disclosed(Finding):
    """A hand is shown or named while others may still act on it; ``live`` or folded."""

    seat: int
    live: bool
    shown: bool
