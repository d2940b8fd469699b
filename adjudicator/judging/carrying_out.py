"""Putting a ruling in force, and undoing exactly one for an override."""

from __future__ import annotations

from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Ruling
from adjudicator.play.effects import DUES, EFFECTS, LASTING, marked, resume_betting
from adjudicator.play.finding import Finding
from adjudicator.play.opening.transitions import false_opening
from adjudicator.play.outcome import Outcome
from adjudicator.table.chips import (
    pay,
    reachable,
)
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace


def carry_out(state: State, ruling: Ruling) -> tuple[State, list[Finding]]:
    """The state with the ruling's outcomes in force and its dues standing.

    A conditional ruling changes nothing until what it needs is verified.
    """
    if ruling.certainty == CONDITIONAL:
        return state, []
    before = state
    for outcome in (*ruling.also, *ruling.outcomes):
        state = one(state, outcome)
        if outcome.lifts:
            state = replace(state, dues=tuple(d for d in state.dues if not _lifted(d, outcome)))
        if outcome.code in DUES and outcome.by:
            state = _due(state, outcome, ruling)
    state = _presume(state, ruling)
    return state, _dead_opener(before, state)


def one(state: State, outcome: Outcome) -> State:
    """The state with one outcome in force."""
    effect = EFFECTS.get(outcome.code)
    if effect is None or outcome.told or _gone(state, outcome.seat):
        return state
    return effect(state, outcome)


def _gone(state: State, seat: int | None) -> bool:
    """Whether the player has left since the hand was played."""
    hand = state.hand
    return hand is not None and seat in hand.seats and seat not in state.players


def _presume(state: State, ruling: Ruling) -> State:
    """Until the floor decides, the state follows the presumed option."""
    for outcome in _presumed(ruling):
        state = one(state, outcome)
    return state


def _presumed(ruling: Ruling) -> list[Outcome]:
    """What the presumed option puts in force beside the ruling's own outcomes."""
    return [
        outcome
        for option in ruling.options
        for outcome in (*option.also, *option.outcomes)
        if option.presumed and outcome not in ruling.outcomes
    ]


def _due(state: State, outcome: Outcome, ruling: Ruling) -> State:
    due = Due(
        outcome.code,
        ruling.id,
        outcome.seat,
        outcome.amount,
        outcome.card,
        outcome.by,
        state.seq,
        outcome.when,
        outcome.before_action,
    )
    return replace(state, dues=(*state.dues, due))


def _dead_opener(before: State, after: State) -> list[Finding]:
    """An opener whose hand has just died before the draw opens the question again."""
    hand, was = after.hand, before.hand
    if hand is None or was is None or not hand.on or hand.opener is None:
        return []
    seat = hand.opener
    died = was.seats[seat].live and hand.seats[seat].status in ("fouled", "dead")
    asks = hand.profile.opens_on_jacks and not hand.draw_begun and not hand.plays_unopened
    if not died or not asks or hand.open_call is not None or hand.phase == "showdown":
        return []
    return [false_opening(after, seat, shown=False)]


def _lifted(due: Due, outcome: Outcome) -> bool:
    return due.code == outcome.lifts and outcome.seat in (None, due.seat)


def reverse(state: State, ruling: Ruling, past: bool = False) -> State:
    """Undo exactly what a ruling did, from now on; of a past hand only what lasts."""
    state = replace(state, dues=tuple(d for d in state.dues if d.ruling != ruling.id))
    for outcome in _in_force(ruling):
        if not past or outcome.code in LASTING:
            state = _undo(state, outcome, ruling)
    return state


def _in_force(ruling: Ruling) -> list[Outcome]:
    """What an override takes back: of a choice of the floor's the option that was presumed."""
    chosen = [
        o for option in ruling.options if option.presumed for o in (*option.also, *option.outcomes)
    ]
    return chosen if ruling.certainty == FLOOR and chosen else [*ruling.outcomes, *chosen]


def _undo(state: State, outcome: Outcome, ruling: Ruling) -> State:
    hand, seat = state.hand, outcome.seat
    if outcome.told:
        return state
    if outcome.code in ("warning", "penalty"):
        return marked(state, seat, -1)
    if outcome.code == "locked_out":
        return replace(state, locked_out=tuple(s for s in state.locked_out if s != seat))
    if hand is None:
        return state
    if outcome.code in ("misdeal_redeal", "all_action_void_refund"):
        return _restore(state, hand)
    if outcome.code == "pot_carries":
        return _carried_back(state, hand)
    if seat is None or seat not in hand.seats or _gone(state, seat):
        return state
    if outcome.code in ("hand_dead", "hand_fouled", "loses_pot"):
        return _alive_again(state, hand, seat)
    if outcome.code == "bet_returned" and outcome.amount and outcome.move is None and hand.on:
        amount = reachable(state, seat, outcome.amount)
        mine = hand.seats[seat]
        return pay(state, seat, amount, replace(mine, bet=exact(mine.bet + amount)))
    if outcome.code == "bet_withdrawable":
        return state.with_seat(seat, replace(state.the_seat(seat), withdrawable=0))
    return resume_betting(state, hand, seat) if outcome.code == "end_betting" else state


def _carried_back(state: State, hand: Hand) -> State:
    """A pot that was carried lies in the middle again, until the hand is closed."""
    was = hand.before_carry
    if was is None or hand.ended or was.awards:
        return state
    return replace(state, hand=was, carried=())


def _alive_again(state: State, hand: Hand, seat: int) -> State:
    """A hand ruled out is in again: as it stood where nothing has happened since."""
    was = hand.before_out.get(seat)
    if was is not None and hand.seats[seat].status != "folded" and _same_since(was, hand):
        moved = {
            number: exact(
                mine.put_in + mine.held - was.seats[number].put_in - was.seats[number].held
            )
            for number, mine in hand.seats.items()
        }
        for number, amount in moved.items():
            if amount and number in state.players:
                purse = state.players[number].purse
                state = state.with_player(
                    number, replace(state.players[number], purse=exact(purse + amount))
                )
        return replace(state, hand=was)
    before = "folded" if hand.seats[seat].folded else "live"
    return state.with_seat(seat, replace(state.the_seat(seat), status=before, barred=False))


def _same_since(was: Hand, hand: Hand) -> bool:
    """Whether nobody has acted, spoken in the draw or shown, and no card or chip has moved."""

    def so_far(one: Hand) -> tuple[object, ...]:
        seats = [(s.spoke, s.thrown, s.count, s.shown, s.mucked_by) for s in one.seats.values()]
        return one.last_action, one.cards_out, one.draw_begun, one.awards, one.ended, seats

    return so_far(was) == so_far(hand)


def _with_chips(hand: Hand) -> set[int]:
    """The seats whose chips are in the middle, or that were pushed some."""
    put = {number for number, seat in hand.seats.items() if seat.put_in or seat.held}
    return put.union(*hand.awards.values())


def _restore(state: State, hand: Hand) -> State:
    """The hand as it stood before it was voided."""
    was = hand.void
    if was is None or any(seat not in state.players for seat in _with_chips(was)):
        return state
    players = dict(state.players)
    for number, mine in was.seats.items():
        player = players.get(number)
        if player is not None:
            out = mine.put_in + mine.held
            players[number] = replace(player, purse=exact(player.purse - out))
    for award in was.awards.values():
        for number, amount in award.items():
            player = players[number]
            players[number] = replace(player, purse=exact(player.purse + amount))
    anted = state.anted_deals + was.anted
    return replace(state, players=players, hand=was, carried=(), anted_deals=anted)
