"""What may be ordered about the next deal: who antes, who is dealt in, where the button is."""

from __future__ import annotations

from adjudicator.play.betting.turns import first_to_act
from adjudicator.play.outcome import Code, Outcome, Why
from adjudicator.table.button_and_blinds import button_after
from adjudicator.table.chips import give_back, pay, reachable
from adjudicator.table.deal_plan import blind_seats
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace


def _advance_button(state: State, outcome: Outcome) -> State:
    button = button_after(state.the_hand, state.seated_in)
    return replace(state, next_button=button, button_fixed=False)


def _keep_button(state: State, outcome: Outcome) -> State:
    return replace(state, next_button=state.the_hand.button, button_fixed=True)


def _ante_again(state: State, outcome: Outcome) -> State:
    return replace(state, ante_off=False)


def _ante_no_more(state: State, outcome: Outcome) -> State:
    return replace(state, ante_off=True)


NEXT_DEAL = Why("the override says itself how the next deal begins")

BUTTON_ADVANCES = Code("button_advances", in_a_hand=True, effect=_advance_button, undo=NEXT_DEAL)
BUTTON_STAYS = Code("button_stays", in_a_hand=True, effect=_keep_button, undo=NEXT_DEAL)
RE_ANTE = Code("re_ante", effect=_ante_again, undo=NEXT_DEAL)
NO_FURTHER_ANTE = Code("no_further_ante", effect=_ante_no_more, undo=NEXT_DEAL)


def _lock_out(state: State, outcome: Outcome) -> State:
    seat = outcome.seat
    if seat is None or seat in state.locked_out:
        return state
    carried = tuple(layer.without((seat,)) for layer in state.carried)
    return replace(state, locked_out=(*state.locked_out, seat), carried=carried)


def _let_in(state: State, outcome: Outcome) -> State:
    return replace(
        state, locked_out=tuple(seat for seat in state.locked_out if seat != outcome.seat)
    )


LOCKED_OUT = Code("locked_out", effect=_lock_out, undo=_let_in, lasting=True)


def _deny(state: State, outcome: Outcome) -> State:
    """A denied entry: its posts go back and its cards are dead."""
    hand, seat = state.hand, outcome.seat
    if hand is None or seat is None or seat not in hand.seats:
        return state
    mine = hand.seats[seat]
    state = give_back(state, seat, mine.put_in, replace(mine, bet=0, dead=0, ante=0))
    state = state.with_seat(seat, replace(state.the_seat(seat), status="dead"))
    return state.with_hand(replace(state.the_hand, denied=(*hand.denied, seat)))


def _exchange(state: State, outcome: Outcome) -> State:
    """The blinds lie at the seats that owe them, and whoever is first then acts first.

    What a seat has put in with an act of its own stays as it is.
    """
    hand = state.the_hand
    sizes = hand.profile.blind_sizes
    due = {s: size for s, size in zip(blind_seats(hand), sizes, strict=True) if s is not None}
    for seat in sorted({*due, *hand.posting.blinds}):
        more = exact(due.get(seat, 0) - hand.posting.blinds.get(seat, 0))
        put = reachable(state, seat, more) if more > 0 else more
        mine = state.the_seat(seat)
        if mine.has_acted:
            continue
        state = pay(state, seat, put, replace(mine, bet=exact(mine.bet + put)))
    posting = replace(hand.posting, blinds=due, big_at=blind_seats(hand)[1])
    hand = replace(state.the_hand, posting=posting)
    if hand.phase == "betting" and not hand.action.on_street:
        first = first_to_act(hand)
        hand = replace(hand, to_act=first, first_actor=first)
    return state.with_hand(hand)


BLINDS_EXCHANGED = Code(
    "blinds_exchanged",
    in_a_hand=True,
    effect=_exchange,
    undo=Why("the blinds lie where they are due"),
    said=False,
)
PLAYERS_CHOICE = Why("whether the player pays and plays is recorded when it happens")

ENTRY_ALLOWED = Code("entry_allowed", effect=PLAYERS_CHOICE, undo=PLAYERS_CHOICE)
ENTRY_DENIED = Code(
    "entry_denied",
    effect=_deny,
    undo=Why("its posts have gone back; it comes in with the next deal"),
)
