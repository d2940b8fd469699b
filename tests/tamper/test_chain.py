"""The definition of an entry's hash, spelled out in bytes."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from api.store.canonical import START, canonical, entry_body, entry_hash
from tests.tamper.conftest import Room

BODY = (
    '{"event":{"card":"4s","text":"Zoë\\n","type":"noted"},"prev_hash":"' + "0" * 64 + '",'
    '"recorded_at":"2026-01-01T20:00:00.000000Z","recorded_by":{"role":"open"},'
    '"salt":"c2FsdA","seq":1,"table":"main-3"}'
).encode()


def body(**changed: Any) -> bytes:
    told = {
        "table": "main-3",
        "seq": 1,
        "recorded_at": "2026-01-01T20:00:00.000000Z",
        "recorded_by": {"role": "open"},
        "event": {"type": "noted", "text": "Zoë\n", "card": "4s"},
        "prev_hash": START,
        "salt": "c2FsdA",
    }
    return entry_body(**{**told, **changed})


def test_an_entry_is_hashed_in_its_canonical_form() -> None:
    assert body() == BODY
    assert entry_hash(BODY) == hashlib.sha256(b"\x02" + BODY).hexdigest()
    assert entry_hash(BODY) == "967f91dbba9762e31a48c612e02676f3a7faad19e365b8cb187c55af904fd14e"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": 2, "€": 3, "é": 4, "😀": 5, "\ufb33": 6}, None),
        ({"n": [1.0, 1e21, 0.000001, 1e-7, -0.0]}, '{"n":[1,1e+21,0.000001,1e-7,0]}'),
        ({"s": '\u20ac$\u000f\nA\'B"\\"/'}, '{"s":"€$\\u000f\\nA\'B\\"\\\\\\"/"}'),
        ([True, None, False, {}], "[true,null,false,{}]"),
    ],
)
def test_the_canonical_form_is_that_of_rfc_8785(value: Any, text: str | None) -> None:
    """Numbers and strings as in the RFC's own examples; names in the order of UTF-16."""
    wanted = text or '{"a":2,"b":1,"é":4,"€":3,"😀":5,"\ufb33":6}'

    assert canonical(value).decode() == wanted


numbers = st.one_of(
    st.integers(-(2**53) + 1, 2**53 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
)


@given(anything)
def test_the_fast_way_to_the_canonical_form_leads_to_the_same_bytes(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("value", [2**53, -(2**53), {"n": 2**53}, "\ud800", {"\ud800": 1}])
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whichever of its kind
        canonical(value)


def test_a_stored_entry_is_bound_to_the_one_before(room: Room) -> None:
    room.note("t", "a", "b", "c")
    previous = START
    for stored in room.store.stream("t", 0):
        content = json.loads(stored.body)
        assert canonical(content) == stored.body
        assert content["prev_hash"] == previous
        assert hashlib.sha256(b"\x02" + stored.body).hexdigest() == stored.hash
        previous = stored.hash
