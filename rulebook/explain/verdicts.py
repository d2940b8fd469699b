"""A ruling in one line of at most 24 characters, as the floor says it to the table.

It is made from the ruling as its reader may know it: a card that was masked is not in its
outcomes any more, and a wording without it is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.judging.rulings import CONDITIONAL, FLOOR
from adjudicator.values.cards import parse_card, symbols
from rulebook.reading.wordings import Wordings, fillable

Json = Mapping[str, Any]
LONGEST = 24


class Verdict(NamedTuple):
    """The line, and where in it a seat is named: from, to, and the number of the seat."""

    text: str
    marks: tuple[tuple[int, int, int], ...] = ()

    def wire(self) -> dict[str, Any]:
        """The verdict as a ruling tells it."""
        marks = [{"from": start, "to": end, "seat": seat} for start, end, seat in self.marks]
        return {"verdict": self.text, "verdict_marks": marks}


def verdict(ruling: Json, words: Wordings, names: Mapping[int, str]) -> Verdict:
    """What a ruling comes to, in one line; ``names`` are the players by seat."""
    waits = ruling["status"] in ("open", "upheld")
    if ruling["certainty"] == CONDITIONAL and waits and ruling["needs"]:
        need = ruling["needs"][0]
        wordings = words.verdict.get(need["type"], words.verdict["verify"])
        return _line(wordings, _only(need.get("seat") or need.get("to")), {}, words, names)
    if ruling["certainty"] == FLOOR and ruling["status"] == "open":
        return _line(words.verdict["floor"], _one_seat(ruling["seats"]), {}, words, names)
    return of_outcomes(ruling["outcomes"], words, names)


def of_outcomes(outcomes: Sequence[Json], words: Wordings, names: Mapping[int, str]) -> Verdict:
    """The weightiest of some outcomes in one line."""
    ranks = {code: rank for rank, code in enumerate(words.verdicts)}
    known = [one for one in outcomes if one["code"] in ranks]
    if not known:
        return _line(words.verdict["nothing"], None, {}, words, names)
    first = min(known, key=lambda one: ranks[one["code"]])
    alike = [one.get("seat") for one in known if one["code"] == first["code"]]
    blanks = {"amount": str(first["amount"])} if "amount" in first else {}
    if "card" in first:
        blanks["card"] = symbols(parse_card(first["card"]))
    return _line(words.verdicts[first["code"]], _one_seat(alike), blanks, words, names)


def _one_seat(seats: Sequence[int | None]) -> int | None:
    found = {seat for seat in seats if seat is not None}
    return found.pop() if len(found) == 1 else None


def _only(place: object) -> int | None:
    return place if isinstance(place, int) else None


def _line(
    wordings: Sequence[str],
    seat: int | None,
    blanks: Mapping[str, str],
    words: Wordings,
    names: Mapping[int, str],
) -> Verdict:
    """The first wording that can be filled and is short enough; the last always is."""
    for text, who in _filled(wordings, seat, blanks, words, names):
        if len(text) <= LONGEST:
            start = text.find(who) if who else -1
            marked = seat is not None and start >= 0
            return Verdict(text, ((start, start + len(who), seat),) if marked and seat else ())
    return Verdict(wordings[-1])


def _filled(
    wordings: Sequence[str],
    seat: int | None,
    blanks: Mapping[str, str],
    words: Wordings,
    names: Mapping[int, str],
) -> Iterator[tuple[str, str]]:
    for wording in wordings:
        for who in _called(seat, words, names):
            given = {**blanks, "who": who} if who else blanks
            if fillable(wording, given):
                text = wording.format_map(given)
                head = text[:1].upper()
                yield head + text[1:], head + who[1:] if text.startswith(who) and who else who


def _called(seat: int | None, words: Wordings, names: Mapping[int, str]) -> Iterator[str]:
    """How a seat may be called: by its player's name, else by its number."""
    if seat is None:
        yield ""
        return
    if seat in names:
        yield names[seat]
    yield words.sentence["a_seat"].format(seat=seat)
