"""Values as JSON Schema: those of events by their kind, and others by their type."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import marshmallow as ma

from adjudicator.log.events import EVENTS
from adjudicator.values.amounts import LARGEST
from adjudicator.values.fields import MOST_CARDS, PEOPLE, PLACES, Kind

TABLE_PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
KEY_PATTERN = (  # bare, or a string of RFC 9651
    r"^(?:[\x21\x23-\x7e][\x21-\x7e]{0,254}"
    r'|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255}")$'
)
CARD_PATTERN = "^([2-9TJQKA]|10)[shdc]$|^Jk$"
SEAT: Mapping[str, Any] = {"type": "integer", "minimum": 1, "maximum": 999}
AMOUNT: Mapping[str, Any] = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": LARGEST},
        {"type": "string", "pattern": r"^\d{1,15}/[1-9]\d{0,14}$"},
    ]
}
CARD: Mapping[str, Any] = {"type": "string", "pattern": CARD_PATTERN}
TEXT: Mapping[str, Any] = {"type": "string", "minLength": 1, "maxLength": 4000}
WHOLE: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": LARGEST}
MANY_CARDS: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": MOST_CARDS}
SEAT_KEY = "^[1-9][0-9]{0,2}$"
TEXT_TOLD: Mapping[str, Any] = {"type": "string"}
# Amounts in responses may be negative, and finer than any client may send.
AMOUNT_TOLD: Mapping[str, Any] = {
    "anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+/\d+$"}]
}
OF_TYPE: Mapping[Any, Mapping[str, Any]] = {
    Any: {},
    str: TEXT_TOLD,
    int: {"type": "integer"},
    bool: {"type": "boolean"},
}


def listed(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(items), "maxItems": 600}


def by_seat(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "patternProperties": {SEAT_KEY: dict(values)},
        "additionalProperties": False,
    }


JSON_OF: Mapping[Kind, Mapping[str, Any]] = {
    Kind.SEAT: SEAT,
    Kind.PARTY: {"anyOf": [SEAT, {"enum": list(PEOPLE)}]},
    Kind.PLACE: {"anyOf": [SEAT, {"enum": list(PLACES)}]},
    Kind.NUMBER: WHOLE,
    Kind.POSITIVE: {**WHOLE, "minimum": 1},
    Kind.AMOUNT: AMOUNT,
    Kind.CARD: CARD,
    Kind.CARDS: listed(CARD),
    Kind.SEATS: listed(SEAT),
    Kind.TEXT: TEXT,
    Kind.FLAG: {"type": "boolean"},
    Kind.TIME: {"type": "string", "format": "date-time"},
    Kind.MANY_CARDS: MANY_CARDS,
    Kind.COUNTS: by_seat(MANY_CARDS),
    Kind.SHARES: by_seat(AMOUNT),
    Kind.AMOUNTS: listed(AMOUNT),
    Kind.FACTS: {"type": "object", "additionalProperties": {"type": "boolean"}},
    Kind.SETTINGS: {"type": "object"},
    Kind.OUTCOMES: listed(
        {
            "type": "object",
            "required": ["code"],
            "properties": {"code": {"type": "string"}},
        }
    ),
    Kind.VALUE: {
        "anyOf": [
            {"type": ["string", "integer", "boolean"]},
            {"type": "array", "items": {"type": "string"}},
            {"type": "object", "additionalProperties": dict(AMOUNT)},
        ]
    },
    Kind.EVENT: {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": list(EVENTS)}},
    },
}


def ref(name: str) -> dict[str, str]:
    """A schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def shaped(
    shape: Mapping[str, Any], doc: str = "", required: bool = True, null: bool = False
) -> ma.fields.Raw:
    """A field with this JSON Schema."""
    about = {"shape": dict(shape)} | ({"description": doc} if doc else {})
    return ma.fields.Raw(required=required, allow_none=null, metadata=about)


def like(cls: type, name: str, *only: str, sparse: bool = False, **more: Any) -> type[ma.Schema]:
    """The schema of a class: its fields, or only some of them, and more beside.

    ``sparse`` fields are left out instead of null.
    """
    hints = get_type_hints(cls)
    fields = {one: _field(hints[one], sparse) for one in only or hints}
    return ma.Schema.from_dict(fields | more, name=name)


def _field(hint: Any, sparse: bool) -> ma.fields.Raw:
    kinds = _kinds(hint)
    shape, null = shape_of(kinds - {NoneType}), NoneType in kinds
    return shaped(shape, required=not (null and sparse), null=null and not sparse)


def _kinds(hint: Any) -> frozenset[Any]:
    several = get_origin(hint) in (Union, UnionType)
    return frozenset(get_args(hint)) if several else frozenset((hint,))


def shape_of(kinds: frozenset[Any]) -> Mapping[str, Any]:
    """The shape of one type, or of an amount, which is of either of two."""
    if kinds == {int, Fraction}:
        return AMOUNT_TOLD
    (kind,) = kinds
    if kind in OF_TYPE:
        return OF_TYPE[kind]
    first, last = get_args(kind)
    if get_origin(kind) is tuple:
        return {"type": "array", "items": dict(shape_of(_kinds(first)))}
    return {"type": "object", "additionalProperties": dict(shape_of(_kinds(last)))}
