"""Judging without recording: whole logs, and what would have followed instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.rules import Law
from adjudicator.judging.rulings import Ruling
from adjudicator.log.reading import parse
from adjudicator.record.docket import Docket, Entry
from adjudicator.table.table import State
from adjudicator.values.frozen import NOTHING
from adjudicator.view import state_json
from api.service.live_tables import LiveTables
from api.service.problems import Problem, of_refusal
from api.service.roles import Caller
from api.service.visibility import Visibility


class Judge:
    """Judges without storing anything."""

    def __init__(self, tables: LiveTables, law: Law) -> None:
        self._tables = tables
        self._law = law

    def log(
        self, events: Sequence[Mapping[str, Any]], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Judge a whole log; a refused entry is reported and the rest is judged all the same."""
        docket = Docket(self._law, options)
        refused: list[dict[str, Any]] = []
        for line, raw in enumerate(events, 1):
            while docket.state.seq < line - 1:
                docket.skip()
            try:
                docket.record(raw)
            except Refused as error:
                refused.append(_refused(line, error))
                if line == 1:
                    raise of_refusal(error, "events.0") from None
        return {
            "entries": [_judged(docket, entry) for entry in docket.entries],
            "rulings": [ruling.wire() for ruling in docket.rulings.values()],
            "refused": refused,
            "state": state_json(docket.state),
        }

    def what_if(
        self,
        caller: Caller,
        table: str,
        at: int | None,
        events: Sequence[Mapping[str, Any]],
        options: Mapping[str, Any],
    ) -> dict[str, Any]:
        """What would follow after entry ``at``, and how that differs from the record.

        Both are judged on what the caller may know: nobody may find out by asking whether a
        guessed card lies where it cannot be seen.
        """
        with self._tables.use(table) as live:
            last = live.version
        since = last if at is None else at
        if not 1 <= since <= last:
            detail = f"There is no entry {since}; the last one is {last}."
            raise Problem("NO_SUCH_ENTRY", detail, {"at": [detail]})
        until = min(last, since + len(events))
        first = 1 if options or not events else self._begins(table, since)
        with self._tables.around(table, first, until) as live:
            began, known = live.docket.began, Visibility.of(live, caller).contents()
        record = self._replayed(began, known[: until - began.seq], {})
        imagined = self._replayed(began, known[: since - began.seq], options, record.rulings)
        for index, raw in enumerate(events):
            _record(imagined, raw, f"events.{index}")
        would = list(imagined.rulings.values())
        follow = [r for r in would if r.seq > since] if events else would
        return {
            "at": since,
            "compared_with": until,
            "rulings": [ruling.wire() for ruling in follow],
            "differences": _differences(record.rulings.values(), would),
            "state": state_json(imagined.state),
        }

    def _begins(self, table: str, seq: int) -> int:
        """An entry from which on the hand of entry ``seq`` can be judged anew."""
        with self._tables.around(table, seq + 1, seq) as live:
            hand = live.hand_of(seq)
        return self._tables.first_of(table, hand)

    def _replayed(
        self,
        began: State,
        events: Sequence[Mapping[str, Any]],
        options: Mapping[str, Any],
        known: Mapping[str, Ruling] = NOTHING,
    ) -> Docket:
        """The record under other options; ``known`` are its rulings as they were given."""
        docket = Docket(self._law, options, began)
        for event in events:
            try:
                docket.retell(parse(event), known)
            except Refused as refused:
                raise of_refusal(refused, "options") from None
        return docket


def _record(docket: Docket, raw: Mapping[str, Any], within: str) -> None:
    try:
        docket.record(raw)
    except Refused as refused:
        raise of_refusal(refused, within) from None


def _refused(line: int, error: Refused) -> dict[str, Any]:
    return {
        "line": line,
        "code": error.code,
        "detail": error.detail,
        "errors": error.errors,
    }


def _judged(docket: Docket, entry: Entry) -> dict[str, Any]:
    listed = [ruling.wire() for ruling in docket.listed(entry)]
    return {"seq": entry.seq, "event": entry.event.content(), "rulings": listed}


def _differences(
    record: Iterable[Ruling], would: Iterable[Ruling]
) -> dict[str, list[dict[str, Any]]]:
    """Rulings that only would follow, and rulings that only the record has."""
    was = {_answer(ruling): ruling for ruling in record}
    now = {_answer(ruling): ruling for ruling in would}
    return {
        "added": [ruling.wire() for key, ruling in now.items() if key not in was],
        "missing": [ruling.wire() for key, ruling in was.items() if key not in now],
    }


def _answer(ruling: Ruling) -> tuple[Any, ...]:
    outcomes = tuple(sorted(repr(outcome.wire()) for outcome in ruling.outcomes))
    status = ruling.status == "withdrawn"
    return ruling.arose, ruling.rule, ruling.certainty, ruling.seats, outcomes, status
