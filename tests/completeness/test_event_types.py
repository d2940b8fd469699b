"""Every type of event is guarded, played, offered and told, or says why not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from builders import law, table

from adjudicator.log.definition import needed
from adjudicator.log.events import EVENTS, Event
from adjudicator.play.registry import GUARDS, OFFERS, ROOMS, gaps
from adjudicator.record.docket import Docket
from adjudicator.values.fields import Kind
from api.service.narration import NARRATORS


@pytest.fixture
def straddled() -> Iterator[type[Event]]:
    """A type of event that somebody added and gave no room."""

    class Straddled(Event, tag="straddled"):
        """A live blind that nobody had to post."""

        seat: int = needed(Kind.SEAT, "the place")

    yield Straddled
    del EVENTS["straddled"]


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
def test_a_type_of_event_has_its_place_in_every_drawer(kind: type[Event]) -> None:
    assert gaps([kind]) == ()


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
def test_a_type_of_event_belongs_to_one_subject(kind: type[Event]) -> None:
    rooms = [room.name for room in ROOMS if kind in room.refusals.GUARDS]

    assert len(rooms) == 1


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
def test_nothing_is_asked_of_an_entry_only_with_a_reason(kind: type[Event]) -> None:
    guard = GUARDS[kind]
    asks = guard.hand or guard.seated or guard.placed or guard.also

    assert bool(asks) != bool(guard.why)


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
def test_the_timeline_tells_a_type_of_event_in_words_of_its_own(kind: type[Event]) -> None:
    assert kind in NARRATORS


def test_the_drawers_know_no_type_that_there_is_not() -> None:
    assert GUARDS.keys() == set(EVENTS.values())
    assert OFFERS.keys() <= GUARDS.keys()
    assert NARRATORS.keys() == GUARDS.keys()


def test_a_type_without_a_place_is_named(straddled: type[Event]) -> None:
    found = gaps(EVENTS.values())

    assert [one.split(":")[0] for one in found] == ["straddled"] * 3
    assert {word for one in found for word in one.split()} >= {"guard", "transition,", "offers,"}


def test_a_type_without_a_place_is_not_taken_in_silence(straddled: type[Event]) -> None:
    docket: Docket = table().judged()

    with pytest.raises(KeyError):
        docket.record({"type": "straddled", "seat": 99})
    assert docket.law is law()
