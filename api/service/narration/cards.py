"""Cards that are seen, moved, counted or found wrong."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.lib.words import many, place, spoken
from api.service.narration.narrator import CardStyle, Narrators

_BY = {"dealer": "the dealer", "owner": "its owner", "other": "somebody else"}


def exposed(event: ev.Exposed, style: CardStyle) -> str:
    of = f" of seat {event.seat}" if event.seat is not None else ""
    off = ", off the table" if event.off_table else ""
    return f"{style.card(event.card)}{of} is exposed by {_BY[event.by]}{off}"


def boxed_found(event: ev.BoxedFound, style: CardStyle) -> str:
    card = style.card(event.card) if event.card else "a card"
    return f"{card} lies face up in the stub"


def card_moved(event: ev.CardMoved, style: CardStyle) -> str:
    card = style.card(event.card) if event.card else "a card"
    return f"{card} goes from {place(event.from_)} to {place(event.to)}"


def hand_counted(event: ev.HandCounted, style: CardStyle) -> str:
    return f"seat {event.seat} holds {many(event.count, 'card')}"


def deck_fault_found(event: ev.DeckFaultFound, style: CardStyle) -> str:
    card = f", {style.card(event.card)}" if event.card else ""
    where = f", in the {event.where}" if event.where else ""
    return f"deck fault: {spoken(event.fault)}{card}{where}"


NARRATORS: Narrators = {
    ev.Exposed: exposed,
    ev.BoxedFound: boxed_found,
    ev.CardMoved: card_moved,
    ev.HandCounted: hand_counted,
    ev.DeckFaultFound: deck_fault_found,
}
