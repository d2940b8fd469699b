"""The OpenAPI 3.1 document, made from the routes, the schemas and the events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Flask
from flask_smorest import Api
from marshmallow import fields

from adjudicator.events import EVENTS
from api import schemas
from api.problems import PROBLEM_JSON
from api.routes.blueprint import PROBLEM, Routes

VERSION = "3.1.0"
METHODS = ("get", "post", "put", "patch", "delete")


class Documented(Api):  # type: ignore[misc]  # the parent is untyped
    """Collects the routes; errors are answered elsewhere, and in another shape."""

    ERROR_SCHEMA = schemas.ProblemJson

    def _register_error_handlers(self) -> None:
        pass


@cache
def document(version: str, routes: tuple[Routes, ...]) -> dict[str, Any]:
    """The whole document, which is the same for every service in this process."""
    api = _collected(version, routes)
    components = api.spec.components
    for kind, schema in schemas.EVENT_SCHEMAS.items():
        components.schema(schemas.schema_name(kind), schema=schema)
    components.schema("Event", _any_event())
    components.schema("Batch", _batch())
    components.schema("Record", {"anyOf": [_ref("Event"), _ref("Batch")]})
    found: dict[str, Any] = api.spec.to_dict()
    made = found["components"]["schemas"]
    for kind in EVENTS:
        _finish_event(made[schemas.schema_name(kind)], kind)
    made["OpenTable"] = _opening(made["TableOpened"])
    made["Decide"] = _deciding(made["FloorDecided"])
    _finish_errors(found)
    return found


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
    """A field of an event as JSON Schema; what may be left out may also be null."""
    shape = field.metadata.get("shape")
    if shape is None:
        return {}
    return dict(shape) if field.required else {"anyOf": [shape, {"type": "null"}]}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _any_event() -> dict[str, Any]:
    names = {kind: f"#/components/schemas/{schemas.schema_name(kind)}" for kind in EVENTS}
    return {
        "oneOf": [{"$ref": name} for name in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }


def _batch() -> dict[str, Any]:
    listed = {"type": "array", "items": _ref("Event"), "minItems": 1, "maxItems": 500}
    return {
        "type": "object",
        "required": ["events"],
        "properties": {"events": listed, "expected_version": _version()},
        "additionalProperties": False,
    }


def _version() -> dict[str, Any]:
    doc = "the version this is based on; 409 if it is not the current one"
    return {"anyOf": [schemas.WHOLE, {"type": "null"}], "description": doc}


def _finish_event(made: dict[str, Any], kind: str) -> None:
    made["description"] = (EVENTS[kind].__doc__ or "").strip()
    made["properties"]["type"] = {"const": kind}
    made["patternProperties"] = {"^_": {"description": "kept and ignored"}}
    made["additionalProperties"] = False


def _opening(opened: Mapping[str, Any]) -> dict[str, Any]:
    """The body that opens a table: the event, its type implied, and the table's id."""
    table = {
        "type": ["string", "null"],
        "pattern": schemas.TABLE_PATTERN,
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


def _finish_errors(found: dict[str, Any]) -> None:
    """Every error is a problem document, whatever its status."""
    content = {PROBLEM_JSON: {"schema": _ref("ProblemJson")}}
    answers = {"description": "A problem document.", "content": content}
    found["components"]["responses"] = {"Problem": answers}
    for path in found["paths"].values():
        for method in METHODS:
            if method in path:
                _finish_operation(path[method])


def _finish_operation(operation: dict[str, Any]) -> None:
    kept = {
        status: answer
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    }
    operation["responses"] = {**kept, "default": dict(PROBLEM)}
