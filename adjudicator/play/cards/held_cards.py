"""Cards in the seats' hands: given, taken, turned up, and what an upcard earns."""

from __future__ import annotations

from adjudicator.table.deal_plan import due, is_short, scheduled
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.cards import rank, without
from adjudicator.values.frozen import replace


def lay_aside(state: State, seat: int | None, card: str | None) -> State:
    """Set a card aside: at a seat or elsewhere, in nobody's hand."""
    hand = state.the_hand
    if card is not None:
        state = state.with_hand(
            replace(hand, piles=replace(hand.piles, aside=(*hand.piles.aside, card)))
        )
    if seat is None:
        return state
    return state.with_seat(
        seat, replace(state.the_seat(seat), cards_to_return=hand.seats[seat].cards_to_return + 1)
    )


def give_card(state: State, seat: int, card: str | None, up: bool) -> State:
    """Give a seat a card."""
    hand = state.the_hand
    mine = hand.seats[seat]
    known = () if card is None else (card,)
    if up:
        mine = replace(mine, ups=mine.ups + 1, up=mine.up + known)
    new = replace(mine, count=mine.count + 1, cards=mine.cards + known)
    return state.with_seat(seat, new)


def turn(state: State, seat: int, card: str | None) -> State:
    """Turn up a downcard of a hand."""
    hand = state.the_hand
    mine = hand.seats[seat]
    up = mine.up if card is None else (*mine.up, card)
    return state.with_seat(seat, replace(mine, ups=mine.ups + 1, up=up))


def take_card(state: State, seat: int, card: str | None) -> State:
    """Take a card out of a seat's hand."""
    hand = state.the_hand
    mine = hand.seats[seat]
    up = card in mine.up
    less = replace(
        mine,
        count=max(mine.count - 1, 0),
        cards=without(mine.cards, (card,)),
        up=without(mine.up, (card,)),
        ups=mine.ups - up,
    )
    return _bonus_of(state.with_seat(seat, less), seat, card if up else None)


def earn_bonus(state: State, seat: int, card: str | None, at_once: bool = True) -> State:
    """An upcard of the bonus rank earns another one."""
    hand = state.the_hand
    bonus = hand.profile.bonus
    if bonus is None or card is None or rank(card) != bonus.rank:  # type: ignore[arg-type]
        return state
    mine = hand.seats[seat]
    mine = replace(mine, bonus_cards=replace(mine.bonus_cards, earned=mine.bonus_cards.earned + 1))
    if hand.phase != "dealing":
        mine = replace(mine, bonus_cards=replace(mine.bonus_cards, late=mine.bonus_cards.late + 1))
    elif at_once:
        mine = replace(mine, bonus_cards=replace(mine.bonus_cards, due=mine.bonus_cards.due + 1))
    else:
        mine = replace(
            mine, bonus_cards=replace(mine.bonus_cards, later=mine.bonus_cards.later + 1)
        )
    return state.with_seat(seat, mine)


def _bonus_of(state: State, seat: int, gone: str | None) -> State:
    """An upcard that leaves takes its bonus with it; a bonus card that leaves is due again."""
    hand = state.the_hand
    bonus, mine = hand.profile.bonus, hand.seats[seat]
    if bonus is None or gone is None or not mine.bonus_cards.earned or hand.phase != "dealing":
        return state
    if rank(gone) == bonus.rank:  # type: ignore[arg-type]
        return state.with_seat(
            seat,
            replace(
                mine,
                bonus_cards=replace(
                    mine.bonus_cards,
                    earned=mine.bonus_cards.earned - 1,
                    due=max(mine.bonus_cards.due - 1, 0),
                ),
            ),
        )
    full = mine.count + 1 >= len(scheduled(hand.profile, hand.stage)) + mine.bonus_cards.earned
    return (
        state.with_seat(
            seat, replace(mine, bonus_cards=replace(mine.bonus_cards, due=mine.bonus_cards.due + 1))
        )
        if full
        else state
    )


def take_turn(state: State, seat: int, mine: Seat, remedy: bool) -> State:
    """Advance the deal by one card, remembering the first card dealt out of order."""
    hand = state.the_hand
    line, turn, off_order = hand.deal.line, hand.deal.turn, hand.deal.off_order
    if line and line[turn] == seat and not mine.bonus_cards.due:
        turn = (turn + 1) % len(line)
    elif not off_order and not remedy and not mine.bonus_cards.due and not _in_order(hand, seat):
        off_order = state.seq
    new = replace(
        hand,
        deal=replace(hand.deal, to_stage=hand.deal.to_stage + 1, turn=turn, off_order=off_order),
    )
    return state.with_hand(new)


def _in_order(hand: Hand, seat: int) -> bool:
    """Whether the card is due there, or completes a packet that the house accepts."""
    now = due(hand)
    if now is not None and now.to == seat:
        return True
    faces = scheduled(hand.profile, hand.stage)
    packets = hand.profile.policy.stud_packet_deal == "accepted" and "up" in faces
    previous = hand.deal.line[hand.deal.turn - 1] if hand.deal.line else None
    return packets and seat == previous and is_short(hand.seats[seat], faces)
