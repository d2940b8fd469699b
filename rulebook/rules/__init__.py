"""The rules by topic; each file ends with its own tuple, and this is all of them."""

from __future__ import annotations

from adjudicator.rules import Rule
from rulebook.rules import (
    antes_and_entry,
    cards_and_deck,
    hand_counts,
    openers,
    pots_and_rulings,
    the_draw,
    turn_and_wagers,
)

ALL: tuple[Rule, ...] = (
    *turn_and_wagers.RULES,
    *antes_and_entry.RULES,
    *hand_counts.RULES,
    *the_draw.RULES,
    *openers.RULES,
    *cards_and_deck.RULES,
    *pots_and_rulings.RULES,
)
