"""Dealers and players who err: one irregularity at one moment of an otherwise clean hand.

An irregularity says at which moments it can happen, what is recorded when it does, and which
articles may decide it. After it the table does what the product asks for, to the end of the
hand, and the next hand is a clean one again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from adjudicator.judging.rulings import Ruling
from tests.simulator import compare
from tests.simulator.compare import Difference
from tests.simulator.dealer import SEES_ALL, Dealer, Event, Unlike, wire
from tests.simulator.oracle import cards
from tests.simulator.oracle.hand import Hand
from tests.simulator.oracle.table import Plan, Table

# False where it cannot happen now; None where it has begun and ends at a later moment.
Commit = Callable[["Injector", Hand], bool | None]

BETWEEN = "between"  # posts, cards and acts
MOMENTS = (
    "posts",  # the hand was started, nothing is posted
    "dealing",  # between two cards of the first deal
    "dealt",  # the first deal is complete, nobody has acted
    "turn",  # somebody is to act
    "closed",  # a round is over and cards are due
    "served",  # a card of a later deal or of the board is out
    "asking",  # a seat is to say how many cards it wants
    "serving",  # a seat is being served on the draw
    "showdown",  # before a hand is shown
    "decided",  # before the pot is pushed
    "awarded",  # the pot was pushed
    "ended",  # the hand was closed
)

VOID = {"misdeal_redeal", "all_action_void_refund", "button_stays"}  # the deal is made again


@dataclass(frozen=True)
class Irregularity:
    """A kind of mistake, and the articles that may decide it."""

    name: str
    moments: tuple[str, ...]
    commit: Commit
    rules: frozenset[str]  # none: nothing is found by itself


class Done(Exception):
    """The hand was played to its end as the product asked."""


@dataclass
class Found:
    """What the product made of an irregularity."""

    irregularity: Irregularity
    game: str
    moment: str
    rulings: list[Ruling]

    def right(self) -> bool:
        """Whether it was ruled under an article that decides it."""
        rules = {one.rule for one in self.rulings}
        return bool(rules & self.irregularity.rules) or (not rules and not self.irregularity.rules)


@dataclass
class Injector(Dealer):
    """Commits irregularities one after another, each at its n-th chance."""

    planned: list[tuple[Irregularity, int]] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    said: list[Ruling] = field(default_factory=list)
    begun: int = 0  # the seat with which a mistake of two steps began
    next_asker: int = 0  # who is asked how many cards, or served
    result: Any = None  # what the rules give, once a hand is decided

    # --- moments --------------------------------------------------------------------------

    def moment(self, hand: Hand, name: str) -> None:
        """Something may go wrong here; after the first mistake the product leads the hand."""
        if self.erred(hand, name):
            Follower(self, hand).to_the_end()
            raise Done

    def erred(self, hand: Hand, name: str) -> bool:
        """Whether the next mistake that is planned was made."""
        if not self.planned or name not in self.planned[0][0].moments:
            return False
        wrong, chance = self.planned[0]
        if chance > 0:
            self.planned[0] = wrong, chance - 1
            return False
        self.said = []
        done = wrong.commit(self, hand)
        if done is None:  # the first step is made, the next comes later
            self.planned[0] = wrong, self.rng.choice((0, 1, 2, 3, 5))
        if not done:
            return False
        self.planned.pop(0)
        where = f"{name} {hand.rounds}" if name in ("turn", "closed") else name
        self.found.append(Found(wrong, self.game.id, where, list(self.said)))
        return True

    def say(self, type_: str, **fields: Any) -> None:
        """An entry; what it is ruled is kept."""
        super().say(type_, **fields)
        self.said += self.tablet.entry.rulings

    # --- hooks ----------------------------------------------------------------------------

    def play(self, plan: Plan, coming_in: tuple[int, ...]) -> None:
        before = deepcopy(self.table)
        try:
            super().play(plan, coming_in)
        except Done:
            self._take_over(before)

    def _take_over(self, before: Table) -> None:
        """The model goes on from where the product left the table."""
        told, table = self.tablet.told["table"], self.table
        ordered = {one.code for ruling in self.said for one in ruling.outcomes}
        self.redeal = bool(ordered & VOID) and told["next_button"] == table.button
        if self.redeal:
            for name, value in vars(before).items():
                setattr(table, name, value)
        lying = told["balances" if self.game.owed_in_full else "stacks"]
        for seat, chips in lying.items():
            table.seats[int(seat)].stack = compare.amount(chips)
        table.resolved_pots = told["resolved_pots"]
        table.deals = []
        self.ends = bool(told["carried"])  # who plays for it is another question

    def _posts(self, hand: Hand, late: Any, sets: dict[int, int]) -> None:
        self.moment(hand, "posts")
        super()._posts(hand, late, sets)

    def _step(self, hand: Hand) -> None:
        if hand.round is not None:
            if hand.rounds == 1 and all(p.acted_at is None for p in hand.players.values()):
                self.moment(hand, "dealt")
            self.moment(hand, "turn")
        elif hand.at > 0:
            self.moment(hand, "closed")
        super()._step(hand)

    def _serve(self, hand: Hand, seat: int, face: str, first: bool, final: bool) -> None:
        if first:
            self.moment(hand, "dealing")
        super()._serve(hand, seat, face, first, final)
        if not first and not final:
            self.moment(hand, "served")

    def _ask(self, hand: Hand, seat: int, count: int, done: bool) -> None:
        self.next_asker = seat
        self.moment(hand, "asking")
        super()._ask(hand, seat, count, done)

    def _replace(self, hand: Hand, seat: int, done: bool) -> None:
        self.next_asker = seat
        self.moment(hand, "serving")
        super()._replace(hand, seat, done)

    def _pay(self, hand: Hand) -> None:
        if hand.phase == "showdown":
            self.moment(hand, "showdown")
        super()._pay(hand)

    def _push(self, hand: Hand, result: Any) -> None:
        self.result = result
        self.moment(hand, "decided")
        super()._push(hand, result)
        self.moment(hand, "awarded")

    def _whole(self) -> Any:
        return wire(sum(self.result.paid.values()))

    # --- what a mistake needs -------------------------------------------------------------

    def card(self, card: str | None = None) -> Event:
        """The top card as the tablet records it."""
        top = self.deck.pop() if card is None else card
        return {"card": top} if self.style.sees == SEES_ALL else {}


class Follower:
    """Does what the product says may come next, until the hand is closed."""

    def __init__(self, dealer: Injector, hand: Hand) -> None:
        self.dealer, self.hand = dealer, hand
        self.rng = dealer.rng

    def to_the_end(self) -> None:
        """So many steps at most; a hand that does not end is a difference."""
        for _ in range(400):
            told = self.dealer.tablet.told
            kinds = {one["type"] for one in told["next"]}
            if told["hand"]["phase"] == "ended" and "hand_ended" not in kinds:
                return
            if self._err_again(told):
                continue
            entry = self._choose(told)
            if entry is None:
                raise Unlike([Difference("nothing is offered", "an end", told["hand"]["phase"])])
            self.dealer.say(**self._filled(entry))
            if entry["type"] == "hand_ended":
                return
        raise Unlike([Difference("the hand does not end", "hand_ended", "400 entries")])

    def _err_again(self, told: Event) -> bool:
        """A second mistake, at a moment of a hand that the product leads."""
        if not self.dealer.planned or told["hand"]["phase"] == "ended":
            return False
        name = self._moment(told)
        return name is not None and follow(self.hand, told) and self.dealer.erred(self.hand, name)

    def _moment(self, told: Event) -> str | None:
        phase, asked = told["hand"]["phase"], {one["type"] for one in told["next"]}
        if phase == "betting":
            return "turn"
        if phase == "showdown":
            return "showdown" if "shown" in asked else None
        if phase == "drawing" and "draw_indicated" in asked:
            seats = [one["seat"] for one in told["next"] if one["type"] == "draw_indicated"]
            self.dealer.next_asker = seats[0]
            return "asking"
        return "closed" if phase == "dealing" and told["hand"]["street"] else None

    def _choose(self, told: Event) -> Event | None:
        # Cards go out and are shown one by one here, so that the model knows each of them.
        offered: list[Event] = [
            one["events"][0] for one in told["next"] if one["type"] != "round_dealt"
        ]
        kinds = {one["type"] for one in offered}
        if "shown" in kinds:
            offered = [one for one in offered if one["type"] != "pot_awarded"]
        if not offered:
            return None
        if "hand_ended" in kinds and kinds <= {"hand_ended", "shuffled", "hand_started"}:
            return {"type": "hand_ended"}
        calm = [
            one
            for one in offered
            if one["type"] not in ("hand_ended", "deal_completed", "misdeal_called", "rapped")
            and one.get("verb") != "fold"
            and not (one.get("verb") in ("raise", "bet") and self.rng.random() < 0.7)
        ]
        return dict(self.rng.choice(calm or offered))

    def _filled(self, entry: Event) -> Event:
        """An offered entry with the cards that are really there."""
        found = dict(entry)
        found["type_"] = found.pop("type")
        kind, deck = found["type_"], self.dealer.deck
        if kind == "dealt":
            card = deck.pop() if deck else None
            if card and (found.get("face") == "up" or self.dealer.style.sees == SEES_ALL):
                found["card"] = card
            self._give(found["to"], card, found.get("face", "down"))
        elif kind == "draw_indicated":
            found.setdefault("count", 0)
        elif kind == "shown":
            found["cards"] = self._cards(found["seat"])
        elif kind == "exposed":
            found.setdefault("card", self.hand.players[found["seat"]].cards[-1])
        return found

    def _give(self, to: Any, card: str | None, face: str) -> None:
        if card is None:
            return
        if to == "board":
            self.hand.board.append(card)
        elif to != "burn" and int(to) in self.hand.players:
            self.hand.give(int(to), card, face)

    def _cards(self, seat: int) -> list[str]:
        told = self.dealer.tablet.told["hand"]["seats"][str(seat)]
        known = list(told["cards"])
        others = [card for card in self.hand.players[seat].cards if card not in known]
        missing = max(0, told["count"] - len(known))
        found = [*known, *others[:missing]]
        while len(found) < told["count"] and self.dealer.deck:
            found.append(self.dealer.deck.pop())
        return found


def follow(hand: Hand, told: Event) -> bool:
    """The model takes over what the product says of a hand; false where it cannot."""
    found = told["hand"]
    for number, one in found["seats"].items():
        player = hand.players.get(int(number))
        if player is None:
            return False
        player.folded = one["status"] != "live"
        player.bet, player.put_in = one["bet"], one["put_in"]
        player.all_in = one["all_in"]
        lying = told["table"]["balances" if player.endless else "stacks"]
        player.stack = compare.amount(lying.get(number, 0))
    hand.board = list(found["board"])
    streets = [place for place, one in enumerate(hand.game.streets) if one.kind == "bet"]
    if not 0 < found["street"] <= len(streets) or not hand.live():
        return False
    hand.rounds, hand.at = found["street"], streets[found["street"] - 1]
    if found["phase"] != "betting":
        hand.round = None
        hand.at = min(hand.at + 1, len(hand.game.streets) - 1)
        return hand.street.kind != "bet" or found["phase"] == "showdown"
    return _follow_round(hand, found)


def _follow_round(hand: Hand, found: Event) -> bool:
    seat = found["to_act"]
    if seat is None or hand.round is None or seat not in hand.round.order:
        return False
    hand.round.turn = seat
    hand.round.unit = hand.street.bet
    hand.round.price = hand.players[seat].bet + found["to_call"]
    hand.round.full = hand.round.price
    hand.round.raises, hand.round.forced = found["raises"], 0
    return True


def articles(found: Iterable[Ruling]) -> list[str]:
    """What was ruled, in short."""
    return [f"{one.rule} {'+'.join(o.code for o in one.outcomes)}" for one in found]


__all__ = [
    "BETWEEN",
    "MOMENTS",
    "Found",
    "Injector",
    "Irregularity",
    "articles",
    "cards",
    "compare",
]
