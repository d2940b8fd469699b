"""What is told of a table, its hands and rulings, and of the law, as schemas.

Where a value is told as its class has it, the schema is made from the class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import marshmallow as ma
from marshmallow import validate

import rulebook
from adjudicator.hands import Category
from adjudicator.judging.rulings import Fact, Weighed
from adjudicator.log.events import FACES
from adjudicator.play.outcome import Outcome
from adjudicator.table.due import Due
from adjudicator.table.parts import Layer, Pot
from adjudicator.table.seat import Seat
from adjudicator.table.standings import Placed
from adjudicator.values.fields import Kind
from api.http.schemas.json_types import (
    AMOUNT_TOLD,
    CARD,
    JSON_OF,
    SEAT,
    TEXT_TOLD,
    by_seat,
    like,
    ref,
    shaped,
)
from rulebook import Article, Decision
from rulebook.reading.examples import Example
from rulebook.reading.games import Adopted
from rulebook.reading.stages import FIRST, KINDS, STARTS
from rulebook.reading.stakes import Stake

STATUSES = ("open", "carried_out", "upheld", "overridden", "withdrawn")
PHASES = ("posting", "dealing", "betting", "drawing", "showdown", "ended")
COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0}
SEATS: Mapping[str, Any] = {"type": "array", "items": dict(SEAT)}
CARDS: Mapping[str, Any] = {"type": "array", "items": dict(CARD)}
AMOUNTS: Mapping[str, Any] = by_seat(AMOUNT_TOLD)
STAKES: Mapping[str, Any] = {"type": "object", "additionalProperties": dict(AMOUNT_TOLD)}
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


def one_of(values: Iterable[str], **more: Any) -> ma.fields.String:
    """One of these words."""
    return ma.fields.String(required=True, validate=validate.OneOf(list(values)), **more)


def texts() -> ma.fields.List[Any]:
    """A list of words."""
    return ma.fields.List(ma.fields.String(), required=True)


def many(schema: type[ma.Schema], **more: Any) -> ma.fields.List[Any]:
    """A list of these."""
    return ma.fields.List(ma.fields.Nested(schema), **({"required": True} | more))


def entries_in_part(doc: str) -> ma.fields.List[Any]:
    """Entries of which some fields are left to whoever records them."""
    return ma.fields.List(shaped(ref("EventInPart"), doc), required=True)


# --- Rulings -------------------------------------------------------------------------

OUTCOME = ("code", "seat", "amount", "card", "until", "pot")
OutcomeJson = like(Outcome, "OutcomeJson", *OUTCOME, sparse=True)
FactJson = like(Fact, "FactJson")
WeighedJson = like(Weighed, "WeighedJson")
DueJson = like(Due, "DueJson", "code", "ruling", "seat", "amount", "card", sparse=True)


class ChoiceJson(ma.Schema):
    """One way the floor may decide."""

    outcomes = many(OutcomeJson)
    label = ma.fields.String()
    presumed = ma.fields.Boolean()


class RulingJson(ma.Schema):
    """A ruling, as the engine gives it."""

    id = ma.fields.String(required=True)
    hand = ma.fields.Integer(required=True)
    seq = ma.fields.Integer(required=True)
    rule = ma.fields.String(required=True)
    cites = texts()
    edition = ma.fields.String(required=True)
    certainty = one_of(("final", "conditional", "floor"))
    seats = shaped(SEATS)
    outcomes = many(OutcomeJson)
    because = many(FactJson, metadata={"description": "facts and the entries that prove them"})
    considered = many(WeighedJson, metadata={"description": "rules that gave way, and why"})
    needs = entries_in_part("an entry that would settle it")
    options = many(ChoiceJson, metadata={"description": "the ways the floor may decide"})
    factors = texts()
    text = ma.fields.String(required=True)
    explanation = ma.fields.String(required=True)
    status = one_of(STATUSES)


# --- Hands ---------------------------------------------------------------------------

PotJson = like(Pot, "PotJson")
HELD = ("cards", "up", "put_in", "bet", "all_in", "count", "shown")
SeatJson = like(
    Seat,
    "SeatJson",
    *HELD,
    status=one_of(("live", "folded", "dead", "fouled")),
    expected=shaped(COUNT, "how many cards the seat should hold by now"),
    drew=shaped(COUNT, "replacement cards kept"),
)


class ReadingJson(ma.Schema):
    """What a hand is worth, and the cards that make it."""

    category = one_of(category.name.lower() for category in Category)
    ranks = texts()
    text = ma.fields.String(required=True)
    own = shaped(CARDS)
    board = shaped(CARDS)
    wild_as = shaped({"type": "object", "additionalProperties": dict(TEXT_TOLD)})


class ShareJson(ma.Schema):
    """A pot and what each seat gets of it."""

    amount = shaped(AMOUNT_TOLD)
    shares = shaped(AMOUNTS)


class ResultJson(ma.Schema):
    """What the rules give, whatever was pushed."""

    hands = shaped(by_seat(ref("ReadingJson")))
    pots = many(ShareJson)
    paid = shaped(AMOUNTS)
    returned = shaped(AMOUNTS)
    rake = shaped(AMOUNT_TOLD, required=False)
    waiting = shaped(SEATS, "who has still to show", required=False)


class HandStateJson(ma.Schema):
    """A hand after an entry."""

    number = ma.fields.Integer(required=True)
    phase = one_of(PHASES)
    street = shaped(COUNT)
    button = shaped(SEAT)
    to_act = shaped(SEAT, null=True)
    to_call = shaped(AMOUNT_TOLD)
    raises = shaped(COUNT)
    cap = shaped(COUNT, null=True)
    opener = shaped(SEAT, null=True)
    pot = shaped(AMOUNT_TOLD)
    pots = many(PotJson)
    board = shaped(CARDS)
    burns = shaped(COUNT)
    seats = shaped(by_seat(ref("SeatJson")))
    result = ma.fields.Nested(ResultJson)


# --- Tables --------------------------------------------------------------------------

LayerJson = like(Layer, "LayerJson")
PlacedJson = like(
    Placed, "PlacedJson", "seat", "place", "balance", left=shaped({"const": True}, required=False)
)


class TableStateJson(ma.Schema):
    """What stands from hand to hand."""

    game = ma.fields.String(required=True, allow_none=True)
    edition = ma.fields.String(required=True)
    options = shaped(HOUSE)
    stakes = shaped(STAKES)
    seats = shaped(COUNT, "how many places the table has")
    players = shaped(by_seat(TEXT_TOLD))
    sitting_out = shaped(SEATS)
    stacks = shaped(AMOUNTS)
    next_button = shaped(SEAT, null=True)
    carried = many(LayerJson)
    antes_in_a_row = shaped(COUNT)
    locked_out = shaped(SEATS)
    balances = shaped(AMOUNTS)
    resolved_pots = shaped(COUNT)
    announced = ma.fields.Dict(
        keys=ma.fields.String(), values=shaped(JSON_OF[Kind.VALUE], null=True), required=True
    )
    dealer = ma.fields.String(required=True, allow_none=True)
    closed = ma.fields.Boolean(required=True)
    places = many(PlacedJson, required=False)
    session_over = ma.fields.Boolean()
    rake = shaped(AMOUNT_TOLD, required=False)


class PositionJson(ma.Schema):
    """A table, its hand, and what comes next."""

    table = ma.fields.Nested(TableStateJson, required=True)
    hand = ma.fields.Nested(HandStateJson, required=True, allow_none=True)
    dues = many(DueJson)
    next = entries_in_part("an entry that may properly come next")


# --- The law -------------------------------------------------------------------------

CODE_OR_FLOOR = one_of(("code", "floor"))
ArticleJson = like(Article, "ArticleJson", decided_by=CODE_OR_FLOOR)
ExampleJson = like(Example, "ExampleJson")
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


# --- Games ---------------------------------------------------------------------------


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
