"""What may be tapped next at a table, as a row of buttons: the choices of ``next``.

Everything comes from the engine: which entry may come next, what goes together with it, and
which is the usual one. So a tablet needs to know no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.view import DEALER
from api.lib.words import many

Json = dict[str, Any]
# What is said aloud by the dealer or by a knock needs no button of its own.
SILENT = ("deal_completed", "rapped")


def taps(state: Json) -> list[Json]:
    """The taps for the steps that are offered, the usual one first.

    Each has ``text``, ``who`` (a seat, or null for the dealer), ``place`` (``fold``, ``call``,
    ``raise``, ``draw`` or ``step``), ``usual``, and the ``events`` to post. ``cards`` says how
    many cards may be named, in order, in the events that lack one.
    """
    seats = (state["hand"] or {}).get("seats", {})
    asked = [one for one in state["next"] if one["type"] not in SILENT and not _open(one)]
    return [_tap(one, seats) for one in sorted(asked, key=lambda one: not one["usual"])]


def _open(offer: Json) -> bool:
    """Whether more than cards has to be filled in."""
    return any(name != "cards" for name in offer.get("asks", ()))


def _tap(offer: Json, seats: Mapping[str, Json]) -> Json:
    draws = offer["type"] == "draw_indicated"
    return {
        "text": _label(offer),
        "who": None if offer["who"] == DEALER else offer["who"],
        "place": "draw" if draws else offer.get("place", "step"),
        "usual": offer["usual"],
        "events": offer["events"],
        "cards": _cards(offer, seats),
    }


def _label(offer: Json) -> str:
    """What stands on the button: an act without its seat, else the whole sentence."""
    if offer["type"] == "draw_indicated":
        return many(offer["count"], "card") if offer["count"] else "Pat"
    if offer["type"] != "acted":
        return str(offer["text"])
    words = str(offer["verb"]).capitalize()
    if "to" in offer:
        words += f"{' to' if offer['verb'] == 'raise' else ''} {offer['to']}"
    return words + (", all in" if offer.get("all_in") else "")


def _cards(offer: Json, seats: Mapping[str, Json]) -> int:
    """How many cards the table sees."""
    if offer["type"] == "shown":
        count: int = seats[str(offer["seat"])]["count"]
        return count
    return _faces(offer["events"])


def _faces(events: Sequence[Json]) -> int:
    return sum(one["type"] == "dealt" and one.get("face") == "up" for one in events)
