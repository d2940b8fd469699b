"""From one state and one entry to the next state and its rulings.

The order is always the same: refuse what cannot be a fact, apply the entry, let the
rules that its type and its findings wake speak, put their outcomes in force, and bring
the hand to rest; what comes about on the way wakes further rules. Where several rules
speak on one finding, a rule gives way to one that displaces it, and the ruling says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator.judging import carrying_out, dues, floor
from adjudicator.judging.branches import branches
from adjudicator.judging.grounds import laid_down
from adjudicator.judging.precedence import strongest
from adjudicator.judging.rules import AnyRule, Law, Moment, RuleSet, Trigger
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Branch, Ruling
from adjudicator.log.events import (
    AttentionCalled,
    Event,
    FloorDecided,
    HandCounted,
    MisdealCalled,
)
from adjudicator.play import advance as flow
from adjudicator.play import refusals as possible
from adjudicator.play.deal.findings import VoidPlayedOn
from adjudicator.play.deal.transitions import played_on
from adjudicator.play.finding import Finding
from adjudicator.play.patterns import matches
from adjudicator.play.registry import apply
from adjudicator.play.showdown.closing import close_hand
from adjudicator.table.table import State
from adjudicator.values.frozen import replace

MOST_STEPS = 60


class Spoken(NamedTuple):
    """What the rules said to one entry: its new rulings, and standing ones it asks for.

    ``statuses`` are changes of earlier rulings' status.
    """

    rulings: tuple[Ruling, ...] = ()
    listed: tuple[str, ...] = ()
    statuses: Mapping[str, str] = MappingProxyType({})


SILENCE = Spoken()


def judge(
    before: State, event: Event, law: Law, earlier: Ruling | None = None, ahead: bool = True
) -> tuple[State, Spoken]:
    """Record an entry and judge it; ``Refused`` leaves everything as it was.

    ``earlier`` is the ruling of an earlier hand that a decision of the floor is about. With
    ``ahead``, a ruling that waits for a count says what each count will come to.
    """
    voided, before = before, played_on(before, event)
    possible.check(before, event)
    state, found = apply(replace(before, seq=before.seq + 1), event, law)
    if before is not voided:
        found = [VoidPlayedOn(), *found]
    profile = state.hand.profile if state.hand is not None else state.profile
    assert profile is not None
    rules = law.rules(profile)
    triggers: Sequence[Trigger]
    if type(event) in rules.listening or (found and rules.hear(found)):
        triggers = [event, *found]
    else:
        state, triggers = flow.settle(state)
        if not (before.dues or before.rulings or (triggers and rules.hear(triggers))):
            return state, SILENCE
    state, spoken = _Sitting(before, event, law, rules, earlier).held(state, triggers)
    return _told_ahead(state, spoken, law) if ahead else (state, spoken)


def _told_ahead(state: State, spoken: Spoken, law: Law) -> tuple[State, Spoken]:
    """Rulings that wait for a count, with what each count will come to."""
    if all(ruling.certainty != CONDITIONAL for ruling in spoken.rulings):
        return state, spoken

    def counted(then: State, event: HandCounted) -> tuple[Ruling, ...]:
        return judge(then, event, law, ahead=False)[1].rulings

    told = tuple(_with_branches(one, branches(state, one, counted), law) for one in spoken.rulings)
    rulings = {**state.rulings, **{one.id: one for one in told}}
    return replace(state, rulings=rulings), spoken._replace(rulings=told)


def _with_branches(ruling: Ruling, found: tuple[Branch, ...], law: Law) -> Ruling:
    if not found:
        return ruling
    whole = replace(ruling, branches=tuple(law.branch_in_words(one) for one in found))
    text, explanation = law.phrase(whole)
    return replace(whole, text=text, explanation=explanation)


class _Sitting:
    """The rulings of one entry as they come about."""

    def __init__(
        self, before: State, event: Event, law: Law, rules: RuleSet, earlier: Ruling | None
    ) -> None:
        self.before = before
        self.earlier = earlier
        self.event = event
        self.law = law
        self.rules = rules
        self.rulings: list[Ruling] = []
        self.listed: dict[str, None] = {}
        self.statuses: dict[str, str] = {}
        self._later: list[Finding] = []

    def held(self, state: State, triggers: Sequence[Trigger]) -> tuple[State, Spoken]:
        """The state with everything in force that follows, and what was said."""
        if isinstance(self.event, FloorDecided):
            state = self._decide(state, self.event)
        state = self._run(state, triggers)
        if self.before.dues:
            state = self._finish_dues(state)
        state = self._withdraw_unfounded(state)
        if isinstance(self.event, MisdealCalled):
            state, _ = close_hand(state)
        return state, Spoken(tuple(self.rulings), tuple(self.listed), self.statuses)

    def _run(self, state: State, triggers: Sequence[Trigger]) -> State:
        """Wake rules, put outcomes in force, bring to rest, until nothing is left."""
        steps = 0
        last: list[Trigger] = []
        while triggers and steps <= MOST_STEPS:
            for trigger in triggers:
                if isinstance(trigger, Finding) and trigger.comes_last:
                    last.append(trigger)
                else:
                    state = self._speak(state, trigger)
            found, self._later = self._later, []
            state, more = flow.settle(state)
            triggers = [*found, *more]
            steps += 1
        for trigger in last:
            state = self._speak(state, trigger)
        return state

    def _speak(self, state: State, trigger: Trigger) -> State:
        """The state with the rulings in force that the rules woken here give."""
        rules = self.rules.woken_by(trigger)
        if not rules or (state.hand is None and isinstance(trigger, Event)):
            return state
        subject = self.rules.subject_of(trigger)
        unknown = self.rules.unknown(trigger)
        moment = Moment(self.before, state, self.event, trigger, state.seq, subject, unknown)
        said = [(rule, found) for rule in rules if (found := rule.judge(moment)) is not None]
        basis = laid_down(state, trigger) if said else ()
        for rule, ruling in strongest(said):
            state = self._enter(state, rule, ruling, basis)
        return state

    def _enter(self, state: State, rule: AnyRule, ruling: Ruling, basis: tuple[str, ...]) -> State:
        """The state with a new ruling in force; one that stands already is only listed."""
        if ruling.id:
            self.listed[ruling.id] = None
            return state
        whole = self._complete(state, rule, ruling, basis)
        standing = self._standing(state, whole)
        if standing is not None:
            self.listed[standing] = None
            return state
        after, found = carrying_out.carry_out(state, whole)
        whole = replace(whole, status=_first_status(after, whole))
        self.rulings.append(whole)
        self._later += found
        for name in whole.passes_over:
            after = self._with_status(after, name, "passed_over")
        after = self._settle_conditional(after, whole)
        return replace(after, rulings={**after.rulings, whole.id: whole})

    def _complete(
        self, state: State, rule: AnyRule, ruling: Ruling, basis: tuple[str, ...]
    ) -> Ruling:
        """The ruling with its number, its entry, its edition and its words."""
        profile = state.profile if state.hand is None else state.hand.profile
        taken_over = profile.adopted if profile is not None else ()
        own = (article for cited, article in taken_over if article and cited in ruling.cites)
        whole = replace(
            ruling,
            rule=rule.id,
            cites=tuple(dict.fromkeys((rule.id, *rule.cites, *ruling.cites, *own, *basis))),
            id=f"{state.number}-{state.seq}-{self._place(ruling)}",
            hand=state.number,
            seq=state.seq,
            arose=state.seq,
            follows=_followed(state, ruling.follows),
            edition=state.hand.edition if state.hand is not None else state.edition,
            citation=profile.citation if profile is not None else "",
        )
        whole = replace(whole, key=_key(whole))
        text, explanation = self.law.phrase(whole)
        return replace(whole, text=text, explanation=explanation)

    def _place(self, ruling: Ruling) -> int:
        """The number within the entry.

        A ruling on a card that is in the record twice goes by the place of its card in the
        entry: whoever may not know of it must not find a gap that another card would not leave.
        """
        if not ruling.unconfirmed:
            return len(self.rulings) + 1
        cards = getattr(self.event, "cards", None) or ruling.unconfirmed
        confirmed = sum(not one.unconfirmed for one in self.rulings)
        return confirmed + cards.index(ruling.unconfirmed[0]) + 1

    def _standing(self, state: State, ruling: Ruling) -> str | None:
        """An earlier ruling with the same answer to the same question."""
        if not isinstance(self.event, AttentionCalled):
            return None
        for old in state.rulings.values():
            if old.key == ruling.key and old.status not in ("withdrawn", "overridden"):
                return str(old.id)
        return None

    def _decide(self, state: State, event: FloorDecided) -> State:
        if event.ruling is not None:
            ruling = floor.decided_on(state, event, self.earlier)
            fallen = floor.following(state, ruling.id) if event.decision == "overridden" else []
            decided = floor.decide_on(state, event, ruling)
            for one in fallen:
                decided = self._with_status(decided, one.id, "withdrawn")
            return self._with_status(decided, ruling.id, event.decision)
        return floor.decide(state, event)

    def _settle_conditional(self, state: State, ruling: Ruling) -> State:
        """A verification settles the conditional ruling that asked for it."""
        if ruling.certainty == CONDITIONAL:
            return state
        ordered = {one.code for one in ruling.outcomes}
        for old in state.rulings.values():
            if self._verifies(old):
                as_said = {one.code for one in old.outcomes} <= ordered
                state = self._with_status(state, old.id, "carried_out" if as_said else "withdrawn")
        return state

    def _withdraw_unfounded(self, state: State) -> State:
        """A verification that removes the cause of a conditional ruling withdraws it."""
        for old in self.before.rulings.values():
            if self._verifies(state.rulings.get(old.id, old)):
                state = self._with_status(state, old.id, "withdrawn")
        return state

    def _verifies(self, ruling: Ruling) -> bool:
        """Whether the entry is what an open conditional ruling waits for."""
        waits = ruling.certainty == CONDITIONAL and ruling.status == "open"
        return waits and any(matches(need, self.event) for need in ruling.needs)

    def _finish_dues(self, state: State) -> State:
        """Dues that this entry did, or that lapsed, are over."""
        left = tuple(
            due for due in state.dues if not dues.is_over(due, self.before, state, self.event)
        )
        if len(left) != len(state.dues):
            state = replace(state, dues=left)
        still = {due.ruling for due in left}
        for due in self.before.dues:
            old = state.rulings.get(due.ruling)
            if due.ruling not in still and old is not None and old.status == "open":
                state = self._with_status(state, due.ruling, "carried_out")
        return state

    def _with_status(self, state: State, ruling: str, status: str) -> State:
        """The state with the new status of a ruling; one of an earlier hand is told only."""
        self.statuses[ruling] = status
        old = state.rulings.get(ruling)
        if old is None:
            return state
        return replace(state, rulings={**state.rulings, ruling: replace(old, status=status)})


def _followed(state: State, name: str) -> str:
    """The ruling by its id, or the latest one of the hand by its rule."""
    by_rule = (one.id for one in reversed(tuple(state.rulings.values())) if one.rule == name)
    return name if name in state.rulings else next(by_rule, "")


def _first_status(state: State, ruling: Ruling) -> str:
    if ruling.certainty == FLOOR or ruling.needs:
        return "open"
    return "open" if any(d.ruling == ruling.id for d in state.dues) else "carried_out"


def _key(ruling: Ruling) -> tuple[Any, ...]:
    outcomes = tuple((o.code, o.seat, o.amount, o.card) for o in ruling.outcomes)
    needs = tuple(tuple(sorted(need.items())) for need in ruling.needs)
    return ruling.rule, ruling.certainty, ruling.seats, outcomes, needs
