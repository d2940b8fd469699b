"""A table that errs and does not care: whatever happens stands, and everybody plays on.

Chips lie where they were put and cards where they were dealt, whatever a ruling says; the pot
is pushed to whoever the table thinks has won it. The product has to take every line, lose no
chip, follow the record, and meet the next hand without a trace of this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.simulator import compare
from tests.simulator.compare import Difference
from tests.simulator.dealer import Dealer, Unlike, wire
from tests.simulator.oracle.betting import Chips, Player
from tests.simulator.oracle.hand import Hand, Result

ABOUT = (
    "short_hand",
    "extra_card",
    "wrong_button",
    "wrong_blinds",
    "wrong_amount",
    "wrong_board_card",
    "exposed_card",
    "burn_error",
    "out_of_turn",
    "see_hand",
    "refund",
    "absent",
    "missing_ante",
    "miscall",
    "openers",
)

SLIPS = (
    "question",
    "count",
    "posts out of place",
    "post left out",
    "post too small",
    "out of turn",
    "odd act",
    "act of a folded seat",
    "round cut short",
    "burn left out",
    "burned twice",
    "card left out",
    "card to somebody else",
    "exposed",
    "boxed",
    "one card more",
    "board card too many",
    "draw card left out",
    "taken in by the dealer",
    "wrong award",
)


@dataclass
class Careless(Dealer):
    """Errs in some hands; the others are clean and compared."""

    errs: bool = False
    slips: list[str] = field(default_factory=list)  # what went wrong in this hand
    chips: Chips = 0  # all that lie on the table
    allowed: frozenset[str] | None = None  # only these slips in this hand

    def slip(self, name: str, odds: float) -> bool:
        """Whether something goes wrong now."""
        if not self.errs or (self.allowed is not None and name not in self.allowed):
            return False
        if self.rng.random() >= (odds if self.allowed is None else 4 * odds):
            return False
        self.slips.append(name)
        return True

    def check(self, *found: Iterator[Difference]) -> None:
        """In a hand that went wrong no more than that all chips are there."""
        if not self.slips:
            super().check(*found)

    def blame(self) -> str:
        """What went wrong in this hand, if it was one thing."""
        return (
            "".join(f" after {one}" for one in set(self.slips)) if len(set(self.slips)) == 1 else ""
        )

    def say(self, type_: str, **fields: Any) -> None:
        """No line may be refused, and no chip may be lost."""
        super().say(type_, **fields)
        if self.slips:
            self._conserved()

    def tell(self, hand: Hand, type_: str, **fields: Any) -> None:
        """As a clean hand, and now and then somebody asks something."""
        super().tell(hand, type_, **fields)
        if self.slips:
            self._conserved()
        if self.slip("question", 0.01):
            seat = self.rng.choice(list(hand.players))
            self.say("attention_called", about=self.rng.choice(ABOUT), seat=seat)
        if self.slip("count", 0.004):
            seat = self.rng.choice(list(hand.players))
            self.say("hand_counted", seat=seat, count=max(0, len(hand.players[seat].cards)))

    def _conserved(self) -> None:
        told = self.tablet.told
        found = told["table"]
        lying = found["balances" if self.game.owed_in_full else "stacks"].values()
        there: Chips = sum(map(compare.amount, lying))
        there += sum(compare.amount(one["amount"]) for one in found["carried"])
        if told["hand"]["phase"] != "ended":
            there += compare.amount(told["hand"]["pot"])
        if there != self.chips:
            raise Unlike([Difference("chips lost or made", self.chips, there)])

    # --- a hand ---------------------------------------------------------------------------

    def play(self, plan: Any, coming_in: tuple[int, ...]) -> None:
        """A hand; whether it is a clean one is decided before it."""
        riding_wrongly = self.table.carried and self.slips
        self.slips = ["a pot that rides from a hand that went wrong"] if riding_wrongly else []
        if self.rng.random() < 0.7:
            self.allowed = frozenset([self.rng.choice(SLIPS)])
        else:
            self.allowed = None
        riding = sum(pot.amount for pot in self.table.carried)
        self.chips = sum(one.stack for one in self.table.seats.values()) + riding
        super().play(plan, coming_in)

    def _posts(self, hand: Hand, late: Any, sets: dict[int, int]) -> None:
        if self.slip("posts out of place", 0.05):
            seat = self.rng.choice(list(hand.players))
            player = hand.players[seat]
            amount = self.rng.randint(1, 6)
            if player.endless or player.stack >= amount:
                kind = self.rng.choice(("ante", "small_blind", "big_blind", "post", "dead"))
                hand.post(seat, amount, kind)
                self.say("posted", seat=seat, kind=kind, amount=amount)
        super()._posts(hand, late, sets)

    def _owed(self, hand: Hand, sets: dict[int, int]) -> list[tuple[int, str, int]]:
        found = []
        for seat, kind, amount in super()._owed(hand, sets):
            if self.slip("post left out", 0.02):
                continue
            if amount > 1 and self.slip("post too small", 0.02):
                amount -= 1
            found.append((seat, kind, amount))
        return found

    # --- betting --------------------------------------------------------------------------

    def _act(self, hand: Hand) -> None:
        betting = hand.round
        assert betting is not None
        able = [player.seat for player in betting.able() if player.seat != betting.turn]
        if able and self.slip("out of turn", 0.05):
            self._odd_act(hand, self.rng.choice(able))
        elif betting.able() and self.slip("odd act", 0.06):
            turn = betting.turn
            assert turn is not None
            self._odd_act(hand, turn)
        elif self.slip("act of a folded seat", 0.01):
            gone = [seat for seat, player in hand.players.items() if player.folded]
            if gone:
                self.say(
                    "acted", seat=self.rng.choice(gone), verb=self.rng.choice(("call", "fold"))
                )
        elif betting.price and self.slip("round cut short", 0.02):
            hand.close()
        else:
            super()._act(hand)

    def _choose(self, hand: Hand, player: Player) -> tuple[str, int | None]:
        verb, to = super()._choose(hand, player)
        if self.slips and to is not None and verb != "declare" and to <= player.bet:
            return "check", None  # more lies there already than the table asks for
        return verb, to

    def _odd_act(self, hand: Hand, seat: int) -> None:
        """An act without regard to turn, price, unit or cap, and it stands."""
        assert hand.round is not None
        player, price, unit = hand.players[seat], hand.round.price, hand.round.unit
        verb = self.rng.choice(("check", "call", "fold", "bet", "raise", "raise"))
        most = player.most()
        top = price + unit * 3 if most is None else most
        to = player.bet
        if verb == "call":
            to = min(price, top)
        elif verb in ("bet", "raise"):
            to = min(self.rng.randint(player.bet + 1, price + 2 * unit), top)
        if to < player.bet or (verb in ("bet", "raise") and to <= player.bet):
            verb, to = "check", player.bet
        fields: dict[str, Any] = {"to": to} if verb in ("call", "bet", "raise") else {}
        if verb == "call" and to == player.bet:
            fields = {}
        hand.stands(seat, verb, to)
        self.tell(hand, "acted", seat=seat, verb=verb, **fields)

    # --- cards ----------------------------------------------------------------------------

    def _burn(self, hand: Hand) -> None:
        if self.slip("burn left out", 0.04):
            return
        super()._burn(hand)
        if self.slip("burned twice", 0.03):
            super()._burn(hand)

    def _serve(self, hand: Hand, seat: int, face: str, first: bool, final: bool) -> None:
        if not final and self.slip("card left out", 0.01):
            return
        if self.slip("card to somebody else", 0.01):
            seat = self.rng.choice([player.seat for player in hand.live()])
        super()._serve(hand, seat, face, first, final)
        self._after_card(hand, seat, face)

    def _after_card(self, hand: Hand, seat: int, face: str) -> None:
        player = hand.players[seat]
        if face == "down" and player.down and self.slip("exposed", 0.01):
            by = self.rng.choice(("dealer", "owner", "other"))
            self.say("exposed", seat=seat, card=player.down[-1], by=by)
        if self.slip("boxed", 0.005):
            self.say("boxed_found", card=self.deck[-1])
        if self.deck and self.slip("one card more", 0.01):
            extra = self.deck.pop()
            hand.give(seat, extra, face)
            known = {"card": extra} if self._known(face) else {}
            self.tell(hand, "dealt", to=seat, face=face, **known)

    def _board(self, hand: Hand) -> None:
        if self.slip("board card too many", 0.03):
            card = self.deck.pop()
            self.say("dealt", to="board", face="up", card=card)
        super()._board(hand)

    def _replace(self, hand: Hand, seat: int, done: bool) -> None:
        if not done and self.slip("draw card left out", 0.02):
            return
        super()._replace(hand, seat, done)
        self._after_card(hand, seat, "down")

    def _throw(self, hand: Hand, player: Player, count: int) -> list[str]:
        if not self.slips:
            return super()._throw(hand, player, count)
        thrown = player.down[:count]
        del player.down[:count]
        return thrown

    # --- the end --------------------------------------------------------------------------

    def _pay(self, hand: Hand) -> None:
        if not self.slips:
            super()._pay(hand)
            return
        if hand.phase == "showdown":
            self._lay_open(hand)
        self._push(hand, self._as_thought(hand))

    def _lay_open(self, hand: Hand) -> None:
        for seat in hand.show_order():
            if self.slip("taken in by the dealer", 0.02):
                self.say("mucked", seat=seat, by="dealer", identifiable=self.rng.random() < 0.5)
            else:
                self.say("shown", seat=seat, cards=hand.players[seat].cards, purpose="showdown")

    def _as_thought(self, hand: Hand) -> Result:
        """Who the table thinks has won; the pot is what lies there."""
        pots = hand.pots()
        shares: list[dict[int, Chips]] = []
        for pot in pots:
            winner = self.rng.choice(pot.seats) if pot.seats else hand.live()[0].seat
            shares.append({winner: pot.amount})
        return Result(pots, shares, {})

    def _push(self, hand: Hand, result: Result) -> None:
        if self.slips or self.slip("wrong award", 0.03):
            live = [player.seat for player in hand.live()]
            for share in result.shares if "wrong award" in self.slips else []:
                amount = sum(share.values())
                share.clear()
                share[self.rng.choice(live)] = amount
            self._all_at_once(hand, result)
            return
        super()._push(hand, result)

    def _all_at_once(self, hand: Hand, result: Result) -> None:
        paid = result.paid
        for seat, amount in paid.items():
            hand.players[seat].stack += amount
        self.say("pot_awarded", to={str(seat): wire(amount) for seat, amount in paid.items()})
        self.table.won()

    def ended(self) -> None:
        """The stacks are what lies in front of the players, and no finding is left."""
        if not self.slips:
            super().ended()
            return
        if self.table.carried:
            return  # nothing was pushed that the record could follow
        found = list(compare.money(self.table, None, self.tablet.told))
        if found:
            raise Unlike(
                [
                    Difference(
                        f"record left the table: {found[0].kind}", found[0].oracle, found[0].product
                    )
                ]
            )
