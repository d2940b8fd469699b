"""What cannot have happened at the end of a hand: above all, pushing chips that are not there."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.guard import Guard, nobody
from adjudicator.play.showdown import pushing
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount


def _cannot_be_pushed(state: State, event: ev.PotAwarded) -> None:
    hand = state.the_hand
    for seat in event.to:
        if seat not in state.players:
            raise nobody(state, "to", seat)
    if hand.riffled:
        message = f"the first riffle of the next deal, entry {hand.riffled}, closed the pot"
        raise Refused("HAND_CLOSED", f"pot_awarded: {message}.", {"to": [message]})
    _more_than_there_is(state, event)
    _played_on_with(state, event, pushing.replaced(state, event))


def _more_than_there_is(state: State, event: ev.PotAwarded) -> None:
    """Chips that lie in no pot, and that no seat has back out of this one."""
    lying = pushing.lying(state, event)
    if sum(event.to.values()) <= lying or not pushing.read(state, event).missing:
        return
    back = state.the_hand.closing.went_back
    told = ", ".join(f"{one.amount} to seat {one.seat} at entry {one.seq}" for one in back)
    went = f"; {told} went back" if back else ""
    message = f"found {sum(event.to.values())} in all; {lying} lies in the pot{went}"
    raise Refused("POT_TOO_SMALL", f"pot_awarded: {message}.", {"to": [message]})


def _played_on_with(state: State, event: ev.PotAwarded, replaced: Mapping[int, Amount]) -> None:
    """An earlier award can be corrected only while its takers still have the chips."""
    for seat, amount in replaced.items():
        left = state.players[seat].purse + event.to.get(seat, 0)
        if state.has_limit(seat) and left < amount:
            raise _not_there(f"seat {seat} has played on with chips of the earlier award")


def _not_there(message: str) -> Refused:
    return Refused("MALFORMED", f"pot_awarded: {message}.", {"to": [message]})


GUARDS: Mapping[type[Event], Guard] = {
    ev.Shown: Guard(hand=True, window=True, seated=("seat",)),
    ev.PotAwarded: Guard(hand=True, window=True, also=_cannot_be_pushed),
    ev.HandEnded: Guard(hand=True),
}
