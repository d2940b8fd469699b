"""From an HTTP request to what is to be recorded, and under which conditions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Request

from adjudicator.values.fields import found_words
from api.http.authentication import check_table
from api.http.bodies import read_object
from api.http.schemas.json_types import KEY_PATTERN
from api.service import device_clocks as clocks
from api.service.append_request import AppendRequest
from api.service.problems import Problem
from api.service.roles import Caller

TABLE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
KEY = re.compile(KEY_PATTERN)
QUOTE = '"'  # a key in quotes, as a structured field (RFC 9651) has it, is the key itself
NO_VERSION = -1  # an entity tag that was never a version


def to_open(request: Request, caller: Caller) -> tuple[str | None, AppendRequest]:
    """A table to be opened: its id, if one is asked for, and its first event."""
    body = read_object(request)
    table = body.pop("table", None)
    if table is not None and not (isinstance(table, str) and TABLE_ID.fullmatch(table)):
        said = "allowed: 1 to 64 letters, digits, '.', '_' or '-'"
        raise Problem("MALFORMED", f"table: {said}", {"table": [said]})
    kind = body.setdefault("type", "table_opened")
    if kind != "table_opened":
        said = f"found {found_words(kind)}; allowed: table_opened"
        raise Problem("MALFORMED", f"type: {said}", {"type": [said]})
    check_table(caller, table)
    return table, AppendRequest((body,), key=_key(request), caller=caller)


def to_record(request: Request, caller: Caller, dry_run: bool, most: int) -> AppendRequest:
    """One event or a list of them."""
    body = read_object(request)
    expected, status = _expected(request, body)
    batch = "events" in body
    events = _batch(body, most) if batch else (body,)
    return AppendRequest(
        events=events,
        clock=clocks.offset(_device_time(request), events),
        batch=batch,
        expected=expected,
        stale=status,
        key=_key(request),
        dry_run=dry_run,
        caller=caller,
    )


def to_decide(request: Request, caller: Caller, ruling: str, dry_run: bool) -> AppendRequest:
    """The floor's decision on a ruling."""
    body = read_object(request)
    expected, status = _expected(request, body)
    for name, value in (("type", "floor_decided"), ("ruling", ruling)):
        if body.setdefault(name, value) != value:
            said = f"found {found_words(body[name])}; allowed here: {value!r}"
            raise Problem("MALFORMED", f"{name}: {said}", {name: [said]})
    return AppendRequest(
        events=(body,),
        clock=clocks.offset(_device_time(request), (body,)),
        expected=expected,
        stale=status,
        key=_key(request),
        dry_run=dry_run,
        caller=caller,
    )


def _batch(body: dict[str, Any], most: int) -> tuple[Mapping[str, Any], ...]:
    events = body.pop("events")
    errors = {name: ["unknown field beside events"] for name in body}
    if not isinstance(events, list) or not 1 <= len(events) <= most:
        found = len(events) if isinstance(events, list) else "no list"
        errors["events"] = [f"found {found}; allowed: a list of 1 to {most} events"]
    else:
        for index, one in enumerate(events):
            if not isinstance(one, dict):
                errors[f"events.{index}"] = ["allowed: an event, which is an object"]
    if errors:
        path, said = next(iter(errors.items()))
        code = "UNKNOWN_FIELD" if body and len(errors) == len(body) else "MALFORMED"
        raise Problem(code, f"{path}: {said[0]}", errors)
    return tuple(events)


def _key(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        said = f"found {found_words(key)}; allowed: {_key_words(key)}"
        raise Problem("BAD_REQUEST", f"Idempotency-Key: {said}.", {"Idempotency-Key": [said]})
    return re.sub(r"\\(.)", r"\1", key[1:-1]) if key[0] == QUOTE else key


def _key_words(key: str) -> str:
    """What a key may consist of, written the way this one is."""
    if key[:1] != QUOTE:
        return "1 to 255 visible characters, or such a key in quotes"
    within = 'with \\" for a quote and \\\\ for a backslash, and nothing after the last quote'
    return f"1 to 255 characters in quotes, {within}"


def _device_time(request: Request) -> datetime | None:
    given = request.headers.get("Device-Time")
    if given is None:
        return None
    moment = clocks.moment(given)
    if moment is None:
        said = "allowed: an RFC 3339 time, such as 2026-01-01T21:10:00.250Z"
        raise Problem("BAD_REQUEST", f"Device-Time: {said}.", {"Device-Time": [said]})
    return moment


def _expected(request: Request, body: dict[str, Any]) -> tuple[int | None, int]:
    """The version the client expects, and the status if it is stale."""
    in_header = _if_match(request)
    in_body = body.pop("expected_version", None)
    if in_body is None:
        return in_header, 412
    if type(in_body) is not int or in_body < 0:
        said = f"found {found_words(in_body)}; allowed: a whole number from 0"
        problem = {"expected_version": [said]}
        raise Problem("MALFORMED", f"expected_version: {said}", problem)
    if in_header not in (None, in_body):
        said = f"If-Match says {in_header}, expected_version says {in_body}."
        raise Problem("BAD_REQUEST", said, {"expected_version": [said]})
    return in_body, 409 if in_header is None else 412


def _if_match(request: Request) -> int | None:
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return None
    tags = request.if_match.as_set(include_weak=True)
    if len(tags) != 1:
        said = 'allowed: one version in quotes, such as "17", or *'
        raise Problem("BAD_REQUEST", f"If-Match: {said}.", {"If-Match": [said]})
    tag = tags.pop()
    known = request.if_match.is_strong(tag) and re.fullmatch(r"\d{1,15}", tag)
    return int(tag) if known else NO_VERSION
