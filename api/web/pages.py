"""What the pages show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import render_template

from adjudicator.log.events import EVENTS
from api.service.problems import TABLE
from api.service.roles import ROUTES, as_rows

TEMPLATES = Path(__file__).with_name("templates")
# The pages' part of the content security policy: no script, no font, nothing from elsewhere.
MAY_LOAD = "style-src 'unsafe-inline'; img-src 'self' data:"


def documentation(document: Mapping[str, Any]) -> str:
    """The OpenAPI document to read, with the events, the roles and the error codes."""
    return render_template(
        "docs.html",
        document=document,
        events=EVENTS,
        roles=as_rows(),
        calls=ROUTES,
        problems=TABLE,
    )
