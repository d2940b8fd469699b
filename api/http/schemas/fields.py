"""Fields and small schemas that several resources share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import marshmallow as ma
from marshmallow import validate

from adjudicator.values.amounts import LARGEST
from api.http.schemas.json_types import AMOUNT_TOLD, CARD, SEAT, by_seat, ref, shaped

MESSAGES: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": {"type": "array", "items": {"type": "string"}},
}
COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0}
SEATS: Mapping[str, Any] = {"type": "array", "items": dict(SEAT)}
CARDS: Mapping[str, Any] = {"type": "array", "items": dict(CARD)}
AMOUNTS: Mapping[str, Any] = by_seat(AMOUNT_TOLD)


def one_of(values: Iterable[str], **more: Any) -> ma.fields.String:
    """One of these words."""
    return ma.fields.String(required=True, validate=validate.OneOf(list(values)), **more)


def texts() -> ma.fields.List[Any]:
    """A list of words."""
    return ma.fields.List(ma.fields.String(), required=True)


def many(schema: type[ma.Schema], **more: Any) -> ma.fields.List[Any]:
    """A list of these."""
    return ma.fields.List(ma.fields.Nested(schema), **({"required": True} | more))


def offers() -> ma.fields.List[Any]:
    """Entries that may properly come next, with the bounds of their numbers."""
    return ma.fields.List(shaped(ref("OfferJson"), "an entry that may come next"), required=True)


class Whole(ma.fields.Integer):
    """A whole number in a query, in plain digits as in JSON."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int:
        if not re.fullmatch(r"-?[0-9]+", str(value)):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


def page_limit() -> Whole:
    """How many items a page holds."""
    return Whole(load_default=100, validate=validate.Range(1, 1000))


def from_zero() -> Whole:
    """The number after which a page begins."""
    return Whole(load_default=0, validate=validate.Range(0, LARGEST))


class NoQuery(ma.Schema):
    """Nothing is asked."""


class Paged(ma.Schema):
    """A page of something."""

    has_more = ma.fields.Boolean(required=True)
    next = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "the link to go on"}
    )
