"""Cards are written one way, read in any letter case, and spoken of in words."""

import pytest

from adjudicator.values.cards import (
    JOKER,
    RANKS,
    STANDARD_DECK,
    SUITS,
    card_words,
    duplicates,
    parse_card,
    parse_cards,
    rank,
    rank_word,
    rank_words,
    suit,
    symbols,
)


def test_the_deck_has_52_different_cards_and_no_joker() -> None:
    assert len(STANDARD_DECK) == 52 == len(set(STANDARD_DECK))
    assert JOKER not in STANDARD_DECK


@pytest.mark.parametrize("card", [*STANDARD_DECK, JOKER])
def test_every_card_reads_as_itself_and_is_one_object(card: str) -> None:
    assert parse_card(str(card)) is parse_card(card.swapcase())
    assert parse_card(card) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10s", "Ts"),
        ("10H", "Th"),
        ("ts", "Ts"),
        ("aS", "As"),
        ("JK", "Jk"),
        ("jk", "Jk"),
        ("JS", "Js"),
    ],
)
def test_other_spellings_of_a_card(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize(
    "text",
    ["", "1s", "11s", "Tx", "s10", "A", "AsKs", " As", "Joker", "??", "10", "♠A"],
)
def test_what_is_no_card_is_refused_with_what_was_found_and_what_is_allowed(
    text: str,
) -> None:
    with pytest.raises(ValueError, match="not a card") as refusal:
        parse_card(text)

    message = str(refusal.value)
    assert repr(text) in message
    assert all(allowed in message for allowed in (RANKS, SUITS, "10s", "Jk"))


def test_several_cards_are_parted_by_spaces() -> None:
    assert parse_cards("10s  Jk ad") == ("Ts", "Jk", "Ad")
    assert parse_cards("") == ()


def test_rank_and_suit_of_a_card_and_of_the_joker() -> None:
    ten = parse_card("Ts")

    assert (rank(ten), suit(ten)) == ("T", "s")
    assert (rank(JOKER), suit(JOKER)) == ("", "")


@pytest.mark.parametrize(
    ("letter", "one", "several"),
    [
        ("2", "two", "twos"),
        ("6", "six", "sixes"),
        ("T", "ten", "tens"),
        ("K", "king", "kings"),
        ("A", "ace", "aces"),
    ],
)
def test_words_for_ranks(letter: str, one: str, several: str) -> None:
    assert rank_word(letter) == one
    assert rank_words(letter) == several


@pytest.mark.parametrize(
    ("card", "words", "shown"),
    [
        ("Qh", "queen of hearts", "Q♥"),
        ("Ts", "ten of spades", "T♠"),
        ("2d", "two of diamonds", "2♦"),
        ("9c", "nine of clubs", "9♣"),
        ("Jk", "joker", "Joker"),
    ],
)
def test_words_and_symbols_for_cards(card: str, words: str, shown: str) -> None:
    assert card_words(parse_card(card)) == words
    assert symbols(parse_card(card)) == shown


def test_two_aces_of_spades_are_a_fouled_deck() -> None:
    assert duplicates(parse_cards("As Kd As Kd As 2c")) == ("As", "Kd")


def test_aces_of_different_suits_are_not() -> None:
    assert duplicates(parse_cards("As Ah Ad Ac Jk")) == ()
