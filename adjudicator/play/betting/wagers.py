"""Wagers: what an act amounts to, whether it was due, and carrying it out.

``read`` compares an act with what the round allows and says what it finds; ``carry_out``
makes a move, regular or as ruled. How large a bet or raise may be and what it counts as is
for the structure of the betting (``game/limits``).
"""

from __future__ import annotations

from adjudicator.log.events import Acted
from adjudicator.play.betting.findings import (
    ActedOutOfTurn,
    ActedOutsideRound,
    ActedWhenDead,
    AllInForbidden,
    BringInDue,
    CalledMisquoted,
    CheckedFacingBet,
    ChipsNotInPlay,
    OverCall,
    RaiseNotOpen,
    RaiseOverCap,
    ShortCall,
    SilentChips,
    StringMotion,
    WordsAndChipsDiffer,
    WrongAmount,
)
from adjudicator.play.betting.turns import keeps_turn, next_turn
from adjudicator.play.finding import Finding
from adjudicator.play.opening.findings import OpenedForLess
from adjudicator.table.chips import hold, pay, reachable, release
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Move, Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise

Read = tuple[State, list[Finding]]
WAGERS = ("bet", "call", "raise")


def read(state: State, event: Acted) -> Read:
    """The act as it was made, as a pending move, and what is wrong with it."""
    hand = state.the_hand
    seat = hand.seats.get(event.seat)
    if not hand.on:
        return state, []
    if seat is None or not seat.live:
        dead = Move(event.seat, event.verb or "call", event.to or 0, seq=state.seq)
        return state, [ActedWhenDead(dead)]
    move = as_made(state, seat, event)
    if move.all_in and event.to is not None and event.to > move.to:
        state, found = _act(state, seat, move, event)
        return state, [*found, *_behind(state, move, event.to)]
    return _act(state, seat, move, event)


def _behind(state: State, move: Move, wanted: Amount) -> list[Finding]:
    """Chips bought during the hand are pushed although they do not play yet."""
    behind = state.players[move.seat].behind
    return [ChipsNotInPlay(move.seat, exact(min(wanted - move.to, behind)))] if behind else []


def _act(state: State, seat: Seat, move: Move, event: Acted) -> Read:
    hand = state.the_hand
    if hand.open_call is not None:
        return _answer_to_open_call(state, move)
    if hand.phase != "betting":
        return _outside(state, move)
    if hand.to_act != event.seat:
        return _not_in_turn(state, seat, move)
    if seat.held_move is not None:
        state = release(state, event.seat)
    return _in_turn(state, seat, move, event)


def as_made(state: State, seat: Seat, event: Acted) -> Move:
    """The move the entry describes, limited to the chips the player has."""
    hand = state.the_hand
    verb = event.verb or _silent_verb(hand, seat, event)
    if verb == "check" and passing_folds(hand):
        verb = "fold"
    to = event.to
    if to is None and event.chips is not None:
        to = seat.bet + sum(event.chips)
    if verb in ("check", "fold"):
        to = seat.bet
    elif to is None:
        to = hand.bet_to_match if verb == "call" else bring_in(hand) or target(hand)
    put = reachable(state, event.seat, to - seat.bet) if to > seat.bet else 0
    player = state.players[event.seat]
    everything = 0 < put >= player.purse
    all_in = everything if state.has_limit(event.seat) else event.all_in and hand.profile.all_in
    to = exact(seat.bet + put)
    return Move(event.seat, verb, to, all_in, None, 0, event.verb, event.chips, state.seq)


def passing_folds(hand: Hand) -> bool:
    """Whether a pass gives the hand up: in pass-and-out, until the pot is open."""
    before = hand.phase == "betting" and hand.open_call is None and not hand.opened
    return before and hand.profile.policy.pass_and_out


def _silent_verb(hand: Hand, seat: Seat, event: Acted) -> str:
    pushed = sum(event.chips) if event.chips else (event.to or 0) - seat.bet
    if not pushed:
        return "check"
    if hand.bet_to_match <= seat.bet:
        return "bet"
    return "raise" if seat.said_raise else "call"


def target(hand: Hand) -> Amount:
    """The least total a full bet or raise goes to."""
    return hand.profile.limits.least(hand)


def opening_price(hand: Hand, to: Amount, all_in: bool) -> Amount:
    """What callers of an opening owe: a whole bet where an all-in opener has too little of one.

    Half a bet or more is the bet, unless the house asks for the whole in any case.
    """
    profile = hand.profile
    here = hand.street == 1 and profile.draws and not profile.board_size
    whole = profile.limits.opening(hand)
    if not all_in or not here or to >= whole:
        return to
    always = profile.policy.partial_open == "full_bet_always"
    return to if profile.limits.steps(hand, to) and not always else whole


def bring_in(hand: Hand) -> Amount:
    """The forced bet the round has to begin with; nothing where there is none, or one is made."""
    forced = hand.profile.bring_in
    if not forced or hand.bet_to_match:
        return 0
    stage = hand.here
    return forced if stage is not None and stage.first == "lowest_upcard" else 0


def _answer_to_open_call(state: State, move: Move) -> Read:
    hand = state.the_hand
    assert hand.open_call is not None
    call = hand.open_call
    if move.verb not in ("check", "fold"):
        return state, [ActedOutsideRound(move, "the question who opens")]
    asked = tuple(s for s in call.asked if s != move.seat)
    state = state.with_hand(replace(hand, open_call=replace(call, asked=asked)))
    if move.verb == "fold":
        state = state.with_hand(replace(state.the_hand, move=move))
    return state, []


def _outside(state: State, move: Move) -> Read:
    hand = state.the_hand
    if hand.phase == "drawing":
        spoken = replace(hand.draw.of(move.seat), spoke=state.seq)
        state = state.with_hand(hand.with_draw(hand.draw.with_seat(move.seat, spoken)))
    if move.verb == "fold":
        return state.with_hand(replace(state.the_hand, move=move)), []
    if move.verb == "check":
        return state, []
    missing = hand.seats[move.seat].missing
    if missing and hand.phase in ("dealing", "drawing") and not hand.to_stage:
        put = reachable(state, move.seat, missing)
        return pay(state, move.seat, put, replace(state.the_seat(move.seat), missing=0)), []
    if hand.last_actor == move.seat and (before_cards(hand) or _nothing_shown(hand)):
        before = hand.seats[move.seat].closed_bet
        return state, [StringMotion(move, exact(max(move.to - before, 0)))]
    during = {"drawing": "the draw", "showdown": "the showdown"}.get(hand.phase, "the deal")
    return state, [ActedOutsideRound(move, during)]


def before_cards(hand: Hand) -> bool:
    """Whether a round has closed and no card or draw has followed yet."""
    waiting = hand.phase in ("dealing", "drawing") and not hand.to_stage
    drawing = hand.phase == "drawing" and bool(hand.draw.begun)
    return waiting and not hand.burned and not drawing


def _nothing_shown(hand: Hand) -> bool:
    return hand.phase == "showdown" and not any(seat.shown for seat in hand.seats.values())


def _not_in_turn(state: State, seat: Seat, move: Move) -> Read:
    hand = state.the_hand
    if seat.owes > seat.bet and move.verb in WAGERS and move.to > seat.bet:
        return _complete(state, seat, move)
    if hand.last_actor == move.seat and seat.bet and move.verb in WAGERS and move.to > seat.bet:
        return state, [StringMotion(move, exact(move.to - seat.bet))]
    due = hand.to_act
    assert due is not None
    if seat.held_move is not None:
        state = release(state, move.seat)
    skipped, behind = hand.skipped
    before = behind if skipped == due else {}
    acts = {**before, move.seat: move.verb}
    found = ActedOutOfTurn(move, due, tuple(before.values()), tuple(acts.values()))
    return state.with_hand(replace(state.the_hand, move=move, skipped=(due, acts))), [found]


def _complete(state: State, seat: Seat, move: Move) -> Read:
    whole = replace(move, verb="complete", to=min(move.to, seat.owes))
    state = state.with_hand(replace(state.the_hand, move=whole))
    if move.to <= seat.owes:
        return state, []
    return state, [RaiseNotOpen(move, limited=False, completing=True)]


def _in_turn(state: State, seat: Seat, move: Move, event: Acted) -> Read:
    hand = state.the_hand
    if _keeps_his_word(hand, seat) and move.verb in WAGERS:
        move = replace(move, verb="raise", said="raise")
    move = _at_its_price(hand, move)
    if event.all_in and not hand.profile.all_in and move.verb in WAGERS:
        return state.with_hand(replace(hand, move=move)), [AllInForbidden(move)]
    found = _faults(state, seat, move)
    if found:
        return state.with_hand(replace(hand, move=move)), found
    return carry_out(state, move), []


def _at_its_price(hand: Hand, move: Move) -> Move:
    """An opening for less than callers owe is made at the price they owe."""
    if hand.bet_to_match or not _opens(hand, move):
        return move
    price = opening_price(hand, move.to, move.all_in)
    return replace(move, price=price) if price > move.to else move


def read_again(state: State, move: Move) -> Read:
    """An act out of turn that has come to bind is read as it would be in turn.

    What was a bet when it was made is a call if a bet of its size has come to stand.
    """
    hand = state.the_hand
    if move.verb == "bet" and 0 < move.to <= hand.bet_to_match:
        move = replace(move, verb="call", said="call")
    move = _at_its_price(hand, replace(move, unread=False))
    return state.with_hand(replace(hand, move=move)), _faults(state, hand.seats[move.seat], move)


def _keeps_his_word(hand: Hand, seat: Seat) -> bool:
    """Whether the seat announced a raise of the wager it now answers."""
    return bool(seat.said_raise) and hand.bet_to_match > seat.bet


def _faults(state: State, seat: Seat, move: Move) -> list[Finding]:
    """What is wrong with an act in turn, if anything."""
    hand = state.the_hand
    level = hand.bet_to_match
    if move.verb == "fold":
        return []
    if move.verb == "check":
        if level > seat.bet:
            return [CheckedFacingBet(move)]
        forced = bring_in(hand)
        return [BringInDue(move, forced)] if forced else []
    silent = move.said is None or move.chips is not None
    if silent and not _keeps_his_word(hand, seat):
        read_as = _silent(hand, seat, move)
        if read_as is not None:
            return [read_as]
    if move.verb == "call":
        return _call(hand, seat, move)
    if move.to <= level and level > 0:
        return _raise_with_too_little(hand, seat, move)
    return _raise(state, seat, move)


def _silent(hand: Hand, seat: Seat, move: Move) -> Finding | None:
    """Chips without words: one big chip is a call, several are read by their number."""
    chips, level = move.chips, hand.bet_to_match
    if move.said in ("bet", "raise"):
        return None
    if level <= seat.bet:
        return _silent_bet(hand, seat, move)
    meant = replace(move, verb="call", to=level)
    if move.to <= level:
        return None
    if move.said == "call":
        return WordsAndChipsDiffer(move, meant)
    if chips is not None and len(chips) == 1:
        return SilentChips(move, meant, "one")
    if chips and move.to - min(chips) < level:
        return SilentChips(move, meant, "needed")
    worth = hand.profile.limits.without_words(hand, seat.bet, move.to)
    if worth <= level:
        return SilentChips(move, meant, "under_half")
    barred = _barred(hand, seat, move)
    if barred is not None:
        return barred
    raised = replace(move, verb="raise", to=min(move.to, worth), price=worth, owes=worth)
    return SilentChips(move, raised, "raise")


def _silent_bet(hand: Hand, seat: Seat, move: Move) -> Finding | None:
    """One big chip with nothing to call is the most that may be bet."""
    most = hand.profile.limits.most(hand, seat.bet)
    if most is None or move.chips is None or len(move.chips) != 1 or move.to <= most:
        return None
    return SilentChips(move, replace(move, to=most), "one_not_facing")


def _call(hand: Hand, seat: Seat, move: Move) -> list[Finding]:
    level = hand.bet_to_match
    if move.to > level:
        return [OverCall(move, level)]
    quoted = seat.quoted if seat.quoted is not None and seat.quoted < level else None
    if move.to == level or move.all_in:
        return [] if quoted is None else [CalledMisquoted(move, quoted)]
    opener = hand.opener
    nothing = (
        hand.street == 1
        and opener is not None
        and hand.seats[opener].all_in
        and hand.seats[opener].bet < level
        and hand.aggressor == opener
    )
    unaware = hand.raises > 0 and not seat.told
    return [ShortCall(move, level, opener_all_in=nothing, unaware=unaware, quoted=quoted)]


def _raise_with_too_little(hand: Hand, seat: Seat, move: Move) -> list[Finding]:
    if move.all_in:
        return []
    barred = _barred(hand, seat, move)
    if barred is not None:
        short = move.to < hand.bet_to_match
        return _call(hand, seat, replace(move, verb="call")) if short else [barred]
    full = target(hand)
    return [WordsAndChipsDiffer(move, replace(move, verb="raise", price=full, owes=full))]


def _barred(hand: Hand, seat: Seat, move: Move) -> Finding | None:
    """Why the seat may not bet or raise now: the cap, only calls left, nothing reopened."""
    opening = hand.bet_to_match == 0
    slight = move.all_in and not hand.profile.limits.steps(hand, move.to)
    if not opening and not slight and hand.capped_out:
        return RaiseOverCap(move)
    if hand.only_calls(seat):
        return RaiseNotOpen(move, limited=True, saw_early=not seat.limited)
    if not seat.may_raise and not opening:
        return RaiseNotOpen(move, limited=False)
    return None


def _raise(state: State, seat: Seat, move: Move) -> list[Finding]:
    hand = state.the_hand
    limits = hand.profile.limits
    least, most = limits.least(hand), limits.most(hand, seat.bet)
    opening = hand.bet_to_match == 0
    barred = _barred(hand, seat, move)
    if barred is not None:
        return [barred]
    forced = bring_in(hand)
    if forced and move.to <= forced:
        return [] if move.to == forced or move.all_in else [WrongAmount(move, 0, forced, opening)]
    doubled = opening and move.to == 2 * least
    twice = opening and _open_with_raise(hand, seat)
    if doubled and twice:
        return []
    if (move.all_in or move.to >= least) and (most is None or move.to <= most):
        less = opening and move.price is not None
        return [OpenedForLess(move.seat, move.to, least)] if less else []
    if twice:
        least = most = 2 * least
    if most is not None and move.to > most:
        return [WrongAmount(move, most, most, opening, doubled)]
    return [WrongAmount(move, hand.bet_to_match, least, opening, doubled)]


def _open_with_raise(hand: Hand, seat: Seat) -> bool:
    allowed = hand.street == 1 and hand.profile.draws and hand.profile.policy.open_with_raise
    return allowed and bool(seat.said_raise)


def carry_out(state: State, move: Move) -> State:
    """Make a move: chips, level, raises, who may still act, and whose turn is next."""
    hand = state.the_hand
    if move.verb == "fold":
        return _fold(state, move)
    seat = hand.seats[move.seat]
    added = exact(move.to - seat.bet)
    all_in, owes = seat.all_in or move.all_in, move.owes if move.owes > move.to else 0
    if move.verb == "complete":
        completed = replace(seat, bet=move.to, all_in=all_in, owes=owes)
        return pay(state.with_hand(replace(hand, move=None)), move.seat, added, completed)
    check, opens = move.verb == "check", _opens(hand, move)
    acted = replace(
        seat,
        bet=move.to,
        put_in=exact(seat.put_in + added),
        all_in=all_in,
        owes=owes,
        acted=True,
        has_acted=True,
        may_raise=False,
        limited=check and seat.limited,
        held_move=None,
        said_raise=0,
        quoted=None,
        checked=check or seat.checked,
        passed=seat.passed or (check and hand.street == 1),
        opened_for=hand.profile.limits.first_bet(hand, move.to) if opens else seat.opened_for,
        opened_on=seat.known if opens else seat.opened_on,
    )
    new = _priced(hand, _counted(hand, move, state.seq).with_seat(move.seat, acted), move)
    if opens:
        new = replace(new, opener=move.seat, opening=state.seq, in_when_opened=hand.live)
    if hand.to_act == move.seat:
        waits = not opens and keeps_turn(hand)
        turn = next_turn(new.dealt_in, move.seat, new.seats, new.bet_to_match, waits)
        new = replace(new, to_act=turn)
    if not added:
        return replace(state, hand=new)
    player = state.players[move.seat]
    paid = replace(player, purse=exact(player.purse - added))
    return replace(state, hand=new, players={**state.players, move.seat: paid})


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
        new = replace(
            new, to_act=next_turn(new.dealt_in, move.seat, new.seats, new.bet_to_match, waits)
        )
    return state.with_hand(new)


def _priced(was: Hand, hand: Hand, move: Move) -> Hand:
    """With the level that the move makes, and the betting re-opened where it does so."""
    price = move.price if move.price is not None else move.to
    if move.verb == "check":
        return hand
    if price <= hand.bet_to_match:
        called = move.verb == "call" and move.to
        return replace(hand, calls=hand.calls | {move.seat}) if called else hand
    forced = bring_in(hand)
    if price <= forced:
        # A forced bet is no full bet: the next raise completes it and counts as the bet.
        return replace(hand, bet_to_match=forced, aggressor=move.seat)
    limits = was.profile.limits
    seats = {n: _reopened(was, s, price) if n != move.seat else s for n, s in hand.seats.items()}
    steps = limits.steps(was, price)
    if not steps:
        return replace(hand, seats=seats, bet_to_match=price, aggressor=move.seat)
    raises = was.raises + steps - (was.last_full_bet == 0)
    other = was.opener is not None and was.opener != move.seat
    return replace(
        hand,
        seats=seats,
        bet_to_match=price,
        last_full_bet=price,
        step=exact(price - was.bet_to_match),
        raises=raises,
        capped=limits.cap.filled(was, raises),
        aggressor=move.seat,
        raised_by_other=was.raised_by_other or other,
    )


def _reopened(hand: Hand, seat: Seat, price: Amount) -> Seat:
    """A seat that may raise again where the price reached re-opens the betting to it."""
    waiting = seat.live and (seat.told or not seat.may_raise)
    if waiting and hand.profile.limits.reopens(hand, price, seat.bet):
        return replace(seat, may_raise=True, told=0)
    return seat


def _opens(hand: Hand, move: Move) -> bool:
    """The first voluntary bet makes its maker the opener (draw-high/0.5)."""
    return hand.opener is None and hand.street == 1 and bool(move.to) and move.verb in WAGERS


def _counted(hand: Hand, move: Move, seq: int) -> Hand:
    return replace(
        hand,
        move=None,
        first_action=hand.first_action or seq,
        last_action=seq,
        actors=hand.actors | {move.seat},
        actions=hand.actions + 1,
        wagers=hand.wagers + (move.verb in WAGERS),
        street_actions=hand.street_actions + 1,
        last_actor=move.seat,
        last_put=exact(move.to - hand.seats[move.seat].bet),
    )


def keep_aside(state: State, move: Move) -> State:
    """An act out of turn waits; its chips lie in front of the player."""
    hand = state.the_hand
    seat = hand.seats[move.seat]
    state = hold(state.with_hand(replace(hand, move=None)), move.seat, exact(move.to - seat.bet))
    return state.with_seat(
        move.seat,
        replace(
            state.the_seat(move.seat), held_move=replace(move, price=_price_met(hand, move.seat))
        ),
    )


def _price_met(hand: Hand, seat: int) -> Amount:
    """What an act out of turn answers: the bet, or what waits between the turn and the seat."""
    price = hand.bet_to_match
    start = hand.dealt_in[0] if hand.to_act is None else hand.to_act
    for number in clockwise(hand.dealt_in, start):
        if number == seat:
            break
        held = hand.seats[number].held_move
        if held is not None and held.verb in WAGERS:
            price = max(price, held.to)
    return price
