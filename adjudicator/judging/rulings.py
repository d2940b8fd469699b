"""What a ruling is: types only. Rules fill them in; the judge numbers and words them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.play.outcome import Code, Outcome
from adjudicator.values.fields import to_wire
from adjudicator.values.frozen import Frozen

FINAL, CONDITIONAL, FLOOR = "final", "conditional", "floor"


class Fact(Frozen):
    """A fact and the entry that proves it, in words that reveal no concealed card."""

    seq: int
    fact: str


class Weighed(Frozen):
    """A rule that gave way or nearly applied, and what kept it out."""

    rule: str
    why_not: str


class Option(Frozen):
    """One way the floor may decide; ``also`` is put in force with it and not said."""

    outcomes: tuple[Outcome, ...]
    presumed: bool = False
    label: str = ""
    also: tuple[Outcome, ...] = ()


class Branch(Frozen):
    """What a conditional ruling comes to for some of the counts it waits for.

    ``least`` and ``most`` are the counts, ``None`` for any more; ``entry`` is one of them.
    """

    seat: int
    least: int
    most: int | None
    entry: int
    rule: str
    outcomes: tuple[Outcome, ...]
    label: str = ""
    text: str = ""

    def wire(self) -> dict[str, Any]:
        """The branch in the form of the contract."""
        entry = {"type": "hand_counted", "seat": self.seat, "count": self.entry}
        return {"label": self.label, "entry": entry, "rule": self.rule, "text": self.text}


class Ruling(Frozen):
    """What the rulebook says about one moment.

    Rules fill in what they decide; the judge adds number, entry, edition and text.
    ``also`` is put in force with the outcomes and not said: how the hand goes on.
    ``passes_over`` are earlier rulings that the table played on against; ``follows`` is the
    ruling that set this one going, by its id, or the rule whose latest ruling of the hand did;
    where the floor overrides that ruling, this one falls with it.
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
    citation: str = ""  # the edition by whose numbers its articles are cited, if any
    text: str = ""
    explanation: str = ""
    status: str = "carried_out"
    passes_over: tuple[str, ...] = ()
    follows: str = ""
    branches: tuple[Branch, ...] = ()
    key: tuple[Any, ...] = ()

    @property
    def unconfirmed(self) -> tuple[str, ...]:
        """Cards that it rests on as the record has them, which nobody has confirmed."""
        return tuple(need["card"] for need in self.needs if "card" in need)

    def _need(self, need: Mapping[str, Any]) -> dict[str, Any]:
        found = dict(to_wire(need))
        if self.branches and need.get("type") == "hand_counted":
            found["answers"] = [one.wire() for one in self.branches]
        return found

    def orders(self, code: Code) -> bool:
        """Whether an outcome of this kind is among what it orders."""
        return any(code.names(one) for one in self.outcomes)

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
            "needs": [self._need(one) for one in self.needs],
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


def seats_named(ruling: Ruling) -> tuple[int, ...]:
    """Every seat a ruling names, in order."""
    named: Sequence[int | None] = [
        *ruling.seats,
        *(one.seat for one in ruling.outcomes),
    ]
    return tuple(dict.fromkeys(seat for seat in named if seat is not None))
