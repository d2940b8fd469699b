"""Errors."""

from __future__ import annotations

import marshmallow as ma

from api.http.schemas.entries import EntryJson
from api.http.schemas.fields import MESSAGES, many, one_of
from api.http.schemas.json_types import shaped
from api.service.problems import TABLE


class ProblemJson(ma.Schema):
    """An error, as RFC 9457 has it."""

    type = ma.fields.String(required=True)
    title = ma.fields.String(required=True)
    status = ma.fields.Integer(required=True)
    detail = ma.fields.String(required=True)
    code = one_of(TABLE)
    errors = shaped(MESSAGES, "what is wrong, by the path of the field")
    hint = ma.fields.String(required=True)
    request_id = ma.fields.String(required=True)
    version = ma.fields.Integer(metadata={"description": "where it was stale"})
    entries = many(EntryJson, required=False)
    entry = ma.fields.Integer(metadata={"description": "the entry in the way"})
    retry_after = ma.fields.Integer(metadata={"description": "seconds to wait"})
