"""Hands: what cards are worth under a game's ranking, which of them play, and the words for it.

`ranking` is the data a game sets; `reading` is what the rest of the engine asks. An order
of hands (`orders`) decides which hand is better: high today, each low a module beside it.
"""

from adjudicator.hands.openers import CouldHaveOpened, could_have_opened, holds_openers
from adjudicator.hands.ranking import JokerUse, OrderName, Ranking
from adjudicator.hands.reading import (
    HandReading,
    read,
    read_upcards,
    strength,
    upcards_strength,
)
from adjudicator.hands.worth import Category

__all__ = [
    "Category",
    "CouldHaveOpened",
    "HandReading",
    "JokerUse",
    "OrderName",
    "Ranking",
    "could_have_opened",
    "holds_openers",
    "read",
    "read_upcards",
    "strength",
    "upcards_strength",
]
