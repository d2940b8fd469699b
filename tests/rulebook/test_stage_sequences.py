"""Whatever sequence of stages the loader accepts is played to its end by the next steps alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from adjudicator.errors import RulebookError
from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.table.hand import Hand
from adjudicator.values.cards import STANDARD_DECK
from rulebook.book import HOME, Rulebook

Entry = dict[str, Any]
KINDS = ("deal", "board", "bet", "draw")
SHORT = [("deal", *rest) for length in range(4) for rest in product(KINDS, repeat=length)]
MOST_STAGES, MOST_STEPS = 8, 500
HEAD = """
id = "{id}"
name = "A game of the tests"
books = []
all_in = true
exact_shares = false

[deck]
cards = 52

[seats]
min = 2
max = "deck"

[stakes.ante]
doc = "what every seat puts in before the deal"
is = "ante"
least = 0

[stakes.bet]
doc = "the bet of every round"
least = 1

[limits]
raises = 3
"""
STAKES = {"ante": 1, "bet": 4}


def long_ones(many: int, seed: int) -> list[tuple[str, ...]]:
    rng = random.Random(seed)
    lengths = (rng.randint(4, MOST_STAGES - 1) for _ in range(many))
    return [("deal", *rng.choices(KINDS, k=length)) for length in lengths]


def stage(kind: str, place: int, rng: random.Random) -> str:
    lines = [f'[[stage]]\nkind = "{kind}"\nname = "stage {place}"']
    if kind == "bet":
        first = rng.choice(("left_of_button", "best_exposed", "opener", "lowest_upcard"))
        lines += ['unit = "bet"', f'first = "{first}"']
    else:
        lines.append(f"burn = {rng.choice(('true', 'false'))}")
    if kind == "deal":
        faces = ", ".join(rng.choice(('"down"', '"up"')) for _ in range(rng.randint(1, 3)))
        lines += [f"faces = [{faces}]", 'start = "left_of_button"']
    if kind == "board":
        lines.append(f"cards = {rng.randint(1, 3)}")
    return "\n".join(lines)


def written(folder: Path, sequences: list[tuple[str, ...]]) -> Rulebook:
    """The rulebook with a game for each sequence."""
    for number, kinds in enumerate(sequences):
        rng = random.Random(number)
        stages = (stage(kind, place, rng) for place, kind in enumerate(kinds))
        text = "\n\n".join((HEAD.format(id=f"game-{number}"), *stages))
        (folder / f"game-{number}.toml").write_text(text)
    return Rulebook(HOME, sorted(folder.glob("*.toml")))


def begun(book: Rulebook, game: str, rng: random.Random) -> Docket:
    """A table of three, or of two where the deck serves no more, some of them short of chips."""
    seats = min(3, book.profile(game, STAKES, {}).players[1])
    docket = Docket(book)
    docket.record({"type": "table_opened", "game": game, "stakes": STAKES, "seats": seats})
    for seat in range(1, seats + 1):
        chips = rng.choice((7, 30, 200))
        entry = {"type": "player_seated", "seat": seat, "player": f"P{seat}", "chips": chips}
        docket.record(entry)
    docket.record({"type": "hand_started", "button": seats})
    return docket


def chosen(hand: Hand, offered: list[Entry], rng: random.Random) -> Entry:
    """One of the next steps, completed where it asks for cards or for a number."""
    entry = dict(rng.choice([one for one in offered if _goes_on(one, rng)] or offered))
    unseen = rng.sample(STANDARD_DECK, len(STANDARD_DECK))
    unseen = [card for card in unseen if card not in hand.seen]
    if entry["type"] == "draw_indicated":
        entry["count"] = rng.randint(0, min(5, hand.seats[entry["seat"]].count))
    if entry["type"] == "dealt" and entry["face"] == "up":
        entry["card"] = unseen[0]
    if entry["type"] == "shown":
        mine = hand.seats[entry["seat"]]
        entry["cards"] = [*mine.cards, *unseen][: mine.count]
    return entry


def _goes_on(entry: Entry, rng: random.Random) -> bool:
    """Mostly nobody folds, and a deal is told card by card."""
    folds = entry.get("verb") == "fold" and rng.random() > 0.1
    return not folds and entry["type"] != "deal_completed"


def played(docket: Docket, rng: random.Random) -> Iterator[Hand]:
    """The hand after every step, until it is over."""
    for _ in range(MOST_STEPS):
        hand = docket.state.the_hand
        yield hand
        if hand.ended:
            return
        docket.record(chosen(hand, next_entries(docket.state), rng))


def plays_out(book: Rulebook, game: str, kinds: tuple[str, ...], seed: int) -> None:
    rng = random.Random(seed)
    docket = begun(book, game, rng)
    hands = list(played(docket, rng))
    last = hands[-1]

    assert last.ended, f"{kinds}: the hand does not end"
    wrong = [one for one in docket.rulings.values() if not {o.code for o in one.outcomes} <= SAID]
    assert not wrong, f"{kinds}: {[one.text for one in wrong]}"
    if last.contested:
        served(hands, kinds)


# What rulings say of a hand in which nothing is wrong: ties, side pots, a stub that runs out.
SAID = {"side_pot", "split_equally", "odd_chip", "pot_layered", "floor_decides"}


def served(hands: list[Hand], kinds: tuple[str, ...]) -> None:
    """A hand that went to the showdown has had every card and every draw of its stages."""
    last = hands[-1]
    asked = {hand.stage for hand in hands if hand.phase == "drawing"}

    assert asked == {place for place, kind in enumerate(kinds) if kind == "draw"}, kinds
    assert len(last.board) == last.profile.board_size, kinds
    for seat in (last.seats[number] for number in last.live):
        assert seat.count == last.profile.hand_size, kinds
        assert seat.ups <= seat.count, kinds


@pytest.mark.parametrize(
    "sequences",
    [
        pytest.param(SHORT, id="short"),
        pytest.param(long_ones(80, 1), id="long"),
        pytest.param(long_ones(2000, 2), id="many", marks=pytest.mark.slow),
    ],
)
def test_every_sequence_that_is_accepted_is_played_to_its_end(
    sequences: list[tuple[str, ...]], tmp_path: Path
) -> None:
    book = written(tmp_path, sequences)
    accepted, refusals = 0, list[str]()
    for number, kinds in enumerate(sequences):
        try:
            book.game(f"game-{number}")
        except RulebookError as error:
            refusals.append(error.key)
            continue
        accepted += 1
        plays_out(book, f"game-{number}", kinds, seed=number)

    assert accepted > len(sequences) / 2
    assert all(key.endswith(("first", "min")) for key in refusals)


def refused(folder: Path, *stages: str) -> RulebookError:
    path = folder / "toy.toml"
    path.write_text("\n\n".join((HEAD.format(id="toy"), *stages)))
    with pytest.raises(RulebookError) as caught:
        Rulebook(HOME, [path]).game("toy")
    return caught.value


def test_stages_that_do_not_begin_with_a_deal_are_refused(tmp_path: Path) -> None:
    rng = random.Random(1)

    assert "begin with a deal" in refused(tmp_path, stage("board", 0, rng)).allowed


def test_a_round_that_begins_by_upcards_before_there_are_any_is_refused(tmp_path: Path) -> None:
    deal = '[[stage]]\nkind = "deal"\nname = "the deal"\nfaces = ["down"]\nstart = "left_of_button"'
    bet = '[[stage]]\nkind = "bet"\nname = "the bet"\nunit = "bet"\nfirst = "lowest_upcard"'
    error = refused(tmp_path, deal, bet)

    assert (error.key, error.found) == ("stage[1].first", "lowest_upcard")
    assert "upcards" in error.allowed


def test_more_cards_than_a_deck_serves_to_two_are_refused(tmp_path: Path) -> None:
    faces = ", ".join(['"down"'] * 27)
    deal = f'[[stage]]\nkind = "deal"\nname = "the deal"\nfaces = [{faces}]'
    error = refused(tmp_path, deal + '\nstart = "left_of_button"')

    assert (error.key, error.found) == ("seats.min", "27 cards to a seat")
