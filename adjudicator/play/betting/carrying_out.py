"""Making a move, regular or as ruled: chips, the bet to match, and who acts next.

The betting structure (``game/limits``) says how large a bet or raise may be and what it
counts as.
"""

from __future__ import annotations

from adjudicator.play.betting.moves import WAGERS, bring_in, opens
from adjudicator.play.betting.turns import keeps_turn, next_turn
from adjudicator.table.chips import hold, pay, release
from adjudicator.table.hand import Hand
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
    acted = _opened(hand, _acted(hand, seat, move), move) if first else _acted(hand, seat, move)
    new = _priced(hand, _counted(hand, move, state.seq).with_seat(move.seat, acted), move)
    if first:
        new = replace(
            new,
            opening=replace(new.opening, opener=move.seat, seq=state.seq, in_when_opened=hand.live),
        )
    if hand.to_act == move.seat:
        waits = not first and keeps_turn(hand)
        turn = next_turn(new.dealt_in, move.seat, new.seats, new.bet_to_match, waits)
        new = replace(new, to_act=turn)
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
    check = move.verb == "check"
    return replace(
        seat,
        bet=move.to,
        put_in=exact(seat.put_in + move.to - seat.bet),
        all_in=seat.all_in or move.all_in,
        owes=move.owes if move.owes > move.to else 0,
        acted=True,
        has_acted=True,
        may_raise=False,
        limited=check and seat.limited,
        held_move=None,
        checked=check or seat.checked,
        passed=seat.passed or (check and hand.street == 1),
        speech=replace(seat.speech, said_raise=0, quoted=None),
    )


def _opened(hand: Hand, seat: Seat, move: Move) -> Seat:
    """The seat that opened the pot: for how much, and on which cards if known."""
    bet = hand.profile.limits.first_bet(hand, move.to)
    return replace(seat, opened_for=bet, opened_on=seat.known)


def _fold(state: State, move: Move) -> State:
    if state.the_seat(move.seat).held:
        state = release(state, move.seat)
    hand = state.the_hand
    folded = replace(
        hand.seats[move.seat],
        status="folded",
        acted=True,
        has_acted=True,
        held_move=None,
        owes=0,
    )
    new = _counted(hand, move, state.seq) if hand.to_act == move.seat else hand
    new = replace(new, move=None, seats={**hand.seats, move.seat: folded})
    if hand.phase == "betting" and hand.to_act in (None, move.seat):
        waits = keeps_turn(hand)
        turn = next_turn(new.dealt_in, move.seat, new.seats, new.bet_to_match, waits)
        new = replace(new, to_act=turn)
    return state.with_hand(new)


def _counted(hand: Hand, move: Move, seq: int) -> Hand:
    """The hand with one more act in it."""
    return replace(
        hand,
        move=None,
        action=replace(
            hand.action,
            first=hand.action.first or seq,
            last=seq,
            actors=hand.action.actors | {move.seat},
            count=hand.action.count + 1,
            wagers=hand.action.wagers + (move.verb in WAGERS),
            on_street=hand.action.on_street + 1,
            last_actor=move.seat,
            last_put=exact(move.to - hand.seats[move.seat].bet),
        ),
    )


def _priced(was: Hand, hand: Hand, move: Move) -> Hand:
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
    return _raised(was, hand, move.seat, price)


def _raised(was: Hand, hand: Hand, maker: int, price: Amount) -> Hand:
    """The hand with a higher bet to match, and the betting reopened where it is."""
    limits = was.profile.limits
    seats = {n: s if n == maker else _reopened(was, s, price) for n, s in hand.seats.items()}
    steps = limits.steps(was, price)
    if not steps:
        return replace(hand, seats=seats, bet_to_match=price, aggressor=maker)
    raises = was.raises + steps - (was.last_full_bet == 0)
    other = was.opening.opener is not None and was.opening.opener != maker
    return replace(
        hand,
        seats=seats,
        bet_to_match=price,
        last_full_bet=price,
        step=exact(price - was.bet_to_match),
        raises=raises,
        capped=limits.cap.filled(was, raises),
        aggressor=maker,
        opening=replace(hand.opening, raised_by_other=was.opening.raised_by_other or other),
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
