"""JSON read strictly: each name once, no NaN, no number beyond what can be written."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these pairs; a name given twice is an error."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice!r} stands twice in one object")
    return found


def no_constant(name: str) -> NoReturn:
    """NaN and the infinities are no JSON."""
    raise ValueError(f"{name} is no JSON number")


def decoder(**more: Any) -> json.JSONDecoder:
    """A decoder that reads strictly."""
    return json.JSONDecoder(object_pairs_hook=each_name_once, parse_constant=no_constant, **more)
