"""Sending responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from api.lib.strict_json import encode


def encoded(content: Any) -> str:
    """JSON on one line."""
    return encode(content).decode()


def send(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response; the link to its next page stands in the headers too (RFC 8288)."""
    body = encode(content) + b"\n"
    answer = Response(body, status, headers, content_type="application/json")
    link = content.get("next") if isinstance(content, Mapping) else None
    if isinstance(link, str):
        answer.headers["Link"] = f'<{link}>; rel="next"'
    return answer


def tag(version: int) -> str:
    """The entity tag of a version."""
    return f'"{version}"'


def next_link(more: bool, after: str | int) -> str | None:
    """The link to the next page, or nothing on the last one."""
    if not more:
        return None
    query = {**request.args.to_dict(), "after": after}
    return f"{request.path}?{urlencode(query)}"
