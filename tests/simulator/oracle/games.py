"""The games as a dealer has them in mind: what is dealt, who begins, what a bet is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

BUTTON, BIG_BLIND, OPENER, LOW_CARD, HIGH_BOARD = "button", "big blind", "opener", "low", "high"


@dataclass(frozen=True)
class Street:
    """One step of a hand: cards to everybody, cards to the board, a draw, or betting."""

    kind: str  # deal, board, draw, bet
    faces: tuple[str, ...] = ()  # of a deal
    cards: int = 0  # of a board
    bet: int = 0  # of a betting round
    first: str = BUTTON  # who begins it, or gets the first card
    burn: bool = False


@dataclass(frozen=True)
class Game:
    """A game at its stakes, with what the house chose."""

    id: str
    streets: tuple[Street, ...]
    raises: int  # after the bet, where three or more can still act
    capped_heads_up: bool = False
    ante: int = 0
    small_blind: int = 0
    big_blind: int = 0
    bring_in: int = 0
    joker: bool = False
    openers: bool = False  # a pair of jacks or better opens
    passes_out: bool = False  # without an opening the antes ride to the next deal
    open_double: bool = False  # the pot may be opened for a bet and a raise
    partial_open: bool = False  # an all-in opening of less than half a bet costs a whole one
    ante_limit: int | None = None
    own_exactly: int | None = None
    wild_ranks: str = ""
    bonus: str = ""  # an upcard of this rank earns another
    owed_in_full: bool = False  # nobody is all-in, balances go below zero
    fractions: bool = False
    by_suit: bool = False  # odd chips go to the highest card
    dead_button: bool = False
    draw_limit: int = 5
    seats: tuple[int, int] = (2, 10)
    session_pots: int | None = None

    @property
    def blinds(self) -> bool:
        """Whether the game is played with blinds."""
        return self.big_blind > 0

    @property
    def stud(self) -> bool:
        """Whether cards lie open in front of the players."""
        return any("up" in street.faces for street in self.streets)

    @property
    def draws(self) -> bool:
        """Whether cards are drawn."""
        return any(street.kind == "draw" for street in self.streets)


def _on(options: Mapping[str, Any], name: str, default: str = "off") -> bool:
    return bool(options.get(name, default) == "on")


def _draw(id: str, stakes: Mapping[str, int], options: Mapping[str, Any]) -> Game:
    openers = id == "jacks-or-better"
    blinds = "big_blind" in stakes
    first = OPENER if options.get("postdraw_first", "opener") == "opener" else BUTTON
    streets = (
        Street("deal", ("down",) * 5),
        Street("bet", bet=stakes["small_bet"], first=BIG_BLIND if blinds else BUTTON),
        Street("draw", burn=_on(options, "burn_before_draw", "on")),
        Street("bet", bet=stakes["big_bet"], first=first),
    )
    return Game(
        id,
        streets,
        raises=options.get("max_raises_draw", 4),
        capped_heads_up=_on(options, "cap_applies_heads_up"),
        ante=stakes.get("ante", 0),
        small_blind=stakes.get("small_blind", 0),
        big_blind=stakes.get("big_blind", 0),
        joker=_on(options, "joker_in_use"),
        openers=openers,
        passes_out=not blinds,
        open_double=_on(options, "open_with_raise", "on") and not blinds,
        partial_open=not blinds,
        ante_limit=options.get("ante_limit", 3) if openers else None,
        dead_button=blinds and options.get("button_method", "dead") == "dead",
    )


def _beacon(id: str, stakes: Mapping[str, int], options: Mapping[str, Any]) -> Game:
    burns = _on(options, "burn_before_board")
    board = Street("board", cards=1, burn=burns)
    bet = Street("bet", bet=stakes["bet"])
    draw = Street("draw", burn=_on(options, "burn_before_draw"))
    deal = Street("deal", ("down",) * 5)
    return Game(
        id,
        (deal, bet, board, bet, board, bet, draw, bet, board, bet, board, bet),
        raises=options.get("max_raises_multi_round", 3),
        capped_heads_up=_on(options, "cap_applies_heads_up"),
        ante=stakes["ante"],
        draw_limit=options.get("bb_draw_limit_default", 3),
        seats=(2, 6),
    )


def _board_streets(
    hole: int, units: tuple[int, int], first_card: str, burns: bool
) -> tuple[Street, ...]:
    low, high = units
    return (
        Street("deal", ("down",) * hole, first=first_card),
        Street("bet", bet=low, first=BIG_BLIND),
        Street("board", cards=3, burn=burns),
        Street("bet", bet=low),
        Street("board", cards=1, burn=burns),
        Street("bet", bet=high),
        Street("board", cards=1, burn=burns),
        Street("bet", bet=high),
    )


def _omaha(id: str, stakes: Mapping[str, int], options: Mapping[str, Any]) -> Game:
    lower, higher, unit = stakes["lower"], stakes["higher"], stakes.get("unit", 1)
    small = lower // 2
    if options.get("small_blind_rounding", "floor_above_1") == "floor_above_1" and lower > unit:
        small = small // unit * unit or small
    big = higher if options.get("big_blind_basis", "higher") == "higher" else lower
    left_of_big = options.get("deal_start", "left_of_big_blind") == "left_of_big_blind"
    first_card = BIG_BLIND if left_of_big else BUTTON
    return Game(
        id,
        _board_streets(4, (lower, higher), first_card, _on(options, "burn_before_board")),
        raises=options.get("max_raises_multi_round", 3),
        capped_heads_up=_on(options, "cap_applies_heads_up"),
        small_blind=stakes.get("small_blind", small),
        big_blind=stakes.get("big_blind", big),
        own_exactly=2,
        dead_button=options.get("button_method", "dead") == "dead",
    )


def _holdem(id: str, stakes: Mapping[str, int], options: Mapping[str, Any]) -> Game:
    units = stakes["small_bet"], stakes["big_bet"]
    return Game(
        id,
        _board_streets(2, units, BUTTON, _on(options, "burn_before_board", "on")),
        raises=3,
        small_blind=stakes["small_blind"],
        big_blind=stakes["big_blind"],
        dead_button=True,
    )


def _stud(
    id: str, deals: tuple[tuple[str, ...], ...], stakes: Mapping[str, int], small_rounds: int
) -> Game:
    streets: list[Street] = []
    for place, faces in enumerate(deals):
        bet = stakes["small_bet"] if place < small_rounds else stakes["big_bet"]
        streets.append(Street("deal", faces, burn=place > 0))
        streets.append(Street("bet", bet=bet, first=HIGH_BOARD if place else LOW_CARD))
    return Game(
        id,
        tuple(streets),
        raises=3,
        ante=stakes["ante"],
        bring_in=stakes["bring_in"],
        by_suit=True,
        seats=(2, 8),
    )


def _baseball(id: str, stakes: Mapping[str, int], options: Mapping[str, Any]) -> Game:
    deals = (("down", "down", "up"), ("up",), ("up",), ("up",), ("down",))
    bet = Street("bet", bet=stakes.get("bet", 1), first=HIGH_BOARD)
    streets = tuple(one for faces in deals for one in (Street("deal", faces), bet))
    return Game(
        id,
        streets,
        raises=3,
        capped_heads_up=True,
        ante=stakes.get("ante", 1),
        wild_ranks="39",
        bonus="4",
        owed_in_full=True,
        fractions=True,
        seats=(2, 6),
        session_pots=options.get("session_pots", 8),
    )


def game(id: str, stakes: Mapping[str, int], options: Mapping[str, Any]) -> Game:
    """A game at these stakes and options."""
    up = ("up",)
    if id in ("draw-high", "jacks-or-better"):
        return _draw(id, stakes, options)
    if id == "blue-beacon":
        return _beacon(id, stakes, options)
    if id == "omaha-limit":
        return _omaha(id, stakes, options)
    if id == "holdem-limit":
        return _holdem(id, stakes, options)
    if id == "seven-card-stud":
        return _stud(id, (("down", "down", "up"), up, up, up, ("down",)), stakes, 2)
    if id == "five-card-stud":
        return _stud(id, (("down", "up"), up, up, up), stakes, 2)
    return _baseball(id, stakes, options)


GAMES = (
    "draw-high",
    "jacks-or-better",
    "blue-beacon",
    "omaha-limit",
    "holdem-limit",
    "seven-card-stud",
    "five-card-stud",
    "baseball",
)
