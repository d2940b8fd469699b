"""What tells an event, and those that need no function of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from adjudicator.log.events import Event


class CardStyle(Protocol):
    """How cards are written where the words go."""

    def card(self, card: str) -> str:
        """One card."""

    def cards(self, cards: Sequence[str]) -> str:
        """Several."""


Narrator = Callable[[Any, CardStyle], str]
Narrators = Mapping[type[Event], Narrator]


def of_seat(words: str) -> Narrator:
    """What a seat does."""
    return lambda event, style: f"seat {event.seat} {words}"


def always(words: str) -> Narrator:
    """The same words for every event of the type."""
    return lambda event, style: words


def filled(words: str) -> Narrator:
    """Words with the event's fields in them, as ``{e.seat}``."""
    return lambda event, style: words.format(e=event)
