"""What can be irregular about opening the pot."""

from __future__ import annotations

from adjudicator.play.finding import Finding
from adjudicator.play.opening.proof import Proof
from adjudicator.values.amounts import Amount


class FalseOpening(Finding):
    """The opener's hand does not qualify, or is dead, before the draw or after.

    ``folded`` are hands given up on the opening that the house brings back, ``ruling`` the
    ruling that the hand is dead by, if it died of one.
    """

    seat: int
    plays: bool
    raised: bool
    action_done: bool
    other_bets: Amount
    opening: Amount
    all_in: bool
    shown: bool
    folded: tuple[int, ...]
    ruling: str = ""


class PotDeclared(Finding):
    """A pot is declared open after a false opening; allowed or not."""

    seat: int
    allowed: bool
    checked: bool
    turn: int | None


class NobodyDeclared(Finding):
    """Nobody who may has declared the pot open."""

    false_opener: int
    returns: tuple[tuple[int, Amount], ...]
    carried: Amount


class OpenedForLess(Finding):
    """The pot is opened all-in for the antes, or for too little; callers owe the ``price``."""

    seat: int
    amount: Amount
    price: Amount


class PassedOut(Finding):
    """Nobody opened."""

    carried: Amount
    deals: int


class OpenerStands(Finding):
    """The opener is about to win; ``proof`` says how far openers are proved."""

    seat: int
    proof: Proof
    contested: bool
