"""The numbers of the law as their file has them, and as a game has them otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import fields

from adjudicator.game.numbers import Numbers
from adjudicator.values.frozen import Frozen
from rulebook.reading.toml_table import TomlTable, file_of, nearest

NAMES = tuple(field.name for field in fields(Numbers))
LEAST, MOST = 1, 52


class Number(Frozen):
    """A number that the rules lay down, what it counts, and where."""

    name: str
    value: int
    unit: str
    article: str
    meaning: str


def read_numbers(path: Path) -> Mapping[str, Number]:
    """The numbers by name; each that the engine asks for must be there, and no other."""
    file = file_of(path)
    found = {name: _number(name, file.table(name)) for name in NAMES}
    file.done()
    return MappingProxyType(found)


def _number(name: str, table: TomlTable) -> Number:
    number = Number(
        name,
        table.whole("value", LEAST, MOST),
        table.text("unit"),
        table.text("article"),
        table.text("meaning"),
    )
    table.done()
    return number


def read_own_numbers(table: TomlTable) -> Mapping[str, int]:
    """Numbers that a game has otherwise than the law at large."""
    for name in table.content:
        if name not in NAMES:
            allowed = f"one of {', '.join(NAMES)}{nearest(name, NAMES)}"
            raise table.wrong(name, table.content[name], allowed)
    return MappingProxyType({name: table.whole(name, LEAST, MOST) for name in table.content})
