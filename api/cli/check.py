"""The command that judges log files without a server."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import click

import rulebook
from adjudicator.errors import Refused
from adjudicator.judging.rules import Law
from adjudicator.log.reading import read
from adjudicator.record.docket import Docket, Entry
from adjudicator.view import state_json
from api.cli.log_files import NoLog, log_lines, opened
from api.lib.strict_json import encode
from rulebook import Rulebook
from rulebook.reading.options import read as read_options

UNREADABLE = 2  # the exit status if a file could not be read, or a line was refused
AT_ONCE = 200  # entries encoded per write: fast, without a second copy of the whole log


@dataclass(frozen=True)
class RefusedLine:
    """A line of a log that could not be taken, and why."""

    line: int
    code: str
    detail: str
    errors: Mapping[str, Sequence[str]]

    def wire(self) -> dict[str, Any]:
        """The refusal as plain JSON."""
        return {
            "line": self.line,
            "code": self.code,
            "detail": self.detail,
            "errors": self.errors,
        }


@dataclass
class Judged:
    """A log read to its end: the docket and the lines that were refused."""

    docket: Docket
    refused: list[RefusedLine] = field(default_factory=list)


def judge_log(
    lines: Iterable[bytes],
    law: Law,
    overrides: Mapping[str, Any] | None = None,
    until: int | None = None,
) -> Judged:
    """Judge a log line by line; a line's number is its entry's number."""
    judged = Judged(Docket(law, overrides))
    docket = judged.docket
    for number, line in enumerate(lines, 1):
        if until is not None and number > until:
            break
        if line.isspace():
            continue
        while docket.state.seq < number - 1:
            docket.skip()
        try:
            docket.take(read(line))
        except Refused as error:
            refused = RefusedLine(number, error.code, error.detail, error.errors)
            judged.refused.append(refused)
    return judged


@click.command()
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@click.option("--json", "machine", is_flag=True, help="One line of JSON for each log.")
@click.option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help="Judge as if the table had this house option; may be repeated.",
)
@click.option(
    "--until",
    metavar="SEQ",
    type=click.IntRange(min=0),
    help="Read no further than this entry.",
)
def check(
    logs: tuple[str, ...], machine: bool, options: tuple[str, ...], until: int | None
) -> None:
    """Judge log files without a server; - reads standard input.

    A LOG has one event on each line, or is the export of a table. Exits with 0 if every
    log was read whole, rulings or not, and with 2 if a file could not be read or a line
    was refused. Reading goes on after a refused line.
    """
    law = rulebook.load()
    overrides = _overrides(law, options)
    clean = True
    with _no_garbage_collection():
        for log in logs:
            clean = _check_one(log, law, overrides, until, machine) and clean
    if not clean:
        sys.exit(UNREADABLE)


def _check_one(
    log: str, law: Law, overrides: Mapping[str, Any], until: int | None, machine: bool
) -> bool:
    """Judge one log and print it; false unless all of it could be read."""
    name = click.format_filename(log)
    try:
        with opened(log) as lines:
            judged = judge_log(log_lines(lines), law, overrides, until)
    except (OSError, NoLog) as error:
        _print_unreadable(name, error, machine)
        return False
    if machine:
        _print_json(as_json(name, judged))
    else:
        _print_text(name, judged)
    return not judged.refused


def _overrides(law: Rulebook, options: Iterable[str]) -> dict[str, Any]:
    """The options given; a mistake fails before anything is judged."""
    given = dict(map(_option, options))
    try:
        read_options(law.options(), given)
    except Refused as refused:
        raise click.BadParameter(refused.detail, param_hint="--option") from None
    return given


def _option(text: str) -> tuple[str, Any]:
    """A house option from ``NAME=VALUE``; a value that is not JSON is text."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        message = f"found {text!r}; allowed: NAME=VALUE"
        raise click.BadParameter(message, param_hint="--option")
    try:
        setting = json.loads(value)
    except (ValueError, RecursionError):
        return name, value
    return name, value if isinstance(setting, float) else setting


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """States and entries live to the end: collections would only cost time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# --- Printing ----------------------------------------------------------------------


def _print_unreadable(name: str, error: Exception, machine: bool) -> None:
    detail = f"cannot read {name}: {getattr(error, 'strerror', None) or error}"
    if machine:
        refused = RefusedLine(0, "UNREADABLE", detail, {"": [detail]}).wire()
        answer = {"log": name, "entries": [], "refused": [refused], "state": None}
        _print_json([encode(answer), b"\n"])
    click.echo(detail, err=True)


def _print_json(parts: Iterable[bytes]) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.writelines(parts)
    sys.stdout.buffer.flush()


def _print_text(name: str, judged: Judged) -> None:
    from api.cli.style import of_output, print_lines
    from api.cli.timeline import timeline

    refused = [(one.line, one.code, one.detail) for one in judged.refused]
    print_lines(timeline(name, judged.docket, refused, of_output()))


def as_json(name: str, judged: Judged) -> Iterator[bytes]:
    """A judged log as one line of JSON, in pieces."""
    docket = judged.docket
    yield b'{"log":%b,"entries":[' % encode(name)
    comma = b""
    for start in range(0, len(docket.entries), AT_ONCE):
        some = docket.entries[start : start + AT_ONCE]
        yield comma + encode([_entry(docket, entry) for entry in some])[1:-1]
        comma = b","
    refused = [line.wire() for line in judged.refused]
    state = state_json(docket.state)
    yield b'],"refused":%b,"state":%b}\n' % (encode(refused), encode(state))


def _entry(docket: Docket, entry: Entry) -> dict[str, Any]:
    given = entry.rulings or entry.listed
    listed = [ruling.wire() for ruling in docket.listed(entry)] if given else []
    told = {"seq": entry.seq, "event": entry.event.content(), "rulings": listed}
    unknown = docket.unknown_subject(entry) if given else None
    if unknown is None:
        return told
    return {**told, "notices": [{"code": "UNKNOWN_SUBJECT", "detail": unknown}]}
