"""Reading a log: from a file with an event on each line, or from the export of a table."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from adjudicator.errors import AdjudicatorError, Refused
from adjudicator.log.events import Event, parse
from adjudicator.values.fields import found_words
from api.lib.file_marks import EXPORT, SQLITE
from api.lib.strict_json import encode, read_line


class NoLog(AdjudicatorError):
    """The file holds something else than a log."""


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """A file to read lines from; ``-`` is standard input."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with open(name, "rb") as lines:
        yield lines


def log_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The log that is in a file: the file itself, or the events of an export."""
    rest = iter(lines)
    first = next(rest, b"\n")
    if first.startswith(SQLITE):
        raise NoLog("it is a database; judge the tables in it with: adjudicator verify --replay")
    if not _begins_export(first):
        yield first
        yield from rest
        return
    for line in rest:
        yield _exported(line)


def _begins_export(line: bytes) -> bool:
    if EXPORT.encode() not in line:
        return False
    try:
        head = read_line(line)
    except ValueError:
        return False
    return isinstance(head, dict) and head.get("format") == EXPORT


def _exported(line: bytes) -> bytes:
    """The event on a line of an export; what is no such line is refused as it stands."""
    try:
        entry = read_line(line)["entry"]
        event = entry and entry["event"]
    except (ValueError, TypeError, KeyError):
        return line
    if event is None:
        raise NoLog("the content of this table was dropped in its time; nothing can be judged")
    return encode(event)


def event_on(line: bytes) -> Event:
    """The event on a line; ``Refused`` says what is wrong with it."""
    return parse(_object_on(line))


def _object_on(line: bytes) -> dict[str, Any]:
    try:
        content = read_line(line)
    except ValueError as error:
        raise _malformed(f"The line is not JSON: {error}.") from None
    if not isinstance(content, dict):
        raise _malformed(f"found {found_words(content)}; allowed: one JSON object a line.")
    return content


def _malformed(detail: str) -> Refused:
    return Refused("MALFORMED", detail, {"": [detail]})
