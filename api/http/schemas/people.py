"""Devices and people: enrolling, logging in, and who did it."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import validate

from adjudicator.log.events import EVENTS
from api.http.schemas.entries import ByJson, EventsQuery
from api.http.schemas.fields import Paged, many, one_of, texts
from api.http.schemas.json_types import TEXT_TOLD, like, shaped
from api.service.roles import ROLES, Concealed
from api.store import people


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


class AccessQuery(EventsQuery):
    """Paging through the access log by number."""


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
    may_take_back = ma.fields.Boolean(
        required=True, metadata={"description": "may correct at least its own last entry"}
    )
    concealed_cards = one_of(one.value for one in Concealed)


DONE_BY = ma.fields.Nested(ByJson, required=True)
AccessLineJson = like(people.Event, "AccessLineJson", sparse=True, by=DONE_BY)


class AccessJson(Paged):
    """A page of the access log: what happened to which device or person."""

    access = many(AccessLineJson)
