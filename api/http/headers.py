"""Headers of every response: what browsers and caches must not do with it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, Response, request

from api.web.pages import MAY_LOAD

ALWAYS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}
FRAMED = "frame-ancestors 'none'; base-uri 'none'; form-action"
DATA = f"default-src 'none'; {FRAMED} 'none'"
PAGE = f"default-src 'none'; {MAY_LOAD}; {FRAMED} 'self'"
A_YEAR = "max-age=31536000"


def register(app: Flask) -> None:
    """Add the headers to every response that does not set them itself."""

    def add(response: Response) -> Response:
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        page = response.mimetype == "text/html"
        response.headers.setdefault("Content-Security-Policy", PAGE if page else DATA)
        if request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", A_YEAR)
        return response

    app.after_request(add)
