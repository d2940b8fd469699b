"""Judging without recording: other courses of things, and whole logs."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import validate

from adjudicator.errors import CODES
from adjudicator.values.amounts import LARGEST
from api.http.schemas.events import AnEvent
from api.http.schemas.fields import MESSAGES, many, one_of
from api.http.schemas.json_types import ref, shaped
from api.http.schemas.rulings import RulingJson
from api.http.schemas.tables import PositionJson


def _options() -> ma.fields.Dict:
    return ma.fields.Dict(
        keys=ma.fields.String(),
        load_default=dict,
        metadata={"description": "house options by name"},
    )


class WhatIf(ma.Schema):
    """Another course of things after entry ``at``, or under other options."""

    at = ma.fields.Integer(load_default=None, strict=True, validate=validate.Range(1, LARGEST))
    events = ma.fields.List(AnEvent(), load_default=list)
    options = _options()
    edition = ma.fields.String(load_default=None)


class WholeLog(ma.Schema):
    """A log from its ``table_opened`` on."""

    events = ma.fields.List(AnEvent(), required=True, validate=validate.Length(1, 20_000))
    options = _options()


class JudgedEntryJson(ma.Schema):
    """An entry that is not recorded, with its rulings."""

    seq = ma.fields.Integer(required=True)
    event = shaped(ref("Event"))
    rulings = many(RulingJson)


class DifferencesJson(ma.Schema):
    """Rulings that only would follow, and rulings that only the record has."""

    added = many(RulingJson)
    missing = many(RulingJson)


class WhatIfJson(ma.Schema):
    """What would follow, and how it differs from the record."""

    at = ma.fields.Integer(required=True)
    compared_with = ma.fields.Integer(required=True)
    rulings = many(RulingJson)
    differences = ma.fields.Nested(DifferencesJson, required=True)
    state = ma.fields.Nested(PositionJson, required=True)


class RefusedJson(ma.Schema):
    """An entry of a log that cannot be a fact."""

    line = ma.fields.Integer(required=True)
    code = one_of(CODES)
    detail = ma.fields.String(required=True)
    errors = shaped(MESSAGES)


class JudgedLogJson(ma.Schema):
    """A log judged whole."""

    entries = many(JudgedEntryJson)
    rulings = many(RulingJson)
    refused = many(RefusedJson)
    state = ma.fields.Nested(PositionJson, required=True)
