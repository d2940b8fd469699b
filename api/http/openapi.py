"""The OpenAPI 3.1 document, made from the routes, the schemas and the events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Flask
from flask_smorest import Api
from marshmallow import fields

from adjudicator.log.events import EVENTS
from api.http import documented_errors
from api.http.problem_documents import PROBLEM_JSON
from api.http.routes.blueprint import Routes
from api.http.schemas import law, offers
from api.http.schemas.entries import ExpiredJson
from api.http.schemas.events import EVENT_SCHEMAS, schema_name
from api.http.schemas.hands import ReadingJson, SeatJson
from api.http.schemas.json_types import TABLE_PATTERN, WHOLE, ref
from api.http.schemas.problems import ProblemJson
from api.http.schemas.recording import ImaginedJson
from api.http.schemas.rulings import CountNeededJson

VERSION = "3.1.0"
METHODS = ("get", "post", "put", "patch", "delete")
PROBLEM = {"$ref": "#/components/responses/Problem"}
# Schemas that no route refers to directly: by seat, or in one of several alternatives.
APART = (
    ProblemJson,
    CountNeededJson,
    ExpiredJson,
    ImaginedJson,
    SeatJson,
    ReadingJson,
)
# A field may be missing only where the entry is masked, the event only where it expired.
ENTRY: Mapping[str, Any] = {
    "if": {"required": ["masked"]},
    "else": {"properties": {"event": {"anyOf": [ref("Event"), ref("ExpiredJson")]}}},
    "oneOf": [{"required": ["expired", "hash"]}, {"required": ["event", "recorded_by"]}],
}
SUMMARY = ("game", "stakes", "places", "players", "dealer", "hand", "phase", "dues", "closed")
EXPIRES: Mapping[str, Any] = {
    "oneOf": [{"required": ["expired"]}, {"required": list(SUMMARY)}],
}


class Documented(Api):  # type: ignore[misc]  # the parent is untyped
    """Collects the routes; errors are handled by ``problem_documents``."""

    ERROR_SCHEMA = ref("ProblemJson")

    def _register_error_handlers(self) -> None:
        pass


@cache
def document(version: str, routes: tuple[Routes, ...]) -> dict[str, Any]:
    """The whole document; the same for every application in this process."""
    api = _collected(version, routes)
    components = api.spec.components
    for kind, schema in EVENT_SCHEMAS.items():
        components.schema(schema_name(kind), schema=schema)
    for schema in APART:
        components.schema(schema.__name__, schema=schema)
    for name, shape in {**law.SHAPES, **offers.SHAPES}.items():
        components.schema(name, dict(shape))
    components.schema("Event", _any_event())
    components.schema("Batch", _batch())
    components.schema("Record", {"anyOf": [ref("Event"), ref("Batch")]})
    spec: dict[str, Any] = api.spec.to_dict()
    made = spec["components"]["schemas"]
    for kind in EVENTS:
        _finish_event(made[schema_name(kind)], kind)
    made["EventInPart"] = {"oneOf": [_in_part(made[schema_name(kind)]) for kind in EVENTS]}
    made["OpenTable"] = _opening(made["TableOpened"])
    made["Decide"] = _deciding(made["FloorDecided"])
    for name in ("EntryJson", "TimelineEntryJson"):
        made[name] |= ENTRY
    for name in ("TableJson", "TableToldJson"):
        made[name] |= EXPIRES
    _finish_errors(spec)
    return spec


def _collected(version: str, routes: tuple[Routes, ...]) -> Documented:
    app = Flask("api")
    app.config.update(
        API_TITLE="Adjudicator",
        API_VERSION=version,
        OPENAPI_VERSION=VERSION,
        API_SPEC_OPTIONS={
            "info": {"description": "Floor rulings for poker, over HTTP."},
            "servers": [{"url": "/"}],
        },
    )
    api = Documented(app)
    api.ma_plugin.converter.add_attribute_function(_shape)
    for one in routes:
        api.register_blueprint(one)
    return api


def _shape(_: Any, field: fields.Field[Any], **__: Any) -> dict[str, Any]:
    """The JSON Schema of a field that brings its own shape."""
    shape = field.metadata.get("shape")
    if shape is None:
        return {}
    return {"anyOf": [shape, {"type": "null"}]} if field.allow_none else dict(shape)


def _any_event() -> dict[str, Any]:
    names = {kind: f"#/components/schemas/{schema_name(kind)}" for kind in EVENTS}
    return {
        "oneOf": [{"$ref": name} for name in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }


def _batch() -> dict[str, Any]:
    listed = {"type": "array", "items": ref("Event"), "minItems": 1, "maxItems": 500}
    return {
        "type": "object",
        "required": ["events"],
        "properties": {"events": listed, "expected_version": _version()},
        "additionalProperties": False,
    }


def _version() -> dict[str, Any]:
    doc = "the version this is based on; 409 if it is not the current one"
    return {"anyOf": [WHOLE, {"type": "null"}], "description": doc}


def _finish_event(made: dict[str, Any], kind: str) -> None:
    made["description"] = (EVENTS[kind].__doc__ or "").strip()
    made["properties"]["type"] = {"const": kind}
    made["patternProperties"] = {"^_": {"description": "kept and ignored"}}
    made["additionalProperties"] = False


def _in_part(event: Mapping[str, Any]) -> dict[str, Any]:
    """An event of which any field but its type may be missing: masked, or not known yet."""
    fields = {
        name: {part: one for part, one in field.items() if part != "description"}
        for name, field in event["properties"].items()
    }
    return {**event, "required": ["type"], "properties": fields}


def _opening(opened: Mapping[str, Any]) -> dict[str, Any]:
    """The body that opens a table: the event, its type implied, and the table's id."""
    table = {
        "type": ["string", "null"],
        "pattern": TABLE_PATTERN,
        "description": "the table's id; absent: the service gives one",
    }
    return _implied(opened, {"table": table}, ("type",))


def _deciding(decided: Mapping[str, Any]) -> dict[str, Any]:
    """The body that decides a ruling: the event, its type and ruling implied."""
    return _implied(decided, {"expected_version": _version()}, ("type", "ruling"))


def _implied(
    event: Mapping[str, Any], more: Mapping[str, Any], implied: tuple[str, ...]
) -> dict[str, Any]:
    needed = [name for name in event["required"] if name not in implied]
    return {**event, "required": needed, "properties": {**event["properties"], **more}}


def _finish_errors(spec: dict[str, Any]) -> None:
    """Every error is a problem document, whatever its status."""
    content = {PROBLEM_JSON: {"schema": ref("ProblemJson")}}
    answers = {"description": "A problem document.", "content": content}
    spec["components"]["responses"] = {"Problem": answers}
    for path, operations in spec["paths"].items():
        for method in METHODS:
            if method in operations:
                _finish_operation(f"{method.upper()} {path}", operations[method])


def _finish_operation(route: str, operation: dict[str, Any]) -> None:
    kept = {
        status: answer
        for status, answer in operation["responses"].items()
        if status.startswith(("2", "3"))
    }
    refused = documented_errors.statuses(route, "requestBody" in operation)
    operation["responses"] = kept | {str(status): dict(PROBLEM) for status in refused}
