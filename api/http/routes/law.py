"""The rulebook and the games as data."""

from __future__ import annotations

from flask import Response

from adjudicator.errors import Refused
from api.http.responses import send
from api.http.routes.blueprint import Routes
from api.http.schemas.games import GamesJson, GameToldJson
from api.http.schemas.law import RulebookJson, RuleJson
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
