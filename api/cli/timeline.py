"""What happened at a table, in lines a person can follow.

The reader of a log file owns it, so its cards are printed. Rulings speak for
themselves: their words reveal no concealed card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.log import events as ev
from adjudicator.view import state_json
from api.cli.ruling_lines import ruling_lines
from api.cli.style import Style
from api.lib.words import clean, many, spoken
from api.service.narration import narrate

if TYPE_CHECKING:
    from adjudicator.record.docket import Docket, Entry

Refusal = tuple[int, str, str]  # a line that was not taken: its number, the code, the detail


def timeline(name: str, docket: Docket, refused: Sequence[Refusal], style: Style) -> Iterator[str]:
    """A judged log in lines: entries in words, rulings set apart, where it ends."""
    yield style.paint(clean(name), "heading")
    corrected = _corrected(docket.entries)
    waiting = sorted(refused)
    hands = 0
    for entry in docket.entries:
        while waiting and waiting[0][0] < entry.seq:
            yield from _refusal(waiting.pop(0), style)
        if isinstance(entry.event, ev.HandStarted) and entry.seq not in corrected:
            hands += 1
            yield ""
            yield style.paint(f"Hand {hands}", "heading")
        yield _entry(entry, corrected.get(entry.seq), style)
        for ruling in docket.listed(entry):
            yield from ruling_lines(ruling, style)
    for line in waiting:
        yield from _refusal(line, style)
    yield ""
    yield from _ending(docket, len(refused), style)
    yield ""


def _corrected(entries: Sequence[Entry]) -> dict[int, int]:
    """Entries that a correction struck or replaced, and the entry that did it."""
    corrected: dict[int, int] = {}
    for entry in entries:
        if isinstance(entry.event, ev.EntryCorrected):
            undone = [old for old, by in corrected.items() if by == entry.event.entry]
            for old in undone:
                del corrected[old]
            corrected[entry.event.entry] = entry.seq
    return corrected


def _entry(entry: Entry, corrected_by: int | None, style: Style) -> str:
    words = style.dress(narrate(entry.event, style))
    if corrected_by is not None:
        words += style.paint(f"  (corrected by entry {corrected_by})", "faint")
    return f"{style.paint(f'{entry.seq:5}', 'faint')}  {words}"


def _refusal(refusal: Refusal, style: Style) -> Iterator[str]:
    number, code, detail = refusal
    mark = "✗" if style.symbols else "x"
    text = f"{mark} refused {code}: {clean(detail)}"
    head, *rest = style.wrapped(text, f"{number:5}  ", " " * 9)
    yield style.paint(head, "refused")
    yield from rest


# --- Where it ends ---------------------------------------------------------------


def _ending(docket: Docket, refused: int, style: Style) -> Iterator[str]:
    state = state_json(docket.state)
    table, hand = state["table"], state["hand"] or {}
    yield style.paint(_total(docket, refused), "heading")
    yield from _result(hand.get("result") or {}, style)
    yield from _amounts("stacks", table.get("stacks"), style)
    yield from _amounts("balances", table.get("balances"), style)
    if table.get("carried"):
        carried = " + ".join(str(layer["amount"]) for layer in table["carried"])
        yield f"  carried to the next hand: {carried}"
    for due in state["dues"]:
        yield f"  due: {_due(due)}"
    if hand.get("to_act") is not None:
        yield f"  to act: seat {hand['to_act']}, {hand.get('to_call', 0)} to call"


def _total(docket: Docket, refused: int) -> str:
    rulings = docket.rulings.values()
    waiting = sum(ruling.status == "open" for ruling in rulings)
    total = f"{many(len(docket.entries), 'entry', 'entries')}, {many(len(rulings), 'ruling')}"
    total += f" ({waiting} open)" if waiting else ""
    return total + (f", {many(refused, 'line')} refused" if refused else "")


def _result(result: Mapping[str, Any], style: Style) -> Iterator[str]:
    for seat, reading in (result.get("hands") or {}).items():
        cards = style.cards([*reading["own"], *reading["board"]])
        yield style.dress(f"  seat {seat}: {cards}  {reading['text']}")
    yield from _amounts("paid by the rules", result.get("paid"), style)


def _amounts(name: str, amounts: Mapping[str, Any] | None, style: Style) -> Iterator[str]:
    if amounts:
        dot = " · " if style.symbols else ", "
        listed = dot.join(f"seat {s} {a}" for s, a in amounts.items())
        yield from style.wrapped(f"{name}: {listed}", "  ", "    ")


def _due(due: Mapping[str, Any]) -> str:
    named = ("seat", "amount", "card")
    words = [f"{name} {due[name]}" for name in named if due.get(name) is not None]
    by = [f"ruling {due['ruling']}"] if due.get("ruling") else []
    return ", ".join((spoken(str(due["code"])), *words, *by))
