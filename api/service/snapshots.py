"""A table's state as bytes, so that a process that never saw the table can go on from it.

Snapshots are a cache. They are read back only by the very code that wrote them, and made
of nothing but the engine's own frozen values, so that reading one runs no code.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

import adjudicator
import rulebook
from adjudicator.table.table import State

KIND, VALUE = "~", "="


@dataclass(frozen=True)
class SnapshotContent:
    """A table after an entry, and what its entries so far are known for.

    ``devices`` says how far each device has come in its own counting, ``corrections``
    which entry corrects which.
    """

    state: State
    devices: Mapping[str, int] = field(default_factory=dict)
    corrections: Mapping[int, int] = field(default_factory=dict)


def serialize(standing: SnapshotContent) -> bytes:
    """It as bytes."""
    corrections = list(standing.corrections.items())
    content = [_plain(standing.state), dict(standing.devices), corrections]
    return zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 1)


def deserialize(body: bytes) -> SnapshotContent:
    """What was kept."""
    state, devices, corrections = json.loads(zlib.decompress(body))
    return SnapshotContent(_made(state), devices, dict(corrections))


@cache
def build_hash() -> str:
    """Names the code and the law that made a state; others must make their own."""
    found = hashlib.sha256(Path(__file__).read_bytes())
    for package in (adjudicator, rulebook):
        home = Path(package.__path__[0])
        for path in sorted(home.rglob("*")):
            if path.suffix in (".py", ".toml"):
                found.update(str(path.relative_to(home)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


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
        and (is_dataclass(one) or issubclass(one, Enum | tuple | Struct))
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return _tagged(type(value).__name__, value.value)
    if value is None or isinstance(value, str | int):
        return value
    name = type(value).__name__
    if isinstance(value, tuple) and name in _kinds():
        return _tagged(name, {one: _plain(getattr(value, one)) for one in value._fields})  # type: ignore[attr-defined]
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return _tagged("map", [[_plain(k), _plain(v)] for k, v in value.items()])
    if isinstance(value, frozenset):
        return _tagged("set", [_plain(one) for one in value])
    if isinstance(value, Fraction):
        return _tagged("fraction", str(value))
    if isinstance(value, list):
        return _tagged("list", [_plain(one) for one in value])
    if _kinds().get(name) is not type(value):
        raise TypeError(f"no snapshot of {type(value)}")
    return _tagged(name, {one: _plain(getattr(value, one)) for one in _fields(value)})


def _fields(value: Any) -> tuple[str, ...]:
    if isinstance(value, Struct):
        return value.__struct_fields__
    return tuple(one.name for one in fields(value))


def _tagged(kind: str, value: Any) -> dict[str, Any]:
    return {KIND: kind, VALUE: value}


def _made(plain: Any) -> Any:
    if isinstance(plain, list):
        return tuple(map(_made, plain))
    if not isinstance(plain, dict):
        return plain
    kind, value = plain[KIND], plain[VALUE]
    if kind == "map":
        return {_made(k): _made(v) for k, v in value}
    if kind == "set":
        return frozenset(map(_made, value))
    if kind == "fraction":
        return Fraction(value)
    if kind == "list":
        return list(map(_made, value))
    of = _kinds()[kind]
    if issubclass(of, Enum):
        return of(value)
    values = {name: _made(one) for name, one in value.items()}
    if issubclass(of, tuple | Struct):
        return of(**values)
    made = object.__new__(of)
    for name, one in values.items():
        object.__setattr__(made, name, one)
    return made
