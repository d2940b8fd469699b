"""The house options as ``options.toml`` has them, and a table's options read against them.

An option that a game does not know is kept without effect. An option that follows
another takes its default from the other's value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from adjudicator.errors import Refused
from adjudicator.values.fields import found_words
from adjudicator.values.frozen import NOTHING, Frozen
from rulebook.reading.allowed import Allowed, Choice, Rake, Schedule, Several, Whole
from rulebook.reading.toml_table import TomlTable, file_of, nearest

NULL = "null"  # how the file writes what TOML cannot: nothing
FORMS: Mapping[str, Allowed] = {"rake": Rake(), "schedule": Schedule()}


class Option(Frozen):
    """One choice a house has.

    ``games`` are those it belongs to, none for all of them. ``follows`` gives the
    default for each value of another option. ``with_blinds`` is the default where
    blinds are posted. ``brings`` names the book that a value puts in force. A
    ``shared`` option is read by what games have in common, so in a game it does not
    belong to its default holds whatever was set.
    """

    name: str
    default: Any
    allowed: Allowed
    affects: tuple[str, ...]
    doc: str
    games: tuple[str, ...] = ()
    follows: tuple[str, Mapping[Any, Any]] | None = None
    with_blinds: Any = None
    brings: Mapping[Any, str] = NOTHING
    shared: bool = False

    def of(self, game: str) -> bool:
        """Whether the option belongs to a game."""
        return not self.games or game in self.games

    def wire(self) -> dict[str, Any]:
        """The option as plain JSON."""
        default = list(self.default) if type(self.default) is tuple else self.default
        return {
            "name": self.name,
            "default": default,
            "follows": self.follows[0] if self.follows else None,
            "values": self.allowed.wire(),
            "allowed": self.allowed.words,
            "affects": list(self.affects),
            "games": list(self.games),
            "doc": self.doc,
        }


def read_options(path: Path) -> dict[str, Option]:
    """The house options by name, in the order of their file."""
    file = file_of(path)
    found = {name: _option(name, file.table(name)) for name in file.content}
    for name, option in found.items():
        if option.follows is not None and option.follows[0] not in found:
            leader = option.follows[0]
            allowed = f"the name of an option{nearest(leader, found)}"
            raise file.wrong(f"{name}.follows", leader, allowed)
    return found


def _option(name: str, table: TomlTable) -> Option:
    allowed = _allowed(table)
    option = Option(
        name=name,
        default=_value(table, "default", allowed),
        allowed=allowed,
        affects=table.texts("articles"),
        doc=table.text("doc"),
        games=table.texts("games"),
        follows=_follows(table, allowed),
        with_blinds=_value(table, "with_blinds", allowed, None),
        brings=_brings(table, allowed),
        shared=table.flag("shared", False),
    )
    table.done()
    return option


def _allowed(table: TomlTable) -> Allowed:
    """What an option may be, by the key that says so."""
    if "values" in table.content:
        values = table.take("values")
        if not isinstance(values, list) or not values:
            raise table.wrong("values", values, "a list of values")
        return Choice(tuple(map(_null, values)))
    if "some_of" in table.content:
        return Several(table.texts("some_of"))
    if "form" in table.content:
        return FORMS[table.one_of("form", FORMS)]
    least = table.whole("from", 0)
    most = table.whole("to", least) if "to" in table.content else None
    return Whole(least, most, table.flag("null", False))


def _null(value: Any) -> Any:
    return None if value == NULL else value


def _value(table: TomlTable, key: str, allowed: Allowed, default: Any = ...) -> Any:
    """A value that the option itself allows."""
    found = table.take(key, default)
    if found is default:
        return default
    return _checked(table, key, allowed, _null(found))


def _checked(table: TomlTable, key: str, allowed: Allowed, value: Any) -> Any:
    try:
        return allowed.read(value)
    except ValueError as error:
        raise table.wrong(key, value, f"{allowed.words}{error}") from None


def _follows(table: TomlTable, allowed: Allowed) -> tuple[str, Mapping[Any, Any]] | None:
    """The option followed, and the default for each of its values."""
    if table.take("follows", None) is None:
        return None
    following = table.table("follows")
    if len(following.content) != 1:
        raise table.wrong("follows", following.content, "a table with the name of one option")
    (leader,) = following.content
    values = following.table(leader)
    return leader, {key: _value(values, key, allowed) for key in values.content}


def _brings(table: TomlTable, allowed: Allowed) -> Mapping[Any, str]:
    """The book that a value puts in force; TOML writes every key as text."""
    brings = table.table("brings", {})
    known = {str(value): value for value in getattr(allowed, "values", ())}
    found = {}
    for key in brings.content:
        if key not in known:
            words = f"one of {', '.join(known)}{nearest(key, known)}"
            raise brings.wrong(key, brings.content[key], words)
        found[known[key]] = brings.text(key)
    return found


def read(known: Mapping[str, Option], stated: Mapping[str, Any]) -> dict[str, Any]:
    """The stated options with their values checked; ``Refused`` names all that fail."""
    found: dict[str, Any] = {}
    wrong: dict[str, Sequence[str]] = {}
    first = ""
    for name, value in stated.items():
        if name not in known:
            hint = nearest(name, known)
            message = f"unknown option{hint} allowed: {', '.join(known)}"
            said = found_words(name)
            detail = f"There is no house option {said}{hint or '.'}"
        else:
            try:
                found[name] = known[name].allowed.read(value)
                continue
            except ValueError as error:
                allowed = known[name].allowed.words
                message = f"found {found_words(value)}{error}; allowed: {allowed}"
                detail = f"Option {name}: {message}."
        wrong[f"options.{name}"] = [message]
        first = first or detail
    if wrong:
        raise Refused("UNKNOWN_OPTION", first, wrong)
    return found


def resolve(
    known: Mapping[str, Option],
    game: str,
    stated: Mapping[str, Any],
    defaults: Mapping[str, Any],
    blinds: bool,
    takes: Iterable[str] = (),
) -> dict[str, Any]:
    """Every option's value in a game: as stated, else by game, else as it follows.

    ``takes`` are options of other games that this one knows too.
    """
    heard = {name: value for name, value in stated.items() if _heard(known[name], game, takes)}
    found = {**defaults, **heard}

    def default(name: str) -> Any:
        if name in found:
            return found[name]
        option = known[name]
        if option.follows is not None:
            leader, values = option.follows
            return values[default(leader)]
        dead = blinds and option.with_blinds is not None
        return option.with_blinds if dead else option.default

    return {name: default(name) for name in known}


def _heard(option: Option, game: str, takes: Iterable[str]) -> bool:
    """Whether a game hears of what a table states for an option."""
    return option.of(game) or not option.shared or option.name in takes


def read_defaults(table: TomlTable, known: Mapping[str, Option]) -> Mapping[str, Any]:
    """Values that a game or an edition sets otherwise than the options themselves."""
    found = {}
    for name, value in table.content.items():
        if name not in known:
            hint = nearest(name, known)
            raise table.wrong(name, value, f"one of {', '.join(known)}{hint}")
        found[name] = allowed_value(table, name, known[name])
    return MappingProxyType(found)


def allowed_value(table: TomlTable, key: str, option: Option) -> Any:
    """The value of an option that stands at a key."""
    return _checked(table, key, option.allowed, table.take(key))
