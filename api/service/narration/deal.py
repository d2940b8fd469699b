"""The deal."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.lib.words import many, place, who
from api.service.narration.narrator import CardStyle, Narrators, always


def dealt(event: ev.Dealt, style: CardStyle) -> str:
    card = style.card(event.card) if event.card else "a card"
    words = f"{card} face {event.face} to {place(event.to)}"
    if event.to == "burn":
        words = f"burn: {card}"
    if event.by is not None:
        words += f", taken by {who(event.by)}"
    return words + (", off the table" if event.off_table else "")


def round_dealt(event: ev.RoundDealt, style: CardStyle) -> str:
    words = f"{many(event.each, 'card')} face {event.face} to every seat"
    if event.counts:
        but = ", ".join(f"seat {s} {n}" for s, n in event.counts.items())
        words += f", but {but}"
    return words


def misdeal_called(event: ev.MisdealCalled, style: CardStyle) -> str:
    return f"{who(event.by)} calls a misdeal"


NARRATORS: Narrators = {
    ev.Shuffled: always("shuffle"),
    ev.Cut: always("cut"),
    ev.Dealt: dealt,
    ev.RoundDealt: round_dealt,
    ev.DealCompleted: always("the deal is complete"),
    ev.MisdealCalled: misdeal_called,
}
