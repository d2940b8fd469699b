"""The types of event: their schemas are made from their definitions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import validate

from adjudicator.log.definition import FieldSpec
from adjudicator.log.events import EVENTS, Event
from api.http.schemas.json_types import JSON_OF


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


class AnEvent(ma.fields.Field[dict[str, Any]]):
    """An event, left to the engine to read."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        raise ma.ValidationError("allowed: an event, which is an object")
