"""What a rule is: types only; the rules themselves are written in the rulebook.

A rule is a function of one ``Moment``: the state before the entry, the state after it,
and the event or finding that woke it. It returns a ``Ruling`` or nothing, reads and never
changes anything, and calls no other rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from adjudicator.game.law import Games
from adjudicator.game.profile import Profile
from adjudicator.judging.rulings import Ruling
from adjudicator.log.events import AttentionCalled, Event, FloorDecided
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat
from adjudicator.table.table import State

# The subject of rules for questions on which no other rule speaks.
ANYTHING_ELSE = "*"


@dataclass(frozen=True)
class Moment:
    """What a rule looks at."""

    before: State
    after: State
    event: Event
    trigger: Any
    seq: int

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

    def option(self, name: str) -> Any:
        """The value of a house option."""
        return self.profile.options.get(name)

    def seat(self, number: int) -> Seat:
        """A seat of the hand as it stands."""
        return self.hand.seats[number]


Judgement = Callable[[Any], Ruling | None]


@dataclass(frozen=True)
class Rule:
    """A rule in force: its id, what wakes it, what it takes the place of.

    ``about`` narrows an ``AttentionCalled`` trigger to these subjects; without it the rule
    hears every question. ``displaces`` are rules (or families) that give way when this
    one speaks. A rule that comes ``last`` speaks only where no other has.
    """

    id: str
    judge: Judgement
    on: tuple[type, ...]
    about: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    displaces: tuple[str, ...] = ()
    doc: str = ""
    last: bool = False

    @property
    def book(self) -> str:
        """The part of the rulebook it belongs to."""
        return self.id.split("/")[0]


@dataclass(frozen=True)
class RuleSet:
    """The rules of one game, found by what wakes them; some hear any question."""

    by_trigger: Mapping[type, tuple[Rule, ...]] = field(default_factory=dict)
    by_subject: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)
    any_subject: tuple[Rule, ...] = ()

    @cached_property
    def listening(self) -> frozenset[type]:
        """The types of entries and findings that must not pass by unheard."""
        return frozenset((*self.by_trigger, AttentionCalled, FloorDecided))

    def hear(self, found: Iterable[Any]) -> bool:
        """Whether one of these must not pass by unheard."""
        return not self.listening.isdisjoint(map(type, found))


class Law(Games, Protocol):
    """What the engine asks of a rulebook."""

    def rules(self, profile: Profile) -> RuleSet:
        """The rules that govern the game."""

    def phrase(self, ruling: Ruling) -> tuple[str, str]:
        """The one-sentence text of a ruling, and its full explanation."""
