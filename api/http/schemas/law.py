"""The rulebook: articles, decisions, editions, options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import validate

import rulebook
from api.http.schemas.fields import Paged, from_zero, many, one_of, page_limit, texts
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


class SearchQuery(ma.Schema):
    """What to look for."""

    q = ma.fields.String(required=True, validate=validate.Length(1, 200))
    after = from_zero()
    limit = page_limit()


class ReadAsJson(ma.Schema):
    """How a word was read."""

    word = ma.fields.String(required=True)
    forms = shaped({"type": "array", "items": dict(TEXT_TOLD)})


class HitJson(ma.Schema):
    """Something found in the law."""

    kind = one_of(("article", "game", "option", "decision"))
    id = ma.fields.String(required=True)
    heading = ma.fields.String(required=True)
    text = ma.fields.String(required=True)
    url = ma.fields.String(required=True)


class FoundJson(Paged):
    """What a search found, the best first."""

    q = ma.fields.String(required=True)
    read_as = many(ReadAsJson)
    count = ma.fields.Integer(required=True)
    found = many(HitJson)


class SubjectsQuery(ma.Schema):
    """Whose subjects."""

    table = ma.fields.String(load_default=None)


class SubjectJson(ma.Schema):
    """What may be asked or reported, and whether it makes sense now."""

    name = ma.fields.String(required=True)
    label = ma.fields.String(required=True)
    meaning = ma.fields.String(required=True)
    type = one_of(("attention_called", "deck_fault_found", "announced"))
    field = one_of(("about", "fault", "topic"))
    article = ma.fields.String(required=True)
    heading = ma.fields.String(required=True)
    aliases = texts()
    takes = ma.fields.List(ma.fields.String(), required=True, data_key="fields")
    facts = texts()
    when = texts()
    entry = shaped(ref("EventInPart"), "the entry, its other fields left to whoever records it")
    makes_sense = ma.fields.Boolean(required=True)


class SubjectsJson(ma.Schema):
    """What may be asked or reported."""

    subjects = many(SubjectJson)


class RulebookJson(ma.Schema):
    """The law."""

    edition = ma.fields.String(required=True)
    editions = many(EditionJson)
    rules = many(ArticleToldJson)
    options = many(OptionJson)
    decisions = many(DecisionJson)
