"""The rulebook: articles, decisions, editions, options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma

import rulebook
from api.http.schemas.fields import many, one_of, texts
from api.http.schemas.json_types import TEXT_TOLD, like, ref, shaped
from rulebook import Article, Decision
from rulebook.reading.cases import Case

HOUSE: Mapping[str, Any] = {"type": "object", "propertyNames": ref("OptionName")}
SHAPES: Mapping[str, Mapping[str, Any]] = {
    "OptionName": {"enum": list(rulebook.load().options())},
    "ByOption": {
        "type": "object",
        "required": ["option"],
        "properties": {"option": ref("OptionName")},
        "additionalProperties": False,
        "description": "the house option that supplies the value",
    },
}
CODE_OR_FLOOR = one_of(("code", "floor"))
ArticleJson = like(Article, "ArticleJson", decided_by=CODE_OR_FLOOR)
ExampleJson = like(Case, "ExampleJson", "case", "near")
DecisionJson = like(Decision, "DecisionJson")
STANDING: Mapping[str, Any] = {"displaces": texts(), "examples": many(ExampleJson)}
ArticleToldJson = like(Article, "ArticleToldJson", decided_by=CODE_OR_FLOOR, **STANDING)
RuleJson = like(
    Article, "RuleJson", decided_by=CODE_OR_FLOOR, decisions=many(DecisionJson), **STANDING
)
EditionJson = ma.Schema.from_dict(
    {
        "id": shaped(TEXT_TOLD),
        "from": shaped({"type": "string", "format": "date"}),
        "name": shaped(TEXT_TOLD),
        "doc": shaped(TEXT_TOLD),
    },
    name="EditionJson",
)


class OptionJson(ma.Schema):
    """A house option."""

    name = ma.fields.String(required=True)
    default = shaped({})
    follows = ma.fields.String(required=True, allow_none=True)
    values = shaped({"type": ["array", "object"]}, "the values, or what they are made of")
    allowed = ma.fields.String(required=True)
    affects = texts()
    games = texts()
    doc = ma.fields.String(required=True)


class RulebookJson(ma.Schema):
    """The law."""

    edition = ma.fields.String(required=True)
    editions = many(EditionJson)
    rules = many(ArticleToldJson)
    options = many(OptionJson)
    decisions = many(DecisionJson)
