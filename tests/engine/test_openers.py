"""Openers lie within the cards held; split openers could have been there at first."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.hands import Ranking, could_have_opened, holds_openers
from adjudicator.values.cards import JOKER, STANDARD_DECK, Card, parse_cards

PLAIN = Ranking()
BUG = Ranking(joker="bug")


@pytest.mark.parametrize(
    "cards",
    [
        "Jh Jd 2c 3d 4s",
        "4h 4d 3c 3d Ks",
        "2h 2d 2c 7d 9s",
        "2h 3d 4c 5d 6s",
        "2h 7h 9h Jh Kh",
        "Ah Kh 9h 4h Jk",
        "6h 7c 8s Td Jk",
        "Kh Kc 3s 2d Jk",
        "Kh Kc Qs Qd Jk",
        "Ah 7c 4s 2d Jk",
    ],
)
def test_a_pair_of_jacks_or_anything_better_opens(cards: str) -> None:
    assert holds_openers(parse_cards(cards), BUG)


@pytest.mark.parametrize(
    "cards",
    [
        "Th Td Ac Kd Qs",
        "Ah Kd Qc Jd 9s",
        "Jh 7c 4s 2d Jk",
        "Qh 7c 4s 2d Jk",
        "Kh Qh 9h 4s Jk",
        "6h 7c 8s Jd Jk",
        "2h 7h 9h Jh Ks",
    ],
)
def test_less_than_a_pair_of_jacks_does_not(cards: str) -> None:
    assert not holds_openers(parse_cards(cards), BUG)


@pytest.mark.parametrize(
    ("cards", "openers"),
    [
        ("Jh Jd 2c 3d", True),
        ("Ts Td 2c 3d", False),
        ("Qh Qd", True),
        ("Ah Jk", True),
        ("Kh Jk", False),
        ("As Jk Ks Qs", True),
        ("As Ks Qs Jd", False),
        ("7h 7d 7c", True),
        ("4h 4d 3c", False),
        ("4h 4d 3c 3d", True),
        ("2h 3h 4h 5h", False),
        ("", False),
    ],
)
def test_a_short_hand_or_kept_cards_hold_openers_only_among_themselves(
    cards: str, openers: bool
) -> None:
    assert holds_openers(parse_cards(cards), BUG) is openers


def test_a_joker_not_in_use_makes_no_pair_of_aces() -> None:
    assert not holds_openers(parse_cards("Ah 7c 4s 2d Jk"), PLAIN)


@pytest.mark.parametrize(
    ("discards", "final", "drawn", "openers"),
    [
        ("Js", "Jh Th 9h 8h 2c", "2c", "pair of jacks, ten nine eight kickers"),
        ("Ad", "Ac Ks Qs Js Ts", "Ac", "straight, ace high"),
        ("4d 4s", "8h 8s 6d 5c 2c", "5c 2c", "two pair, eights and fours, six kicker"),
        ("9s 3d", "7c 7d 9h Kc 2s", "Kc 2s", "two pair, nines and sevens"),
        ("Qs Jc", "Th 9c 8d 3s 3d", "3s 3d", "straight, queen high"),
        ("Jk", "Ac 9d 6h 4s 2c", "2c", "pair of aces, nine six four kickers"),
    ],
)
def test_a_hand_that_could_have_opened_shows_how(
    discards: str, final: str, drawn: str, openers: str
) -> None:
    thrown = parse_cards(discards)

    found = could_have_opened(parse_cards(final), thrown, len(thrown), BUG)

    assert found is not None
    assert found.drawn == parse_cards(drawn)
    assert found.openers.text.startswith(openers)


@pytest.mark.parametrize(
    ("discards", "final"),
    [
        ("5c", "Kh Qh 9h 7h 2h"),
        ("Jd Th 3c", "Kd Qc 9h 9s 4d"),
        ("Jk", "Kc 9d 6h 4s 2c"),
    ],
)
def test_a_hand_that_could_not_possibly_have_opened_loses(discards: str, final: str) -> None:
    thrown = parse_cards(discards)

    assert could_have_opened(parse_cards(final), thrown, len(thrown), BUG) is None


def test_the_other_pair_of_aces_counts_as_well() -> None:
    kept_the_ace = [
        drawn
        for drawn in combinations(parse_cards("Ac Ks Qs Js Ts"), 1)
        if drawn != parse_cards("Ac")
    ]

    assert len(kept_the_ace) == 4
    assert all(
        holds_openers([c for c in parse_cards("Ac Ks Qs Js Ts Ad") if c not in drawn], BUG)
        for drawn in kept_the_ace
    )


def test_an_opener_short_before_the_draw_drew_more_than_it_threw() -> None:
    final, thrown = parse_cards("Jh Th 9h 2c 3d"), parse_cards("Js")

    found = could_have_opened(final, thrown, 2, BUG)

    assert found is not None
    assert (found.drawn, found.kept) == (
        parse_cards("2c 3d"),
        parse_cards("Jh Th 9h"),
    )


def test_a_short_opener_who_kept_too_few_cards_for_a_straight_cannot_have_had_one() -> None:
    final, thrown = parse_cards("Qh Jc Td 8s 2c"), parse_cards("9s")

    assert could_have_opened(final, thrown, 1, BUG) is not None
    assert could_have_opened(final, thrown, 2, BUG) is None


def test_an_opener_who_drew_none_is_judged_by_what_it_holds() -> None:
    kings = could_have_opened(parse_cards("Kh Kd 9h 2c 3d"), (), 0, BUG)

    assert kings is not None
    assert kings.drawn == ()
    assert could_have_opened(parse_cards("Kh Qd 9h 2c 3d"), (), 0, BUG) is None


def test_an_opener_who_drew_every_card_is_judged_by_the_discards() -> None:
    final = parse_cards("Kh Qd 9h 2c 3d")

    assert could_have_opened(final, parse_cards("Jh Jd 4s 5s 6s"), 5, BUG) is not None
    assert could_have_opened(final, parse_cards("Th Td 4s 5s 6s"), 5, BUG) is None


deck = st.sampled_from([*STANDARD_DECK, JOKER])


@given(st.lists(deck, min_size=10, max_size=10, unique=True), st.integers(0, 5))
def test_whoever_truly_opened_is_never_found_out(cards: list[Card], thrown: int) -> None:
    dealt, drawn = cards[:5], cards[5 : 5 + thrown]
    kept, discards = dealt[thrown:], dealt[:thrown]

    found = could_have_opened([*drawn, *kept], discards, thrown, BUG)

    assert found is not None or not holds_openers(dealt, BUG)


@given(st.lists(deck, min_size=10, max_size=10, unique=True), st.integers(0, 5))
def test_a_witness_is_a_hand_with_openers_made_of_the_cards_shown(
    cards: list[Card], thrown: int
) -> None:
    final, discards = cards[:5], cards[5 : 5 + thrown]

    found = could_have_opened(final, discards, thrown, BUG)

    if found is not None:
        assert sorted((*found.drawn, *found.kept)) == sorted(final)
        assert len(found.drawn) == thrown
        assert holds_openers((*found.kept, *discards), BUG)
