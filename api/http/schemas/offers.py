"""What may come next, what a draw still takes, and what follows each act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma

from adjudicator.log.events import EVENTS, VERBS
from adjudicator.view.plan import STATES, STEPS
from adjudicator.view.taps import DEALER, PLACES
from api.http.schemas.fields import COUNT, SEATS, many, one_of
from api.http.schemas.json_types import AMOUNT_TOLD, SEAT, TEXT_TOLD, ref, shaped

BOUND: Mapping[str, Any] = {"anyOf": [*AMOUNT_TOLD["anyOf"], {"type": "null"}]}
ENTRY: Mapping[str, Any] = {
    "type": {"enum": list(EVENTS)},
    "least": {**AMOUNT_TOLD, "description": "the least that the number may be"},
    "most": {**BOUND, "description": "the most; null: no bound"},
    "step": {**AMOUNT_TOLD, "description": "what it goes up by"},
}
WORDS: Mapping[str, Any] = {
    "text": {**TEXT_TOLD, "description": "the choice in one sentence"},
    "who": {
        "anyOf": [dict(SEAT), {"const": DEALER}],
        "description": "who is to do it: a seat, or the dealer",
    },
    "prompt": {**TEXT_TOLD, "description": "what is asked of them"},
    "usual": {"type": "boolean", "description": "what comes next unless something else is said"},
    "place": {"enum": sorted(set(PLACES.values())), "description": "its place in a row of acts"},
    "asks": {
        "type": "array",
        "items": dict(TEXT_TOLD),
        "description": "fields of the first entry that have to be filled in",
    },
    "events": {
        "type": "array",
        "items": ref("EventInPart"),
        "minItems": 1,
        "description": "the entries of one tap, to be posted in this order",
    },
}
# Beside what is named here an offer has the fields of its entry, whatever its type.
FIELDS: Mapping[str, Any] = {name: {} for event in EVENTS.values() for name in event.specs}
SHAPES: Mapping[str, Mapping[str, Any]] = {
    "OfferJson": {
        "type": "object",
        "required": ["type"],
        "properties": {**FIELDS, **ENTRY},
        "additionalProperties": False,
    },
    "OfferToldJson": {
        "type": "object",
        "required": ["type", "text", "who", "prompt", "usual", "events"],
        "properties": {**FIELDS, **ENTRY, **WORDS},
        "additionalProperties": False,
    },
}


class PlanStepJson(ma.Schema):
    """A step of the draw that is on."""

    step = one_of(STEPS)
    seat = shaped(SEAT, required=False)
    count = shaped(COUNT, "cards; absent until the seat has said its number", required=False)
    state = one_of(STATES)
    text = ma.fields.String(required=True)


class TurnJson(ma.Schema):
    """A seat that still has a turn in the round, and what it costs."""

    seat = shaped(SEAT)
    to_call = shaped(AMOUNT_TOLD)
    to = shaped(AMOUNT_TOLD, "the seat's total for the round once it has called")


class FollowsJson(ma.Schema):
    """An act of the seat to act, and who acts after it."""

    verb = one_of(VERBS)
    to = shaped(AMOUNT_TOLD, required=False)
    all_in = ma.fields.Boolean()
    then = many(TurnJson)


class AheadJson(ma.Schema):
    """What follows each act for the rest of the round."""

    choices = many(FollowsJson)
    ring = shaped(SEATS, "seats in with chips, from the one to act on")
    ladder = shaped(
        {"type": "array", "items": dict(AMOUNT_TOLD)}, "totals of the next bets and raises"
    )
    ends = shaped(TEXT_TOLD, "what comes once the round is over")
