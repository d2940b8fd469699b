"""Tables: open, list, look at their state and their hands."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.http import append_requests
from api.http.authentication import caller, check_table
from api.http.kinds import READABLE, in_kind, negotiated, of_hand
from api.http.responses import next_link, send, tag
from api.http.routes.blueprint import Routes
from api.http.schemas.hands import (
    FindHandsQuery,
    FoundHandsJson,
    HandsJson,
    HandsQuery,
    HandToldJson,
)
from api.http.schemas.recording import RecordedJson
from api.http.schemas.tables import (
    CallsJson,
    CallsQuery,
    StateJson,
    StateQuery,
    TablesJson,
    TablesQuery,
    TableToldJson,
    TapsJson,
)
from api.http.services import services
from api.service.hand_search import WantedHands

routes = Routes("tables", __name__, description="Tables, their state and their hands.")


@routes.on("POST", "/v1/tables")
@routes.body("OpenTable")
@routes.gives(201, RecordedJson)
def open_table() -> Response:
    """Open a table.

    The body has the fields of `table_opened`, and `table` where the table is to have a
    certain id. `Idempotency-Key` makes a retry safe.
    """
    table, wanted = append_requests.to_open(request, caller())
    recorded = services().recorder.open(table, wanted)
    return send(recorded, 201, {"Location": f"/v1/tables/{recorded['table']}"})


@routes.on("GET", "/v1/tables")
@routes.asks(TablesQuery)
@routes.gives(200, TablesJson)
def list_tables(query: dict[str, Any]) -> Response:
    """List the tables in order of their id."""
    answer = services().queries.tables(caller(), query["after"], query["limit"])
    tables = answer["tables"]
    last = tables[-1]["table"] if tables else ""
    return send(answer | {"next": next_link(answer["has_more"], last)})


@routes.on("GET", "/v1/tables/<table>")
@routes.gives(200, TableToldJson)
def one_table(table: str) -> Response:
    """Show a table with its state."""
    answer = services().queries.table(caller(), table)
    return send(answer, headers={"ETag": tag(answer["version"])})


@routes.on("GET", "/v1/tables/<table>/state")
@routes.asks(StateQuery)
@routes.unless_known()
@routes.gives(200, StateJson)
def state(query: dict[str, Any], table: str) -> Response:
    """Show the state after an entry, by default after the last.

    The `ETag` is the number of that entry; send it as `If-Match` with the next event.
    """
    version, content = services().queries.state(caller(), table, query["at"])
    answer = send(content, headers={"ETag": tag(version)})
    answer.make_conditional(request)
    return answer


@routes.on("GET", "/v1/hands")
@routes.asks(FindHandsQuery)
@routes.gives(200, FoundHandsJson)
def find_hands(query: dict[str, Any]) -> Response:
    """Find hands of all tables, table by table in the order of their ids.

    `from` and `to` go by the time at which a hand's first entry was recorded. One request
    looks through a thousand hands at most: a page may be short, or empty, and still have a
    `next`. A hand is found by a ruling only where the reader may know of that ruling.
    """
    limit, newest_first = query.pop("limit"), query.pop("order") == "desc"
    if query.get("table") is not None:
        check_table(caller(), query["table"])
    wanted = WantedHands(**query, newest_first=newest_first)
    found = services().hands.find(caller(), wanted, limit)
    after = "~".join(map(str, found.last)) if found.last else ""
    link = next_link(found.has_more, after)
    return send({"hands": found.hands, "has_more": found.has_more, "next": link})


@routes.on("GET", "/v1/tables/<table>/hands")
@routes.asks(HandsQuery)
@routes.gives(200, HandsJson)
def hands(query: dict[str, Any], table: str) -> Response:
    """List the hands of a table in order."""
    after = query["after"]
    answer = services().queries.hands(caller(), table, after, query["limit"])
    last = answer["hands"][-1]["number"] if answer["hands"] else after
    return send(answer | {"next": next_link(answer["has_more"], last)})


@routes.on("GET", "/v1/tables/<table>/hands/<int:number>")
@routes.gives(200, HandToldJson)
@routes.told_as_text()
def one_hand(table: str, number: int) -> Response:
    """Show a hand with its timeline; `Accept: text/plain` and `text/csv` give it to read."""
    kind = negotiated(*READABLE)
    hand = services().queries.hand(caller(), table, number)
    return in_kind(kind, hand, of_hand(hand))


@routes.on("GET", "/v1/tables/<table>/taps")
@routes.gives(200, TapsJson)
def taps(table: str) -> Response:
    """Show what a tablet needs: the state, what one tap each may record, the last entries."""
    answer = services().queries.taps(caller(), table)
    return send(answer, headers={"ETag": tag(answer["version"])})


@routes.on("GET", "/v1/calls")
@routes.asks(CallsQuery)
@routes.gives(200, CallsJson)
def calls(query: dict[str, Any]) -> Response:
    """List calls for the floor, the oldest first: by default those that nobody has answered."""
    return send({"calls": services().queries.calls(caller(), query["table"], query["status"])})
