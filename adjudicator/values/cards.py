"""Cards: how one is written, read in and spoken of.

A card is a rank of ``23456789TJQKA`` and a suit of ``shdc`` (``"Ts"``), or the joker
``"Jk"``. Equal cards are one interned string, so a card is as cheap to look up as a
number and as easy to read in a log as itself.
"""

from collections.abc import Iterable
from sys import intern
from typing import Final, NewType

Card = NewType("Card", str)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
JOKER: Final = Card(intern("Jk"))
STANDARD_DECK: Final = tuple(Card(intern(rank + suit)) for suit in SUITS for rank in RANKS)

_RANK_WORDS: Final = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SUIT_WORDS: Final = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
_SUIT_SYMBOLS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
_ACCEPTED: Final = {
    **{card.lower(): card for card in (*STANDARD_DECK, JOKER)},
    **{"10" + suit: Card(intern("T" + suit)) for suit in SUITS},
}


def parse_card(text: str) -> Card:
    """The card written as ``text``; letter case is free and ``10s`` is ``Ts``."""
    try:
        return _ACCEPTED[text.lower()]
    except KeyError:
        raise ValueError(
            f"not a card: found {text!r}; allowed are a rank of {RANKS} (or 10) "
            f"followed by a suit of {SUITS}, as in 'Ts' or '10s', and the joker 'Jk'"
        ) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards written one after another with spaces between them."""
    try:
        return tuple(map(_ACCEPTED.__getitem__, text.lower().split()))
    except KeyError:
        return tuple(map(parse_card, text.split()))


def rank(card: Card) -> str:
    """The rank letter; the joker has none and gives an empty string."""
    return "" if card == JOKER else card[0]


def suit(card: Card) -> str:
    """The suit letter; the joker has none and gives an empty string."""
    return "" if card == JOKER else card[1]


def suited(card: str) -> tuple[int, int]:
    """A card's place among all cards, equal ranks by suit from clubs up to spades."""
    return "23456789TJQKA".find(card[0]), "cdhs".find(card[1])


def rank_word(letter: str) -> str:
    """One card of the rank: ``"king"``."""
    return _RANK_WORDS[letter]


def rank_words(letter: str) -> str:
    """Several cards of the rank: ``"kings"``, ``"sixes"``."""
    word = _RANK_WORDS[letter]
    return word + ("es" if word.endswith("x") else "s")


def card_words(card: Card) -> str:
    """The card as it is said aloud: ``"queen of hearts"``, ``"joker"``."""
    if card == JOKER:
        return "joker"
    return f"{_RANK_WORDS[card[0]]} of {_SUIT_WORDS[card[1]]}"


def symbols(card: Card) -> str:
    """The card as it is shown to people: ``"K♠"``, ``"Joker"``."""
    return "Joker" if card == JOKER else card[0] + _SUIT_SYMBOLS[card[1]]


def without(cards: tuple[str, ...], gone: Iterable[str | None]) -> tuple[str, ...]:
    """The cards less those that are gone, each once."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def duplicates(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards met more than once, each named once: a fouled deck if there are any."""
    met: dict[Card, int] = {}
    for card in cards:
        met[card] = met.get(card, 0) + 1
    return tuple(card for card, times in met.items() if times > 1)
