"""The signed ledger: which proof is asked for, and the proofs."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import validate

from adjudicator.values.amounts import LARGEST
from api.http.schemas.fields import Paged, Whole, from_zero, many, page_limit
from api.http.schemas.json_types import TABLE_PATTERN


def _size() -> Whole:
    return Whole(load_default=None, validate=validate.Range(0, LARGEST))


class InclusionQuery(ma.Schema):
    """Which entry, and the ledger of which size."""

    table = ma.fields.String(required=True, validate=validate.Regexp(TABLE_PATTERN))
    seq = Whole(required=True, validate=validate.Range(1, LARGEST))
    size = _size()


class ConsistencyQuery(ma.Schema):
    """The ledger of which sizes."""

    first = Whole(required=True, validate=validate.Range(0, LARGEST))
    second = _size()


class RunsQuery(ma.Schema):
    """Paging through the ledger by place."""

    after = from_zero()
    limit = page_limit()


class InclusionJson(ma.Schema):
    """The proof that an entry stands in the ledger; hashes are hexadecimal."""

    table = ma.fields.String(required=True)
    seq = ma.fields.Integer(required=True)
    hash = ma.fields.String(required=True)
    place = ma.fields.Integer(required=True)
    size = ma.fields.Integer(required=True)
    proof = ma.fields.List(ma.fields.String(), required=True)
    checkpoint = ma.fields.String(required=True, metadata={"description": "the newest one"})


class ConsistencyJson(ma.Schema):
    """The proof that a ledger begins with an older one; hashes are hexadecimal."""

    first = ma.fields.Integer(required=True)
    second = ma.fields.Integer(required=True)
    proof = ma.fields.List(ma.fields.String(), required=True)
    checkpoint = ma.fields.String(required=True, metadata={"description": "the newest one"})


class RunJson(ma.Schema):
    """Entries of a table that stand together in the ledger."""

    place = ma.fields.Integer(required=True)
    table = ma.fields.String(required=True)
    seq = ma.fields.Integer(required=True)
    entries = ma.fields.Integer(required=True)


class RunsJson(Paged):
    """Where entries stand."""

    runs = many(RunJson)
