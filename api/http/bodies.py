"""Reading a request body: unambiguous JSON, or a clear refusal.

Refused here: another content type, broken JSON, duplicate names in an object, NaN and
infinity, lone surrogates, deep nesting, numbers beyond 2**53.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import Any

from flask import Request
from marshmallow import Schema
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from adjudicator.values.amounts import LARGEST
from api.lib.strict_json import decoder
from api.service.problems import Problem

DEEPEST = 20


def read_json(request: Request) -> Any:
    """The request's body."""
    if request.mimetype != "application/json":
        found = request.mimetype or "no content type"
        raise Problem("UNSUPPORTED_MEDIA_TYPE", f"Found {found}; allowed: application/json.")
    return loads(*_received(request))


def _received(request: Request) -> tuple[bytes, str]:
    """The body, and a note for the error if it turns out to be broken.

    A chunked body is read up to the limit only, and the server cuts it off silently at the
    first broken chunk.
    """
    body, announced = request.get_data(), request.content_length
    if announced is None:
        if len(body) == request.max_content_length and request.environ["wsgi.input"].read(1):
            raise RequestEntityTooLarge
        return body, f" It came in chunks, and a broken one ends it; bytes read: {len(body)}."
    if len(body) < announced:
        raise _broken(
            f"The body ended after {len(body)} of the {announced} bytes that were announced."
        )
    return body, ""


def read_object(request: Request) -> dict[str, Any]:
    """The request's body, which must be an object."""
    body = read_json(request)
    if not isinstance(body, dict):
        detail = f"The body is {_named(body)}; allowed: an object."
        raise Problem("MALFORMED", detail, {"": [detail]})
    return body


def loads(body: bytes, note: str = "") -> Any:
    """Strict JSON from bytes; ``note`` is added to the error where the body may be cut off."""
    if not body:
        raise _broken(f"The body is empty; allowed: a JSON object.{note}")
    if body.startswith(codecs.BOM_UTF8):
        raise _broken("The body begins with a byte order mark; allowed: UTF-8 without one.")
    try:
        content = _DECODER.decode(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _broken(f"The body is not UTF-8 at byte {error.start}.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        what = error.msg.removesuffix(" at")
        raise _broken(f"The body is not JSON: {what} at {place}.{note}") from None
    except RecursionError:
        raise _too_deep("") from None
    except ValueError as error:
        raise _broken(f"The body is not JSON: {error}.") from None
    _check(content)
    return content


def _check(content: Any) -> None:
    beyond: dict[str, list[str]] = {}
    for path, value in _walk(content):
        if isinstance(value, str) and not _whole_text(value):
            raise _broken(f"{path or 'The body'} holds half of a surrogate pair.", path)
        if type(value) is int and abs(value) > LARGEST:
            beyond[path] = [f"found a larger number; allowed: up to {LARGEST}"]
    if beyond:
        raise Problem("MALFORMED", f"{', '.join(beyond)}: number too large.", beyond)


def _walk(content: Any) -> Iterator[tuple[str, Any]]:
    """Every value in the body with its path, without recursion."""
    waiting: list[tuple[str, Any, int]] = [("", content, 0)]
    while waiting:
        path, value, depth = waiting.pop()
        if depth > DEEPEST:
            raise _too_deep(path)
        yield path, value
        if isinstance(value, dict):
            inside: Any = value.items()
        elif isinstance(value, list):
            inside = enumerate(value)
        else:
            continue
        for name, one in inside:
            if isinstance(name, str) and not _whole_text(name):
                raise _broken("A name holds half of a surrogate pair.", path)
            waiting.append((f"{path}.{name}" if path else str(name), one, depth + 1))


def _whole_text(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def _broken(detail: str, path: str = "") -> Problem:
    return Problem("BROKEN_JSON", detail, {path: [detail]})


def _too_deep(path: str) -> Problem:
    shown = path if len(path) <= 80 else path[:80] + "..."
    return _broken(f"The body is nested too deeply; allowed: {DEEPEST} levels.", shown)


def _named(found: object) -> str:
    names = {list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(found), "a number")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return number


_DECODER = decoder(parse_float=_finite)


class Parser(FlaskParser):
    """Loads bodies and queries by schemas; unknown fields are refused."""

    DEFAULT_UNKNOWN_BY_LOCATION = {  # noqa: RUF012 - the parent's attribute
        "json": None,
        "query": "raise",
        "headers": "exclude",
    }

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """The query; duplicate names are refused."""
        twice = [name for name, values in req.args.lists() if len(values) > 1]
        if twice:
            said = {name: ["found more than once; allowed: once"] for name in twice}
            raise Problem("MALFORMED", f"{twice[0]}: {said[twice[0]][0]}", said)
        return super().load_querystring(req, schema)

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body, parsed as strictly as everywhere."""
        return read_object(req)
