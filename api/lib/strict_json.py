"""Strict JSON: no duplicate names, no NaN, no number that could not be written back."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from typing import Any, NoReturn

import orjson

encode = partial(orjson.dumps, option=orjson.OPT_NON_STR_KEYS)


def read_line(line: bytes) -> Any:
    """The JSON value on a line; ``ValueError`` says what is wrong with it.

    An object with as many colons as names has no duplicate and nothing nested: the fast parser
    suffices for it.
    """
    try:
        value = orjson.loads(line)
    except ValueError:
        value = None
    if type(value) is dict and line.count(b":") == len(value):
        return value
    try:
        value = _DECODER.decode(line.decode("utf-8-sig").strip())
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("it holds half of a surrogate pair") from None
    return value


def each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these pairs; a duplicate name is an error."""
    made = dict(pairs)
    if len(made) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the name {twice!r} stands twice in one object")
    return made


def no_constant(name: str) -> NoReturn:
    """NaN and the infinities are not JSON."""
    raise ValueError(f"{name} is no JSON number")


def decoder(**more: Any) -> json.JSONDecoder:
    """A decoder that reads strictly."""
    return json.JSONDecoder(object_pairs_hook=each_name_once, parse_constant=no_constant, **more)


_DECODER = decoder()
