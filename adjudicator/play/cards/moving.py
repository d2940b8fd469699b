"""Cards moved by hand: from where they lie to where a remedy, or a mistake, puts them."""

from __future__ import annotations

from adjudicator.log.events import CardMoved
from adjudicator.play.cards import held_cards
from adjudicator.play.deal import dealing, upcards
from adjudicator.play.deal.outcomes import RESHUFFLE_AND_CONTINUE
from adjudicator.play.draw.discards import gather
from adjudicator.play.draw.serving import reopened
from adjudicator.table.card_locations import places
from adjudicator.table.deal_plan import whole_hand
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.cards import without
from adjudicator.values.frozen import replace


def ripe(due: Due, hand: Hand | None) -> bool:
    """Whether the time has come to do what is due."""
    return due.when is None or (hand is not None and hand.stage >= due.when)


def move(state: State, event: CardMoved) -> State:
    """One card goes from one place to another, unless it is there already."""
    hand = state.the_hand
    lies = places(hand, event.card) if event.card is not None else ()
    if event.to in lies and (event.from_ == event.to or event.from_ not in lies):
        return state
    if event.card is not None and event.card not in hand.seen:
        state = state.with_hand(replace(hand, seen={**hand.seen, event.card: state.seq}))
    return _put(_lift(state, event), event, _lies_up(hand, event))


def _lies_up(hand: Hand, event: CardMoved) -> bool:
    """Whether the card lies face up in a hand."""
    seat = hand.seats.get(event.from_) if isinstance(event.from_, int) else None
    return seat is not None and event.card in seat.up


def shuffle(state: State) -> State:
    """Cards laid aside for a reshuffle go back into the stub with it."""
    hand = state.the_hand
    if hand.exhausted:
        hand = gather(hand)
        state = replace(state, hand=hand)
    again = [d for d in state.dues if RESHUFFLE_AND_CONTINUE.names(d) and d.when is not None]
    if not any(ripe(due, hand) for due in again):
        return state.with_hand(replace(state.the_hand, reshuffled=state.seq))
    back = (*hand.early, *hand.refused_board)
    seen = {card: seq for card, seq in hand.seen.items() if card not in back}
    new = replace(
        hand,
        aside=without(hand.aside, hand.early),
        early=(),
        seen=seen,
        reshuffled=state.seq,
    )
    if hand.refused_board:
        new = _reopened(replace(new, board=without(hand.board, hand.refused_board)))
        new = replace(new, to_stage=0, refused_board=())
    return replace(state, hand=new)


def _put(state: State, event: CardMoved, up: bool) -> State:
    hand = state.the_hand
    card, to = event.card, event.to
    if isinstance(to, int):
        return _to_seat(state, hand, card, to, up)
    if to == "board":
        return dealing.put_on_board(state, card)
    if to == "burn":
        burned = state.seq if hand.phase == "betting" else hand.burned or state.seq
        known = (*hand.burnt, card) if card is not None else hand.burnt
        if hand.phase == "drawing":
            hand = hand.with_draw(replace(hand.draw, last_served=0))
        return state.with_hand(replace(hand, burned=burned, burns=hand.burns + 1, burnt=known))
    if card is None:
        return state
    if to == "stub":
        seen = {c: s for c, s in hand.seen.items() if c != card}
        early = without(hand.early, (card,))
        return state.with_hand(replace(hand, seen=seen, early=early, cards_out=hand.cards_out - 1))
    if to == "discards":
        return state.with_hand(replace(hand, muck=(*hand.muck, card)))
    if to == "scrap":
        return state.with_hand(replace(hand, scrap=(*hand.scrap, card)))
    return state.with_hand(replace(hand, aside=(*hand.aside, card)))


def _to_seat(state: State, hand: Hand, card: str | None, seat: int, up: bool) -> State:
    if seat not in hand.seats:
        return state
    state = upcards.place(state, seat, card, up)
    if hand.phase == "drawing":
        mine = hand.draw.of(seat)
        served = replace(mine, served=mine.served + 1, served_seq=state.seq)
        return state.with_hand(state.the_hand.with_draw(hand.draw.with_seat(seat, served)))
    return state


def _lift(state: State, event: CardMoved) -> State:
    """Take the card from where it lies, which may not be where it is said to."""
    hand = state.the_hand
    card, origin, to = event.card, event.from_, event.to
    if isinstance(origin, int):
        return _from_seat(state, hand, card, origin)
    if origin == "aside" and isinstance(to, int) and to in hand.seats:
        loose = hand.seats[to].cards_to_return
        state = state.with_seat(to, replace(state.the_seat(to), cards_to_return=max(loose - 1, 0)))
        hand = state.the_hand
    if card is not None and card in hand.aside and origin in ("board", "aside"):
        extra = None if card == hand.extra_board else hand.extra_board
        return state.with_hand(replace(hand, aside=without(hand.aside, (card,)), extra_board=extra))
    if origin == "board":
        return replace(state, hand=_off_board(hand, card))
    if origin == "burn":
        burnt = without(hand.burnt, (card,))
        spare = max(hand.spare_burns - 1, 0)
        return state.with_hand(
            replace(hand, burns=max(hand.burns - 1, 0), burnt=burnt, spare_burns=spare)
        )
    if origin == "discards":
        return state.with_hand(replace(hand, muck=without(hand.muck, (card,))))
    if origin == "scrap":
        return state.with_hand(replace(hand, scrap=without(hand.scrap, (card,))))
    return state


def _from_seat(state: State, hand: Hand, card: str | None, seat: int) -> State:
    if seat not in hand.seats:
        return state
    mine = hand.seats[seat]
    if mine.cards_to_return and card not in mine.cards:
        aside = without(hand.aside, (card,))
        less = hand.with_seat(seat, replace(mine, cards_to_return=mine.cards_to_return - 1))
        return state.with_hand(replace(less, aside=aside))
    if card is not None and card in hand.aside and card not in mine.cards:
        return state.with_hand(replace(state.the_hand, aside=without(hand.aside, (card,))))
    state = held_cards.take_card(state, seat, card)
    if not hand.draw.of(seat).served:
        return state
    if mine.count <= whole_hand(hand):
        state = reopened(state)
    hand = state.the_hand
    if hand.phase != "drawing":
        return state
    drawer = hand.draw.of(seat)
    fewer = replace(drawer, served=drawer.served - 1)
    return state.with_hand(hand.with_draw(hand.draw.with_seat(seat, fewer)))


def _off_board(hand: Hand, card: str | None) -> Hand:
    """A card leaves the board; one laid aside beside it takes its place, if there is one."""
    if card is None or card not in hand.board:
        return _blank_off_board(hand, card)
    refused = without(hand.refused_board, (card,))
    hand = replace(hand, board=without(hand.board, (card,)), refused_board=refused)
    if hand.extra_board:
        beside = hand.extra_board
        aside = without(hand.aside, (beside,))
        return replace(hand, board=(*hand.board, beside), aside=aside, extra_board=None)
    return _reopened(hand)


def _blank_off_board(hand: Hand, card: str | None) -> Hand:
    """A card that nobody has seen leaves the board, if there is one."""
    if not hand.blank_board:
        return hand
    down = max(hand.board_down - 1, 0)
    hidden = without(hand.board_hidden, (card,))[:down]
    blank = hand.blank_board - 1
    return _reopened(replace(hand, blank_board=blank, board_down=down, board_hidden=hidden))


def _reopened(hand: Hand) -> Hand:
    """The board is short of a card again, as long as nobody has bet on it."""
    stages = hand.profile.stages
    if hand.phase == "dealing" and hand.here is not None and hand.here.kind == "board":
        return replace(hand, to_stage=max(hand.to_stage - 1, 0))
    if len(hand.board) + hand.blank_board >= sum(s.cards for s in stages[: hand.stage]):
        return hand
    before = stages[hand.stage - 1] if 0 < hand.stage <= len(stages) else None
    if before is None or before.kind != "board":
        return hand
    bettable = hand.phase == "betting" and not hand.street_actions
    if not bettable:
        return hand
    return replace(
        hand,
        phase="dealing",
        stage=hand.stage - 1,
        street=hand.street - 1,
        to_act=None,
        to_stage=before.cards - 1,
    )
