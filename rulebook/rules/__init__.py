"""The rules by topic; each file ends with its own tuple, and this is all of them."""

from __future__ import annotations

from adjudicator.rules import Rule
from rulebook.rules import (
    antes_and_entry,
    baseball,
    blinds,
    blue_beacon,
    board_and_burns,
    cards_and_deck,
    exposed_cards,
    general_counts,
    hand_counts,
    misdeals,
    mucked_hands,
    omaha,
    openers,
    pots_and_rulings,
    showdown,
    stud,
    the_draw,
    turn_and_wagers,
    what_was_bet,
)

ALL: tuple[Rule, ...] = (
    *turn_and_wagers.RULES,
    *what_was_bet.RULES,
    *antes_and_entry.RULES,
    *hand_counts.RULES,
    *general_counts.RULES,
    *the_draw.RULES,
    *openers.RULES,
    *cards_and_deck.RULES,
    *misdeals.RULES,
    *exposed_cards.RULES,
    *board_and_burns.RULES,
    *pots_and_rulings.RULES,
    *mucked_hands.RULES,
    *showdown.RULES,
    *blinds.RULES,
    *omaha.RULES,
    *stud.RULES,
    *baseball.RULES,
    *blue_beacon.RULES,
)

# Articles that need no ruling because the engine itself plays by them, and where it does.
IN_THE_ENGINE: dict[str, str] = {
    "draw-high/0.4": "adjudicator.drawing.to_discard",
    "draw-high/0.7": "adjudicator.profile.Profile",
    "draw-high/2": "adjudicator.betting.commit",
    "glossary/button": "adjudicator.seats.clockwise",
    "glossary/ante": "adjudicator.apply.antes_due",
    "glossary/check": "adjudicator.betting.commit",
    "glossary/raise": "adjudicator.betting.target",
    "glossary/discard": "adjudicator.drawing.discard",
    "glossary/action": "adjudicator.betting.commit",
    "glossary/opener": "adjudicator.betting.commit",
    "glossary/bet": "adjudicator.betting.commit",
    "glossary/all-in": "adjudicator.chips.reachable",
    "glossary/joker": "adjudicator.hands.read",
    "glossary/flush": "adjudicator.hands.read",
    "baseball/exposed-ranking": "adjudicator.showdown.best_exposed",
    "baseball/wild-use": "adjudicator.hands.read",
    "baseball/hand-order": "adjudicator.hands.read",
    "baseball/compare": "adjudicator.hands.read",
    "joker/2": "adjudicator.hands.read",
    "joker/3": "adjudicator.hands.read",
    "joker/4": "adjudicator.hands.read",
}
