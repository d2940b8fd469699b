"""Schemas and the engine's readers take the same events and refuse the same fields.

What is told is as the document has it, and what is refused has a status in it.
"""

from __future__ import annotations

from typing import Any

import marshmallow as ma
import pytest

from adjudicator.errors import Refused
from adjudicator.log.events import EVENTS
from adjudicator.log.reading import parse
from adjudicator.play.outcome import Outcome
from adjudicator.table.standings import Placed
from api.http.documented_errors import BESIDE, statuses
from api.http.schemas.events import EVENT_SCHEMAS
from api.http.schemas.json_types import like
from api.service import demo
from api.service.roles import NO_TOKEN, ROUTES, documented

TOLD = [event for _, opened, events in demo.tables() for event in [opened, *events]]
WRONG: list[dict[str, Any]] = [
    {"type": "acted", "seat": 0, "verb": "chek"},
    {"type": "posted", "seat": 1, "kind": "ante", "amount": 2.5},
    {"type": "dealt", "to": "nowhere"},
    {"type": "shown", "seat": 1, "cards": ["Xx"]},
    {"type": "hand_started", "buton": 1},
    {"type": "noted"},
]


def test_every_event_has_a_schema() -> None:
    assert set(EVENT_SCHEMAS) == set(EVENTS)


@pytest.mark.parametrize("event", TOLD[:1] + TOLD[10:])
def test_what_the_engine_reads_the_schema_reads_alike(event: dict[str, Any]) -> None:
    loaded = EVENT_SCHEMAS[event["type"]]().load(event)
    read = parse(event)

    for spec in read.specs.values():
        if spec.name in event:
            assert loaded[spec.name] == getattr(read, spec.attribute)


@pytest.mark.parametrize("event", WRONG)
def test_both_refuse_the_same_fields(event: dict[str, Any]) -> None:
    with pytest.raises(Refused) as engine:
        parse(event)
    with pytest.raises(ma.ValidationError) as schema:
        EVENT_SCHEMAS[event["type"]]().load(event)

    assert isinstance(schema.value.messages, dict)
    assert set(schema.value.messages) == set(engine.value.errors)


def _kept(schema: type[ma.Schema]) -> dict[str, tuple[bool, bool]]:
    """The fields that are told, and of each whether it must be there and may be null."""
    fields = schema().fields.items()
    return {name: (one.required, bool(one.allow_none)) for name, one in fields}


def test_what_is_told_as_its_class_has_it_follows_the_class() -> None:
    whole = like(Placed, "Whole")
    sparse = like(Outcome, "Sparse", "code", "seat", sparse=True)
    with_null = like(Outcome, "WithNull", "code", "seat")

    assert list(_kept(whole)) == ["seat", "place", "balance", "left"]
    assert _kept(sparse) == {"code": (True, False), "seat": (False, False)}
    assert _kept(with_null) == {"code": (True, False), "seat": (True, True)}


def test_errors_are_told_of_routes_that_there_are() -> None:
    assert BESIDE.keys() <= {documented(route) for route in NO_TOKEN | ROUTES.keys()}


@pytest.mark.parametrize(
    ("route", "body", "given", "never"),
    [
        ("GET /healthz", False, {422}, {401, 404, 503}),
        ("GET /readyz", False, {422, 503}, {401, 404}),
        ("GET /v1/games", False, {401, 403, 429}, {400, 404, 415}),
        ("GET /v1/games/{game}", False, {401, 404}, {410, 415}),
        ("POST /v1/tables", True, {400, 409, 410, 413, 415}, {404, 412}),
        ("POST /v1/tables/{table}/events", True, {404, 409, 410, 412}, {406}),
        ("POST /v1/adjudications", True, {400, 413, 415, 422}, {404, 409, 412}),
    ],
)
def test_a_route_may_give_what_its_kind_may_and_no_more(
    route: str, body: bool, given: set[int], never: set[int]
) -> None:
    found = set(statuses(route, body))

    assert given <= found
    assert not never & found
