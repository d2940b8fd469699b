"""What a game sets about the reading of hands."""

from typing import Literal

from adjudicator.values.frozen import Frozen

JokerUse = Literal["bug", "wild"]
OrderName = Literal["high"]


class Ranking(Frozen, cache_hash=True):
    """How hands are read in a game.

    Cards of ``wild_ranks`` are wild. The joker as ``"bug"`` is an ace, or completes a
    straight or a flush; as ``"wild"`` it is a wild card; as ``None`` it is not in use
    and counts as no card. ``own_exactly`` is how many of a seat's own cards must play
    with the board, ``None`` for any mix. ``order`` names the hands that win.
    """

    wild_ranks: frozenset[str] = frozenset()
    joker: JokerUse | None = None
    own_exactly: int | None = None
    natural_beats_joker: bool = False
    order: OrderName = "high"
