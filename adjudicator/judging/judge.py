"""From one state and one entry to the next state and its rulings.

The order is always the same: refuse what cannot be a fact, apply the entry, let the
rules that its type and its findings wake speak, put their outcomes in force, and bring
the hand to rest; what comes about on the way wakes further rules. Where several rules
speak on one finding, a rule gives way to one that displaces it, and the ruling says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator.errors import Refused
from adjudicator.judging import carrying_out
from adjudicator.judging.precedence import strongest
from adjudicator.judging.rules import AnyRule, Law, Moment, RuleSet, Trigger
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Ruling
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play import advance as flow
from adjudicator.play import effects
from adjudicator.play import refusals as possible
from adjudicator.play.betting import wagers as betting
from adjudicator.play.cards import moving
from adjudicator.play.outcome import Outcome
from adjudicator.play.registry import apply
from adjudicator.play.showdown.closing import close_hand
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
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
    before: State, event: Event, law: Law, earlier: Ruling | None = None
) -> tuple[State, Spoken]:
    """Record an entry and judge it; ``Refused`` leaves everything as it was.

    ``earlier`` is the ruling of an earlier hand that a decision of the floor is about.
    """
    possible.check(before, event)
    state, found = apply(replace(before, seq=before.seq + 1), event, law)
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
    return _judged(before, state, event, _Work(before, event, law, rules, earlier), triggers)


def _judged(
    before: State, state: State, event: Event, work: _Work, triggers: Sequence[Trigger]
) -> tuple[State, Spoken]:
    if type(event) is ev.FloorDecided:
        state = work.decide(state, event)
    state = work.run(state, triggers)
    if before.dues:
        state = work.finish_dues(state)
    state = work.withdraw_unfounded(state)
    if type(event) is ev.MisdealCalled:
        state, _ = close_hand(state)
    return state, Spoken(tuple(work.rulings), tuple(work.listed), work.statuses)


class _Work:
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
        self.listed: list[str] = []
        self.statuses: dict[str, str] = {}
        self._later: list[Trigger] = []

    def run(self, state: State, triggers: Sequence[Trigger]) -> State:
        """Wake rules, put outcomes in force, bring to rest, until nothing is left."""
        steps, last = 0, []
        while triggers and steps <= MOST_STEPS:
            for trigger in triggers:
                if getattr(trigger, "comes_last", False):
                    last.append(trigger)
                    continue
                spoken = self.rules.woken_by(trigger)
                if spoken:
                    state = self._speak(state, trigger, spoken)
            found = self._later
            self._later = []
            state, more = flow.settle(state)
            triggers = [*found, *more]
            steps += 1
        for trigger in last:
            state = self._speak(state, trigger, self.rules.woken_by(trigger))
        return state

    def _speak(self, state: State, trigger: Trigger, rules: Iterable[AnyRule]) -> State:
        if state.hand is None and isinstance(trigger, Event):
            return state
        moment = Moment(self.before, state, self.event, trigger, state.seq)
        said = [(rule, found) for rule in rules if (found := rule.judge(moment)) is not None]
        basis = _laid_down(state, trigger) if said else ()
        for rule, ruling in strongest(said):
            state = self._enter(state, rule, ruling, basis)
        return state

    def _enter(self, state: State, rule: AnyRule, ruling: Ruling, basis: tuple[str, ...]) -> State:
        if ruling.id:
            if ruling.id not in self.listed:
                self.listed.append(ruling.id)
            return state
        whole = self._complete(state, rule, ruling, basis)
        standing = self._standing(state, whole)
        if standing is not None:
            if standing not in self.listed:
                self.listed.append(standing)
            return state
        after, found = carrying_out.carry_out(state, whole)
        whole = replace(whole, status=_first_status(after, whole))
        self.rulings.append(whole)
        self._later = [*self._later, *found]
        after = self._settle_conditional(after, whole)
        return replace(after, rulings={**after.rulings, whole.id: whole})

    def _complete(
        self, state: State, rule: AnyRule, ruling: Ruling, basis: tuple[str, ...]
    ) -> Ruling:
        number = state.number
        profile = state.profile if state.hand is None else state.hand.profile
        taken_over = profile.adopted if profile is not None else ()
        own = (article for cited, article in taken_over if article and cited in ruling.cites)
        whole = replace(
            ruling,
            rule=rule.id,
            cites=tuple(dict.fromkeys((rule.id, *rule.cites, *ruling.cites, *own, *basis))),
            id=f"{number}-{state.seq}-{self._place(ruling)}",
            hand=number,
            seq=state.seq,
            arose=state.seq,
            edition=state.hand.edition if state.hand is not None else state.edition,
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
        if type(self.event) is not ev.AttentionCalled:
            return None
        for old in state.rulings.values():
            if old.key == ruling.key and old.status not in ("withdrawn", "overridden"):
                return str(old.id)
        return None

    def _settle_conditional(self, state: State, ruling: Ruling) -> State:
        """A verification settles the conditional ruling that asked for it."""
        if ruling.certainty == CONDITIONAL:
            return state
        regular = all(one.code == "no_irregularity" for one in ruling.outcomes)
        status = "withdrawn" if regular else "carried_out"
        for old in state.rulings.values():
            if old.certainty == CONDITIONAL and old.status == "open" and _asked(old, self.event):
                self._status(old.id, status)
                state = _with_status(state, old.id, status)
        return state

    def _status(self, ruling: str, status: str) -> None:
        self.statuses[ruling] = status

    def withdraw_unfounded(self, state: State) -> State:
        """A verification that removes the cause of a conditional ruling withdraws it."""
        for old in self.before.rulings.values():
            now = state.rulings.get(old.id, old)
            if now.certainty == CONDITIONAL and now.status == "open" and _asked(now, self.event):
                self._status(old.id, "withdrawn")
                state = _with_status(state, old.id, "withdrawn")
        return state

    def finish_dues(self, state: State) -> State:
        """Dues that this entry did, or that lapsed, are over."""
        left: list[Due] = []
        for due in state.dues:
            if due.since == state.seq or not self._done(state, due):
                left.append(due)
        kept = {id(due) for due in left}
        gone = [d for d in self.before.dues if id(d) not in kept]
        if len(left) != len(state.dues):
            state = replace(state, dues=tuple(left))
        for due in gone:
            if any(d.ruling == due.ruling for d in state.dues):
                continue
            old = state.rulings.get(due.ruling)
            if old is not None and old.status == "open":
                self._status(due.ruling, "carried_out")
                state = _with_status(state, due.ruling, "carried_out")
        return state

    def _done(self, state: State, due: Due) -> bool:
        waits = not moving.ripe(due, self.before.hand) and state.hand is not None and state.hand.on
        if waits and (due.seat is None or state.hand is None or _in_play(state.hand, due.seat)):
            return False
        if due.before_action and _played_on(self.before, state):
            return True
        return _done(state, due, self.event)

    def decide(self, state: State, event: ev.FloorDecided) -> State:
        """The floor's decision on a ruling takes effect from its own entry on.

        Of a ruling of an earlier hand only what reaches beyond its hand can be changed.
        """
        past = False
        put = [_outcome(one) for one in event.outcomes or ()]
        if event.ruling is not None:
            old = state.rulings.get(event.ruling)
            past = old is None
            old = self._known(event) if old is None else old
            self._status(old.id, event.decision)
            if not past:
                state = _with_status(state, old.id, event.decision)
            if event.decision == "upheld":
                return state
            state = carrying_out.reverse(state, old, past)
            put = _choice(old, put)
        for outcome in put:
            if past and outcome.code not in effects.LASTING:
                continue
            state = carrying_out.one(state, outcome)
            if outcome.code in effects.DUES:
                state = _owed(state, outcome, event.ruling or "")
        return state

    def _known(self, event: ev.FloorDecided) -> Ruling:
        if self.earlier is not None:
            return self.earlier
        raise no_such_ruling(event.ruling)


def no_such_ruling(name: str | None) -> Refused:
    """The same words whether there is no such ruling or the sender may not know of it."""
    message = f"found {name!r}; allowed: the id of a ruling of this table"
    return Refused("NO_SUCH_RULING", f"No ruling to decide: {message}.", {"ruling": [message]})


def _choice(ruling: Ruling, put: list[Outcome]) -> list[Outcome]:
    """What an override puts in place: the other option it names, or the only one left."""
    others = [option for option in ruling.options if not option.presumed]
    codes = [outcome.code for outcome in put]
    named = [o for o in others if not put or [one.code for one in o.outcomes] == codes]
    if len(named) != 1:
        return put
    return [*named[0].also, *(put or named[0].outcomes)]


def _owed(state: State, outcome: Outcome, ruling: str) -> State:
    due = Due(
        outcome.code,
        ruling,
        outcome.seat,
        outcome.amount,
        outcome.card,
        outcome.by,
        since=state.seq,
    )
    return replace(state, dues=(*state.dues, due))


def _laid_down(state: State, trigger: Trigger) -> tuple[str, ...]:
    """The articles by which the game lays down what the finding departs from."""
    concerns = getattr(trigger, "concerns", "")
    if not concerns or state.hand is None:
        return ()
    hand = state.hand
    stages = hand.profile.stages
    if concerns == "award":
        return hand.profile.award_articles
    named = getattr(trigger, "stage", "")
    if of_stage := [stage.articles for stage in stages if stage.name == named]:
        return of_stage[0]
    here = stages[max(hand.stage, 0) :]
    if concerns == "wager":
        return here[0].articles if here and here[0].kind == "bet" else ()
    ahead = [stage for stage in here if stage.kind != "bet"]
    behind = [stage for stage in stages if stage.kind != "bet"][-1:]
    return (ahead or behind)[0].articles


def _outcome(put: Mapping[str, Any]) -> Outcome:
    names = ("code", "seat", "amount", "card", "until", "pot")
    return Outcome(**{name: put[name] for name in names if name in put})


def _with_status(state: State, ruling: str, status: str) -> State:
    old = state.rulings[ruling]
    return replace(state, rulings={**state.rulings, ruling: replace(old, status=status)})


def _first_status(state: State, ruling: Ruling) -> str:
    if ruling.certainty == FLOOR or ruling.needs:
        return "open"
    return "open" if any(d.ruling == ruling.id for d in state.dues) else "carried_out"


def _key(ruling: Ruling) -> tuple[Any, ...]:
    outcomes = tuple((o.code, o.seat, o.amount, o.card) for o in ruling.outcomes)
    needs = tuple(tuple(sorted(need.items())) for need in ruling.needs)
    return ruling.rule, ruling.certainty, ruling.seats, outcomes, needs


def _asked(ruling: Ruling, event: Event) -> bool:
    return any(matches(need, event) for need in ruling.needs)


def matches(pattern: Mapping[str, Any], event: Event) -> bool:
    """Whether an entry is of the kind a pattern describes."""
    if pattern.get("type") != event.type:
        return False
    for name, value in pattern.items():
        if name == "type":
            continue
        found = getattr(event, "from_" if name == "from" else name, None)
        if found != value and not (
            name == "to" and event.type == "acted" and (found or 0) >= value
        ):
            return False
    return True


def _played_on(before: State, after: State) -> bool:
    """Whether somebody acted, or the pot was pushed."""
    was, now = before.hand, after.hand
    if was is None or now is None:
        return False
    return now.actions > was.actions or bool(now.awards)


def _in_play(hand: Hand, seat: int) -> bool:
    return seat not in hand.seats or hand.seats[seat].live


def _done(state: State, due: Due, event: Event) -> bool:
    """Whether a due is over: done, or past with its seat, its round or its hand."""
    hand = state.hand
    if hand is None or not hand.on:
        return due.code != "seat_change_denied" or any(matches(p, event) for p in due.by)
    seat = hand.seats.get(due.seat) if due.seat is not None else None
    if seat is not None and not seat.live and due.code not in ("seat_change_denied", "must_answer"):
        return True
    if due.code in ("defer_fifth_card", "burn_then_card"):
        return seat is not None and seat.served >= (seat.wants or 0)
    if due.code == "card_replace_after_draw":
        return seat is not None and seat.served >= (seat.wants or 0) + seat.refused
    if due.code == "bet_completed":
        past = hand.street_closed > due.since and not betting.before_cards(hand)
        made = seat is not None and seat.owes <= seat.bet and not seat.missing
        return past or made
    if seat is not None and _bonus_owed(due) and (seat.bonus_due or seat.late > 0):
        return False
    if event.type == "dealt" and _passed_by(due):
        return True
    if due.code == "dealer_corrects" and any(_laid_aside(hand, p) for p in due.by):
        return True
    return any(matches(pattern, event) for pattern in due.by)


def _laid_aside(hand: Hand, pattern: Mapping[str, Any]) -> bool:
    """Whether the card that has to leave a seat is no longer there."""
    seat = hand.seats.get(pattern.get("from", 0)) if pattern.get("to") == "aside" else None
    return seat is not None and not seat.cards_to_return


def _passed_by(due: Due) -> bool:
    """Whether dealing on leaves a burn where it is; before a board it can still be mended."""
    from_burn = [p for p in due.by if p.get("from") == "burn"]
    return bool(from_burn) and all(p.get("to") != "board" for p in from_burn)


def _bonus_owed(due: Due) -> bool:
    """Whether an upcard is asked for: the card of the next street does not make up for it."""
    return any(p.get("type") == "dealt" and p.get("face") == "up" for p in due.by)
