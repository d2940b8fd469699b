"""The public names stay: routes, parameters, answers and fields as the document has them.

Where a change is meant, write them anew, and whoever reads the change sees what moved:

    python -m tests.api.test_openapi_names
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from api.lib import logs
from api.settings import Settings
from api.wiring import create_app

KEPT = Path(__file__).with_name("openapi.txt")
METHODS = ("get", "post", "put", "patch", "delete")


def test_the_public_names_are_those_that_were_published(client: FlaskClient) -> None:
    assert _names(client).splitlines() == KEPT.read_text(encoding="utf-8").splitlines()


def _names(client: FlaskClient) -> str:
    document = client.get("/openapi.json").json
    schemas = document["components"]["schemas"]
    lines = [
        line
        for path, item in sorted(document["paths"].items())
        for method in METHODS
        if method in item
        for line in _route(f"{method.upper()} {path}", item, item[method])
    ]
    for name, schema in sorted(schemas.items()):
        lines += ["", name, *_fields(schema)]
    return "\n".join(lines) + "\n"


def _route(name: str, item: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    yield name
    asked = (*item.get("parameters", ()), *found.get("parameters", ()))
    for given in sorted(asked, key=lambda one: str(one["name"])):
        need = "" if given.get("required") else "?"
        yield f"  {given['in']} {given['name']}{need}: {_kind(given['schema'])}"
    for kind, one in _content(found.get("requestBody", {})):
        yield f"  takes {kind}: {_kind(one['schema'])}"
    for status, answer in sorted(found["responses"].items()):
        told = [f"{kind}: {_kind(one['schema'])}" for kind, one in _content(answer)]
        yield f"  {status} {', '.join(told) or _kind(answer)}"


def _content(answer: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return list(answer.get("content", {}).items())


def _fields(schema: Mapping[str, Any]) -> Iterator[str]:
    if "properties" not in schema:
        yield f"  {_kind(schema)}"
    for name, field in sorted(schema.get("properties", {}).items()):
        need = "" if name in schema.get("required", ()) else "?"
        yield f"  {name}{need}: {_kind(field)}"


def _kind(schema: Mapping[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return " or ".join(map(_kind, schema[several]))
    if "enum" in schema:
        return "|".join(map(str, schema["enum"]))
    if "const" in schema:
        return repr(schema["const"])
    kind = schema.get("type", "anything")
    said = "|".join(kind) if isinstance(kind, list) else str(kind)
    return f"{said} of {_kind(schema['items'])}" if "items" in schema else said


def main() -> None:
    """Write the names anew."""
    with tempfile.TemporaryDirectory() as folder:
        made = Settings(f"sqlite:///{folder}/names.sqlite", f"{folder}/key", open_to_all=True)
        app = create_app(made, log=logs.new_log(io.StringIO()))
        KEPT.write_text(_names(app.test_client()), encoding="utf-8")
        app.extensions["adjudicator"].store.close()


if __name__ == "__main__":
    main()
