"""The command that values and compares hands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import click

import rulebook
from adjudicator.errors import Refused
from adjudicator.game.profile import Profile
from adjudicator.hands import HandReading, holds_openers, read
from adjudicator.values.cards import JOKER, Card, duplicates, parse_card
from api.cli.style import Style, of_output, print_lines
from rulebook import Rulebook

_CARD = re.compile(r"(?:10|[2-9TJQKA])[shdc]|jk", re.IGNORECASE)


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--game", metavar="ID", default="draw-high", show_default=True, help="Whose rules.")
@click.option("--board", metavar="CARDS", default="", help="Cards common to all hands.")
def rank(cards: tuple[str, ...], game: str, board: str) -> None:
    """Value and compare hands under a game's rules.

    Each argument is one hand: adjudicator rank "Ks Kh 8d 8c Jk" "As Ad 7c 7d Qh"
    """
    hands = _hands(cards)
    common = _cards(board) if board.strip() else ()
    profile = _profile(rulebook.load(), game, any(JOKER in hand for hand in hands))
    _no_card_twice([card for hand in (*hands, common) for card in hand], profile.jokers)
    readings = [read(hand, common, profile.ranking) for hand in hands]
    opens = _openers(hands, profile) if profile.opens_on_jacks else None
    print_lines(ranking_lines(hands, readings, opens, of_output()))


def _hands(arguments: tuple[str, ...]) -> list[tuple[Card, ...]]:
    """One hand an argument; single cards in a row are one hand."""
    hands = [_cards(text) for text in arguments]
    if len(hands) > 1 and all(len(hand) == 1 for hand in hands):
        return [sum(hands, ())]
    return hands


def _cards(text: str) -> tuple[Card, ...]:
    """Cards with or without spaces or commas between them."""
    words = re.split(r"[\s,]+", text.strip())
    names: list[str] = []
    for word in words:
        glued = _CARD.findall(word)
        names += glued if "".join(glued) == word else [word]
    try:
        return tuple(parse_card(word) for word in names)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="CARDS") from None


def _profile(law: Rulebook, game: str, with_joker: bool) -> Profile:
    """The game at its usual stakes; with the joker where a hand holds it."""
    options = {"joker_in_use": "on"} if with_joker else {}
    try:
        return law.profile(game, law.game(game).usual_stakes, options)
    except Refused as refused:
        raise click.BadParameter(refused.detail, param_hint="--game") from None


def _no_card_twice(cards: Iterable[Card], jokers: int) -> None:
    cards = list(cards)
    twice = [card for card in duplicates(cards) if card != JOKER]
    if cards.count(JOKER) > max(jokers, 1):
        twice.append(JOKER)
    if twice:
        raise click.UsageError(f"Met more than once: {', '.join(twice)}.")


def _openers(hands: Sequence[tuple[Card, ...]], profile: Profile) -> list[bool]:
    return [holds_openers(hand, profile.ranking) for hand in hands]


def ranking_lines(
    hands: Sequence[Sequence[str]],
    readings: Sequence[HandReading],
    opens: Sequence[bool] | None,
    style: Style,
) -> Iterator[str]:
    """Each hand with its name, and which of several wins."""
    dressed = [style.cards(hand) for hand in hands]
    widest = max(map(len, dressed))
    for number, (cards, reading) in enumerate(zip(dressed, readings, strict=True), 1):
        words = reading.text
        if opens is not None:
            words += "; opens" if opens[number - 1] else "; does not open"
        yield style.dress(f"{number}. {cards:{widest}}  {words}")
    if len(hands) > 1:
        yield _verdict(readings)


def _verdict(readings: Sequence[HandReading]) -> str:
    best = max(reading.value for reading in readings)
    *others, last = (n for n, one in enumerate(readings, 1) if one.value == best)
    if not others:
        return f"Hand {last} wins."
    return f"Hands {', '.join(map(str, others))} and {last} tie."
