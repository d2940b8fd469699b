"""Rules and rulings: types only; the rules themselves are written in the rulebook.

A rule is a function of one ``Moment``: the state before the entry, the state after it,
and the event or finding that woke it. It returns a ``Ruling`` or nothing, reads and never
changes anything, and calls no other rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from adjudicator.events import AttentionCalled, Event, FloorDecided
from adjudicator.profile import Profile
from adjudicator.state import Frozen, Hand, Move, Seat, State
from adjudicator.wire import Amount, to_wire

FINAL, CONDITIONAL, FLOOR = "final", "conditional", "floor"
# The subject of rules for questions on which no other rule speaks.
ANYTHING_ELSE = "*"


@dataclass(frozen=True)
class Outcome:
    """One thing a ruling orders, by its code, with the entries that would do it.

    ``by`` are patterns of entries that carry the outcome out; an outcome with such
    patterns becomes a due, ``when`` the stage of the hand from which on it is ripe; with
    ``before_action`` it lapses once somebody acts. ``move`` is how a wager is to be carried
    out instead, ``button`` where the button is to be, ``lifts`` the code of dues that it
    makes needless, those of its seat if it has one. With ``told`` the outcome only says
    what is so and changes nothing.
    """

    code: str
    seat: int | None = None
    amount: Amount | None = None
    card: str | None = None
    until: str | None = None
    pot: int | None = None
    by: tuple[Mapping[str, Any], ...] = ()
    when: int | None = None
    before_action: bool = False
    move: Move | None = None
    button: int | None = None
    lifts: str = ""
    told: bool = False

    def wire(self) -> dict[str, Any]:
        """The outcome as plain JSON."""
        shown = ("code", "seat", "amount", "card", "until", "pot")
        found = {name: getattr(self, name) for name in shown}
        return {k: to_wire(v) for k, v in found.items() if v is not None}


@dataclass(frozen=True)
class Fact:
    """A fact and the entry that proves it, in words that reveal no concealed card."""

    seq: int
    fact: str


@dataclass(frozen=True)
class Weighed:
    """A rule that gave way or nearly applied, and what kept it out."""

    rule: str
    why_not: str


@dataclass(frozen=True)
class Option:
    """One way the floor may decide; ``also`` is put in force with it and not said."""

    outcomes: tuple[Outcome, ...]
    presumed: bool = False
    label: str = ""
    also: tuple[Outcome, ...] = ()


@dataclass(frozen=True)
class Ruling(Frozen):
    """What the rulebook says about one moment.

    Rules fill in what they decide; the judge adds number, entry, edition and text.
    ``also`` is put in force with the outcomes and not said: how the hand goes on.
    ``arose`` is the entry it follows from, ``seq`` the one it was given under: a
    correction of the record may bring it later.
    """

    outcomes: tuple[Outcome, ...] = ()
    also: tuple[Outcome, ...] = ()
    because: tuple[Fact, ...] = ()
    considered: tuple[Weighed, ...] = ()
    seats: tuple[int, ...] = ()
    cites: tuple[str, ...] = ()
    certainty: str = FINAL
    needs: tuple[Mapping[str, Any], ...] = ()
    options: tuple[Option, ...] = ()
    factors: tuple[str, ...] = ()
    say: str = ""
    rule: str = ""
    id: str = ""
    hand: int = 0
    seq: int = 0
    arose: int = 0
    edition: str = ""
    text: str = ""
    explanation: str = ""
    status: str = "carried_out"
    key: tuple[Any, ...] = ()

    @property
    def unconfirmed(self) -> tuple[str, ...]:
        """Cards that it rests on as the record has them, which nobody has confirmed."""
        return tuple(need["card"] for need in self.needs if "card" in need)

    def wire(self) -> dict[str, Any]:
        """The ruling in the form of the contract."""
        return {
            "id": self.id,
            "hand": self.hand,
            "seq": self.seq,
            "rule": self.rule,
            "cites": list(self.cites),
            "edition": self.edition,
            "certainty": self.certainty,
            "seats": list(self.seats),
            "outcomes": [one.wire() for one in self.outcomes],
            "because": [{"seq": f.seq, "fact": f.fact} for f in self.because],
            "considered": [{"rule": w.rule, "why_not": w.why_not} for w in self.considered],
            "needs": [to_wire(one) for one in self.needs],
            "options": [_option(one) for one in self.options],
            "factors": list(self.factors),
            "text": self.text,
            "explanation": self.explanation,
            "status": self.status,
        }


def _option(option: Option) -> dict[str, Any]:
    found: dict[str, Any] = {"outcomes": [one.wire() for one in option.outcomes]}
    if option.label:
        found["label"] = option.label
    if option.presumed:
        found["presumed"] = True
    return found


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


class Law(Protocol):
    """What the engine asks of a rulebook."""

    @property
    def edition(self) -> str:
        """The newest edition."""

    def profile(self, game: str, stakes: Mapping[str, Any], options: Mapping[str, Any]) -> Profile:
        """A game as a table plays it; ``Refused`` where a value is not allowed."""

    def rules(self, profile: Profile) -> RuleSet:
        """The rules that govern the game."""

    def phrase(self, ruling: Ruling) -> tuple[str, str]:
        """The one-sentence text of a ruling, and its full explanation."""


def seats_named(ruling: Ruling) -> tuple[int, ...]:
    """Every seat a ruling names, in order."""
    named: Sequence[int | None] = [
        *ruling.seats,
        *(one.seat for one in ruling.outcomes),
    ]
    return tuple(dict.fromkeys(seat for seat in named if seat is not None))
