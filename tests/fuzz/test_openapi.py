"""Requests made up from the OpenAPI document, good and bad: no failure, no answer beside it."""

from __future__ import annotations

import copy
import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Response
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.lib import logs
from api.service.rate_limits import Rate, Rates
from api.service.roles import NO_TOKEN, PAGES, ROLES, ROUTES
from api.settings import Settings
from api.wiring import create_app
from tests.api.guarded import (
    SAYS_NOTHING_OF_A_TABLE,
    Guarded,
    concealed,
    named_in,
    the_draw,
    until_the_draw,
)
from tests.api.talk import DRAW, Talk, draw_started

pytestmark = pytest.mark.fuzz
EXAMPLES = 40  # for each route and way
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# A live stream does not end by itself; tests/api/test_stream.py is about it.
FUZZED = sorted((NO_TOKEN | ROUTES.keys()) - PAGES - {"GET /v1/stream"})
TOLD = sorted(route for route in FUZZED if route.startswith("GET ") and "inclusion" not in route)
# Objects with members of any name: of others, of the house's choice, or of the document.
FREE = ("announced", "numbers", "values", "stakes", "options", "wild_as", "paths", "components")
KNOWN = {"table": "t1", "rule": "draw-high/4b", "game": "draw-high", "number": 1}
BOUNDED = settings(
    max_examples=EXAMPLES,
    suppress_health_check=list(HealthCheck),
)
LIMITLESS = Rates(*[Rate(1e6, 10**6)] * 3)


class Fuzzed:
    """A service, its document, and a ruling that is there."""

    def __init__(self, app: Any, ruling: str, guarded: Guarded | None = None) -> None:
        self.guarded = guarded
        self.known = {**KNOWN, "ruling": ruling}
        self.schema = schemathesis.openapi.from_wsgi("/openapi.json", app)

    def operation(self, route: str) -> Any:
        """A route as the document describes it."""
        method, path = route.split()
        return self.schema[re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)][method]

    def asking(self, route: str) -> Any:
        """A request about what is there."""
        found = self.operation(route)
        named = {one.name: self.known[one.name] for one in found.path_parameters}
        asked = {"consistency": {"first": 0}, "/search": {"q": "exposed card"}}
        query = next((one for part, one in asked.items() if part in route), {})
        return found.Case(path_parameters=named, query=query)

    def aim(self, case: Any, hit: bool) -> None:
        """Ask about something that is there, where the request is to hit."""
        for name, value in self.known.items():
            if hit and name in (case.path_parameters or {}):
                case.path_parameters[name] = value


@pytest.fixture(scope="module")
def openly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    """A service without tokens, with a disputed hand on at a table."""
    file = tmp_path_factory.mktemp("fuzz") / "open.sqlite"
    made = Settings(database=f"sqlite:///{file}", open_to_all=True)
    app = create_app(made, log=logs.new_log(io.StringIO()))
    talk = Talk(app.test_client())
    talk.start(DRAW)
    talk.all(*draw_started(3, counts={"5": 3}), {"type": "boxed_found", "card": "2s"})
    found = talk.get("/rulings").json["rulings"][0]["id"]
    yield Fuzzed(app, found)
    app.extensions["adjudicator"].store.close()


@pytest.fixture(scope="module")
def guardedly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    """A service with a device in every role, where the record knows every card."""
    file = tmp_path_factory.mktemp("fuzz") / "guarded.sqlite"
    made = Settings(database=f"sqlite:///{file}", rates=LIMITLESS)
    app = create_app(made, log=logs.new_log(io.StringIO()))
    guarded = Guarded.of(app)
    guarded.play(until_the_draw(), the_draw())
    found = guarded.get("floor", "/v1/rulings").json["rulings"][0]["id"]
    yield Fuzzed(app, found, guarded)
    app.extensions["adjudicator"].store.close()


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("route", FUZZED)
def test_whatever_is_sent_is_answered_as_documented(
    openly: Fuzzed, route: str, mode: GenerationMode
) -> None:
    cases = openly.operation(route).as_strategy(generation_mode=mode)

    @BOUNDED
    @given(cases, st.booleans())
    def answered(case: Any, hit: bool) -> None:
        openly.aim(case, hit)
        case.call_and_validate(checks=CHECKS)

    try:
        answered()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # nothing is asked that could be wrong


@pytest.mark.parametrize("route", FUZZED)
def test_whoever_asks_whatever_is_told_no_concealed_card(guardedly: Fuzzed, route: str) -> None:
    guarded = guardedly.guarded
    assert guarded is not None
    masked = [name for name in ROLES if name not in ("surveillance", "admin")]

    @BOUNDED
    @given(guardedly.operation(route).as_strategy(), st.sampled_from(masked))
    def answered(case: Any, role: str) -> None:
        guardedly.aim(case, True)
        answer = case.call(headers=guarded.headers(role))
        case.validate_response(answer, checks=CHECKS)
        asked = f"{case.query} {case.body}".lower()  # cards are read in any case
        sent = {card for card in concealed() if card.lower() in asked}
        if route not in SAYS_NOTHING_OF_A_TABLE:
            assert named_in(answer.text, concealed()) <= sent

    answered()


@pytest.mark.parametrize("route", TOLD)
def test_an_answer_beside_the_document_is_noticed(openly: Fuzzed, route: str) -> None:
    """One member too many anywhere, or one status that is not documented."""
    asked = openly.asking(route)
    answer = asked.call()
    asked.validate_response(copy.copy(answer), checks=CHECKS)
    assert answer.status_code == 200

    for spoilt in _spoilt(answer):
        with pytest.raises(FailureGroup):
            asked.validate_response(spoilt, checks=CHECKS)


def _spoilt(answer: Response) -> Iterator[Response]:
    odd = copy.copy(answer)
    odd.status_code = 202
    yield odd
    if answer.headers["content-type"] != ["application/json"]:
        return
    body = json.loads(answer.content)
    for found in _objects(body, ()).values():
        found["colour"] = "red"
        more = copy.copy(answer)
        more.content = json.dumps(body).encode()
        yield more
        del found["colour"]


def _objects(found: Any, path: tuple[str, ...]) -> dict[tuple[str, ...], dict[str, Any]]:
    """One object of every place in an answer."""
    if isinstance(found, list):
        inside = [("*", one) for one in found]
    elif isinstance(found, dict) and path[-1:] not in [(name,) for name in FREE]:
        inside = list(found.items())
    else:
        return {}
    places = {} if isinstance(found, list) else {path: found}
    for name, one in inside:
        places = {**_objects(one, (*path, "*" if name.isdigit() else name)), **places}
    return places
