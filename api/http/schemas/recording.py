"""Recording events: how to record them, and what is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma

from api.http.schemas.entries import EntryJson
from api.http.schemas.fields import many, offers, one_of
from api.http.schemas.json_types import ref, shaped
from api.http.schemas.rulings import DueJson, RulingJson


class RecordQuery(ma.Schema):
    """How to record."""

    dry_run = ma.fields.Boolean(load_default=False)


class ImaginedEntryJson(ma.Schema):
    """An entry that would be recorded."""

    seq = ma.fields.Integer(required=True)
    event = shaped(ref("Event"))


class NoticeJson(ma.Schema):
    """A clock that is off, a late entry, a hole in the numbering, a subject nobody knows."""

    code = one_of(("CLOCK_SKEW", "LATE", "DEVICE_SEQ", "UNKNOWN_SUBJECT"))
    detail = ma.fields.String(required=True)
    offset_ms = ma.fields.Integer()
    entries = ma.fields.List(ma.fields.Integer())
    expected = ma.fields.Integer()
    found = ma.fields.Integer()


class _Answered(ma.Schema):
    table = ma.fields.String(required=True)
    rulings = many(RulingJson)
    changed = many(
        RulingJson,
        required=False,
        metadata={"description": "rulings whose status a correction changed, as they stand now"},
    )
    dues = many(DueJson)
    next = offers()
    version = ma.fields.Integer(required=True)


class RecordedJson(_Answered):
    """What was recorded and what it led to."""

    entries = many(EntryJson)
    notices = many(NoticeJson, required=False)


class ImaginedJson(_Answered):
    """What would be recorded and what it would lead to; nothing was stored."""

    entries = many(ImaginedEntryJson)
    dry_run = shaped({"const": True})


# What was recorded before is told as it was then.
DRY_RUN: Mapping[str, Any] = {"anyOf": [ref("ImaginedJson"), ref("RecordedJson")]}
