"""Chips pushed that had gone back before: which ones, from whom, and by whose word.

What is pushed lay in the middle, whatever the record believes. A bet that nobody called may
have been pushed together with the pot; chips that a ruling sent back may never have gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.log.events import PotAwarded
from adjudicator.table.chips import pay
from adjudicator.table.hand import Hand
from adjudicator.table.parts import GoneBack
from adjudicator.table.pots import by_seat, uncalled
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace


class Pushed(NamedTuple):
    """An award as the record can take it.

    ``to`` is what comes out of the pot, ``with_it`` a bet that had gone back to its own seat
    and was pushed together with the pot, ``stayed`` what had not gone back after all.
    """

    to: Mapping[int, Amount]
    with_it: tuple[GoneBack, ...]
    stayed: tuple[GoneBack, ...]
    missing: Amount  # chips of which nobody knows where they come from


def lying(state: State, event: PotAwarded) -> Amount:
    """The chips that this award may push, those of an award that it replaces included."""
    hand = state.the_hand
    held = sum(seat.held for seat in hand.seats.values())
    return exact(hand.pot - held + sum(replaced(state, event).values()))


def leaves_the_uncalled(state: State, event: PotAwarded) -> bool:
    """Whether the pot is pushed in the middle of a round, but for the bet that nobody called."""
    hand = state.the_hand
    back = uncalled(hand) if hand.phase == "betting" else None
    return back is not None and sum(event.to.values()) == lying(state, event) - back[1]


def replaced(state: State, event: PotAwarded) -> dict[int, Amount]:
    """The award that this one corrects, as far as its takers still sit here."""
    hand = state.the_hand
    awards = hand.awards.values() if event.pot is None else [hand.awards.get(event.pot, {})]
    return {n: amount for n, amount in by_seat(awards).items() if n in state.players}


def read(state: State, event: PotAwarded) -> Pushed:
    """The award as the record can take it."""
    left = exact(sum(event.to.values()) - lying(state, event))
    to, with_it, stayed = dict(event.to), list[GoneBack](), list[GoneBack]()
    for one in _in_order(state.the_hand, event):
        if left <= 0:
            break
        part = replace(one, amount=min(left, one.amount, _still_there(state, one.seat, stayed)))
        if not part.amount:
            continue
        if not one.ruled and to.get(one.seat, 0) >= part.amount:
            to[one.seat] = exact(to[one.seat] - part.amount)
            with_it.append(part)
        else:
            stayed.append(part)
        left = exact(left - part.amount)
    return Pushed(to, tuple(with_it), tuple(stayed), max(left, 0))


def _in_order(hand: Hand, event: PotAwarded) -> Iterator[GoneBack]:
    """Bets nobody called that are pushed to their own seat, then by rulings, the last first."""
    back = hand.closing.went_back
    own = [one for one in back if not one.ruled and event.to.get(one.seat, 0) >= one.amount]
    yield from own
    yield from (one for one in reversed(back) if one.ruled)
    yield from (one for one in back if not one.ruled and one not in own)


def _still_there(state: State, seat: int, stayed: list[GoneBack]) -> Amount:
    """What a player has left to have come from, beside what is already taken."""
    player = state.players.get(seat)
    if player is None:
        return 0
    taken = sum(one.amount for one in stayed if one.seat == seat)
    back = sum(one.amount for one in state.the_hand.closing.went_back if one.seat == seat)
    return exact(max((player.purse if player.tracked else back) - taken, 0))


def put_back(state: State, stayed: tuple[GoneBack, ...]) -> State:
    """The chips that had not gone back lie in the middle, as the bets they were."""
    for one in stayed:
        state = pay(state, one.seat, one.amount)
    closing = state.the_hand.closing
    left = tuple(_less(one, stayed) for one in closing.went_back)
    closing = replace(closing, went_back=tuple(one for one in left if one.amount))
    return state.with_hand(replace(state.the_hand, closing=closing))


def _less(one: GoneBack, stayed: tuple[GoneBack, ...]) -> GoneBack:
    taken = sum(s.amount for s in stayed if (s.seat, s.seq) == (one.seat, one.seq))
    return replace(one, amount=exact(max(one.amount - taken, 0)))
