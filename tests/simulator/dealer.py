"""A dealer and players who make no mistakes, and the tablet that records them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import rulebook
from adjudicator.errors import Refused
from adjudicator.record.docket import Docket
from adjudicator.view import state_json
from tests.simulator import compare
from tests.simulator.compare import Difference
from tests.simulator.oracle import cards
from tests.simulator.oracle.betting import Player
from tests.simulator.oracle.games import Game
from tests.simulator.oracle.hand import Hand, Result
from tests.simulator.oracle.pots import Pot
from tests.simulator.oracle.table import Plan, Table

Event = dict[str, Any]
SEES_ALL, SEES_CARDS_GO, COUNTS_ONLY = "every card", "cards unknown", "rounds"


class Unlike(Exception):
    """The product and the model of the table tell different things."""

    def __init__(self, found: list[Difference]) -> None:
        super().__init__("; ".join(one.text() for one in found))
        self.found = found


class Tablet:
    """Records entries and looks at what the product makes of each."""

    def __init__(self) -> None:
        self.docket = Docket(rulebook.load())
        self.log: list[Event] = []
        self.told: dict[str, Any] = {}
        self.entry: Any = None
        self.noted: dict[str, tuple[Difference, int]] = {}

    def say(self, type_: str, **fields: Any) -> None:
        """One entry."""
        event = {"type": type_, **fields}
        self.log.append(event)
        try:
            self.entry = self.docket.record(event)
        except Refused as refused:
            raise Unlike(
                [Difference(f"refused {type_} {refused.code}", event, refused.detail)]
            ) from None
        self.told = state_json(self.docket.state)

    def check(self, *found: Iterator[Difference]) -> None:
        """Stop at the first entry whose state is told otherwise."""
        differences = [one for some in found for one in some]
        for one in differences:
            if one.kind in compare.NOTED:
                self.noted.setdefault(one.kind, (one, len(self.log)))
        hard = [one for one in differences if one.kind not in compare.NOTED]
        if hard:
            raise Unlike(hard)


@dataclass
class Style:
    """How a table plays, and how much its tablet sees."""

    sees: str
    loose: float  # how seldom somebody folds
    wild: float  # how often somebody bets or raises
    signals: bool  # the dealer signals the end of the deal
    one_award: bool  # all pots are pushed in one entry
    riffle: bool  # the first riffle is recorded
    mucks: float  # how often a beaten hand is given up unseen


def style(rng: random.Random) -> Style:
    """A table's ways."""
    return Style(
        sees=rng.choice((SEES_ALL, SEES_CARDS_GO, COUNTS_ONLY)),
        loose=rng.uniform(0.5, 0.97),
        wild=rng.uniform(0.05, 0.6),
        signals=rng.random() < 0.4,
        one_award=rng.random() < 0.5,
        riffle=rng.random() < 0.3,
        mucks=rng.choice((0.0, 0.3)),
    )


@dataclass
class Dealer:
    """Plays one hand after another at a table."""

    rng: random.Random
    table: Table
    tablet: Tablet
    style: Style
    deck: list[str] = field(default_factory=list)
    redeal: bool = False  # the last deal is made again
    ends: bool = False  # no further hand is dealt at this table

    @property
    def game(self) -> Game:
        """What is played."""
        return self.table.game

    # --- telling and checking ------------------------------------------------------------

    def say(self, type_: str, **fields: Any) -> None:
        """An entry after which the model and the product are not compared."""
        self.tablet.say(type_, **fields)

    def check(self, *found: Iterator[Difference]) -> None:
        """What must agree at this entry."""
        self.tablet.check(*found)

    def tell(self, hand: Hand, type_: str, **fields: Any) -> None:
        """An entry of the hand; the product must agree with the model after it."""
        self.tablet.say(type_, **fields)
        if hand.phase == "passed out":
            self.table.carry(hand)
        self.agrees(hand)

    def agrees(self, hand: Hand) -> None:
        """The product tells what the model has."""
        told = self.tablet.told
        self.check(
            compare.rulings(self.tablet.entry, hand),
            compare.money(self.table, hand, told),
        )
        if hand.phase == "passed out":
            self.check(compare.carried(self.table, told))
            return
        self.check(
            compare.hand(self.table, hand, told),
        )
        if hand.round is not None:
            self.check(compare.moves(hand.round, told))

    # --- a hand ---------------------------------------------------------------------------

    def play(self, plan: Plan, coming_in: tuple[int, ...]) -> None:
        """A hand from the first riffle to the last pot."""
        late = {seat: self.table.owed_posts(seat, plan) for seat in coming_in}
        sets = {seat: self.table.sets_owed(seat) for seat in (*plan.dealt_in, *coming_in)}
        hand = self.table.start(plan, coming_in)
        self.deck = list(cards.DECK) + ([cards.JOKER] if self.game.joker else [])
        self.rng.shuffle(self.deck)
        fields: Event = {"button": hand.button}
        everybody = [seat for seat, one in self.table.seats.items() if not one.out]
        if sorted(everybody) != sorted(hand.players) or self.rng.random() < 0.5:
            fields["seats"] = sorted(hand.players)
        self.tell(hand, "hand_started", **fields)
        self._posts(hand, late, sets)
        for seat in hand.players:
            self.table.settle(seat)
        hand.go_on()
        while not hand.over:
            self._step(hand)
        self._finish(hand)

    def _posts(
        self, hand: Hand, late: dict[int, list[tuple[str, int]]], sets: dict[int, int]
    ) -> None:
        owed = self._owed(hand, sets)
        forced = self.game.ante + self.game.big_blind
        short = {s for s, p in hand.players.items() if not p.endless and p.stack < forced}
        self.check(compare.posts(set(owed), self.tablet.told, short))
        if self.game.ante and not self.game.blinds:
            self.rng.shuffle(owed)
        extra = [(seat, kind, amount) for seat, some in late.items() for kind, amount in some]
        for seat, kind, amount in owed + extra:
            hand.post(seat, amount, kind)
            player = hand.players[seat]
            said = {"all_in": True} if player.all_in and self.rng.random() < 0.5 else {}
            self.tell(hand, "posted", seat=seat, kind=kind, amount=amount, **said)

    def _owed(self, hand: Hand, sets: dict[int, int]) -> list[tuple[int, str, int]]:
        game, found = self.game, []
        for seat in hand.order(hand.button):
            player, owed = hand.players[seat], game.ante * sets[seat]
            most = owed if player.endless else min(owed, int(player.stack))
            if most:
                found.append((seat, "ante", most))
        blinds = (
            (hand.small_blind, "small_blind", game.small_blind),
            (hand.big_blind, "big_blind", game.big_blind),
        )
        for blind, kind, amount in blinds:
            if blind is not None and amount:
                left = int(hand.players[blind].stack) - sum(a for s, _, a in found if s == blind)
                if left > 0:
                    found.append((blind, kind, min(amount, left)))
        return found

    # --- steps ----------------------------------------------------------------------------

    def _step(self, hand: Hand) -> None:
        kind = hand.street.kind
        if hand.round is not None:
            self._act(hand)
        elif kind == "deal":
            self._deal(hand)
        elif kind == "board":
            self._board(hand)
        else:
            self._draw(hand)

    def _act(self, hand: Hand) -> None:
        assert hand.round is not None
        assert hand.round.turn is not None
        seat = hand.round.turn
        verb, to = self._choose(hand, hand.players[seat])
        before = hand.players[seat].bet
        if verb == "bet" and to is not None and to > hand.round.unit:
            self.say("announced", topic="raise", by=seat)
        hand.act(verb, to)
        if verb == "declare":
            self.tell(hand, "pot_declared_open", seat=seat, to=0, all_in=True)
            return
        fields: Event = {"seat": seat, "verb": verb}
        if verb in ("call", "bet", "raise") and (verb != "call" or self.rng.random() < 0.7):
            fields["to"] = to
        assert to is None or to >= before
        if hand.players[seat].all_in and to and self.rng.random() < 0.5:
            fields |= {"all_in": True, "to": to}
        self.tell(hand, "acted", **fields)

    def _choose(self, hand: Hand, player: Player) -> tuple[str, int | None]:
        assert hand.round is not None
        moves = hand.round.moves()
        if hand.round.unopened and not self._has_openers(player):
            return "check", None
        wagers = [one for one in moves if one[0] in ("bet", "raise", "declare")]
        if wagers and (self.rng.random() < self.style.wild or len(wagers) == len(moves)):
            return self.rng.choice(wagers)
        if ("fold", None) in moves and self.rng.random() > self.style.loose:
            return "fold", None
        return next(one for one in moves if one[0] in ("call", "check"))

    def _has_openers(self, player: Player) -> bool:
        if len(player.cards) < 5:
            return False
        place, ranks = cards.best(tuple(player.cards))
        return place > 1 or (place == 1 and ranks[0] >= 11)

    # --- cards ----------------------------------------------------------------------------

    def _known(self, face: str) -> bool:
        return face == "up" or self.style.sees == SEES_ALL

    def _card(self, hand: Hand, seat: int, face: str) -> str:
        card = self.deck.pop()
        hand.give(seat, card, face)
        return card

    def _burn(self, hand: Hand) -> None:
        card = self.deck.pop()
        hand.burns += 1
        known = {"card": card} if self.style.sees == SEES_ALL else {}
        self.tell(hand, "dealt", to="burn", face="down", **known)

    def _deal(self, hand: Hand) -> None:
        """A pass for each face, one card at a time; a bonus comes at once."""
        street, first = hand.street, hand.at == 0
        if street.burn:
            self._burn(hand)
        faces = list(street.faces)
        if self.style.sees == COUNTS_ONLY and faces[0] == "down":
            passes = faces.count("down")
            last = passes == len(faces)
            for _ in range(passes):
                for seat in hand.deal_order():
                    self._card(hand, seat, "down")
            faces = faces[passes:]
            if last:
                self._dealt(hand, first)
            self.tell(hand, "round_dealt", face="down", each=passes)
        for place, face in enumerate(faces):
            order = hand.deal_order()
            for seat in order:
                final = place == len(faces) - 1 and seat == order[-1]
                self._serve(hand, seat, face, first, final)
        if first and self.style.signals:
            self.tell(hand, "deal_completed")

    def _serve(self, hand: Hand, seat: int, face: str, first: bool, final: bool) -> None:
        while True:
            card = self._card(hand, seat, face)
            again = face == "up" and self.game.bonus != "" and card[0] == self.game.bonus
            if final and not again:
                self._dealt(hand, first)
            known = {"card": card} if self._known(face) else {}
            self.tell(hand, "dealt", to=seat, face=face, **known)
            if not again:
                return

    def _dealt(self, hand: Hand, first: bool) -> None:
        """The last card of a step is out."""
        hand.go_on()

    def _board(self, hand: Hand) -> None:
        if hand.street.burn:
            self._burn(hand)
        count = hand.street.cards
        for place in range(count):
            card = self.deck.pop()
            hand.board.append(card)
            if place == count - 1:
                hand.go_on()
            self.tell(hand, "dealt", to="board", face="up", card=card)

    # --- the draw -------------------------------------------------------------------------

    def _draw(self, hand: Hand) -> None:
        order = [p.seat for p in hand.live()]
        burned = not hand.street.burn
        later: list[int] = []
        for seat in order:
            count = self._wants(hand, hand.players[seat])
            last = seat == order[-1]
            self._ask(hand, seat, count, done=last and not count and not later)
            if not count:
                continue
            if not burned:
                self._burn(hand)
                burned = True
            for place in range(min(count, 4)):
                done = last and place == count - 1 and not later
                self._replace(hand, seat, done)
            if count == 5:
                later = [seat, *later] if last else [*later, seat]
                if last:
                    self._burn(hand)
        self._fifths(hand, later, order[-1])

    def _fifths(self, hand: Hand, later: list[int], last: int) -> None:
        served = self.just_served
        for place, seat in enumerate(later):
            if seat != last and served == seat:
                self._burn(hand)
            self._replace(hand, seat, done=place == len(later) - 1)
            served = seat

    just_served: int = 0

    def _wants(self, hand: Hand, player: Player) -> int:
        room = (len(self.deck) - 3) // max(1, len(hand.live()))
        most = max(0, min(self.game.draw_limit, room, 5, len(player.down)))
        if hand.opener == player.seat and self.game.openers:
            most = min(most, _to_spare(player.down))
        return self.rng.choice([one for one in (0, 0, 1, 1, 2, 3, 3, 4, 5) if one <= most])

    def _ask(self, hand: Hand, seat: int, count: int, done: bool) -> None:
        player = hand.players[seat]
        if done:
            hand.go_on()
        if not count and self.rng.random() < 0.4:
            self.tell(hand, "rapped", seat=seat)
            return
        self.tell(hand, "draw_indicated", seat=seat, count=count)
        if count:
            thrown = self._throw(hand, player, count)
            known = {"cards": thrown} if self.style.sees == SEES_ALL else {}
            self.tell(hand, "discarded", seat=seat, count=count, **known)

    def _throw(self, hand: Hand, player: Player, count: int) -> list[str]:
        """Cards to throw away; an opener keeps the openers."""
        keeps = self.game.openers and hand.opener == player.seat
        for _ in range(200):
            thrown = self.rng.sample(player.down, count)
            kept = [card for card in player.down if card not in thrown]
            if not keeps or _shows_openers(kept):
                player.down = kept
                return thrown
        raise AssertionError(f"openers cannot be kept of {player.down}")

    def _replace(self, hand: Hand, seat: int, done: bool) -> None:
        card = self._card(hand, seat, "down")
        hand.players[seat].drew += 1
        self.just_served = seat
        if done:
            hand.go_on()
        known = {"card": card} if self.style.sees == SEES_ALL else {}
        self.tell(hand, "dealt", to=seat, face="down", **known)

    # --- the end --------------------------------------------------------------------------

    def _finish(self, hand: Hand) -> None:
        if hand.phase != "passed out":
            self._pay(hand)
        self.table.finish(hand)
        self.say("hand_ended")
        self.ended()

    def ended(self) -> None:
        """The product tells what lies on the table between hands."""
        self.check(
            compare.rulings(self.tablet.entry),
            compare.money(self.table, None, self.tablet.told),
            compare.carried(self.table, self.tablet.told),
        )

    def _pay(self, hand: Hand) -> None:
        if self.game.openers and hand.phase == "decided":
            self._prove(hand)
        if hand.phase == "showdown":
            self._showdown(hand)
        result = hand.result()
        self.check(compare.result(hand, result, self.tablet.told))
        self._push(hand, result)

    def _push(self, hand: Hand, result: Result) -> None:
        """The pot goes where the rules say."""
        for seat, amount in result.paid.items():
            hand.players[seat].stack += amount
        for player in hand.players.values():
            player.all_in = False
        pushes = [result.paid] if self.style.one_award else result.shares
        for place, push in enumerate(pushes):
            which = {} if self.style.one_award else {"pot": place}
            pushed = {str(seat): wire(amount) for seat, amount in push.items()}
            self.say("pot_awarded", to=pushed, **which)
            self.check(compare.rulings(self.tablet.entry, hand))
        self.check(compare.money(self.table, hand, self.tablet.told))
        self.table.won()

    def _prove(self, hand: Hand) -> None:
        player = hand.live()[0]
        if player.seat == hand.opener:
            self.say("shown", seat=player.seat, cards=player.cards, purpose="openers")
            self.check(compare.rulings(self.tablet.entry, hand))

    def _showdown(self, hand: Hand) -> None:
        """Hands are tabled in order; one that is beaten may be given up unseen."""
        tabled: list[int] = []
        for seat in hand.show_order():
            if self._beaten(hand, seat, tabled) and self.rng.random() < self.style.mucks:
                hand.players[seat].folded = True
                self.say("mucked", seat=seat, by="owner")
            else:
                tabled.append(seat)
                shown = self.rng.sample(hand.players[seat].cards, len(hand.players[seat].cards))
                self.say("shown", seat=seat, cards=shown, purpose="showdown")
            self.check(compare.rulings(self.tablet.entry, hand))

    def _beaten(self, hand: Hand, seat: int, tabled: list[int]) -> bool:
        if self.game.owed_in_full:
            return False  # everybody shows
        mine = hand.reading(hand.players[seat])
        for pot in hand.pots():
            if seat in pot.seats and not any(
                other in pot.seats and hand.reading(hand.players[other]) > mine for other in tabled
            ):
                return False
        return True


def _shows_openers(kept: list[str]) -> bool:
    """Whether fewer than five cards are openers by themselves."""
    ranks = [card[0] for card in kept if card != cards.JOKER]
    if cards.JOKER in kept:
        ranks.append("A" if "A" in ranks else "joker")
    counts = sorted((ranks.count(one), one) for one in set(ranks))
    high = any(n >= 2 and one in "JQKA" for n, one in counts)
    return high or any(n >= 3 for n, _ in counts) or [n for n, _ in counts][-2:] == [2, 2]


def _to_spare(held: list[str]) -> int:
    """How many cards an opener can throw and keep openers."""
    for count in (3, 2, 1):
        if any(_shows_openers(list(kept)) for kept in combinations(held, 5 - count)):
            return count
    return 0


def wire(amount: Any) -> Any:
    if isinstance(amount, int) or amount.denominator == 1:
        return int(amount)
    return f"{amount.numerator}/{amount.denominator}"


Check = Callable[[], Iterator[Difference]]
__all__ = ["Dealer", "Pot", "Style", "Tablet", "Unlike", "style", "wire"]
