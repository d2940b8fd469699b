"""The service with one more route, which does nothing but a durable insert.

It is asked and answers like the route that records: the same query, headers and strict
JSON, the same limits and log, and a row is of the shape that entries have. What it leaves
out is what it is compared with: judging, the chain, the table's head, rulings, the ledger.

python tests/bench/bare.py DATABASE PORT
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Flask, Response, request
from sqlalchemy import Connection, MetaData, Table
from sqlalchemy.schema import Column, UniqueConstraint
from sqlalchemy.types import Integer, LargeBinary, String

from api.http import server
from api.http.append_requests import to_record
from api.http.authentication import caller
from api.http.responses import send
from api.http.routes.blueprint import Routes
from api.http.schemas.recording import RecordedJson, RecordQuery
from api.lib import logs
from api.lib.strict_json import encode
from api.service.rate_limits import Limits
from api.settings import Settings
from api.store import engines
from api.store.sql import open_store, stamp, utc_now
from api.store.writer import Writer

rows = Table(
    "bare",
    MetaData(),
    Column("table_id", String(64), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("event_id", String(64)),
    Column("recorded_at", String(32), nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("table_id", "event_id"),
)


def together(connection: Connection, found: Sequence[dict[str, Any]]) -> list[None]:
    """What has queued in one statement, one commit and one flush: as fast as it gets."""
    engines.together(connection, rows, found)
    return [None] * len(found)


def load(settings: Settings, port: int, parent: int) -> Flask:
    app = server.load(settings, "127.0.0.1", port, parent)
    limits = Limits(settings.rates)
    writer: Writer[dict[str, Any], None] = Writer(engines.connect(settings.database), together)
    last: dict[str, int] = {}
    routes = Routes("bare", __name__)

    @routes.on("POST", "/bare/<table>")
    @routes.body("Record", versioned=True)
    @routes.asks(RecordQuery)
    @routes.gives(201, RecordedJson)
    def insert(query: dict[str, Any], table: str) -> Response:
        ask = to_record(request, caller(), query["dry_run"], settings.largest_batch)
        limits.recording(ask.caller, len(ask.events))
        logs.bind(table=table)
        last[table] = seq = last.get(table, 0) + 1
        event = dict(ask.events[0])
        row = {"table_id": table, "seq": seq, "event_id": event.get("id"), "body": encode(event)}
        writer.do(row | {"recorded_at": stamp(utc_now())})
        return send({"table": table, "seq": seq, "event": event}, 201)

    app.register_blueprint(routes)
    return app


if __name__ == "__main__":
    database, port = sys.argv[1:]
    open_store(database).close()
    engine = engines.connect(database)
    rows.metadata.create_all(engine)
    engine.dispose()
    settings = Settings(database=database, open_to_all=True)
    made = partial(load, settings, int(port), os.getpid())
    server.listen("127.0.0.1", int(port), server.THREADS, made)
