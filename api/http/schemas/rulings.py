"""Rulings: what one says, and how they are found."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

import marshmallow as ma
from marshmallow import validate

from adjudicator.judging.rulings import Fact, Weighed
from adjudicator.play.outcome import Outcome
from adjudicator.table.due import Due
from adjudicator.values.amounts import LARGEST
from api.http.schemas.entries import EntryJson, RecordedByJson
from api.http.schemas.fields import (
    SEATS,
    Paged,
    Whole,
    many,
    one_of,
    page_limit,
    texts,
)
from api.http.schemas.json_types import like, ref, shaped
from api.http.schemas.law import ArticleJson
from api.store.sql import stamp

VERDICT = "what it comes to, in at most 24 characters"
STATUSES = ("open", "carried_out", "upheld", "overridden", "withdrawn", "passed_over")
NEED = {"anyOf": [ref("CountNeededJson"), ref("EventInPart")]}
OUTCOME = ("code", "seat", "amount", "card", "until", "pot")
OutcomeJson = like(Outcome, "OutcomeJson", *OUTCOME, sparse=True)
FactJson = like(Fact, "FactJson")
WeighedJson = like(Weighed, "WeighedJson")
DueJson = like(Due, "DueJson", "code", "ruling", "seat", "amount", "card", sparse=True)
DueToldJson = like(
    Due,
    "DueToldJson",
    "code",
    "ruling",
    "seat",
    "amount",
    "card",
    sparse=True,
    text=ma.fields.String(required=True),
)


class MarkJson(ma.Schema):
    """Where a verdict names a seat: characters from the one up to before the other."""

    start = ma.fields.Integer(required=True, data_key="from")
    to = ma.fields.Integer(required=True)
    seat = ma.fields.Integer(required=True)


class ChoiceJson(ma.Schema):
    """One way the floor may decide."""

    outcomes = many(OutcomeJson)
    label = ma.fields.String()
    presumed = ma.fields.Boolean()


class AnswerJson(ma.Schema):
    """What a ruling that waits for a count comes to, for the counts that ``label`` names."""

    label = ma.fields.String(required=True)
    entry = shaped(ref("Event"), "one of these counts, ready to post")
    rule = ma.fields.String(required=True)
    text = ma.fields.String(required=True)
    verdict = ma.fields.String(metadata={"description": VERDICT})
    verdict_marks = many(MarkJson, required=False)


class CountNeededJson(ma.Schema):
    """A count that a ruling waits for, with each answer to it."""

    type = one_of(("hand_counted",))
    seat = ma.fields.Integer(required=True)
    answers = many(AnswerJson)


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
    needs = ma.fields.List(shaped(NEED, "an entry that would settle it"), required=True)
    options = many(ChoiceJson, metadata={"description": "the ways the floor may decide"})
    factors = texts()
    text = ma.fields.String(required=True)
    explanation = ma.fields.String(required=True)
    status = one_of(STATUSES)


class RulingToldJson(RulingJson):
    """A ruling with its verdict."""

    verdict = ma.fields.String(
        required=True, validate=validate.Length(max=24), metadata={"description": VERDICT}
    )
    verdict_marks = many(MarkJson)


class LabelledJson(ma.Schema):
    """An entry ready to post, and what it is called."""

    label = ma.fields.String(required=True)
    entry = shaped(ref("EventInPart"))


class StepJson(ma.Schema):
    """Something in force, to be done now, or to be done only if something is so."""

    text = ma.fields.String(required=True)
    state = one_of(("done", "now", "if"))
    entries = many(LabelledJson)


class RemedyJson(ma.Schema):
    """What the floor may put in place of a ruling, and what follows then."""

    text = ma.fields.String(required=True)
    outcomes = many(OutcomeJson)
    then = ma.fields.String(required=True)


class ProvenFactJson(FactJson):  # type: ignore[misc, valid-type]  # made from the class of facts
    """A fact, and when and by whom the entry that proves it was recorded."""

    recorded_at = ma.fields.String(required=True, metadata={"format": "date-time"})
    recorded_by = ma.fields.Nested(RecordedByJson)


class WeighedToldJson(WeighedJson):  # type: ignore[misc, valid-type]  # as above
    """A rule that gave way or nearly applied, with its heading."""

    heading = ma.fields.String(required=True)


PLACE = re.compile(r"([0-9TZ:.-]{27})~([A-Za-z0-9._-]{1,64})~([0-9]{1,15})~([0-9]{1,15})")


class Moment(ma.fields.Field[str]):
    """A time or a day, as the record writes times."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return _moment(str(value), last=attr == "to")
        except (ValueError, OverflowError):
            words = f"found {value!r}; allowed: an RFC 3339 time in UTC or a date"
            raise ma.ValidationError(words) from None


def _moment(text: str, last: bool) -> str:
    if len(text) == len("2026-01-01"):
        clock = "23:59:59.999999" if last else "00:00:00"
        text = f"{date.fromisoformat(text)}T{clock}Z"
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError
    return stamp(found)


class Place(ma.fields.Field[Any]):
    """Where a page of rulings ended, as its ``next`` link has it."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> tuple[str, str, int, int] | None:
        found = PLACE.fullmatch(str(value))
        if found:
            at, table, seq, place = found.groups()
            return at, table, int(seq), int(place)
        if value in ("", "0"):
            return None
        raise ma.ValidationError(f"found {value!r}; allowed: as in a `next` link")


class TableRulingsQuery(ma.Schema):
    """Which rulings of a table."""

    rule = ma.fields.String()
    code = ma.fields.String()
    status = ma.fields.String(validate=validate.OneOf(STATUSES))
    hand = Whole(validate=validate.Range(0, LARGEST))
    player = ma.fields.String()
    dealer = ma.fields.String()
    since = Moment(data_key="from")
    until = Moment(data_key="to")
    order = ma.fields.String(load_default="asc", validate=validate.OneOf(("asc", "desc")))
    after = Place(load_default=None)
    limit = page_limit()


class RulingsQuery(TableRulingsQuery):
    """Which rulings of all tables."""

    table = ma.fields.String()


class FoundRulingJson(RulingToldJson):
    """A ruling that was found, and where."""

    table = ma.fields.String(required=True)
    recorded_at = ma.fields.String(required=True, metadata={"format": "date-time"})


class RulingsJson(Paged):
    """A page of rulings."""

    rulings = many(FoundRulingJson)


class ExplainedJson(RulingToldJson):
    """A ruling with the law it cites and the entries that prove it: the floor's card."""

    table = ma.fields.String(required=True)
    opened_at = ma.fields.String(required=True, metadata={"format": "date-time"})
    because = many(ProvenFactJson)
    considered = many(WeighedToldJson)
    steps = many(StepJson, metadata={"description": "what to do, in order"})
    remedies = many(RemedyJson, metadata={"description": "what an override may put in its place"})
    articles = many(ArticleJson)
    entries = many(EntryJson)
    decisions = many(EntryJson)
    opinions = many(EntryJson, metadata={"description": "who was asked about it, and answered"})
