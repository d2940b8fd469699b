"""Where the button and the blinds belong, by the moving or the dead button.

With a moving button every place goes to the next player who is there. With a dead
button the big blind moves on to the next player, the small blind follows it place by
place and the button follows the small blind, so that a place left empty may have a dead
button or a dead small blind and nobody misses a blind.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game.profile import Profile
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.post_kinds import BLINDS
from adjudicator.values.seat_order import clockwise

Places = tuple[int | None, int | None]


def blind_places(profile: Profile, order: Sequence[int], button: int, last: Hand | None) -> Places:
    """The places of the small and the big blind; the small one may be empty."""
    if not profile.blinds or len(order) < 2:
        return None, None
    if len(order) == 2:
        return _heads_up(profile, order, button)
    if last is None or not (_dead(profile) and _dead(last.profile)):
        return order[0], order[1]
    small, big = met(last)
    if last.undo.void is not None and button == last.button and big in order:
        return small, big
    if big is not None and button == small:
        return big, clockwise(order, big)[0]
    return order[0], order[1]


def _heads_up(profile: Profile, order: Sequence[int], button: int) -> Places:
    """Heads-up the button has the small blind, unless the house reads on."""
    if profile.policy.headsup_blinds == "literal":
        return order[0], order[1]
    small = button if button in order else order[-1]
    return small, clockwise(order, small)[0]


def met(hand: Hand) -> Places:
    """The places of the blinds as the hand was played with them.

    A button put in the wrong place moves no blind that was posted from the right one, so
    every seat still meets each of them once.
    """
    right = hand.positions.blinds_due
    posted_right = right[1] is not None and hand.posting.big_at == right[1]
    return right if posted_right else hand.positions.blinds_at


def _dead(profile: Profile) -> bool:
    return bool(profile.blinds and profile.policy.button_method == "dead")


def button_after(hand: Hand, seats: Sequence[int]) -> int:
    """Where the button goes after a hand that was played, with these seats to deal to."""
    small, big = met(hand)
    if small is None or big is None or not _dead(hand.profile):
        return clockwise(seats or hand.dealt_in, hand.button)[0]
    if len(seats) == 2:
        return clockwise(seats, clockwise(seats, big)[0])[0]
    return small


def button_due(state: State, seats: Sequence[int] | None = None) -> int | None:
    """Where the button belongs on the next hand; ``None`` before the first one."""
    hand = state.hand
    if hand is None or state.next_button is None or state.hand_on or state.button_fixed:
        return state.next_button
    return button_after(hand, able_to_play(state) if seats is None else seats)


def able_to_play(state: State) -> tuple[int, ...]:
    """The seats to which the next hand may be dealt."""
    barred = state.locked_out
    return tuple(s for s in state.seated_in if s not in barred and _can_play(state, s))


def _can_play(state: State, seat: int) -> bool:
    """Whether a player has chips, or a stake in the money that rides."""
    player = state.players[seat]
    if not state.has_limit(seat) or player.purse + player.behind > 0:
        return True
    return any(seat in layer.involved for layer in state.carried)


def passed_by(last: Hand | None, now: Places, seat: int) -> tuple[str, ...]:
    """The blinds that came to a seat, or went past it, between the last hand and this one."""
    if last is None:
        return ()
    return tuple(
        kind.name
        for kind, was, there in zip(BLINDS, met(last), now, strict=True)
        if was is not None and there is not None and _passed(was, seat, there)
    )


def _passed(start: int, seat: int, end: int) -> bool:
    """Whether a seat lies clockwise after one place and no further than another."""
    if seat == start or start == end:
        return False
    return seat == end or clockwise((seat, end), start)[0] == seat
