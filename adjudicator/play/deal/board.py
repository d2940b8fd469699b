"""The board: cards in their place, one too many, too early, face down, and taken off again."""

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
    """A card is dealt to the board."""
    hand, stage = state.the_hand, state.the_hand.here
    if stage is None or stage.kind != "board" or hand.phase != "dealing":
        return _not_due(state, event.card if event.face == "up" else None)
    hand, found = _burned_first(hand, stage, event.card, state.seq)
    if event.face == "up":
        return state.with_hand(put_on_board(hand, event.card)), found
    known = () if event.card is None else (event.card,)
    hidden = replace(hand, board_down=hand.board_down + 1, board_hidden=hand.board_hidden + known)
    return state.with_hand(put_on_board(hidden, None)), [*found, BoardCardDown(stage.name)]


def _burned_first(
    hand: Hand, stage: Stage, card: str | None, seq: int
) -> tuple[Hand, list[Finding]]:
    """The burn that comes before the board; a spare one makes up for it."""
    due = stage.burn and not hand.burned and hand.stage not in hand.no_burn
    if not due or hand.to_stage:
        return hand, []
    if hand.spare_burns:
        return replace(hand, burned=seq, spare_burns=hand.spare_burns - 1), []
    return replace(hand, burned=seq), [BurnMissing(stage.name, card)]


def _not_due(state: State, card: str | None) -> Applied:
    """A board card while none is due: one too many, too early, or after the last."""
    known, hand = (card,) if card else (), state.the_hand
    hand = replace(hand, aside=hand.aside + known)
    before = _just_dealt(hand)
    if before is not None:
        hand = replace(hand, extra_board=card or "")
        return state.with_hand(hand), [ExtraBoardCard(card, before.name)]
    if hand.phase in ("betting", "drawing") and hand.board_stage_ahead:
        hand = replace(hand, early=hand.early + known, premature=hand.premature + 1)
        return state.with_hand(hand), [PrematureCard("board", card)]
    return state.with_hand(hand), [ExtraBoardCard(card, "")]


def _just_dealt(hand: Hand) -> Stage | None:
    """The board cards before a round nobody has begun, where one more came with them."""
    if hand.phase != "betting" or hand.street_actions or hand.early:
        return None
    if hand.burned > hand.round_began or hand.extra_board is not None or hand.stage < 1:
        return None
    before = hand.profile.stages[hand.stage - 1]
    return before if before.kind == "board" and before.cards > 1 else None


def put_on_board(hand: Hand, card: str | None) -> Hand:
    """A board card in its place."""
    hand = replace(hand, to_stage=hand.to_stage + 1)
    if card is None:
        return replace(hand, blank_board=hand.blank_board + 1)
    return replace(hand, board=(*hand.board, card))


def turn_board_card(state: State, card: str) -> Applied:
    """A board card that lay face down is turned up; what the table sees is what it is."""
    hidden, found = state.the_hand.board_hidden, list[Finding]()
    if card in hidden:
        hidden = without(hidden, (card,))
    else:
        state, found = see(state, card)
        hidden = hidden[: state.the_hand.board_down - 1]  # it was recorded as another card
    hand = state.the_hand
    turned = replace(
        hand,
        board=(*hand.board, card),
        blank_board=hand.blank_board - 1,
        board_down=hand.board_down - 1,
        board_hidden=hidden,
    )
    return state.with_hand(turned), found


def off_board(hand: Hand, card: str | None) -> Hand:
    """A card leaves the board; one laid aside beside it takes its place, if there is one."""
    if card is None or card not in hand.board:
        return _blank_off_board(hand, card)
    refused = without(hand.refused_board, (card,))
    hand = replace(hand, board=without(hand.board, (card,)), refused_board=refused)
    if hand.extra_board:
        beside = hand.extra_board
        aside = without(hand.aside, (beside,))
        return replace(hand, board=(*hand.board, beside), aside=aside, extra_board=None)
    return short_of_board(hand)


def _blank_off_board(hand: Hand, card: str | None) -> Hand:
    """A card that nobody has seen leaves the board, if there is one."""
    if not hand.blank_board:
        return hand
    down = max(hand.board_down - 1, 0)
    hidden = without(hand.board_hidden, (card,))[:down]
    blank = hand.blank_board - 1
    return short_of_board(replace(hand, blank_board=blank, board_down=down, board_hidden=hidden))


def short_of_board(hand: Hand) -> Hand:
    """The board is short of a card again, as long as nobody has bet on it."""
    if hand.phase == "dealing" and hand.here is not None and hand.here.kind == "board":
        return replace(hand, to_stage=max(hand.to_stage - 1, 0))
    stages, here = hand.profile.stages, hand.stage
    if len(hand.board) + hand.blank_board >= sum(stage.cards for stage in stages[:here]):
        return hand
    after_board = 0 < here <= len(stages) and stages[here - 1].kind == "board"
    if not after_board or hand.phase != "betting" or hand.street_actions:
        return hand
    return replace(
        hand,
        phase="dealing",
        stage=here - 1,
        street=hand.street - 1,
        to_act=None,
        to_stage=stages[here - 1].cards - 1,
    )
