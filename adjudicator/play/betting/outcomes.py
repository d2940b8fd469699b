"""What may be ordered about a wager: that it binds, waits, is void, goes back or is made good."""

from __future__ import annotations

from adjudicator.log.events import Event
from adjudicator.play.betting.carrying_out import keep_aside
from adjudicator.play.betting.reading import before_cards
from adjudicator.play.outcome import Code, Outcome, Why, at_seat
from adjudicator.play.patterns import by_entry
from adjudicator.table.chips import give_back, pay, reachable, release
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace


def _as_ruled(state: State, outcome: Outcome) -> State:
    """The wager is carried out as ruled instead of as made."""
    if outcome.move is None:
        return state
    return state.with_hand(replace(state.the_hand, move=outcome.move))


AS_ORDERED = Why("what the override orders instead is carried out from here on")
RUN_ITS_COURSE = Why("the turn has passed, and what was done since rests on it")

BET_STAYS = Code("bet_stays", effect=_as_ruled, undo=RUN_ITS_COURSE)


def _void(state: State, outcome: Outcome) -> State:
    """The act at hand does not count, or the one that was held out of turn."""
    hand, seat = state.hand, outcome.seat
    if hand is None:
        return state
    mine = hand.seats.get(seat) if seat is not None else None
    if seat is not None and mine is not None and mine.held_move is not None and hand.move is None:
        return release(state, seat)
    return state.with_hand(replace(hand, move=None))


def _backed_up(state: State, outcome: Outcome) -> State:
    move = state.the_hand.move
    return state if move is None else keep_aside(state, move)


def _binding(state: State, outcome: Outcome) -> State:
    """An act held out of turn is now made."""
    seat = outcome.seat
    assert seat is not None
    move = state.the_seat(seat).held_move
    if move is None:
        return _as_ruled(state, outcome)
    state = release(state, seat)
    return state.with_hand(
        replace(state.the_hand, move=replace(outcome.move or move, price=None, unread=True))
    )


ACTION_VOID = Code("action_void", effect=_void, undo=AS_ORDERED)
ACTION_BACKED_UP = Code("action_backed_up", in_a_hand=True, effect=_backed_up, undo=AS_ORDERED)
ACTION_BINDING = Code("action_binding", effect=_binding, undo=RUN_ITS_COURSE, of_a_hand=True)
FULL_OPENING_BET_DUE = Code("full_opening_bet_due", effect=_void, undo=AS_ORDERED, over=by_entry)


def _returned(state: State, outcome: Outcome) -> State:
    """Chips of a bet go back; held chips too."""
    if outcome.move is not None:
        return _as_ruled(state, outcome)
    hand, seat = state.hand, outcome.seat
    if seat is None or hand is None or seat not in hand.seats:
        return state
    mine = hand.seats[seat]
    if mine.held_move is not None or mine.held:
        return release(state, seat)
    if hand.move is not None or not outcome.amount or not mine.put_in:
        return state
    amount = min(outcome.amount, mine.put_in - mine.dead)
    state = give_back(state, seat, amount, replace(mine, bet=exact(max(mine.bet - amount, 0))))
    return state if mine.live else _price_without(state)


def _price_without(state: State) -> State:
    """A dead hand's uncalled bet is gone: the others meet what is still bet."""
    hand = state.the_hand
    blind = hand.profile.big_blind if hand.street == 1 else 0
    level = max(blind, *(seat.bet for seat in hand.seats.values()))
    if hand.phase != "betting" or level >= hand.bet_to_match:
        return state
    return state.with_hand(
        replace(hand, bet_to_match=level, last_full_bet=min(level, hand.last_full_bet))
    )


def _put_back(state: State, outcome: Outcome) -> State:
    """What was given back is put in again, as far as the player still has it."""
    hand, seat, amount = state.hand, outcome.seat, outcome.amount
    if hand is None or seat is None or not amount or outcome.move is not None or not hand.on:
        return state
    mine = hand.seats[seat]
    again = reachable(state, seat, amount)
    return pay(state, seat, again, replace(mine, bet=exact(mine.bet + again)))


BET_RETURNED = Code("bet_returned", effect=_returned, undo=at_seat(_put_back))


def _withdrawable(state: State, outcome: Outcome) -> State:
    assert outcome.seat is not None
    return state.with_seat(
        outcome.seat, replace(state.the_seat(outcome.seat), withdrawable=outcome.amount or 0)
    )


def _bound(state: State, outcome: Outcome) -> State:
    assert outcome.seat is not None
    return state.with_seat(outcome.seat, replace(state.the_seat(outcome.seat), withdrawable=0))


BET_WITHDRAWABLE = Code(
    "bet_withdrawable", effect=_withdrawable, undo=at_seat(_bound), of_a_hand=True
)


def _completed(state: State, outcome: Outcome) -> State:
    """The wager counts as whole for the others; its maker owes the rest."""
    seat, hand = outcome.seat, state.hand
    if outcome.move is not None or hand is None or seat not in hand.seats:
        return _as_ruled(state, outcome)
    assert seat is not None
    return state.with_seat(seat, replace(state.the_seat(seat), owes=outcome.amount or 0))


def _made_good(due: Due, hand: Hand, event: Event) -> bool:
    """The wager is whole, or its round has closed and the next card or the pot is on its way."""
    seat = hand.seats.get(due.seat) if due.seat is not None else None
    past = hand.street_closed > due.since and not before_cards(hand)
    return (
        past
        or bool(hand.awards)
        or (seat is not None and seat.owes <= seat.bet and not seat.missing)
    )


BET_COMPLETED = Code(
    "bet_completed", effect=_completed, undo=RUN_ITS_COURSE, over=_made_good, of_a_hand=True
)


def _no_raise(state: State, outcome: Outcome) -> State:
    """A raise made is a call; a seat that has not acted yet may only call or fold."""
    if outcome.move is not None or outcome.seat is None or outcome.amount is not None:
        return _as_ruled(state, outcome)
    return state.with_seat(outcome.seat, replace(state.the_seat(outcome.seat), limited=True))


RAISE_NOT_ALLOWED = Code("raise_not_allowed", effect=_no_raise, undo=RUN_ITS_COURSE, of_a_hand=True)


def _calls_at_the_end(state: State, outcome: Outcome) -> State:
    """The seat knows its last card already: in the last round it may only call."""
    if outcome.seat is None:
        return state
    return state.with_seat(outcome.seat, replace(state.the_seat(outcome.seat), kept_early=True))


def _starts(state: State, outcome: Outcome) -> State:
    """A wrong starter stands: the round goes on from there, and who acted behind follows."""
    hand, seat = state.the_hand, outcome.seat
    assert seat is not None
    if hand.move is not None and hand.seats[seat].held_move is not None:
        state = keep_aside(state, hand.move)
    return state.with_hand(replace(state.the_hand, to_act=seat, first_actor=seat))


CALLS_AT_THE_END = Code(
    "calls_at_the_end", in_a_hand=True, effect=_calls_at_the_end, undo=AS_ORDERED, said=False
)
STARTS = Code("starts", effect=_starts, undo=RUN_ITS_COURSE, of_a_hand=True, said=False)


def _end_betting(state: State, outcome: Outcome) -> State:
    """The round that was passed over is not held any more."""
    hand = state.the_hand
    if hand.phase != "betting" or outcome.seat is None:
        return state
    return state.with_hand(replace(hand, phase="showdown", to_act=None))


def _held_after_all(state: State, outcome: Outcome) -> State:
    """The round that was passed over is held, from the seat that was to begin it."""
    hand = state.the_hand
    if hand.phase != "showdown" or hand.awards:
        return state
    return state.with_hand(
        replace(
            hand,
            phase="betting",
            to_act=outcome.seat,
            result=None,
            closing=replace(hand.closing, decided=0),
        )
    )


END_BETTING = Code(
    "end_betting", in_a_hand=True, effect=_end_betting, undo=at_seat(_held_after_all), said=False
)
