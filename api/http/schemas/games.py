"""Games as their files have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma

from adjudicator.log.events import FACES
from api.http.schemas.fields import COUNT, many, one_of, texts
from api.http.schemas.json_types import AMOUNT_TOLD, like, ref, shaped
from api.http.schemas.law import HOUSE, OptionJson
from rulebook.reading.games import Adopted
from rulebook.reading.stages import FIRST, KINDS, STARTS
from rulebook.reading.stakes import Stake

STAKES: Mapping[str, Any] = {"type": "object", "additionalProperties": dict(AMOUNT_TOLD)}


def _or_option(shape: Mapping[str, Any], null: bool = False, required: bool = True) -> Any:
    """A value, or the option that supplies it."""
    several = {"anyOf": [dict(shape), ref("ByOption")]}
    return shaped(several, null=null, required=required)


class DeckJson(ma.Schema):
    """The cards of a game."""

    cards = shaped(COUNT)
    joker = _or_option({"type": "null"})
    wild_ranks = texts()


class PlayersJson(ma.Schema):
    """How many may play; no most: as many as the deck serves."""

    least = shaped(COUNT)
    most = shaped(COUNT, null=True)


class StageJson(ma.Schema):
    """A stage of a hand."""

    kind = one_of(KINDS)
    name = ma.fields.String(required=True)
    articles = ma.fields.List(ma.fields.String())
    unit = ma.fields.String()
    first = _or_option({"enum": list(FIRST)}, required=False)
    faces = shaped({"type": "array", "items": {"enum": list(FACES)}}, required=False)
    start = _or_option({"enum": list(STARTS)}, required=False)
    cards = shaped(COUNT, required=False)
    burn = _or_option({"type": "boolean"}, required=False)


STAKE = ("name", "doc", "needed", "least", "usual", "default")
StakeJson = like(Stake, "StakeJson", *STAKE, upto=ma.fields.String())
AdoptedJson = like(
    Adopted,
    "AdoptedJson",
    "article",
    "rules",
    option=ma.fields.String(),
    value=shaped({}, required=False),
)


class GameJson(ma.Schema):
    """A game as its file has it."""

    id = ma.fields.String(required=True)
    name = ma.fields.String(required=True)
    books = texts()
    options = texts()
    deck = ma.fields.Nested(DeckJson, required=True)
    own_exactly = shaped(COUNT, null=True)
    players = ma.fields.Nested(PlayersJson, required=True)
    stakes = many(StakeJson)
    usual_stakes = shaped(STAKES)
    defaults = shaped(HOUSE)
    raises = _or_option(COUNT, null=True)
    raises_heads_up = _or_option({"type": "boolean"})
    all_in = ma.fields.Boolean(required=True)
    exact_shares = ma.fields.Boolean(required=True)
    everybody_shows = ma.fields.Boolean(required=True)
    draw_limit = _or_option(COUNT, null=True)
    session_pots = _or_option(COUNT, null=True)
    stages = many(StageJson)
    adopts = many(AdoptedJson)
    award_articles = texts()


class GameToldJson(GameJson):
    """A game with the options that concern it."""

    options = many(OptionJson)


class GamesJson(ma.Schema):
    """The games."""

    games = many(GameJson)
