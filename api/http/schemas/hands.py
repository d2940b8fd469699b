"""Hands: how one stands, what it is worth, and how it went."""

from __future__ import annotations

import re
from typing import Any

import marshmallow as ma
from marshmallow import validate

from adjudicator.hands import Category
from adjudicator.log.events import VERBS
from adjudicator.table.parts import Pot
from adjudicator.table.seat import Seat
from api.http.schemas.entries import EntryJson
from api.http.schemas.fields import (
    AMOUNTS,
    CARDS,
    COUNT,
    SEATS,
    Paged,
    from_zero,
    many,
    one_of,
    page_limit,
    texts,
)
from api.http.schemas.json_types import AMOUNT_TOLD, SEAT, TEXT_TOLD, by_seat, like, ref, shaped
from api.http.schemas.rulings import Moment, RulingToldJson

PHASES = ("posting", "dealing", "betting", "drawing", "showdown", "ended")
PotJson = like(Pot, "PotJson")
HELD = ("cards", "up", "put_in", "bet", "all_in", "count", "shown")
SeatJson = like(
    Seat,
    "SeatJson",
    *HELD,
    status=one_of(("live", "folded", "dead", "fouled")),
    expected=shaped(COUNT, "how many cards the seat should hold by now"),
    drew=shaped(COUNT, "replacement cards kept"),
    last_act=shaped({"enum": [*VERBS, None]}, "the seat's last act of this round", null=True),
)


class ReadingJson(ma.Schema):
    """What a hand is worth, and the cards that make it."""

    category = one_of(category.name.lower() for category in Category)
    ranks = texts()
    text = ma.fields.String(required=True)
    own = shaped(CARDS)
    board = shaped(CARDS)
    wild_as = shaped({"type": "object", "additionalProperties": dict(TEXT_TOLD)})


class ShareJson(ma.Schema):
    """A pot and what each seat gets of it."""

    amount = shaped(AMOUNT_TOLD)
    shares = shaped(AMOUNTS)


class ResultJson(ma.Schema):
    """What the rules give, whatever was pushed."""

    hands = shaped(by_seat(ref("ReadingJson")))
    pots = many(ShareJson)
    paid = shaped(AMOUNTS)
    returned = shaped(AMOUNTS)
    rake = shaped(AMOUNT_TOLD, required=False)
    waiting = shaped(SEATS, "who has still to show", required=False)


class HandStateJson(ma.Schema):
    """A hand after an entry."""

    number = ma.fields.Integer(required=True)
    phase = one_of(PHASES)
    street = shaped(COUNT)
    button = shaped(SEAT)
    to_act = shaped(SEAT, null=True)
    to_call = shaped(AMOUNT_TOLD)
    raises = shaped(COUNT)
    cap = shaped(COUNT, null=True)
    opener = shaped(SEAT, null=True)
    pot = shaped(AMOUNT_TOLD)
    pots = many(PotJson)
    board = shaped(CARDS)
    burns = shaped(COUNT)
    seats = shaped(by_seat(ref("SeatJson")))
    result = ma.fields.Nested(ResultJson)
    text = shaped(TEXT_TOLD, "the round, its bets and its raises", required=False)


class HandsQuery(ma.Schema):
    """Paging through hands by number."""

    after = from_zero()
    limit = page_limit()


class HandPlace(ma.fields.Field[Any]):
    """Where a page of hands ended, as its ``next`` link has it."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> tuple[str, int] | None:
        found = re.fullmatch(r"([A-Za-z0-9._-]{1,64})~([0-9]{1,15})", str(value))
        if found:
            return found[1], int(found[2])
        if value in ("", "0"):
            return None
        raise ma.ValidationError(f"found {value!r}; allowed: as in a `next` link")


class FindHandsQuery(ma.Schema):
    """Which hands of all tables."""

    table = ma.fields.String()
    player = ma.fields.String()
    dealer = ma.fields.String()
    rule = ma.fields.String()
    code = ma.fields.String()
    since = Moment(data_key="from")
    until = Moment(data_key="to")
    disputed = ma.fields.Boolean()
    order = ma.fields.String(load_default="asc", validate=validate.OneOf(("asc", "desc")))
    after = HandPlace(load_default=None)
    limit = page_limit()


class TimelineEntryJson(EntryJson):
    """An entry with its rulings."""

    rulings = many(RulingToldJson)


class HandJson(ma.Schema):
    """A hand in short."""

    number = ma.fields.Integer(required=True)
    first = ma.fields.Integer(required=True)
    last = ma.fields.Integer(required=True)
    rulings = texts()
    open = texts()
    phase = ma.fields.String(validate=validate.OneOf(PHASES))
    button = shaped(SEAT, required=False)
    pot = shaped(AMOUNT_TOLD, required=False)
    result = ma.fields.Nested(ResultJson)
    game = ma.fields.String()
    edition = ma.fields.String()
    ended = ma.fields.Boolean()


class FoundHandJson(HandJson):
    """A hand that was found, and where."""

    table = ma.fields.String(required=True)
    started_at = ma.fields.String(required=True, metadata={"format": "date-time"})
    dealer = ma.fields.String(required=True, allow_none=True)
    players = shaped(by_seat(TEXT_TOLD), "who was dealt in, by seat")
    disputed = ma.fields.Boolean(
        required=True, metadata={"description": "the floor was called, or decided something"}
    )


class FoundHandsJson(Paged):
    """A page of hands that were found."""

    hands = many(FoundHandJson)


class HandToldJson(HandJson):
    """A hand as it stood at its end, with its timeline."""

    state = ma.fields.Nested(HandStateJson, required=True, allow_none=True)
    timeline = many(TimelineEntryJson)


class HandsJson(Paged):
    """A page of a table's hands."""

    hands = many(HandJson)
