"""Random legal hands that pokerkit plays, and the logs of them as devices would send them.

Every entry has an id of its own, the time and the device's running number. Each game is
played with six players, every automation on, and a choice at random among what is legal.
"""

from __future__ import annotations

import json
import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

import pokerkit

from adjudicator.hands import Ranking, read
from adjudicator.values.cards import Card

PLAYERS, STACK, ANTE, SMALL_BET, BIG_BET = 6, 100_000, 2, 10, 20

Choice = tuple[str, Any]
Event = dict[str, Any]
Choose = Callable[[Any, random.Random], Choice]

POSITION, LOW_CARD = pokerkit.Opening.POSITION, pokerkit.Opening.LOW_CARD
HIGH_HAND = pokerkit.Opening.HIGH_HAND
FIRST_CARDS = {"draw-high": 5, "jacks-or-better": 5, "omaha-limit": 4, "seven-card-stud": 3}


@dataclass(frozen=True)
class Game:
    """A game as both sides play it."""

    name: str
    hand_type: Any
    streets: tuple[Any, ...]
    choose: Choose
    stakes: Mapping[str, int]
    options: Mapping[str, Any]
    antes: int = 0
    blinds: tuple[int, ...] = (0,) * PLAYERS
    bring_in: int = 0
    announced: tuple[str, ...] = ()

    def deal(self, seed: int) -> Any:
        """A new hand in pokerkit."""
        random.seed(seed)
        return pokerkit.State(
            tuple(pokerkit.Automation),
            pokerkit.Deck.STANDARD,
            (self.hand_type,),
            self.streets,
            pokerkit.BettingStructure.FIXED_LIMIT,
            True,
            self.antes,
            self.blinds,
            self.bring_in,
            (STACK,) * PLAYERS,
            PLAYERS,
        )

    def play(self, seed: int) -> Played:
        """A random hand played to its end."""
        dice = random.Random(seed)
        state, choices = self.deal(seed), []
        while state.status:
            choices.append(self.choose(state, dice))
            do(state, choices[-1])
        return Played(self, seed, state, choices)

    def opening(self) -> list[Event]:
        """The table and its players."""
        table = {"game": self.name, "stakes": dict(self.stakes), "options": dict(self.options)}
        seats = range(1, PLAYERS + 1)
        seated = {"type": "player_seated", "chips": STACK}
        return [
            {"type": "table_opened", **table, "seats": PLAYERS},
            *({**seated, "seat": seat, "player": f"P{seat}"} for seat in seats),
            *({"type": "announced", "topic": topic, "value": "off"} for topic in self.announced),
        ]


@dataclass(frozen=True)
class Played:
    """A hand that pokerkit played, and the choices that made it."""

    game: Game
    seed: int
    state: Any
    choices: list[Choice]

    @property
    def opened(self) -> bool:
        """Whether somebody bet the first time round: a pot passed out rides only in our games."""
        return any(what in ("raise", "bring_in") for what, _ in self.choices[:PLAYERS])

    def again(self) -> None:
        """Play the same hand once more, in pokerkit."""
        state = self.game.deal(self.seed)
        for choice in self.choices:
            do(state, choice)
        assert not state.status

    @cached_property
    def events(self) -> list[Event]:
        """The hand as a log."""
        return [*_Log(self).events()]


def do(state: Any, choice: Choice) -> None:
    """One choice of a player."""
    what, cards = choice
    if what == "draw":
        state.stand_pat_or_discard(cards)
    elif what == "bring_in":
        state.post_bring_in()
    elif what == "raise":
        state.complete_bet_or_raise_to()
    elif what == "fold":
        state.fold()
    else:
        state.check_or_call()


# --- What players choose -------------------------------------------------------------


def draw_poker(state: Any, dice: random.Random) -> Choice:
    """The last to speak opens if nobody has: a pot passed out would ride in draw poker."""
    drawer = state.stand_patter_or_discarder_index
    if drawer is not None:
        cards = list(state.hole_cards[drawer])
        return "draw", tuple(dice.sample(cards, dice.choice((0, 1, 2, 3, 3))))
    if not state.street_index and state.actor_index == PLAYERS - 1 and not any(state.bets):
        return "raise", None
    return _limit(state, dice)


def with_openers(state: Any, dice: random.Random) -> Choice:
    """Whoever holds a pair of jacks or better opens, and keeps it."""
    drawer = state.stand_patter_or_discarder_index
    if drawer is not None:
        return "draw", () if _openers(state, drawer) else draw_poker(state, dice)[1]
    if not state.street_index and not any(state.bets):
        return ("raise" if _openers(state, state.actor_index) else "call"), None
    return _limit(state, dice)


def _openers(state: Any, player: int) -> bool:
    held = [Card(repr(card)) for card in state.hole_cards[player]]
    reading = read(held, (), Ranking())
    if reading.category == "pair":
        return reading.ranks[0] in "JQKA"
    return reading.category != "high_card"


def stud(state: Any, dice: random.Random) -> Choice:
    """The bring-in is posted, never completed at once."""
    return ("bring_in", None) if state.can_post_bring_in() else _limit(state, dice)


def _limit(state: Any, dice: random.Random) -> Choice:
    roll = dice.random()
    if roll < 0.25 and _may_raise(state):
        return "raise", None
    if roll > 0.75 and state.can_fold() and state.checking_or_calling_amount:
        return "fold", None
    return "call", None


def _may_raise(state: Any) -> bool:
    """A bet and three raises, however pokerkit counts a blind or a bring-in."""
    counted = state.completion_betting_or_raising_count < 3
    return bool(counted and state.can_complete_bet_or_raise_to())


# --- The games -----------------------------------------------------------------------


def _street(faces: tuple[bool, ...], board: int, opening: Any, bet: int, **how: bool) -> Any:
    burn, draw = how.get("burn", False), how.get("draw", False)
    return pokerkit.Street(burn, faces, board, draw, opening, bet, 4)


DOWN, UP = False, True
DRAW_STREETS = (
    _street((DOWN,) * 5, 0, POSITION, SMALL_BET),
    _street((), 0, POSITION, BIG_BET, draw=True),
)
OMAHA_STREETS = (
    _street((DOWN,) * 4, 0, POSITION, SMALL_BET),
    _street((), 3, POSITION, SMALL_BET),
    _street((), 1, POSITION, BIG_BET),
    _street((), 1, POSITION, BIG_BET),
)
STUD_STREETS = (
    _street((DOWN, DOWN, UP), 0, LOW_CARD, SMALL_BET),
    _street((UP,), 0, HIGH_HAND, SMALL_BET, burn=True),
    _street((UP,), 0, HIGH_HAND, BIG_BET, burn=True),
    _street((UP,), 0, HIGH_HAND, BIG_BET, burn=True),
    _street((DOWN,), 0, HIGH_HAND, BIG_BET, burn=True),
)
BETS = {"small_bet": SMALL_BET, "big_bet": BIG_BET}
DRAW_OPTIONS = {
    "joker_in_use": "off",
    "burn_before_draw": "off",
    "postdraw_first": "left_of_button",
    "max_raises_draw": 3,
}

DRAW_HIGH = Game(
    "draw-high",
    pokerkit.StandardHighHand,
    DRAW_STREETS,
    draw_poker,
    {"ante": ANTE, **BETS},
    DRAW_OPTIONS,
    antes=ANTE,
    announced=("joker_in_use",),
)
JACKS = Game(
    "jacks-or-better",
    pokerkit.StandardHighHand,
    DRAW_STREETS,
    with_openers,
    {"ante": ANTE, **BETS},
    DRAW_OPTIONS,
    antes=ANTE,
    announced=("joker_in_use",),
)
OMAHA = Game(
    "omaha-limit",
    pokerkit.OmahaHoldemHand,
    OMAHA_STREETS,
    _limit,
    {"lower": SMALL_BET, "higher": BIG_BET, "unit": 1},
    {"big_blind_basis": "lower", "deal_start": "left_of_button"},
    blinds=(SMALL_BET // 2, SMALL_BET),
)
STUD = Game(
    "seven-card-stud",
    pokerkit.StandardHighHand,
    STUD_STREETS,
    stud,
    {"ante": ANTE, "bring_in": 3, **BETS},
    {},
    antes=ANTE,
    bring_in=3,
)
GAMES = (DRAW_HIGH, JACKS, OMAHA, STUD)


# --- The log of a hand ---------------------------------------------------------------

ACTIONS = ("BringInPosting", "Folding", "CheckingOrCalling", "CompletionBettingOrRaisingTo")
BLINDS = {1: "small_blind", 2: "big_blind"}


@dataclass
class _Log:
    """The operations of a hand told as entries; cards go round one at a time."""

    played: Played
    bets: Counter[int] = field(default_factory=Counter)
    put_in: Counter[int] = field(default_factory=Counter)
    held: dict[int, list[Event]] = field(default_factory=dict)
    drawn: dict[int, list[Event]] = field(default_factory=dict)
    dealing: bool = True

    def events(self) -> Iterator[Event]:
        yield {"type": "hand_started", "button": PLAYERS}
        operations = self.played.state.operations
        self.drawn = self._drawn(operations)
        for operation in operations:
            kind = type(operation).__name__
            seat = (getattr(operation, "player_index", None) or 0) + 1
            if kind in ACTIONS and self.dealing:
                yield from self._first_cards()
            yield from self._told(kind, operation, seat)
        yield {"type": "pot_awarded", "to": self._winnings()}
        yield {"type": "hand_ended"}

    def _told(self, kind: str, operation: Any, seat: int) -> Iterator[Event]:
        if kind in ("AntePosting", "BlindOrStraddlePosting"):
            name = "ante" if kind == "AntePosting" else BLINDS[seat]
            yield {"type": "posted", "seat": seat, "kind": name, "amount": operation.amount}
            self.put_in[seat] += operation.amount
            self.bets[seat] += operation.amount * (name != "ante")
        elif kind == "CardBurning":
            yield {"type": "dealt", "to": "burn"}
        elif kind == "HoleDealing" and self.dealing:
            self.held.setdefault(seat, []).extend(_cards(seat, operation))
        elif kind == "HoleDealing" and self.played.game.name == "seven-card-stud":
            yield from _cards(seat, operation)
        elif kind == "BoardDealing":
            for card in operation.cards:
                yield {"type": "dealt", "to": "board", "face": "up", "card": repr(card)}
        elif kind in ACTIONS:
            before = self.bets[seat]
            yield self._acted(kind, operation, seat)
            self.put_in[seat] += self.bets[seat] - before
        elif kind == "BetCollection":
            self.bets.clear()
        elif kind == "StandingPatOrDiscarding":
            yield from self._draws(seat, operation.cards)
        elif kind == "HoleCardsShowingOrMucking":
            yield _shown(seat, operation.hole_cards)

    def _first_cards(self) -> Iterator[Event]:
        self.dealing = False
        for number in range(FIRST_CARDS[self.played.game.name]):
            for seat in sorted(self.held):
                yield self.held[seat][number]
        yield {"type": "deal_completed"}

    def _acted(self, kind: str, operation: Any, seat: int) -> Event:
        price = max(self.bets.values(), default=0)
        event = {"type": "acted", "seat": seat}
        if kind == "Folding":
            return {**event, "verb": "fold"}
        if kind == "CheckingOrCalling" and not price:
            return {**event, "verb": "check"}
        if kind == "CheckingOrCalling":
            self.bets[seat] = price
            return {**event, "verb": "call", "to": price}
        self.bets[seat] = operation.amount
        return {**event, "verb": "raise" if price else "bet", "to": operation.amount}

    def _drawn(self, operations: Any) -> dict[int, list[Event]]:
        """The cards each seat of a draw game was dealt after its first five."""
        dealt: dict[int, list[Event]] = {seat: [] for seat in range(1, PLAYERS + 1)}
        for operation in operations:
            if type(operation).__name__ == "HoleDealing":
                seat = operation.player_index + 1
                dealt[seat] += _cards(seat, operation)
        return {seat: cards[5:] for seat, cards in dealt.items()}

    def _draws(self, seat: int, discards: Any) -> Iterator[Event]:
        yield {"type": "draw_indicated", "seat": seat, "count": len(discards)}
        if discards:
            thrown = {"count": len(discards), "cards": [*map(repr, discards)]}
            yield {"type": "discarded", "seat": seat, **thrown}
        yield from self.drawn[seat]

    def _winnings(self) -> dict[str, int]:
        """What each seat was pushed; a bet nobody called was never in the pot."""
        most, second = sorted(self.put_in.values(), reverse=True)[:2]
        pushed: dict[str, int] = {}
        for seat, chips in self.put_in.items():
            back = most - second if chips == most else 0
            won = self.played.state.stacks[seat - 1] - STACK + chips - back
            if won:
                pushed[str(seat)] = won
        return pushed


def _cards(seat: int, operation: Any) -> list[Event]:
    return [
        {"type": "dealt", "to": seat, "face": "up" if up else "down", "card": repr(card)}
        for card, up in zip(operation.cards, operation.statuses, strict=True)
    ]


def _shown(seat: int, cards: Any) -> Event:
    if not cards:
        return {"type": "mucked", "seat": seat}
    return {"type": "shown", "seat": seat, "cards": [*map(repr, cards)]}


# --- As devices send it --------------------------------------------------------------


def lines(events: list[Event]) -> list[bytes]:
    """The entries with the id, the time and the running number that a device gives them."""
    dice, start = random.Random(len(events)), datetime(2026, 11, 30, 20)
    return [
        json.dumps(_sent(event, number, dice, start)).encode() + b"\n"
        for number, event in enumerate(events, 1)
    ]


def _sent(event: Event, number: int, dice: random.Random, start: datetime) -> Event:
    at = start + timedelta(milliseconds=1370 * number)
    known = {"id": str(uuid.UUID(int=dice.getrandbits(128), version=4)), "device_seq": number}
    return {**event, **known, "at": at.isoformat(timespec="milliseconds") + "Z"}
