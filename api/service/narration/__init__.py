"""Events in words: a narrator for each type, by the same subjects as ``adjudicator.play``."""

from __future__ import annotations

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.log.reading import parse
from adjudicator.values.fields import to_wire
from api.lib.words import clean, plain
from api.service.narration import (
    betting,
    cards,
    deal,
    draw,
    muck,
    opening,
    posting,
    seating,
    showdown,
    speech,
)
from api.service.narration.narrator import CardStyle, Narrators


def narrate(event: Event, style: CardStyle) -> str:
    """An event as somebody at the table would tell it."""
    observed = f" (seen by {event.observer})" if event.observer else ""
    return clean(NARRATORS[type(event)](event, style) + observed)


def entry_corrected(event: ev.EntryCorrected, style: CardStyle) -> str:
    words = f"the record is corrected: entry {event.entry} is struck"
    if event.replacement is not None:
        try:
            new = narrate(parse(to_wire(event.replacement)), style)
        except Refused:
            new = plain(event.replacement)
        words = f"the record is corrected: entry {event.entry} reads: {new}"
    return f"{words} ({event.reason})"


NARRATORS: Narrators = {
    **seating.NARRATORS,
    **posting.NARRATORS,
    **deal.NARRATORS,
    **cards.NARRATORS,
    **betting.NARRATORS,
    **opening.NARRATORS,
    **draw.NARRATORS,
    **muck.NARRATORS,
    **speech.NARRATORS,
    **showdown.NARRATORS,
    ev.EntryCorrected: entry_corrected,
}
