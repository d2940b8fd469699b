"""The ruling card of the floor's console: what to say, what to do, what else could be done.

All of it is worked out when a ruling is told, never when an entry is recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Ruling
from adjudicator.play.betting.turns import price
from adjudicator.play.cards.moving import ripe
from adjudicator.play.outcome import Outcome
from adjudicator.record.docket import Docket
from adjudicator.table.due import Due
from adjudicator.table.table import Player, State
from adjudicator.values.amounts import exact
from adjudicator.values.fields import to_wire
from adjudicator.view import next_json
from api.service.wording import in_words, sentence
from rulebook import Rulebook
from rulebook.explain.explanation import needed
from rulebook.explain.sentences import clauses
from rulebook.explain.verdicts import of_outcomes, verdict
from rulebook.reading.wordings import Wordings

Json = dict[str, Any]
Players = Mapping[int, Player]
DONE, NOW, IF = "done", "now", "if"
OVER = ("withdrawn", "overridden", "passed_over")
NO_IRREGULARITY = {"code": "no_irregularity"}


def names_of(players: Players) -> dict[int, str]:
    """The players' names by seat."""
    return {seat: player.name for seat, player in players.items()}


def with_verdict(content: Mapping[str, Any], law: Rulebook, names: Mapping[int, str]) -> Json:
    """A ruling as its reader may know it, with its verdict."""
    return {**content, **verdict(content, law.wordings, names).wire()}


def needs_with_verdicts(ruling: Ruling, law: Rulebook, players: Players) -> list[Json]:
    """What has to be verified, each answer with the verdict it brings."""
    return [_need(ruling, one, law, players) for one in ruling.wire()["needs"]]


def _need(ruling: Ruling, need: Json, law: Rulebook, players: Players) -> Json:
    if "answers" not in need:
        return need
    names = names_of(players)
    lines = [
        of_outcomes([o.wire() for o in branch.outcomes], law.wordings, names).wire()
        for branch in ruling.branches
    ]
    answers = zip(need["answers"], lines, strict=True)
    return need | {"answers": [{**answer, **line} for answer, line in answers]}


# --- What is to be done ---------------------------------------------------------------


def steps(state: State, ruling: Ruling, words: Wordings, players: Players) -> list[Json]:
    """What is in force, what is to be done now, and what only if something is so."""
    return list(_steps(state, ruling, words, players))


def _steps(state: State, ruling: Ruling, words: Wordings, players: Players) -> Iterator[Json]:
    if ruling.status in OVER:
        return
    open_ = ruling.status == "open"
    if open_ and ruling.certainty == CONDITIONAL:
        yield from _verified(ruling, words, players)
    elif open_ and ruling.certainty == FLOOR:
        yield from _chosen(ruling, words, players)
    else:
        yield from _ordered(state, ruling, words, players)
    if ruling.id in state.rulings:
        yield _then(state, words, players, waits=open_)


def _step(text: str, state: str, players: Players, entries: Sequence[Json] = ()) -> Json:
    return {"text": sentence(text, players), "state": state, "entries": list(entries)}


def _verified(ruling: Ruling, words: Wordings, players: Players) -> Iterator[Json]:
    for need in ruling.wire()["needs"]:
        plain = {name: value for name, value in need.items() if name != "answers"}
        answers = [{"label": a["label"], "entry": a["entry"]} for a in need.get("answers", ())]
        yield _step(needed(plain, words), NOW, players, answers)
    for clause in clauses(ruling.outcomes, words):
        yield _step(clause, IF, players)


def _chosen(ruling: Ruling, words: Wordings, players: Players) -> Iterator[Json]:
    upheld = {"type": "floor_decided", "ruling": ruling.id, "decision": "upheld"}
    presumed = [option for option in ruling.options if option.presumed]
    for option in presumed:
        label = option.label or "; ".join(clauses(option.outcomes, words))
        entry = {"label": sentence(label, players), "entry": upheld}
        yield _step(words.sentence["floor_decides"], NOW, players, [entry])
        for clause in clauses(option.outcomes, words):
            yield _step(clause, IF, players)
    if not presumed:
        yield _step(words.sentence["floor_decides"], NOW, players)


def _ordered(state: State, ruling: Ruling, words: Wordings, players: Players) -> Iterator[Json]:
    """Outcomes in force, then those that somebody has still to do."""
    owed = [due for due in state.dues if due.ruling == ruling.id]
    waiting = {(due.code, due.seat, due.card) for due in owed}
    done = [one for one in ruling.outcomes if (one.code, one.seat, one.card) not in waiting]
    for clause in clauses(done, words):
        yield _step(clause, DONE, players)
    for due in owed:
        entries = [_labelled(dict(to_wire(pattern)), players) for pattern in due.by]
        when = NOW if ripe(due, state.hand) else IF
        yield _step("; ".join(clauses([_outcome(due)], words)), when, players, entries)


def _outcome(due: Due) -> Outcome:
    return Outcome(due.code, due.seat, due.amount, due.card, by=due.by)


def _labelled(entry: Json, players: Players) -> Json:
    return {"label": in_words(entry, players), "entry": entry}


def _then(state: State, words: Wordings, players: Players, waits: bool) -> Json:
    """How the hand goes on from here."""
    owed = any(ripe(due, state.hand) for due in state.dues)
    entries = [] if owed else [_labelled(one, players) for one in to_wire(next_json(state))]
    return _step(_position(state, words, players), IF if waits or owed else NOW, players, entries)


def _position(state: State, words: Wordings, players: Players) -> str:
    """Who is to act and for how much, or what comes next, in a few words."""
    hand, say = state.hand, words.sentence
    if hand is None or hand.ended:
        return say["hand_over"]
    if hand.to_act is not None and hand.phase == "betting":
        amount = exact(max(price(hand, hand.to_act) - hand.seats[hand.to_act].bet, 0))
        said = "acts_to_call" if amount else "acts"
        acts = say[said].format(seat=hand.to_act, **({"amount": amount} if amount else {}))
        return f"{acts}; {say['pot'].format(amount=exact(hand.pot))}"
    following = to_wire(next_json(state))
    return in_words(following[0], players) if following else say["hand_over"]


# --- What the floor may put in its place ------------------------------------------------


def remedies(docket: Docket, ruling: Ruling, law: Rulebook, players: Players) -> list[Json]:
    """Whole remedies in words, each with what follows: tried out, never guessed."""
    return list(_remedies(docket, ruling, law, players))


def _remedies(docket: Docket, ruling: Ruling, law: Rulebook, players: Players) -> Iterator[Json]:
    if ruling.status in OVER or ruling.id not in docket.rulings:
        return
    for label, outcomes in _candidates(ruling, law):
        text = label or "; ".join(clauses([_read(one) for one in outcomes], law.wordings))
        told = _tried(docket, ruling, outcomes)
        if told is not None:
            then = sentence(_position(told, law.wordings, players), players)
            yield {"text": sentence(text, players), "outcomes": outcomes, "then": then}


def _candidates(ruling: Ruling, law: Rulebook) -> Iterator[tuple[str, list[Json]]]:
    """The other options; else the opposite of each outcome, and setting the ruling aside."""
    for option in ruling.options:
        if not option.presumed:
            yield option.label, [one.wire() for one in option.outcomes]
    if ruling.options:
        return
    for one in ruling.outcomes:
        for code in law.instead(one.code):
            yield "", [{**one.wire(), "code": code}]
    yield law.wordings.sentence["set_aside"], [dict(NO_IRREGULARITY)]


def _tried(docket: Docket, ruling: Ruling, outcomes: Iterable[Json]) -> State | None:
    """The table as it would stand after the override; nothing where it cannot be recorded."""
    decided = {"type": "floor_decided", "ruling": ruling.id, "decision": "overridden"}
    fork = docket.fork()
    try:
        fork.record(decided | {"outcomes": list(outcomes), "reason": "tried"})
    except Refused:
        return None
    return fork.state


def _read(outcome: Mapping[str, Any]) -> Outcome:
    return Outcome(**outcome)
