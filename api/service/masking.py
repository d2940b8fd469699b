"""Text and JSON without the cards that were not seen: fields go, words become "concealed card".

Masking never inspects a concealed card, so an omission leaks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from adjudicator.values.cards import JOKER, STANDARD_DECK, SUITS, card_words
from adjudicator.values.fields import LONGEST_TEXT

Json = dict[str, Any]
HIDDEN = "concealed card"
EVERY_CARD = frozenset(map(str, (*STANDARD_DECK, JOKER)))
_LITERAL = frozenset(("type", "game", "player", "dealer", "code", "rule", "cites", "hash", "table"))
_SIGNS = dict(zip("♠♥♦♣", SUITS, strict=True))
_TOKEN = re.compile(r"(10|[2-9TJQKA])([shdc♠♥♦♣])|(Jk)")
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # 4d2c in there is no hand
_RUN = re.compile(  # one card, or several written as one word, such as AsKs
    rf"{_UUID}|(?<![^\W_])(?<![♠♥♦♣])(?:{_TOKEN.pattern})+(?![^\W_])(?![♠♥♦♣])"
)
_WORDS = {card_words(card): str(card) for card in (*STANDARD_DECK, JOKER)}
_SPOKEN = re.compile(rf"\b(?:{'|'.join(map(re.escape, _WORDS))})\b", re.IGNORECASE)
_ENGLISH = re.compile(r"(?:As|Ad|Ah)(?=\s+[a-z])|Ah(?=,)")
_RULE = re.compile(r"[a-z]{4,}/$")  # before the number of an article, such as 4c
_SENTENCE = re.compile(r"(?:^|[.!?:;\n])\s*$")


def masked_text(text: str, seen: frozenset[str]) -> str:
    """The text without the name of any card that was not seen."""

    def run(match: re.Match[str]) -> str:
        cards = [one[0] if _card(one) in seen else HIDDEN for one in _TOKEN.finditer(match[0])]
        return match[0] if HIDDEN not in cards or _is_no_card(match, text) else " ".join(cards)

    def words(match: re.Match[str]) -> str:
        return match[0] if _WORDS[match[0].lower()] in seen else HIDDEN

    return _SPOKEN.sub(words, _RUN.sub(run, text))


def _card(match: re.Match[str]) -> str:
    rank, suit, joker = match.groups()
    return joker or ("T" if rank == "10" else rank) + _SIGNS.get(suit, suit)


def _is_no_card(match: re.Match[str], text: str) -> bool:
    """Whether what looks like a card is an English word, the number of an article or an id."""
    before = text[: match.start()]
    if re.fullmatch(_UUID, match[0]):
        return True
    if match[0][0].isdigit():
        return _RULE.search(before) is not None
    return bool(_ENGLISH.match(text, match.start()) and _SENTENCE.search(before))


def masked(value: Any, seen: frozenset[str]) -> Any:
    """Plain JSON without cards that were not seen, in fields or in words."""
    if isinstance(value, str):
        text = masked_text(value, seen)
        return text if len(value) > LONGEST_TEXT else text[:LONGEST_TEXT]
    if isinstance(value, list):
        return [masked(one, seen) for one in value]
    return _masked_object(value, seen) if isinstance(value, Mapping) else value


def _masked_object(fields: Mapping[str, Any], seen: frozenset[str]) -> Json:
    return {
        masked_text(name, seen) if _may_name_a_card(name) else name: _masked_field(
            name, value, seen
        )
        for name, value in fields.items()
        if not _withheld(name, value, seen)
    }


def _withheld(name: str, value: Any, seen: frozenset[str]) -> bool:
    """Whether a field is left out: a card, or an id that names one.

    Ids that differ in nothing but a concealed card would tell the card.
    """
    if name == "card":
        return value is not None and value not in seen
    return name == "id" and bool(masked(value, seen) != value)


def _masked_field(name: str, value: Any, seen: frozenset[str]) -> Any:
    if name == "cards" and isinstance(value, list):
        return [card for card in value if card in seen]
    return value if name in _LITERAL else masked(value, seen)


@lru_cache(maxsize=1000)
def _may_name_a_card(name: str) -> bool:
    """Whether a card may stand in the name of a field, as in ``holds_Kh``."""
    return names_a_card(name)


def names_a_card(content: Any) -> bool:
    """Whether JSON holds anything that could be a card's name."""
    if isinstance(content, str):
        return bool(_RUN.search(content) or _SPOKEN.search(content))
    if isinstance(content, Mapping):
        return any(map(names_a_card, content.values()))
    return isinstance(content, list) and any(map(names_a_card, content))


def cards_in(content: Any) -> set[str]:
    """Every card that stands in a field of its own."""
    if isinstance(content, list):
        return set().union(*map(cards_in, content))
    if not isinstance(content, Mapping):
        return set()
    cards = {one for name in ("card", "cards") for one in _listed(content.get(name))}
    return cards.union(*map(cards_in, content.values()))


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []
