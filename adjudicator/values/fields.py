"""The values an event may carry, and how each is read from plain JSON.

Each ``Kind`` has one reader: it takes what ``json.loads`` gives and returns the value
the engine works with, or raises ``ValueError`` saying what was found and allowed.
Amounts are whole numbers of the table's smallest unit or exact fractions ("7/3");
nothing here is ever a float.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from adjudicator.values.amounts import LARGEST, Amount, exact
from adjudicator.values.cards import STANDARD_DECK, parse_card

LONGEST_TEXT = 4000
LONGEST_FOUND = 60
LONGEST_LIST = 600
MOST_CARDS = 54  # a deck with both its jokers
MOST_SEATS = 999
PLACES = ("board", "burn", "stub", "discards", "aside", "scrap")
DECK: Mapping[str, str] = {card: card for card in STANDARD_DECK}
PEOPLE = ("dealer", "floor")


class Kind(Enum):
    """What a field holds on the wire."""

    SEAT = "a seat: a whole number from 1"
    PARTY = 'a seat number, "dealer" or "floor"'
    PLACE = "a seat number or one of " + ", ".join(PLACES)
    NUMBER = "a whole number from 0"
    MANY_CARDS = f"a number of cards from 0 to {MOST_CARDS}"
    POSITIVE = "a whole number from 1"
    AMOUNT = 'a whole number of the smallest unit from 0, or an exact fraction "n/d"'
    CARD = "a card: rank 23456789TJQKA and suit s, h, d or c, or Jk for the joker"
    CARDS = "a list of cards"
    SEATS = "a list of seats"
    TEXT = f"text of 1 to {LONGEST_TEXT} characters"
    FLAG = "true or false"
    TIME = "a time in RFC 3339, such as 2026-01-01T21:10:00Z"
    COUNTS = f"an object of seat numbers and numbers of cards from 0 to {MOST_CARDS}"
    SHARES = "an object of seat numbers and amounts"
    AMOUNTS = "a list of amounts"
    FACTS = "an object of names and true or false"
    SETTINGS = "an object of names and values"
    OUTCOMES = "a list of objects, each with a code"
    VALUE = "text, a whole number, true, false, a list of texts, or amounts by name"
    EVENT = "an event: an object with a type"


def found_words(found: object) -> str:
    """What was found as its sender wrote it, cut short where it is long."""
    if isinstance(found, float):
        words = format(Decimal(repr(found)), "f")
    elif isinstance(found, str):
        words = repr(found)
    else:
        words = json.dumps(found, default=_as_sent, ensure_ascii=False)
    return words if len(words) <= LONGEST_FOUND else words[:LONGEST_FOUND] + "..."


def _as_sent(found: object) -> Any:
    return dict(found) if isinstance(found, Mapping) else str(found)


def _wrong(kind: Kind, found: object) -> ValueError:
    return ValueError(f"found {found_words(found)}; allowed: {kind.value}")


def _whole(kind: Kind, found: object, least: int, most: int = LARGEST) -> int:
    if type(found) is not int or not least <= found <= most:
        raise _wrong(kind, found)
    return found


def seat(found: object) -> int:
    """A place at the table, counted from 1 clockwise."""
    if type(found) is int and 0 < found <= MOST_SEATS:
        return found
    raise _wrong(Kind.SEAT, found)


def amount(found: object) -> Amount:
    """Chips in the smallest unit, or an exact fraction written "n/d"."""
    if type(found) is int and 0 <= found <= LARGEST:
        return found
    if isinstance(found, str) and re.fullmatch(r"\d{1,15}/[1-9]\d{0,14}", found):
        return exact(Fraction(found))
    raise _wrong(Kind.AMOUNT, found)


def _seat_or(kind: Kind, words: tuple[str, ...]) -> Callable[[object], int | str]:
    def read(found: object) -> int | str:
        if type(found) is int and 0 < found <= MOST_SEATS:
            return found
        if found in words:
            return str(found)
        raise _wrong(kind, found)

    return read


def _card(found: object) -> str:
    if not isinstance(found, str):
        raise _wrong(Kind.CARD, found)
    if found in DECK:
        return DECK[found]
    try:
        return parse_card(found)
    except ValueError:
        raise _wrong(Kind.CARD, found) from None


def _list(kind: Kind, one: Callable[[Any], Any]) -> Callable[[object], Any]:
    def read(found: object) -> tuple[Any, ...]:
        if not isinstance(found, list) or len(found) > LONGEST_LIST:
            raise _wrong(kind, found)
        return tuple(map(one, found))

    return read


def _by_seat(kind: Kind, one: Callable[[object], Any]) -> Callable[[object], Any]:
    def read(found: object) -> Mapping[int, Any]:
        if not isinstance(found, dict):
            raise _wrong(kind, found)
        if not all(isinstance(k, str) and re.fullmatch(r"[1-9]\d{0,2}", k) for k in found):
            keys = found_words(sorted(map(str, found)))
            raise ValueError(f"found {keys}; allowed: seat numbers as keys")
        return MappingProxyType({int(key): one(value) for key, value in found.items()})

    return read


def _many_cards(found: object) -> int:
    return _whole(Kind.MANY_CARDS, found, 0, MOST_CARDS)


def _text(found: object) -> str:
    if isinstance(found, str) and 0 < len(found) <= LONGEST_TEXT and _clean(found):
        return found
    raise _wrong(Kind.TEXT, found)


def _clean(text: str) -> bool:
    """No half of a surrogate pair, which no database can keep."""
    return text.isascii() or not re.search(r"[\ud800-\udfff]", text)


def _flag(found: object) -> bool:
    if isinstance(found, bool):
        return found
    raise _wrong(Kind.FLAG, found)


_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)")
# What stands between the numbers of a time: in 2026-01-01T21:10:00, and after it.
_MARKS = frozenset(f"--T::{mark}" for mark in "Z.+-")
_SIGNS = frozenset("+-")


def is_time(found: str) -> bool:
    """Whether it is plainly a time; another may be one all the same."""
    zone = 1 if found[-1:] == "Z" else 6 if found[-3:-2] == ":" and found[-6:-5] in _SIGNS else 0
    if not zone or found[4:20:3] not in _MARKS or not found.isascii():
        return False
    part = found[20:-zone]
    if len(found) != 19 + zone and not (found[19] == "." and part.isdigit() and len(part) < 10):
        return False
    try:
        datetime.fromisoformat(found)
    except ValueError:
        return False
    return True


def _time(found: object) -> str:
    if isinstance(found, str) and _TIME.fullmatch(found):
        try:
            datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", found))
        except ValueError:
            raise _wrong(Kind.TIME, found) from None
        return found
    raise _wrong(Kind.TIME, found)


def _facts(found: object) -> Mapping[str, bool]:
    if not isinstance(found, dict) or not all(isinstance(v, bool) for v in found.values()):
        raise _wrong(Kind.FACTS, found)
    return MappingProxyType({_text(key): value for key, value in found.items()})


def plain(found: object, depth: int = 0) -> Any:
    """Any JSON value without floats, deep nesting or numbers beyond 2**53."""
    if found is None or isinstance(found, bool):
        return found
    if isinstance(found, int):
        return _not_too_large(found)
    if isinstance(found, str):
        return _text(found) if found else found
    if depth < 6 and isinstance(found, list):
        return tuple(plain(item, depth + 1) for item in found)
    if depth < 6 and isinstance(found, dict):
        items = {_text(key): plain(value, depth + 1) for key, value in found.items()}
        return MappingProxyType(items)
    allowed = "text, whole numbers, true, false, null, and lists and objects of them, 6 deep"
    raise ValueError(f"found {found_words(found)}; allowed: {allowed}")


def _not_too_large(found: int) -> int:
    if abs(found) > LARGEST:
        raise ValueError(f"found {found_words(found)}; allowed: up to {LARGEST}")
    return found


def _settings(found: object) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise _wrong(Kind.SETTINGS, found)
    return MappingProxyType(plain(found))


def _outcomes(found: object) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(found, list):
        raise _wrong(Kind.OUTCOMES, found)
    if not all(isinstance(one, dict) and isinstance(one.get("code"), str) for one in found):
        raise _wrong(Kind.OUTCOMES, found)
    return tuple(MappingProxyType(_outcome(one)) for one in found)


def _outcome(found: dict[str, Any]) -> dict[str, Any]:
    readers = {"seat": seat, "amount": amount, "card": _card, "until": _text}
    given = {name: value for name, value in found.items() if value is not None}
    kept = {name: readers[name](given[name]) for name in readers.keys() & given.keys()}
    if "pot" in given:
        kept["pot"] = _whole(Kind.NUMBER, given["pot"], 0)
    return {**plain(given), **kept}


def _value(found: object) -> Any:
    if isinstance(found, bool | str) or type(found) is int:
        return plain(found)
    if isinstance(found, list) and all(isinstance(item, str) for item in found):
        return plain(found)
    if isinstance(found, dict):
        return {_text(name): amount(chips) for name, chips in found.items()}
    raise _wrong(Kind.VALUE, found)


def _event(found: object) -> Mapping[str, Any]:
    if isinstance(found, dict) and isinstance(found.get("type"), str):
        plain(found)
        return MappingProxyType(dict(found))
    raise _wrong(Kind.EVENT, found)


READERS: Mapping[Kind, Callable[[object], Any]] = {
    Kind.SEAT: seat,
    Kind.PARTY: _seat_or(Kind.PARTY, PEOPLE),
    Kind.PLACE: _seat_or(Kind.PLACE, PLACES),
    Kind.NUMBER: lambda found: _whole(Kind.NUMBER, found, 0),
    Kind.POSITIVE: lambda found: _whole(Kind.POSITIVE, found, 1),
    Kind.AMOUNT: amount,
    Kind.CARD: _card,
    Kind.CARDS: _list(Kind.CARDS, _card),
    Kind.SEATS: _list(Kind.SEATS, seat),
    Kind.TEXT: _text,
    Kind.FLAG: _flag,
    Kind.TIME: _time,
    Kind.MANY_CARDS: _many_cards,
    Kind.COUNTS: _by_seat(Kind.COUNTS, _many_cards),
    Kind.SHARES: _by_seat(Kind.SHARES, amount),
    Kind.AMOUNTS: _list(Kind.AMOUNTS, amount),
    Kind.FACTS: _facts,
    Kind.SETTINGS: _settings,
    Kind.OUTCOMES: _outcomes,
    Kind.VALUE: _value,
    Kind.EVENT: _event,
}


PLAIN = frozenset((str, int, bool))


def to_wire(value: object) -> Any:
    """The value as plain JSON: fractions as "n/d", seats as keys in text."""
    if value is None or type(value) in PLAIN:
        return value
    if isinstance(value, (tuple, list, frozenset)):
        return [item if type(item) in PLAIN else to_wire(item) for item in value]
    if isinstance(value, (dict, Mapping)):
        return {
            str(key): item if type(item) in PLAIN else to_wire(item) for key, item in value.items()
        }
    if isinstance(value, Fraction):
        return to_wire(exact(value)) if value.denominator == 1 else str(value)
    if isinstance(value, (bool, str, int)):
        return value
    raise TypeError(f"no wire form for {value!r}")
