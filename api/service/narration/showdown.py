"""Hands shown, pots pushed, and the end."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.service.narration.narrator import CardStyle, Narrators, always


def shown(event: ev.Shown, style: CardStyle) -> str:
    why = "" if event.purpose == "showdown" else f" ({event.purpose})"
    return f"seat {event.seat} shows {style.cards(event.cards)}{why}"


def pot_awarded(event: ev.PotAwarded, style: CardStyle) -> str:
    which = "the pot" if event.pot is None else f"side pot {event.pot}"
    which = "the main pot" if event.pot == 0 else which
    shares = ", ".join(f"{amount} to seat {s}" for s, amount in event.to.items())
    return f"{which} is pushed: {shares}"


NARRATORS: Narrators = {
    ev.Shown: shown,
    ev.PotAwarded: pot_awarded,
    ev.HandEnded: always("the hand is over"),
}
