"""Entries and steps in words, as far as the reader may know what they say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.errors import Refused
from adjudicator.log.reading import parse
from adjudicator.table.table import Player
from adjudicator.values.cards import Card, symbols
from api.lib.words import spoken
from api.service.narration import narrate

Json = dict[str, Any]
_SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


class Symbols:
    """Cards by rank and suit symbol."""

    def card(self, card: str) -> str:
        """One card."""
        return symbols(Card(card))

    def cards(self, cards: Sequence[str]) -> str:
        """Several."""
        return " ".join(map(self.card, cards))


SYMBOLS = Symbols()


def in_words(event: Mapping[str, Any], players: Mapping[int, Player]) -> str:
    """One sentence for an entry or a step, which may be masked or still lack a field."""
    try:
        words = narrate(parse(event), SYMBOLS)
    except Refused:
        seat = f"seat {event['seat']}: " if isinstance(event.get("seat"), int) else ""
        words = seat + spoken(str(event["type"]))
    return sentence(words, players)


def sentence(words: str, players: Mapping[int, Player]) -> str:
    """Names beside the numbers of seats, and a capital to begin with."""
    named = _SEAT.sub(lambda met: _named(met, players, words), words)
    return named[:1].upper() + named[1:]


def _named(met: re.Match[str], players: Mapping[int, Player], words: str) -> str:
    player = players.get(int(met[1]))
    if player is None or player.name in words:
        return met[0]
    return f"{player.name} (seat {met[1]})"


def with_text(entry: Json, players: Mapping[int, Player]) -> Json:
    """An entry and its sentence; one whose content was dropped says nothing any more."""
    return entry | {"text": in_words(entry["event"], players)} if "event" in entry else entry
