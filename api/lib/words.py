"""Values in words, the same wherever they are printed."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.values.fields import to_wire


def clean(text: str) -> str:
    """Without control characters, which could rewrite a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def spoken(code: str) -> str:
    """A code without its underscores."""
    return code.replace("_", " ")


def many(number: int, one: str, several: str = "") -> str:
    """A number and what it counts."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def plain(value: object) -> str:
    """Any value of an event's field."""
    if isinstance(value, Mapping):
        return " ".join(f"{key}={plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(plain, value))
    return str(to_wire(value))


def who(party: int | str | None) -> str:
    """A seat, or somebody who has none."""
    if party is None:
        return "somebody"
    return f"seat {party}" if isinstance(party, int) else f"the {party}"


def place(where: int | str) -> str:
    """Where a card lies."""
    names = {"aside": "the cards set aside", "burn": "the burns", "scrap": "the scrap"}
    if isinstance(where, int):
        return f"seat {where}"
    return names.get(where, f"the {where}")
