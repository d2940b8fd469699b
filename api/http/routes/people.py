"""Devices and people: enrol, revoke, log in, and who did it."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http import authentication
from api.http.authentication import caller
from api.http.responses import next_link, send
from api.http.routes.blueprint import Routes
from api.http.schemas.people import (
    AccessJson,
    AccessQuery,
    DeviceJson,
    DevicesJson,
    EndedJson,
    Enrol,
    EnrolledJson,
    EnrolPerson,
    LogIn,
    LoginJson,
    MeJson,
    PeopleJson,
    PersonJson,
)
from api.http.services import services
from api.service.problems import Problem
from api.service.roles import OPEN

routes = Routes("people", __name__, description="Devices, people and what they may do.")
SECRET = {"Cache-Control": "no-store"}


@routes.on("GET", "/v1/me")
@routes.gives(200, MeJson)
def me() -> Response:
    """Show whom the token stands for and what it may do."""
    now = caller()
    return send(
        {
            "role": now.role.name,
            "device": now.device,
            "person": now.person,
            "tables": list(now.tables),
            "records": sorted(now.role.records),
            "may_take_back": now.role.may_take_back,
            "concealed_cards": now.role.concealed.value,
        }
    )


@routes.on("POST", "/v1/logins")
@routes.takes(LogIn)
@routes.gives(201, LoginJson)
def log_in(body: dict[str, Any]) -> Response:
    """Log a person in on the device whose token is sent.

    Send the token in the answer in place of the device's: entries then name the person,
    and what may be done follows the person's role, at the device's tables.
    """
    if caller().role is OPEN:
        raise Problem("BAD_REQUEST", "This service asks for no tokens; nobody logs in.")
    found = services().accounts.log_in(caller(), body["person"], body["pin"], body["hours"])
    login, token, role = found
    answer = {"token": token, "device": login.device, "person": login.person, "role": role}
    return send(answer | {"expires_at": login.expires_at}, 201, SECRET)


@routes.on("DELETE", "/v1/logins")
@routes.gives(200, EndedJson)
def log_out() -> Response:
    """End the login whose token is sent; the device's own token goes on."""
    services().accounts.log_out(authentication.token())
    return send({"ended": True})


@routes.on("GET", "/v1/devices")
@routes.gives(200, DevicesJson)
def devices() -> Response:
    """List every device ever enrolled, never a token."""
    return send({"devices": [one.wire() for one in services().store.people.devices()]})


@routes.on("POST", "/v1/devices")
@routes.takes(Enrol)
@routes.gives(201, EnrolledJson)
def enrol(body: dict[str, Any]) -> Response:
    """Enrol a device; its token is in this answer and nowhere else."""
    device, token = services().accounts.enrol(
        body["device"], body["role"], body["tables"], body["days"], caller().recorded_by()
    )
    return send(device.wire() | {"token": token}, 201, SECRET)


@routes.on("POST", "/v1/devices/<device>/token")
@routes.gives(201, EnrolledJson)
def renew(device: str) -> Response:
    """Give a device another token; the old one ends at once."""
    renewed, token = services().accounts.renew(device, caller().recorded_by())
    return send(renewed.wire() | {"token": token}, 201, SECRET)


@routes.on("DELETE", "/v1/devices/<device>")
@routes.gives(200, DeviceJson)
def revoke(device: str) -> Response:
    """Revoke a device for good, with every login on it."""
    return send(services().accounts.revoke(device, caller().recorded_by()).wire())


@routes.on("GET", "/v1/people")
@routes.gives(200, PeopleJson)
def people() -> Response:
    """List everybody ever enrolled."""
    return send({"people": [one.wire() for one in services().store.people.people()]})


@routes.on("POST", "/v1/people")
@routes.takes(EnrolPerson)
@routes.gives(201, PersonJson)
def enrol_person(body: dict[str, Any]) -> Response:
    """Enrol a person, who may then log in on devices that take the role."""
    enrolled = services().accounts.enrol_person(
        body["person"], body["role"], body["pin"], caller().recorded_by()
    )
    return send(enrolled.wire(), 201)


@routes.on("DELETE", "/v1/people/<person>")
@routes.gives(200, PersonJson)
def revoke_person(person: str) -> Response:
    """Revoke a person; open logins end."""
    return send(services().accounts.revoke_person(person, caller().recorded_by()).wire())


@routes.on("GET", "/v1/access")
@routes.asks(AccessQuery)
@routes.gives(200, AccessJson)
def access(query: dict[str, Any]) -> Response:
    """Read who was enrolled, revoked and logged in, by whom and when."""
    lines = services().store.people.access(query["after"], query["limit"] + 1)
    page, more = lines[: query["limit"]], len(lines) > query["limit"]
    link = next_link(more, page[-1].number if page else query["after"])
    return send({"access": [one.wire() for one in page], "has_more": more, "next": link})
