"""A case played: its script told to the judge, and what came of it held against its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.errors import Refused
from adjudicator.judging.rules import Law
from adjudicator.judging.rulings import FLOOR, Ruling
from adjudicator.play.outcome import Outcome
from adjudicator.record.docket import Docket
from adjudicator.view import state_json
from rulebook.cases.scripts import Telling, steps
from rulebook.reading.cases import Case, Setting, Wanted

CHIPS = 500  # in front of every player, where a case does not say


def faults(case: Case, law: Law) -> list[str]:
    """What came out otherwise than the case says; nothing if it holds."""
    try:
        docket, refused = played(case, law)
    except ValueError as error:
        return [str(error)]
    state = state_json(docket.state)
    return [
        *_refusal(case, refused),
        *_told_apart(case),
        *_ruled(case, docket),
        *_silent(case, docket),
        *_values(case, state),
        *_offers(case, state),
        *_dues(case, state),
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


class Order(NamedTuple):
    """A part of what a ruling orders: a code, the seats, and an amount or a card."""

    code: str
    seats: tuple[str, ...]
    what: str

    @classmethod
    def read(cls, text: str) -> Order:
        """``bet_returned 3: 10``"""
        before, _, what = text.partition(":")
        code, *seats = before.split()
        return cls(code, tuple(seats), what.strip())

    def __str__(self) -> str:
        what = f": {self.what}" if self.what else ""
        return " ".join((self.code, *self.seats)) + what

    def answers(self, wanted: Order) -> bool:
        """Whether it is what was wanted; what a case leaves unsaid may be anything."""
        same = self.code == wanted.code and set(wanted.seats) <= set(self.seats)
        return same and wanted.what in ("", self.what)


def _ruled(case: Case, docket: Docket) -> Iterator[str]:
    """Whether the rule spoke as wanted; instead of the article, it has the last word."""
    wanted, standing = case.wanted, list(_standing(docket))
    if not wanted.rule:
        return
    heard = standing[-1:] if case.near else standing
    if not any(one.rule == wanted.rule and _as_wanted(one, wanted) for one in heard):
        said = " | ".join(f"{one.rule} {one.certainty}: {_told(one)}" for one in standing)
        asked = f"{wanted.rule} {wanted.certainty}: {', '.join(wanted.outcomes)}"
        yield f"wanted {asked}; ruled: {said or 'nothing'}"


def _standing(docket: Docket) -> Iterator[Ruling]:
    return (one for one in docket.rulings.values() if one.status != "withdrawn")


def _as_wanted(ruling: Ruling, wanted: Wanted) -> bool:
    if ruling.certainty != wanted.certainty or wanted.seats not in ((), ruling.seats):
        return False
    asked, found = list(map(Order.read, wanted.outcomes)), orders(ruling)
    if asked and {one.code for one in asked} != {one.code for one in found}:
        return False
    return all(any(one.answers(each) for one in found) for each in asked)


def orders(ruling: Ruling) -> list[Order]:
    """What a ruling orders, or presumes where the floor decides, seats of a kind together."""
    seats: dict[tuple[str, str], list[str]] = {}
    for one in _outcomes(ruling):
        what = one.card if one.amount is None else one.amount
        named = seats.setdefault((one.code, "" if what is None else str(what)), [])
        named += [] if one.seat is None else [str(one.seat)]
    return [Order(code, tuple(named), what) for (code, what), named in seats.items()]


def _outcomes(ruling: Ruling) -> Iterator[Outcome]:
    presumed = next((one.outcomes for one in ruling.options if one.presumed), ())
    first = presumed if ruling.certainty == FLOOR else ()
    yield from first
    yield from (one for one in ruling.outcomes if one not in first)


def _told(ruling: Ruling) -> str:
    return ", ".join(map(str, orders(ruling)))


def _silent(case: Case, docket: Docket) -> Iterator[str]:
    for ruling in _standing(docket):
        if ruling.rule in case.wanted.silent:
            yield f"{ruling.rule} was to be silent, and ruled: {_told(ruling)}"


# --- The state ----------------------------------------------------------------------------


def _values(case: Case, state: Mapping[str, Any]) -> Iterator[str]:
    for path, value in case.wanted.then.items():
        found = _at(state, path)
        if found != value:
            yield f"{path} is {found!r}; wanted: {value!r}"


def _at(state: Any, path: str) -> Any:
    for name in path.split("."):
        if isinstance(state, list) and name.isdecimal():
            state = state[int(name)] if int(name) < len(state) else None
        else:
            state = state.get(name) if isinstance(state, dict) else None
    return state


def _offers(case: Case, state: Mapping[str, Any]) -> Iterator[str]:
    offered = [_words(one) for one in state["next"]]
    for one in case.wanted.offers:
        if not _among(one, offered):
            yield f"{one} is not offered, but {[' '.join(sorted(words)) for words in offered]}"
    for one in case.wanted.lacks:
        if _among(one, offered):
            yield f"{one} is offered"


def _dues(case: Case, state: Mapping[str, Any]) -> Iterator[str]:
    dues = [{str(value) for value in due.values()} for due in state["dues"]]
    for one in case.wanted.dues:
        if not _among(one, dues):
            yield f"{one} is not due, but {state['dues']}"


def _among(wanted: str, found: Iterable[set[str]]) -> bool:
    return any(set(wanted.split()) <= words for words in found)


def _words(entry: Mapping[str, Any]) -> set[str]:
    """An entry as cases write it: its type, and ``name=value`` for each field."""
    rest = {f"{name}={value}" for name, value in entry.items() if name != "type"}
    return {str(entry["type"]), *rest}
