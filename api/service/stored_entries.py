"""Stored entries as they leave the service, and what is said where nothing is stored any more."""

from __future__ import annotations

from typing import Any

import orjson

from api.service.problems import Problem
from api.store.canonical import EXPIRED_TYPE
from api.store.port import Stored


def content_of(stored: Stored) -> dict[str, Any]:
    """A stored entry as plain JSON, its hash included."""
    if not stored.body:
        gone = {"seq": stored.seq, "recorded_at": stored.recorded_at, "expired": True}
        return gone | {"hash": stored.hash}
    content: dict[str, Any] = orjson.loads(stored.body)
    del content["table"]
    content["hash"] = stored.hash
    return content


def event_of(stored: Stored) -> dict[str, Any]:
    """The event of a stored entry; a ``Problem`` once retention has dropped it."""
    if not stored.body:
        raise expired(stored.table)
    event: dict[str, Any] = orjson.loads(stored.body)["event"]
    if event["type"] == EXPIRED_TYPE:
        raise expired(stored.table)
    return event


def no_table(table: str) -> Problem:
    """There is no table with this id."""
    detail = f"There is no table {table!r}; GET /v1/tables lists them."
    return Problem("NOT_FOUND", detail, {"table": [detail]})


def expired(table: str) -> Problem:
    """Retention has dropped what the entries of this table said."""
    detail = f"The content of table {table!r} was dropped when its time was over."
    return Problem("EXPIRED", detail, {"table": [detail]})
