"""Authentication: who is calling, and may they call this route at all?"""

from __future__ import annotations

import re
from typing import cast

from flask import Flask, g, request

from api.lib.logs import bind
from api.service.accounts import Accounts
from api.service.problems import Problem
from api.service.rate_limits import Limits
from api.service.roles import ANYBODY, RECORDING, ROUTES, Caller, asks_for_token, may_call

# Set by the page for signing in, for pages only: scripts cannot read them.
DEVICE_COOKIE, LOGIN_COOKIE = "adjudicator_device", "adjudicator_login"
BEARER = re.compile(r"(?i:bearer) +([\x21-\x7e]{1,256}) *")


def register(app: Flask, accounts: Accounts, limits: Limits, open_: bool) -> None:
    """Authenticate and authorize every request before its route runs."""

    def identify() -> None:
        g.caller = ANYBODY if open_ else _caller(accounts, limits)

    app.before_request(identify)


def _caller(accounts: Accounts, limits: Limits) -> Caller:
    if request.url_rule is None or request.method == "OPTIONS":
        return ANYBODY  # no route will answer, and the error reveals nothing
    method = "GET" if request.method == "HEAD" else request.method
    route = f"{method} {request.url_rule.rule}"
    if not asks_for_token(route):
        return ANYBODY
    caller = _known(accounts, limits)
    bind(device=caller.device, person=caller.person, role=caller.role.name)
    _check(caller, route)
    if route not in RECORDING:
        limits.request(caller)
    return caller


def _known(accounts: Accounts, limits: Limits) -> Caller:
    try:
        return accounts.caller(token())
    except Problem as problem:
        if problem.code == "BAD_TOKEN":
            limits.stranger(request.remote_addr)
        raise


def token() -> str:
    """The token the request carries: in its header, or in the cookie of a page."""
    given = request.headers.get("Authorization")
    if given is None:
        return _of_a_page()
    met = BEARER.fullmatch(given)
    if met is None:
        raise Problem("BAD_TOKEN", "Authorization: allowed: Bearer and one token.")
    return met[1]


def _of_a_page() -> str:
    found = request.cookies.get(LOGIN_COOKIE) or request.cookies.get(DEVICE_COOKIE)
    if found is None:
        raise Problem("NO_TOKEN", "The header Authorization is missing.")
    check_origin()
    return found


def check_origin() -> None:
    """Return if no page of another site makes the browser send this request."""
    if request.method in ("GET", "HEAD"):
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site == "same-origin" or (site is None and origin == request.host_url.rstrip("/")):
        return
    raise Problem("OTHER_SITE", "The request comes from a page of another site.")


def _check(caller: Caller, route: str) -> None:
    if not may_call(caller.role, route):
        allowed = ", ".join(sorted(ROUTES.get(route, ()))) or "nobody"
        raise Problem("ROLE", f"{route} is not for role {caller.role.name}; allowed to: {allowed}.")
    check_table(caller, (request.view_args or {}).get("table") or request.args.get("table"))


def check_table(caller: Caller, table: str | None) -> None:
    """Return if the table is one of the caller's."""
    if table is not None and not caller.serves(table):
        own = ", ".join(caller.tables)
        detail = f"The device {caller.device!r} is bound to {own}; the request is about {table!r}."
        raise Problem("OTHER_TABLE", detail, {"table": [detail]})


def caller() -> Caller:
    """Who sends this request."""
    return cast(Caller, g.caller)
