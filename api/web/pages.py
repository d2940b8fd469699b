"""What the pages show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import render_template, request

from adjudicator.log.events import EVENTS
from api.service.problems import TABLE, Known, Problem
from api.service.roles import ROUTES, Caller, as_rows
from api.web.law import card_name, sentences, value, with_cards
from api.web.texts import ENGLISH, LANGUAGES, Texts, texts

TEMPLATES = Path(__file__).with_name("templates")
STATIC = Path(__file__).with_name("static")
# The pages' part of the content security policy: everything from here, nothing inline.
MAY_LOAD = (
    "style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'"
)

WORKER_MAY_LOAD = "default-src 'none'; connect-src 'self'"
THEMES = ("light", "dark")
FILTERS: Mapping[str, Callable[[str], Any]] = {
    "with_cards": with_cards,
    "card_name": card_name,
    "sentences": sentences,
    "plain_value": value,
}


def language() -> Texts:
    """The texts in the language the browser asks for."""
    asked = request.cookies.get("language") or request.accept_languages.best_match(LANGUAGES)
    return texts(asked if asked in LANGUAGES else ENGLISH)


def theme() -> str:
    """The look the reader has chosen; none where the browser's own is followed."""
    asked = request.cookies.get("theme", "")
    return asked if asked in THEMES else ""


def page(template: str, **more: Any) -> str:
    """A page in the reader's language and look."""
    said = language()
    return render_template(template, t=said, language=said.language, theme=theme(), **more)


def documentation(document: Mapping[str, Any]) -> str:
    """The OpenAPI document to read, with the events, the roles and the error codes."""
    return page(
        "docs.html",
        document=document,
        events=EVENTS,
        roles=as_rows(),
        calls=ROUTES,
        problems=TABLE,
    )


def home(caller: Caller | None, ready: bool, tables: list[Any], wrong: str, after: str) -> str:
    """Who you are, what you may do, the doors, and whether the service can work."""
    shown = {"caller": caller, "ready": ready, "tables": tables, "wrong": wrong, "after": after}
    spoken = {one: texts(one)("base.language") for one in LANGUAGES}
    chosen = request.cookies.get("language", "")
    return page("home.html", languages=spoken, chosen=chosen, themes=THEMES, **shown)


def problem(found: Problem, known: Known, request_id: str) -> str:
    """What went wrong, and what to do next."""
    return page("problem.html", found=found, known=known, request_id=request_id)
