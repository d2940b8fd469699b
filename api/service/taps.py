"""What may be tapped next at a table: the entries that belong to one tap, with their words.

Everything comes from the engine: which entry may come next, what follows it, and whether it
would be ruled on. So a tablet needs to know no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.errors import Refused
from adjudicator.play.draw.numbers import draw_limit
from adjudicator.record.docket import Docket
from adjudicator.table.table import Player
from adjudicator.view import state_json
from api.lib.words import many, place
from api.service.wording import in_words, sentence

Json = dict[str, Any]
LONGEST = 80  # entries of one tap
PLACES = {"fold": "fold", "check": "call", "call": "call", "bet": "raise", "raise": "raise"}
AWARDS = ("pot_awarded",)


def taps(docket: Docket, offers: Sequence[Json]) -> list[Json]:
    """The taps for the steps that are offered, the usual one first.

    Each has ``text``, ``who`` (a seat, or null for the dealer), ``place`` (``fold``, ``call``,
    ``raise`` or ``step``), ``usual``, and the ``events`` to post. ``cards`` says how many
    cards may be named, in order, in the events that lack one.
    """
    players = docket.state.players
    found: list[Json] = []
    served = False
    for offer in offers:
        kind = offer["type"]
        if kind in ("dealt", "posted"):
            if not served:
                found += _round(docket, offer, players)
            served = True
        elif kind == "draw_indicated":
            found += _requests(docket, offer, players)
        elif kind not in ("deal_completed", "rapped"):
            found.append(_alone(docket, offer, players))
    found += _awards(docket, offers, players)
    if found and all(one["place"] == "step" for one in found):
        found[0]["usual"] = True
    return found


def _tap(
    text: str, events: Sequence[Json], seat: int | None = None, where: str = "step", cards: int = 0
) -> Json:
    told: Json = {"text": text, "who": seat, "place": where, "usual": False}
    return told | {"events": list(events), "cards": cards}


def _alone(docket: Docket, offer: Json, players: Mapping[int, Player]) -> Json:
    """One entry, as it is offered."""
    seat = offer.get("seat")
    where = PLACES.get(offer.get("verb", ""), "step")
    cards = 0
    if offer["type"] == "shown" and docket.state.hand is not None and isinstance(seat, int):
        cards = docket.state.hand.seats[seat].count
        text = sentence(f"seat {seat} shows", players)
    elif offer["type"] == "acted":
        text = _verb(offer, docket)
    else:
        text = in_words(offer, players)
    who = seat if offer["type"] in ("acted", "shown") else None
    return _tap(text, [offer], who, where, cards)


def _verb(offer: Json, docket: Docket) -> str:
    words = str(offer["verb"]).capitalize()
    if "to" not in offer:
        return words
    between = " to " if offer["verb"] == "raise" else " "
    seat = offer["seat"]
    player, hand = docket.state.players.get(seat), docket.state.hand
    lies = hand.seats[seat].bet if hand is not None and seat in hand.seats else 0
    all_in = player is not None and docket.state.has_limit(seat)
    ends = all_in and player is not None and player.purse + lies <= offer["to"]
    return f"{words}{between}{offer['to']}" + (", all in" if ends else "")


# --- Several entries for one tap ------------------------------------------------------


def _round(docket: Docket, offer: Json, players: Mapping[int, Player]) -> Iterator[Json]:
    """A whole round of posts or of cards, and its first entry alone."""
    events = list(_chain(docket, offer))
    if len(events) > 1:
        yield _tap(_round_in_words(events), events, cards=_open(events))
    yield _tap(in_words(offer, players), [offer], cards=_open([offer]))


def _chain(docket: Docket, offer: Json) -> Iterator[Json]:
    """What is due one after another without anybody having to choose."""
    ahead, kind = docket.fork(), offer["type"]
    began = _place(ahead)
    for _ in range(LONGEST):
        yield offer
        try:
            entry = ahead.record(offer)
        except Refused:
            return
        if entry is None or entry.rulings or _place(ahead) != began:
            return
        follows = state_json(ahead.state)["next"]
        if not follows or follows[0]["type"] != kind:
            return
        offer = follows[0]


def _place(docket: Docket) -> tuple[Any, ...]:
    hand = docket.state.hand
    return () if hand is None else (hand.number, hand.phase, hand.street)


def _open(events: Sequence[Json]) -> int:
    """How many cards of these the table sees."""
    return sum(one["type"] == "dealt" and one.get("face") == "up" for one in events)


def _round_in_words(events: Sequence[Json]) -> str:
    if events[0]["type"] == "posted":
        kinds = {one["kind"] for one in events}
        return "Antes are in" if kinds == {"ante"} else "Blinds and antes are in"
    cards = [one for one in events if one["to"] != "burn"]
    burnt = "Burn, then deal " if len(cards) < len(events) else "Deal "
    seats = {one["to"] for one in cards}
    if seats == {"board"}:
        return burnt + f"{many(len(cards), 'card')} to the board"
    if len(seats) == 1:
        return burnt + f"{many(len(cards), 'card')} to {place(cards[0]['to'])}"
    least = min(sum(one["to"] == seat for one in cards) for seat in seats)
    return burnt + f"{many(least, 'card')} to each seat"


# --- The draw -------------------------------------------------------------------------


def _requests(docket: Docket, offer: Json, players: Mapping[int, Player]) -> Iterator[Json]:
    """How many cards a seat may ask for: up to the limit of the game."""
    seat, hand = offer["seat"], docket.state.hand
    held = hand.seats[seat].count if hand is not None else 0
    limit = draw_limit(docket.state)
    for count in range((held if limit is None else min(held, limit)) + 1):
        said = offer | {"count": count}
        thrown = [{"type": "discarded", "seat": seat, "count": count}] if count else []
        text = "Pat" if not count else many(count, "card")
        yield _tap(text, [said, *thrown], seat, "draw")


# --- The pot, where no cards are recorded -----------------------------------------------


def _awards(
    docket: Docket, offers: Sequence[Json], players: Mapping[int, Player]
) -> Iterator[Json]:
    """At a showdown: who took each pot, for tables that record no cards."""
    kinds, hand = {one["type"] for one in offers}, docket.state.hand
    if "shown" not in kinds or kinds & set(AWARDS) or hand is None:
        return
    pots = state_json(docket.state)["hand"]["pots"]
    for number, pot in enumerate(pots):
        which = {} if len(pots) == 1 else {"pot": number}
        name = "the pot" if len(pots) == 1 else ("the main pot", "a side pot")[number > 0]
        for seat in pot["eligible"]:
            event = {"type": "pot_awarded", "to": {str(seat): pot["amount"]}} | which
            if _regular(docket, event):
                yield _tap(sentence(f"seat {seat} takes {name}", players), [event])


def _regular(docket: Docket, event: Json) -> bool:
    """Whether an entry would be taken, and nothing ruled on it."""
    try:
        entry = docket.fork().record(event)
    except Refused:
        return False
    return entry is not None and not entry.rulings
