"""The table between hands: who plays, where the button and the blinds belong, who owes what."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.simulator.oracle.betting import Chips, Player
from tests.simulator.oracle.games import Game
from tests.simulator.oracle.hand import Hand, clockwise
from tests.simulator.oracle.pots import Pot, riding


@dataclass
class Seated:
    """A player at the table."""

    name: str
    stack: Chips
    out: bool = False
    new: bool = False  # has never been dealt in since sitting down in a running game
    missed_small: bool = False
    missed_big: bool = False

    @property
    def owes(self) -> bool:
        """Whether the player may not just be dealt in anywhere."""
        return self.new or self.missed_small or self.missed_big


@dataclass(frozen=True)
class Plan:
    """The places of the next hand, and who may be in it."""

    button: int
    small_blind: int | None  # the seat that posts it; None where it is dead
    big_blind: int | None
    small_place: int | None
    dealt_in: tuple[int, ...]
    may_post: tuple[int, ...]  # could come in now by posting what is owed


@dataclass
class Table:
    """Seats, stacks and the memory of the last hand."""

    game: Game
    places: int
    seats: dict[int, Seated] = field(default_factory=dict)
    button: int | None = None
    small_place: int | None = None
    big_place: int | None = None
    deals: list[dict[int, Chips]] = field(default_factory=list)  # that ride: what each seat paid
    resolved_pots: int = 0
    hands: int = 0

    @property
    def carried(self) -> list[Pot]:
        """What rides, layer by layer."""
        return riding(self.deals)

    def able(self) -> list[int]:
        """Seats that could be dealt to: sitting in, with chips or a claim on carried money."""
        return [
            seat
            for seat, one in sorted(self.seats.items())
            if not one.out and (self.game.owed_in_full or self._can_pay(seat, one))
        ]

    def _can_pay(self, seat: int, one: Seated) -> bool:
        if self._claims(seat):
            return True
        late = any(seat not in paid for paid in self.deals)
        owed = self.game.ante * self.sets_owed(seat) if late else 1
        return one.stack >= owed

    def _claims(self, seat: int) -> bool:
        return any(seat in pot.seats for pot in self.carried)

    # --- where the next hand is dealt ---------------------------------------------------

    def plan(self, first_button: int) -> Plan | None:
        """The next hand, ``None`` where too few can play."""
        able = self.able()
        if len(able) < 2:
            return None
        if not self.game.blinds:
            button = first_button if self.button is None else clockwise(able, self.button)[0]
            return Plan(button, None, None, None, tuple(able), ())
        if self.button is None or self.big_place is None:
            return self._first_blinds(able, first_button)
        return self._blinds(able)

    def _first_blinds(self, able: list[int], button: int) -> Plan:
        order = clockwise(able, button)
        if len(able) == 2:
            return Plan(button, button, order[0], button, tuple(able), ())
        return Plan(button, order[0], order[1], order[0], tuple(able), ())

    def _blinds(self, able: list[int]) -> Plan | None:
        """The big blind moves on; the small blind and the button follow it place by place."""
        assert self.big_place is not None
        assert self.small_place is not None
        big = clockwise(able, self.big_place)[0]
        small, button = self.big_place, self.small_place
        closed = set(between(button, big, self.places)) | {button}
        ready = [seat for seat in able if seat == big or not self.seats[seat].owes]
        waiting = [seat for seat in able if seat not in ready and seat not in closed]
        if len(ready) < 2:
            return None
        if len(ready) == 2 and not waiting:
            other = next(seat for seat in ready if seat != big)
            return Plan(other, other, big, other, tuple(ready), ())
        return Plan(
            button, small if small in ready else None, big, small, tuple(ready), tuple(waiting)
        )

    # --- a hand ---------------------------------------------------------------------------

    def start(self, plan: Plan, coming_in: tuple[int, ...] = ()) -> Hand:
        """The hand begins; blinds that pass somebody by are missed."""
        if len(plan.dealt_in) + len(coming_in) == 2 and self.game.blinds and self.hands:
            other = next(s for s in (*plan.dealt_in, *coming_in) if s != plan.big_blind)
            plan = Plan(other, other, plan.big_blind, other, plan.dealt_in, plan.may_post)
        dealt = sorted((*plan.dealt_in, *coming_in))
        self._note_missed(plan, dealt)
        players = {seat: Player(seat, self.seats[seat].stack) for seat in dealt}
        for player in players.values():
            player.endless = self.game.owed_in_full
            player.all_in = not player.endless and player.stack == 0
        self.button, self.hands = plan.button, self.hands + 1
        if self.game.blinds:
            self.small_place, self.big_place = plan.small_place, plan.big_blind
        deals = list(self.deals)
        return Hand(self.game, plan.button, players, plan.small_blind, plan.big_blind, deals)

    def _note_missed(self, plan: Plan, dealt: list[int]) -> None:
        if self.big_place is None or plan.big_blind is None or plan.small_place is None:
            return
        assert self.small_place is not None
        big = set(between(self.big_place, plan.big_blind, self.places))
        small = {*between(self.small_place, plan.small_place, self.places), plan.small_place}
        for seat, one in self.seats.items():
            if seat not in dealt and not one.new:
                one.missed_big = one.missed_big or seat in big
                one.missed_small = one.missed_small or seat in small

    @property
    def ante_due(self) -> bool:
        """Whether this deal is anted; at the limit deals go on without."""
        limit = self.game.ante_limit
        return bool(self.game.ante) and (limit is None or len(self.deals) < limit)

    def sets_owed(self, seat: int) -> int:
        """How many antes a seat puts in: those of the pot it has not paid, and this deal's."""
        return sum(seat not in paid for paid in self.deals) + self.ante_due

    def carry(self, hand: Hand) -> None:
        """Nobody opened: the antes ride, deal by deal."""
        if self.ante_due:
            self.deals.append({seat: hand.stake(seat) for seat in hand.players})

    def won(self) -> None:
        """The pot was won."""
        self.deals = []
        self.resolved_pots += 1

    def owed_posts(self, seat: int, plan: Plan) -> list[tuple[str, int]]:
        """What a seat that comes in elsewhere than on the big blind posts."""
        one = self.seats[seat]
        found = []
        if one.new or one.missed_big:
            found.append(("post", self.game.big_blind))
        if one.missed_small and self.game.small_blind:
            found.append(("dead", self.game.small_blind))
        return found

    def settle(self, seat: int) -> None:
        """A seat that is dealt in owes nothing any more."""
        one = self.seats[seat]
        one.new = one.missed_small = one.missed_big = False

    def finish(self, hand: Hand) -> None:
        """Stacks after a hand."""
        for seat, player in hand.players.items():
            if seat in self.seats:
                self.seats[seat].stack = player.stack


def between(start: int, end: int, places: int) -> list[int]:
    """Places clockwise after one and before another."""
    found = []
    place = start % places + 1
    while place != end:
        found.append(place)
        place = place % places + 1
        if place == start % places + 1:
            break
    return found
