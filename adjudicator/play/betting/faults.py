"""What is wrong with an act in turn: too much, too little, once too often, or unclear."""

from __future__ import annotations

from adjudicator.play.betting.findings import (
    BringInDue,
    CalledMisquoted,
    CheckedFacingBet,
    OverCall,
    RaiseNotOpen,
    RaiseOverCap,
    ShortCall,
    SilentChips,
    WordsAndChipsDiffer,
    WrongAmount,
)
from adjudicator.play.betting.moves import bring_in, keeps_word, target
from adjudicator.play.betting.turns import price
from adjudicator.play.finding import Finding
from adjudicator.play.opening.findings import OpenedForLess
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Move, Seat
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import replace


def faults(hand: Hand, seat: Seat, move: Move) -> list[Finding]:
    """What is wrong with an act in turn, if anything."""
    if move.verb == "fold":
        return []
    if move.verb == "check":
        return _check(hand, seat, move)
    silent = move.said is None or move.chips is not None
    if silent and not keeps_word(hand, seat):
        read_as = _silent(hand, seat, move)
        if read_as is not None:
            return [read_as]
    if move.verb == "call":
        return _call(hand, seat, move)
    if move.to <= hand.bet_to_match > 0:
        return _raise_with_too_little(hand, seat, move)
    return _raise(hand, seat, move)


def _check(hand: Hand, seat: Seat, move: Move) -> list[Finding]:
    if price(hand, move.seat) > seat.bet:
        return [CheckedFacingBet(move)]
    forced = bring_in(hand)
    return [BringInDue(move, forced)] if forced else []


def _silent(hand: Hand, seat: Seat, move: Move) -> Finding | None:
    """Chips pushed silently: one oversized chip is a call, several go by what they add up to."""
    if move.said in ("bet", "raise"):
        return None
    if hand.bet_to_match <= seat.bet:
        return _silent_bet(hand, seat, move)
    if move.to <= hand.bet_to_match:
        return None
    called = replace(move, verb="call", to=hand.bet_to_match)
    if move.said == "call":
        return WordsAndChipsDiffer(move, called)
    worth = hand.profile.limits.without_words(hand, seat.bet, move.to)
    why = _why_a_call(hand, move, worth)
    if why == "under_half" and move.all_in:
        all_in = replace(move, verb="raise")
        return _barred(hand, seat, all_in) or SilentChips(move, all_in, "last")
    if why:
        return SilentChips(move, called, why)
    raised = replace(move, verb="raise", to=min(move.to, worth), price=worth, owes=worth)
    return _barred(hand, seat, move) or SilentChips(move, raised, "raise")


def _why_a_call(hand: Hand, move: Move, worth: Amount) -> str:
    """Why more chips than the call needs still count as a call, if they do."""
    chips, level = move.chips, hand.bet_to_match
    if chips is not None and len(chips) == 1:
        return "one"
    if chips and move.to - min(chips) < level:
        return "needed"
    return "under_half" if worth <= level else ""


def _silent_bet(hand: Hand, seat: Seat, move: Move) -> Finding | None:
    """One oversized chip with nothing to call is a bet of the most that may be bet."""
    most = hand.profile.limits.most(hand, seat.bet)
    if most is None or move.chips is None or len(move.chips) != 1 or move.to <= most:
        return None
    return SilentChips(move, replace(move, to=most), "one_not_facing")


def _call(hand: Hand, seat: Seat, move: Move) -> list[Finding]:
    level = hand.bet_to_match
    if move.to > level:
        return [OverCall(move, level)]
    quoted = (
        seat.speech.quoted
        if seat.speech.quoted is not None and seat.speech.quoted < level
        else None
    )
    if move.to < price(hand, move.seat) and not move.all_in:
        unaware = hand.raises > 0 and not seat.speech.told
        return [ShortCall(move, level, _opener_is_all_in_for_less(hand), unaware, quoted)]
    return [] if quoted is None else [CalledMisquoted(move, quoted)]


def _opener_is_all_in_for_less(hand: Hand) -> bool:
    """Whether what is called is a whole bet that an all-in opener did not have."""
    opener = hand.opening.opener
    if opener is None or hand.street != 1 or hand.aggressor != opener:
        return False
    return hand.seats[opener].all_in and hand.seats[opener].bet < hand.bet_to_match


def _raise_with_too_little(hand: Hand, seat: Seat, move: Move) -> list[Finding]:
    if move.all_in:
        return []
    barred = _barred(hand, seat, move)
    if barred is not None:
        short = move.to < hand.bet_to_match
        return _call(hand, seat, replace(move, verb="call")) if short else [barred]
    full = target(hand)
    return [WordsAndChipsDiffer(move, replace(move, verb="raise", price=full, owes=full))]


def _barred(hand: Hand, seat: Seat, move: Move) -> Finding | None:
    """Why the seat may not bet or raise: capped, limited to calls, or not reopened."""
    opening = hand.bet_to_match == 0
    slight = move.all_in and not hand.profile.limits.steps(hand, move.to)
    if not opening and not slight and hand.capped_out:
        return RaiseOverCap(move)
    if hand.only_calls(seat):
        return RaiseNotOpen(move, limited=True, saw_early=not seat.limited)
    if not seat.may_raise and not opening:
        return RaiseNotOpen(move, limited=False)
    return None


def _raise(hand: Hand, seat: Seat, move: Move) -> list[Finding]:
    barred = _barred(hand, seat, move)
    if barred is not None:
        return [barred]
    forced = bring_in(hand)
    if forced and move.to <= forced:
        whole = move.to == forced or move.all_in
        return [] if whole else [WrongAmount(move, 0, forced, hand.bet_to_match == 0)]
    return _size(hand, seat, move)


def _size(hand: Hand, seat: Seat, move: Move) -> list[Finding]:
    """A bet or raise of a size that the betting structure does not allow."""
    limits, opening = hand.profile.limits, hand.bet_to_match == 0
    least, most = limits.least(hand), limits.most(hand, seat.bet)
    doubled = opening and move.to == 2 * least
    twice = opening and _open_with_raise(hand, seat)
    if twice and doubled:
        return []
    if _within(move, least, most):
        less = opening and move.price is not None
        return [OpenedForLess(move.seat, move.to, least)] if less else []
    if twice:
        least = most = 2 * least
        if _within(move, least, most):
            return []
    under, over = _nearest(hand, move, least, most)
    return [WrongAmount(move, under, over, opening, doubled)]


def _nearest(hand: Hand, move: Move, least: Amount, most: Amount | None) -> tuple[Amount, Amount]:
    """The nearest legal totals below and above an illegal one."""
    if most is not None and move.to > most:
        return most, most
    return hand.bet_to_match, least


def _within(move: Move, least: Amount, most: Amount | None) -> bool:
    """Whether a total is neither too much nor, with chips left behind, too little."""
    enough = move.all_in or move.to >= least
    return enough and (most is None or move.to <= most)


def _open_with_raise(hand: Hand, seat: Seat) -> bool:
    """Whether the seat announced an opening raise and the house allows one."""
    allowed = hand.street == 1 and hand.profile.draws and hand.profile.policy.open_with_raise
    return allowed and bool(seat.speech.said_raise)
