"""What goes in and out over HTTP; the schemas of events are made from their definitions.

Events themselves are read by the engine's own readers, the same for a log file and for
a request; the schemas here describe them and read everything else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import marshmallow as ma
from marshmallow import validate

from adjudicator.events import EVENTS, Event, FieldSpec
from adjudicator.wire import LARGEST, MOST_CARDS, PEOPLE, PLACES, Kind
from api.roles import ROLES
from api.store.sql import stamp

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


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(items), "maxItems": 600}


def _by_seat(values: Mapping[str, Any]) -> dict[str, Any]:
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
    Kind.CARDS: _list(CARD),
    Kind.SEATS: _list(SEAT),
    Kind.TEXT: TEXT,
    Kind.FLAG: {"type": "boolean"},
    Kind.TIME: {"type": "string", "format": "date-time"},
    Kind.MANY_CARDS: MANY_CARDS,
    Kind.COUNTS: _by_seat(MANY_CARDS),
    Kind.SHARES: _by_seat(AMOUNT),
    Kind.AMOUNTS: _list(AMOUNT),
    Kind.FACTS: {"type": "object", "additionalProperties": {"type": "boolean"}},
    Kind.SETTINGS: {"type": "object"},
    Kind.OUTCOMES: _list(
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


class OfSpec(ma.fields.Field[Any]):
    """A field of an event, read by the engine's own reader."""

    def __init__(self, spec: FieldSpec) -> None:
        about = {"description": f"{spec.doc} ({spec.kind.value})"}
        shape = dict(JSON_OF[spec.kind])
        if spec.choices:
            shape = {"type": "string", "enum": list(spec.choices)}
        super().__init__(
            required=spec.required,
            allow_none=not spec.required,
            attribute=spec.name,
            metadata={**about, "shape": shape},
        )
        self._spec = spec

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return self._spec.read(value)
        except ValueError as error:
            raise ma.ValidationError(str(error)) from None


def schema_name(kind: str) -> str:
    """The name of an event's schema: ``HandStarted`` for ``hand_started``."""
    return "".join(part.capitalize() for part in kind.split("_"))


def _schema_of(kind: str, cls: type[Event]) -> type[ma.Schema]:
    fields: dict[str, Any] = {
        "type": ma.fields.String(required=True, validate=validate.Equal(kind))
    }
    fields |= {spec.name: OfSpec(spec) for spec in cls.specs.values()}
    return type(schema_name(kind), (ma.Schema,), fields)


EVENT_SCHEMAS: Mapping[str, type[ma.Schema]] = {
    kind: _schema_of(kind, cls) for kind, cls in EVENTS.items()
}


# --- Questions -----------------------------------------------------------------------

PLACE = re.compile(r"([0-9TZ:.-]{27})~([A-Za-z0-9._-]{1,64})~([0-9]{1,15})~([0-9]{1,15})")


class Moment(ma.fields.Field[str]):
    """A time or a day, as the record writes times."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return _moment(str(value), last=attr == "to")
        except (ValueError, OverflowError):
            words = f"found {value!r}; allowed: an RFC 3339 time in UTC or a date"
            raise ma.ValidationError(words) from None


def _moment(text: str, last: bool) -> str:
    if len(text) == len("2026-01-01"):
        clock = "23:59:59.999999" if last else "00:00:00"
        text = f"{date.fromisoformat(text)}T{clock}Z"
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError
    return stamp(found)


class Place(ma.fields.Field[Any]):
    """Where a page of rulings ended, as its ``next`` link has it."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> tuple[str, str, int, int] | None:
        found = PLACE.fullmatch(str(value))
        if found:
            at, table, seq, place = found.groups()
            return at, table, int(seq), int(place)
        if value in ("", "0"):
            return None
        raise ma.ValidationError(f"found {value!r}; allowed: as in a `next` link")


class Whole(ma.fields.Integer):
    """A whole number in a query, in plain digits as in JSON."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int:
        if not re.fullmatch(r"-?[0-9]+", str(value)):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


def _limit(usual: int = 100) -> Whole:
    return Whole(load_default=usual, validate=validate.Range(1, 1000))


def _number() -> Whole:
    return Whole(load_default=0, validate=validate.Range(0, LARGEST))


def _size() -> Whole:
    return Whole(load_default=None, validate=validate.Range(0, LARGEST))


class NoQuery(ma.Schema):
    """Nothing is asked."""


class TablesQuery(ma.Schema):
    """Paging through tables by id."""

    after = ma.fields.String(load_default="")
    limit = _limit()


class HandsQuery(ma.Schema):
    """Paging through hands by number."""

    after = _number()
    limit = _limit()


class EventsQuery(ma.Schema):
    """Paging through entries by number."""

    after = _number()
    limit = _limit()


LAST_EVENT_ID: Mapping[str, Any] = {
    "in": "header",
    "name": "Last-Event-ID",
    "description": "the id of the last message that arrived; the stream goes on after it",
    "required": False,
    "schema": {"type": "string", "maxLength": 64},
}


class StreamQuery(ma.Schema):
    """What to follow."""

    tables = ma.fields.String(load_default="", validate=validate.Length(max=4000))
    rulings = ma.fields.String(load_default=None, validate=validate.OneOf(["open"]))


class AccessQuery(EventsQuery):
    """Paging through the access log by number."""


class RecordQuery(ma.Schema):
    """How to record."""

    dry_run = ma.fields.Boolean(load_default=False)


class StateQuery(ma.Schema):
    """Which state."""

    at = Whole(load_default=None, validate=validate.Range(0, LARGEST))


STATUSES = ("open", "carried_out", "upheld", "overridden", "withdrawn")


class TableRulingsQuery(ma.Schema):
    """Which rulings of a table."""

    rule = ma.fields.String()
    code = ma.fields.String()
    status = ma.fields.String(validate=validate.OneOf(STATUSES))
    hand = Whole(validate=validate.Range(0, LARGEST))
    player = ma.fields.String()
    dealer = ma.fields.String()
    since = Moment(data_key="from")
    until = Moment(data_key="to")
    after = Place(load_default=None)
    limit = _limit()


class RulingsQuery(TableRulingsQuery):
    """Which rulings of all tables."""

    table = ma.fields.String()


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

    after = _number()
    limit = _limit()


# --- Bodies --------------------------------------------------------------------------


class AnEvent(ma.fields.Field[dict[str, Any]]):
    """An event, left to the engine to read."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        raise ma.ValidationError("allowed: an event, which is an object")


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


class Enrol(ma.Schema):
    """A device to be enrolled."""

    device = ma.fields.String(required=True)
    role = ma.fields.String(required=True, validate=validate.OneOf(list(ROLES)))
    tables = ma.fields.List(
        ma.fields.String(),
        load_default=list,
        metadata={"description": "tables it is bound to, their sessions included; none: every"},
    )
    days = ma.fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(1, 3650),
        metadata={"description": "how long its token lives; absent: until it is revoked"},
    )


class EnrolPerson(ma.Schema):
    """A person to be enrolled."""

    person = ma.fields.String(required=True)
    role = ma.fields.String(required=True, validate=validate.OneOf(list(ROLES)))
    pin = ma.fields.String(required=True, validate=validate.Length(4, 64))


class LogIn(ma.Schema):
    """A person who logs in on the device that sends this."""

    person = ma.fields.String(required=True, validate=validate.Length(1, 64))
    pin = ma.fields.String(required=True, validate=validate.Length(1, 64))
    hours = ma.fields.Integer(load_default=8, strict=True, validate=validate.Range(1, 12))


# --- Answers -------------------------------------------------------------------------


def _open(doc: str) -> ma.fields.Dict:
    return ma.fields.Dict(metadata={"description": doc})


class EntryJson(ma.Schema):
    """An entry of a table's log."""

    seq = ma.fields.Integer(required=True)
    recorded_at = ma.fields.String(metadata={"format": "date-time"})
    recorded_by = _open("in which role it was recorded, on which device, by which person")
    event = _open("the event as recorded")
    prev_hash = ma.fields.String()
    salt = ma.fields.String(
        metadata={"description": "keeps the hash from giving away a masked card; masked with it"}
    )
    hash = ma.fields.String()
    expired = ma.fields.Boolean(
        metadata={"description": "its content was dropped in its time; the hash stays"}
    )
    masked = ma.fields.Boolean(
        metadata={"description": "a card was left out that the reader may not see"}
    )


class RulingJson(ma.Schema):
    """A ruling, as the engine gives it."""

    id = ma.fields.String(required=True)
    hand = ma.fields.Integer()
    seq = ma.fields.Integer()
    rule = ma.fields.String()
    cites = ma.fields.List(ma.fields.String())
    edition = ma.fields.String()
    certainty = ma.fields.String(validate=validate.OneOf(["final", "conditional", "floor"]))
    seats = ma.fields.List(ma.fields.Integer())
    outcomes = ma.fields.List(_open("a code, with seat, amount, card, until, pot"))
    because = ma.fields.List(_open("a fact and the entry that proves it"))
    considered = ma.fields.List(_open("a rule that gave way, and why"))
    needs = ma.fields.List(_open("an entry that would settle it"))
    options = ma.fields.List(_open("one way the floor may decide"))
    factors = ma.fields.List(ma.fields.String())
    text = ma.fields.String()
    explanation = ma.fields.String()
    status = ma.fields.String(validate=validate.OneOf(STATUSES))


class RecordedJson(ma.Schema):
    """What was recorded and what it led to."""

    table = ma.fields.String(required=True)
    entries = ma.fields.List(ma.fields.Nested(EntryJson), required=True)
    rulings = ma.fields.List(ma.fields.Nested(RulingJson), required=True)
    dues = ma.fields.List(_open("something somebody still has to do"))
    next = ma.fields.List(_open("an entry that may properly come next"))
    version = ma.fields.Integer(required=True)
    notices = ma.fields.List(_open("a clock that is off, a late entry, a hole in the numbering"))
    dry_run = ma.fields.Boolean()


class TableJson(ma.Schema):
    """A table in short."""

    table = ma.fields.String(required=True)
    version = ma.fields.Integer(required=True)
    opened_at = ma.fields.String()
    recorded_at = ma.fields.String()
    game = ma.fields.String()
    stakes = _open("the stakes")
    places = ma.fields.Integer()
    players = _open("players by seat")
    expired = ma.fields.Boolean(metadata={"description": "its content was dropped in its time"})
    dealer = ma.fields.String(allow_none=True)
    hand = ma.fields.Integer(allow_none=True)
    phase = ma.fields.String(allow_none=True)
    dues = ma.fields.Integer()
    closed = ma.fields.Boolean()
    state = _open("the state, where one table was asked for")


class _Paged(ma.Schema):
    has_more = ma.fields.Boolean(required=True)
    next = ma.fields.String(allow_none=True, metadata={"description": "the link to go on"})


class TablesJson(_Paged):
    """A page of tables."""

    tables = ma.fields.List(ma.fields.Nested(TableJson), required=True)


class EntriesJson(_Paged):
    """A page of entries."""

    entries = ma.fields.List(ma.fields.Nested(EntryJson), required=True)


class FoundRulingJson(RulingJson):
    """A ruling that was found, and where."""

    table = ma.fields.String(required=True)
    recorded_at = ma.fields.String(metadata={"format": "date-time"})


class RulingsJson(_Paged):
    """A page of rulings."""

    rulings = ma.fields.List(ma.fields.Nested(FoundRulingJson), required=True)


class StateJson(ma.Schema):
    """A table after an entry."""

    table = _open("game, options, stacks and what stands from hand to hand")
    hand = ma.fields.Dict(allow_none=True, metadata={"description": "the hand"})
    dues = ma.fields.List(_open("something somebody still has to do"))
    next = ma.fields.List(_open("an entry that may properly come next"))
    version = ma.fields.Integer(required=True)


class HandJson(ma.Schema):
    """A hand, with its timeline where one was asked for."""

    number = ma.fields.Integer(required=True)
    first = ma.fields.Integer()
    last = ma.fields.Integer()
    rulings = ma.fields.List(ma.fields.String())
    open = ma.fields.List(ma.fields.String())
    phase = ma.fields.String()
    button = ma.fields.Integer()
    pot = ma.fields.Raw()
    result = _open("what the rules give")
    game = ma.fields.String()
    edition = ma.fields.String()
    ended = ma.fields.Boolean()
    state = _open("the hand as it stood at its end")
    timeline = ma.fields.List(_open("an entry with its rulings"))


class HandsJson(_Paged):
    """A page of a table's hands."""

    hands = ma.fields.List(ma.fields.Nested(HandJson), required=True)


class ExplainedJson(RulingJson):
    """A ruling with the law it cites and the entries that prove it."""

    table = ma.fields.String()
    articles = ma.fields.List(_open("a rule it cites"))
    entries = ma.fields.List(ma.fields.Nested(EntryJson))
    decisions = ma.fields.List(ma.fields.Nested(EntryJson))


class WhatIfJson(ma.Schema):
    """What would follow, and how it differs from the record."""

    at = ma.fields.Integer(required=True)
    compared_with = ma.fields.Integer(required=True)
    rulings = ma.fields.List(ma.fields.Nested(RulingJson), required=True)
    differences = _open("rulings added and missing against the record")
    state = _open("the state that would be")


class JudgedLogJson(ma.Schema):
    """A log judged whole."""

    entries = ma.fields.List(_open("seq, event and rulings"), required=True)
    rulings = ma.fields.List(ma.fields.Nested(RulingJson), required=True)
    refused = ma.fields.List(_open("line, code, detail and errors"), required=True)
    state = _open("the state after the last entry")


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


class RunsJson(ma.Schema):
    """Where entries stand."""

    runs = ma.fields.List(ma.fields.Nested(RunJson), required=True)
    has_more = ma.fields.Boolean(required=True)
    next = ma.fields.String(allow_none=True)


class DeviceJson(ma.Schema):
    """A device; its token only in the answer that makes it."""

    device = ma.fields.String(required=True)
    role = ma.fields.String(required=True)
    tables = ma.fields.List(ma.fields.String(), required=True)
    enrolled_at = ma.fields.String(required=True)
    expires_at = ma.fields.String(allow_none=True)
    revoked_at = ma.fields.String(allow_none=True)
    token = ma.fields.String()


class DevicesJson(ma.Schema):
    """Every device ever enrolled."""

    devices = ma.fields.List(ma.fields.Nested(DeviceJson), required=True)


class PersonJson(ma.Schema):
    """A person who may log in on a device."""

    person = ma.fields.String(required=True)
    role = ma.fields.String(required=True)
    enrolled_at = ma.fields.String(required=True)
    revoked_at = ma.fields.String(allow_none=True)


class PeopleJson(ma.Schema):
    """Everybody ever enrolled."""

    people = ma.fields.List(ma.fields.Nested(PersonJson), required=True)


class LoginJson(ma.Schema):
    """A login: send its token in place of the device's."""

    token = ma.fields.String(required=True)
    device = ma.fields.String(required=True)
    person = ma.fields.String(required=True)
    role = ma.fields.String(required=True)
    expires_at = ma.fields.String(required=True)


class MeJson(ma.Schema):
    """Whom a token stands for, and what it may do."""

    role = ma.fields.String(required=True)
    device = ma.fields.String(allow_none=True)
    person = ma.fields.String(allow_none=True)
    tables = ma.fields.List(ma.fields.String(), required=True)
    records = ma.fields.List(ma.fields.String(), required=True)
    concealed_cards = ma.fields.String(required=True)


class AccessJson(_Paged):
    """A page of the access log."""

    access = ma.fields.List(_open("what happened to which device or person"), required=True)


class ProblemJson(ma.Schema):
    """An error, as RFC 9457 has it."""

    type = ma.fields.String(required=True)
    title = ma.fields.String(required=True)
    status = ma.fields.Integer(required=True)
    detail = ma.fields.String(required=True)
    code = ma.fields.String(required=True)
    errors = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.List(ma.fields.String()))
    hint = ma.fields.String()
    request_id = ma.fields.String()
    version = ma.fields.Integer(metadata={"description": "where it was stale"})
    entries = ma.fields.List(ma.fields.Nested(EntryJson))
    entry = ma.fields.Integer(metadata={"description": "the entry in the way"})
    retry_after = ma.fields.Integer(metadata={"description": "seconds to wait"})
