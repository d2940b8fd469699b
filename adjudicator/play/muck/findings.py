"""Hands the dealer takes in, and hands that come back from the muck."""

from __future__ import annotations

from adjudicator.play.finding import Finding
from adjudicator.values.amounts import Amount


class HandTakenIn(Finding):
    """The dealer takes in a live hand that does not lie open; ``uncalled`` is its bet."""

    seat: int
    how: str
    part_shown: bool
    uncalled: Amount


class HandRetrieved(Finding):
    """A hand comes back from the muck; ``facing`` a wager, or ``acted_on`` since.

    ``thrown_free``: the cards were thrown away in a round with nothing to call.
    """

    seat: int
    how: str
    status: str
    facing: bool
    acted_on: bool
    at_showdown: bool
    thrown_free: bool


class MuckedAllIn(Finding):
    """A hand that has to lie open is thrown away by its owner."""

    seat: int
    how: str
