"""What may be asked or reported at a table, and what of it makes sense just now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.game.profile import Profile
from adjudicator.log.events import EVENTS
from adjudicator.table.table import State
from rulebook import Article, Rulebook
from rulebook.reading.subjects import Subject

Json = dict[str, Any]
COMMON = frozenset.intersection(*(frozenset(one.specs) for one in EVENTS.values()))


def subjects(law: Rulebook, state: State | None) -> list[Json]:
    """Every subject with its article, its fields, and whether it makes sense now.

    Without a table every subject does.
    """
    phases = None if state is None else _phases(state)
    profile = None if state is None else _profile(state)
    return [
        _told(law, kind, field, one, _makes_sense(law, one, phases, profile))
        for kind, field, one in _all(law)
    ]


def _all(law: Rulebook) -> Iterator[tuple[str, str, Subject]]:
    for kind, field, found in (
        ("attention_called", "about", law.subjects()),
        ("deck_fault_found", "fault", law.faults()),
        ("announced", "topic", law.topics()),
    ):
        for one in found.values():
            yield kind, field, one


def _told(law: Rulebook, kind: str, field: str, one: Subject, now: bool) -> Json:
    article = law.article(one.article)
    assert article is not None
    without = COMMON | {field} | ({"seat"} if one.of_table else set())
    without |= set() if one.facts else {"facts"}
    return {
        **one.wire(),
        "type": kind,
        "field": field,
        "heading": article.heading,
        "fields": [name for name in EVENTS[kind].specs if name not in without],
        "entry": {"type": kind, field: one.name},
        "makes_sense": now,
    }


def _makes_sense(
    law: Rulebook, one: Subject, phases: frozenset[str] | None, profile: Profile | None
) -> bool:
    """Whether its article governs the game, and the hand is where the matter can come up."""
    article = law.article(one.article)
    governs = profile is None or (article is not None and governing(article, profile))
    return governs and (phases is None or not one.when or not phases.isdisjoint(one.when))


def governing(article: Article, profile: Profile) -> bool:
    """Whether an article is in force in a game."""
    named = not article.games or profile.id in article.games
    return article.book in profile.books and named


def _profile(state: State) -> Profile | None:
    return state.profile if state.hand is None or state.hand.ended else state.hand.profile


def _phases(state: State) -> frozenset[str]:
    """Where the hand stands; one that is over can still be disputed."""
    hand = state.hand
    if hand is None:
        return frozenset(("between",))
    return frozenset(("between", "ended")) if hand.ended else frozenset((hand.phase,))
