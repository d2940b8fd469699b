"""A ruling in lines, set apart from the entries around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.values.fields import to_wire
from api.cli.style import Style
from api.lib.words import clean, spoken

if TYPE_CHECKING:
    from adjudicator.judging.rulings import Option, Ruling
    from adjudicator.play.outcome import Outcome


def ruling_lines(ruling: Ruling, style: Style) -> Iterator[str]:
    """Its id and rule, what it says, and what proves it."""
    bar = "│" if style.symbols else "|"
    margin = f"       {bar} "
    head = f"RULING {ruling.id}  {ruling.rule}  {ruling.certainty}, {spoken(ruling.status)}"
    yield margin + style.certainty(head, ruling.certainty)
    for name, text in _parts(ruling):
        lead = f"{margin}{name}: " if name else margin
        yield from style.wrapped(clean(text), lead, margin + "  " * bool(name))


def _parts(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """What there is to say about a ruling, each part under its name."""
    others = [cite for cite in ruling.cites if cite != ruling.rule]
    parts = (
        ("", ruling.text),
        ("orders", "; ".join(map(_outcome, ruling.outcomes))),
        *(("because", f"{fact.fact} (entry {fact.seq})") for fact in ruling.because),
        *((f"not {weighed.rule}", weighed.why_not) for weighed in ruling.considered),
        ("needs", "; ".join(map(_need, ruling.needs))),
        *(("option", _option(option)) for option in ruling.options),
        ("weigh", "; ".join(ruling.factors)),
        ("see also", ", ".join(others)),
    )
    yield from (part for part in parts if part[1])


def _outcome(outcome: Outcome) -> str:
    wire = outcome.wire()
    return _with_details(spoken(str(wire.pop("code"))), wire)


def _need(need: Mapping[str, Any]) -> str:
    details = {name: value for name, value in need.items() if name != "type"}
    return _with_details(spoken(str(need.get("type", ""))), details)


def _with_details(words: str, details: Mapping[str, Any]) -> str:
    listed = ", ".join(f"{name} {_value(value)}" for name, value in details.items())
    return f"{words} ({listed})" if listed else words


def _option(option: Option) -> str:
    words = option.label or "; ".join(map(_outcome, option.outcomes)) or "no change"
    return f"{words} (presumed)" if option.presumed else words


def _value(value: object) -> str:
    wire = to_wire(value)
    return " ".join(map(str, wire)) if isinstance(wire, list) else str(wire)
