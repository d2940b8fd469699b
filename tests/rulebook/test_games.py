"""The games as data: what each file says, and what a bad file is told."""

from pathlib import Path
from typing import Any

import pytest

import rulebook
from adjudicator.errors import Refused, RulebookError
from adjudicator.game.limits import Cap
from adjudicator.game.profile import Bonus, Profile
from adjudicator.hands import Ranking
from rulebook.book import HOME, Rulebook

GAMES = (
    "baseball",
    "blue-beacon",
    "draw-high",
    "five-card-stud",
    "holdem-limit",
    "jacks-or-better",
    "omaha-limit",
    "seven-card-stud",
)
LIMITS = {"ante": 2, "small_bet": 10, "big_bet": 20}


def profile(game: str, stakes: dict[str, Any] | None = None, **options: Any) -> Profile:
    law = rulebook.load()
    usual = law.game(game).usual_stakes
    return law.profile(game, usual if stakes is None else stakes, options)


def kinds(played: Profile) -> list[str]:
    return [stage.kind for stage in played.stages]


def test_the_games_are_those_of_the_contract() -> None:
    assert set(GAMES) <= set(rulebook.load().games())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_playable_with_its_usual_stakes_and_shown_as_data(
    game: str,
) -> None:
    law = rulebook.load()
    played = profile(game)

    assert played.id == game
    assert len(played.schedule[-1]) >= 2
    assert law.game(game).wire()["stages"][0]["kind"] == "deal"
    assert {"rrop-betting", "tda", "tda-rp", "draw-exhaustion"} <= set(played.books)
    assert set(played.options) == set(law.options())


@pytest.mark.parametrize("game", ["draw-high", "jacks-or-better"])
def test_a_draw_game_deals_bets_draws_and_bets_double(game: str) -> None:
    played = profile(game, LIMITS)
    deal, first, draw, second = played.stages

    assert deal.faces == ("down",) * 5
    assert (first.unit, first.first) == (10, "left_of_button")
    assert draw.kind == "draw"
    assert draw.burn
    assert (second.unit, second.first) == (20, "opener")
    assert (played.limits.cap, played.hand_size) == (Cap(4, heads_up=False), 5)
    assert (played.ante, played.big_blind, played.draw_limit) == (2, 0, None)
    assert played.players == (2, 10)


def test_the_opening_requirement_decides_whether_its_book_is_in_force() -> None:
    assert profile("jacks-or-better").books[:4] == (
        "jacks-or-better",
        "draw-high",
        "joker",
        "glossary",
    )
    assert profile("jacks-or-better").opens_on_jacks
    assert not profile("draw-high").opens_on_jacks
    assert "jacks-or-better" not in profile("draw-high").books
    with_jacks = profile("draw-high", opening_requirement="jacks")
    assert with_jacks.books[0] == "jacks-or-better"
    assert with_jacks.opens_on_jacks
    without = profile("jacks-or-better", opening_requirement="any")
    assert "jacks-or-better" not in without.books


def test_house_rules_come_only_with_their_options() -> None:
    assert "house-ca" not in profile("draw-high").books
    for option in (
        {"over_five_predraw": "foul_if_picked_up"},
        {"predraw_exposed_misdeal_at": 3},
    ):
        assert "house-ca" in profile("draw-high", **option).books


def test_with_blinds_a_draw_game_opens_left_of_the_big_blind() -> None:
    stakes = {"small_bet": 10, "big_bet": 20, "small_blind": 5, "big_blind": 10}
    played = profile("draw-high", stakes, postdraw_first="left_of_button")

    assert played.blinds
    assert (played.small_blind, played.big_blind) == (5, 10)
    assert played.ante == 0
    assert played.stages[1].first == "left_of_big_blind"
    assert played.stages[3].first == "left_of_button"
    assert played.options["button_method"] == "dead"
    assert profile("draw-high").options["button_method"] == "moving"
    both = profile("draw-high", {**stakes, "ante": 1})
    assert (both.ante, both.big_blind) == (1, 10)


def test_the_joker_is_in_the_deck_only_by_option() -> None:
    plain = profile("draw-high")
    assert (plain.jokers, plain.joker_known) == (0, False)
    assert plain.ranking == Ranking()
    said = profile("draw-high", joker_in_use="off")
    assert (said.jokers, said.joker_known) == (0, True)
    used = profile("draw-high", joker_in_use=True, natural_beats_joker=True)
    assert (used.jokers, used.joker_known) == (1, True)
    assert used.ranking == Ranking(joker="bug", natural_beats_joker=True)
    foreign = profile("blue-beacon", joker_in_use="on")
    assert (foreign.jokers, foreign.joker_known) == (0, False)
    assert foreign.options["joker_in_use"] == "on"


def test_blue_beacon_has_six_rounds_and_the_draw_between_two_and_two_board_cards() -> None:
    played = profile("blue-beacon", {"ante": 1, "bet": 5})
    order = "deal bet board bet board bet draw bet board bet board bet"

    assert kinds(played) == order.split()
    assert {stage.unit for stage in played.stages if stage.kind == "bet"} == {5}
    assert played.board_size == 4
    assert not any(stage.burn for stage in played.stages)
    assert (played.limits.cap.raises, played.draw_limit) == (3, 3)
    assert played.books[:3] == ("blue-beacon", "draw-high", "glossary")
    assert played.options["open_with_raise"] == "off"


# Catalogue 6.1: the largest table for each limit on the draw.
@pytest.mark.parametrize(
    ("limit", "no_burns", "five_burns"),
    [(0, 9, 8), (1, 8, 7), (2, 6, 6), (3, 6, 5), (4, 5, 4), (5, 4, 4)],
)
def test_blue_beacon_seats_as_many_as_the_deck_serves(
    limit: int, no_burns: int, five_burns: int
) -> None:
    plain = profile("blue-beacon", bb_draw_limit_default=limit)
    burning = profile(
        "blue-beacon",
        bb_draw_limit_default=limit,
        burn_before_board="on",
        burn_before_draw="on",
    )

    assert plain.players == (2, no_burns)
    assert burning.players == (2, five_burns)


def test_the_schedule_of_blue_beacon_can_be_put_in_another_order() -> None:
    order = ["deal", "bet", "draw", "bet", "board", "board", "bet", "bet"]
    played = profile(
        "blue-beacon",
        {"bet": 5, "big_blind": 5},
        blue_beacon_schedule=order,
    )
    firsts = [stage.first for stage in played.stages if stage.kind == "bet"]

    assert kinds(played) == order
    assert firsts == ["left_of_big_blind", *["left_of_button"] * 3]
    longer = [*order, "bet", "bet", "bet", "board", "board", "board"]
    assert kinds(profile("blue-beacon", blue_beacon_schedule=longer)) == longer


def test_an_option_of_another_game_has_no_effect() -> None:
    stated: dict[str, Any] = {
        "opening_requirement": "jacks",
        "draw_start": "opener",
        "ante_limit": 9,
    }
    played = profile("blue-beacon", **stated)

    assert not played.opens_on_jacks
    assert played.options["draw_start"] == "left_of_button"
    assert played.options["ante_limit"] == 9
    assert profile("baseball", rake={"percent": 5}).options["rake"] is None


# Catalogue 6.2, in hundredths.
VECTORS = [
    (50, 100, 25),
    (100, 200, 50),
    (150, 300, 75),
    (200, 400, 100),
    (300, 600, 100),
    (500, 1000, 200),
    (1500, 3000, 700),
]


@pytest.mark.parametrize(("lower", "higher", "small"), VECTORS)
def test_omaha_blinds(lower: int, higher: int, small: int) -> None:
    stakes = {"lower": lower, "higher": higher, "unit": 100}
    written = profile("omaha-limit", stakes)
    usual = profile("omaha-limit", stakes, big_blind_basis="lower")
    exactly = profile("omaha-limit", stakes, small_blind_rounding="exact")

    assert (written.small_blind, written.big_blind) == (small, higher)
    assert (usual.small_blind, usual.big_blind) == (small, lower)
    assert exactly.small_blind == lower // 2


def test_half_a_limit_that_is_no_whole_chip_is_rounded_down() -> None:
    for rounding in ("floor_above_1", "exact"):
        stakes = {"lower": 25, "higher": 50, "unit": 100}
        played = profile("omaha-limit", stakes, small_blind_rounding=rounding)
        assert played.small_blind == 12


def test_a_room_may_fix_the_blinds_of_omaha() -> None:
    stakes = {"lower": 30, "higher": 60, "small_blind": 15, "big_blind": 30}
    played = profile("omaha-limit", stakes)

    assert (played.small_blind, played.big_blind) == (15, 30)
    assert played.advisories == ()


def test_omaha_names_the_usual_choice_when_the_big_blind_is_the_higher_limit() -> None:
    ((rule, text),) = profile("omaha-limit").advisories

    assert rule == "omaha-limit/step-1b"
    assert "lower" in text
    assert profile("omaha-limit", big_blind_basis="lower").advisories == ()


def test_omaha_stages_and_units() -> None:
    played = profile("omaha-limit", {"lower": 2, "higher": 4, "unit": 1})
    bets = [stage for stage in played.stages if stage.kind == "bet"]

    assert kinds(played) == [
        "deal",
        "bet",
        "board",
        "bet",
        "board",
        "bet",
        "board",
        "bet",
    ]
    assert [stage.unit for stage in bets] == [2, 2, 4, 4]
    assert [stage.first for stage in bets] == [
        "left_of_big_blind",
        *["left_of_button"] * 3,
    ]
    assert [stage.cards for stage in played.stages if stage.kind == "board"] == [
        3,
        1,
        1,
    ]
    assert played.ranking.own_exactly == 2
    assert played.stages[0].start == "left_of_big_blind"
    assert played.options["button_method"] == "dead"
    changed = profile("omaha-limit", deal_start="left_of_button", burn_before_board="on")
    assert changed.stages[0].start == "left_of_button"
    assert sum(stage.burn for stage in changed.stages) == 3


def test_baseball() -> None:
    played = profile("baseball", {})

    assert kinds(played) == ["deal", "bet"] * 5
    assert played.schedule[-1] == ("down", "down", "up", "up", "up", "up", "down")
    assert {stage.first for stage in played.stages if stage.kind == "bet"} == {"best_exposed"}
    assert (played.ante, played.stages[1].unit) == (1, 1)
    assert played.limits.cap == Cap(3, heads_up=True)
    assert (played.all_in, played.exact_shares) == (False, True)
    assert (played.players, played.session_pots) == ((2, 6), 8)
    assert played.bonus == Bonus("4", "up")
    assert played.ranking.wild_ranks == {"3", "9"}
    assert profile("baseball", session_pots=10).session_pots == 10


# --- Stakes that are refused -------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "stakes", "path", "said"),
    [
        ("draw-high", {"small_bet": 1, "big_bet": 2}, "ante", "missing"),
        ("draw-high", {**LIMITS, "ante": -1}, "ante", "found -1"),
        ("draw-high", {**LIMITS, "ante": "1/2"}, "ante", "found '1/2'"),
        ("draw-high", {**LIMITS, "ante": True}, "ante", "found true"),
        ("draw-high", {**LIMITS, "small_bet": 0}, "small_bet", "from 1"),
        ("draw-high", {**LIMITS, "smal_bet": 1}, "smal_bet", "'small_bet'"),
        ("draw-high", {**LIMITS, "small_blind": 1}, "big_blind", "missing"),
        ("omaha-limit", {"lower": 2, "higher": 4}, "unit", "missing"),
        ("omaha-limit", {"higher": 4, "unit": 1}, "lower", "missing"),
        ("blue-beacon", {"ante": 1}, "bet", "missing"),
    ],
)
def test_stakes_are_refused_with_the_field(
    game: str, stakes: dict[str, Any], path: str, said: str
) -> None:
    with pytest.raises(Refused) as refused:
        profile(game, stakes)

    assert refused.value.code == "MALFORMED"
    assert list(refused.value.errors) == [f"stakes.{path}"]
    assert said in refused.value.errors[f"stakes.{path}"][0]


def test_every_wrong_stake_is_named_at_once() -> None:
    with pytest.raises(Refused) as refused:
        profile("draw-high", {"ante": None})

    assert list(refused.value.errors) == [
        "stakes.ante",
        "stakes.small_bet",
        "stakes.big_bet",
    ]


def test_an_unknown_game_is_refused_with_the_nearest_and_the_list() -> None:
    with pytest.raises(Refused) as refused:
        rulebook.load().profile("omaha_limit", {}, {})

    assert refused.value.code == "UNKNOWN_GAME"
    assert "did you mean 'omaha-limit'?" in refused.value.detail
    assert all(game in refused.value.errors["game"][0] for game in GAMES)


# --- Files -------------------------------------------------------------------------


def changed(tmp_path: Path, game: str, *changes: tuple[str, str]) -> Path:
    """A file of a toy game made from another."""
    text = (HOME / "games" / f"{game}.toml").read_text()
    for old, new in (*changes, (f'id = "{game}"', 'id = "toy"')):
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "toy.toml"
    path.write_text(text)
    return path


def test_a_game_is_added_by_a_file(tmp_path: Path) -> None:
    path = changed(tmp_path, "omaha-limit", ("own_exactly = 2\n", ""))
    law = Rulebook(HOME, [path])
    played = law.profile("toy", {"lower": 2, "higher": 4, "unit": 1}, {})

    assert played.ranking.own_exactly is None
    assert law.rules(played).by_trigger
    assert "toy" not in rulebook.load().games()


@pytest.mark.parametrize(
    ("old", "new", "key", "found", "allowed"),
    [
        ('kind = "draw"', 'kind = "drow"', "stage[2].kind", "drow", "'draw'"),
        ('unit = "big_bet"', 'unit = "bigbet"', "stage[3].unit", "bigbet", "'big_bet'"),
        ("min = 2", "min = 1", "seats.min", 1, "from 2"),
        ("max = 10", 'max = "dek"', "seats.max", "dek", 'to 10, or "deck"'),
        ("cards = 52", "cards = 40", "deck.cards", 40, "52"),
        ("all_in = true", 'all_in = "yes"', "all_in", "yes", "true or false"),
        ("all_in = true\n", "", "all_in", None, "needed"),
        ("all_in = true", "all_inn = true", "all_in", None, "'all_inn'"),
        ('"max_raises_draw"', '"max_raise"', "limits.raises.option", "max_raise", "'"),
        ("raises = {", "raise = 3\nraises = {", "limits.raise", 3, "'raises'"),
        ('= "any"', '= "ani"', "defaults.opening_requirement", "ani", "'any'"),
        ("burn_before_draw =", "burn_draw =", "defaults.burn_draw", "on", "'burn"),
        ('books = ["jacks', 'books = ["jaks', "books[0]", "jaks-or-better", "'jacks"),
        ('acts_as = "bug"', 'acts_as = "bog"', "deck.joker.acts_as", "bog", "'bug'"),
        ('"postdraw_first"', '"rake"', "stage[3].first.option", "rake", "opener"),
        (
            'start = "left',
            'start = "right',
            "stage[0].start",
            "right_of_button",
            "left",
        ),
        ('faces = ["down", ', 'faces = ["dwn", ', "stage[0].faces[0]", "dwn", "'down'"),
        ("least = 0", "least = -1", "stakes.ante.least", -1, "from 0"),
        (
            'needed = "without big_blind"',
            'needed = "without blind"',
            "stakes.ante.needed",
            "without blind",
            "'without",
        ),
    ],
)
def test_a_bad_file_is_refused_with_the_place(
    tmp_path: Path, old: str, new: str, key: str, found: object, allowed: str
) -> None:
    path = changed(tmp_path, "draw-high", (old, new))

    with pytest.raises(RulebookError) as refused:
        Rulebook(HOME, [path]).checked()

    error = refused.value
    assert (error.file, error.key, error.found) == ("toy.toml", key, found)
    assert allowed in error.allowed


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('option = "small_blind_rounding" }', 'half = "x" }', "blinds.small.rounding"),
        (
            'rounding = { option = "small_blind_rounding" }',
            "rounding = 1",
            "blinds.small.rounding",
        ),
        ('stake = { option = "big_blind_basis" }', "stake = 2", "blinds.big.stake"),
        ('value = "higher"', 'value = "hi"', "advice[0].value"),
        ("omaha-limit/step-1b", "omaha-limit/step-1", "advice[0].article"),
        ("cards = 3", "cards = 9", "stage[2].cards"),
        ("own_exactly = 2", "own_exactly = 0", "own_exactly"),
        ('faces = ["down", "down", "down", "down"]', "faces = []", "stage[0].faces"),
        ('books = ["omaha-limit"]', 'books = "omaha-limit"', "books"),
        ('name = "Limit Omaha"', "name = 5", "name"),
    ],
)
def test_a_bad_file_of_a_board_game(tmp_path: Path, old: str, new: str, key: str) -> None:
    path = changed(tmp_path, "omaha-limit", (old, new))

    with pytest.raises(RulebookError) as refused:
        Rulebook(HOME, [path]).checked()

    assert refused.value.key == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("id = ", ""),
        ('id = "other"', "id"),
        ('id = "toy"\ndeck = 5', "deck"),
        ("id = 5", "id"),
        ('id = "toy"\n[deck]\ncards = 52\n[stakes]\n[limits]\n[seats]\nmin = 2', "stage"),
        ('id = "toy"\nstage = []\n[deck]\ncards = 52\n[stakes]\n[limits]', "stage"),
    ],
)
def test_a_file_that_is_no_game(tmp_path: Path, text: str, key: str) -> None:
    path = tmp_path / "toy.toml"
    path.write_text(text)

    with pytest.raises(RulebookError) as refused:
        Rulebook(HOME, [path]).checked()

    assert refused.value.key == key


def test_an_id_is_used_once(tmp_path: Path) -> None:
    path = tmp_path / "omaha-limit.toml"
    path.write_text((HOME / "games" / "omaha-limit.toml").read_text())

    with pytest.raises(RulebookError, match="each id once"):
        Rulebook(HOME, [path]).checked()
