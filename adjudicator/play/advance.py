"""How a hand moves on by itself: pending moves made, rounds closed, stages entered.

``settle`` advances a state after an entry or a ruling until the next entry is needed, and
reports what happened on the way: a round closed, a side pot made, a hand decided.
"""

from __future__ import annotations

from adjudicator.play.betting.carrying_out import carry_out
from adjudicator.play.betting.findings import HeldActionReached
from adjudicator.play.betting.reading import read_again
from adjudicator.play.betting.rounds import close_round, enter_round
from adjudicator.play.betting.turns import keeps_turn, turn_is_idle
from adjudicator.play.deal.upcards import leave_short
from adjudicator.play.draw.discards import runs_out
from adjudicator.play.draw.numbers import bind_early
from adjudicator.play.draw.serving import fifth_due, serving, to_indicate
from adjudicator.play.finding import Finding
from adjudicator.play.opening.findings import NobodyDeclared
from adjudicator.play.showdown.deciding import decide
from adjudicator.play.showdown.findings import AllInAndCalled
from adjudicator.play.showdown.showing import faces_up, tabled
from adjudicator.play.transition import Applied
from adjudicator.table.deal_plan import deal_line, stage_served
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise

# A state, what was found, and whether the hand goes on from there by itself.
Step = tuple[State, list[Finding], bool]


def settle(state: State) -> Applied:
    """Advance the hand until the next entry is needed, and report what happened."""
    hand = state.hand
    if hand is None or hand.phase in ("ended", "posting"):
        return state, []
    if hand.phase == "dealing" and hand.move is None and not stage_served(hand):
        return (state, []) if len(hand.deal.line) > 1 or not hand.dealt else _move_on(state)
    if hand.move is not None and hand.move.unread:
        state, found = read_again(state, hand.move)
        if found:
            return state, found
        hand = state.the_hand
    if hand.move is not None:
        state = carry_out(state, hand.move)
    return _move_on(state)


def _move_on(state: State) -> Applied:
    """Take one step after another until the next entry is needed."""
    found: list[Finding] = []
    goes_on = True
    while goes_on:
        hand = state.the_hand
        if not hand.on or hand.opening.call is not None:
            state, more = _asking(state)
            return state, found + more
        state, more, goes_on = _step(state, hand)
        found += more
    return state, found


def _step(state: State, hand: Hand) -> Step:
    """What happens by itself in this phase, and whether the hand moves on from there."""
    if hand.phase == "betting":
        return _betting(state, hand)
    if hand.phase == "showdown":
        return *decide(state), False
    if hand.dealt and not hand.contested:
        return _to_showdown(state), [], True
    if hand.phase == "drawing":
        return _drawing(state)
    if hand.phase == "dealing" and stage_served(hand):
        return *finish_dealing(state), True
    return state, [], False


def _betting(state: State, hand: Hand) -> Step:
    """Close the round once nobody is left to act, or one hand is left."""
    if not hand.contested and not _openers_question(hand):
        state, found = close_round(state)
        return _to_showdown(state), found, True
    if hand.to_act is not None and not turn_is_idle(hand, hand.to_act):
        return state, _held(hand, hand.to_act), False
    state, found = close_round(state)
    state = enter(state, hand.stage + 1)
    return state, [*found, *_to_table(state.the_hand)], True


def _to_table(hand: Hand) -> list[Finding]:
    """The hands that have to lie open from now on."""
    if not faces_up(hand):
        return []
    hidden = tuple(seat for seat in hand.live if not tabled(hand, hand.seats[seat]))
    return [AllInAndCalled(hidden)] if hidden else []


def _drawing(state: State) -> Step:
    """Close the draw once everybody has their cards."""
    state, found = bind_early(state)
    hand = state.the_hand
    step = serving(hand)
    if step is None and to_indicate(hand) is None:
        state = state.with_hand(hand.with_draw(replace(hand.draw, done=state.seq)))
        return enter(state, hand.stage + 1), found, True
    state, out = runs_out(state, step)
    return state, [*found, *fifth_due(step), *out], False


def _openers_question(hand: Hand) -> bool:
    """A lone seat still gets to open a pot that needs openers."""
    return keeps_turn(hand) and len(hand.live) == 1


def _held(hand: Hand, turn: int) -> list[Finding]:
    """The action reaches a seat that already acted out of turn."""
    move = hand.seats[turn].held_move
    if move is None:
        return []
    changed = move.price is not None and hand.bet_to_match > move.price
    return [HeldActionReached(turn, move, changed)]


def _asking(state: State) -> Applied:
    """After a false opening, with nobody left to ask: the pot is carried."""
    hand = state.the_hand
    call = hand.opening.call
    if not hand.on or call is None or call.asked:
        return state, []
    over = {n: exact(seat.bet - seat.opened_for) for n, seat in hand.seats.items()}
    returns = tuple((number, amount) for number, amount in over.items() if amount > 0)
    carried = exact(hand.pot - sum(amount for _, amount in returns))
    state = state.with_hand(replace(hand, to_act=None, opening=replace(hand.opening, call=None)))
    return state, [NobodyDeclared(call.false_opener, returns, carried)]


def finish_dealing(state: State) -> Applied:
    """The cards of the stage are out; the next stage begins."""
    hand = state.the_hand
    found: list[Finding] = []
    if not hand.deal.done:
        state = state.with_hand(replace(hand, deal=replace(hand.deal, done=state.seq)))
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
    hand = replace(hand, stage=stage, to_act=None, deal=replace(hand.deal, to_stage=0))
    if kind == "draw":
        hand = replace(
            hand,
            phase="drawing",
            draw_stage=stage,
            burn=replace(hand.burn, taken=_burned_early(hand)),
        )
        return state.with_hand(hand.with_draw(replace(hand.draw, order=_draw_order(hand))))
    if kind != "bet":
        hand = replace(hand, phase="dealing", burn=replace(hand.burn, taken=_burned_early(hand)))
        return replace(
            state, hand=replace(hand, deal=replace(hand.deal, line=deal_line(hand), turn=0))
        )
    return enter_round(replace(state, hand=hand))


def _burned_early(hand: Hand) -> int:
    """A burn taken before its time, while the betting was on, stays as the burn."""
    early = hand.phase == "betting" and hand.burn.taken > hand.round_began
    return hand.burn.taken if early else 0


def _draw_order(hand: Hand) -> tuple[int, ...]:
    live = hand.live
    if hand.profile.policy.draw_start == "opener" and hand.opening.opener in live:
        assert hand.opening.opener is not None
        first = hand.opening.opener
        return (first, *(s for s in clockwise(live, first) if s != first))
    return live


def _to_showdown(state: State) -> State:
    return state.with_hand(replace(state.the_hand, phase="showdown", to_act=None))
