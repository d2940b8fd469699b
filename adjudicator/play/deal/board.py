"""The board: cards dealt, one too many, premature, face down, and taken off again."""

from __future__ import annotations

from adjudicator.game.profile import Stage
from adjudicator.log.events import Dealt
from adjudicator.play.cards.seen import see
from adjudicator.play.deal.findings import (
    BoardCardDown,
    BurnMissing,
    ExtraBoardCard,
    PrematureCard,
)
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.cards import without
from adjudicator.values.frozen import replace


def to_board(state: State, event: Dealt) -> Applied:
    """Deal a card to the board."""
    hand, stage = state.the_hand, state.the_hand.here
    if stage is None or stage.kind != "board" or hand.phase != "dealing":
        return _not_due(state, event.card if event.face == "up" else None)
    hand, found = _burned_first(hand, stage, event.card, state.seq)
    if event.face == "up":
        return state.with_hand(put_on_board(hand, event.card)), found
    known = () if event.card is None else (event.card,)
    hidden = replace(
        hand,
        board_faults=replace(
            hand.board_faults,
            down=hand.board_faults.down + 1,
            hidden=hand.board_faults.hidden + known,
        ),
    )
    return state.with_hand(put_on_board(hidden, None)), [*found, BoardCardDown(stage.name)]


def _burned_first(
    hand: Hand, stage: Stage, card: str | None, seq: int
) -> tuple[Hand, list[Finding]]:
    """The burn that comes before the board; a spare one makes up for it."""
    due = stage.burn and not hand.burn.taken and hand.stage not in hand.burn.waived
    if not due or hand.deal.to_stage:
        return hand, []
    if hand.burn.spare:
        return replace(hand, burn=replace(hand.burn, taken=seq, spare=hand.burn.spare - 1)), []
    return replace(hand, burn=replace(hand.burn, taken=seq)), [BurnMissing(stage.name, card)]


def _not_due(state: State, card: str | None) -> Applied:
    """A board card while none is due: one too many, premature, or after the river."""
    known, hand = (card,) if card else (), state.the_hand
    hand = replace(hand, piles=replace(hand.piles, aside=hand.piles.aside + known))
    before = _just_dealt(hand)
    if before is not None:
        hand = replace(hand, board_faults=replace(hand.board_faults, extra=card or ""))
        return state.with_hand(hand), [ExtraBoardCard(card, before.name)]
    if hand.phase in ("betting", "drawing") and hand.board_stage_ahead:
        hand = replace(
            hand,
            board_faults=replace(
                hand.board_faults,
                early=hand.board_faults.early + known,
                premature=hand.board_faults.premature + 1,
            ),
        )
        return state.with_hand(hand), [PrematureCard("board", card)]
    return state.with_hand(hand), [ExtraBoardCard(card, "")]


def _just_dealt(hand: Hand) -> Stage | None:
    """The board cards before a round nobody has begun, where one more came with them."""
    if hand.phase != "betting" or hand.action.on_street or hand.board_faults.early:
        return None
    if hand.burn.taken > hand.round_began or hand.board_faults.extra is not None or hand.stage < 1:
        return None
    before = hand.profile.stages[hand.stage - 1]
    return before if before.kind == "board" and before.cards > 1 else None


def put_on_board(hand: Hand, card: str | None) -> Hand:
    """A board card in its place."""
    hand = replace(hand, deal=replace(hand.deal, to_stage=hand.deal.to_stage + 1))
    if card is None:
        return replace(hand, blank_board=hand.blank_board + 1)
    return replace(hand, board=(*hand.board, card))


def turn_board_card(state: State, card: str) -> Applied:
    """A board card that lay face down is turned up; what the table sees is what it is."""
    hidden, found = state.the_hand.board_faults.hidden, list[Finding]()
    if card in hidden:
        hidden = without(hidden, (card,))
    else:
        state, found = see(state, card)
        hidden = hidden[: state.the_hand.board_faults.down - 1]  # it was recorded as another card
    hand = state.the_hand
    turned = replace(
        hand,
        board=(*hand.board, card),
        blank_board=hand.blank_board - 1,
        board_faults=replace(hand.board_faults, down=hand.board_faults.down - 1, hidden=hidden),
    )
    return state.with_hand(turned), found


def off_board(hand: Hand, card: str | None) -> Hand:
    """Take a card off the board; an extra one beside it takes its place."""
    if card is None or card not in hand.board:
        return _blank_off_board(hand, card)
    refused = without(hand.board_faults.refused, (card,))
    hand = replace(
        hand,
        board=without(hand.board, (card,)),
        board_faults=replace(hand.board_faults, refused=refused),
    )
    if hand.board_faults.extra:
        beside = hand.board_faults.extra
        aside = without(hand.piles.aside, (beside,))
        return replace(
            hand,
            board=(*hand.board, beside),
            piles=replace(hand.piles, aside=aside),
            board_faults=replace(hand.board_faults, extra=None),
        )
    return short_of_board(hand)


def _blank_off_board(hand: Hand, card: str | None) -> Hand:
    """Take an unseen card off the board, if there is one."""
    if not hand.blank_board:
        return hand
    down = max(hand.board_faults.down - 1, 0)
    hidden = without(hand.board_faults.hidden, (card,))[:down]
    blank = hand.blank_board - 1
    return short_of_board(
        replace(
            hand,
            blank_board=blank,
            board_faults=replace(hand.board_faults, down=down, hidden=hidden),
        )
    )


def short_of_board(hand: Hand) -> Hand:
    """Reopen the deal of a board that is short again, if nobody has bet on it."""
    if hand.phase == "dealing" and hand.here is not None and hand.here.kind == "board":
        return replace(hand, deal=replace(hand.deal, to_stage=max(hand.deal.to_stage - 1, 0)))
    stages, here = hand.profile.stages, hand.stage
    if len(hand.board) + hand.blank_board >= sum(stage.cards for stage in stages[:here]):
        return hand
    after_board = 0 < here <= len(stages) and stages[here - 1].kind == "board"
    if not after_board or hand.phase != "betting" or hand.action.on_street:
        return hand
    return replace(
        hand,
        phase="dealing",
        stage=here - 1,
        street=hand.street - 1,
        to_act=None,
        deal=replace(hand.deal, to_stage=stages[here - 1].cards - 1),
    )
