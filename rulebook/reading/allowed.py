"""The values that a house option may take: what is allowed, and how a value is read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

from adjudicator.values.frozen import Frozen
from rulebook.reading.toml_table import nearest


class Allowed(Protocol):
    """The values an option may take."""

    @property
    def words(self) -> str:
        """What is allowed, in words."""

    def read(self, found: object) -> Any:
        """The value as the engine works with it, or ``ValueError``."""

    def wire(self) -> Any:
        """What is allowed as plain JSON."""


def shown(value: object) -> str:
    """A value as it is written in a log."""
    return "null" if value is None else str(value)


class Choice(Frozen):
    """One of a few values; on/off options take JSON booleans too."""

    values: tuple[Any, ...]

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        return ", ".join(map(shown, self.values))

    def read(self, found: object) -> Any:
        """The value, if it is one of these."""
        if isinstance(found, bool) and "on" in self.values:
            return "on" if found else "off"
        if found == "none" and None in self.values and "none" not in self.values:
            return None
        for value in self.values:
            if type(value) is type(found) and value == found:
                return value
        raise ValueError(nearest(found, (v for v in self.values if isinstance(v, str))))

    def wire(self) -> Any:
        """The values in order."""
        return list(self.values)


class Whole(Frozen):
    """A whole number; ``null`` (or none) where ``open`` is set."""

    least: int = 0
    most: int | None = None
    open: bool = False

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        upto = "" if self.most is None else f" to {self.most}"
        return f"a whole number from {self.least}{upto}{', or null' if self.open else ''}"

    def read(self, found: object) -> Any:
        """The number, if it is within bounds."""
        if self.open and found in (None, "none"):
            return None
        if type(found) is int and self.least <= found <= (self.most or found):
            return found
        raise ValueError

    def wire(self) -> Any:
        """The bounds."""
        return {"least": self.least, "most": self.most, "null": self.open}


class Several(Frozen):
    """A list of these values, each at most once."""

    values: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        return f"a list of {', '.join(self.values)}, each at most once"

    def read(self, found: object) -> Any:
        """The list as a tuple."""
        if not isinstance(found, list | tuple):
            raise ValueError
        for item in found:
            if item not in self.values or found.count(item) > 1:
                raise ValueError(nearest(item, self.values))
        return tuple(found)

    def wire(self) -> Any:
        """The form and the values."""
        return {"list_of": list(self.values)}


class Schedule(Frozen):
    """The steps of a hand in order: the deal first and once, at most one draw."""

    values: tuple[str, ...] = ("deal", "bet", "board", "draw")
    longest: int = 24
    board: int = 5

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        return (
            f"a list of {', '.join(self.values)}: deal first and only once, at most one"
            f" draw and {self.board} board cards, at least one bet,"
            f" {self.longest} steps at most"
        )

    def read(self, found: object) -> Any:
        """The steps as a tuple."""
        if not isinstance(found, list | tuple) or len(found) > self.longest:
            raise ValueError
        for item in found:
            if item not in self.values:
                raise ValueError(nearest(item, self.values))
        if found[:1] != type(found)(["deal"]) or found.count("deal") > 1:
            raise ValueError
        if found.count("draw") > 1 or found.count("board") > self.board:
            raise ValueError
        if "bet" not in found:
            raise ValueError
        return tuple(found)

    def wire(self) -> Any:
        """The form and the values."""
        return {"ordered_list_of": list(self.values)}


class Rake(Frozen):
    """A schedule for the rake: a percentage, a cap, and whether a board is needed."""

    fields: tuple[str, ...] = ("percent", "cap", "no_flop_no_drop")

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        return (
            "null, or an object of percent (a whole number from 0 to 100),"
            " cap (a whole number of the smallest unit, or null)"
            " and no_flop_no_drop (on, off)"
        )

    def read(self, found: object) -> Any:
        """The schedule with every field filled in."""
        if found in (None, "none"):
            return None
        if not isinstance(found, Mapping) or "percent" not in found:
            raise ValueError
        for name in found:
            if name not in self.fields:
                raise ValueError(nearest(name, self.fields))
        percent = Whole(0, 100).read(found["percent"])
        cap = Whole(0, open=True).read(found.get("cap"))
        drop = ON_OFF.read(found.get("no_flop_no_drop", "off"))
        schedule = {"percent": percent, "cap": cap, "no_flop_no_drop": drop}
        return MappingProxyType(schedule)

    def wire(self) -> Any:
        """The fields."""
        return {"object_of": list(self.fields), "null": True}


ON_OFF = Choice(("on", "off"))
