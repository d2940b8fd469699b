"""What pages show of the law: stages as they are drawn, sentences, and cards in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.values.cards import Card, card_words
from api.lib.words import plain
from rulebook.reading.games import Game
from rulebook.reading.options import Option
from rulebook.reading.stages import StagePlan
from rulebook.reading.toml_table import Ref

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
WRITTEN_CARD = re.compile(r"([2-9TJQKA][♠♥♦♣])")
SUITS: Mapping[str, str] = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


@dataclass(frozen=True)
class Stage:
    """A stage of a game, every value that an option supplies at its default.

    ``begins`` is the place that is first served or first to act; ``by_option`` names the
    options that could have it otherwise.
    """

    kind: str
    name: str
    faces: tuple[str, ...]
    stake: str
    chips: int | None
    begins: str
    burn: bool
    by_option: tuple[str, ...]

    @property
    def counted(self) -> list[tuple[str, int]]:
        """How many cards come each way, in the order in which they begin."""
        return list(Counter(self.faces).items())


def stages(game: Game, options: Mapping[str, Option]) -> list[Stage]:
    """A game's order of play."""
    return [_stage(one, game, options) for one in game.stages]


def _stage(plan: StagePlan, game: Game, options: Mapping[str, Option]) -> Stage:
    begins = plan.first if plan.kind == "bet" else plan.start if plan.kind == "deal" else ""
    return Stage(
        kind=plan.kind,
        name=plan.name,
        faces=("up",) * plan.cards if plan.kind == "board" else plan.faces,
        stake=plan.unit,
        chips=game.usual_stakes.get(plan.unit),
        begins=_usual(begins, game, options),
        burn=_usual(plan.burn, game, options) in (True, "on"),
        by_option=tuple(one.option for one in (begins, plan.burn) if isinstance(one, Ref)),
    )


def _usual(value: Any, game: Game, options: Mapping[str, Option]) -> Any:
    """What holds where a house has set nothing."""
    if not isinstance(value, Ref):
        return value
    return game.defaults.get(value.option, options[value.option].default)


def sentences(text: str) -> list[str]:
    """A text, sentence by sentence."""
    return SENTENCE.split(text)


def with_cards(text: str) -> list[tuple[str, str]]:
    """The parts of a text, each beside the card that it writes, if it is one."""
    parts = WRITTEN_CARD.split(text)
    return [(part, part[0] + SUITS[part[1]] if n % 2 else "") for n, part in enumerate(parts)]


def value(found: Any) -> str:
    """An option's value in words."""
    return "none" if found is None else plain(found)


def card_name(card: str) -> str:
    """A card as it is said aloud."""
    return card_words(Card(card))
