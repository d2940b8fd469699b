"""JSON read strictly: each name once, no NaN, no number beyond what can be written."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

import msgspec

MOST_BRACKETS = 64  # deeper nesting than this is for the slow reader to refuse


def read_json(line: bytes) -> Any:
    """The JSON value on a line; ``ValueError`` says what is wrong with it."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _with_care(line)
    return found if _plainly_right(line, found) else _with_care(line)


def _plainly_right(line: bytes, found: Any) -> bool:
    """Whether written anew it has as many colons, so that no name stood twice.

    A line with escapes might hide a colon in one, and is read with care.
    """
    if b"\\" in line or line.count(b"[") + line.count(b"{") > MOST_BRACKETS:
        return False
    return line.count(b":") == msgspec.json.encode(found).count(b":")


def _with_care(line: bytes) -> Any:
    try:
        found = _DECODER.decode(line.decode("utf-8-sig").strip())
        json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("it holds half of a surrogate pair") from None
    return found


def each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these pairs; a name given twice is an error."""
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the name {twice!r} stands twice in one object")
    return found


def no_constant(name: str) -> NoReturn:
    """NaN and the infinities are no JSON."""
    raise ValueError(f"{name} is no JSON number")


def decoder(**more: Any) -> json.JSONDecoder:
    """A decoder that reads strictly."""
    return json.JSONDecoder(object_pairs_hook=each_name_once, parse_constant=no_constant, **more)


_DECODER = decoder()
