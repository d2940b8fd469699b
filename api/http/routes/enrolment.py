"""Enrolling a device: an admin's page shows a code, the device's browser scans it."""

from __future__ import annotations

import segno
from flask import Blueprint, Response, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from api.http import authentication
from api.http.authentication import DEVICE_COOKIE
from api.http.routes.pages import KEPT, keep, signed_in
from api.http.services import services
from api.service.accounts import INVITED
from api.service.problems import Problem
from api.service.roles import ROLES, Caller
from api.web import pages

routes = Blueprint("enrolment", __name__)
MINUTES = INVITED.seconds // 60
SECRET = {"Cache-Control": "no-store"}


def _admin() -> Caller | None:
    """Who may enrol, if it is they who look at the page."""
    caller = signed_in()
    return caller if caller is not None and caller.role is ROLES["admin"] else None


@routes.get("/devices")
def devices() -> str:
    """The devices, and a form to enrol another, for an admin."""
    return _listed()


def _listed(wrong: str = "") -> str:
    known = services().store.people.devices() if _admin() else []
    more = {"roles": ROLES, "minutes": MINUTES, "wrong": wrong}
    return pages.page("devices.html", admin=_admin(), devices=known, **more)


@routes.post("/devices")
def invite() -> Answer:
    """Enrol a device, or give one a new start: its code to scan, shown this once."""
    authentication.check_origin()
    admin, form, accounts = _admin(), request.form, services().accounts
    if admin is None:
        raise Problem("ROLE", "Devices are enrolled by an admin; sign in as one.")
    name, by = form.get("device", "").strip(), admin.recorded_by()
    try:
        if not form.get("again"):
            tables = form.get("tables", "").replace(",", " ").split()
            accounts.enrol(name, form.get("role", ""), tables, None, by)
        device, code = accounts.invite(name, by)
    except Problem as problem:
        return Response(_listed(problem.detail), problem.status, mimetype="text/html")
    address = url_for("enrolment.invited", code=code, _external=True)
    shown = Markup(segno.make_qr(address, error="m").svg_inline(omitsize=True, light="#fff"))
    more = {"device": device, "picture": shown, "address": address, "minutes": MINUTES}
    page = pages.page("invitation.html", **more)
    return Response(page, 201, SECRET, mimetype="text/html")


@routes.get("/enrol/<code>")
def invited(code: str) -> Response:
    """What the scanned address shows: reading it takes nothing, so no preview spends it."""
    return Response(pages.page("enrol.html", code=code), 200, SECRET, mimetype="text/html")


@routes.post("/enrol")
def enrol() -> Answer:
    """This browser becomes the device that the code stands for."""
    authentication.check_origin()
    device, token = services().accounts.redeem(request.form.get("code", ""))
    here = url_for("pages.home")
    if ROLES[device.role].own_tables and len(device.tables) == 1:
        here = url_for("pages.tablet", table=device.tables[0])
    answer = redirect(here, 303)
    keep(answer, DEVICE_COOKIE, token, KEPT)
    answer.delete_cookie(authentication.LOGIN_COOKIE)
    return answer
