"""What can be irregular about a wager."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.play.finding import Finding
from adjudicator.table.parts import Pot
from adjudicator.table.seat import Move
from adjudicator.values.amounts import Amount


class ActedOutsideRound(Finding):
    """A wager while no betting round is on."""

    move: Move
    during: str


class ActedWhenDead(Finding):
    """A further act by a seat that is out of the hand."""

    move: Move


class ActedOutOfTurn(Finding):
    """An act before its turn; ``due`` is the seat that was to act.

    ``acts`` are the acts behind that seat by now, ``before`` those that were there.
    """

    concerns: ClassVar[str] = "wager"
    move: Move
    due: int
    before: tuple[str, ...]
    acts: tuple[str, ...]


class StringMotion(Finding):
    """Chips added after an act was made; ``excess`` is what they come to, where known.

    With ``words`` a raise was only said, and no chip went in.
    """

    concerns: ClassVar[str] = "wager"
    move: Move
    excess: Amount
    words: bool = False


class TookBackBound(Finding):
    """Chips taken back that were bound to stay in the pot."""

    concerns: ClassVar[str] = "wager"
    seat: int
    amount: Amount


class ChipsNotInPlay(Finding):
    """Chips bought during the hand are wagered in it."""

    concerns: ClassVar[str] = "wager"
    seat: int
    amount: Amount


class HeldActionAccepted(Finding):
    """The seat to act called a bet or raise that a seat behind it had made out of turn."""

    concerns: ClassVar[str] = "wager"
    seat: int
    move: Move
    by: int


class HeldActionReached(Finding):
    """The action comes to a seat that acted out of turn; ``changed`` by a wager or not."""

    concerns: ClassVar[str] = "wager"
    seat: int
    move: Move
    changed: bool


class WrongAmount(Finding):
    """A wager that is no legal step: ``under`` and ``over`` are the nearest legal totals.

    ``opening`` is the first wager of the round, ``doubled`` a silent double bet.
    """

    concerns: ClassVar[str] = "wager"
    move: Move
    under: Amount
    over: Amount
    opening: bool
    doubled: bool = False


class RaiseOverCap(Finding):
    """A raise beyond what the round may take."""

    concerns: ClassVar[str] = "wager"
    move: Move


class RaiseNotOpen(Finding):
    """A raise by a seat to which the betting was not re-opened, or that may only call.

    It is ``limited`` for having acted out of turn, or for a card that it ``saw_early``.
    """

    concerns: ClassVar[str] = "wager"
    move: Move
    limited: bool
    completing: bool = False
    saw_early: bool = False


class ShortCall(Finding):
    """A call of less than the price with chips left behind.

    ``unaware``: there was a raise and nothing shows that the seat was told of it.
    ``quoted``: the dealer had named this lower amount.
    """

    concerns: ClassVar[str] = "wager"
    move: Move
    price: Amount
    opener_all_in: bool = False
    unaware: bool = False
    quoted: Amount | None = None


class CalledMisquoted(Finding):
    """A whole call by a seat to which the dealer had named a lower amount."""

    concerns: ClassVar[str] = "wager"
    move: Move
    quoted: Amount


class OverCall(Finding):
    """A call with more chips than the price."""

    concerns: ClassVar[str] = "wager"
    move: Move
    price: Amount


class CheckedFacingBet(Finding):
    """A check where there is something to call."""

    concerns: ClassVar[str] = "wager"
    move: Move


class BringInDue(Finding):
    """A check where the round has to begin with a forced bet."""

    move: Move
    amount: Amount


class WordsAndChipsDiffer(Finding):
    """A declared action and the chips pushed with it do not agree."""

    concerns: ClassVar[str] = "wager"
    move: Move
    meant: Move


class SilentChips(Finding):
    """Chips pushed without a word, and what they are read as."""

    concerns: ClassVar[str] = "wager"
    move: Move
    meant: Move
    reason: str


class AllInForbidden(Finding):
    """An all-in in a game without all-ins."""

    move: Move


class RappedFacingBet(Finding):
    """A knock while a wager is unanswered; ``told`` of it by the dealer or not."""

    seat: int
    told: bool
    raised: bool


class DiscardedUncalled(Finding):
    """The round closes on a bet that nobody called, whose maker has thrown the hand away."""

    seat: int
    amount: Amount


class SidePotMade(Finding):
    """The pot now has layers with different claimants."""

    pots: tuple[Pot, ...]
    all_in: tuple[int, ...]


class StarterDiffers(Finding):
    """A card given late makes another hand the best in view after the betting has begun."""

    seat: int
    started: int


class StartedByOther(Finding):
    """The next player has acted behind one who began the round wrongly; ``due`` was to."""

    first: int
    due: int
    behind: int
