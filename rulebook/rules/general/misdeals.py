"""Misdeals that have to be pointed out: order, seats and button; and what comes too late.

| article | says | rule |
| --- | --- | --- |
| rrop-misdeal/1f | card out of sequence | ``out_of_sequence`` |
| rrop-misdeal/1g | button in the wrong place | ``wrong_button`` |
| rrop-misdeal/1h | first card to the wrong seat | ``first_card_wrong`` |
| rrop-misdeal/1i | cards to somebody not entitled | ``not_entitled`` |
| rrop-misdeal/1j | entitled player left out | ``left_out`` |
| rrop-misdeal/2 | too late for a misdeal | ``played_on``, ``deal_stopped`` |
| rrop-irregularities/1 | wrong button found late | ``button_set_right`` |
| tda/35, tda/36 | the same in tournaments | cited; ``general_misdeal_threshold`` |

Exposed cards, boxed cards and wrong counts have files of their own. Everything here is
judged by the hand as it stood when it was pointed out, and by what the log shows of it.
A deal that is stopped is a misdeal of the same kind, if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.judging.rules import ANYTHING_ELSE, AnyMoment, Moment
from adjudicator.judging.rulings import Fact, Ruling, Weighed
from adjudicator.log.events import AttentionCalled, MisdealCalled
from adjudicator.play.betting.outcomes import BET_STAYS
from adjudicator.play.deal.outcomes import MISDEAL_REDEAL
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_LIVE
from adjudicator.play.outcome import Outcome
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, NO_IRREGULARITY
from adjudicator.table.deal_plan import deal_order
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise
from rulebook.rules.general.blinds import misplaced, moved
from rulebook.rules.shared import REDEAL, rule, rulings_so_far, seats_of, window_fact, window_open

BUTTON = ("wrong_button",)
ORDER = ("deal_order",)
FIRST = ("first_card",)
STRAY = ("not_entitled",)
LEFT = ("left_out",)
# A question by another name is taken to be about what the log shows of the cards.
CARDS = (*ORDER, *FIRST, *STRAY, "misdeal", ANYTHING_ELSE)
SUBJECTS = (*BUTTON, "wrong_blinds", *CARDS, *LEFT, "short_hand")


@dataclass(frozen=True)
class Fault:
    """What the log shows to be wrong with a deal: the entry, the seat, and in words."""

    seq: int
    fact: str
    seat: int | None = None


# --- What the log shows ----------------------------------------------------------


def _button(now: AnyMoment, hand: Hand) -> Fault | None:
    due = hand.positions.button_due
    if due is None or due == hand.button:
        return None
    return Fault(hand.started, f"the button was at seat {hand.button}; it belongs at {due}", due)


def _stray(now: Moment[MisdealCalled | AttentionCalled], hand: Hand) -> Fault | None:
    if hand.deal.strays:
        seat, seq = hand.deal.strays[0]
        return Fault(seq, f"a card went to seat {seat}, which is not in the hand", seat)
    event = now.trigger
    asked = event.seat if isinstance(event, AttentionCalled) else None
    if asked in hand.seats and _established(event, "entitled") is False:
        return Fault(now.seq, f"seat {asked} was not entitled to a hand", asked)
    for seat in hand.live:
        player = now.before.players.get(seat)
        if player is not None and player.out and not player.leaving and not _posted(hand, seat):
            return Fault(hand.started, f"seat {seat} sat out and got cards", seat)
    return None


def _established(event: MisdealCalled | AttentionCalled, fact: str) -> bool | None:
    facts = event.facts if isinstance(event, AttentionCalled) else None
    return (facts or {}).get(fact)


def _posted(hand: Hand, seat: int) -> bool:
    return any(one == seat for one, _, _ in hand.posting.posts)


def _left_out(now: Moment[MisdealCalled | AttentionCalled], hand: Hand) -> Fault | None:
    event = now.trigger
    if not isinstance(event, AttentionCalled):
        return None
    asked = event.seat
    if asked is None and isinstance(event.by, int):
        asked = event.by
    if not _about_being_left_out(now.subject, event, asked, hand):
        return None
    if _established(event, "present") is False and not _posted(hand, asked or 0):
        return None
    for seat in (asked,) if asked is not None else sorted(now.before.players):
        if _entitled(now.before, hand, seat) and not _has_cards(hand, seat):
            return Fault(hand.started, f"seat {seat} was entitled to cards and got none", seat)
    return None


def _about_being_left_out(
    subject: str, event: AttentionCalled, asked: int | None, hand: Hand
) -> bool:
    """By name, or by a player without a hand who asks about a short one, or about anything."""
    if subject in LEFT:
        return True
    if asked is None or asked in hand.seats:
        return False
    return subject == "short_hand" or event.by == asked


def _entitled(state: State, hand: Hand, seat: int) -> bool:
    """Whoever is at the table, or has posted, has a right to be dealt in."""
    player = state.players.get(seat)
    if player is None or seat in state.locked_out or seat in hand.denied:
        return False
    return _posted(hand, seat) or (not player.out and player.since < hand.started)


def _has_cards(hand: Hand, seat: int) -> bool:
    mine = hand.seats.get(seat)
    return mine is not None and (mine.count > 0 or not mine.live or not hand.deal.done)


def _first_card(now: AnyMoment, hand: Hand) -> Fault | None:
    first, due = hand.deal.first_card, _first_due(hand)
    if not isinstance(first, int) or first == due or not hand.deal.first_cards:
        return None
    return Fault(
        hand.deal.first_cards[0], f"the first card went to seat {first}; seat {due} is first"
    )


def _first_due(hand: Hand) -> int:
    return deal_order(replace(hand, stage=0))[0]


def _sequence(now: AnyMoment, hand: Hand) -> Fault | None:
    if not hand.deal.off_order:
        return None
    return Fault(hand.deal.off_order, "a card was dealt out of its order")


@dataclass(frozen=True)
class Limb:
    """One kind of misdeal: what shows it, the questions that raise it and that it answers."""

    shows: Callable[[Moment[MisdealCalled | AttentionCalled], Hand], Fault | None]
    raised: tuple[str, ...]
    answers: tuple[str, ...]
    regular: str


# In the order in which they take precedence when several are true of one deal.
LIMBS: Mapping[str, Limb] = {
    "1g": Limb(
        _button,
        (*BUTTON, "wrong_blinds", "misdeal"),
        BUTTON,
        "the button is where it belongs",
    ),
    "1i": Limb(_stray, CARDS, STRAY, "nobody on record was dealt in without a right to it"),
    "1j": Limb(
        _left_out,
        (*LEFT, "short_hand", ANYTHING_ELSE),
        LEFT,
        "nobody with a right to cards was left out",
    ),
    "1h": Limb(_first_card, CARDS, FIRST, "the first card went where it was due"),
    "1f": Limb(_sequence, CARDS, ORDER, "every card on record went round in order"),
}


def faults(now: Moment[MisdealCalled | AttentionCalled]) -> dict[str, Fault]:
    """Every limb in question that is true of this deal, with what shows it."""
    hand = now.was
    if not _open(now) or not hand.dealt:
        return {}
    about = now.subject or "misdeal"
    about = about if about in SUBJECTS else ANYTHING_ELSE
    found: dict[str, Fault] = {}
    for name, limb in LIMBS.items():
        if about in limb.raised:
            fault = limb.shows(now, hand)
            if fault is not None:
                found[name] = fault
    return found


def _open(now: Moment[MisdealCalled | AttentionCalled]) -> bool:
    """Whether the question is about a deal that can still be ruled on, or about the button."""
    hand, event = now.was, now.trigger
    asked = event if isinstance(event, AttentionCalled) else None
    if asked is not None and asked.entry is not None and asked.entry < hand.started:
        return False
    button = now.subject in BUTTON
    return hand.undo.void is None and (not hand.ended or now.before.window or button)


# --- What follows ------------------------------------------------------------------


def _misdeal(now: Moment[MisdealCalled | AttentionCalled], limb: str) -> Ruling | None:
    """The deal is void if this limb is the one that counts and it was called in time."""
    found = faults(now)
    hand = now.was
    if not found:
        return _regular(now, limb)
    if limb != next(iter(found)) or not hand.on or not window_open(now, hand):
        return None
    fault = found[limb]
    others = tuple(f"rrop-misdeal/{other}" for other in found if other != limb)
    return Ruling(
        outcomes=_redeal(fault if limb == "1g" else None),
        seats=_in_hand(hand, fault),
        because=(Fact(fault.seq, fault.fact), window_fact(hand, now.seq)),
        cites=(*others, *_tournament(now)),
        considered=(*_house_order(now, limb), Weighed("rrop-misdeal/2", "the window was open")),
    )


def _in_hand(hand: Hand, fault: Fault) -> tuple[int, ...]:
    return (fault.seat,) if fault.seat is not None and fault.seat in hand.seats else ()


def _redeal(button: Fault | None) -> tuple[Outcome, ...]:
    if button is None:
        return REDEAL
    start = {"type": "hand_started", "button": button.seat}
    return (
        MISDEAL_REDEAL(button=button.seat),
        DEALER_CORRECTS(button.seat, button=button.seat, by=(start,)),
    )


def _tournament(now: AnyMoment) -> tuple[str, ...]:
    """Tournament rules agree, and leave draw games to the house."""
    return () if now.hand.profile.draws else ("tda/35", "tda/36")


def _house_order(now: AnyMoment, limb: str) -> tuple[Weighed, ...]:
    """Where this house deals from is not where general practice does."""
    if limb != "1h" or now.policy.deal_start != "left_of_big_blind" or now.profile.draws:
        return ()
    why = "this house deals the first card to the left of the big blind"
    return (Weighed("omaha-limit/step-2b", why),) if now.profile.blinds else ()


def _regular(now: Moment[MisdealCalled | AttentionCalled], limb: str) -> Ruling | None:
    """A question to which the log shows nothing wrong."""
    event = now.trigger
    if not isinstance(event, AttentionCalled) or now.subject not in LIMBS[limb].answers:
        return None
    if not _open(now) or _standing(now) is not None:
        return None
    return Ruling(
        outcomes=(NO_IRREGULARITY(event.seat),),
        seats=seats_of(event.seat),
        because=(Fact(now.seq, LIMBS[limb].regular),),
    )


@rule("rrop-misdeal/1f", on=MisdealCalled, about=SUBJECTS, displaces=("rrop-misdeal/2",))
def out_of_sequence(now: Moment[MisdealCalled | AttentionCalled]) -> Ruling | None:
    """A card dealt out of its order is a misdeal, if called in time."""
    return _misdeal(now, "1f")


@rule(
    "rrop-misdeal/1g",
    on=MisdealCalled,
    about=SUBJECTS,
    displaces=("rrop-misdeal/2", "rrop-button-blind/1"),
)
def wrong_button(now: Moment[MisdealCalled | AttentionCalled]) -> Ruling | None:
    """A deal from the wrong button is a misdeal, if called in time; the right one redeals."""
    return _misdeal(now, "1g")


@rule("rrop-misdeal/1h", on=MisdealCalled, about=SUBJECTS, displaces=("rrop-misdeal/2",))
def first_card_wrong(now: Moment[MisdealCalled | AttentionCalled]) -> Ruling | None:
    """A first card dealt to the wrong seat is a misdeal, if called in time."""
    return _misdeal(now, "1h")


@rule("rrop-misdeal/1i", on=MisdealCalled, about=SUBJECTS, displaces=("rrop-misdeal/2",))
def not_entitled(now: Moment[MisdealCalled | AttentionCalled]) -> Ruling | None:
    """Cards to nobody, or to a player without a right to them, are a misdeal; later just dead."""
    found = faults(now)
    hand = now.was
    late = isinstance(now.trigger, AttentionCalled) and not window_open(now, hand)
    if "1i" not in found or "1g" in found or not late:
        return _misdeal(now, "1i")
    seat = found["1i"].seat
    return Ruling(
        outcomes=(HAND_DEAD(seat), BET_STAYS()),
        seats=seats_of(seat),
        because=(Fact(found["1i"].seq, found["1i"].fact), window_fact(hand, now.seq)),
        cites=("rrop-misdeal/2",),
        say="the others play on",
    )


@rule("rrop-misdeal/1j", on=MisdealCalled, about=SUBJECTS, displaces=("rrop-misdeal/2",))
def left_out(now: Moment[MisdealCalled | AttentionCalled]) -> Ruling | None:
    """A deal that leaves out a player entitled to cards is a misdeal, if called in time."""
    return _misdeal(now, "1j")


@rule(
    "rrop-irregularities/1",
    about=SUBJECTS,
    cites=("rrop-misdeal/2", "rrop-button-blind/1", "tda/32"),
    displaces=("rrop-misdeal/2", "rrop-button-blind/1"),
)
def button_set_right(now: Moment[AttentionCalled]) -> Ruling | None:
    """A wrong button found too late for a misdeal is set right on the next hand."""
    fault = faults(now).get("1g")
    hand = now.was
    if fault is None or (hand.on and window_open(now, hand)):
        return None
    if now.policy.button_error == "tda":
        return None
    start = {"type": "hand_started", "button": fault.seat}
    return Ruling(
        outcomes=(
            BET_STAYS(),
            DEALER_CORRECTS(fault.seat, button=fault.seat, by=(start,)),
        ),
        seats=seats_of(fault.seat),
        because=(Fact(fault.seq, fault.fact), window_fact(hand, now.seq)),
        considered=(Weighed("rrop-misdeal/1g", "it was pointed out too late for a misdeal"),),
        say="the hand stands, and on the next one the button is where it was due",
    )


@rule(
    "tda/34",
    about=SUBJECTS,
    cites=("tda/36",),
    displaces=("rrop-misdeal/2", "rrop-button-blind/1"),
)
def button_stands(now: Moment[AttentionCalled]) -> Ruling | None:
    """A wrong button found after substantial action stands, and the next hand goes on from it."""
    fault = faults(now).get("1g")
    hand = now.was
    if fault is None or (hand.on and window_open(now, hand)) or now.policy.button_error != "tda":
        return None
    why = "a button that was moved wrongly is not moved back here (button_error)"
    return Ruling(
        outcomes=(BET_STAYS(),),
        seats=seats_of(fault.seat),
        because=(Fact(fault.seq, fault.fact), window_fact(hand, now.seq)),
        considered=(Weighed("rrop-irregularities/1", why),),
        say="the hand stands, and the next one goes on from the button where it is",
    )


@rule(
    "rrop-irregularities/1",
    about=(*BUTTON, "wrong_blinds"),
    cites=("rrop-button-blind/1", "tda/32"),
    displaces=("rrop-misdeal/1g", "rrop-button-blind/1"),
)
def button_moved_before_the_cards(now: Moment[AttentionCalled]) -> Ruling | None:
    """A wrong button that is found before the first card is moved, and the blinds with it."""
    hand = now.was
    fault = _button(now, hand) if hand.on and not hand.dealt else None
    if fault is None or fault.seat is None:
        return None
    right = replace(
        hand,
        button=fault.seat,
        dealt_in=clockwise(hand.dealt_in, fault.seat),
        positions=replace(hand.positions, blinds_at=hand.positions.blinds_due),
    )
    blinds = tuple(moved(right, seat, amount) for seat, amount in misplaced(right).items())
    return Ruling(
        outcomes=(DEALER_CORRECTS(fault.seat, button=fault.seat), *blinds),
        seats=_in_hand(hand, fault),
        because=(Fact(fault.seq, fault.fact), Fact(now.seq, "no card had been dealt")),
        considered=(Weighed("rrop-misdeal/1g", "no card had been dealt"),),
        say=f"the button moves to seat {fault.seat} before the cards are dealt",
    )


@rule("rrop-misdeal/2", about=SUBJECTS)
def played_on(now: Moment[AttentionCalled]) -> Ruling | None:
    """After two players have acted a bad deal is played out, and nobody gets chips back."""
    found = faults(now)
    hand = now.was
    if now.subject == "misdeal" and not found and _open(now) and hand.on:
        fact = Fact(now.seq, "nothing on record makes this deal a misdeal")
        return Ruling(outcomes=(NO_IRREGULARITY(),), because=(fact,))
    if not found or (hand.on and window_open(now, hand)):
        return None
    limb, fault = next(iter(found.items()))
    return Ruling(
        outcomes=(HAND_LIVE(), BET_STAYS()),
        seats=_in_hand(hand, fault),
        because=(Fact(fault.seq, fault.fact), window_fact(hand, now.seq)),
        cites=_tournament(now),
        considered=(Weighed(f"rrop-misdeal/{limb}", "it was pointed out too late"),),
        say="too late for a misdeal, the hand is played out",
    )


def _standing(now: AnyMoment) -> Ruling | None:
    """A misdeal that was ruled already on this deal."""
    for old in reversed(rulings_so_far(now)):
        redealt = old.orders(MISDEAL_REDEAL)
        if redealt and old.status not in ("withdrawn", "overridden"):
            return old
    return None


@rule("rrop-misdeal/2", about=SUBJECTS)
def already_void(now: Moment[AttentionCalled]) -> Ruling | None:
    """A question about a deal that is void already finds the ruling that made it so."""
    return None if _open(now) else _standing(now)


@rule("rrop-misdeal/2", on=MisdealCalled)
def deal_stopped(now: Moment[MisdealCalled]) -> Ruling | None:
    """A deal that is stopped gives back everything put in on it and is dealt again."""
    if not now.was.on or _standing(now) is not None:
        return None
    fact = Fact(now.seq, "the deal was stopped, and no rule gives a misdeal here")
    return Ruling(
        outcomes=REDEAL,
        because=(fact, window_fact(now.was, now.seq)),
    )


RULES = (
    wrong_button,
    not_entitled,
    left_out,
    first_card_wrong,
    out_of_sequence,
    button_set_right,
    button_stands,
    button_moved_before_the_cards,
    played_on,
    already_void,
    deal_stopped,
)
