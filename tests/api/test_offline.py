"""Tablets that were away: their queue, their clock and their own numbering."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from api.lib import logs
from api.service.device_clocks import LATE, TOLERANCE
from api.settings import Settings
from api.wiring import create_app
from tests.api.guarded import TABLE, Guarded
from tests.api.talk import Event, act, draw_started, note


@pytest.fixture
def guarded(file: Path, log: io.StringIO) -> Iterator[Guarded]:
    """A service with tokens and a table in play."""
    settings = Settings(database=f"sqlite:///{file}")
    found = Guarded.of(create_app(settings, log=logs.new_log(log)))
    found.play()
    yield found
    found.app.extensions["adjudicator"].store.close()


def _at(**ago: float) -> str:
    return (datetime.now(UTC) - timedelta(**ago)).isoformat()


def _notices(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 201, answer.text
    return {one["code"]: one for one in answer.json.get("notices", [])}


def _queue() -> list[Event]:
    """Four hours of a hand that a tablet recorded by itself."""
    events = [{"type": "announced", "topic": "joker_in_use", "value": "off"}, *draw_started(3)]
    events += [act(5, "bet", 10), act(6, "call", 10), act(1, "fold"), act(3, "fold")]
    return [
        {**event, "id": f"q-{number}", "device_seq": number, "at": _at(hours=4, seconds=-number)}
        for number, event in enumerate(events, 1)
    ]


# --- The queue -------------------------------------------------------------------------


def test_a_queue_that_comes_back_after_hours_is_taken_in_the_devices_order(
    guarded: Guarded,
) -> None:
    queue = _queue()
    guarded.record("floor", note("the floor wrote meanwhile"))
    answer = guarded.record("dealer", *reversed(queue))
    entries = guarded.get("floor", f"/v1/tables/{TABLE}/events?after=6&limit=100").json["entries"]

    assert [one["event"]["device_seq"] for one in entries] == [one["device_seq"] for one in queue]
    assert _notices(answer).keys() == {"LATE"}
    assert len(_notices(answer)["LATE"]["entries"]) == len(queue)
    state = guarded.get("floor", f"/v1/tables/{TABLE}/state").json["hand"]
    assert (state["phase"], state["pot"]) == ("drawing", 28)
    again = guarded.record("dealer", *reversed(queue))
    assert (again.status_code, again.json) == (201, answer.json)


def test_half_of_a_queue_was_taken_before_the_line_broke(guarded: Guarded) -> None:
    queue = _queue()
    first = guarded.record("dealer", *queue[:5])
    whole = guarded.record("dealer", *queue)

    assert (first.status_code, whole.status_code) == (201, 201)
    seqs = [one["seq"] for one in whole.json["entries"]]
    assert seqs == list(range(6, 6 + len(queue)))
    assert [one["seq"] for one in first.json["entries"]] == seqs[:5]


def test_a_hole_in_a_devices_numbering_is_told_and_kept(guarded: Guarded) -> None:
    assert _notices(guarded.record("dealer", note(device_seq=7))) == {}
    hole = guarded.record("dealer", note(device_seq=9, id="n-9"))
    late = guarded.record("dealer", note(device_seq=8))
    said = [_notices(one)["DEVICE_SEQ"] for one in (hole, late)]

    assert [(one["expected"], one["found"]) for one in said] == [(8, 9), (10, 8)]
    assert hole.json["entries"][0]["recorded_by"]["after_device_seq"] == 7
    assert _notices(guarded.record("dealer", note(device_seq=10))) == {}
    assert _notices(guarded.record("floor", note(device_seq=1))) == {}
    assert guarded.record("dealer", note(device_seq=9, id="n-9")).json == hole.json


def test_numbering_is_remembered_over_a_restart(guarded: Guarded, file: Path) -> None:
    guarded.record("dealer", note(device_seq=3))
    store = guarded.app.extensions["adjudicator"].store
    app = create_app(Settings(database=f"sqlite:///{file}"), store)
    again = Guarded(app, app.test_client(), guarded.tokens)

    assert _notices(again.record("dealer", note(device_seq=5)))["DEVICE_SEQ"]["expected"] == 4


# --- The clock -------------------------------------------------------------------------


@pytest.mark.parametrize("days", [1, -1])
def test_a_clock_a_day_off_is_told_and_orders_nothing(guarded: Guarded, days: int) -> None:
    now = {"Device-Time": _at(days=-days)}
    first = guarded.record("dealer", note("a", at=_at(days=-days)), headers=now)
    second = guarded.record("dealer", note("b", at=_at(days=-days, seconds=30)), headers=now)
    found = _notices(first)["CLOCK_SKEW"]["offset_ms"]

    assert abs(found - days * 86_400_000) < 60_000
    assert ("ahead of" if days > 0 else "behind") in _notices(first)["CLOCK_SKEW"]["detail"]
    assert first.json["entries"][0]["recorded_by"]["clock_offset_ms"] == found
    assert "LATE" not in _notices(first)
    entries = [one.json["entries"][0] for one in (first, second)]
    assert entries[0]["seq"] + 1 == entries[1]["seq"]
    assert entries[0]["recorded_at"] <= entries[1]["recorded_at"]


def test_a_queue_of_a_slow_clock_is_told_as_both(guarded: Guarded) -> None:
    sent = {"Device-Time": _at(minutes=10)}
    fresh, old = note(at=_at(minutes=10)), note(at=_at(minutes=15))
    told = _notices(guarded.record("dealer", fresh, old, headers=sent))

    assert told.keys() == {"CLOCK_SKEW", "LATE"}
    assert len(told["LATE"]["entries"]) == 1


def test_without_the_devices_clock_only_a_time_in_the_future_proves_it_wrong(
    guarded: Guarded,
) -> None:
    assert _notices(guarded.record("dealer", note(at=_at(days=-1)))).keys() == {"CLOCK_SKEW"}
    assert _notices(guarded.record("dealer", note(at=_at(days=1)))).keys() == {"LATE"}


@pytest.mark.parametrize("side", [1, -1])
def test_a_little_skew_and_a_little_delay_are_not_worth_mention(
    guarded: Guarded, side: int
) -> None:
    little = side * TOLERANCE / 1000 * 0.5
    sent = {"Device-Time": _at(seconds=little)}
    event = note(at=_at(seconds=LATE / 1000 * 0.5))
    answer = guarded.record("dealer", event, headers=sent)

    assert _notices(answer) == {}
    assert answer.json["entries"][0]["recorded_by"] == {"role": "dealer", "device": "dealer-1"}


@pytest.mark.parametrize("text", ["now", "", "2026-01-01", "0001-01-01T00:00:00+23:59", "1" * 300])
def test_a_time_that_is_none_is_refused(guarded: Guarded, text: str) -> None:
    answer = guarded.record("dealer", note(), headers={"Device-Time": text})

    assert (answer.status_code, list(answer.json["errors"])) == (400, ["Device-Time"])


def test_a_subject_nobody_knows_is_stored_and_noticed_with_the_nearest(guarded: Guarded) -> None:
    misspelt = guarded.record("dealer", {"type": "attention_called", "about": "opners"})
    notice = _notices(misspelt)["UNKNOWN_SUBJECT"]

    assert notice["entries"] == [misspelt.json["entries"][0]["seq"]]
    assert "did you mean 'openers'?" in notice["detail"]
    known = guarded.record("dealer", {"type": "attention_called", "about": "openers"})
    assert "UNKNOWN_SUBJECT" not in _notices(known)
