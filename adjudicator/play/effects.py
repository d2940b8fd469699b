"""What an outcome does to the hand, by its code.

Outcomes with an effect take effect at once; outcomes that ask somebody to do something
become dues and move nothing. A code without an entry here only says something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.log import events as ev
from adjudicator.play.betting import wagers as betting
from adjudicator.play.cards import held_cards
from adjudicator.play.draw import drawing
from adjudicator.play.muck import transitions as mucking
from adjudicator.play.outcome import Outcome
from adjudicator.table.button_and_blinds import button_after
from adjudicator.table.chips import (
    give_back,
    recoverable,
    release,
    take_back_awards,
    void_bets,
)
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Layer, OpenCall
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise

Effect = Callable[[State, Outcome], State]


DUES = frozenset(
    (
        "card_replace_after_draw",
        "card_replace_next",
        "defer_fifth_card",
        "burn_then_card",
        "topup_fifth_card",
        "must_prove_openers",
        "full_opening_bet_due",
        "must_answer",
        "seat_change_denied",
        "dealer_corrects",
        "reshuffle_and_continue",
        "card_to_burn",
        "bet_completed",
    )
)


def _move(state: State, outcome: Outcome) -> State:
    """The wager is carried out as ruled instead of as made."""
    return (
        state
        if outcome.move is None
        else state.with_hand(replace(state.the_hand, move=outcome.move))
    )


def _completed(state: State, outcome: Outcome) -> State:
    """The wager counts as whole for the others; its maker owes the rest."""
    seat, hand = outcome.seat, state.hand
    if outcome.move is not None or hand is None or seat not in hand.seats:
        return _move(state, outcome)
    assert seat is not None
    return state.with_seat(seat, replace(state.the_seat(seat), owes=outcome.amount or 0))


def _void(state: State, outcome: Outcome) -> State:
    """The act at hand does not count, or the one that was held out of turn."""
    hand, seat = state.hand, outcome.seat
    if hand is None:
        return state
    mine = hand.seats.get(seat) if seat is not None else None
    if seat is not None and mine is not None and mine.held_move is not None and hand.move is None:
        return release(state, seat)
    return state.with_hand(replace(state.the_hand, move=None))


def _backed_up(state: State, outcome: Outcome) -> State:
    move = state.the_hand.move
    return state if move is None else betting.keep_aside(state, move)


def _binding(state: State, outcome: Outcome) -> State:
    """An act held out of turn is now made."""
    seat = outcome.seat
    assert seat is not None
    hand = state.the_hand
    move = hand.seats[seat].held_move
    if move is None:
        return _move(state, outcome)
    state = release(state, seat)
    return state.with_hand(
        replace(state.the_hand, move=replace(outcome.move or move, price=None, unread=True))
    )


def _returned(state: State, outcome: Outcome) -> State:
    """Chips of a bet go back; held chips too."""
    if outcome.move is not None:
        return _move(state, outcome)
    seat = outcome.seat
    hand = state.hand
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


def _end_betting(state: State, outcome: Outcome) -> State:
    """The round that was passed over is not held any more."""
    over = state.the_hand.phase == "betting" and outcome.seat is not None
    return (
        state.with_hand(replace(state.the_hand, phase="showdown", to_act=None)) if over else state
    )


def resume_betting(state: State, hand: Hand, seat: int) -> State:
    """The round that was passed over is held after all, from the seat that was to begin it."""
    if hand.phase != "showdown" or hand.awards:
        return state
    return state.with_hand(
        replace(state.the_hand, phase="betting", to_act=seat, result=None, decided=0)
    )


def _starts(state: State, outcome: Outcome) -> State:
    """A wrong starter stands: the round goes on from him, and who acted behind follows him."""
    hand, seat = state.the_hand, outcome.seat
    assert seat is not None
    if hand.move is not None and hand.seats[seat].held_move is not None:
        state = betting.keep_aside(state, hand.move)
    return state.with_hand(replace(state.the_hand, to_act=seat, first_actor=seat))


def _no_raise(state: State, outcome: Outcome) -> State:
    """A raise made is a call; a seat that has not acted yet may only call or fold."""
    if outcome.move is not None or outcome.seat is None or outcome.amount is not None:
        return _move(state, outcome)
    return state.with_seat(outcome.seat, replace(state.the_seat(outcome.seat), limited=True))


def _calls_at_the_end(state: State, outcome: Outcome) -> State:
    """The seat knows its last card already: in the last round it may only call."""
    if outcome.seat is None:
        return state
    return state.with_seat(outcome.seat, replace(state.the_seat(outcome.seat), kept_early=True))


def _pat(state: State, outcome: Outcome) -> State:
    """The seat draws nothing."""
    pat = ev.made(ev.DrawIndicated, {"seat": outcome.seat, "count": 0})
    return drawing.indicate(state, pat)[0]


def _withdrawable(state: State, outcome: Outcome) -> State:
    assert outcome.seat is not None
    return state.with_seat(
        outcome.seat, replace(state.the_seat(outcome.seat), withdrawable=outcome.amount or 0)
    )


def _dies(status: str) -> Effect:
    def kill(state: State, outcome: Outcome) -> State:
        hand, seat = state.hand, outcome.seat
        if hand is None or seat is None or seat not in hand.seats or not hand.on:
            return state
        if hand.seats[seat].status == "folded":
            return state.with_seat(seat, replace(state.the_seat(seat), status=status, folded=True))
        state = mucking.out(state, seat, status)
        return state.with_hand(replace(state.the_hand, before_out={**hand.before_out, seat: hand}))

    return kill


def _lives(state: State, outcome: Outcome) -> State:
    """The hand expressly stays in play; one that was out comes back."""
    hand, seat = state.hand, outcome.seat
    if hand is None or seat is None or seat not in hand.seats or not hand.on:
        return state
    mine = hand.seats[seat]
    if mine.live and not mine.barred:
        return state
    return mucking.back(state, seat)


def _loses(state: State, outcome: Outcome) -> State:
    if outcome.seat is None or state.hand is None:
        return state
    return state.with_seat(outcome.seat, replace(state.the_seat(outcome.seat), barred=True))


def _refuse_card(state: State, outcome: Outcome) -> State:
    """The exposed card goes to the discards; the seat is owed another."""
    seat, hand = outcome.seat, state.the_hand
    assert seat is not None
    state = held_cards.take_card(state, seat, outcome.card)
    state = state.with_seat(
        seat, replace(state.the_seat(seat), refused=hand.seats[seat].refused + 1)
    )
    known = (outcome.card,) if outcome.card else ()
    return drawing.reopened(state.with_hand(replace(state.the_hand, muck=(*hand.muck, *known))))


def _new_number(state: State, outcome: Outcome) -> State:
    """The seat now wants this many cards."""
    seat, wants = outcome.seat, outcome.amount
    assert seat is not None
    whole = None if wants is None else int(wants)
    return state.with_seat(seat, replace(state.the_seat(seat), wants=whole, spoke=state.seq))


def _number_stands(state: State, outcome: Outcome) -> State:
    """A number that was never validly given counts as given at this."""
    hand, seat = state.the_hand, outcome.seat
    if seat is None or outcome.amount is None or hand.seats[seat].wants is not None:
        return state
    return _new_number(state, outcome)


def _scrap(state: State, outcome: Outcome) -> State:
    """The card is out of play; one that lies in a hand leaves it."""
    seat, hand = outcome.seat, state.the_hand
    card = outcome.card
    mine = hand.seats.get(seat) if seat is not None and card not in hand.scrap else None
    if seat is not None and mine is not None:
        holds = card in mine.cards or len(mine.cards) < mine.count
        state = held_cards.take_card(state, seat, card) if holds else state
    if card is not None and card not in hand.scrap:
        aside = held_cards.without(hand.aside, (card,))
        state = state.with_hand(replace(state.the_hand, scrap=(*hand.scrap, card), aside=aside))
    return state


def _replace_next(state: State, outcome: Outcome) -> State:
    """The card leaves the hand; the next one off the deck takes its place."""
    seat, hand = outcome.seat, state.the_hand
    if outcome.when is not None or seat is None or seat not in hand.seats:
        return state
    if outcome.card not in hand.seats[seat].cards:
        return state
    state = held_cards.take_card(state, seat, outcome.card)
    return state.with_hand(replace(state.the_hand, aside=(*hand.aside, outcome.card)))


def _rebuild(state: State, outcome: Outcome) -> State:
    """The stub is rebuilt before a stage, which then takes no burn of its own."""
    hand = state.hand
    if hand is None or outcome.when is None:
        return state
    if outcome.when < hand.stage:
        hand = _refused_board(hand, outcome.when)
    return replace(state, hand=replace(hand, no_burn=(*hand.no_burn, outcome.when), burned=0))


def _refused_board(hand: Hand, stage: int) -> Hand:
    """The board cards of a stage go back with the one too many."""
    extra = (hand.extra_board,) if hand.extra_board else ()
    cards = hand.board[len(hand.board) - hand.profile.stages[stage].cards :]
    return replace(hand, early=(*hand.early, *extra), refused_board=cards, extra_board=None)


def _misdeal(state: State, outcome: Outcome) -> State:
    """The deal is void: money back, carried layers stay, the same button."""
    hand = state.the_hand
    if not hand.on:
        if hand.void is not None or not (state.window and recoverable(state)):
            return state
        state = _reopened(state)
    state = state.with_hand(replace(state.the_hand, move=None))
    snapshot = state.hand
    state = void_bets(state)
    state = state.with_hand(
        replace(state.the_hand, phase="ended", to_act=None, void=snapshot, open_call=None)
    )
    anted = max(state.anted_deals - hand.anted, 0)
    button = hand.button if outcome.button is None else outcome.button
    return replace(state, next_button=button, button_fixed=True, anted_deals=anted, dues=())


def _reopened(state: State) -> State:
    """A hand that was closed is as if its pot had not been won yet."""
    hand = state.the_hand
    state = replace(state, raked=exact(state.raked - hand.raked), hand=replace(hand, raked=0))
    if hand.counts_before is None:
        return state
    anted, off, locked, resolved = hand.counts_before
    return replace(
        state, anted_deals=anted, ante_off=off, locked_out=locked, resolved_pots=resolved
    )


def _pot_plays(state: State, outcome: Outcome) -> State:
    hand = state.the_hand
    state = state.with_hand(replace(hand, open_call=None, plays_unopened=True))
    if hand.to_act is None and hand.phase == "betting":
        last = hand.last_actor if hand.last_actor is not None else hand.button
        state = state.with_hand(
            replace(state.the_hand, to_act=betting.next_to_act(state.the_hand, last))
        )
    return state


def _ask_openers(state: State, outcome: Outcome) -> State:
    """Everybody who may is asked, clockwise, whether he opens."""
    hand, false = state.the_hand, outcome.seat
    assert false is not None
    asked = tuple(
        s
        for s in clockwise(hand.dealt_in, false)
        if s != false and hand.seats[s].live and not hand.seats[s].passed
    )
    still = tuple(s for s in hand.dealt_in if s == false or hand.seats[s].live)
    call = OpenCall(false, asked)
    return state.with_hand(
        replace(hand, open_call=call, in_when_false=still, opener=None, to_act=None)
    )


def _carry(state: State, outcome: Outcome) -> State:
    """The pot stays for the next deal: antes and forfeited money in layers."""
    before = state.the_hand
    if not before.on:
        return _forfeit(state, outcome)
    state = take_back_awards(state)
    hand = state.the_hand
    antes = exact(sum(s.ante - s.dead for s in hand.seats.values() if s.ante))
    rest = exact(hand.pot - sum(lay.amount for lay in hand.carried_pot) - antes)
    if hand.opener is not None and hand.seats[hand.opener].barred:
        # An opener who could not prove openers leaves forfeited money, antes and all.
        antes, rest = 0, exact(rest + antes)
    order, involved = hand.dealt_in, hand.dealt_in
    if hand.profile.options.get("involved") == "live_at_false_open":
        involved = hand.in_when_false or order
    layers = [*hand.carried_pot]
    if rest < 0:
        antes, rest, layers = exact(hand.pot), 0, []
    if antes > 0:
        layers.append(Layer(antes, "antes", order, order))
    if rest:
        layers.append(Layer(rest, "forfeited", involved, involved))
    layers = [_without(layer, state.locked_out) for layer in layers]
    state = state.with_hand(
        replace(
            hand,
            phase="ended",
            to_act=None,
            open_call=None,
            awards={},
            carried_pot=(),
            common=0,
            move=None,
            before_carry=before,
            result=None if hand.result is None else replace(hand.result, paid={}, pots=()),
        )
    )
    hand = state.the_hand
    seats = {n: replace(s, put_in=0, dead=0, bet=0, held=0) for n, s in hand.seats.items()}
    return replace(state.with_hand(replace(hand, seats=seats)), carried=tuple(layers), dues=())


def _forfeit(state: State, outcome: Outcome) -> State:
    """Of a void deal one seat's chips stay, played for by those who were dealt in on it."""
    seat, amount, hand = outcome.seat, outcome.amount, state.the_hand
    if seat is None or not amount or hand.void is None or seat not in state.players:
        return state
    player = state.players[seat]
    kept = min(amount, max(player.purse, 0)) if state.has_limit(seat) else amount
    state = state.with_player(seat, replace(state.players[seat], purse=exact(player.purse - kept)))
    layer = Layer(exact(kept), "forfeited", hand.dealt_in, hand.dealt_in)
    return replace(state, carried=(*state.carried, layer))


def _advance_button(state: State, outcome: Outcome) -> State:
    button = button_after(state.the_hand, state.seated_in)
    return replace(state, next_button=button, button_fixed=False)


def _keep_button(state: State, outcome: Outcome) -> State:
    return replace(state, next_button=state.the_hand.button, button_fixed=True)


def _set_right(state: State, outcome: Outcome) -> State:
    """A button that was in the wrong place goes where it belongs on the next hand."""
    button, hand = outcome.button, state.hand
    if button is None:
        return state
    if hand is not None and hand.on and not hand.dealt:
        return state.with_hand(
            replace(
                state.the_hand,
                button=button,
                dealt_in=clockwise(hand.dealt_in, button),
                button_due=button,
                blinds_at=hand.blinds_due,
            )
        )
    return replace(state, next_button=button, button_fixed=True)


def _ante_again(state: State, outcome: Outcome) -> State:
    return replace(state, ante_off=False)


def _ante_no_more(state: State, outcome: Outcome) -> State:
    return replace(state, ante_off=True)


def _lock_out(state: State, outcome: Outcome) -> State:
    seat = outcome.seat
    if seat is None or seat in state.locked_out:
        return state
    carried = tuple(_without(layer, (seat,)) for layer in state.carried)
    return replace(state, locked_out=(*state.locked_out, seat), carried=carried)


def _without(layer: Layer, seats: tuple[int, ...]) -> Layer:
    """A layer that these seats can no longer win."""
    return replace(layer, eligible=tuple(s for s in layer.eligible if s not in seats))


def _deny(state: State, outcome: Outcome) -> State:
    """A denied entry: its posts go back and its cards are dead."""
    hand, seat = state.hand, outcome.seat
    if hand is None or seat is None or seat not in hand.seats:
        return state
    mine = hand.seats[seat]
    state = give_back(state, seat, mine.put_in, replace(mine, bet=0, dead=0, ante=0))
    state = state.with_seat(seat, replace(state.the_seat(seat), status="dead"))
    return state.with_hand(replace(state.the_hand, denied=(*hand.denied, seat)))


def _marks(state: State, outcome: Outcome) -> State:
    return marked(state, outcome.seat, 1)


def marked(state: State, seat: int | None, step: int) -> State:
    """Warnings and penalties are remembered with the player."""
    player = state.players.get(seat) if seat is not None else None
    if player is None or seat is None:
        return state
    return state.with_player(
        seat, replace(state.players[seat], warnings=max(player.warnings + step, 0))
    )


def _limits_the_draw(state: State, outcome: Outcome) -> State:
    """What the floor leaves of a limit that was announced late."""
    return replace(state, standing={**state.standing, "draw_limit": outcome.amount})


EFFECTS: Mapping[str, Effect] = {
    "warning": _marks,
    "penalty": _marks,
    "action_void": _void,
    "action_backed_up": _backed_up,
    "action_binding": _binding,
    "bet_returned": _returned,
    "bet_completed": _completed,
    "bet_stays": _move,
    "raise_not_allowed": _no_raise,
    "full_opening_bet_due": _void,
    "bet_withdrawable": _withdrawable,
    "pat": _pat,
    "calls_at_the_end": _calls_at_the_end,
    "starts": _starts,
    "draw_limit": _limits_the_draw,
    "end_betting": _end_betting,
    "hand_dead": _dies("dead"),
    "hand_fouled": _dies("fouled"),
    "hand_live": _lives,
    "loses_pot": _loses,
    "card_replace_after_draw": _refuse_card,
    "card_replace_next": _replace_next,
    "request_may_change": _new_number,
    "request_locked": _number_stands,
    "card_scrap": _scrap,
    "reshuffle_and_continue": _rebuild,
    "misdeal_redeal": _misdeal,
    "all_action_void_refund": _misdeal,
    "pot_plays": _pot_plays,
    "ask_openers": _ask_openers,
    "pot_carries": _carry,
    "button_advances": _advance_button,
    "button_stays": _keep_button,
    "dealer_corrects": _set_right,
    "re_ante": _ante_again,
    "no_further_ante": _ante_no_more,
    "locked_out": _lock_out,
    "entry_denied": _deny,
}


# Outcomes that say what is so, or what somebody may or must do, and move nothing.
SAID = frozenset(
    (
        "card_keep",
        "complete_on_draw",
        "entry_allowed",
        "floor_decides",
        "may_decline",
        "must_not_answer",
        "no_irregularity",
        "odd_chip",
        "pot_layered",
        "side_pot",
        "split_equally",
    )
)


CODES = EFFECTS.keys() | DUES | SAID


# What a ruling does beyond its own hand, and so can still be undone after it.
LASTING = frozenset(("locked_out", "warning", "penalty", "seat_change_denied"))


# Outcomes that do something to one hand, and so have to name it.
OF_A_HAND = frozenset(
    (
        "action_binding",
        "ask_openers",
        "bet_completed",
        "bet_withdrawable",
        "card_replace_after_draw",
        "loses_pot",
        "raise_not_allowed",
        "request_may_change",
        "starts",
    )
)
