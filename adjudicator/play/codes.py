"""Every code of an outcome, collected from the drawers of its subject."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.play.betting import outcomes as betting
from adjudicator.play.cards import outcomes as cards
from adjudicator.play.deal import outcomes as deal
from adjudicator.play.draw import outcomes as draw
from adjudicator.play.muck import outcomes as muck
from adjudicator.play.opening import outcomes as opening
from adjudicator.play.outcome import Code, Why
from adjudicator.play.posting import outcomes as posting
from adjudicator.play.seating import outcomes as seating
from adjudicator.play.showdown import outcomes as showdown
from adjudicator.play.speech import outcomes as speech

DRAWERS = (betting, cards, deal, draw, muck, opening, posting, seating, showdown, speech)

CODES: Mapping[str, Code] = {
    code.name: code
    for drawer in DRAWERS
    for code in vars(drawer).values()
    if isinstance(code, Code)
}

# What a rulebook orders by a name of its own is said, and changes nothing.
OF_THE_HOUSE = Code("", effect=Why("the engine does not know it"), undo=Why("nothing was done"))


def code_of(name: str) -> Code:
    """The code of this name, or one that does nothing."""
    return CODES.get(name, OF_THE_HOUSE)
