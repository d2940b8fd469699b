"""How a route is declared and documented."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from flask_smorest import Blueprint
from marshmallow import Schema

from api.http.bodies import Parser
from api.http.schemas.fields import NoQuery
from api.http.schemas.json_types import KEY_PATTERN

F = TypeVar("F", bound=Callable[..., Any])


def _header(name: str, doc: str, **shape: Any) -> dict[str, Any]:
    about = {"in": "header", "name": name, "description": doc, "required": False}
    return about | {"schema": {"type": "string"} | (shape or {"minLength": 1, "maxLength": 255})}


KEY = _header(
    "Idempotency-Key",
    "makes a retry of this request safe, for ever; in quotes or bare it is the same key",
    pattern=KEY_PATTERN,
)
DEVICE_TIME = _header("Device-Time", "the device's clock as it sends; only compared")
KNOWN = _header("If-None-Match", 'the `ETag` of what is known already, such as "17"')
VERSION = _header("If-Match", 'the version this is based on, such as "17"')


def _reads_query(view: Callable[..., Any]) -> bool:
    documented = getattr(view, "_apidoc", {}).get("arguments", {})
    return any(one["in"] == "query" for one in documented.get("parameters", ()))


def _without_query(view: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a view that takes no query, so that the parsed one is dropped."""

    @wraps(view)
    def answer(_: Any, *read: Any, **given: Any) -> Any:
        return view(*read, **given)

    return answer


class Routes(Blueprint):  # type: ignore[misc]  # the parent is untyped
    """Routes of one subject."""

    ARGUMENTS_PARSER = Parser()

    def on(self, method: str, path: str) -> Callable[[F], F]:
        """Route a method and path to a view; a query the view does not read is refused."""

        def declare(view: F) -> F:
            reads = view if _reads_query(view) else self.asks(NoQuery)(_without_query(view))
            made: F = self.route(path, methods=[method])(reads)
            return made

        return declare

    def asks(self, schema: type[Schema]) -> Callable[[F], F]:
        """Parse the query by a schema; it is the view's first argument."""
        made: Callable[[F], F] = self.arguments(schema(), location="query")
        return made

    def reads(self, *headers: Mapping[str, Any]) -> Callable[[F], F]:
        """Document headers beside the query; said by ``doc``, they would take its place."""

        def declare(view: F) -> F:
            arguments = view._apidoc.setdefault("arguments", {})  # type: ignore[attr-defined]
            arguments["parameters"] = [*arguments.get("parameters", ()), *headers]
            return view

        return declare

    def takes(self, schema: type[Schema]) -> Callable[[F], F]:
        """Parse the body by a schema; it is the view's first argument."""
        made: Callable[[F], F] = self.arguments(schema())
        return made

    def gives(self, status: int, schema: type[Schema]) -> Callable[[F], F]:
        """Document the response; the view sends it itself."""
        made: Callable[[F], F] = self.response(status, schema)
        return made

    def body(self, schema: str, versioned: bool = False) -> Callable[[F], F]:
        """Document a body that the engine parses, and the headers that go with it."""
        content = {"schema": {"$ref": f"#/components/schemas/{schema}"}}
        request = {"required": True, "content": {"application/json": content}}
        headers = [KEY, VERSION, DEVICE_TIME] if versioned else [KEY]
        documented: Callable[[F], F] = self.doc(requestBody=request)
        return lambda view: self.reads(*headers)(documented(view))

    def may_give(self, status: int, schema: Mapping[str, Any]) -> Callable[[F], F]:
        """Document another response."""
        made: Callable[[F], F] = self.alt_response(status, schema=dict(schema), success=True)
        return made

    def unless_known(self) -> Callable[[F], F]:
        """Document a 304 for clients whose copy is current."""
        responses = {"304": {"description": "It is as it was when it had that tag."}}
        documented: Callable[[F], F] = self.doc(responses=responses)
        return lambda view: self.reads(KNOWN)(documented(view))

    def told_as_text(self) -> Callable[[F], F]:
        """Document that the same is answered as text or as CSV where `Accept` asks for it."""
        content = {kind: {"schema": {"type": "string"}} for kind in ("text/plain", "text/csv")}
        made: Callable[[F], F] = self.doc(responses={200: {"content": content}})
        return made

    def answers(self, status: int, doc: str, kind: str) -> Callable[[F], F]:
        """Document a text response."""
        content = {kind: {"schema": {"type": "string"}}}
        responses = {status: {"description": doc, "content": content}}
        made: Callable[[F], F] = self.doc(responses=responses)
        return made
