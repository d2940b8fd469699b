"""One hand from the posts to the last pot, on a plain table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.simulator.oracle import cards
from tests.simulator.oracle.betting import Chips, Player, Round
from tests.simulator.oracle.games import (
    BIG_BLIND,
    BUTTON,
    HIGH_BOARD,
    LOW_CARD,
    OPENER,
    Game,
    Street,
)
from tests.simulator.oracle.pots import Pot, layers, riding, shared


@dataclass
class Result:
    """What the rules give once a hand is decided."""

    pots: list[Pot]
    shares: list[dict[int, Chips]]
    readings: dict[int, cards.Reading]

    @property
    def paid(self) -> dict[int, Chips]:
        """What each seat is owed."""
        found: dict[int, Chips] = {}
        for shares in self.shares:
            for seat, amount in shares.items():
                found[seat] = found.get(seat, 0) + amount
        return found


def clockwise(seats: Sequence[int], after: int) -> list[int]:
    """Seats in order, the first one left of a place."""
    return sorted(seats, key=lambda seat: (seat <= after, seat))


@dataclass
class Hand:
    """A hand that is on."""

    game: Game
    button: int
    players: dict[int, Player]
    small_blind: int | None = None  # seats, where blinds are posted
    big_blind: int | None = None
    deals: list[dict[int, Chips]] = field(default_factory=list)  # that ride: what each seat paid

    def __post_init__(self) -> None:
        self.late: dict[int, Chips] = {}  # paid in this hand for the deals that ride
        self.board: list[str] = []
        self.burns = 0
        self.at = -1  # the street that is on
        self.round: Round | None = None
        self.rounds = 0  # betting rounds that came up
        self.opener: int | None = None
        self.last_aggressor: int | None = None
        self.first_of_round: int | None = None
        self.returned: dict[int, int] = {}
        self.phase = "posting"
        self.over = False

    # --- seats ------------------------------------------------------------------------

    def order(self, after: int) -> list[int]:
        """Seats that were dealt in, the first one left of a place."""
        return clockwise(list(self.players), after)

    def live(self) -> list[Player]:
        """Players still in, from the left of the button."""
        return [p for p in map(self.players.get, self.order(self.button)) if p and not p.folded]

    @property
    def street(self) -> Street:
        """The step that is on."""
        return self.game.streets[self.at]

    @property
    def pot(self) -> Chips:
        """All chips in the middle."""
        put_in = sum(self.stake(seat) for seat in self.players)
        return put_in + sum(sum(paid.values()) for paid in self.deals)

    def stake(self, seat: int) -> Chips:
        """What a seat has put into this deal, beside what it paid for those that ride."""
        return self.players[seat].put_in - self.late.get(seat, 0)

    def pots(self) -> list[Pot]:
        """The layers."""
        folded = [player for player in self.players.values() if player.folded]
        return layers(self.live() + folded, riding(self.deals), self.late)

    def unclaimed(self) -> bool:
        """Whether everybody who put in some layer that rides is out of this hand."""
        live = {player.seat for player in self.live()}
        return any(live.isdisjoint(pot.seats) for pot in riding(self.deals))

    # --- posts ------------------------------------------------------------------------

    def post(self, seat: int, amount: int, kind: str) -> None:
        """An ante, a blind or a late post."""
        player = self.players[seat]
        player.pay(amount)
        if kind == "ante":
            for paid in self.deals:
                if seat not in paid:
                    paid[seat] = self.game.ante
                    self.late[seat] = self.late.get(seat, 0) + self.game.ante
        if kind in ("small_blind", "big_blind", "post"):
            player.bet += amount
        if kind == "dead":
            player.dead += amount

    # --- the way through the streets ----------------------------------------------------

    def go_on(self) -> None:
        """To the next step that asks anything of anybody, or to the end."""
        while not self._decided() and self.at + 1 < len(self.game.streets):
            self.at += 1
            self.round = None
            if self.street.kind != "bet":
                self.phase = "drawing" if self.street.kind == "draw" else "dealing"
                return
            self.rounds += 1
            if self._open_round():
                self.phase = "betting"
                return
        self._end()

    def _decided(self) -> bool:
        return len(self.live()) == 1

    def passed_out(self) -> bool:
        """Whether nobody opened where an opening is what keeps a deal going."""
        return self.game.passes_out and self.rounds == 1 and self.opener is None

    def _end(self) -> None:
        self.phase = "showdown" if len(self.live()) > 1 else "decided"
        self.over = True

    def _open_round(self) -> bool:
        """Betting begins, if there is anybody to bet against."""
        first = self._first()
        order = [first, *self.order(first)]
        order = list(dict.fromkeys(order))
        self.first_of_round = first
        game, street = self.game, self.street
        opening = self.rounds == 1
        price = game.big_blind if opening else 0
        self.round = Round(
            self.players,
            order,
            street.bet,
            game.raises,
            game.capped_heads_up,
            price=price,
            full=price,
            all_in_may_open=game.openers and opening,
            double=game.open_double and opening,
            partial_open=game.partial_open and opening and not price,
            forced=game.bring_in if opening else 0,
        )
        if self.round.turn is None:
            self._close_round()
        return self.round is not None

    def _first(self) -> int:
        """Where a round begins; seats without chips pass it on to the left."""
        how = self.street.first
        if how == BIG_BLIND and self.big_blind is not None:
            return self.order(self.big_blind)[0]
        if how == OPENER and self.opener is not None:
            return self.opener
        if how == LOW_CARD:
            shown = [player for player in self.live() if player.up]
            return min(shown, key=lambda p: cards.by_suit(p.up[-1])).seat
        if how == HIGH_BOARD:
            wild = self.game.wild_ranks
            tops = {p.seat: cards.exposed(p.up, wild) for p in self.live()}
            best = max(tops.values())
            return next(p.seat for p in self.live() if tops[p.seat] == best)
        assert how in (BUTTON, OPENER, BIG_BLIND)
        return self.order(self.button)[0]

    def act(self, verb: str, to: int | None = None) -> None:
        """The seat to act acts; the hand goes on by itself where the round is over."""
        assert self.round is not None
        self.round.act(verb, to)
        if self.round.turn is None:
            self._close_round()
            if self.passed_out() and not self._decided():
                self.phase, self.over = "passed out", True
            else:
                self.go_on()

    def stands(self, seat: int, verb: str, to: int) -> None:
        """An act that was not in order and that the table lets stand."""
        assert self.round is not None
        self.round.stands(seat, verb, to)
        if self.round.turn is None:
            self.close()

    def close(self) -> None:
        """The table takes the round to be over."""
        self._close_round()
        self.go_on()

    def _close_round(self) -> None:
        assert self.round is not None
        if self.rounds == 1:
            self.opener = self.round.opener
        self.last_aggressor = self.round.last_aggressor
        back = self.round.uncalled()
        if back is not None:
            seat, amount = back
            player = self.players[seat]
            player.stack += amount
            player.put_in -= amount
            player.bet -= amount
            player.all_in = False
            self.returned[seat] = self.returned.get(seat, 0) + amount
        for one in self.players.values():
            one.bet = 0
        self.round = None

    # --- cards ------------------------------------------------------------------------

    def deal_order(self) -> list[int]:
        """Seats in the order in which this deal serves them."""
        after = self.button
        if self.street.first == BIG_BLIND and self.big_blind is not None:
            after = self.big_blind
        return [seat for seat in self.order(after) if not self.players[seat].folded]

    def give(self, seat: int, card: str, face: str) -> None:
        """A card to a seat."""
        player = self.players[seat]
        (player.up if face == "up" else player.down).append(card)

    # --- the end ----------------------------------------------------------------------

    def reading(self, player: Player) -> cards.Reading:
        """The best five of a seat."""
        own = tuple(sorted(player.cards))
        if self.game.wild_ranks:
            return cards.best_with_wilds(own, self.game.wild_ranks)
        return cards.best(own, tuple(self.board), self.game.own_exactly)

    def odd_first(self, seat: int) -> tuple[int, ...]:
        """The order of odd chips: the highest card in stud, else from the button's left."""
        if self.game.by_suit:
            ordered = sorted(map(cards.by_suit, self.players[seat].cards), reverse=True)
            return tuple(-value for value in ordered[0])
        return (self.order(self.button).index(seat),)

    def result(self) -> Result:
        """Who is paid what."""
        pots = self.pots()
        live = self.live()
        readings = {p.seat: self.reading(p) for p in live} if len(live) > 1 else {}
        shares = []
        for pot in pots:
            if len(pot.seats) == 1:
                shares.append({pot.seats[0]: pot.amount})
                continue
            best = max(readings[seat] for seat in pot.seats)
            winners = [seat for seat in pot.seats if readings[seat] == best]
            shares.append(shared(pot, winners, self.odd_first, self.game.fractions))
        return Result(pots, shares, readings)

    def show_order(self) -> list[int]:
        """The last to bet or raise shows first; without one, who was first to act."""
        first = self.last_aggressor
        if first is None or self.players[first].folded:
            first = self.first_of_round
        live = [player.seat for player in self.live()]
        assert first is not None
        return list(dict.fromkeys([s for s in [first, *self.order(first)] if s in live]))


def stacks(hand: Hand) -> Mapping[int, Chips]:
    """What lies in front of the seats of a hand."""
    return {seat: player.stack for seat, player in hand.players.items()}
