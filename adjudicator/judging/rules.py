"""What a rule is: types only; the rules themselves are written in the rulebook.

A rule is a function of one ``Moment``: the state before the entry, the state after it,
and the event or finding that woke it. It returns a ``Ruling`` or nothing, reads and never
changes anything, and calls no other rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from adjudicator.game.law import Games
from adjudicator.game.policy import Policy
from adjudicator.game.profile import Profile
from adjudicator.judging.rulings import Branch, Ruling
from adjudicator.judging.scopes import NOTHING, Scope, book_of
from adjudicator.log.events import AttentionCalled, Event, FloorDecided
from adjudicator.play.finding import Finding
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.frozen import Frozen
from adjudicator.values.nearest import nearest

# What wakes a rule: an entry of its type, or something the engine found in one.
Trigger = Event | Finding
T_co = TypeVar("T_co", bound=Trigger, covariant=True)
T = TypeVar("T", bound=Trigger)

# Subjects a rule may hear beside those with a name of their own: any question at all, and
# a question by a name that no rule knows.
EVERY_SUBJECT = ("every subject",)
ANYTHING_ELSE = "anything else"
NO_NAMES: Mapping[str, str] = MappingProxyType({})


class Moment(Frozen, Generic[T_co]):
    """What a rule looks at; ``trigger`` is what woke it, found in or equal to ``event``.

    ``subject`` is what a question is about, by the one name that the rulebook has for it.
    """

    before: State
    after: State
    event: Event
    trigger: T_co
    seq: int
    subject: str = ""
    unknown: str | None = None  # of a question: why the rulebook does not know its subject

    @property
    def hand(self) -> Hand:
        """The hand as it stands after the entry."""
        hand = self.after.hand if self.after.hand is not None else self.before.hand
        assert hand is not None
        return hand

    @property
    def was(self) -> Hand:
        """The hand as it stood before the entry."""
        hand = self.before.hand if self.before.hand is not None else self.after.hand
        assert hand is not None
        return hand

    @property
    def profile(self) -> Profile:
        """The game as played on this hand."""
        if self.after.hand is not None and not self.after.hand.ended:
            return self.after.hand.profile
        assert self.after.profile is not None
        return self.after.profile

    @property
    def policy(self) -> Policy:
        """What the house has chosen where the rules leave a choice."""
        return self.profile.policy

    def seat(self, number: int) -> Seat:
        """A seat of the hand as it stands."""
        return self.hand.seats[number]


# A moment as code sees it that does not ask what woke the rule.
AnyMoment = Moment[Trigger]


@dataclass(frozen=True)
class Rule(Generic[T]):
    """A rule in force: its id, what wakes it, what it takes the place of.

    It wakes ``on`` entries and findings of these types, and on questions ``about`` these
    subjects. ``displaces`` are the rules that give way when this one speaks. A rule that
    comes ``last`` speaks only where no other has.
    """

    id: str
    judge: Callable[[Moment[T]], Ruling | None]
    on: tuple[type[Trigger], ...] = ()
    about: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    displaces: Scope = NOTHING
    doc: str = ""
    last: bool = False

    @property
    def book(self) -> str:
        """The part of the rulebook it belongs to."""
        return book_of(self.id)

    @property
    def name(self) -> str:
        """Its id and the function that judges, as it is told from others under one id."""
        return f"{self.id} {self.judge.__name__}"


# A rule among others, each with triggers of its own; the set they are in matches them.
AnyRule = Rule[Any]


@dataclass(frozen=True)
class RuleSet:
    """The rules of one game, found by what wakes them; some hear any question.

    ``names`` has for other names of a subject the one that rules know it by, ``subjects`` all
    names that there are; none where any name will do.
    """

    by_trigger: Mapping[type[Trigger], tuple[AnyRule, ...]] = field(default_factory=dict)
    by_subject: Mapping[str, tuple[AnyRule, ...]] = field(default_factory=dict)
    any_subject: tuple[AnyRule, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    subjects: frozenset[str] = frozenset()

    @cached_property
    def listening(self) -> frozenset[type[Trigger]]:
        """The types of entries and findings that must not pass by unheard."""
        return frozenset((*self.by_trigger, AttentionCalled, FloorDecided))

    def hear(self, found: Iterable[Trigger]) -> bool:
        """Whether one of these must not pass by unheard."""
        return not self.listening.isdisjoint(map(type, found))

    def subject_of(self, trigger: Trigger) -> str:
        """What a question is about, by the name that rules know it by."""
        if not isinstance(trigger, AttentionCalled):
            return ""
        return self.names.get(trigger.about, trigger.about)

    def unknown(self, trigger: Trigger) -> str | None:
        """That the rulebook has no such subject, and the nearest there is; ``None`` if it has."""
        if not isinstance(trigger, AttentionCalled) or self._knows(trigger.about):
            return None
        hint = nearest(trigger.about, self.subjects)
        return f"the rulebook knows no subject {trigger.about!r}{hint}"

    def _knows(self, about: str) -> bool:
        return not self.subjects or about in self.subjects

    def woken_by(self, trigger: Trigger) -> tuple[AnyRule, ...]:
        """The rules an entry or a finding wakes; a question wakes those on its subject."""
        if not isinstance(trigger, AttentionCalled):
            return self.by_trigger.get(type(trigger), ())
        if not self._knows(trigger.about):
            return self.any_subject
        subject = self.subject_of(trigger)
        about = self.by_subject.get(subject) or self.by_subject.get(ANYTHING_ELSE, ())
        return (*about, *self.any_subject)


def indexed(
    rules: Iterable[AnyRule],
    names: Mapping[str, str] = NO_NAMES,
    known: Collection[str] = (),
) -> RuleSet:
    """The rules as one set, each kept in order under everything that wakes it."""
    triggers: dict[type[Trigger], list[AnyRule]] = {}
    subjects: dict[str, list[AnyRule]] = {}
    anything: list[AnyRule] = []
    for rule in rules:
        for kind in rule.on:
            triggers.setdefault(kind, []).append(rule)
        if rule.about == EVERY_SUBJECT:
            anything.append(rule)
            continue
        for subject in rule.about:
            subjects.setdefault(subject, []).append(rule)
    return RuleSet(
        by_trigger={kind: tuple(found) for kind, found in triggers.items()},
        by_subject={subject: tuple(found) for subject, found in subjects.items()},
        any_subject=tuple(anything),
        names=names,
        subjects=frozenset((*known, *subjects)) if known else frozenset(),
    )


class Law(Games, Protocol):
    """What the engine asks of a rulebook."""

    def rules(self, profile: Profile) -> RuleSet:
        """The rules that govern the game."""

    def branch_in_words(self, branch: Branch) -> Branch:
        """A branch of a conditional ruling with its label and its text."""

    def phrase(self, ruling: Ruling) -> tuple[str, str]:
        """The one-sentence text of a ruling, and its full explanation."""
