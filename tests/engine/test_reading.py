"""The quick reader takes nothing that the careful one refuses, and reads nothing otherwise."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.errors import Refused
from adjudicator.log import reading
from adjudicator.log.definition import FieldSpec
from adjudicator.log.events import EVENTS, Event
from adjudicator.log.reading import parse, read
from adjudicator.log.strict_json import read_json
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.values.fields import PEOPLE, PLACES, READERS, Kind, is_time

WHOLE = st.one_of(st.integers(-2, 60), st.sampled_from((999, 1000, 2**53 - 1, 2**53, 10**30, -1)))
CARD = st.sampled_from((*STANDARD_DECK, "Jk", "as", "10S", "tH", "1s", "", "Jkk"))
TEXT = st.one_of(
    st.text(max_size=8), st.sampled_from(("", "x" * 4000, "x" * 4001, "é", "a:b", "null", "\ud800"))
)
TIME = st.one_of(
    st.datetimes().map(lambda at: at.isoformat() + "Z"),
    st.sampled_from(
        (
            "2026-11-30T20:00:00Z",
            "2026-11-30T20:00:00.123Z",
            "2026-11-30T20:00:00.123456789-08:00",
            "2026-02-29T20:00:00Z",
            "2024-02-29T20:00:00Z",
            "2026-11-31T20:00:00Z",
            "2026-11-30T24:00:00Z",
            "2026-11-30T23:59:60Z",
            "2026-11-30T20:00:00+24:00",
            "2026-11-30T20:00:00.Z",
            "2026-11-30T20:00:00,5Z",
            "2026-11-30 20:00:00Z",
            "2026-11-30T20:00:00",
            "2026-W01-1T20:00:00Z",
            "20261130T200000Z",
            "٢٠٢٦-11-30T20:00:00Z",
            "0000-01-01T00:00:00Z",
            "",
        )
    ),
)
FRACTION = st.sampled_from(("7/3", "6/3", "0/1", "1/0", "-1/2", "7/03", "1/2 "))
BY_SEAT = st.sampled_from(("1", "12", "999", "1000", "0", "03", "+3", " 3", "3.0", "x", "-1", "٣"))
KINDS: dict[Kind, st.SearchStrategy[Any]] = {
    Kind.SEAT: WHOLE,
    Kind.PARTY: st.one_of(WHOLE, st.sampled_from((*PEOPLE, "owner"))),
    Kind.PLACE: st.one_of(WHOLE, st.sampled_from((*PLACES, "floor"))),
    Kind.AMOUNT: st.one_of(WHOLE, FRACTION),
    Kind.CARD: CARD,
    Kind.CARDS: st.lists(CARD, max_size=3),
    Kind.SEATS: st.lists(WHOLE, max_size=3),
    Kind.TEXT: TEXT,
    Kind.FLAG: st.booleans(),
    Kind.TIME: TIME,
    Kind.COUNTS: st.dictionaries(BY_SEAT, WHOLE, max_size=2),
    Kind.SHARES: st.dictionaries(BY_SEAT, st.one_of(WHOLE, FRACTION), max_size=2),
    Kind.AMOUNTS: st.lists(st.one_of(WHOLE, FRACTION), max_size=3),
    Kind.FACTS: st.dictionaries(TEXT, st.booleans(), max_size=2),
    Kind.SETTINGS: st.dictionaries(TEXT, st.one_of(WHOLE, TEXT), max_size=2),
    Kind.OUTCOMES: st.lists(st.fixed_dictionaries({"code": TEXT}), max_size=2),
    Kind.VALUE: st.one_of(WHOLE, TEXT, st.booleans(), st.lists(TEXT, max_size=2)),
    Kind.EVENT: st.fixed_dictionaries({"type": TEXT}),
}
ODD = st.sampled_from((None, True, False, 0, 5.0, 1e3, "", [], {}, "5", float("1e300")))


def values(spec: FieldSpec) -> st.SearchStrategy[Any]:
    usual = st.sampled_from(spec.choices) if spec.choices else KINDS.get(spec.kind, WHOLE)
    return st.one_of(usual, usual, usual, ODD)


@st.composite
def objects(draw: st.DrawFn) -> list[tuple[str, Any]]:
    """The names and values of an event that may be right or wrong, in any order."""
    event = EVENTS[draw(st.sampled_from(sorted(EVENTS)))]
    pairs: list[tuple[str, Any]] = [("type", event.type)]
    for spec in event.specs.values():
        if draw(st.integers(0, 9)) < (9 if spec.required else 3):
            pairs.append((spec.name, draw(values(spec))))
    if draw(st.integers(0, 9)) == 0:
        pairs.append(draw(st.sampled_from((("_mark", {"a": [1]}), ("extras", None), ("sent", "")))))
    if draw(st.integers(0, 4)) == 0:
        name, value = draw(st.sampled_from(pairs))
        pairs.append((name, value))
    return draw(st.permutations(pairs))


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    """A line of a log as somebody may write it, right or wrong."""
    space = st.sampled_from(("", " ", "  ", "\t"))
    escaped = draw(st.booleans())
    comma, colon = "," + draw(space), draw(space) + ":" + draw(space)
    told = (
        json.dumps(name) + colon + json.dumps(value, ensure_ascii=escaped)
        for name, value in draw(objects())
    )
    line = "{" + draw(space) + comma.join(told) + draw(space) + "}" + draw(space)
    return line.encode(errors="surrogatepass")


def answer(make: Callable[[], Event]) -> object:
    """The event with its content, or the refusal, so that two can be compared."""
    try:
        event = make()
    except Refused as refused:
        return refused.code, refused.detail, refused.errors, refused.entry
    fields = [getattr(event, name) for name in event.__struct_fields__ if name != "sent"]
    return type(event), [(type(one), one) for one in map(_plain, fields)], event.content()


def _plain(value: Any) -> Any:
    return dict(value) if hasattr(value, "keys") else value


def with_care(line: bytes) -> Event:
    """What the careful reader alone makes of a line."""
    quick, reading._quick = reading._quick, lambda _: None
    try:
        return read(line)
    finally:
        reading._quick = quick


@settings(max_examples=3000, deadline=None)
@given(lines())
@example(b'{"type":"sat_out","seat":1,"seat":1}')
@example(b'{"type":"noted","text":"x","text":"a\\u003ab"}')
@example(b'{"type":"noted","text":"a:b","text":"a"}')
@example(b'{"type":"sat_out","seat":5.0}')
@example(b'{"type":"sat_out","seat":1e0}')
@example(b'{"type":"sat_out","seat":-0}')
@example(b'{"type":"posted","seat":1,"kind":"ante","amount":-0}')
@example(b'{"type":"posted","seat":1,"kind":"ante","amount":9007199254740992}')
@example(b'{"type":"posted","seat":1,"kind":"ante","amount":1e3}')
@example(b'{"type":"posted","seat":1,"kind":"ante","amount":NaN}')
@example(b'{"type":"posted","seat":1,"kind":"ante","amount":01}')
@example(b'{"type":"posted","seat":true,"kind":"ante","amount":1}')
@example(b'{"type":"pot_awarded","to":{"03":1}}')
@example(b'{"type":"pot_awarded","to":{"3":1,"3":2}}')
@example(b'{"type":"noted","text":"\xff"}')
@example(b'{"type":"noted","text":"\x01"}')
@example(b'\xef\xbb\xbf{"type":"sat_out","seat":1}')
@example(b'{"type":"sat_out","seat":1} {}')
@example(b'{"seat":1,"type":"sat_out"}')
@example(b'{"type":"sat_out","type":"sat_in","seat":1}')
@example(b'{"type":"dealt","to":1,"off_table":null}')
@example(b'{"type":"dealt","to":1,"off_table":false}')
@example(b'{"type":"dealt","to":1,"face":"down","face":"up"}')
@example(b'{"type":"exposed","card":"As","by":"dealer"}')
@example(b'{"type":"sat_out","seat":1,"at":"2026-11-30T20:00:00.123456-08:00"}')
def test_both_readers_say_the_same_to_a_line(line: bytes) -> None:
    assert answer(lambda: read(line)) == answer(lambda: with_care(line))


@settings(max_examples=1000, deadline=None)
@given(objects())
def test_an_object_is_read_as_its_line_is(pairs: list[tuple[str, Any]]) -> None:
    raw = dict(pairs)
    line = json.dumps(raw, ensure_ascii=True).encode()

    if "\\ud800" in line.decode():
        with pytest.raises(ValueError, match="surrogate"):
            read_json(line)
    else:
        assert answer(lambda: parse(raw)) == answer(lambda: with_care(line))


@settings(max_examples=2000, deadline=None)
@given(
    st.sampled_from(
        ("2026-11-30T20:03:04.123Z", "2026-11-30T20:03:04+01:00", "2024-02-29T23:59:59Z")
    ),
    st.lists(st.tuples(st.integers(0, 35), st.integers(0, 2), st.sampled_from("09-+:.,ZTWz ٣"))),
)
def test_what_is_plainly_a_time_is_one(at: str, edits: list[tuple[int, int, str]]) -> None:
    for place, cut, put in edits:
        at = at[:place] + put + at[place + cut :]

    if is_time(at):
        assert READERS[Kind.TIME](at) == at


@pytest.mark.parametrize(
    "line",
    [
        b'{"type": "dealt", "to": 3, "face": "down", "card": "Ts", "device_seq": 7, "id": "a:b"}',
        b'{"type":"acted","seat":2,"verb":"raise","to":40,"at":"2026-11-30T20:00:00.123-08:00"}',
        b'{"id":"x","type":"pot_awarded","to":{"3":82,"4":1}}\n',
        b'{"type":"shown","seat":2,"cards":["As","Ks","Qs","Js","Ts"],"purpose":"showdown"}',
        b'{"type":"announced","topic":"joker_in_use","value":"off","by":"dealer"}',
    ],
)
def test_a_line_as_devices_write_it_is_read_quickly(line: bytes, monkeypatch: Any) -> None:
    monkeypatch.setattr(reading, "_with_care", None)

    event = read(line)

    assert event.content() == json.loads(line)
    assert next(iter(event.content())) == "type"


def test_what_is_left_out_and_what_is_said_to_be_so_are_told_apart() -> None:
    told = {"type": "dealt", "to": 1, "face": "down", "off_table": False}
    silent = parse({"type": "dealt", "to": 1})
    read_out = parse(told)

    assert (silent.face, silent.off_table) == (read_out.face, read_out.off_table)
    assert silent.content() == {"type": "dealt", "to": 1}
    assert read_out.content() == told
