"""Practice: a worked example as a scene, four answers to it, and the ruling that is given.

The scene is told by the entries of the example's log, the answer by the ruling that the
engine gives on it. The other answers are what other examples come to, so that each of
them can say when it would have been right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import groupby, islice
from typing import Any

from adjudicator.judging.rulings import CONDITIONAL, Ruling
from adjudicator.log.events import Event, HandStarted
from adjudicator.play.outcome import Outcome
from adjudicator.record.docket import Docket
from adjudicator.values.amounts import exact
from api.lib.words import plain, spoken
from api.service.narration import narrate
from api.service.wording import SYMBOLS, sentence
from rulebook import Rulebook
from rulebook.cases.runs import Order, orders, played
from rulebook.explain.sentences import clauses
from rulebook.reading.cases import Case

CARD = re.compile(r"Jk|[2-9TJQKA][shdc]")
WRONG = 3  # answers beside the right one
NOTHING = (Order("no_irregularity", (), ""),)
EACH = "each "  # in place of a seat that does what others do too


@dataclass(frozen=True)
class Choice:
    """An answer, and the example that it is right in."""

    text: str
    right: bool
    article: str
    example: str


@dataclass(frozen=True)
class Scene:
    """A worked example as it is asked and as it is answered."""

    game: str
    number: int
    article: str
    setting: str
    told: Sequence[str]
    choices: Sequence[Choice]
    example: str
    ruling: Ruling | None


class Practice:
    """The scenes of every game, in an order that is the same for everybody."""

    def __init__(self, law: Rulebook) -> None:
        self._law = law

    @cached_property
    def _by_game(self) -> dict[str, tuple[Case, ...]]:
        every = [one for a in self._law.articles() for one in self._law.cases(a.id)]
        fit = sorted(filter(_fit, every), key=lambda one: (one.setting.game, _mixed(one.case)))
        return {game: tuple(some) for game, some in groupby(fit, lambda one: one.setting.game)}

    def games(self) -> dict[str, int]:
        """How many scenes there are, by game."""
        return {id: len(self._by_game[id]) for id in self._law.games() if id in self._by_game}

    def of(self, article: str) -> list[tuple[str, int]]:
        """The scenes of an article: game and number."""
        return [
            (game, number)
            for game, some in self._by_game.items()
            for number, one in enumerate(some, 1)
            if one.article == article
        ]

    def scene(self, game: str, number: int) -> Scene | None:
        """A scene, if there is one of this number."""
        some = self._by_game.get(game, ())
        if not 1 <= number <= len(some):
            return None
        case = some[number - 1]
        docket, _ = played(case, self._law)
        ruling = _ruling(case, docket)
        right = tuple(orders(ruling)) if ruling else NOTHING
        seats = ruling.seats if ruling else (getattr(docket.entries[-1].event, "seat", None),)
        return Scene(
            game=game,
            number=number,
            article=case.article,
            setting=_setting(case),
            told=list(_told(docket, ruling)),
            choices=self._choices(case, right, tuple(str(one) for one in seats if one)),
            example=case.case,
            ruling=ruling,
        )

    def _choices(
        self, case: Case, right: tuple[Order, ...], seats: tuple[str, ...]
    ) -> list[Choice]:
        found = [Choice(self._said(right), True, case.article, case.case)]
        wrong = self._others(case, right, seats)
        found += islice(wrong, WRONG)
        return sorted(found, key=lambda one: _mixed(case.case + one.text))

    def _others(
        self, case: Case, right: tuple[Order, ...], seats: tuple[str, ...]
    ) -> Iterator[Choice]:
        """What other examples come to: none that agrees with the right one, none twice."""
        told = [{one.code for one in right}]
        for other in self._neighbours(case):
            found = _wanted(other)
            codes = {one.code for one in found}
            if any(codes <= known or known <= codes for known in told):
                continue
            told.append(codes)
            here = tuple(_moved(one, seats) for one in found)
            article = other.wanted.rule or other.article
            yield Choice(self._said(here), False, article, other.case)

    def _neighbours(self, case: Case) -> list[Case]:
        """The other examples: those of the article, of the book and of the game first."""
        book = case.article.partition("/")[0]

        def far(other: Case) -> tuple[bool, bool, bool, str]:
            away = not other.article.startswith(f"{book}/")
            elsewhere = other.setting.game != case.setting.game
            return elsewhere, other.article != case.article, away, _mixed(case.case + other.case)

        return sorted((one for some in self._by_game.values() for one in some), key=far)

    def _said(self, found: Iterable[Order]) -> str:
        outcomes = [one for order in found for one in _outcomes(order)]
        said = "; ".join(clauses(outcomes, self._law.wordings))
        return f"{said[:1].upper()}{said[1:]}."


def _fit(case: Case) -> bool:
    """Whether something is asked that has one answer: how it is ruled, or if anything is wrong."""
    wanted = case.wanted
    asked = bool(wanted.outcomes) or (case.near and not wanted.rule)
    return asked and not wanted.refused and wanted.certainty != CONDITIONAL


def _wanted(case: Case) -> tuple[Order, ...]:
    return tuple(map(Order.read, case.wanted.outcomes)) or NOTHING


def _outcomes(order: Order) -> Iterator[Outcome]:
    card = order.what if CARD.fullmatch(order.what) else None
    amount = None if card or not order.what else exact(Fraction(order.what))
    for seat in map(int, order.seats):
        yield Outcome(order.code, seat, amount, card)
    if not order.seats:
        yield Outcome(order.code, None, amount, card)


def _moved(order: Order, seats: tuple[str, ...]) -> Order:
    """What is ordered, for the seats that this scene is about."""
    return order._replace(seats=seats[: len(order.seats)] or order.seats)


def _ruling(case: Case, docket: Docket) -> Ruling | None:
    """The ruling that the example is about: by its rule, or given under its last entry."""
    standing = [one for one in docket.rulings.values() if one.status != "withdrawn"]
    if case.wanted.rule:
        spoken_by = [one for one in standing if one.rule == case.wanted.rule]
        return spoken_by[-1] if spoken_by else None
    last = docket.entries[-1].seq
    return next((one for one in reversed(standing) if one.seq == last), None)


def _setting(case: Case) -> str:
    """The house options that the example sets."""
    told = (f"{spoken(k)}: {plain(v)}" for k, v in case.setting.options.items())
    return "; ".join(told)


def _told(docket: Docket, ruling: Ruling | None) -> Iterator[str]:
    """The entries from the start of the hand to the ruling, and what was ruled on the way."""
    until = ruling.seq if ruling else docket.entries[-1].seq
    begun = next((e.seq for e in docket.entries if isinstance(e.event, HandStarted)), 1)
    shown = [one for one in docket.entries if begun <= one.seq <= until]
    for same, some in groupby(shown, key=lambda one: _sort(one.event)):
        run = list(some)
        yield _together([one.event for one in run], same)
        for one in docket.rulings.values():
            if one is not ruling and one.seq in {entry.seq for entry in run}:
                yield f"Ruled: {one.text}"


def _sort(event: Event) -> str:
    """What happens, whoever does it."""
    seat = getattr(event, "seat", None)
    words = narrate(event, SYMBOLS)
    return words.replace(f"seat {seat} ", EACH, 1) if words.startswith(f"seat {seat} ") else words


def _together(events: Sequence[Any], same: str) -> str:
    """Several entries of a kind in one sentence."""
    if len(events) == 1 or not same.startswith(EACH):
        return sentence("; ".join(narrate(one, SYMBOLS) for one in events), {})
    seats = [str(one.seat) for one in events]
    return f"Seats {', '.join(seats[:-1])} and {seats[-1]}: {same}"


def _mixed(text: str) -> str:
    """A place in an order that nobody can guess and everybody finds the same."""
    return sha256(text.encode()).hexdigest()
