"""One round of fixed-limit betting: whose turn, what it costs, what may be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

Chips = int | Fraction


@dataclass
class Player:
    """A seat in a hand."""

    seat: int
    stack: int | Fraction
    endless: bool = False  # owes every wager in full
    bet: int = 0  # this round
    put_in: int = 0  # this hand
    dead: int = 0  # of it, money that matches nothing
    folded: bool = False
    all_in: bool = False
    acted_at: int | None = None  # the price when the seat last acted in this round
    down: list[str] = field(default_factory=list)
    up: list[str] = field(default_factory=list)
    drew: int = 0

    @property
    def cards(self) -> list[str]:
        """All cards of the hand."""
        return [*self.down, *self.up]

    def pay(self, amount: int) -> None:
        """Chips from the stack into the middle."""
        self.stack -= amount
        self.put_in += amount
        if not self.endless and self.stack == 0:
            self.all_in = True

    def most(self) -> int | None:
        """The highest total of this round; ``None`` without a limit."""
        return None if self.endless else int(self.bet + self.stack)


Move = tuple[str, int | None]  # verb and total; None where there is none


class Round:
    """A betting round; ``order`` begins with the first to act."""

    def __init__(
        self,
        players: dict[int, Player],
        order: list[int],
        unit: int,
        most_raises: int,
        capped_heads_up: bool = False,
        price: int = 0,
        full: int = 0,
        all_in_may_open: bool = False,
        double: bool = False,
        partial_open: bool = False,
        forced: int = 0,
    ) -> None:
        self.players = players
        self.order = order
        self.unit = unit
        self.most_raises = most_raises
        self.capped_heads_up = capped_heads_up
        self.price = price  # what has to be matched
        self.full = full  # the last full bet, on which a raise is built
        self.raises = 0
        self.capped = False
        self.unopened = all_in_may_open
        self.double = double
        self.partial_open = partial_open
        self.forced = forced  # the bring-in, until somebody has acted
        self.opener: int | None = None
        self.last_aggressor: int | None = None
        self.let_be: dict[int, int] = {}  # who was let off, and the price at which
        for player in players.values():
            player.acted_at = None
        self.turn: int | None = self._next(order)

    # --- who is there -----------------------------------------------------------------

    def live(self) -> list[Player]:
        """Players still in, in the order of this round."""
        return [self.players[seat] for seat in self.order if not self.players[seat].folded]

    def able(self) -> list[Player]:
        """Players still in who have chips to bet."""
        return [player for player in self.live() if not player.all_in]

    def rivals(self, player: Player) -> list[Player]:
        """The others still in."""
        return [other for other in self.live() if other is not player]

    # --- turn and price ---------------------------------------------------------------

    def owed(self, player: Player) -> int:
        """The total a seat has to reach: the price, as far as anybody could collect it."""
        rivals = self.rivals(player)
        if any(not other.all_in for other in rivals):
            return self.price
        return min(self.price, max((other.bet for other in rivals), default=0))

    def to_call(self) -> int:
        """What the seat to act must add."""
        if self.turn is None:
            return 0
        player = self.players[self.turn]
        return max(self.owed(player) - player.bet, 0)

    def _waits(self, player: Player) -> bool:
        """Whether a seat still has something to say."""
        if player.folded or not self.rivals(player):
            return False
        if self.let_be.get(player.seat) == self.price:
            return False
        if self.unopened:
            return player.acted_at is None
        if player.all_in:
            return False
        if player.bet < self.owed(player):
            return True
        if all(other.all_in for other in self.rivals(player)):
            return False
        return player.acted_at is None

    def _next(self, seats: list[int]) -> int | None:
        for seat in seats:
            if self._waits(self.players[seat]):
                return seat
        return None

    def _after(self, seat: int) -> list[int]:
        place = self.order.index(seat)
        return self.order[place + 1 :] + self.order[: place + 1]

    # --- what may be done -------------------------------------------------------------

    def may_raise(self, player: Player) -> bool:
        """Whether the seat may put in more than a call."""
        if all(other.all_in for other in self.rivals(player)) and not self.unopened:
            return False
        if self.raises >= self.most_raises and (
            self.capped or self.capped_heads_up or len(self.able()) >= 3
        ):
            return False
        if player.acted_at is None:
            return True
        return 2 * (self.price - player.acted_at) >= self.unit

    def full_raise(self) -> int:
        """The total of the next full bet or raise."""
        return self.full + self.unit

    def moves(self) -> list[Move]:
        """Everything in order for the seat to act; folding without need is left out."""
        assert self.turn is not None
        player = self.players[self.turn]
        most, owed = player.most(), self.owed(player)
        if self.forced:
            return self._forced_moves(most)
        found: list[Move] = []
        if player.bet < owed:
            found += [("fold", None), ("call", owed if most is None else min(owed, most))]
        else:
            found.append(("check", None))
        if self.unopened and player.all_in:
            return [*found, ("declare", 0)]
        if self.may_raise(player) and (most is None or most > self.price):
            verb = "raise" if self.price else "bet"
            tops = [self.full_raise()]
            if self.double and not self.price and self.unit:
                tops.append(2 * self.unit)
            reach = [top if most is None else min(top, most) for top in tops]
            found += [(verb, top) for top in dict.fromkeys(reach)]
        return found

    def _forced_moves(self, most: int | None) -> list[Move]:
        assert most is not None
        tops = dict.fromkeys((min(self.forced, most), min(self.unit, most)))
        return [("bet", top) for top in tops]

    # --- what is done -----------------------------------------------------------------

    def act(self, verb: str, to: int | None = None) -> None:
        """The seat whose turn it is acts."""
        assert self.turn is not None
        seat = self.turn
        player = self.players[seat]
        able = len(self.able())
        if verb == "fold":
            player.folded = True
        elif verb == "call":
            assert to is not None
            self._pay(player, to)
            self.opener = self.opener or seat  # over a blind, who calls first opens
        elif verb in ("bet", "raise", "declare"):
            self._wager(player, to or 0, able)
        player.acted_at = self.price if self.full else 0  # a bring-in is no bet yet
        self.forced = 0
        self.turn = self._next(self._after(seat))

    def _pay(self, player: Player, to: int) -> None:
        player.pay(to - player.bet)
        player.bet = to

    def _wager(self, player: Player, to: int, able: int) -> None:
        opening = self.price == 0
        self._pay(player, to)
        if self.forced and to <= self.forced:
            self.price = self.forced
            return
        self.last_aggressor = player.seat
        self.opener = self.opener or player.seat
        self.unopened = False
        if opening and self.partial_open and 2 * to < self.unit:
            self.price = self.full = self.unit
            return
        if opening and to > self.unit:
            self._raised_to(self.unit, able)
        self._raised_to(to, able)

    def _raised_to(self, to: int, able: int) -> None:
        """A bet or raise; less than half of one is neither, though it has to be matched."""
        if 2 * (to - self.full) >= self.unit:
            self.raises += 1 if self.full else 0
            self.full = to
            self.capped = self.capped or (self.raises >= self.most_raises and able >= 3)
        self.price = max(self.price, to)

    def stands(self, seat: int, verb: str, to: int) -> None:
        """Whatever a seat did stands as it was done, and the table goes on from there."""
        player = self.players[seat]
        for skipped in self._skipped(seat):
            self.let_be[skipped] = self.price
        if verb == "fold":
            player.folded = True
        elif to > player.bet:
            self._pay(player, to)
            if to > self.price:
                self.price = self.full = to
                self.last_aggressor = seat
                self.opener = self.opener or seat
                self.unopened = False
        player.acted_at = self.price
        self.let_be[seat] = self.price
        self.forced = 0
        self.turn = self._next(self._after(seat))

    def _skipped(self, seat: int) -> list[int]:
        if self.turn is None or self.turn == seat:
            return []
        order = self._after(self.turn)
        return [self.turn, *order[: order.index(seat)]]

    # --- the end of it ----------------------------------------------------------------

    def uncalled(self) -> tuple[int, int] | None:
        """The seat whose wager nobody matched in full, and the part that goes back."""
        players = [self.players[seat] for seat in self.order]
        top = max(players, key=lambda one: one.bet)
        second = max(other.bet for other in players if other is not top)
        if top.bet == second or top.folded:
            return None
        return top.seat, top.bet - second
