"""Wagers."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.service.narration.narrator import CardStyle, Narrators, filled, of_seat

_VERBS = {
    "check": "checks",
    "bet": "bets",
    "call": "calls",
    "raise": "raises",
    "fold": "folds",
}


def acted(event: ev.Acted, style: CardStyle) -> str:
    words = f"seat {event.seat} {_VERBS.get(event.verb or '', 'acts')}"
    if event.to is not None:
        before = {"bet": " ", "raise": " to "}.get(event.verb or "", ", in for ")
        words += f"{before}{event.to}"
    if event.chips:
        words += f", pushing in {' + '.join(map(str, event.chips))}"
    return words + (", all-in" if event.all_in else "")


NARRATORS: Narrators = {
    ev.Acted: acted,
    ev.Rapped: of_seat("raps the table"),
    ev.BetTakenBack: filled("seat {e.seat} takes back {e.amount}"),
}
