"""The command line: judge log files, compare hands, read the rulebook, serve.

Commands read their arguments, ask the engine and print. What they do not need they do
not import, so that ``check`` starts fast.
"""

from __future__ import annotations

import gc
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import IO, TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from orjson import Fragment

from adjudicator.errors import AdjudicatorError, Refused
from api.cli.database import database
from api.cli.evidence import export, key, verify
from api.cli.failing import Commands
from api.cli.migrate import migrate
from api.cli.people import device, person
from api.cli.upkeep import backup, doctor, retention
from api.lib.files import EXPORT, SQLITE
from api.lib.strict_json import encode, read_line

if TYPE_CHECKING:
    from adjudicator.game.profile import Profile
    from adjudicator.judging.rules import Law
    from adjudicator.log.events import Event
    from adjudicator.record.docket import Docket, Entry
    from adjudicator.values.cards import Card
    from api.cli.narration import Style
    from rulebook import Article, Rulebook

UNREADABLE = 2


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="adjudicator")
def main() -> None:
    """Floor rulings for poker: a log of what happened in, cited rulings out."""


# --- check -----------------------------------------------------------------------


class NoLog(AdjudicatorError):
    """The file holds something else than a log."""


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
    from adjudicator.record.docket import Docket

    judged = Judged(Docket(law, overrides))
    docket = judged.docket
    event_on = lru_cache(maxsize=KNOWN_LINES)(_event_on)
    for number, line in enumerate(lines, 1):
        if until is not None and number > until:
            break
        if line.isspace():
            continue
        while docket.state.seq < number - 1:
            docket.skip()
        try:
            docket.take(event_on(line))
        except Refused as refused:
            judged.refused.append(_refused(number, refused))
    return judged


def _refused(line: int, refused: Refused) -> RefusedLine:
    return RefusedLine(line, refused.code, refused.detail, refused.errors)


def _event_on(line: bytes) -> Event:
    from adjudicator.log.events import parse

    return parse(_object_on(line))


def _object_on(line: bytes) -> dict[str, Any]:
    try:
        found = read_line(line)
    except ValueError as error:
        raise _malformed(f"The line is not JSON: {error}.") from None
    if not isinstance(found, dict):
        from adjudicator.values.fields import found_words

        raise _malformed(f"found {found_words(found)}; allowed: one JSON object a line.")
    return found


def _malformed(detail: str) -> Refused:
    return Refused("MALFORMED", detail, {"": [detail]})


KNOWN_LINES = 4096  # a night says the same few things again: the same line is read once
AT_ONCE = 200  # entries encoded in one go: quick, and never a whole log in memory twice


def _option(text: str) -> tuple[str, Any]:
    """A house option from ``NAME=VALUE``; what is no JSON value is taken as text."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        message = f"found {text!r}; allowed: NAME=VALUE"
        raise click.BadParameter(message, param_hint="--option")
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return name, value
    return name, value if isinstance(found, float) else found


def _overrides(law: Rulebook, options: Iterable[str]) -> dict[str, Any]:
    """The options given; a mistake is told before anything is judged."""
    from rulebook.reading.options import read

    given = dict(map(_option, options))
    try:
        read(law.options(), given)
    except Refused as refused:
        raise click.BadParameter(refused.detail, param_hint="--option") from None
    return given


@main.command()
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

    A LOG has one event on each line, or is the export of a table. Ends with 0 if every
    log was read whole, rulings or not, and with 2 if a file could not be read or a line
    was refused. Reading goes on after a refused line.
    """
    import rulebook

    law = rulebook.load()
    overrides = _overrides(law, options)
    clean = True
    with _no_garbage_collection():
        for log in logs:
            name = click.format_filename(log)
            try:
                with _opened(log) as lines:
                    judged = judge_log(_log_in(lines), law, overrides, until)
            except (OSError, NoLog) as error:
                clean = False
                _print_unreadable(name, error, machine)
                continue
            clean = clean and not judged.refused
            if machine:
                _write_json(as_json(name, judged))
            else:
                _write(_as_text(name, judged))
    if not clean:
        sys.exit(UNREADABLE)


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """States and entries are kept to the end; looking for garbage costs time only."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with open(name, "rb") as lines:
        yield lines


def _log_in(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The log that is in a file: the file itself, or the events of an export."""
    found = iter(lines)
    first = next(found, b"\n")
    if first.startswith(SQLITE):
        raise NoLog("it is a database; judge the tables in it with: adjudicator verify --replay")
    if not _begins_export(first):
        yield first
        yield from found
        return
    for line in found:
        yield _exported(line)


def _begins_export(line: bytes) -> bool:
    if EXPORT.encode() not in line:
        return False
    try:
        found = read_line(line)
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("format") == EXPORT


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


def _print_unreadable(name: str, error: Exception, machine: bool) -> None:
    detail = f"cannot read {name}: {getattr(error, 'strerror', None) or error}"
    if machine:
        refused = RefusedLine(0, "UNREADABLE", detail, {"": [detail]}).wire()
        answer = {"log": name, "entries": [], "refused": [refused], "state": None}
        _write_json([encode(answer), b"\n"])
    click.echo(detail, err=True)


def as_json(name: str, judged: Judged) -> Iterator[bytes]:
    """A judged log as one line of JSON, in pieces."""
    from adjudicator.view import state_json

    docket = judged.docket
    yield b'{"log":%b,"entries":[' % encode(name)
    comma = b""
    told: dict[int, Fragment] = {}
    for start in range(0, len(docket.entries), AT_ONCE):
        some = docket.entries[start : start + AT_ONCE]
        yield comma + encode([_entry(docket, entry, told) for entry in some])[1:-1]
        comma = b","
    refused = [line.wire() for line in judged.refused]
    state = state_json(docket.state)
    yield b'],"refused":%b,"state":%b}\n' % (encode(refused), encode(state))


def _entry(docket: Docket, entry: Entry, told: dict[int, Fragment]) -> dict[str, Any]:
    """An entry; ``told`` are the events written before, for the same line is one event."""
    listed = [ruling.wire() for ruling in docket.listed(entry)]
    event = told.get(id(entry.event))
    if event is None:
        event = told[id(entry.event)] = Fragment(encode(entry.event.content()))
    return {"seq": entry.seq, "event": event, "rulings": listed}


def _as_text(name: str, judged: Judged) -> Iterator[str]:
    from api.cli.narration import timeline

    refused = [(one.line, one.code, one.detail) for one in judged.refused]
    for line in timeline(name, judged.docket, refused, _style()):
        yield line + "\n"


def _style() -> Style:
    from api.cli.narration import Style

    return Style.of(sys.stdout, os.environ)


def _write_json(parts: Iterable[bytes]) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.writelines(parts)
    sys.stdout.buffer.flush()


def _write(parts: Iterable[str]) -> None:
    sys.stdout.writelines(parts)


# --- rank ------------------------------------------------------------------------

_CARD = re.compile(r"(?:10|[2-9TJQKA])[shdc]|jk", re.IGNORECASE)


def _cards(text: str) -> tuple[Card, ...]:
    """Cards with or without spaces or commas between them."""
    from adjudicator.values.cards import parse_card

    words = re.split(r"[\s,]+", text.strip())
    found: list[str] = []
    for word in words:
        glued = _CARD.findall(word)
        found += glued if "".join(glued) == word else [word]
    try:
        return tuple(parse_card(word) for word in found)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="CARDS") from None


def _hands(arguments: tuple[str, ...]) -> list[tuple[Card, ...]]:
    """One hand an argument; single cards in a row are one hand."""
    hands = [_cards(text) for text in arguments]
    if len(hands) > 1 and all(len(hand) == 1 for hand in hands):
        return [sum(hands, ())]
    return hands


def _no_card_twice(cards: Iterable[Card], jokers: int) -> None:
    from adjudicator.values.cards import JOKER, duplicates

    cards = list(cards)
    twice = [card for card in duplicates(cards) if card != JOKER]
    if cards.count(JOKER) > max(jokers, 1):
        twice.append(JOKER)
    if twice:
        raise click.UsageError(f"Met more than once: {', '.join(twice)}.")


@main.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--game", metavar="ID", default="draw-high", show_default=True, help="Whose rules.")
@click.option("--board", metavar="CARDS", default="", help="Cards common to all hands.")
def rank(cards: tuple[str, ...], game: str, board: str) -> None:
    """Value and compare hands under a game's rules.

    Each argument is one hand: adjudicator rank "Ks Kh 8d 8c Jk" "As Ad 7c 7d Qh"
    """
    import rulebook
    from adjudicator.hands import read
    from api.cli.narration import ranking_lines

    hands = _hands(cards)
    common = _cards(board) if board.strip() else ()
    profile = _profile(rulebook.load(), game, any("Jk" in hand for hand in hands))
    _no_card_twice([card for hand in (*hands, common) for card in hand], profile.jokers)
    readings = [read(hand, common, profile.ranking) for hand in hands]
    opens = _openers(hands, profile) if profile.opens_on_jacks else None
    _write(f"{line}\n" for line in ranking_lines(hands, readings, opens, _style()))


def _openers(hands: Sequence[tuple[Card, ...]], profile: Profile) -> list[bool]:
    from adjudicator.hands import holds_openers

    return [holds_openers(hand, profile.ranking) for hand in hands]


def _profile(law: Rulebook, game: str, with_joker: bool) -> Profile:
    """The game at its usual stakes; with the joker where a hand holds it."""
    options = {"joker_in_use": "on"} if with_joker else {}
    try:
        return law.profile(game, law.game(game).usual_stakes, options)
    except Refused as refused:
        raise click.BadParameter(refused.detail, param_hint="--game") from None


# --- rulebook --------------------------------------------------------------------


@main.command(name="rulebook")
@click.argument("rule", required=False)
@click.option("--json", "machine", is_flag=True, help="A list of objects.")
def show_rulebook(rule: str | None, machine: bool) -> None:
    """Print the rules, or one with its text, source and worked examples.

    RULE is an id such as draw-high/4b, or the part before the stroke for all of a book.
    """
    import rulebook
    from api.cli.narration import article_lines, contents_lines

    law = rulebook.load().checked()
    articles = _articles(law, rule)
    if machine:
        wire = [law.told(one) for one in articles]
        _write([json.dumps(wire, indent=2, ensure_ascii=not _style().symbols), "\n"])
    elif rule is None or rule != articles[0].id:
        _write(f"{line}\n" for line in contents_lines(articles, _style()))
    else:
        readings = [one for one in law.decisions() if rule in one.articles]
        _write(f"{line}\n" for line in article_lines(law, articles[0], readings, _style()))


def _articles(law: Rulebook, rule: str | None) -> list[Article]:
    """All articles, the one with this id, or those of a book."""
    if rule is None:
        return list(law.articles())
    one = law.article(rule)
    found = [one] if one else [each for each in law.articles() if each.book == rule]
    if not found:
        message = f"found {rule!r}{law.near(rule)}; allowed: the id of a rule or book"
        raise click.BadParameter(message, param_hint="RULE")
    return found


# --- events ----------------------------------------------------------------------


@main.command()
@click.argument("kind", metavar="[TYPE]", required=False)
def events(kind: str | None) -> None:
    """Print the types of event that a log may hold, or one with its fields."""
    from adjudicator.log.events import EVENTS
    from api.cli.narration import event_lines, event_list_lines
    from rulebook.reading.toml_table import nearest

    if kind is None:
        _write(f"{line}\n" for line in event_list_lines(_style()))
    elif kind in EVENTS:
        _write(f"{line}\n" for line in event_lines(EVENTS[kind], _style()))
    else:
        message = f"found {kind!r}{nearest(kind, EVENTS)}; allowed: {', '.join(EVENTS)}"
        raise click.BadParameter(message, param_hint="TYPE")


# --- serve -----------------------------------------------------------------------


@main.command()
@click.option(
    "--demo",
    is_flag=True,
    help="Tables with disputes, open to this machine; gone at the end unless a database is named.",
)
@click.option("--open", "open_", is_flag=True, help="Ask for no tokens; this machine only.")
@click.option("--host", metavar="H", default="127.0.0.1", show_default=True)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
)
@database
@click.pass_context
def serve(ctx: click.Context, demo: bool, open_: bool, host: str, port: int, database: str) -> None:
    """Serve tables, rulings and the rulebook over HTTP.

    Asks for the tokens of enrolled devices, unless --open or --demo is given.
    """
    from api.server import run

    unnamed = ctx.get_parameter_source("database") is ParameterSource.DEFAULT
    run(host, port, None if demo and unnamed else database, demo, open_)


for command in (migrate, device, person, key, export, verify, backup, doctor, retention):
    main.add_command(command)

if __name__ == "__main__":
    main()
