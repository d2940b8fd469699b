"""What a ruling may order: outcomes, and the codes that say what becomes of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from adjudicator.log.events import Event
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Move
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount
from adjudicator.values.fields import to_wire
from adjudicator.values.frozen import Frozen


class Outcome(Frozen):
    """One thing a ruling orders, by its code, with the entries that would do it.

    ``by`` are patterns of entries that carry the outcome out; an outcome with such
    patterns becomes a due, ``when`` the stage of the hand from which on it is ripe; with
    ``before_action`` it lapses once somebody acts. ``move`` is how a wager is to be carried
    out instead, ``button`` where the button is to be, ``lifts`` the code of dues that it
    makes needless, those of its seat if it has one. With ``told`` the outcome only says
    what is so and changes nothing.
    """

    code: str
    seat: int | None = None
    amount: Amount | None = None
    card: str | None = None
    until: str | None = None
    pot: int | None = None
    by: tuple[Mapping[str, Any], ...] = ()
    when: int | None = None
    before_action: bool = False
    move: Move | None = None
    button: int | None = None
    lifts: str = ""
    told: bool = False

    def wire(self) -> dict[str, Any]:
        """The outcome as plain JSON."""
        shown = ("code", "seat", "amount", "card", "until", "pot")
        found = {name: getattr(self, name) for name in shown}
        return {k: to_wire(v) for k, v in found.items() if v is not None}


# What an outcome does to the table, or what takes that back.
Effect = Callable[[State, Outcome], State]
# Whether what a due asks for is done, on a hand that goes on.
Over = Callable[[Due, Hand, Event], bool]


class Why(NamedTuple):
    """Why an outcome changes nothing, or why nothing takes it back."""

    reason: str


@dataclass(frozen=True)
class Code:
    """One kind of outcome, by its name on the wire.

    ``effect`` is what it does at once, ``undo`` takes that back where the floor overrides
    the ruling. A code that makes somebody owe something says when that is ``over``; what
    is owed lapses with the hand or with its seat, unless it ``outlives`` them. A
    ``lasting`` one reaches beyond its hand, so that it can still be undone after it; one
    ``of_a_hand`` has to name the seat it is about; one ``in_a_hand`` changes a hand, so there
    must be one. One that is not ``said`` has no wording:
    it only comes along with others.
    """

    name: str
    effect: Effect | Why
    undo: Effect | Why
    over: Over | None = None
    lasting: bool = False
    of_a_hand: bool = False
    in_a_hand: bool = False
    said: bool = True
    outlives_seat: bool = False
    outlives_hand: bool = False

    def __call__(
        self,
        seat: int | None = None,
        amount: Amount | None = None,
        *,
        card: str | None = None,
        until: str | None = None,
        pot: int | None = None,
        by: tuple[Mapping[str, Any], ...] = (),
        when: int | None = None,
        before_action: bool = False,
        move: Move | None = None,
        button: int | None = None,
        lifts: Code | None = None,
        told: bool = False,
    ) -> Outcome:
        """An outcome of this kind."""
        return Outcome(
            self.name,
            seat,
            amount,
            card,
            until,
            pot,
            by,
            when,
            before_action,
            move,
            button,
            "" if lifts is None else lifts.name,
            told,
        )

    def names(self, one: Outcome | Due) -> bool:
        """Whether an outcome, or what is due for it, is of this kind."""
        return one.code == self.name


def at_seat(effect: Effect) -> Effect:
    """The effect where the seat is in the hand and its player still at the table."""

    def there(state: State, outcome: Outcome) -> State:
        hand, seat = state.hand, outcome.seat
        if hand is None or seat not in hand.seats or seat not in state.players:
            return state
        return effect(state, outcome)

    return there
