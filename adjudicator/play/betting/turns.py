"""Whose turn it is: who starts a round, who is next, who has no turn left."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.hands import Ranking, read_upcards, upcards_strength
from adjudicator.table.deal_plan import big_blind_as_posted
from adjudicator.table.hand import Hand
from adjudicator.table.seat import LIVE, Seat
from adjudicator.values.amounts import Amount
from adjudicator.values.cards import suited
from adjudicator.values.seat_order import clockwise

BY_UPCARDS = ("best_exposed", "lowest_upcard")


def first_to_act(hand: Hand) -> int | None:
    """Who starts the round, by the game's own rule."""
    stage = hand.here
    assert stage is not None
    return FIRST[stage.first](hand)


def _left_of_button(hand: Hand) -> int | None:
    return next_to_act(hand, hand.button) if hand.dealt_in else None


def _left_of_big_blind(hand: Hand) -> int | None:
    if not hand.profile.blinds:
        return _left_of_button(hand)
    blind = big_blind_as_posted(hand)
    return None if blind is None else next_to_act(hand, blind)


def _opener(hand: Hand) -> int | None:
    opener = hand.opening.opener
    if opener is None:
        return _left_of_button(hand)
    return opener if must_act(hand, hand.seats[opener]) else next_to_act(hand, opener)


def _best_exposed(hand: Hand) -> int | None:
    return _with_chips(hand, best_exposed(hand))


def _lowest_upcard(hand: Hand) -> int | None:
    return _with_chips(hand, lowest_upcard(hand))


def _with_chips(hand: Hand, leader: int | None) -> int | None:
    """The seat that leads on the board, or the next one with chips if it is all-in."""
    if leader is None:
        return None
    around = (leader, *clockwise(hand.dealt_in, leader))
    return next((seat for seat in around if seat in hand.able), leader)


def best_exposed(hand: Hand) -> int | None:
    """The live seat with the best upcards; ties go to the first one clockwise, or by suit.

    If that seat is all-in, the seat to its left starts.
    """
    ranking, live = hand.profile.ranking, hand.live
    if not live:
        return None
    by_suit = hand.profile.policy.board_tie == "suit"

    def lead(seat: int) -> tuple[int, int, int]:
        suit = _suit_of_best(hand, seat, ranking) if by_suit else 0
        return _worth(hand, seat, ranking), suit, -hand.dealt_in.index(seat)

    return max(live, key=lead)


def _suit_of_best(hand: Hand, seat: int, ranking: Ranking) -> int:
    """The highest suit of the rank that counts first on the board of a seat."""
    up = hand.seats[seat].up
    if not up:
        return -1
    first = read_upcards(up, ranking).cards[0]  # type: ignore[arg-type]
    return max(suited(card)[1] for card in up if card[0] == first[0])


def may_begin(hand: Hand) -> tuple[int, ...]:
    """Who may start a round decided by upcards.

    If the upcards of some seats were not recorded, any of them may be the right one.
    """
    stage, first = hand.here, hand.to_act
    by_cards = stage is not None and stage.first in BY_UPCARDS
    begun = hand.action.on_street or any(s.held_move is not None for s in hand.seats.values())
    if first is None or not by_cards or begun:
        return () if first is None else (first,)
    hidden = (s for s in hand.able if hand.seats[s].ups > len(hand.seats[s].up))
    return tuple(dict.fromkeys((first, *hidden)))


def lowest_upcard(hand: Hand) -> int | None:
    """The live seat with the lowest upcard, suits breaking ties: it brings it in."""
    live = [s for s in hand.live if hand.seats[s].up]
    if not live:
        return hand.live[0] if hand.live else None
    return min(live, key=lambda s: min(map(suited, hand.seats[s].up)))


def _worth(hand: Hand, seat: int, ranking: Ranking) -> int:
    up = hand.seats[seat].up
    return upcards_strength(up, ranking) if up else -1  # type: ignore[arg-type]


def keeps_turn(hand: Hand) -> bool:
    """Whether all-in seats keep their turn: until a pot that needs openers is open."""
    return hand.street == 1 and hand.profile.opens_on_jacks and not hand.opened


def must_act(hand: Hand, seat: Seat) -> bool:
    """Whether the seat still has a turn in this round."""
    return _has_turn(seat, hand.bet_to_match, keeps_turn(hand))


def price(hand: Hand, number: int) -> Amount:
    """What a seat has to be in for: the bet to match, as far as anybody could collect it.

    Beside opponents who are all-in, only the highest stake of theirs counts.
    """
    rivals = _rivals(hand, number)
    if not all(seat.all_in for seat in rivals):
        return hand.bet_to_match
    return min(hand.bet_to_match, max((seat.bet for seat in rivals), default=0))


def has_opponents_to_bet(hand: Hand, number: int) -> bool:
    """Whether anybody could answer a bet of this seat, or still gets to open the pot."""
    return keeps_turn(hand) or any(not seat.all_in for seat in _rivals(hand, number))


def turn_is_idle(hand: Hand, number: int) -> bool:
    """Whether the turn has come to a seat that has nobody left to act against."""
    return not has_opponents_to_bet(hand, number) and hand.seats[number].bet >= price(hand, number)


def _rivals(hand: Hand, number: int) -> list[Seat]:
    return [hand.seats[other] for other in hand.live if other != number]


def next_to_act(hand: Hand, after: int) -> int | None:
    """The next seat clockwise that has a turn."""
    return next_turn(hand.dealt_in, after, hand.seats, hand.bet_to_match, keeps_turn(hand))


def next_turn(
    order: tuple[int, ...], after: int, seats: Mapping[int, Seat], level: Amount, waits: bool
) -> int | None:
    """Like ``next_to_act``, for seats that are about to change."""
    for number in clockwise(order, after):
        if _has_turn(seats[number], level, waits):
            return number
    return None


def _has_turn(seat: Seat, level: Amount, all_in_waits: bool) -> bool:
    if seat.status != LIVE or (seat.all_in and not all_in_waits):
        return False
    return not seat.acted or (seat.bet < level and seat.owes < level)


FIRST: Mapping[str, Callable[[Hand], int | None]] = {
    "left_of_button": _left_of_button,
    "left_of_big_blind": _left_of_big_blind,
    "opener": _opener,
    "best_exposed": _best_exposed,
    "lowest_upcard": _lowest_upcard,
}
