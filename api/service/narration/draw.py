"""The draw."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.lib.words import many, who
from api.service.narration.narrator import CardStyle, Narrators


def draw_indicated(event: ev.DrawIndicated, style: CardStyle) -> str:
    wants = f"wants {many(event.count, 'card')}" if event.count else "stands pat"
    return f"seat {event.seat} {wants}{', splitting' if event.splitting else ''}"


def discarded(event: ev.Discarded, style: CardStyle) -> str:
    cards = f": {style.cards(event.cards)}" if event.cards else ""
    chip = ", under a chip" if event.under_chip else ""
    return f"seat {event.seat} discards {event.count}{cards}{chip}"


def draw_count_asked(event: ev.DrawCountAsked, style: CardStyle) -> str:
    return f"{who(event.by)} asks what seat {event.of} drew"


def draw_count_answered(event: ev.DrawCountAnswered, style: CardStyle) -> str:
    answer = "gives no answer" if event.count is None else f"says {event.count}"
    if event.refused:
        answer = "refuses to say"
    return f"{who(event.by)} {answer} (draw of seat {event.of})"


NARRATORS: Narrators = {
    ev.DrawIndicated: draw_indicated,
    ev.Discarded: discarded,
    ev.DrawCountAsked: draw_count_asked,
    ev.DrawCountAnswered: draw_count_answered,
}
