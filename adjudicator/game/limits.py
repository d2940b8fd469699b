"""Betting structures: how large a bet or raise may be, what it counts as, what it reopens.

Everything that depends on the structure of the betting is asked here and nowhere else: the
least and the most a seat may go to, how many raises a wager is, for whom it reopens the
betting, and what chips come to that were pushed without a word. Another structure is
another class with the methods of ``Limits``. Amounts are a seat's total for the round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import Frozen


class Round(Protocol):
    """The betting round as a structure sees it, before the wager in question."""

    @property
    def bet_to_match(self) -> Amount:
        """The bet to match."""

    @property
    def last_full_bet(self) -> Amount:
        """The total of the last full bet or raise."""

    @property
    def step(self) -> Amount:
        """The size of the last full bet or raise; 0 before the first."""

    @property
    def bet_size(self) -> Amount:
        """The bet of this round, where the game fixes one."""

    @property
    def raises(self) -> int:
        """Raises so far."""

    @property
    def capped(self) -> bool:
        """Whether the round was capped while three or more could still bet."""

    @property
    def multihanded(self) -> bool:
        """Whether three or more can still bet."""

    @property
    def pot(self) -> Amount:
        """All chips in the middle, this round's bets included."""


class Cap(Frozen):
    """How many raises a round may take, ``None`` for any number.

    With two players left it binds only where the house has it so (``heads_up``), or where
    the round was capped while there were more.
    """

    raises: int | None = None
    heads_up: bool = False

    def in_force(self, round: Round) -> int | None:
        """The cap that applies right now, if any."""
        binds = self.raises is not None and (round.capped or self.heads_up or round.multihanded)
        return self.raises if binds else None

    def reached(self, round: Round) -> bool:
        """Whether the round has had all the raises it may take."""
        most = self.raises
        return most is not None and round.raises >= most and self.in_force(round) is not None

    def filled(self, round: Round, raises: int) -> bool:
        """Whether this many raises cap the round even if it becomes heads-up."""
        most = self.raises
        return round.capped or (most is not None and raises >= most and round.multihanded)


class Limits(Protocol):
    """What a betting structure has to answer."""

    @property
    def cap(self) -> Cap:
        """How many raises a round may take."""

    def opening(self, round: Round) -> Amount:
        """The least bet that opens a round."""

    def first_bet(self, round: Round, to: Amount) -> Amount:
        """The part of an opening total that is the bet itself rather than a raise on top."""

    def least(self, round: Round) -> Amount:
        """The least total of a full bet or raise."""

    def most(self, round: Round, bet: Amount) -> Amount | None:
        """The highest total for a seat with this bet; ``None`` for all its chips."""

    def steps(self, round: Round, to: Amount) -> int:
        """How many bets and raises a wager counts as; 0 if it is too small to count."""

    def full_bet(self, round: Round, to: Amount) -> Amount:
        """The total that the next raise goes on top of, after a wager that counts as one."""

    def reopens(self, round: Round, to: Amount, bet: Amount) -> bool:
        """Whether a wager to ``to`` reopens the betting for a seat that acted with this bet."""

    def without_words(self, round: Round, bet: Amount, to: Amount) -> Amount:
        """What chips pushed silently beyond the bet to match count as: a call, or a raise."""


class FixedLimit(Frozen):
    """Bets and raises of one size.

    Half a bet or more counts as a full raise: it reopens the betting and the next raise goes
    on top of it. Less is action only, and the next raise completes it. To a
    seat that called such a lesser wager, what it faces beyond its call counts (rrop-betting/7).
    """

    cap: Cap = Cap()

    def opening(self, round: Round) -> Amount:
        return round.bet_size

    def first_bet(self, round: Round, to: Amount) -> Amount:
        return min(to, round.bet_size)

    def least(self, round: Round) -> Amount:
        return exact(round.last_full_bet + round.bet_size)

    def most(self, round: Round, bet: Amount) -> Amount:
        return self.least(round)

    def steps(self, round: Round, to: Amount) -> int:
        gain, unit = to - round.last_full_bet, round.bet_size
        if 2 * gain < unit:
            return 0
        return int((2 * gain + unit) // (2 * unit)) if unit else 1

    def full_bet(self, round: Round, to: Amount) -> Amount:
        whole = exact(round.last_full_bet + self.steps(round, to) * round.bet_size)
        return min(to, whole) if round.bet_size else to

    def reopens(self, round: Round, to: Amount, bet: Amount) -> bool:
        if not self.steps(round, to):
            return False
        called_beyond = 0 < round.last_full_bet < bet
        return not called_beyond or 2 * (to - bet) >= round.bet_size

    def without_words(self, round: Round, bet: Amount, to: Amount) -> Amount:
        return self.least(round) if self.steps(round, to) else round.bet_to_match


# The structures a game file may name.
STRUCTURES: Mapping[str, Callable[[Cap], Limits]] = {"fixed": FixedLimit}
