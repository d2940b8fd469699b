"""The drawers of every subject, collected by event type; a type without a place is refused.

Each subject's room has the same drawers: ``findings`` (what may be irregular),
``transitions`` (what an entry changes), ``refusals`` (when it cannot be a fact) and
``offers`` (when it may properly come next). A type that changes nothing, or is never
offered, says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from adjudicator.game.law import Games
from adjudicator.log.events import EVENTS, Event
from adjudicator.play.betting import offers as betting_offers
from adjudicator.play.betting import refusals as betting_refusals
from adjudicator.play.betting import transitions as betting
from adjudicator.play.cards import offers as cards_offers
from adjudicator.play.cards import refusals as cards_refusals
from adjudicator.play.cards import transitions as cards
from adjudicator.play.deal import offers as deal_offers
from adjudicator.play.deal import refusals as deal_refusals
from adjudicator.play.deal import transitions as deal
from adjudicator.play.draw import offers as draw_offers
from adjudicator.play.draw import refusals as draw_refusals
from adjudicator.play.draw import transitions as draw
from adjudicator.play.guard import Guard
from adjudicator.play.muck import offers as muck_offers
from adjudicator.play.muck import refusals as muck_refusals
from adjudicator.play.muck import transitions as muck
from adjudicator.play.offer import Offer
from adjudicator.play.opening import offers as opening_offers
from adjudicator.play.opening import refusals as opening_refusals
from adjudicator.play.opening import transitions as opening
from adjudicator.play.posting import offers as posting_offers
from adjudicator.play.posting import refusals as posting_refusals
from adjudicator.play.posting import transitions as posting
from adjudicator.play.seating import offers as seating_offers
from adjudicator.play.seating import refusals as seating_refusals
from adjudicator.play.seating import transitions as seating
from adjudicator.play.showdown import offers as showdown_offers
from adjudicator.play.showdown import refusals as showdown_refusals
from adjudicator.play.showdown import transitions as showdown
from adjudicator.play.speech import offers as speech_offers
from adjudicator.play.speech import refusals as speech_refusals
from adjudicator.play.speech import transitions as speech
from adjudicator.play.transition import Applied, SetUp, Transition
from adjudicator.table.table import State


class Room(NamedTuple):
    """The drawers of one subject."""

    name: str
    refusals: Any
    transitions: Any
    offers: Any


ROOMS = (
    Room("seating", seating_refusals, seating, seating_offers),
    Room("posting", posting_refusals, posting, posting_offers),
    Room("deal", deal_refusals, deal, deal_offers),
    Room("cards", cards_refusals, cards, cards_offers),
    Room("betting", betting_refusals, betting, betting_offers),
    Room("opening", opening_refusals, opening, opening_offers),
    Room("draw", draw_refusals, draw, draw_offers),
    Room("muck", muck_refusals, muck, muck_offers),
    Room("speech", speech_refusals, speech, speech_offers),
    Room("showdown", showdown_refusals, showdown, showdown_offers),
)


def _all(tables: Iterable[Mapping[type[Event], Any]]) -> dict[type[Event], Any]:
    """Merge the tables; a type may be in only one of them."""
    found: dict[type[Event], Any] = {}
    for table in tables:
        for kind, entry in table.items():
            if kind in found:
                raise TypeError(f"{kind.type} has two places of one kind")
            found[kind] = entry
    return found


GUARDS: Mapping[type[Event], Guard] = _all(room.refusals.GUARDS for room in ROOMS)
TRANSITIONS: Mapping[type[Event], Transition] = _all(room.transitions.TRANSITIONS for room in ROOMS)
SET_UPS: Mapping[type[Event], SetUp] = seating.SET_UPS
OFFERS: Mapping[type[Event], Offer] = _all(room.offers.OFFERS for room in ROOMS)
_MOVES = _all([TRANSITIONS, SET_UPS, *(room.transitions.UNMOVED for room in ROOMS)])
_NEXT = _all([OFFERS, *(room.offers.UNOFFERED for room in ROOMS)])


def gaps(events: Iterable[type[Event]]) -> tuple[str, ...]:
    """What the drawers lack for these types of event."""
    found = []
    for event in events:
        guard = GUARDS.get(event)
        if guard is None or guard == Guard():
            found.append(f"{event.type}: no guard in refusals, nor why it needs none")
        if event not in _MOVES:
            found.append(f"{event.type}: no transition, nor why it changes nothing")
        if event not in _NEXT:
            found.append(f"{event.type}: no place in offers, nor why it is never offered")
    return tuple(found)


_missing = gaps(EVENTS.values())
if _missing:
    raise TypeError("; ".join(_missing))


def apply(state: State, event: Event, games: Games) -> Applied:
    """The state after the entry, before any rule has spoken, and what was found."""
    transition = TRANSITIONS.get(type(event))
    if transition is not None:
        return transition(state, event)
    set_up = SET_UPS.get(type(event))
    return (state, []) if set_up is None else set_up(state, event, games)
