"""What an offer is: the entries of one type that may properly come next, ready to post.

Beside the fields of its entry an offer has the bounds of a number that may be chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.table.table import State
from adjudicator.values.amounts import Amount

Entry = dict[str, Any]
Offer = Callable[[State], list[Entry]]


def card(to: int | str, face: str) -> Entry:
    """A card to a seat, the board or the burn."""
    return {"type": "dealt", "to": to, "face": face}


def act(seat: int, verb: str, to: Amount | None = None, all_in: bool = False) -> Entry:
    """An act of a seat, with its total for the round where chips move."""
    entry: Entry = {"type": "acted", "seat": seat, "verb": verb}
    if to is not None:
        entry["to"] = to
    if all_in:
        entry["all_in"] = True
    return entry
