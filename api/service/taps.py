"""What may be tapped next at a table, as a row of buttons: the choices of ``next``.

Everything comes from the engine: which entry may come next, what goes together with it, and
which is the usual one. So a tablet needs to know no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.table.table import Player
from adjudicator.view import DEALER
from api.lib.words import many, place
from api.service.wording import in_words, sentence

Json = dict[str, Any]
# What is said aloud by the dealer or by a knock needs no button of its own.
SILENT = ("deal_completed", "rapped")


def taps(state: Json, players: Mapping[int, Player]) -> list[Json]:
    """The taps for the steps that are offered, the usual one first.

    Each has ``text``, ``who`` (a seat, or null for the dealer), ``place`` (``fold``, ``call``,
    ``raise``, ``draw`` or ``step``), ``usual``, and the ``events`` to post. ``cards`` says how
    many cards may be named, in order, in the events that lack one.
    """
    seats = (state["hand"] or {}).get("seats", {})
    asked = [one for one in state["next"] if one["type"] not in SILENT and not _open(one)]
    ordered = sorted(asked, key=lambda one: not one["usual"])
    return [_tap(one, seats) | {"text": _label(one, players)} for one in ordered]


def _open(offer: Json) -> bool:
    """Whether more than cards has to be filled in."""
    return any(name != "cards" for name in offer.get("asks", ()))


def _tap(offer: Json, seats: Mapping[str, Json]) -> Json:
    draws = offer["type"] == "draw_indicated"
    return {
        "who": None if offer["who"] == DEALER else offer["who"],
        "place": "draw" if draws else offer.get("place", "step"),
        "usual": offer["usual"],
        "events": offer["events"],
        "cards": _cards(offer, seats),
    }


def _label(offer: Json, players: Mapping[int, Player]) -> str:
    """What stands on the button: an act without its seat, else what happens."""
    kind, events = offer["type"], offer["events"]
    if kind == "draw_indicated":
        return many(offer["count"], "card") if offer["count"] else "Pat"
    if kind == "acted":
        return _act(offer)
    if kind == "shown":
        return sentence(f"seat {offer['seat']} shows", players)
    if kind == "round_dealt" or len(events) > 1:
        return _together(events)
    return in_words(events[0], players)


def _act(offer: Json) -> str:
    words = str(offer["verb"]).capitalize()
    if "to" in offer:
        words += f"{' to' if offer['verb'] == 'raise' else ''} {offer['to']}"
    return words + (", all in" if offer.get("all_in") else "")


def _together(events: Sequence[Json]) -> str:
    """Posts, or cards, that belong to one tap."""
    if events[0]["type"] == "posted":
        kinds = {one["kind"] for one in events}
        return "Antes are in" if kinds == {"ante"} else "Blinds and antes are in"
    cards = [one for one in events if one.get("to") != "burn"]
    burnt = "Burn, then deal " if len(cards) < len(events) else "Deal "
    places = [one["to"] for one in cards if one["type"] == "dealt"]
    passes = sum(one["each"] for one in cards if one["type"] == "round_dealt")
    if not passes and len(set(places)) == 1:
        where = "the board" if places[0] == "board" else place(places[0])
        return burnt + f"{many(len(cards), 'card')} to {where}"
    least = min((places.count(one) for one in places), default=0)
    return burnt + f"{many(passes + least, 'card')} to each seat"


def _cards(offer: Json, seats: Mapping[str, Json]) -> int:
    """How many cards the table sees."""
    if offer["type"] == "shown":
        count: int = seats[str(offer["seat"])]["count"]
        return count
    return _faces(offer["events"])


def _faces(events: Sequence[Json]) -> int:
    return sum(one["type"] == "dealt" and one.get("face") == "up" for one in events)
