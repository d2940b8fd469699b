"""The signed ledger: checkpoints, and proofs that anybody can check."""

from __future__ import annotations

from itertools import chain
from typing import Any

from flask import Response, stream_with_context

from api.evidence import bundle
from api.http.authentication import caller
from api.http.responses import next_link, send
from api.http.routes.blueprint import Routes
from api.http.schemas.ledger import (
    ConsistencyJson,
    ConsistencyQuery,
    InclusionJson,
    InclusionQuery,
    RunsJson,
    RunsQuery,
)
from api.http.services import services
from api.service.problems import Problem
from api.service.stored_entries import no_table
from api.store.sql import stamp, utc_now

PLAIN = "text/plain; charset=utf-8"
NDJSON = "application/x-ndjson"
routes = Routes("transparency", __name__, description="The signed ledger and its proofs.")


@routes.on("GET", "/v1/tables/<table>/export")
@routes.answers(200, "An export: one line of JSON for the table, one for each entry.", NDJSON)
def export(table: str) -> Response:
    """Export a table's log with its hashes and proofs.

    `adjudicator verify` checks the file without this service. Cards that the reader may
    not see yet are masked; of such entries only the hash can be checked.
    """
    parts = services()
    if parts.store.head(table) is None:
        raise no_table(table)
    entries = parts.queries.stream(caller(), table, 0)
    lines = bundle.lines(parts.store, parts.ledger, table, stamp(utc_now()), entries)
    named = {"Content-Disposition": f'attachment; filename="{table}.jsonl"'}
    first = next(lines)  # what cannot be signed fails here, before anything is answered
    sent = stream_with_context(chain((first,), lines))
    return Response(sent, content_type=NDJSON, headers=named)


@routes.on("GET", "/v1/ledger/key")
@routes.answers(200, "The public key in one line: name, id, key.", "text/plain")
def key() -> Response:
    """Give the key that checks the checkpoints.

    Keep it from another source than this service: who could forge the record could also
    answer with another key here.
    """
    return Response(services().ledger.key.text() + "\n", content_type=PLAIN)


@routes.on("GET", "/v1/ledger/checkpoint")
@routes.answers(200, "A signed note: origin, size and root of the ledger.", "text/plain")
def checkpoint() -> Response:
    """Give the newest checkpoint; keep it, and ask for a consistency proof from it later."""
    note = services().ledger.newest().note
    return Response(note, content_type=PLAIN, headers={"Cache-Control": "no-store"})


@routes.on("GET", "/v1/ledger/inclusion")
@routes.asks(InclusionQuery)
@routes.gives(200, InclusionJson)
def inclusion(query: dict[str, Any]) -> Response:
    """Prove that an entry stands in the ledger of a size, by default the newest."""
    table, seq = query["table"], query["seq"]
    size, note = _at(query["size"])
    proof = services().ledger.inclusion(table, seq, size)
    entries = services().store.entries(table, seq - 1, 1)
    if proof is None or not entries:
        raise _not_included(table, seq, size)
    return send(
        {
            "table": table,
            "seq": seq,
            "hash": entries[0].hash,
            "place": proof.place,
            "size": size,
            "proof": [step.hex() for step in proof.proof],
            "checkpoint": note,
        }
    )


def _not_included(table: str, seq: int, size: int) -> Problem:
    head = services().store.head(table)
    if head is None:
        return no_table(table)
    if seq > head.version:
        detail = f"Table {table!r} has {head.version} entries; there is no entry {seq}."
        return Problem("NO_SUCH_ENTRY", detail, {"seq": [detail]})
    detail = f"Entry {seq} of table {table!r} is not among the first {size} of the ledger."
    return Problem("NOT_YET", detail, {"seq": [detail]})


@routes.on("GET", "/v1/ledger/consistency")
@routes.asks(ConsistencyQuery)
@routes.gives(200, ConsistencyJson)
def consistency(query: dict[str, Any]) -> Response:
    """Prove that the ledger of a size, by default the newest, begins with an older one."""
    first = query["first"]
    second, note = _at(query["second"])
    if first > second:
        detail = f"found {first}; allowed: no more than the size it is compared with, {second}"
        raise Problem("MALFORMED", detail, {"first": [detail]})
    proof = services().ledger.consistency(first, second)
    proven = [step.hex() for step in proof]
    return send({"first": first, "second": second, "proof": proven, "checkpoint": note})


@routes.on("GET", "/v1/ledger/runs")
@routes.asks(RunsQuery)
@routes.gives(200, RunsJson)
def runs(query: dict[str, Any]) -> Response:
    """List which entries stand where: runs of a table's entries, in order of place."""
    limit = query["limit"]
    listed = services().store.ledger.runs(query["after"], limit + 1)
    page = [
        {"place": run.place, "table": run.table, "seq": run.seq, "entries": run.entries}
        for run in listed[:limit]
    ]
    more = len(listed) > limit
    link = next_link(more, listed[limit].place if more else 0)
    return send({"runs": page, "has_more": more, "next": link})


def _at(size: int | None) -> tuple[int, str]:
    """The size asked for, and the newest checkpoint, which must cover it."""
    newest = services().ledger.newest()
    if size is not None and size > newest.size:
        detail = f"found {size}; allowed: no more than the newest checkpoint, {newest.size}"
        raise Problem("MALFORMED", detail, {"size": [detail]})
    return newest.size if size is None else size, newest.note
