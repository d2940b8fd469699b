"""Schemas and the engine's readers take the same events and refuse the same fields."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
import pytest

from adjudicator.errors import Refused
from adjudicator.events import EVENTS, parse
from api import demo
from api.schemas import EVENT_SCHEMAS

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
