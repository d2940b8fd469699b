"""A case played: its script told to the judge, and what came of it held against its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.rules import Law
from adjudicator.judging.rulings import FLOOR, Ruling
from adjudicator.record.docket import Docket
from adjudicator.view import state_json
from rulebook.reading.cases import Case, Setting
from rulebook.reading.scripts import Telling, steps

CHIPS = 500  # in front of every player, where a case does not say


def faults(case: Case, law: Law) -> list[str]:
    """What came out otherwise than the case says; nothing if it holds."""
    try:
        docket, refused = played(case, law)
    except ValueError as error:
        return [str(error)]
    return [
        *_refusal(case, refused),
        *_told_apart(case),
        *_ruled(case, docket),
        *_silent(case, docket),
        *_state(case, state_json(docket.state)),
    ]


def played(case: Case, law: Law) -> tuple[Docket, str]:
    """The docket after the last step, and the code if that was refused."""
    told = Telling(Docket(law))
    try:
        for entry in opening(case.setting):
            told.add(entry)
        for step in steps(case.script, case.starts, told.marks):
            told.tell(step)
    except Refused as refused:
        return told.docket, f"{refused.code}: {refused.detail}"
    return told.docket, ""


def opening(setting: Setting) -> Iterator[dict[str, Any]]:
    """The entries before the first step: the table, its players, what was announced."""
    yield {
        "type": "table_opened",
        "game": setting.game,
        "stakes": dict(setting.stakes),
        "options": dict(setting.options),
        "seats": setting.places,
    }
    for seat in range(1, setting.seats + 1):
        chips = setting.chips.get(str(seat), setting.chips.get("all", CHIPS))
        known = {} if chips == "untracked" else {"chips": chips}
        yield {"type": "player_seated", "seat": seat, "player": f"P{seat}", **known}
    for topic, value in setting.said.items():
        if value != "nothing":
            yield {"type": "announced", "topic": topic, "value": value}


def _refusal(case: Case, refused: str) -> Iterator[str]:
    if case.wanted.refused != refused.partition(":")[0]:
        yield f"refused {refused or 'nothing'}; wanted: {case.wanted.refused or 'nothing'}"


def _told_apart(case: Case) -> Iterator[str]:
    """A seat that the sentence names plays a part in the hand."""
    script = " ".join((case.script, *case.starts.values()))
    numbers = re.findall(r"\d+", f"{script} {case.setting.chips} {case.wanted}")
    for seat in re.findall(r"[Ss]eat (\d+)", case.case):
        if seat not in numbers:
            yield f"the sentence names seat {seat}, which the log does not"


# --- Rulings ------------------------------------------------------------------------------


def _ruled(case: Case, docket: Docket) -> Iterator[str]:
    """Whether the rule spoke as wanted."""
    wanted = case.wanted
    if not wanted.rule:
        return
    found = [ruling for ruling in _standing(docket, "") if ruling.rule == wanted.rule]
    if case.near:  # where another rule speaks instead, it has the last word
        found = [one for one in [*_standing(docket, "")][-1:] if one in found]
    if any(_matches(ruling, case) for ruling in found):
        return
    said = [f"{r.rule} {r.certainty}: {', '.join(_orders(r))}" for r in _standing(docket, "")]
    asked = f"{wanted.rule} {wanted.certainty}: {', '.join(wanted.outcomes)}"
    yield f"wanted {asked}; ruled: {' | '.join(said) or 'nothing'}"


def _standing(docket: Docket, rule: str) -> Iterator[Ruling]:
    for ruling in docket.rulings.values():
        if rule in ("", ruling.rule) and ruling.status != "withdrawn":
            yield ruling


def _matches(ruling: Ruling, case: Case) -> bool:
    seats = case.wanted.seats or ruling.seats
    if ruling.certainty != case.wanted.certainty or ruling.seats != seats:
        return False
    wanted = [_parts(one) for one in case.wanted.outcomes]
    found = [_parts(one) for one in _orders(ruling)]
    if not wanted:
        return True
    same = {code for code, _, _ in wanted} == {code for code, _, _ in found}
    return same and all(any(_within(one, other) for other in found) for one in wanted)


def _within(wanted: tuple[str, set[str], str], found: tuple[str, set[str], str]) -> bool:
    """Whether an outcome is the one wanted; what was left unsaid may be anything."""
    code, seats, amount = wanted
    return code == found[0] and seats <= found[1] and amount in ("", found[2])


def _orders(ruling: Ruling) -> list[str]:
    """What a ruling orders, or presumes where the floor decides, as cases write it."""
    outcomes: Iterable[Any] = ruling.outcomes
    if ruling.certainty == FLOOR:
        presumed = [one.outcomes for one in ruling.options if one.presumed]
        first = presumed[0] if presumed else ()
        outcomes = [*first, *(one for one in ruling.outcomes if one not in first)]
    seats: dict[tuple[str, str], list[str]] = {}
    for one in outcomes:
        what = one.card if one.amount is None else one.amount
        key = (one.code, "" if what is None else str(what))
        seats.setdefault(key, []).extend([] if one.seat is None else [str(one.seat)])
    return [" ".join((c, *s)) + (f": {what}" if what else "") for (c, what), s in seats.items()]


def _parts(order: str) -> tuple[str, set[str], str]:
    """``bet_returned 3: 10`` as code, seats and amount or card."""
    before, _, what = order.partition(":")
    code, *seats = before.split()
    return code, set(seats), what.strip()


def _silent(case: Case, docket: Docket) -> Iterator[str]:
    for rule in case.wanted.silent:
        for ruling in _standing(docket, rule):
            yield f"{rule} was to be silent, and ruled: {', '.join(_orders(ruling))}"


# --- The state ----------------------------------------------------------------------------


def _state(case: Case, state: Mapping[str, Any]) -> Iterator[str]:
    wanted = case.wanted
    for path, value in wanted.then.items():
        found = _at(state, path)
        if found != value:
            yield f"{path} is {found!r}; wanted: {value!r}"
    offered = [_entry_words(one) for one in state["next"]]
    for one in wanted.offers:
        if not any(set(one.split()) <= words for words in offered):
            yield f"{one} is not offered, but {[' '.join(sorted(words)) for words in offered]}"
    for one in wanted.lacks:
        if any(set(one.split()) <= words for words in offered):
            yield f"{one} is offered"
    dues = [{str(value) for value in due.values()} for due in state["dues"]]
    for one in wanted.dues:
        if not any(set(one.split()) <= due for due in dues):
            yield f"{one} is not due, but {state['dues']}"


def _at(state: Any, path: str) -> Any:
    for name in path.split("."):
        if isinstance(state, list) and name.isdecimal():
            state = state[int(name)] if int(name) < len(state) else None
        else:
            state = state.get(name) if isinstance(state, dict) else None
    return state


def _entry_words(entry: Mapping[str, Any]) -> set[str]:
    rest = {f"{name}={value}" for name, value in entry.items() if name != "type"}
    return {str(entry["type"]), *rest}
