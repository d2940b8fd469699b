"""Events: record them, read them back."""

from __future__ import annotations

from typing import Any

from flask import Response, request, stream_with_context

from api.http import append_requests
from api.http.authentication import caller
from api.http.kinds import JSON, NDJSON, READABLE, in_kind, negotiated, of_entries
from api.http.responses import encoded, next_link, send
from api.http.routes.blueprint import Routes
from api.http.schemas.entries import EntriesJson, EventsQuery
from api.http.schemas.recording import DRY_RUN, RecordedJson, RecordQuery
from api.http.services import services
from api.service.stored_entries import no_table

routes = Routes("events", __name__, description="The record of a table.")


@routes.on("POST", "/v1/tables/<table>/events")
@routes.body("Record", versioned=True)
@routes.asks(RecordQuery)
@routes.gives(201, RecordedJson)
@routes.may_give(200, DRY_RUN)
def record(query: dict[str, Any], table: str) -> Response:
    """Record one event, or `{"events": [...]}` all or nothing.

    `If-Match: "<version>"` (412 when stale) or `expected_version` (409) guards against
    lost updates; without either the event is recorded whatever the version. A retry
    with the same `Idempotency-Key` or event `id`s gets the first answer again.
    """
    most, dry_run = services().settings.largest_batch, query["dry_run"]
    wanted = append_requests.to_record(request, caller(), dry_run, most)
    recorded = services().recorder.record(table, wanted)
    return send(recorded, 200 if dry_run else 201)


@routes.on("GET", "/v1/tables/<table>/events")
@routes.asks(EventsQuery)
@routes.gives(200, EntriesJson)
@routes.answers(200, "A page of entries, or all of them.", NDJSON)
@routes.told_as_text()
def entries(query: dict[str, Any], table: str) -> Response:
    """Read entries in order, as they are stored: what their hashes cover and nothing beside.

    `Accept: application/x-ndjson` streams all of them; `text/plain` and `text/csv` give a page
    to read, a sentence for each.
    """
    after, limit = query["after"], query["limit"]
    kind = negotiated(*READABLE, NDJSON)
    if services().store.head(table) is None:
        raise no_table(table)
    if kind == NDJSON:
        return _streamed(table, after)
    read = services().queries.entries if kind == JSON else services().queries.told
    listed = read(caller(), table, after, limit + 1)
    page, more = listed[:limit], len(listed) > limit
    link = next_link(more, page[-1]["seq"] if page else after)
    return in_kind(kind, {"entries": page, "has_more": more, "next": link}, of_entries(page))


def _streamed(table: str, after: int) -> Response:
    entries = services().queries.stream(caller(), table, after)
    lines = (encoded(one) + "\n" for one in entries)
    return Response(stream_with_context(lines), content_type=NDJSON)
