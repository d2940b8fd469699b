"""A pot that is declared open."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.service.narration.narrator import CardStyle, Narrators


def pot_declared_open(event: ev.PotDeclaredOpen, style: CardStyle) -> str:
    amount = f" for {event.to}" if event.to else " for the antes"
    all_in = ", all-in" if event.all_in else ""
    return f"seat {event.seat} declares the pot open{amount}{all_in}"


NARRATORS: Narrators = {
    ev.PotDeclaredOpen: pot_declared_open,
}
