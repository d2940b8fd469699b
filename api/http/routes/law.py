"""The rulebook and the games as data."""

from __future__ import annotations

from typing import Any

from flask import Response

from adjudicator.errors import Refused
from api.http.authentication import caller, check_table
from api.http.responses import next_link, send
from api.http.routes.blueprint import Routes
from api.http.schemas.games import GamesJson, GameToldJson
from api.http.schemas.law import (
    FoundJson,
    RulebookJson,
    RuleJson,
    SearchQuery,
    SubjectsJson,
    SubjectsQuery,
)
from api.http.services import services
from api.service.problems import Problem

routes = Routes("rulebook", __name__, description="The law and the games.")


@routes.on("GET", "/v1/rulebook")
@routes.gives(200, RulebookJson)
def rulebook() -> Response:
    """The rules with their text, the editions, the options, and how they are read."""
    law = services().law
    return send(
        {
            "edition": law.edition,
            "editions": [one.wire() for one in law.editions()],
            "rules": [law.told(one) for one in law.articles()],
            "options": [one.wire() for one in law.options().values()],
            "decisions": [one.wire() for one in law.decisions()],
        }
    )


@routes.on("GET", "/v1/rulebook/<path:rule>")
@routes.gives(200, RuleJson)
def rule(rule: str) -> Response:
    """One rule, such as `draw-high/4b`."""
    law = services().law
    article = law.article(rule)
    if article is None:
        detail = f"There is no rule {rule!r} in the rulebook{law.near(rule) or '.'}"
        raise Problem("NOT_FOUND", detail, {"rule": [detail]})
    readings = [one.wire() for one in law.decisions() if rule in one.articles]
    return send(law.told(article) | {"decisions": readings})


@routes.on("GET", "/v1/games")
@routes.gives(200, GamesJson)
def games() -> Response:
    """The games: deck, stakes, stages."""
    return send({"games": [game.wire() for game in services().law.games().values()]})


@routes.on("GET", "/v1/games/<game>")
@routes.gives(200, GameToldJson)
def game(game: str) -> Response:
    """One game with its options."""
    law = services().law
    try:
        found = law.game(game)
    except Refused as refused:
        raise Problem("NOT_FOUND", refused.detail, refused.errors) from None
    options = [one.wire() for one in law.options().values() if one.of(game)]
    return send(found.wire() | {"options": options})


@routes.on("GET", "/v1/search")
@routes.asks(SearchQuery)
@routes.gives(200, FoundJson)
def search(query: dict[str, Any]) -> Response:
    """Search articles, games, options and readings, the best first.

    Every word has to be there, or another that means the same: `read_as` says how words were
    read. An id alone (`draw-high/4c`, `AMB-03`) finds what has it.
    """
    found, read_as = services().search.find(query["q"])
    first, last = query["after"], query["after"] + query["limit"]
    more = len(found) > last
    answer = {"q": query["q"], "read_as": read_as, "count": len(found)}
    page = {"found": found[first:last], "has_more": more, "next": next_link(more, last)}
    return send(answer | page)


@routes.on("GET", "/v1/subjects")
@routes.asks(SubjectsQuery)
@routes.gives(200, SubjectsJson)
def subjects(query: dict[str, Any]) -> Response:
    """List what may be asked, found wrong with the deck, or announced.

    With `table`, `makes_sense` says whether the article governs that table's game and the
    hand is where the matter can come up; nothing that does not is refused.
    """
    table = query["table"]
    if table is not None:
        check_table(caller(), table)
    return send({"subjects": services().queries.subjects(caller(), table)})
