"""Reading a log: from a file with an event on each line, or from the export of a table."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from adjudicator.errors import AdjudicatorError
from api.lib.file_marks import EXPORT, SQLITE
from api.lib.strict_json import encode, read_json


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
        head = read_json(line)
    except ValueError:
        return False
    return isinstance(head, dict) and head.get("format") == EXPORT


def _exported(line: bytes) -> bytes:
    """The event on a line of an export; what is no such line is refused as it stands."""
    try:
        entry = read_json(line)["entry"]
        event = entry and entry["event"]
    except (ValueError, TypeError, KeyError):
        return line
    if event is None:
        raise NoLog("the content of this table was dropped in its time; nothing can be judged")
    return encode(event)
