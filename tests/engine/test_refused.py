"""Entries that cannot be a fact are refused with the field named, and nothing changes."""

from typing import Any

import pytest

import rulebook
from adjudicator.errors import Refused
from adjudicator.play.codes import CODES
from adjudicator.record.docket import Docket

LAW = rulebook.load()


def on() -> Docket:
    """A hand of draw high between seats 1 and 2."""
    docket = Docket(LAW)
    stakes = {"ante": 2, "small_bet": 10, "big_bet": 20}
    docket.record({"type": "table_opened", "game": "draw-high", "seats": 6, "stakes": stakes})
    for seat in (1, 2):
        docket.record({"type": "player_seated", "seat": seat, "player": f"P{seat}", "chips": 5})
    docket.record({"type": "hand_started", "button": 1})
    return docket


def overridden(*outcomes: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "floor_decided",
        "decision": "overridden",
        "reason": "fair",
        "outcomes": list(outcomes),
    }


def corrected(**replacement: Any) -> dict[str, Any]:
    return {"type": "entry_corrected", "entry": 2, "reason": "slip", "replacement": replacement}


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (overridden({"code": "bet_withdrawable"}), "outcomes.0.seat"),
        (overridden({"code": "hand_live"}, {"code": "loses_pot", "seat": 6}), "outcomes.1.seat"),
        (overridden({"code": "action_binding", "seat": "1"}), "outcomes"),
        (overridden({"code": "bet_returned", "seat": 1, "amount": -5}), "outcomes"),
        (overridden({"code": "bet_returned", "seat": 1, "amount": True}), "outcomes"),
        (overridden({"code": "bet_completed", "amount": [1]}), "outcomes"),
        (corrected(type="noted", text="x", at=1.5), "replacement"),
        (corrected(type="noted", text="x", id="\ud800"), "replacement"),
        ({"type": "chips_bought", "seat": 1, "amount": 2**53 - 1}, "amount"),
    ],
)
def test_what_cannot_be_is_refused(event: dict[str, Any], field: str) -> None:
    docket = on()
    before = docket.state

    with pytest.raises(Refused) as refused:
        docket.record(event)

    assert list(refused.value.errors) == [field]
    assert docket.state is before


@pytest.mark.parametrize(
    "outcome",
    [
        {"code": "bet_returned", "seat": 1, "amount": "1/2"},
        {"code": "loses_pot", "seat": 2},
        {"code": "hand_live"},
    ],
)
def test_what_the_floor_may_put_in_place_is_taken(outcome: dict[str, Any]) -> None:
    docket = on()
    docket.record(overridden(outcome))
    assert docket.entries[-1].event.content()["outcomes"] == [outcome]


@pytest.mark.parametrize("code", sorted(CODES))
def test_an_outcome_is_put_in_place_or_refused_where_no_hand_was_dealt(code: str) -> None:
    docket = Docket(LAW)
    stakes = {"ante": 2, "small_bet": 10, "big_bet": 20}
    docket.record({"type": "table_opened", "game": "draw-high", "seats": 6, "stakes": stakes})
    decided = overridden({"code": code, "seat": 1, "card": "As", "amount": 5})
    if CODES[code].in_a_hand or CODES[code].of_a_hand:
        with pytest.raises(Refused, match="none"):
            docket.record(decided)
    else:
        assert docket.record(decided) is not None


@pytest.mark.parametrize(("places", "taken"), [(1, True), (30, True), (31, False), (10**6, False)])
def test_a_table_has_as_many_places_as_a_card_table(places: int, taken: bool) -> None:
    docket, stakes = Docket(LAW), {"ante": 2, "small_bet": 10, "big_bet": 20}
    opened = {"type": "table_opened", "game": "draw-high", "seats": places, "stakes": stakes}
    if taken:
        assert docket.record(opened) is not None
        return
    with pytest.raises(Refused, match="allowed: 1 to 30 places"):
        docket.record(opened)


def test_chips_up_to_the_largest_number_are_taken() -> None:
    docket = on()
    docket.record({"type": "chips_bought", "seat": 1, "amount": 2**53 - 1 - 5})


@pytest.mark.parametrize("card", ["As", "as", "aS"])
def test_a_card_is_known_however_its_letters_are_written(card: str) -> None:
    entry = on().record({"type": "dealt", "to": 2, "face": "down", "card": card})

    assert entry is not None
    assert entry.event.content() == {"type": "dealt", "to": 2, "face": "down", "card": "As"}


@pytest.mark.parametrize(
    ("field", "value"),
    [("to", True), ("to", 2.0), ("face", ["down"]), ("face", "Down"), ("card", 7), ("card", [])],
)
def test_a_value_that_only_looks_like_one_is_refused(field: str, value: object) -> None:
    docket = on()
    dealt = {"type": "dealt", "to": 2, "face": "down", "card": "As"}

    with pytest.raises(Refused) as refused:
        docket.record({**dealt, field: value})

    assert list(refused.value.errors) == [field]
    assert docket.record(dealt) is not None
