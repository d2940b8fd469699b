"""How a hand moves on by itself: moves carried out, rounds closed, stages entered.

``settle`` brings a state to rest after an entry or a ruling and reports what came about
on the way: a round closed, a pot layered, a draw or a hand decided.
"""

from __future__ import annotations

from operator import is_

from adjudicator.play.betting.carrying_out import carry_out
from adjudicator.play.betting.findings import HeldActionReached, SidePotMade
from adjudicator.play.betting.reading import read_again
from adjudicator.play.betting.turns import first_to_act
from adjudicator.play.deal.upcards import leave_short
from adjudicator.play.draw.discards import runs_out
from adjudicator.play.draw.numbers import bind_early
from adjudicator.play.draw.serving import fifth_due, serving, to_indicate
from adjudicator.play.finding import Finding
from adjudicator.play.opening.findings import NobodyDeclared, OpenerStands, PassedOut
from adjudicator.play.opening.proof import proof
from adjudicator.play.showdown.findings import Decided
from adjudicator.play.showdown.payout import result_of, winners
from adjudicator.play.showdown.showing import is_decided
from adjudicator.table.chips import give_back, release
from adjudicator.table.deal_plan import deal_line, stage_served
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Result
from adjudicator.table.pots import carried_sum, layers, uncalled
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise

Flow = tuple[State, list[Finding]]


def settle(state: State) -> Flow:
    """Bring the hand to rest and say what came about."""
    hand = state.hand
    if hand is None or hand.phase in ("ended", "posting"):
        return state, []
    if hand.phase == "dealing" and hand.move is None and not stage_served(hand):
        return (state, []) if len(hand.deal_line) > 1 or not hand.dealt else _move_on(state)
    if hand.move is not None and hand.move.unread:
        state, found = read_again(state, hand.move)
        if found:
            return state, found
        hand = state.the_hand
    if hand.move is not None:
        state = carry_out(state, hand.move)
    return _move_on(state)


def _move_on(state: State) -> Flow:
    found: list[Finding] = []
    while True:
        hand = state.the_hand
        if not hand.on or hand.open_call is not None:
            return _asking(state, found)
        phase = hand.phase
        if phase == "betting":
            if not hand.contested and not _openers_question(hand):
                state, more = close_round(state)
                found += more
                state = _to_showdown(state)
                continue
            if hand.to_act is None:
                state, more = close_round(state)
                found += more
                hand = state.the_hand
                if hand.on and hand.phase == "betting":
                    state = enter(state, hand.stage + 1)
                    continue
                return state, found
            return _held(state, found)
        if phase == "showdown":
            return _decide(state, found)
        if not hand.contested and hand.dealt:
            state = _to_showdown(state)
            continue
        if phase == "drawing":
            state, more = bind_early(state)
            found += more
            hand = state.the_hand
            step = serving(hand)
            if step is not None or to_indicate(hand) is not None:
                state, out = runs_out(state, step)
                return state, found + fifth_due(step) + out
            state = state.with_hand(hand.with_draw(replace(hand.draw, done=state.seq)))
            state = enter(state, hand.stage + 1)
            continue
        if phase == "dealing" and stage_served(hand):
            state, more = finish_dealing(state)
            found += more
            continue
        return state, found


def _openers_question(hand: Hand) -> bool:
    """A lone seat that has not opened yet keeps its turn in a pot that needs openers."""
    return (
        hand.profile.opens_on_jacks and hand.street == 1 and len(hand.live) == 1 and not hand.opened
    )


def _held(state: State, found: list[Finding]) -> Flow:
    hand = state.the_hand
    assert hand.to_act is not None
    seat = hand.seats[hand.to_act]
    move = seat.held_move
    if move is None:
        return state, found
    changed = move.price is not None and hand.bet_to_match > move.price
    return state, [*found, HeldActionReached(hand.to_act, move, changed)]


def _asking(state: State, found: list[Finding]) -> Flow:
    """After a false opening: a held declaration binds, or nobody is left to ask."""
    hand = state.the_hand
    call = hand.open_call
    if not hand.on or call is None or call.asked:
        return state, found
    over = {n: exact(seat.bet - seat.opened_for) for n, seat in hand.seats.items()}
    returns = tuple((number, amount) for number, amount in over.items() if amount > 0)
    carried = exact(hand.pot - sum(amount for _, amount in returns))
    state = state.with_hand(replace(hand, open_call=None, to_act=None))
    return state, [*found, NobodyDeclared(call.false_opener, returns, carried)]


def finish_dealing(state: State) -> Flow:
    """The cards of the stage are out; the next stage begins."""
    hand = state.the_hand
    found: list[Finding] = []
    if not hand.deal_done:
        state = state.with_hand(replace(hand, deal_done=state.seq))
    if hand.profile.stud:
        state, found = leave_short(state, after_action=False)
    return enter(state, max(hand.stage, 0) + 1), found


def enter(state: State, stage: int) -> State:
    """Enter a stage, skipping betting rounds that nobody can bet in."""
    hand = state.the_hand
    stages = hand.profile.stages
    if stage >= len(stages):
        return _to_showdown(state.with_hand(replace(hand, stage=len(stages))))
    kind = stages[stage].kind
    hand = replace(hand, stage=stage, to_stage=0, to_act=None)
    if kind == "draw":
        hand = replace(hand, phase="drawing", burned=_burned_early(hand), draw_stage=stage)
        return state.with_hand(hand.with_draw(replace(hand.draw, order=_draw_order(hand))))
    if kind != "bet":
        hand = replace(hand, phase="dealing", burned=_burned_early(hand))
        return replace(state, hand=replace(hand, deal_line=deal_line(hand), deal_turn=0))
    return _enter_round(replace(state, hand=hand))


def _burned_early(hand: Hand) -> int:
    """A burn taken before its time, while the betting was on, stays as the burn."""
    early = hand.phase == "betting" and hand.burned > hand.round_began
    return hand.burned if early else 0


def _draw_order(hand: Hand) -> tuple[int, ...]:
    live = hand.live
    if hand.profile.policy.draw_start == "opener" and hand.opener in live:
        assert hand.opener is not None
        first = hand.opener
        return (first, *(s for s in clockwise(live, first) if s != first))
    return live


def _enter_round(state: State) -> State:
    hand = state.the_hand
    opening = hand.street == 0
    seats = {n: _fresh(s, owes=s.owes if opening else 0) for n, s in hand.seats.items()}
    hand = replace(
        hand,
        seats=seats,
        phase="betting",
        street=hand.street + 1,
        round_began=state.seq,
        premature=0,
        raises=0,
        capped=False,
        aggressor=None,
        street_actions=0,
        bet_to_match=0,
        last_full_bet=0,
        step=0,
    )
    if hand.street == 1:
        hand = _with_blinds(hand)
    first = first_to_act(hand)
    hand = replace(hand, to_act=first, first_actor=first)
    if _nobody_can_bet(hand):
        hand = replace(hand, to_act=None)
    return replace(state, hand=hand)


def _fresh(seat: Seat, owes: Amount) -> Seat:
    """A seat as a round begins; what a short blind still owes is owed in the first."""
    return replace(
        seat,
        acted=not seat.live,
        may_raise=True,
        limited=False,
        checked=False,
        told=0,
        owes=owes,
        missing=0,
        fell_short=seat.fell_short or seat.missing > 0,
    )


def _with_blinds(hand: Hand) -> Hand:
    """Blinds count toward the bet; the price is the whole big blind."""
    level = max((seat.bet for seat in hand.seats.values()), default=0)
    if hand.profile.blinds:
        level = max(level, hand.profile.big_blind)
    return replace(hand, bet_to_match=level, last_full_bet=level)


def _nobody_can_bet(hand: Hand) -> bool:
    if hand.profile.opens_on_jacks and hand.street == 1:
        return False
    able = hand.able
    if len(able) > 1:
        return False
    return all(hand.seats[s].bet >= hand.bet_to_match for s in able)


def close_round(state: State) -> Flow:
    """The round is over: what nobody called goes back, the bets join the pot."""
    hand = state.the_hand
    found: list[Finding] = []
    passed = _passed_out(hand)
    back = uncalled(hand)
    if back is not None:
        seat, amount = back[0], min(back[1], hand.pot)
        returned = {**hand.returned, seat: exact(hand.returned.get(seat, 0) + amount)}
        mine = hand.seats[seat]
        state = give_back(state, seat, amount, replace(mine, bet=exact(mine.bet - amount)))
        state = state.with_hand(replace(state.the_hand, returned=returned))
    hand = state.the_hand
    for number, seat_ in hand.seats.items():
        if seat_.held:
            state = release(state, number)
    hand = state.the_hand
    seats = {n: _done_betting(s) for n, s in hand.seats.items()}
    new = replace(
        hand, seats=seats, bet_to_match=0, last_full_bet=0, to_act=None, street_closed=state.seq
    )
    state = replace(state, hand=new)
    if passed:
        found.append(
            PassedOut(
                exact(carried_sum((*new.carried_pot,)) + _fresh_money(new)),
                state.anted_deals,
            )
        )
    else:
        found += _side_pot(hand, new)
    return state, found


def _side_pot(before: Hand, after: Hand) -> list[Finding]:
    """A layer that the round has added to the pot; only somebody all-in can make one."""
    broke_seats = tuple(s for s in after.live if after.seats[s].all_in)
    if not broke_seats or len(after.live) < 2:
        return []
    pots = layers(after)
    if len(pots) < 2 or len(pots) <= len(layers(replace(before, seats=_without_bets(before)))):
        return []
    return [SidePotMade(pots, broke_seats)]


def _done_betting(seat: Seat) -> Seat:
    if not (seat.bet or seat.closed_bet or seat.held_move):
        return seat
    missing = exact(max(seat.owes - seat.bet, 0)) if seat.live else 0
    return replace(seat, bet=0, closed_bet=seat.bet, held_move=None, owes=0, missing=missing)


def _without_bets(hand: Hand) -> dict[int, Seat]:
    return {n: replace(s, put_in=s.put_in - s.bet) for n, s in hand.seats.items()}


def _fresh_money(hand: Hand) -> Amount:
    return hand.pot - carried_sum(hand.carried_pot)


def _passed_out(hand: Hand) -> bool:
    """All checked in the first round of a draw game without blinds."""
    profile = hand.profile
    return (
        profile.draws
        and not profile.board_size
        and not profile.blinds
        and hand.street == 1
        and hand.bet_to_match == 0
        and not hand.opened
        and not hand.plays_unopened
        and len(hand.live) > 0
        and (len(hand.live) > 1 or profile.opens_on_jacks)
    )


def _to_showdown(state: State) -> State:
    return state.with_hand(replace(state.the_hand, phase="showdown", to_act=None))


def _decide(state: State, found: list[Finding]) -> Flow:
    hand = state.the_hand
    basis = (hand.seats, hand.board, hand.carried_pot, hand.common, hand.draws)
    if hand.result is not None and all(map(is_, basis, hand.result_of)):
        return state, found
    if not is_decided(hand):
        if hand.result is not None and not hand.awards:
            state = state.with_hand(replace(hand, result=None))
        return state, found
    result = result_of(hand)
    known = hand.result
    fought = hand.contested
    state = state.with_hand(
        replace(state.the_hand, result=result, result_of=basis, decided=hand.decided or state.seq)
    )
    if known is None or known.paid != result.paid or known.hands.keys() != result.hands.keys():
        found = [*found, Decided(result, fought)]
    return _prove(state, result, fought, found)


def _prove(state: State, result: Result, fought: bool, found: list[Finding]) -> Flow:
    """An opener who would win has to prove openers; say so when that changes."""
    hand = state.the_hand
    opener = hand.opener
    if not hand.profile.opens_on_jacks or opener not in winners(result):
        return state, found
    assert opener is not None
    how = proof(hand, opener)
    if how in ("proved", hand.proof_said) or hand.seats[opener].barred:
        return state, found
    return state.with_hand(replace(hand, proof_said=how)), [
        *found,
        OpenerStands(opener, how, fought),
    ]
