"""The types of values as devices nearly always send them, for a decoder to know at once.

A value of a kind that has no type here, or that is none of its type, is not wrong for
that: its kind has a reader, which takes more and says what is wrong (see ``fields``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from adjudicator.values.amounts import LARGEST
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.values.fields import (
    LONGEST_LIST,
    LONGEST_TEXT,
    MOST_CARDS,
    MOST_SEATS,
    PEOPLE,
    PLACES,
    Kind,
)

Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
FromZero = Annotated[int, Meta(ge=0, le=LARGEST)]
FromOne = Annotated[int, Meta(ge=1, le=LARGEST)]
Many = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
AnyText = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Short = Meta(max_length=LONGEST_LIST)

if TYPE_CHECKING:
    Card: TypeAlias = str
    Place: TypeAlias = str
    Party: TypeAlias = str
else:
    Card, Place, Party = Literal[STANDARD_DECK], Literal[PLACES], Literal[PEOPLE]

WIRE: Mapping[Kind, Any] = {
    Kind.SEAT: Seat,
    Kind.PARTY: Seat | Party,
    Kind.PLACE: Seat | Place,
    Kind.NUMBER: FromZero,
    Kind.POSITIVE: FromOne,
    Kind.AMOUNT: FromZero,
    Kind.CARD: Card,
    Kind.CARDS: Annotated[tuple[Card, ...], Short],
    Kind.SEATS: Annotated[tuple[Seat, ...], Short],
    Kind.TEXT: Text,
    Kind.FLAG: bool,
    Kind.TIME: str,
    Kind.MANY_CARDS: Many,
    Kind.COUNTS: dict[Seat, Many],
    Kind.SHARES: dict[Seat, FromZero],
    Kind.AMOUNTS: Annotated[tuple[FromZero, ...], Short],
    Kind.FACTS: dict[Text, bool],
    Kind.VALUE: bool | Whole | AnyText,
    Kind.SETTINGS: None,
    Kind.OUTCOMES: None,
    Kind.EVENT: None,
}
