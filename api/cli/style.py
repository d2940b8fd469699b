"""How printed lines are dressed: colours, suit symbols and width."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TextIO

from adjudicator.values.cards import Card, symbols

NARROWEST, WIDEST = 50, 100
_COLOURS = {
    "heading": "1",
    "refused": "1;31",
    "final": "1;32",
    "conditional": "1;33",
    "floor": "1;35",
    "faint": "2",
    "red": "31",
}
_RED_CARD = re.compile("[2-9TJQKA][♥♦]")
_SYMBOLS = "♠♥♦♣│✗·"


@dataclass(frozen=True)
class Style:
    """What the stream that is printed to can show."""

    colour: bool = False
    symbols: bool = True
    width: int = 80

    @classmethod
    def of(cls, stream: TextIO, environment: Mapping[str, str]) -> Style:
        """The style of a stream; ``NO_COLOR`` is honoured."""
        shows_colour = stream.isatty() and environment.get("TERM") != "dumb"
        columns = get_terminal_size((WIDEST, 24)).columns
        return cls(
            colour=shows_colour and not environment.get("NO_COLOR"),
            symbols=_can_show(stream, _SYMBOLS),
            width=max(NARROWEST, min(columns, WIDEST)),
        )

    def paint(self, text: str, colour: str) -> str:
        """The text in a colour, or as it is."""
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.colour else text

    def certainty(self, text: str, certainty: str) -> str:
        """The head of a ruling, coloured by how certain it is."""
        return self.paint(text, certainty if certainty in _COLOURS else "final")

    def card(self, card: str) -> str:
        """One card as people read it."""
        return symbols(Card(card)) if self.symbols else card

    def cards(self, cards: Sequence[str]) -> str:
        """Several cards with spaces between them."""
        return " ".join(map(self.card, cards))

    def dress(self, text: str) -> str:
        """The text with its red cards in red."""
        if not self.colour:
            return text
        return _RED_CARD.sub(lambda met: self.paint(met[0], "red"), text)

    def wrapped(self, text: str, first: str, rest: str) -> Iterator[str]:
        """The text in lines of the style's width behind these margins."""
        yield from textwrap.wrap(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=rest,
            break_on_hyphens=False,
        )


def _can_show(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def of_output() -> Style:
    """The style of standard output."""
    return Style.of(sys.stdout, os.environ)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines as they come, however many."""
    sys.stdout.writelines(f"{line}\n" for line in lines)
