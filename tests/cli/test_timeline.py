"""The words and the dress of the timeline."""

import io
from typing import Any

import pytest

from adjudicator.judging.rulings import Fact, Option, Ruling, Weighed
from adjudicator.log.events import EVENTS
from adjudicator.log.reading import parse
from adjudicator.play.outcome import Outcome
from adjudicator.values.frozen import replace
from api.cli.ruling_lines import ruling_lines
from api.cli.style import Style
from api.service.narration import narrate

PLAIN = Style()


class Terminal(io.TextIOWrapper):
    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "acted", "seat": 3, "verb": "bet", "to": 10}, "seat 3 bets 10"),
        (
            {"type": "acted", "seat": 3, "verb": "raise", "to": 20, "all_in": True},
            "seat 3 raises to 20, all-in",
        ),
        ({"type": "acted", "seat": 3, "verb": "fold"}, "seat 3 folds"),
        (
            {"type": "acted", "seat": 3, "chips": [25, 25]},
            "seat 3 acts, pushing in 25 + 25",
        ),
        ({"type": "draw_indicated", "seat": 2, "count": 0}, "seat 2 stands pat"),
        ({"type": "draw_indicated", "seat": 2, "count": 1}, "seat 2 wants 1 card"),
        ({"type": "dealt", "to": "burn"}, "burn: a card"),
        (
            {"type": "dealt", "to": 4, "face": "up", "card": "Jk"},
            "Joker face up to seat 4",
        ),
        (
            {"type": "shown", "seat": 1, "cards": ["Ks", "Kh"], "purpose": "openers"},
            "seat 1 shows K♠ K♥ (openers)",
        ),
        (
            {"type": "pot_awarded", "to": {"3": 82}},
            "the pot is pushed: 82 to seat 3",
        ),
        (
            {"type": "misdeal_called", "by": "dealer", "observer": "Ann"},
            "the dealer calls a misdeal (seen by Ann)",
        ),
        (
            {"type": "entry_corrected", "entry": 4, "reason": "typo"},
            "the record is corrected: entry 4 is struck (typo)",
        ),
    ],
)
def test_an_entry_is_told_as_at_the_table(event: dict[str, Any], words: str) -> None:
    assert narrate(parse(event), PLAIN) == words


EXAMPLES = {
    "a seat: a whole number from 1": 2,
    "a card: rank 23456789TJQKA and suit s, h, d or c, or Jk for the joker": "Ks",
    "true or false": True,
    "a number of cards from 0 to 54": 5,
    "a list of cards": ["Ks"],
    "a list of seats": [1, 2],
    "a list of amounts": [5],
    "an object of seat numbers and numbers of cards from 0 to 54": {"1": 2},
    "an object of seat numbers and amounts": {"1": 2},
    "an object of names and true or false": {"untouched": True},
    "an object of names and values": {"ante": 2},
    "a list of objects, each with a code": [{"code": "hand_dead"}],
    "an event: an object with a type": {"type": "noted", "text": "x"},
    "a time in RFC 3339, such as 2026-01-01T21:10:00Z": "2026-01-01T21:10:00Z",
}


def example(kind: str, choices: tuple[str, ...]) -> Any:
    if choices:
        return choices[0]
    number = kind.startswith("a whole number") or "smallest unit" in kind
    other = 3 if number or kind.startswith("a seat number") else "text"
    return EXAMPLES.get(kind, other)


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("full", [True, False], ids=["all fields", "needed fields"])
def test_every_event_has_words(kind: str, full: bool) -> None:
    specs = EVENTS[kind].specs.values()
    wanted = [spec for spec in specs if full or spec.required]
    values = {spec.name: example(spec.kind.value, spec.choices) for spec in wanted}

    words = narrate(parse({"type": kind, **values}), PLAIN)

    assert words
    assert "None" not in words
    assert "{" not in words


def test_without_suit_symbols_cards_stay_letters() -> None:
    event = parse({"type": "dealt", "to": 1, "card": "Ks"})

    assert narrate(event, Style(symbols=False)) == "Ks face down to seat 1"


def test_a_terminal_gets_colour() -> None:
    style = Style.of(Terminal("utf-8"), {"TERM": "xterm"})

    assert style.colour
    assert style.symbols
    assert style.dress("K♥ K♠") == "\x1b[31mK♥\x1b[0m K♠"


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_declined(environment: dict[str, str]) -> None:
    assert not Style.of(Terminal("utf-8"), environment).colour


def test_a_stream_that_cannot_show_suits_gets_letters() -> None:
    assert not Style.of(Terminal("ascii"), {}).symbols


DISPUTED = Ruling(
    id="3-17-1",
    rule="draw-high/4b",
    cites=("draw-high/4b", "glossary/action"),
    certainty="floor",
    status="open",
    text="The floor decides.",
    outcomes=(Outcome("bet_returned", seat=3, amount=10),),
    because=(Fact(9, "seat 3 received 4 of 5 cards"),),
    considered=(Weighed("draw-high/4c", "nobody had acted"),),
    needs=({"type": "hand_counted", "seat": 3},),
    options=(
        Option((Outcome("hand_dead", seat=3),), presumed=True),
        Option((), label="let it stand"),
    ),
    factors=("who saw it", "how long it took"),
)


def test_a_ruling_tells_everything_it_holds() -> None:
    assert list(ruling_lines(DISPUTED, PLAIN)) == [
        "       │ RULING 3-17-1  draw-high/4b  floor, open",
        "       │ The floor decides.",
        "       │ orders: bet returned (seat 3, amount 10)",
        "       │ because: seat 3 received 4 of 5 cards (entry 9)",
        "       │ not draw-high/4c: nobody had acted",
        "       │ needs: hand counted (seat 3)",
        "       │ option: hand dead (seat 3) (presumed)",
        "       │ option: let it stand",
        "       │ weigh: who saw it; how long it took",
        "       │ see also: glossary/action",
    ]


def test_a_ruling_stands_out_by_its_certainty() -> None:
    heads = {
        certainty: next(ruling_lines(replace(DISPUTED, certainty=certainty), Style(colour=True)))
        for certainty in ("final", "conditional", "floor")
    }

    assert all("\x1b[1;3" in head for head in heads.values())
    assert len({head[9:16] for head in heads.values()}) == 3
