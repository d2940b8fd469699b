"""What the engine notices: findings of fact, each of one type, without a remedy.

The engine compares an entry with what was due and reports the difference; the rulebook
decides what follows. Rules subscribe to these types and to events, so a regular entry
wakes nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from adjudicator.session import Placed
from adjudicator.state import Layer, Move, Pot, Result
from adjudicator.wire import Amount


@dataclass(frozen=True)
class Finding:
    """Something that can be seen from the log.

    ``concerns`` says what of the game it departs from: a ``wager`` of the round, the
    ``cards`` of a stage, or the ``award``. What ``comes_last`` is numbered after all else
    that an entry leads to: a reader who is not told of it misses no number.
    """

    concerns: ClassVar[str] = ""
    comes_last: ClassVar[bool] = False


# --- Wagers ------------------------------------------------------------------


@dataclass(frozen=True)
class ActedOutsideRound(Finding):
    """A wager while no betting round is on."""

    move: Move
    during: str


@dataclass(frozen=True)
class ActedWhenDead(Finding):
    """A further act by a seat that is out of the hand."""

    move: Move


@dataclass(frozen=True)
class ActedOutOfTurn(Finding):
    """An act before its turn; ``due`` is the seat that was to act.

    ``acts`` are the acts behind that seat by now, ``before`` those that were there.
    """

    concerns: ClassVar[str] = "wager"
    move: Move
    due: int
    before: tuple[str, ...]
    acts: tuple[str, ...]


@dataclass(frozen=True)
class StringMotion(Finding):
    """Chips added after an act was made; ``excess`` is what they come to, where known."""

    concerns: ClassVar[str] = "wager"
    move: Move
    excess: Amount


@dataclass(frozen=True)
class TookBackBound(Finding):
    """Chips taken back that were bound to stay in the pot."""

    concerns: ClassVar[str] = "wager"
    seat: int
    amount: Amount


@dataclass(frozen=True)
class ChipsNotInPlay(Finding):
    """Chips bought during the hand are wagered in it."""

    concerns: ClassVar[str] = "wager"
    seat: int
    amount: Amount


@dataclass(frozen=True)
class ClockExpired(Finding):
    """A player on the clock has run out of time."""

    concerns: ClassVar[str] = "wager"
    seat: int
    facing: bool
    drawing: bool


@dataclass(frozen=True)
class HeldActionReached(Finding):
    """The action comes to a seat that acted out of turn; ``changed`` by a wager or not."""

    concerns: ClassVar[str] = "wager"
    seat: int
    move: Move
    changed: bool


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class RaiseOverCap(Finding):
    """A raise beyond what the round may take."""

    concerns: ClassVar[str] = "wager"
    move: Move


@dataclass(frozen=True)
class RaiseNotOpen(Finding):
    """A raise by a seat to which the betting was not re-opened, or that may only call.

    It is ``limited`` for having acted out of turn, or for a card that it ``saw_early``.
    """

    concerns: ClassVar[str] = "wager"
    move: Move
    limited: bool
    completing: bool = False
    saw_early: bool = False


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class CalledMisquoted(Finding):
    """A whole call by a seat to which the dealer had named a lower amount."""

    concerns: ClassVar[str] = "wager"
    move: Move
    quoted: Amount


@dataclass(frozen=True)
class OverCall(Finding):
    """A call with more chips than the price."""

    concerns: ClassVar[str] = "wager"
    move: Move
    price: Amount


@dataclass(frozen=True)
class CheckedFacingBet(Finding):
    """A check where there is something to call."""

    concerns: ClassVar[str] = "wager"
    move: Move


@dataclass(frozen=True)
class BringInDue(Finding):
    """A check where the round has to begin with a forced bet."""

    move: Move
    amount: Amount


@dataclass(frozen=True)
class WordsAndChipsDiffer(Finding):
    """A declared action and the chips pushed with it do not agree."""

    concerns: ClassVar[str] = "wager"
    move: Move
    meant: Move


@dataclass(frozen=True)
class SilentChips(Finding):
    """Chips pushed without a word, and what they are read as."""

    concerns: ClassVar[str] = "wager"
    move: Move
    meant: Move
    reason: str


@dataclass(frozen=True)
class AllInForbidden(Finding):
    """An all-in in a game without all-ins."""

    move: Move


@dataclass(frozen=True)
class RappedFacingBet(Finding):
    """A knock while a wager is unanswered; ``told`` of it by the dealer or not."""

    seat: int
    told: bool
    raised: bool


@dataclass(frozen=True)
class SidePotMade(Finding):
    """The pot now has layers with different claimants."""

    pots: tuple[Pot, ...]
    all_in: tuple[int, ...]


# --- Posts and seats ---------------------------------------------------------


@dataclass(frozen=True)
class PostWrong(Finding):
    """A post of another size than due, or from another seat."""

    seat: int
    kind: str
    amount: Amount
    due: Amount


@dataclass(frozen=True)
class ShortAnte(Finding):
    """A seat puts its last chips in for less than a full ante."""

    seat: int
    amount: Amount
    due: Amount


@dataclass(frozen=True)
class AntedLastChips(Finding):
    """A full ante takes a seat's last chips."""

    seat: int


@dataclass(frozen=True)
class AntesMissing(Finding):
    """Cards are dealt to seats that have not posted."""

    seats: tuple[int, ...]
    due: Amount


@dataclass(frozen=True)
class EntryWithCarriedPot(Finding):
    """A seat that was not in an earlier deal of the pot now riding is dealt in."""

    seat: int
    sets: int
    due: Amount
    forfeited: tuple[Layer, ...]


@dataclass(frozen=True)
class LockedOutDealtIn(Finding):
    """A seat locked out of this pot is dealt in."""

    seat: int


@dataclass(frozen=True)
class SeatChangedWithPot(Finding):
    """A player changes seats while money is carried."""

    seat: int
    to: int


@dataclass(frozen=True)
class HandLeftOpen(Finding):
    """A new hand starts before the last one was ended."""

    hand: int


@dataclass(frozen=True)
class StartedAgainst(Finding):
    """A hand starts from another button, or with more players, than the game has."""

    what: str
    found: int
    due: int


# --- Cards -------------------------------------------------------------------


@dataclass(frozen=True)
class FirstCard(Finding):
    """The first card of a hand leaves the stub."""


@dataclass(frozen=True)
class CardExposed(Finding):
    """A card on its way, or in place, was seen; ``moment`` is where it was going."""

    seat: int | None
    card: str
    by: str
    moment: str
    off_table: bool


@dataclass(frozen=True)
class CardSeenTwice(Finding):
    """A card turns up that was seen elsewhere in this hand."""

    comes_last: ClassVar[bool] = True
    card: str
    first: int


@dataclass(frozen=True)
class JokerSeen(Finding):
    """A joker turns up where none belongs; ``seat`` holds it, or nobody."""

    seat: int | None
    acted: bool


@dataclass(frozen=True)
class BurnMissing(Finding):
    """Cards are dealt without the burn that comes first."""

    concerns: ClassVar[str] = "cards"
    stage: str
    card: str | None = None


@dataclass(frozen=True)
class BurnExtra(Finding):
    """A burn that is not due."""

    concerns: ClassVar[str] = "cards"
    stage: str
    game_burns: bool
    card: str | None = None


@dataclass(frozen=True)
class PrematureCard(Finding):
    """A card is dealt while a betting round or a draw is open."""

    concerns: ClassVar[str] = "cards"
    to: int | str
    card: str | None


@dataclass(frozen=True)
class ExtraBoardCard(Finding):
    """A board card too many: one more than this stage has, or while none is due."""

    concerns: ClassVar[str] = "cards"
    card: str | None
    stage: str


@dataclass(frozen=True)
class WrongFace(Finding):
    """A card dealt to a seat with another face than the plan has."""

    seat: int
    card: str | None
    meant: str


@dataclass(frozen=True)
class BoardCardDown(Finding):
    """A board card is dealt face down."""

    concerns: ClassVar[str] = "cards"
    stage: str


@dataclass(frozen=True)
class LastCardUp(Finding):
    """The last card of a stud hand, meant to lie face down, is dealt face up."""

    seat: int
    card: str | None
    meant: str


@dataclass(frozen=True)
class HoleCardUp(Finding):
    """A hole card of the first deal is turned up by the dealer; ``both`` of them are."""

    seat: int
    card: str | None
    both: bool


@dataclass(frozen=True)
class BurnPassedBy(Finding):
    """The next card is dealt while one burned by mistake lies there; ``burn`` is its entry."""

    burn: int


@dataclass(frozen=True)
class CutBy(Finding):
    """Somebody else cuts than the player on the dealer's right."""

    seat: int
    due: int


@dataclass(frozen=True)
class DealtOut(Finding):
    """A card dealt to a seat that is out of the hand."""

    concerns: ClassVar[str] = "cards"
    to: int


@dataclass(frozen=True)
class BonusMissed(Finding):
    """A card goes elsewhere while a bonus card is due at once."""

    seat: int
    after_action: bool


@dataclass(frozen=True)
class StarterDiffers(Finding):
    """A card given late makes another hand the best in view after the betting has begun."""

    seat: int
    started: int


@dataclass(frozen=True)
class StartedByOther(Finding):
    """The next player has acted behind one who began the round wrongly; ``due`` was to."""

    first: int
    due: int
    behind: int


@dataclass(frozen=True)
class PlayerTookCard(Finding):
    """A player helped himself from the stub; ``due`` if it was the very card due there."""

    by: int
    to: int | str
    card: str | None
    up: bool
    due: bool


# --- The draw ----------------------------------------------------------------


@dataclass(frozen=True)
class DrawOutOfTurn(Finding):
    """A number, or a knock, before its turn in the draw."""

    concerns: ClassVar[str] = "cards"
    seat: int
    due: int | None
    count: int


@dataclass(frozen=True)
class DrawAtWrongStage(Finding):
    """A draw begins where the schedule has none; ``second`` after the one there is."""

    concerns: ClassVar[str] = "cards"
    seat: int
    second: bool


@dataclass(frozen=True)
class RequestChanged(Finding):
    """A second number; ``lock`` says what stands against it, ``entry`` which entry."""

    concerns: ClassVar[str] = "cards"
    seat: int
    old: int
    new: int
    lock: str
    entry: int


@dataclass(frozen=True)
class DrawnBeforeDiscard(Finding):
    """A seat discards after it was served; ``served`` is the entry of the last card."""

    concerns: ClassVar[str] = "cards"
    seat: int
    served: int


@dataclass(frozen=True)
class DrawLimitExceeded(Finding):
    """More cards asked than the announced limit."""

    concerns: ClassVar[str] = "cards"
    seat: int
    count: int
    limit: int


@dataclass(frozen=True)
class ServedBeyondLimit(Finding):
    """A seat is served more cards than may be drawn."""

    concerns: ClassVar[str] = "cards"
    seat: int
    count: int
    limit: int


@dataclass(frozen=True)
class StubRunsOut(Finding):
    """Cards are due in the draw and only the last one of the stub is left."""

    seat: int


@dataclass(frozen=True)
class FiveWanted(Finding):
    """A seat wants five new cards; ``last`` in the order of the draw or not."""

    seat: int
    last: bool


@dataclass(frozen=True)
class FifthNeedsBurn(Finding):
    """A deferred fifth card whose seat took the last card: a burn comes first."""

    seat: int


@dataclass(frozen=True)
class FiveInARow(Finding):
    """A fifth successive card to one seat; ``burn_due`` where a burn was to come first."""

    seat: int
    burn_due: bool


@dataclass(frozen=True)
class ServedOutOfOrder(Finding):
    """A replacement goes to another seat than the one to be served."""

    concerns: ClassVar[str] = "cards"
    seat: int
    due: int | None


@dataclass(frozen=True)
class ServedUnready(Finding):
    """A replacement comes before the seat has discarded, or has said how many it wants."""

    seat: int
    asked: bool


@dataclass(frozen=True)
class ReplacedEarly(Finding):
    """A refused card is replaced before the draw has gone round."""

    seat: int


# --- Openers -----------------------------------------------------------------


@dataclass(frozen=True)
class FalseOpening(Finding):
    """The opener's hand does not qualify, or is dead, before the draw or after.

    ``folded`` are hands given up on the opening that the house brings back.
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


@dataclass(frozen=True)
class PotDeclared(Finding):
    """A pot is declared open after a false opening; allowed or not."""

    seat: int
    allowed: bool
    checked: bool
    turn: int | None


@dataclass(frozen=True)
class NobodyDeclared(Finding):
    """Nobody who may has declared the pot open."""

    false_opener: int
    returns: tuple[tuple[int, Amount], ...]
    carried: Amount


@dataclass(frozen=True)
class OpenedForLess(Finding):
    """The pot is opened all-in for the antes, or for too little; callers owe the ``price``."""

    seat: int
    amount: Amount
    price: Amount


@dataclass(frozen=True)
class PassedOut(Finding):
    """Nobody opened."""

    carried: Amount
    deals: int


@dataclass(frozen=True)
class OpenerStands(Finding):
    """The opener is about to win; ``proof`` says how far openers are proved."""

    seat: int
    proof: str
    contested: bool


# --- Hands given up, taken in and fetched back ---------------------------------


@dataclass(frozen=True)
class Disclosed(Finding):
    """A hand is shown or named while others may still act on it; ``live`` or folded."""

    seat: int
    live: bool
    shown: bool


@dataclass(frozen=True)
class HandTakenIn(Finding):
    """The dealer takes in a live hand that does not lie open; ``uncalled`` is its bet."""

    seat: int
    how: str
    part_shown: bool
    uncalled: Amount


@dataclass(frozen=True)
class ShownInPart(Finding):
    """A seat shows some of its cards where all are needed to win."""

    seat: int
    shown: int
    count: int


@dataclass(frozen=True)
class HandRetrieved(Finding):
    """A hand comes back from the muck; ``facing`` a wager, or ``acted_on`` since.

    ``thrown_free``: the cards were thrown away in a round with nothing to call.
    """

    seat: int
    how: str
    status: str
    facing: bool
    acted_on: bool
    at_showdown: bool
    thrown_free: bool


# --- The end -----------------------------------------------------------------


@dataclass(frozen=True)
class Decided(Finding):
    """The pot is decided."""

    concerns: ClassVar[str] = "award"
    result: Result
    contested: bool


@dataclass(frozen=True)
class RoundSkipped(Finding):
    """The hand is brought to its end before the betting is over.

    ``shown`` a hand lies open in a last round nobody has begun, else the pot was pushed;
    ``due`` is the seat that was to act.
    """

    concerns: ClassVar[str] = "award"
    shown: bool
    due: int | None


@dataclass(frozen=True)
class AwardDiffers(Finding):
    """Chips are pushed otherwise than the rules give."""

    concerns: ClassVar[str] = "award"
    pushed: tuple[tuple[int, Amount], ...]
    right: tuple[tuple[int, Amount], ...]
    pot: int | None


@dataclass(frozen=True)
class ClosedUnproved(Finding):
    """The hand ends although the opener has not shown what was asked for."""

    seat: int


@dataclass(frozen=True)
class SessionOver(Finding):
    """The agreed number of pots is resolved, or a hand begins after that."""

    pots: int
    length: int
    places: tuple[Placed, ...]


@dataclass(frozen=True)
class TableAdvisory(Finding):
    """Something about the set-up that the house should know."""

    rule: str
    text: str
