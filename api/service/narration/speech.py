"""What is said, pointed out, decided and noted."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.lib.words import plain, spoken, who
from api.service.narration.narrator import CardStyle, Narrators, filled


def announced(event: ev.Announced, style: CardStyle) -> str:
    said = spoken(event.topic)
    said += "" if event.value is None else f" {plain(event.value)}"
    to = f" to seat {event.seat}" if event.seat is not None else ""
    return f"{who(event.by)} announces{to}: {said}"


def attention_called(event: ev.AttentionCalled, style: CardStyle) -> str:
    words = f"{who(event.by)} points out: {spoken(event.about)}"
    words += f" of seat {event.seat}" if event.seat is not None else ""
    words += f" (entry {event.entry})" if event.entry is not None else ""
    if event.facts:
        facts = [("" if yes else "not ") + name for name, yes in event.facts.items()]
        words += f"; {spoken(', '.join(facts))}"
    return words


def floor_called(event: ev.FloorCalled, style: CardStyle) -> str:
    about = f" about seat {event.seat}" if event.seat is not None else ""
    about += f": {spoken(event.about)}" if event.about else ""
    return f"{who(event.by)} calls the floor{about}"


def call_closed(event: ev.CallClosed, style: CardStyle) -> str:
    return f"the call of entry {event.call} is taken back" + (
        f" ({event.reason})" if event.reason else ""
    )


def opinion_asked(event: ev.OpinionAsked, style: CardStyle) -> str:
    asked = f": {event.question}" if event.question else ""
    return f"the floor asks {event.of} about {_matter(event)}{asked}"


def opinion_given(event: ev.OpinionGiven, style: CardStyle) -> str:
    return f"{event.by or 'a second person'} on {_matter(event)}: {event.opinion}"


def _matter(event: ev.OpinionAsked | ev.OpinionGiven) -> str:
    if event.ruling is None and event.call is None:
        return "the matter"
    return f"ruling {event.ruling}" if event.ruling else f"the call of entry {event.call}"


def floor_decided(event: ev.FloorDecided, style: CardStyle) -> str:
    what = f"ruling {event.ruling}" if event.ruling else "on its own"
    words = f"the floor decides {what}: {event.decision}"
    codes = [spoken(str(one["code"])) for one in event.outcomes or ()]
    words += f"; {', '.join(codes)}" if codes else ""
    return words + (f" ({event.reason})" if event.reason else "")


NARRATORS: Narrators = {
    ev.Announced: announced,
    ev.AttentionCalled: attention_called,
    ev.FloorCalled: floor_called,
    ev.CallClosed: call_closed,
    ev.FloorDecided: floor_decided,
    ev.OpinionAsked: opinion_asked,
    ev.OpinionGiven: opinion_given,
    ev.Noted: filled("note: {e.text}"),
}
