"""Rulings in words: one sentence to read aloud.

A rule never writes sentences; what an outcome is called stands in the wordings of a
language. Nothing is said here that the ruling itself does not hold, so no concealed card
is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adjudicator.errors import RulebookError
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Branch, Ruling
from adjudicator.play.betting.outcomes import BET_RETURNED, RAISE_NOT_ALLOWED
from adjudicator.play.codes import CODES
from adjudicator.play.outcome import Outcome
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, WARNING
from adjudicator.values.cards import card_words, parse_card
from adjudicator.values.frozen import replace
from rulebook.reading.wordings import Wordings, filled


def sentence(ruling: Ruling, words: Wordings) -> str:
    """The ruling as it is read aloud."""
    ordered = _ordered(ruling, words)
    order = "; ".join(filter(None, [*ordered, _reason(ruling)]))
    if ruling.branches:
        say = words.sentence["answer"]
        answers = "; ".join(say.format(label=b.label, order=b.text) for b in ruling.branches)
        return words.sentence["counted"].format(seat=ruling.branches[0].seat, answers=answers)
    if ruling.certainty == CONDITIONAL:
        return words.sentence["conditional"].format(order=order)
    if ruling.certainty != FLOOR:
        return f"{order[:1].upper()}{order[1:]}."
    if not order:
        return words.sentence["left_to_the_floor"]
    return words.sentence["presumed" if ordered else "for_the_floor"].format(order=order)


def branch_in_words(branch: Branch, words: Wordings) -> Branch:
    """A branch with its label, the counts in words, and its text, what follows from them."""
    seat = branch.seat
    orders = [replace(one, seat=None) if one.seat == seat else one for one in branch.outcomes]
    text = "; ".join(clauses(orders, words))
    return replace(branch, label=_counts(branch, words), text=text)


def _counts(branch: Branch, words: Wordings) -> str:
    said = words.sentence["numbers"].split(", ")
    if branch.most is None:
        return words.sentence["or_more"].format(count=said[branch.least])
    if branch.least == branch.most:
        return said[branch.least]
    if not branch.least:
        return words.sentence["or_fewer"].format(count=said[branch.most])
    return words.sentence["from_to"].format(least=said[branch.least], most=said[branch.most])


def _ordered(ruling: Ruling, words: Wordings) -> list[str]:
    """What is ordered, or presumed where the floor has to decide."""
    if ruling.certainty != FLOOR:
        return clauses(ruling.outcomes, words)
    for option in ruling.options:
        if option.presumed:
            return [_choice(option.label, option.outcomes, words)]
    return clauses([one for one in ruling.outcomes if not FLOOR_DECIDES.names(one)], words)


def _choice(label: str, outcomes: Sequence[Outcome], words: Wordings) -> str:
    seats = _seats(outcomes, words)
    if not label:
        return "; ".join(clauses(outcomes, words))
    return words.sentence["clause"].format(seats=seats, order=label) if seats else label


def _reason(ruling: Ruling) -> str:
    """The decisive fact: what the rule wants said, else the first fact."""
    if ruling.say:
        return ruling.say
    return ruling.because[0].fact if ruling.because else ""


# --- Outcomes -----------------------------------------------------------------------------


def clauses(outcomes: Iterable[Outcome], words: Wordings) -> list[str]:
    """Each outcome in words; seats with the same outcome share one, and are named once."""
    groups: dict[tuple[Any, ...], list[Outcome]] = {}
    for one in _said_once(tuple(outcomes)):
        same = (one.code, one.amount, one.card, one.until, one.pot, _put_right(one, words))
        groups.setdefault(same, []).append(one)
    named = ["", *(_seats(group, words) for group in groups.values())]
    said = [
        _clause(group, "" if seats == before else seats, words)
        for group, seats, before in zip(groups.values(), named[1:], named, strict=False)
    ]
    return [one for one in said if one != words.sentence["notice"]] or said


def _said_once(outcomes: tuple[Outcome, ...]) -> Iterator[Outcome]:
    """A raise that is not allowed says itself what goes back."""
    back = {one.seat: one.amount for one in outcomes if BET_RETURNED.names(one)}
    calls = {one.seat for one in outcomes if RAISE_NOT_ALLOWED.names(one)}
    for one in outcomes:
        if RAISE_NOT_ALLOWED.names(one) and one.amount is None:
            yield replace(one, amount=back.get(one.seat))
        elif not BET_RETURNED.names(one) or one.seat not in calls:
            yield one


def _clause(group: Sequence[Outcome], seats: str, words: Wordings) -> str:
    one = group[0]
    if WARNING.names(one) and one.seat is None:
        return words.sentence["notice"]
    order = _put_right(one, words) or filled(_wordings(one, words), _blanks(one, words))
    return words.sentence["clause"].format(seats=seats, order=order) if seats else order


def _wordings(one: Outcome, words: Wordings) -> tuple[str, ...]:
    """How an outcome may be said.

    A bet that is barred with nothing to call is a check; a raise that is barred before it is
    made leaves a call or a fold.
    """
    if _barred_ahead(one):
        return words.outcomes["only_calls"]
    if RAISE_NOT_ALLOWED.names(one) and one.move is not None and one.move.verb == "check":
        return words.outcomes["bet_not_allowed"]
    return words.outcomes.get(one.code, (one.code.replace("_", " "),))


def _barred_ahead(one: Outcome) -> bool:
    """Whether a seat is told that it may not raise, and no raise has been made."""
    made = one.move is not None or one.amount is not None or one.told
    return RAISE_NOT_ALLOWED.names(one) and not made


def _put_right(one: Outcome, words: Wordings) -> str:
    """What is to be done, where the dealer puts something right by one kind of entry."""
    if not DEALER_CORRECTS.names(one) or not one.by:
        return ""
    entry = one.by[0]
    if not isinstance(entry.get("to", 0), int | str) or entry["type"] not in words.put_right:
        return ""
    named = {name: _place(entry[name], words) for name in ("from", "to") if name in entry}
    face = {"face": entry["face"]} if "face" in entry else {}
    return filled(words.put_right[entry["type"]], {**named, **face, **_blanks(one, words)})


def _place(place: int | str, words: Wordings) -> str:
    if isinstance(place, int):
        return words.sentence["a_seat"].format(seat=place)
    return words.places.get(place) or words.sentence["a_place"].format(place=place)


def _seats(group: Iterable[Outcome], words: Wordings) -> str:
    found = dict.fromkeys(str(one.seat) for one in group if one.seat is not None)
    if not found:
        return ""
    several = words.sentence["seats" if len(found) > 1 else "seat"]
    return several.format(seats=words.listed(found))


def _blanks(one: Outcome, words: Wordings) -> dict[str, str]:
    found: dict[str, str] = {}
    if one.amount is not None:
        found["amount"] = str(one.amount)
    if one.card is not None:
        card = card_words(parse_card(one.card))
        found["card"] = words.sentence["a_card"].format(card=card)
    if one.until is not None:
        found["until"] = words.until.get(one.until, one.until.replace("_", " "))
    return found


def check_wordings(words: Wordings, file: str) -> None:
    """Refuse a language that has no wording for something a ruling may order."""
    for code in CODES.values():
        if code.said and code.name not in words.outcomes:
            raise RulebookError(file, f"outcomes.{code.name}", None, "a wording for this outcome")
        if code.said and code.name not in words.verdicts:
            raise RulebookError(file, f"verdicts.{code.name}", None, "a verdict for this outcome")


def listed(items: Sequence[str]) -> str:
    """Items as a fact names them, which rules state in English: a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
