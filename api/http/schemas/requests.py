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

from adjudicator.errors import CODES
from adjudicator.log.events import EVENTS, Event, FieldSpec
from adjudicator.values.amounts import LARGEST
from api.http.schemas.json_types import (
    AMOUNT_TOLD,
    JSON_OF,
    SEAT,
    TABLE_PATTERN,
    TEXT_TOLD,
    by_seat,
    like,
    ref,
    shaped,
)
from api.http.schemas.responses import (
    PHASES,
    STAKES,
    STATUSES,
    ArticleJson,
    DueJson,
    HandStateJson,
    PositionJson,
    ResultJson,
    RulingJson,
    entries_in_part,
    many,
    one_of,
    texts,
)
from api.service.problems import TABLE
from api.service.roles import ROLES, Concealed
from api.store import people
from api.store.canonical import EXPIRED_TYPE
from api.store.sql import stamp

# Whole where nothing is masked: see ``openapi``.
EVENT_TOLD: Mapping[str, Any] = {"anyOf": [ref("Event"), ref("ExpiredJson"), ref("EventInPart")]}
MESSAGES: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": {"type": "array", "items": {"type": "string"}},
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


class ByJson(ma.Schema):
    """Who did something: in which role, on which device, which person; of a login nothing."""

    role = ma.fields.String()
    device = ma.fields.String()
    person = ma.fields.String()


class RecordedByJson(ByJson):
    """Who recorded an entry, and how the device's clock and numbering stood."""

    role = ma.fields.String(required=True)
    clock_offset_ms = ma.fields.Integer(metadata={"description": "the device's clock was ahead"})
    after_device_seq = ma.fields.Integer(
        metadata={"description": "the device's number before this, where one is missing"}
    )


class ExpiredJson(ma.Schema):
    """The entry that says that what those before it said was dropped."""

    type = ma.fields.String(required=True, validate=validate.Equal(EXPIRED_TYPE))
    entries = ma.fields.Integer(required=True)
    by = ma.fields.String(required=True)
    reason = ma.fields.String(required=True)


class EntryJson(ma.Schema):
    """An entry of a table's log."""

    seq = ma.fields.Integer(required=True)
    recorded_at = ma.fields.String(required=True, metadata={"format": "date-time"})
    recorded_by = ma.fields.Nested(RecordedByJson)
    event = shaped(EVENT_TOLD, "the event as recorded", required=False)
    prev_hash = ma.fields.String()
    salt = ma.fields.String(
        metadata={"description": "keeps the hash from giving away a masked card; masked with it"}
    )
    hash = ma.fields.String()
    expired = shaped(
        {"const": True}, "its content was dropped in its time; the hash stays", required=False
    )
    masked = shaped(
        {"const": True}, "a card was left out that the reader may not see", required=False
    )


class TimelineEntryJson(EntryJson):
    """An entry with its rulings."""

    rulings = many(RulingJson)


class JudgedEntryJson(ma.Schema):
    """An entry that is not recorded, with its rulings."""

    seq = ma.fields.Integer(required=True)
    event = shaped(ref("Event"))
    rulings = many(RulingJson)


class ImaginedEntryJson(ma.Schema):
    """An entry that would be recorded."""

    seq = ma.fields.Integer(required=True)
    event = shaped(ref("Event"))


class NoticeJson(ma.Schema):
    """A clock that is off, a late entry, a hole in the numbering."""

    code = one_of(("CLOCK_SKEW", "LATE", "DEVICE_SEQ"))
    detail = ma.fields.String(required=True)
    offset_ms = ma.fields.Integer()
    entries = ma.fields.List(ma.fields.Integer())
    expected = ma.fields.Integer()
    found = ma.fields.Integer()


class _Answered(ma.Schema):
    table = ma.fields.String(required=True)
    rulings = many(RulingJson)
    dues = many(DueJson)
    next = entries_in_part("an entry that may properly come next")
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
    closed = ma.fields.Boolean()


class TableToldJson(TableJson):
    """A table in short, and its state."""

    state = ma.fields.Nested(PositionJson, required=True)


class _Paged(ma.Schema):
    has_more = ma.fields.Boolean(required=True)
    next = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "the link to go on"}
    )


class TablesJson(_Paged):
    """A page of tables."""

    tables = many(TableJson)


class EntriesJson(_Paged):
    """A page of entries."""

    entries = many(EntryJson)


class FoundRulingJson(RulingJson):
    """A ruling that was found, and where."""

    table = ma.fields.String(required=True)
    recorded_at = ma.fields.String(required=True, metadata={"format": "date-time"})


class RulingsJson(_Paged):
    """A page of rulings."""

    rulings = many(FoundRulingJson)


class StateJson(PositionJson):
    """A table after an entry."""

    version = ma.fields.Integer(required=True)


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


class HandToldJson(HandJson):
    """A hand as it stood at its end, with its timeline."""

    state = ma.fields.Nested(HandStateJson, required=True, allow_none=True)
    timeline = many(TimelineEntryJson)


class HandsJson(_Paged):
    """A page of a table's hands."""

    hands = many(HandJson)


class ExplainedJson(RulingJson):
    """A ruling with the law it cites and the entries that prove it."""

    table = ma.fields.String(required=True)
    articles = many(ArticleJson)
    entries = many(EntryJson)
    decisions = many(EntryJson)


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


class RunsJson(_Paged):
    """Where entries stand."""

    runs = many(RunJson)


DeviceJson = like(people.Device, "DeviceJson")
EnrolledJson = like(people.Device, "EnrolledJson", token=shaped(TEXT_TOLD))


class DevicesJson(ma.Schema):
    """Every device ever enrolled."""

    devices = many(DeviceJson)


PERSON = ("person", "role", "enrolled_at", "revoked_at")
PersonJson = like(people.Person, "PersonJson", *PERSON)


class PeopleJson(ma.Schema):
    """Everybody ever enrolled."""

    people = many(PersonJson)


class LoginJson(ma.Schema):
    """A login: send its token in place of the device's."""

    token = ma.fields.String(required=True)
    device = ma.fields.String(required=True)
    person = ma.fields.String(required=True)
    role = ma.fields.String(required=True)
    expires_at = ma.fields.String(required=True)


class EndedJson(ma.Schema):
    """A login that has ended."""

    ended = shaped({"const": True})


class MeJson(ma.Schema):
    """Whom a token stands for, and what it may do."""

    role = one_of(("open", *ROLES))
    device = ma.fields.String(required=True, allow_none=True)
    person = ma.fields.String(required=True, allow_none=True)
    tables = texts()
    records = shaped({"type": "array", "items": {"enum": list(EVENTS)}})
    concealed_cards = one_of(one.value for one in Concealed)


DONE_BY = ma.fields.Nested(ByJson, required=True)
AccessLineJson = like(people.Event, "AccessLineJson", sparse=True, by=DONE_BY)


class AccessJson(_Paged):
    """A page of the access log: what happened to which device or person."""

    access = many(AccessLineJson)


class HealthJson(ma.Schema):
    """The process answers."""

    status = shaped({"const": "ok"})


class ReadyJson(ma.Schema):
    """The service can work."""

    status = shaped({"const": "ready"})
    edition = ma.fields.String(required=True)


class InfoJson(ma.Schema):
    """What the document is about."""

    title = ma.fields.String(required=True)
    version = ma.fields.String(required=True)
    description = ma.fields.String(required=True)


class TagJson(ma.Schema):
    """A subject of routes."""

    name = ma.fields.String(required=True)
    description = ma.fields.String(required=True)


class ServerJson(ma.Schema):
    """Where the routes begin."""

    url = ma.fields.String(required=True)


class DocumentJson(ma.Schema):
    """This document."""

    openapi = ma.fields.String(required=True)
    info = ma.fields.Nested(InfoJson, required=True)
    servers = many(ServerJson)
    tags = many(TagJson)
    paths = ma.fields.Dict(required=True)
    components = ma.fields.Dict(required=True)


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
