"""Hands are read as the rules of each game say, and the reading says why."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.hands import HandReading, Ranking, read, read_upcards, strength, upcards_strength
from adjudicator.values.cards import JOKER, STANDARD_DECK, Card, parse_cards, rank

PLAIN = Ranking()
BUG = Ranking(joker="bug")
WILD_JOKER = Ranking(joker="wild")
NATURAL_FIRST = Ranking(joker="bug", natural_beats_joker=True)
BASEBALL = Ranking(wild_ranks=frozenset("39"))
BASEBALL_WITH_BUG = Ranking(wild_ranks=frozenset("39"), joker="bug")
OMAHA = Ranking(own_exactly=2)
RANKINGS = (
    PLAIN,
    BUG,
    WILD_JOKER,
    NATURAL_FIRST,
    BASEBALL,
    BASEBALL_WITH_BUG,
    OMAHA,
)


def value(cards: str, ranking: Ranking) -> int:
    return strength(parse_cards(cards), ranking)


def reading(cards: str, ranking: Ranking) -> HandReading:
    return read(parse_cards(cards), (), ranking)


def says(cards: str, ranking: Ranking) -> str:
    return reading(cards, ranking).text


@pytest.mark.parametrize(
    ("cards", "category", "ranks", "text"),
    [
        ("As Jd 7c 4d 2h", "high_card", "AJ742", "ace high, jack seven four two"),
        ("Ks Kd 3c 2d Ah", "pair", "KA32", "pair of kings, ace three two kickers"),
        ("Ks Kd 8c 8d Ah", "two_pair", "K8A", "two pair, kings and eights, ace kicker"),
        (
            "6s 6d 6c 8d Ah",
            "three_of_a_kind",
            "6A8",
            "three of a kind, sixes, ace eight kickers",
        ),
        ("As 2d 3c 4d 5h", "straight", "5", "straight, five high"),
        ("Ts Jd Qc Kd Ah", "straight", "A", "straight, ace high"),
        ("Ah Kh Jh 9h 4h", "flush", "AKJ94", "flush, ace king jack nine four"),
        ("Ks Kd Kc 2d 2h", "full_house", "K2", "full house, kings over twos"),
        (
            "2s 2d 2c 2h 7h",
            "four_of_a_kind",
            "27",
            "four of a kind, twos, seven kicker",
        ),
        ("9h 8h 7h 6h 5h", "straight_flush", "9", "straight flush, nine high"),
        ("Ts Js Qs Ks As", "straight_flush", "A", "royal flush"),
    ],
)
def test_each_kind_of_hand_has_its_name_its_ranks_and_its_words(
    cards: str, category: str, ranks: str, text: str
) -> None:
    hand = reading(cards, PLAIN)

    assert (hand.category, "".join(hand.ranks), hand.text) == (category, ranks, text)
    assert sorted(hand.cards) == sorted(parse_cards(cards))
    assert hand.wild_as == {}


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (
            "Kh Kc 3s 2d Jk",
            "pair of kings, ace three two kickers; joker as ace",
        ),
        ("Kh Kc Qs Qd Jk", "two pair, kings and queens, ace kicker; joker as ace"),
        ("Jh Jc 7s 7d Jk", "two pair, jacks and sevens, ace kicker; joker as ace"),
        ("Ah Ac Ks Kd Jk", "full house, aces over kings; joker as ace"),
        ("Ah Ac As 5d Jk", "four of a kind, aces, five kicker; joker as ace"),
        ("Ah Ac As Ad Jk", "five of a kind, aces; joker as ace"),
        ("Ah 7c 4s 2d Jk", "pair of aces, seven four two kickers; joker as ace"),
        ("Jh 7c 4s 2d Jk", "ace high, jack seven four two; joker as ace"),
        ("2h 3c 4s 5d Jk", "straight, six high; joker as six"),
        ("Ah 2c 3s 4d Jk", "straight, five high; joker as five"),
        ("6h 7c 8s Td Jk", "straight, ten high; joker as nine"),
        ("Th Jc Qs Kd Jk", "straight, ace high; joker as ace"),
        ("As Ks Qs Tc Jk", "straight, ace high; joker as jack"),
        (
            "Ah Kh 9h 4h Jk",
            "flush, ace king queen nine four; joker as queen of hearts",
        ),
        ("Kh Qh 9h 4h Jk", "flush, ace king queen nine four; joker as ace of hearts"),
        ("Ah Kh Qh Jh Jk", "royal flush; joker as ten of hearts"),
        ("9h 8h 7h 6h Jk", "straight flush, ten high; joker as ten of hearts"),
        ("Ah 2h 3h 4h Jk", "straight flush, five high; joker as five of hearts"),
        ("7h 7c 7s 7d Jk", "four of a kind, sevens, ace kicker; joker as ace"),
        ("7h 7c 7s 6d Jk", "three of a kind, sevens, ace six kickers; joker as ace"),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_or_a_flush(cards: str, text: str) -> None:
    assert says(cards, BUG) == text


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("Kh Kc 3s 2d Jk", "three of a kind, kings, three two kickers; joker as king"),
        ("Kh Kc Qs Qd Jk", "full house, kings over queens; joker as king"),
        ("7h 7c 7s 7d Jk", "five of a kind, sevens; joker as seven"),
        ("Jh 7c 4s 2d Jk", "pair of jacks, seven four two kickers; joker as jack"),
        (
            "Ah Kh 9h 4h Jk",
            "flush, ace king queen nine four; joker as queen of hearts",
        ),
    ],
)
def test_a_fully_wild_joker_may_be_any_card(cards: str, text: str) -> None:
    assert says(cards, WILD_JOKER) == text


def test_a_joker_that_is_not_in_use_is_no_card() -> None:
    hand = reading("Kh Kc Qs Qd Jk", PLAIN)

    assert hand.text == "two pair, kings and queens"
    assert JOKER not in hand.cards


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (
            "Ks 8c 6h 5h 2d 9s 3c",
            "straight, nine high; 9s as 7, 3c as 9",
        ),
        ("5c 6h 7d Tc Jc 8s 3h", "straight, jack high; 3h as 9"),
        ("5c 6h 7d Tc Jc 8s Qh", "queen high, jack ten eight seven"),
        ("8s 8h 8d 8c 3h", "five of a kind, eights; 3h as 8"),
        ("Ah Kh 7h 2h 9s", "flush, ace king queen seven two; 9s as Qh"),
        ("Qs Kh Ad 2c 3s", "pair of aces, king queen two kickers; 3s as A"),
        ("Qs Kh Ad 2c 4s", "ace high, king queen four two"),
        ("Ks Kh Qd Qc 9s", "full house, kings over queens; 9s as K"),
        (
            "3s 3h 3d 3c 9s 9h",
            "five of a kind, aces; 3s as A, 3h as A, 3d as A, 3c as A, 9s as A",
        ),
        ("As Ah Ad Ks Kh Kd Kc 3s 9s", "five of a kind, aces; 3s as A, 9s as A"),
        ("Ah 2h 4h 5h 9s", "straight flush, five high; 9s as 3h"),
    ],
)
def test_threes_and_nines_are_wild_in_baseball(cards: str, text: str) -> None:
    assert says(cards, BASEBALL) == text


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("Kh Kc Ad Jk 9s", "full house, aces over kings; joker as ace, 9s as A"),
        ("Kh Kc Kd Jk 9s", "four of a kind, kings, ace kicker; joker as ace, 9s as K"),
        ("Ah Kh 5h Jk 9s", "flush, ace king queen jack five; joker as queen of hearts"),
        ("6h 7c 8s Jk 9s", "straight, ten high; joker as ten, 9s as 9"),
        ("Jk 3s 3h 3d 3c 9s", "five of a kind, aces"),
    ],
)
def test_a_bug_beside_wild_ranks(cards: str, text: str) -> None:
    assert says(cards, BASEBALL_WITH_BUG).startswith(text)


@pytest.mark.parametrize(
    ("better", "worse", "ranking"),
    [
        ("As Ah Ad Ac Jk", "Ts Js Qs Ks As", BUG),
        ("Ts Js Qs Ks As", "As Ah Ad Ac Ks", BUG),
        ("Ts Js Qs Ks As", "As Ah Ad 5c Jk", BUG),
        ("8s 8h 8d 8c 3h", "Ts Js Qs Ks As", BASEBALL),
        ("Ts Js Qs Ks As", "8s 8h 8d 8c 7h", BASEBALL),
        ("Ks Kh Qd Qc 9s", "Js Jh Jd Ac Ah", BASEBALL),
        ("2s 3h 4d 5c 6h", "As 2h 3d 4c 5h", PLAIN),
        ("As 2h 3d 4c 5h", "As Ah Ad Kc Qh", PLAIN),
        ("As Kh 2d 3c 4h", "Qs Kh Jd 3c 4h", PLAIN),
        ("2s 2h 3d 4c 5h", "As Kh Qd Jc 9h", PLAIN),
        ("5h 4h 3h 2h Ah", "As Ah Ad Ac Ks", PLAIN),
    ],
)
def test_the_better_hand_wins(better: str, worse: str, ranking: Ranking) -> None:
    assert value(better, ranking) > value(worse, ranking)


@pytest.mark.parametrize(
    ("one", "other", "ranking"),
    [
        ("Ah Kh 9h 4h Jk", "Kh Qh 9h 4h Jk", BUG),
        ("Ah Kh 9h 4h Jk", "As Ks Qs 9s 4s", BUG),
        ("Ah Kh 7h 2h 9s", "As Ks Qs 7s 2s", BASEBALL),
        ("Ts Js Qs Ks As", "Th Jh Qh Kh Ah", PLAIN),
        ("As Kh Qd Jc 9h", "Ad Kc Qs Jh 9s", PLAIN),
        ("As Kh Qd Jc 9h 8h 2d", "Ad Kc Qs Jh 9s 7c 3d", PLAIN),
    ],
)
def test_suits_and_wild_cards_break_no_tie(one: str, other: str, ranking: Ranking) -> None:
    assert value(one, ranking) == value(other, ranking)


@pytest.mark.parametrize(
    ("natural", "with_joker"),
    [
        ("As Ks Qs 9s 4s", "Ah Kh 9h 4h Jk"),
        ("As Ad 7c 4d 2s", "Ah 7d 4s 2d Jk"),
        ("6s 5d 4c 3d 2s", "2h 3c 4s 5c Jk"),
        ("As Jd 7c 4d 2s", "Jh 7d 4s 2d Jk"),
    ],
)
def test_a_house_may_let_the_natural_hand_win_a_tie(natural: str, with_joker: str) -> None:
    assert value(natural, NATURAL_FIRST) > value(with_joker, NATURAL_FIRST)
    assert value(natural, BUG) == value(with_joker, BUG)


def test_a_joker_that_does_not_play_costs_no_tie() -> None:
    spare = reading("Ah Ac As Ad Ks Jk 2c", Ranking(joker="bug"))
    royal = "Ts Js Qs Ks As"

    assert spare.category == "five_of_a_kind"
    assert value(royal + " Jk", NATURAL_FIRST) == value(royal, NATURAL_FIRST)
    assert JOKER not in reading(royal + " Jk", NATURAL_FIRST).cards


def test_a_better_hand_still_beats_a_natural_one() -> None:
    assert value("Ah 8d 4s 2d Jk", NATURAL_FIRST) > value("As Ad 7c 4d 2s", NATURAL_FIRST)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("As Ah Ks Kd Qc Qd 2s", "two pair, aces and kings, queen kicker"),
        ("As Ah Ad Ks Kd Kc Qs", "full house, aces over kings"),
        ("As Ah Ad Ks Kd Qc Qs", "full house, aces over kings"),
        ("Ah Kh Qh Jh 9h 8h Ts", "flush, ace king queen jack nine"),
        ("2h 3h 4h 5h 6h 7s 8d", "straight flush, six high"),
        ("2s 2h 2d 2c Ks Kd Kc As", "four of a kind, twos, ace kicker"),
        ("2h 4h 6h 8h Th 2s 4s 6s 8s Js", "flush, jack eight six four two"),
    ],
)
def test_of_more_than_five_cards_the_best_five_play(cards: str, text: str) -> None:
    assert says(cards, PLAIN) == text


@pytest.mark.parametrize("another", ["", "Kd", "Kd Ks", "Kd Ks Kh Kc", "Jk"])
def test_five_wild_cards_are_five_aces_whatever_lies_beside_them(another: str) -> None:
    five = "3s 3h 9s 9d 9c"

    assert says(f"{five} {another}", BASEBALL).startswith("five of a kind, aces")


@pytest.mark.parametrize(
    ("own", "board", "text", "from_own"),
    [
        ("As Ks 2d 2c", "Qs Js Ts 9s 8h", "royal flush", "As Ks"),
        ("As 2d 3c 4h", "Ks Qs Js Ts 7h", "ace high, king queen jack four", "As 4h"),
        ("As 9h 5c 7d", "Ks Qs Js 9s 2h", "pair of nines", "9h As"),
        ("Ks Kd Kc Kh", "As Ad 7c 5d 2h", "two pair, aces and kings", "Ks Kd"),
        ("Ac Ad 7h 2s", "Kd Kc Ks 7s 2h", "full house, kings over aces", "Ac Ad"),
        ("Qc Jd 7h 2s", "As Kc Td 7s 2h", "straight, ace high", "Qc Jd"),
        ("Qc 9d 7h 2s", "As Kc Td Js 8h", "straight, king high", "Qc 9d"),
    ],
)
def test_exactly_two_own_cards_play_with_exactly_three_of_the_board(
    own: str, board: str, text: str, from_own: str
) -> None:
    hand = read(parse_cards(own), parse_cards(board), OMAHA)

    assert hand.text.startswith(text)
    assert hand.own == parse_cards(from_own)
    assert (len(hand.own), len(hand.board)) == (2, 3)


def test_wild_cards_that_cannot_all_play_do_not_hide_a_flush() -> None:
    own, board = parse_cards("9c 3s 9d 3h"), parse_cards("Th Jd 8d Kh 3c")

    hand = read(own, board, Ranking(wild_ranks=frozenset("39"), own_exactly=2))

    assert hand.text.startswith("royal flush")


def test_any_mix_of_own_and_board_cards_may_play() -> None:
    own, board = parse_cards("2c 7d"), parse_cards("As Ks Qs Js Ts")

    hand = read(own, board, PLAIN)

    assert (hand.own, hand.board) == ((), parse_cards("As Ks Qs Js Ts"))
    assert strength(own, PLAIN, board) == hand.value


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("3h", "ace high; 3h as A"),
        ("3h 7d", "pair of sevens; 3h as 7"),
        ("3h 9d", "pair of aces; 3h as A, 9d as A"),
        ("9c Kh", "pair of kings; 9c as K"),
        ("Ad Ks", "ace high, king"),
        ("Ah Kh 7h 2h", "ace high, king seven two"),
        ("5h 6h 7h 8h", "eight high, seven six five"),
        ("Ah Kh 7h 2h 4h", "flush, ace king seven four two"),
        ("4s 5h 6d 7c 8s Kd", "straight, eight high"),
        ("2s 2h Kd 9c", "three of a kind, twos, king kicker; 9c as 2"),
        ("2s 2h 5d 5c", "two pair, fives and twos"),
        ("", "no cards"),
    ],
)
def test_upcards_are_ranked_as_far_as_they_go(cards: str, text: str) -> None:
    assert read_upcards(parse_cards(cards), BASEBALL).text == text


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3h 7d", "Ad Ks"),
        ("Ks Kd 2c", "Ks Kd"),
        ("Ad 2c", "Ad"),
        ("Ad", "Ks Qd Jc"),
        ("2s 2d", "As Kd Qc Jh"),
        ("2s 2d 2c", "As Ad Ks Kd"),
        ("4h 5h 6h 7h 8h", "As Ad Ac Ks Kh"),
    ],
)
def test_groups_come_first_and_a_kicker_beats_none(better: str, worse: str) -> None:
    exposed = [upcards_strength(parse_cards(c), BASEBALL) for c in (better, worse)]

    assert exposed[0] > exposed[1]


def test_a_pair_of_kings_ties_a_king_with_a_wild_card() -> None:
    natural, wild = parse_cards("Ks Kd"), parse_cards("9c Kh")

    assert upcards_strength(natural, BASEBALL) == upcards_strength(wild, BASEBALL)


def test_two_aces_of_spades_are_read_without_complaint() -> None:
    assert says("As As Kd 7c 2h", PLAIN) == "pair of aces, king seven two kickers"


def test_the_same_card_twice_is_no_part_of_a_flush() -> None:
    assert says("Ah Ah Kh Qh 2h", PLAIN) == "pair of aces, king queen two kickers"


def test_two_jokers_are_read_without_complaint() -> None:
    assert says("Kh Kd 7c Jk Jk", BUG).startswith("two pair, aces and kings")
    assert says("Ah As Ad Ac Jk Jk", BUG) == "five of a kind, aces; joker as ace"


def test_a_heap_of_cards_is_read_without_complaint() -> None:
    heap = STANDARD_DECK * 3

    assert read(heap, (), PLAIN).text == "royal flush"


def is_wild(card: Card, ranking: Ranking) -> bool:
    return card == JOKER or rank(card) in ranking.wild_ranks


decks = st.sampled_from([*STANDARD_DECK, JOKER])
any_cards = st.lists(decks, max_size=12)
rankings = st.sampled_from(RANKINGS)


def test_a_joker_that_need_not_play_does_not_choose_the_suit() -> None:
    """In spades the royal flush needs the joker, in diamonds it does not."""
    hand = read(parse_cards("As Ks 9s 3c Kd Jd Td Jk"), (), BASEBALL_WITH_BUG)

    assert set(hand.cards) == set(parse_cards("9s 3c Kd Jd Td"))


@given(any_cards, st.lists(decks, max_size=5), rankings)
def test_any_cards_at_all_have_a_reading_that_agrees_with_their_strength(
    own: list[Card], board: list[Card], ranking: Ranking
) -> None:
    hand = read(own, board, ranking)

    assert hand.value == strength(own, ranking, board)
    assert sorted(hand.cards) == sorted((*hand.own, *hand.board))
    assert not Counter(hand.own) - Counter(own)
    assert not Counter(hand.board) - Counter(board)


@given(st.sets(decks, max_size=11), rankings)
def test_the_cards_that_play_are_worth_the_whole_hand(cards: set[Card], ranking: Ranking) -> None:
    hand = read_upcards(sorted(cards), ranking)

    in_use = [card for card in cards if card != JOKER or ranking.joker]
    assert upcards_strength(hand.cards, ranking) == hand.value
    assert len(hand.cards) == min(5, len(in_use))


@given(st.sets(decks, min_size=5, max_size=11), rankings)
def test_what_the_wild_cards_stand_for_makes_the_same_hand(
    cards: set[Card], ranking: Ranking
) -> None:
    hand = read_upcards(sorted(cards), ranking)
    played = [hand.wild_as.get(card, card) for card in hand.cards]

    assert all(is_wild(card, ranking) for card in hand.wild_as)
    if "straight" in hand.category:
        assert len({card[0] for card in played}) == len(hand.cards)
    else:
        assert {card[0] for card in played} == set(hand.ranks)
    if "flush" in hand.category:
        assert len(set(played)) == 5
        assert len({card[1] for card in played}) == 1


@given(st.permutations(parse_cards("Ks 8c 6h 5h 2d 9s 3c")))
def test_the_order_of_the_cards_does_not_matter(cards: list[Card]) -> None:
    assert read(cards, (), BASEBALL).text.startswith("straight, nine high")


@given(st.sets(decks, min_size=1, max_size=9), decks, rankings)
def test_another_card_never_makes_a_hand_worse(
    cards: set[Card], another: Card, ranking: Ranking
) -> None:
    more = sorted(cards | {another})

    assert upcards_strength(more, ranking) >= upcards_strength(sorted(cards), ranking)


@given(st.sets(st.sampled_from(STANDARD_DECK), min_size=5, max_size=9))
def test_readings_of_games_without_wild_cards_agree(cards: set[Card]) -> None:
    hand = sorted(cards)

    assert strength(hand, PLAIN) == strength(hand, BUG) == strength(hand, WILD_JOKER)
