"""What may be ordered about a hand: that it is dead, fouled, or live."""

from __future__ import annotations

from adjudicator.play.muck import transitions as mucking
from adjudicator.play.outcome import Code, Effect, Outcome, Why, at_seat
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace


def _dies(status: str) -> Effect:
    """The hand is out; where it had folded, only the name of that changes."""

    def kill(state: State, outcome: Outcome) -> State:
        hand, seat = state.hand, outcome.seat
        if hand is None or seat is None or seat not in hand.seats or not hand.on:
            return state
        if hand.seats[seat].status == "folded":
            return state.with_seat(seat, replace(state.the_seat(seat), status=status, folded=True))
        state = mucking.out(state, seat, status)
        return state.with_hand(
            replace(
                state.the_hand,
                undo=replace(state.the_hand.undo, before_out={**hand.undo.before_out, seat: hand}),
            )
        )

    return kill


def alive_again(state: State, outcome: Outcome) -> State:
    """A hand ruled out is in again: as it stood where nothing has happened since."""
    hand, seat = state.the_hand, outcome.seat
    assert seat is not None
    mine, was = hand.seats[seat], hand.undo.before_out.get(seat)
    if was is not None and mine.status != "folded" and _same_since(was, hand):
        return replace(_chips_as_before(state, hand, was), hand=was)
    before = "folded" if mine.folded else "live"
    return state.with_seat(seat, replace(mine, status=before, barred=False))


def _chips_as_before(state: State, hand: Hand, was: Hand) -> State:
    """Every player has again what the seat had put in or given back since."""
    for number, mine in hand.seats.items():
        then = was.seats[number]
        moved = exact(mine.put_in + mine.held - then.put_in - then.held)
        player = state.players.get(number)
        if moved and player is not None:
            player = replace(player, purse=exact(player.purse + moved))
            state = state.with_player(number, player)
    return state


def _same_since(was: Hand, hand: Hand) -> bool:
    """Whether nobody has acted, spoken in the draw or shown, and no card or chip has moved."""

    def so_far(one: Hand) -> tuple[object, ...]:
        seats = [(s.count, s.shown, s.mucked.by) for s in one.seats.values()]
        draw = [(one.draw.of(n).spoke, one.draw.of(n).thrown) for n in one.seats]
        begun = one.draw_stage, one.draw.begun
        return one.action.last, one.cards_out, begun, one.awards, one.ended, seats, draw

    return so_far(was) == so_far(hand)


HAND_DEAD = Code("hand_dead", effect=_dies("dead"), undo=at_seat(alive_again))
UNDERCALL_FORFEITED = Code("undercall_forfeited", effect=_dies("dead"), undo=at_seat(alive_again))
HAND_FOULED = Code("hand_fouled", effect=_dies("fouled"), undo=at_seat(alive_again))


def _lives(state: State, outcome: Outcome) -> State:
    """The hand expressly stays in play; one that was out comes back."""
    hand, seat = state.hand, outcome.seat
    if hand is None or seat is None or seat not in hand.seats or not hand.on:
        return state
    mine = hand.seats[seat]
    if mine.live and not mine.barred:
        return state
    return mucking.back(state, seat)


HAND_LIVE = Code(
    "hand_live",
    effect=_lives,
    undo=Why("the override says itself what becomes of the hand"),
)
