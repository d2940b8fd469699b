"""Cards moved by hand, as a remedy or by mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.log.events import CardMoved
from adjudicator.play.cards import held_cards
from adjudicator.play.deal import upcards
from adjudicator.play.deal.board import off_board, put_on_board, short_of_board
from adjudicator.play.deal.burns import moved_to_burns
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
    """Whether it is time to do what is due."""
    return due.when is None or (hand is not None and hand.stage >= due.when)


def shuffle(state: State) -> State:
    """A reshuffle takes the cards set aside for it back into the stub."""
    hand = state.the_hand
    if hand.deck.exhausted:
        hand = gather(hand)
    hand = replace(hand, deck=replace(hand.deck, reshuffled=state.seq))
    again = (d for d in state.dues if RESHUFFLE_AND_CONTINUE.names(d) and d.when is not None)
    ready = [due for due in again if ripe(due, hand)]
    if any(_lies_there(due, hand) for due in ready):
        hand = _refused(hand)
    if ready:
        hand = _back_in_the_stub(hand)
    if any(_of_a_street(due, hand) for due in ready):
        hand = _off_the_seats(hand)
    return state.with_hand(hand)


def _lies_there(due: Due, hand: Hand) -> bool:
    """Whether board cards of the very stage that is dealt again lie there, with no act on them."""
    if due.when is None or hand.profile.stages[due.when].kind != "board":
        return False
    return hand.stage - (hand.phase == "betting") == due.when and not (
        hand.phase == "betting" and hand.action.on_street
    )


def _refused(hand: Hand) -> Hand:
    """The hand with the board cards of the newest stage marked to go back."""
    stages = hand.profile.stages[: hand.stage - (hand.phase == "betting")]
    before = sum(stage.cards for stage in stages)
    faults = hand.board_faults
    cards = tuple(card for card in hand.board[before:] if card not in faults.refused)
    return replace(hand, board_faults=replace(faults, refused=(*faults.refused, *cards)))


def _of_a_street(due: Due, hand: Hand) -> bool:
    """Whether what was dealt too early belongs to the seats."""
    return due.when is not None and hand.profile.stages[due.when].kind == "deal"


def _off_the_seats(hand: Hand) -> Hand:
    """Early cards of a street no longer lie at the seats."""
    early = sum(seat.cards_to_return for seat in hand.seats.values())
    seats = {number: replace(seat, cards_to_return=0) for number, seat in hand.seats.items()}
    return replace(hand, seats=seats, cards_out=hand.cards_out - early)


def _back_in_the_stub(hand: Hand) -> Hand:
    """Early cards, and board cards that were refused, are no longer out."""
    early, board = hand.board_faults.early, hand.board_faults.refused
    seen = {card: seq for card, seq in hand.seen.items() if card not in (*early, *board)}
    hand = replace(
        hand,
        seen=seen,
        piles=replace(hand.piles, aside=without(hand.piles.aside, early)),
        board_faults=replace(hand.board_faults, early=()),
    )
    if not board:
        return hand
    short = short_of_board(replace(hand, board=without(hand.board, board)))
    return replace(
        short,
        deal=replace(short.deal, to_stage=0),
        board_faults=replace(short.board_faults, refused=()),
    )


def move(state: State, event: CardMoved) -> State:
    """Move one card, unless it is there already."""
    hand, card = state.the_hand, event.card
    lies = places(hand, card) if card is not None else ()
    if event.to in lies and (event.from_ == event.to or event.from_ not in lies):
        return state
    if card is not None and card not in hand.seen:
        state = state.with_hand(replace(hand, seen={**hand.seen, card: state.seq}))
    lies_up = isinstance(event.from_, int) and _lies_up(hand, event.from_, card)
    return _put(_lift(state, event), event, lies_up)


def _lies_up(hand: Hand, seat: int, card: str | None) -> bool:
    """Whether the card lies face up in a hand."""
    return seat in hand.seats and card in hand.seats[seat].up


def _put(state: State, event: CardMoved, up: bool) -> State:
    """Lay the card where it is moved to."""
    hand, card, to = state.the_hand, event.card, event.to
    if isinstance(to, int):
        return _to_seat(state, hand, card, to, up)
    if to == "board":
        return state.with_hand(put_on_board(hand, card))
    if to == "burn":
        return state.with_hand(moved_to_burns(hand, card, state.seq))
    return state if card is None else state.with_hand(ONTO[to](hand, card))


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
    """Take the card from where it lies, whatever the entry says."""
    card, origin, to = event.card, event.from_, event.to
    if isinstance(origin, int):
        return _from_seat(state, state.the_hand, card, origin)
    hand = state.the_hand
    if origin == "aside" and isinstance(to, int):
        hand = _given_back(hand, to)
    if card is not None and card in hand.piles.aside and origin in ("board", "aside"):
        extra = None if card == hand.board_faults.extra else hand.board_faults.extra
        aside = without(hand.piles.aside, (card,))
        return state.with_hand(
            replace(
                hand,
                piles=replace(hand.piles, aside=aside),
                board_faults=replace(hand.board_faults, extra=extra),
            )
        )
    return state.with_hand(OFF[origin](hand, card)) if origin in OFF else state.with_hand(hand)


def _given_back(hand: Hand, seat: int) -> Hand:
    """A card set aside at a seat goes to that seat after all."""
    mine = hand.seats.get(seat)
    if mine is None:
        return hand
    return hand.with_seat(seat, replace(mine, cards_to_return=max(mine.cards_to_return - 1, 0)))


def _from_seat(state: State, hand: Hand, card: str | None, seat: int) -> State:
    """Take a card from a seat: one set aside there, or one of its hand."""
    mine = hand.seats.get(seat)
    if mine is None:
        return state
    if card not in mine.cards and (mine.cards_to_return or card in hand.piles.aside):
        left = max(mine.cards_to_return - 1, 0)
        hand = hand.with_seat(seat, replace(mine, cards_to_return=left))
        return state.with_hand(
            replace(hand, piles=replace(hand.piles, aside=without(hand.piles.aside, (card,))))
        )
    state = held_cards.take_card(state, seat, card)
    return _no_longer_served(state, seat, mine.count) if hand.draw.of(seat).served else state


def _no_longer_served(state: State, seat: int, had: int) -> State:
    """A replacement card is taken away again, which may reopen the draw."""
    if had <= whole_hand(state.the_hand):
        state = reopened(state)
    hand = state.the_hand
    if hand.phase != "drawing":
        return state
    drawer = hand.draw.of(seat)
    fewer = replace(drawer, served=drawer.served - 1)
    return state.with_hand(hand.with_draw(hand.draw.with_seat(seat, fewer)))


def _onto_stub(hand: Hand, card: str) -> Hand:
    seen = {other: seq for other, seq in hand.seen.items() if other != card}
    early = without(hand.board_faults.early, (card,))
    return replace(
        hand,
        seen=seen,
        cards_out=hand.cards_out - 1,
        board_faults=replace(hand.board_faults, early=early),
    )


def _off_burns(hand: Hand, card: str | None) -> Hand:
    burnt = without(hand.burn.cards, (card,))
    spare = max(hand.burn.spare - 1, 0)
    return replace(
        hand, burn=replace(hand.burn, count=max(hand.burn.count - 1, 0), cards=burnt, spare=spare)
    )


# What putting a card on a pile, or taking one off it, does to the hand.
ONTO: Mapping[str, Callable[[Hand, str], Hand]] = {
    "stub": _onto_stub,
    "discards": lambda hand, card: replace(
        hand, piles=replace(hand.piles, muck=(*hand.piles.muck, card))
    ),
    "scrap": lambda hand, card: replace(
        hand, piles=replace(hand.piles, scrap=(*hand.piles.scrap, card))
    ),
    "aside": lambda hand, card: replace(
        hand, piles=replace(hand.piles, aside=(*hand.piles.aside, card))
    ),
}
OFF: Mapping[str, Callable[[Hand, str | None], Hand]] = {
    "board": off_board,
    "burn": _off_burns,
    "discards": lambda hand, card: replace(
        hand, piles=replace(hand.piles, muck=without(hand.piles.muck, (card,)))
    ),
    "scrap": lambda hand, card: replace(
        hand, piles=replace(hand.piles, scrap=without(hand.piles.scrap, (card,)))
    ),
}
