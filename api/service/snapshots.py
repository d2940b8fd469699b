"""A table's state as bytes, so that a process that never saw the table can take over.

Snapshots are a cache. A snapshot is only readable by the build that wrote it, and is made of
nothing but the engine's own frozen values, so that reading one runs no code.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

import adjudicator
import rulebook
from adjudicator.table.table import State

KIND, VALUE = "~", "="  # how a value that is no plain JSON is tagged


@dataclass(frozen=True)
class SnapshotContent:
    """A table after an entry.

    ``devices`` is the highest ``device_seq`` of each device so far, and ``corrections`` maps
    each correction to the entry it corrects.
    """

    state: State
    devices: Mapping[str, int] = field(default_factory=dict)
    corrections: Mapping[int, int] = field(default_factory=dict)


def serialize(content: SnapshotContent) -> bytes:
    """The content as compressed JSON."""
    corrections = list(content.corrections.items())
    plain = [_plain(content.state), dict(content.devices), corrections]
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), 1)


def deserialize(body: bytes) -> SnapshotContent:
    """The content that ``serialize`` was given."""
    state, devices, corrections = json.loads(zlib.decompress(body))
    return SnapshotContent(_restored(state), devices, dict(corrections))


@cache
def build_hash() -> str:
    """Hash of engine and rulebook sources: a snapshot is only readable by the same build."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for package in (adjudicator, rulebook):
        home = Path(package.__path__[0])
        for path in sorted(home.rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(str(path.relative_to(home)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@cache
def _kinds() -> dict[str, type[Any]]:
    """The engine's own values, by their names."""
    modules = [one for name, one in sys.modules.items() if name.startswith("adjudicator.")]
    return {
        name: one
        for module in modules
        for name, one in vars(module).items()
        if isinstance(one, type)
        and one.__module__ == module.__name__
        and issubclass(one, Enum | tuple | Struct)
    }


class Container(NamedTuple):
    """A kind of value that is no plain JSON: how it becomes such, and how it is restored."""

    type: type[Any]
    plain: Callable[[Any], Any]
    restored: Callable[[Any], Any]


def _each(values: Iterable[Any]) -> list[Any]:
    return [_plain(one) for one in values]


_CONTAINERS = {
    "map": Container(
        Mapping,
        lambda value: [_each(pair) for pair in value.items()],
        lambda plain: {_restored(key): _restored(one) for key, one in plain},
    ),
    "set": Container(frozenset, _each, lambda plain: frozenset(map(_restored, plain))),
    "list": Container(list, _each, lambda plain: list(map(_restored, plain))),
    "fraction": Container(Fraction, str, Fraction),
}


def _plain(value: Any) -> Any:
    """A value as plain JSON; a tuple is a list there, everything else is tagged."""
    if isinstance(value, Enum):
        return _tagged(type(value).__name__, value.value)
    if value is None or isinstance(value, str | int):
        return value
    if type(value) is tuple:
        return _each(value)
    for kind, container in _CONTAINERS.items():
        if isinstance(value, container.type):
            return _tagged(kind, container.plain(value))
    name = type(value).__name__
    if _kinds().get(name) is not type(value):
        raise TypeError(f"no snapshot of {type(value)}")
    return _tagged(name, {one: _plain(getattr(value, one)) for one in _fields(value)})


def _fields(value: Any) -> Iterable[str]:
    if isinstance(value, Struct):
        return value.__struct_fields__
    return value._fields  # type: ignore[no-any-return]  # of a named tuple


def _tagged(kind: str, value: Any) -> dict[str, Any]:
    return {KIND: kind, VALUE: value}


def _restored(plain: Any) -> Any:
    """The value that ``_plain`` was given."""
    if isinstance(plain, list):
        return tuple(map(_restored, plain))
    if not isinstance(plain, dict):
        return plain
    kind, value = plain[KIND], plain[VALUE]
    if kind in _CONTAINERS:
        return _CONTAINERS[kind].restored(value)
    of = _kinds()[kind]
    if issubclass(of, Enum):
        return of(value)
    values = {name: _restored(one) for name, one in value.items()}
    return of(**values)
