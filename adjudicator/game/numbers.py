"""Numbers that the rules lay down, as they hold in the game that a table plays.

The rulebook's ``numbers.toml`` has each with its unit and the article it comes from; a game
file may set another.
"""

from __future__ import annotations

from adjudicator.values.frozen import Frozen


class Numbers(Frozen, kw_only=True):
    """Numbers of the law, by the names that the rulebook knows them by."""

    cards_in_a_row: int  # the most that one seat is served without a card in between
    calls_that_make_a_pot_play: int  # calls of a false opening
    players_that_close_a_deal: int  # players to act before it is too late for a misdeal
    substantial_acts: int  # acts of any kind that are substantial action
    substantial_acts_with_a_wager: int  # acts that are, where one of them puts chips in
    acts_that_cost_a_turn: int  # acts behind a silent seat that put its turn in doubt
    most_to_announce: int  # cards: the highest limit on the draw that may be announced
    california_most: int  # cards that a seat may draw in that card room
    california_dealers_most: int  # cards that its dealing player may draw
