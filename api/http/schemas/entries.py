"""Entries of a table's log as they are read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import validate

from api.http.schemas.fields import Paged, from_zero, many, page_limit
from api.http.schemas.json_types import ref, shaped
from api.store.canonical import EXPIRED_TYPE

# Whole where nothing is masked: see ``openapi``.
EVENT_TOLD: Mapping[str, Any] = {"anyOf": [ref("Event"), ref("ExpiredJson"), ref("EventInPart")]}


class ByJson(ma.Schema):
    """Who did something: in which role, on which device, which person; of a login nothing."""

    role = ma.fields.String()
    device = ma.fields.String()
    person = ma.fields.String()


class RecordedByJson(ByJson):
    """Who recorded an entry, and how the device's clock and numbering stood."""

    role = ma.fields.String(required=True)
    clock_offset_ms = ma.fields.Integer(metadata={"description": "the device's clock was ahead"})
    after_device_seq = ma.fields.Integer(
        metadata={"description": "the device's number before this, where one is missing"}
    )


class ExpiredJson(ma.Schema):
    """The entry that says that what those before it said was dropped."""

    type = ma.fields.String(required=True, validate=validate.Equal(EXPIRED_TYPE))
    entries = ma.fields.Integer(required=True)
    by = ma.fields.String(required=True)
    reason = ma.fields.String(required=True)


class EntryJson(ma.Schema):
    """An entry of a table's log."""

    seq = ma.fields.Integer(required=True)
    recorded_at = ma.fields.String(required=True, metadata={"format": "date-time"})
    recorded_by = ma.fields.Nested(RecordedByJson)
    event = shaped(EVENT_TOLD, "the event as recorded", required=False)
    prev_hash = ma.fields.String()
    salt = ma.fields.String(
        metadata={"description": "keeps the hash from giving away a masked card; masked with it"}
    )
    hash = ma.fields.String()
    text = ma.fields.String(metadata={"description": "the entry in one sentence, where it is told"})
    expired = shaped(
        {"const": True}, "its content was dropped in its time; the hash stays", required=False
    )
    masked = shaped(
        {"const": True}, "a card was left out that the reader may not see", required=False
    )


class EventsQuery(ma.Schema):
    """Paging through entries by number."""

    after = from_zero()
    limit = page_limit()


class EntriesJson(Paged):
    """A page of entries."""

    entries = many(EntryJson)
