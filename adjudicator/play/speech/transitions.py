"""What is said at the table, and what counts.

What the dealer or the floor says stands. What a player says is a claim, except a raise,
a call for time, and what they call their own hand.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.betting.findings import StringMotion
from adjudicator.play.betting.moves import target
from adjudicator.play.betting.reading import read
from adjudicator.play.draw.serving import to_indicate
from adjudicator.play.finding import Finding
from adjudicator.play.opening.outcomes import MUST_PROVE_OPENERS
from adjudicator.play.speech.findings import ClockExpired, Disclosed
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.call import ANSWERED, CLOSED, OPEN, Call, with_status
from adjudicator.table.hand import Hand
from adjudicator.table.hand_parts import Claim
from adjudicator.table.seat import Move
from adjudicator.table.table import State
from adjudicator.values.frozen import replace

AMOUNTS = ("amount", "bet", "to_call", "price", "call", "call_amount", "level")
CARDS = ("hand", "cards", "folded", "folded_cards", "discards")
# What is said of these after the first card does not touch the hand that is on.
FIXED = ("variant", "wild_cards", "stakes")


def announced(state: State, event: ev.Announced) -> Applied:
    """The state after something was said aloud."""
    hand = state.hand
    if hand is None or not hand.on or hand.ended:
        return _to_everybody(state, event), []
    if isinstance(event.by, int) and event.by in hand.seats:
        return _by_player(state, hand, event, event.by)
    if event.topic == "clock_expired":
        return _clock(state, hand, event)
    return _to_everybody(_told(state, hand, event), event), []


def _to_everybody(state: State, event: ev.Announced) -> State:
    """What the dealer or the floor says to the whole table stands from then on."""
    to_all = event.by in ("dealer", "floor") and event.seat is None
    if not to_all or event.topic in ("raise", *AMOUNTS) or _too_late(state, event):
        return state
    value = event.value
    if isinstance(value, bool):
        value = "on" if value else "off"
    return replace(state, standing={**state.standing, event.topic: value})


def _too_late(state: State, event: ev.Announced) -> bool:
    hand = state.hand
    return event.topic in FIXED and hand is not None and hand.dealt and not hand.ended


def _by_player(state: State, hand: Hand, event: ev.Announced, seat: int) -> Applied:
    """What a player says is a claim, unless it binds or is remembered."""
    mine = hand.seats[seat]
    if event.topic in CARDS:
        return _of_its_cards(state, hand, event, seat)
    if event.topic == "time":
        return state.with_seat(
            seat, replace(mine, speech=replace(mine.speech, timed=state.seq))
        ), []
    if event.topic == "clock_expired":
        return _clock(state, hand, event)
    raises = event.topic == "raise" and mine.live and hand.phase == "betting"
    return _announces_raise(state, hand, seat) if raises else (state, [])


def _of_its_cards(state: State, hand: Hand, event: ev.Announced, seat: int) -> Applied:
    """A player names cards; from a folded hand that may influence those still in."""
    mine = hand.seats[seat]
    tells = not mine.live and (undecided(hand) or _unproved(state))
    found: list[Finding] = [Disclosed(seat, live=False, shown=False)] if tells else []
    if event.topic == "hand":
        state = state.with_seat(seat, replace(mine, speech=replace(mine.speech, claimed=state.seq)))
    return state, found


def _announces_raise(state: State, hand: Hand, seat: int) -> Applied:
    """An announced raise binds in turn; out of turn it is an out-of-turn act."""
    if hand.to_act == seat:
        return state.with_seat(
            seat,
            replace(
                state.the_seat(seat),
                speech=replace(state.the_seat(seat).speech, said_raise=state.seq),
            ),
        ), []
    mine = hand.seats[seat]
    if mine.bet and hand.action.last_actor == seat:
        return state, [StringMotion(Move(seat, "raise", mine.bet, seq=state.seq), 0, words=True)]
    return read(state, ev.Acted(seat=seat, verb="raise", to=target(hand)))


def undecided(hand: Hand) -> bool:
    """Whether talk about cards may still influence the action."""
    return len(hand.live) > 1 and hand.phase in ("betting", "drawing", "dealing")


def _unproved(state: State) -> bool:
    """Whether an opener has still to prove openers."""
    return any(MUST_PROVE_OPENERS.names(due) for due in state.dues)


def _told(state: State, hand: Hand, event: ev.Announced) -> State:
    """What the dealer told a player, or everybody, about the bet."""
    if event.topic == "raise":
        told = hand.live if event.seat is None else (event.seat,)
        seats = {
            n: replace(s, speech=replace(s.speech, told=state.seq)) if n in told else s
            for n, s in hand.seats.items()
        }
        return state.with_hand(replace(hand, seats=seats))
    seat, value = event.seat, event.value
    if event.topic not in AMOUNTS or not isinstance(value, int) or seat not in hand.seats:
        return state
    assert seat is not None
    return state.with_seat(
        seat, replace(hand.seats[seat], speech=replace(hand.seats[seat].speech, quoted=value))
    )


def _clock(state: State, hand: Hand, event: ev.Announced) -> Applied:
    """Time is up for the seat whose turn it is, at the betting or at the draw."""
    turn = to_indicate(hand) if hand.phase == "drawing" else hand.to_act
    if turn is None or hand.opening.call is not None or event.seat not in (None, turn):
        return state, []
    facing = hand.phase == "betting" and hand.bet_to_match > hand.seats[turn].bet
    return state, [ClockExpired(turn, facing, hand.phase == "drawing")]


def attention(state: State, event: ev.AttentionCalled) -> Applied:
    hand, seat = state.hand, event.seat
    if hand is None:
        return state, []
    called = replace(
        hand,
        questions=replace(
            hand.questions, called=(*hand.questions.called, (event.about, seat, state.seq))
        ),
    )
    if seat is None:
        return state.with_hand(called), []
    claim = Claim(state.seq, event.about, event.by, event.facts or {}, hand)
    return state.with_hand(
        replace(
            called,
            questions=replace(called.questions, claims={**hand.questions.claims, seat: claim}),
        )
    ), []


def floor_called(state: State, event: ev.FloorCalled) -> Applied:
    """The call waits for the floor; answered ones of earlier hands are told no more."""
    kept = (one for one in state.calls if one.status == OPEN or one.hand == state.number)
    call = Call(state.seq, state.number, event.by, event.seat, event.about)
    return replace(state, calls=(*kept, call)), []


def call_closed(state: State, event: ev.CallClosed) -> Applied:
    return replace(state, calls=with_status(state.calls, {event.call}, CLOSED)), []


def floor_decided(state: State, event: ev.FloorDecided) -> Applied:
    """A decision answers the call it names; those its ruling answers are the judge's to find."""
    named = set() if event.call is None else {event.call}
    return replace(state, calls=with_status(state.calls, named, ANSWERED)), []


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.Announced: announced,
    ev.AttentionCalled: attention,
    ev.FloorCalled: floor_called,
    ev.CallClosed: call_closed,
    ev.FloorDecided: floor_decided,
}
UNMOVED: Mapping[type[Event], str] = {
    ev.OpinionAsked: "nothing is decided by asking",
    ev.OpinionGiven: "the floor decides, whatever others think",
    ev.EntryCorrected: "the docket judges the log anew",
    ev.Noted: "a remark without effect",
}
