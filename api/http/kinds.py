"""Answers in kind: JSON, text to read, or CSV, as the `Accept` header asks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Response, request

from api.http.responses import send
from api.service.problems import Problem

JSON, PLAIN, CSV, NDJSON = "application/json", "text/plain", "text/csv", "application/x-ndjson"
READABLE = (JSON, PLAIN, CSV)
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would work it out

Json = Mapping[str, Any]
Row = Mapping[str, Any]


class Readable(NamedTuple):
    """The same content as lines to read and as rows of a table."""

    lines: Sequence[str]
    columns: Sequence[str]
    rows: Sequence[Row]


def negotiated(*kinds: str) -> str:
    """The kind that the client likes best; a ``Problem`` where it likes none."""
    if not request.accept_mimetypes:
        return kinds[0]
    best = request.accept_mimetypes.best_match(kinds)
    if best is None:
        found = request.headers["Accept"][:200]
        said = f"found {found!r}; allowed: {', '.join(kinds)}"
        raise Problem("NOT_ACCEPTABLE", f"Accept: {said}.", {"Accept": [said]})
    return str(best)


def in_kind(kind: str, content: Json, readable: Readable) -> Response:
    """The content in the kind that was negotiated."""
    answer = send(content)
    if kind == PLAIN:
        answer.set_data("".join(f"{line}\n" for line in readable.lines))
    elif kind == CSV:
        answer.set_data(_csv(readable))
    if kind != JSON:
        answer.content_type = f"{kind}; charset=utf-8"
    answer.vary.add("Accept")
    return answer


def _csv(readable: Readable) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, readable.columns, extrasaction="ignore", restval="")
    writer.writeheader()
    writer.writerows({k: _cell(v) for k, v in row.items()} for row in readable.rows)
    return out.getvalue()


def _cell(value: object) -> object:
    """A value as a cell; text that a spreadsheet would take for a formula stays text."""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


# --- What is read -----------------------------------------------------------------------


def of_entries(entries: Sequence[Json]) -> Readable:
    """Entries of a table's log."""
    rows = [_entry(one) for one in entries]
    lines = [f"{row['seq']:5}  {row['recorded_at']}  {row['text']}" for row in rows]
    columns = ("seq", "recorded_at", "role", "device", "person", "type", "text")
    return Readable(lines, columns, rows)


def _entry(entry: Json) -> dict[str, Any]:
    by, event = entry.get("recorded_by", {}), entry.get("event", {})
    return {
        "seq": entry["seq"],
        "recorded_at": entry["recorded_at"],
        **{name: by.get(name, "") for name in ("role", "device", "person")},
        "type": event.get("type", ""),
        "text": entry.get("text", "dropped when its time was over"),
    }


def of_rulings(rulings: Sequence[Json]) -> Readable:
    """Rulings as they stand."""
    columns = ("table", "id", "hand", "seq", "recorded_at", "rule", "certainty", "status")
    lines = [line for one in rulings for line in _ruling(one, f"{one['table']}  ")]
    return Readable(lines, (*columns, "seats", "verdict", "text"), rulings)


def _ruling(one: Json, before: str) -> Iterator[str]:
    yield f"{before}{one['id']}  {one['rule']}  {one['certainty']}, {one['status']}"
    yield f"{' ' * len(before)}{one['text']}"


def of_hand(hand: Json) -> Readable:
    """A hand's timeline with the rulings under their entries."""
    timeline: Iterable[Json] = hand["timeline"]
    lines, rows = [f"Hand {hand['number']}"], []
    for one in timeline:
        row = _entry(one)
        lines.append(f"{row['seq']:5}  {row['text']}")
        lines += [f"       | {line}" for each in one["rulings"] for line in _ruling(each, "")]
        said = [f"{each['id']} {each['rule']} {each['status']}" for each in one["rulings"]]
        rows.append(row | {"rulings": "; ".join(said)})
    columns = ("seq", "recorded_at", "role", "device", "person", "type", "text", "rulings")
    return Readable(lines, columns, rows)
