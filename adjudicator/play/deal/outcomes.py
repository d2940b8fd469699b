"""What may be ordered about the deal: that it is void, or goes on with a stub made anew."""

from __future__ import annotations

from adjudicator.play.outcome import Code, Outcome, Why
from adjudicator.play.patterns import by_entry
from adjudicator.table.chips import recoverable, void_bets
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace


def _misdeal(state: State, outcome: Outcome) -> State:
    """The deal is void: money back, carried layers stay, the same button."""
    hand = state.the_hand
    if not hand.on:
        if hand.undo.void is not None or not (state.window and recoverable(state)):
            return state
        state = _reopened(state)
    state = state.with_hand(replace(state.the_hand, move=None))
    snapshot = state.hand
    state = void_bets(state)
    state = state.with_hand(
        replace(
            state.the_hand,
            phase="ended",
            to_act=None,
            undo=replace(state.the_hand.undo, void=snapshot),
            opening=replace(state.the_hand.opening, call=None),
        )
    )
    anted = max(state.anted_deals - hand.anted, 0)
    button = hand.button if outcome.button is None else outcome.button
    return replace(state, next_button=button, button_fixed=True, anted_deals=anted, dues=())


def _reopened(state: State) -> State:
    """A hand that was closed is as if its pot had not been won yet."""
    hand = state.the_hand
    state = replace(
        state,
        raked=exact(state.raked - hand.closing.raked),
        hand=replace(hand, closing=replace(hand.closing, raked=0)),
    )
    if hand.undo.counts_before is None:
        return state
    anted, off, locked, resolved = hand.undo.counts_before
    return replace(
        state, anted_deals=anted, ante_off=off, locked_out=locked, resolved_pots=resolved
    )


def _restore(state: State, outcome: Outcome) -> State:
    return unvoided(state)


def unvoided(state: State) -> State:
    """The hand as it stood before it was voided."""
    was = state.hand.undo.void if state.hand is not None else None
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


def _with_chips(hand: Hand) -> set[int]:
    """The seats whose chips are in the middle, or that were pushed some."""
    put = {number for number, seat in hand.seats.items() if seat.put_in or seat.held}
    return put.union(*hand.awards.values())


MISDEAL_REDEAL = Code("misdeal_redeal", in_a_hand=True, effect=_misdeal, undo=_restore)
ALL_ACTION_VOID_REFUND = Code(
    "all_action_void_refund", in_a_hand=True, effect=_misdeal, undo=_restore
)


def _rebuild(state: State, outcome: Outcome) -> State:
    """The stub is rebuilt before a stage, which then takes no burn of its own."""
    hand = state.hand
    if hand is None or outcome.when is None:
        return state
    if outcome.when < hand.stage:
        hand = _refused_board(hand, outcome.when)
    return replace(
        state,
        hand=replace(
            hand, burn=replace(hand.burn, waived=(*hand.burn.waived, outcome.when), taken=0)
        ),
    )


def _refused_board(hand: Hand, stage: int) -> Hand:
    """The board cards of a stage go back with the one too many."""
    extra = (hand.board_faults.extra,) if hand.board_faults.extra else ()
    cards = hand.board[len(hand.board) - hand.profile.stages[stage].cards :]
    return replace(
        hand,
        board_faults=replace(
            hand.board_faults, early=(*hand.board_faults.early, *extra), refused=cards, extra=None
        ),
    )


RESHUFFLE_AND_CONTINUE = Code(
    "reshuffle_and_continue",
    effect=_rebuild,
    undo=Why("cards that were shuffled in cannot be told from the rest"),
    over=by_entry,
)
