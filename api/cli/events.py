"""The command that prints the types of event."""

from __future__ import annotations

from collections.abc import Iterator

import click

from adjudicator.log.events import EVENTS, Event
from api.cli.style import Style, of_output, print_lines
from rulebook.reading.toml_table import nearest


@click.command()
@click.argument("kind", metavar="[TYPE]", required=False)
def events(kind: str | None) -> None:
    """Print the types of event that a log may hold, or one with its fields."""
    if kind is None:
        print_lines(event_list_lines(of_output()))
    elif kind in EVENTS:
        print_lines(event_lines(EVENTS[kind], of_output()))
    else:
        message = f"found {kind!r}{nearest(kind, EVENTS)}; allowed: {', '.join(EVENTS)}"
        raise click.BadParameter(message, param_hint="TYPE")


def event_list_lines(style: Style) -> Iterator[str]:
    """One line for each type of event, and what it says happened."""
    widest = max(map(len, EVENTS))
    for kind, event in EVENTS.items():
        yield from style.wrapped(f"{kind:{widest}}  {_meaning(event)}", "", " " * (widest + 2))


def event_lines(event: type[Event], style: Style) -> Iterator[str]:
    """One type of event with its fields; those that every event may have come last."""
    yield style.paint(event.type, "heading")
    yield from style.wrapped(_meaning(event), "  ", "  ")
    common = frozenset.intersection(*(frozenset(one.specs) for one in EVENTS.values()))
    for spec in sorted(event.specs.values(), key=lambda spec: spec.name in common):
        needed = " (needed)" if spec.required else ""
        holds = f"one of {', '.join(spec.choices)}" if spec.choices else spec.kind.value
        yield ""
        yield f"  {style.paint(spec.name, 'heading')}{needed}"
        yield from style.wrapped(f"{spec.doc}; {holds}", "    ", "    ")


def _meaning(event: type[Event]) -> str:
    return " ".join((event.__doc__ or "").split())
