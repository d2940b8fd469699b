"""The service with one more route, which does nothing but a durable insert.

python tests/bench/bare.py DATABASE PORT
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Flask, Response, jsonify, request
from sqlalchemy import Connection, MetaData, Table
from sqlalchemy.schema import Column
from sqlalchemy.types import Integer, LargeBinary, String

from api import server
from api.settings import Settings
from api.store.engines import connect
from api.store.sql import open_store
from api.store.writer import Writer

rows = Table(
    "bare",
    MetaData(),
    Column("table_id", String(64), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)


def together(connection: Connection, found: Sequence[dict[str, Any]]) -> list[None]:
    """What has queued in one statement, one commit and one flush: as fast as it gets."""
    connection.execute(rows.insert(), found)
    return [None] * len(found)


def load(settings: Settings, port: int, parent: int) -> Flask:
    app = server.load(settings, "127.0.0.1", port, parent)
    writer: Writer[dict[str, Any], None] = Writer(connect(settings.database), together)
    last: dict[str, int] = {}

    def insert(table: str) -> tuple[Response, int]:
        event = request.get_json()
        last[table] = seq = last.get(table, 0) + 1
        row = {"table_id": table, "seq": seq, "body": request.get_data()}
        writer.do(row)
        return jsonify(seq=seq, event=event), 201

    app.add_url_rule("/bare/<table>", view_func=insert, methods=["POST"])
    return app


if __name__ == "__main__":
    database, port = sys.argv[1:]
    open_store(database).close()
    engine = connect(database)
    rows.metadata.create_all(engine)
    engine.dispose()
    settings = Settings(database=database, open_to_all=True)
    made = partial(load, settings, int(port), os.getpid())
    server.listen("127.0.0.1", int(port), server.THREADS, made)
