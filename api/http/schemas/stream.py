"""The live stream: what to follow, and from where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import validate

LAST_EVENT_ID: Mapping[str, Any] = {
    "in": "header",
    "name": "Last-Event-ID",
    "description": "the id of the last message that arrived; the stream goes on after it",
    "required": False,
    "schema": {"type": "string", "maxLength": 64},
}


class StreamQuery(ma.Schema):
    """What to follow."""

    tables = ma.fields.String(load_default="", validate=validate.Length(max=4000))
    rulings = ma.fields.String(load_default=None, validate=validate.OneOf(["open"]))
