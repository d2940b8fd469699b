"""The command that prints what may be asked or reported."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

import rulebook
from api.cli.style import Style, of_output, print_lines
from api.service.subjects import subjects
from rulebook.reading.toml_table import nearest


@click.command(name="subjects")
@click.argument("name", required=False)
@click.option("--json", "machine", is_flag=True, help="A list of objects.")
def show_subjects(name: str | None, machine: bool) -> None:
    """Print what may be asked, found wrong with the deck or announced, or one with its fields."""
    style = of_output()
    found = _called(subjects(rulebook.load(), None), name)
    if machine:
        print_lines([json.dumps(found, indent=2, ensure_ascii=not style.symbols)])
    else:
        print_lines(list_lines(found, style) if name is None else subject_lines(found, style))


def _called(found: list[dict[str, Any]], name: str | None) -> list[dict[str, Any]]:
    """All subjects, or those of a name or an alias."""
    if name is None:
        return found
    named = [one for one in found if name in (one["name"], *one["aliases"])]
    if not named:
        known = dict.fromkeys(each for one in found for each in (one["name"], *one["aliases"]))
        message = f"found {name!r}{nearest(name, known)}; allowed: {', '.join(known)}"
        raise click.BadParameter(message, param_hint="NAME")
    return named


def list_lines(found: Sequence[dict[str, Any]], style: Style) -> Iterator[str]:
    """One line for each subject, under the type of event it belongs to."""
    widest = max(len(one["name"]) for one in found)
    heading = ""
    for one in found:
        if one["type"] != heading:
            heading = one["type"]
            yield style.paint(f"{heading}, {one['field']}", "heading")
        line = f"  {one['name']:{widest}}  {one['meaning']}"
        yield from style.wrapped(line, "", " " * (widest + 4))


def subject_lines(found: Sequence[dict[str, Any]], style: Style) -> Iterator[str]:
    """A subject with its article and what may be recorded with it."""
    for one in found:
        yield style.paint(f"{one['type']} {one['field']}={one['name']}", "heading")
        yield from style.wrapped(one["meaning"], "  ", "  ")
        yield f"  Article {one['article']} ({one['heading']})"
        for words, listed in (
            ("Also called:", one["aliases"]),
            ("Fields:", one["fields"]),
            ("Facts:", one["facts"]),
            ("When:", one["when"]),
        ):
            if listed:
                yield from style.wrapped(f"{words} {', '.join(listed)}", "  ", "    ")
