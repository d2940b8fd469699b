"""A table of a TOML file, read key by key: a value that cannot be used is refused.

A refusal names the file, the key, what was found, what is allowed and the nearest spelling.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any

from adjudicator.errors import RulebookError
from adjudicator.values.amounts import LARGEST
from adjudicator.values.fields import LONGEST_FOUND
from adjudicator.values.frozen import Frozen


def content_of(path: Path) -> dict[str, Any]:
    """What a file holds; ``RulebookError`` if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulebookError(path.name, "", error.strerror, "a file that can be read") from None
    except UnicodeDecodeError as error:
        raise RulebookError(path.name, "", error.reason, "text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulebookError(path.name, "", str(error), "TOML") from None


def nearest(found: object, known: Iterable[str]) -> str:
    """The nearest spelling as a question, or nothing."""
    from difflib import get_close_matches  # only a mistake has to pay for it

    near = get_close_matches(str(found)[:LONGEST_FOUND], list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


class Ref(Frozen):
    """A value that a house option supplies."""

    option: str


def plain(value: Any) -> Any:
    """A value of a game file as plain JSON; ``{"option"}`` where an option supplies it."""
    return {"option": value.option} if isinstance(value, Ref) else value


class TomlTable:
    """A table of a file, read key by key; what is left over at the end is refused."""

    def __init__(self, file: str, path: str, content: dict[str, Any]) -> None:
        self.file, self.path, self.content = file, path, content
        self.known: set[str] = set()

    def where(self, key: str) -> str:
        """The place of a key in the file."""
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, key: str, found: object, allowed: str) -> RulebookError:
        """A refusal of what stands at a key."""
        return RulebookError(self.file, self.where(key), found, allowed)

    def take(self, key: str, default: Any = ...) -> Any:
        """What stands at a key; without a default it must be there."""
        self.known.add(key)
        if key in self.content:
            return self.content[key]
        if default is ...:
            near = nearest(key, self.content.keys() - self.known)
            raise self.wrong(key, None, f"this key is needed{near}")
        return default

    def text(self, key: str, default: Any = ...) -> str:
        """Text at a key."""
        found = self.take(key, default)
        if not isinstance(found, str) or (not found and default is ...):
            raise self.wrong(key, found, "text")
        return found

    def new_id(self, taken: Container[str]) -> str:
        """The id of this table, which no other of the list may have."""
        found = self.text("id")
        if found in taken:
            raise self.wrong("id", found, "each id once")
        return found

    def one_of(self, key: str, allowed: Iterable[str], default: Any = ...) -> str:
        """One of a few words at a key."""
        found = self.take(key, default)
        allowed = tuple(allowed)
        if not isinstance(found, str) or (found != default and found not in allowed):
            hint = nearest(found, allowed)
            raise self.wrong(key, found, f"one of {', '.join(allowed)}{hint}")
        return found

    def flag(self, key: str, default: Any = ...) -> bool:
        """True or false at a key."""
        found = self.take(key, default)
        if not isinstance(found, bool):
            raise self.wrong(key, found, "true or false")
        return found

    def whole(
        self, key: str, least: int, most: int = LARGEST, default: Any = ..., beside: str = ""
    ) -> int:
        """A whole number at a key; ``beside`` says what else is allowed there."""
        found = self.take(key, default)
        if type(found) is not int or not least <= found <= most:
            raise self.wrong(key, found, f"a whole number from {least} to {most}{beside}")
        return found

    def texts(self, key: str, allowed: Iterable[str] | None = None) -> tuple[str, ...]:
        """A list of texts at a key; a missing one is empty."""
        found = self.take(key, [])
        if not isinstance(found, list) or not all(isinstance(x, str) for x in found):
            raise self.wrong(key, found, "a list of texts")
        known = tuple(allowed) if allowed is not None else found
        for place, item in enumerate(found):
            if item not in known:
                hint = nearest(item, known)
                words = f"one of {', '.join(known)}{hint}"
                raise self.wrong(f"{key}[{place}]", item, words)
        return tuple(found)

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers at a key; a missing one is empty."""
        found = self.take(key, [])
        if not isinstance(found, list) or not all(type(one) is int for one in found):
            raise self.wrong(key, found, "a list of whole numbers")
        return tuple(found)

    def table(self, key: str, default: Any = ...) -> TomlTable:
        """A table at a key."""
        found = self.take(key, default)
        if not isinstance(found, dict):
            raise self.wrong(key, found, "a table")
        return TomlTable(self.file, self.where(key), found)

    def tables(self, key: str, default: Any = ...) -> list[TomlTable]:
        """The tables of a list at a key."""
        found = self.take(key, default)
        if not isinstance(found, list) or not all(isinstance(x, dict) for x in found):
            raise self.wrong(key, found, "a list of tables")
        return [TomlTable(self.file, f"{self.where(key)}[{n}]", x) for n, x in enumerate(found)]

    def ref(self, key: str, known: Iterable[str]) -> Ref | None:
        """The option that supplies the value of a key, if one does."""
        found = self.content.get(key)
        if not isinstance(found, dict) or "option" not in found:
            return None
        table = self.table(key)
        name = table.one_of("option", known)
        table.done()
        return Ref(name)

    def done(self) -> None:
        """Refuse keys that nothing asked for."""
        for key in self.content:
            if key not in self.known:
                hint = nearest(key, self.known)
                allowed = f"one of {', '.join(sorted(self.known))}{hint}"
                raise self.wrong(key, self.content[key], allowed)


def file_of(path: Path) -> TomlTable:
    """A whole file."""
    return TomlTable(path.name, "", content_of(path))
