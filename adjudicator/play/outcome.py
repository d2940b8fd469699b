"""One thing a ruling orders, by its code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.table.seat import Move
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
