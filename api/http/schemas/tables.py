"""Tables: their state, and the list of them."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import validate

from adjudicator.table.call import ANSWERED, CLOSED, OPEN
from adjudicator.table.parts import Layer
from adjudicator.table.standings import Placed
from adjudicator.values.amounts import LARGEST
from adjudicator.values.fields import Kind
from api.http.schemas.entries import EntryJson
from api.http.schemas.fields import (
    AMOUNTS,
    COUNT,
    SEATS,
    Paged,
    Whole,
    many,
    page_limit,
)
from api.http.schemas.games import STAKES
from api.http.schemas.hands import PHASES, HandStateJson
from api.http.schemas.json_types import (
    AMOUNT_TOLD,
    JSON_OF,
    SEAT,
    TEXT_TOLD,
    by_seat,
    like,
    ref,
    shaped,
)
from api.http.schemas.law import HOUSE
from api.http.schemas.offers import AheadJson, PlanStepJson
from api.http.schemas.rulings import DueToldJson, RulingToldJson

LayerJson = like(Layer, "LayerJson")
PlacedJson = like(
    Placed, "PlacedJson", "seat", "place", "balance", left=shaped({"const": True}, required=False)
)


class TableStateJson(ma.Schema):
    """What stands from hand to hand."""

    game = ma.fields.String(required=True, allow_none=True)
    edition = ma.fields.String(required=True)
    options = shaped(HOUSE)
    stakes = shaped(STAKES)
    seats = shaped(COUNT, "how many places the table has")
    players = shaped(by_seat(TEXT_TOLD))
    sitting_out = shaped(SEATS)
    stacks = shaped(AMOUNTS)
    next_button = shaped(SEAT, null=True)
    carried = many(LayerJson)
    antes_in_a_row = shaped(COUNT)
    locked_out = shaped(SEATS)
    balances = shaped(AMOUNTS)
    resolved_pots = shaped(COUNT)
    announced = ma.fields.Dict(
        keys=ma.fields.String(), values=shaped(JSON_OF[Kind.VALUE], null=True), required=True
    )
    dealer = ma.fields.String(required=True, allow_none=True)
    closed = ma.fields.Boolean(required=True)
    text = shaped(TEXT_TOLD, "the game, its stakes and what was announced", required=False)
    places = many(PlacedJson, required=False)
    session_over = ma.fields.Boolean()
    rake = shaped(AMOUNT_TOLD, required=False)


class CallJson(ma.Schema):
    """A call for the floor."""

    seq = ma.fields.Integer(required=True, metadata={"description": "the entry that called"})
    hand = shaped(COUNT, "the hand it was made in")
    by = shaped(JSON_OF[Kind.PARTY], null=True)
    seat = shaped(SEAT, null=True)
    about = ma.fields.String(required=True, allow_none=True)
    status = ma.fields.String(required=True, validate=validate.OneOf((OPEN, ANSWERED, CLOSED)))


class PositionJson(ma.Schema):
    """A table, its hand, and what comes next."""

    table = ma.fields.Nested(TableStateJson, required=True)
    hand = ma.fields.Nested(HandStateJson, required=True, allow_none=True)
    dues = many(DueToldJson)
    next = ma.fields.List(
        shaped(ref("OfferToldJson"), "a choice, and the entries of its tap"), required=True
    )
    plan = many(PlanStepJson)
    ahead = ma.fields.Nested(AheadJson, required=True, allow_none=True)
    calls = many(CallJson)


class TapJson(ma.Schema):
    """What one tap records."""

    text = ma.fields.String(required=True)
    who = shaped(SEAT, "whose act it is; null: the dealer's", null=True)
    place = ma.fields.String(
        required=True, validate=validate.OneOf(("fold", "call", "raise", "draw", "step"))
    )
    usual = ma.fields.Boolean(required=True, metadata={"description": "what commonly comes next"})
    events = ma.fields.List(shaped(ref("EventInPart"), "an entry to post"), required=True)
    cards = shaped(COUNT, "how many cards may be named, in order, where the events lack them")


class TapsJson(ma.Schema):
    """A table as a tablet shows it."""

    version = ma.fields.Integer(required=True)
    state = ma.fields.Nested(PositionJson, required=True)
    taps = many(TapJson)
    last = many(EntryJson)
    rulings = many(RulingToldJson)


class CallsQuery(ma.Schema):
    """Which calls for the floor."""

    table = ma.fields.String(load_default=None)
    status = ma.fields.String(load_default=OPEN, validate=validate.OneOf((OPEN, ANSWERED, CLOSED)))


class OpenCallJson(CallJson):
    """A call, its table and when it was made."""

    table = ma.fields.String(required=True)
    opened_at = ma.fields.String(required=True, metadata={"format": "date-time"})
    text = ma.fields.String(required=True)
    with_whom = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "who was asked about it and has not answered yet"},
    )


class CallsJson(ma.Schema):
    """Calls, the oldest first."""

    calls = many(OpenCallJson)


class TablesQuery(ma.Schema):
    """Paging through tables by id."""

    after = ma.fields.String(load_default="")
    limit = page_limit()


class StateQuery(ma.Schema):
    """Which state."""

    at = Whole(load_default=None, validate=validate.Range(0, LARGEST))


class TableJson(ma.Schema):
    """A table in short."""

    table = ma.fields.String(required=True)
    version = ma.fields.Integer(required=True)
    opened_at = ma.fields.String(required=True)
    recorded_at = ma.fields.String(required=True)
    game = ma.fields.String(allow_none=True)
    stakes = shaped(STAKES, required=False)
    places = ma.fields.Integer()
    players = shaped(by_seat(TEXT_TOLD), "players by seat", required=False)
    expired = shaped({"const": True}, "its content was dropped in its time", required=False)
    dealer = ma.fields.String(allow_none=True)
    hand = ma.fields.Integer(allow_none=True)
    phase = ma.fields.String(allow_none=True, validate=validate.OneOf(PHASES))
    dues = ma.fields.Integer()
    calls = ma.fields.Integer(metadata={"description": "calls for the floor that wait"})
    closed = ma.fields.Boolean()


class TableToldJson(TableJson):
    """A table in short, and its state."""

    state = ma.fields.Nested(PositionJson, required=True)


class TablesJson(Paged):
    """A page of tables."""

    tables = many(TableJson)


class StateJson(PositionJson):
    """A table after an entry."""

    version = ma.fields.Integer(required=True)
