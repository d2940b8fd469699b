"""Rulings: find them, read one in full, decide it, ask what would have been."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.http import append_requests
from api.http.authentication import caller
from api.http.kinds import READABLE, in_kind, negotiated, of_rulings
from api.http.responses import next_link, send
from api.http.routes.blueprint import Routes
from api.http.schemas.recording import DRY_RUN, RecordedJson, RecordQuery
from api.http.schemas.rulings import ExplainedJson, RulingsJson, RulingsQuery, TableRulingsQuery
from api.http.schemas.what_if import JudgedLogJson, WhatIf, WhatIfJson, WholeLog
from api.http.services import services
from api.store.port import Filter

routes = Routes("rulings", __name__, description="Rulings and decisions.")


@routes.on("GET", "/v1/rulings")
@routes.asks(RulingsQuery)
@routes.gives(200, RulingsJson)
@routes.told_as_text()
def find(query: dict[str, Any]) -> Response:
    """Find rulings of all tables.

    `from` and `to` go by the time of record, never by a device's clock. `player` finds
    rulings that name the player's seat.
    """
    return _page(query)


@routes.on("GET", "/v1/tables/<table>/rulings")
@routes.asks(TableRulingsQuery)
@routes.gives(200, RulingsJson)
@routes.told_as_text()
def of_table(query: dict[str, Any], table: str) -> Response:
    """List the rulings of a table, as they stand now."""
    return _page(query | {"table": table})


def _page(query: dict[str, Any]) -> Response:
    kind, limit = negotiated(*READABLE), query.pop("limit")
    hand = query.pop("hand", None)
    hands = None if hand is None else (hand, hand)
    newest_first = query.pop("order") == "desc"
    wanted = Filter(**query, newest_first=newest_first, hands=hands, within=caller().tables)
    answer = services().queries.rulings(caller(), wanted, limit)
    link = next_link(answer["has_more"], answer.pop("after"))
    return in_kind(kind, answer | {"next": link}, of_rulings(answer["rulings"]))


@routes.on("GET", "/v1/tables/<table>/rulings/<ruling>")
@routes.gives(200, ExplainedJson)
def explained(table: str, ruling: str) -> Response:
    """Explain a ruling in full: the law it cites and the entries that prove it."""
    return send(services().queries.ruling(caller(), table, ruling))


@routes.on("POST", "/v1/tables/<table>/rulings/<ruling>/decision")
@routes.body("Decide", versioned=True)
@routes.asks(RecordQuery)
@routes.gives(201, RecordedJson)
@routes.may_give(200, DRY_RUN)
def decide(query: dict[str, Any], table: str, ruling: str) -> Response:
    """Record the floor's decision on a ruling: `upheld` or `overridden`."""
    wanted = append_requests.to_decide(request, caller(), ruling, query["dry_run"])
    services().queries.knows_ruling(caller(), table, ruling)
    recorded = services().recorder.record(table, wanted)
    return send(recorded, 200 if wanted.dry_run else 201)


@routes.on("POST", "/v1/tables/<table>/what-if")
@routes.takes(WhatIf)
@routes.gives(200, WhatIfJson)
def what_if(body: dict[str, Any], table: str) -> Response:
    """Ask what would follow; stores nothing.

    `events` take the place of what the record has after entry `at`; `options` and
    `edition` act on the whole log.
    """
    options = body["options"]
    if body["edition"] is not None:
        options = {**options, "edition": body["edition"]}
    judge = services().judge
    return send(judge.what_if(caller(), table, body["at"], body["events"], options))


@routes.on("POST", "/v1/adjudications")
@routes.takes(WholeLog)
@routes.gives(200, JudgedLogJson)
def adjudicate(body: dict[str, Any]) -> Response:
    """Judge a whole log; stores nothing.

    A refused entry is listed under `refused` and reading goes on after it.
    """
    return send(services().judge.log(body["events"], body["options"]))
