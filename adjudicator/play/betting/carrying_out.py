"""Making a move, regular or as ruled: chips, the bet to match, and who acts next.

The betting structure (``game/limits``) says how large a bet or raise may be and what it
counts as.
"""

from __future__ import annotations

from adjudicator.play.betting.moves import WAGERS, bring_in, opens
from adjudicator.play.betting.turns import keeps_turn, next_turn
from adjudicator.table.chips import hold, pay, release
from adjudicator.table.hand import Hand
from adjudicator.table.hand_parts import Action
from adjudicator.table.seat import Move, Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise


def carry_out(state: State, move: Move) -> State:
    """Make a move: chips, bet to match, raises, who may still raise, who acts next."""
    if move.verb == "fold":
        return _fold(state, move)
    hand = state.the_hand
    seat = hand.seats[move.seat]
    if move.verb == "complete":
        return _complete(state, seat, move)
    first = opens(hand, move)
    acted = _acted(hand, seat, move)
    priced = _priced(hand, move)
    if first:
        acted = _opened(hand, acted, move)
        priced = _open(hand, priced, move.seat, state.seq)
    turn, seats = hand.to_act, {**priced.seats, move.seat: acted}
    if turn == move.seat:
        waits = not first and keeps_turn(hand)
        turn = next_turn(hand.dealt_in, move.seat, seats, priced.bet_to_match, waits)
    action = _counted(hand, move, state.seq)
    new = replace(priced, seats=seats, to_act=turn, move=None, action=action)
    return _with_chips(state, new, move.seat, exact(move.to - seat.bet))


def _with_chips(state: State, hand: Hand, seat: int, added: Amount) -> State:
    """Take the chips of the move off the player's stack."""
    if not added:
        return replace(state, hand=hand)
    player = state.players[seat]
    paid = replace(player, purse=exact(player.purse - added))
    return replace(state, hand=hand, players={**state.players, seat: paid})


def _complete(state: State, seat: Seat, move: Move) -> State:
    """Make a short wager whole; this is not an act of its own."""
    owes = move.owes if move.owes > move.to else 0
    completed = replace(seat, bet=move.to, all_in=seat.all_in or move.all_in, owes=owes)
    state = state.with_hand(replace(state.the_hand, move=None))
    return pay(state, move.seat, exact(move.to - seat.bet), completed)


def _acted(hand: Hand, seat: Seat, move: Move) -> Seat:
    """The seat once it has acted."""
    check, speech = move.verb == "check", seat.speech
    if speech.said_raise or speech.quoted is not None:
        speech = replace(speech, said_raise=0, quoted=None)
    return replace(
        seat,
        bet=move.to,
        put_in=exact(seat.put_in + move.to - seat.bet),
        all_in=seat.all_in or move.all_in,
        owes=move.owes if move.owes > move.to else 0,
        last_act=move.verb,
        acted=True,
        acted_seq=move.seq,
        may_raise=False,
        limited=check and seat.limited,
        held_move=None,
        checked=check or seat.checked,
        passed=seat.passed or (check and hand.street == 1),
        speech=speech,
    )


def _opened(hand: Hand, seat: Seat, move: Move) -> Seat:
    """The seat that opened the pot: for how much, and on which cards if known."""
    bet = hand.profile.limits.first_bet(hand, move.to)
    return replace(seat, opened_for=bet, opened_on=seat.known)


def _open(hand: Hand, priced: Hand, opener: int, seq: int) -> Hand:
    """The hand with its opener."""
    opening = replace(priced.opening, opener=opener, seq=seq, in_when_opened=hand.live)
    return replace(priced, opening=opening)


def _fold(state: State, move: Move) -> State:
    if state.the_seat(move.seat).held:
        state = release(state, move.seat)
    hand = state.the_hand
    folded = replace(
        hand.seats[move.seat],
        status="folded",
        last_act="fold",
        acted=True,
        acted_seq=move.seq,
        held_move=None,
        owes=0,
    )
    turn, seats = hand.to_act, {**hand.seats, move.seat: folded}
    action = _counted(hand, move, state.seq) if turn == move.seat else hand.action
    if hand.phase == "betting" and turn in (None, move.seat):
        waits = keeps_turn(hand)
        turn = next_turn(hand.dealt_in, move.seat, seats, hand.bet_to_match, waits)
    return state.with_hand(
        replace(hand, seats=seats, to_act=turn, move=None, action=action, last_out=state.seq)
    )


def _counted(hand: Hand, move: Move, seq: int) -> Action:
    """What has been acted, with one more act."""
    action = hand.action
    actors = action.actors
    return replace(
        action,
        first=action.first or seq,
        last=seq,
        actors=actors if move.seat in actors else actors | {move.seat},
        count=action.count + 1,
        wagers=action.wagers + (move.verb in WAGERS),
        on_street=action.on_street + 1,
        last_actor=move.seat,
        last_put=exact(move.to - hand.seats[move.seat].bet),
    )


def _priced(hand: Hand, move: Move) -> Hand:
    """The hand with a new bet to match, if the move makes one."""
    if move.verb == "check":
        return hand
    price = move.price if move.price is not None else move.to
    if price <= hand.bet_to_match:
        called = move.verb == "call" and move.to
        return replace(hand, calls=hand.calls | {move.seat}) if called else hand
    forced = bring_in(hand)
    if price <= forced:
        # A forced bet is no full bet: the next raise completes it and counts as the bet.
        return replace(hand, bet_to_match=forced, aggressor=move.seat)
    return _raised(hand, move.seat, price)


def _raised(hand: Hand, maker: int, price: Amount) -> Hand:
    """The hand with a higher bet to match, and the betting reopened where it is."""
    limits, opening = hand.profile.limits, hand.opening
    seats = {n: s if n == maker else _reopened(hand, s, price) for n, s in hand.seats.items()}
    steps = limits.steps(hand, price)
    if not steps:
        return replace(hand, seats=seats, bet_to_match=price, aggressor=maker)
    raises = hand.raises + steps - (hand.last_full_bet == 0)
    if opening.opener is not None and opening.opener != maker and not opening.raised_by_other:
        opening = replace(opening, raised_by_other=True)
    return replace(
        hand,
        seats=seats,
        bet_to_match=price,
        last_full_bet=limits.full_bet(hand, price),
        step=exact(price - hand.bet_to_match),
        raises=raises,
        capped=limits.cap.filled(hand, raises),
        aggressor=maker,
        opening=opening,
    )


def _reopened(hand: Hand, seat: Seat, price: Amount) -> Seat:
    """A seat that may raise again where the price reached re-opens the betting to it."""
    waiting = seat.live and (seat.speech.told or not seat.may_raise)
    if waiting and hand.profile.limits.reopens(hand, price, seat.bet):
        return replace(seat, may_raise=True, speech=replace(seat.speech, told=0))
    return seat


def keep_aside(state: State, move: Move) -> State:
    """Hold an out-of-turn act; its chips stay in front of the player."""
    hand = state.the_hand
    added = exact(move.to - hand.seats[move.seat].bet)
    held = replace(move, price=_price_met(hand, move.seat))
    state = hold(state.with_hand(replace(hand, move=None)), move.seat, added)
    return state.with_seat(move.seat, replace(state.the_seat(move.seat), held_move=held))


def _price_met(hand: Hand, seat: int) -> Amount:
    """The wager an out-of-turn act faces: the bet, or a larger one held before it."""
    price = hand.bet_to_match
    start = hand.dealt_in[0] if hand.to_act is None else hand.to_act
    for number in clockwise(hand.dealt_in, start):
        if number == seat:
            break
        held = hand.seats[number].held_move
        if held is not None and held.verb in WAGERS:
            price = max(price, held.to)
    return price
