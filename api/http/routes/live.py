"""The live stream."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.http import authentication
from api.http.authentication import caller
from api.http.routes.blueprint import Routes
from api.http.schemas.stream import LAST_EVENT_ID, StreamQuery
from api.http.services import services
from api.service.problems import Problem
from api.service.roles import OPEN
from api.service.stored_entries import no_table
from api.service.streams import Subject

EVENT_STREAM = "text/event-stream"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
routes = Routes("live", __name__, description="What happens, as it happens.")


@routes.on("GET", "/v1/stream")
@routes.asks(StreamQuery)
@routes.reads(LAST_EVENT_ID)
@routes.answers(200, "Server-sent events.", EVENT_STREAM)
def stream(query: dict[str, Any]) -> Response:
    """Follow one table, several (`tables=a,b`), or all open rulings (`rulings=open`).

    The first message is `start`. A message `entry` holds an entry with the rulings it gave
    or touched; a message `rulings` holds the rulings of one entry that are open or have
    just ceased to be. Either has under `calls` every call for the floor that waits at the
    table. `Last-Event-ID` goes on after a message without gap or repeat, for the same
    tables. Every 15 seconds of silence there is a comment.
    """
    subject = _subject(query)
    token = "" if caller().role is OPEN else authentication.token()
    last = request.headers.get("Last-Event-ID")
    opened = services().streams.open(caller(), subject, last, token)
    answer = Response(iter(opened), content_type=EVENT_STREAM, headers=HEADERS)
    answer.call_on_close(opened.close)
    return answer


def _subject(query: dict[str, Any]) -> Subject:
    names = [name for name in query["tables"].split(",") if name]
    if bool(names) == (query["rulings"] is not None):
        said = "allowed: either tables (one, or several with commas between) or rulings=open"
        raise Problem("MALFORMED", said, {"tables": [said], "rulings": [said]})
    for name in names:
        authentication.check_table(caller(), name)
        if services().store.head(name) is None:
            raise no_table(name)
    return Subject(tuple(sorted(set(names))))
