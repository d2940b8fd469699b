"""``adjudicator rank``: hands valued and compared."""

import pytest
from click.testing import CliRunner, Result

from api.cli.main import main


def rank(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rank", *arguments])


def test_two_hands_are_read_and_compared() -> None:
    result = rank("Ks Kh 8d 8c Jk", "As Ad 7c 7d Qh", "--game", "draw-high")

    assert result.exit_code == 0
    assert "two pair, kings and eights, ace kicker; joker as ace" in result.stdout
    assert "two pair, aces and sevens, queen kicker" in result.stdout
    assert "Hand 2 wins." in result.stdout


def test_equal_hands_tie() -> None:
    assert "Hands 1 and 2 tie." in rank("Ks Qs Js 9d 2c", "Kd Qd Jd 9h 2h").stdout


def test_one_hand_is_only_named() -> None:
    told = rank("Ks Kh 8d 8c 2h").stdout.splitlines()

    assert told == ["1. K♠ K♥ 8♦ 8♣ 2♥  two pair, kings and eights, two kicker"]


@pytest.mark.parametrize(
    "written",
    [["Ks", "Kh", "8d", "8c", "10h"], ["KsKh8d8c10h"], ["ks,kh,8D,8C,TH"]],
)
def test_cards_may_be_written_in_several_ways(written: list[str]) -> None:
    assert "two pair, kings and eights, ten kicker" in rank(*written).stdout


def test_jacks_or_better_says_who_opens() -> None:
    told = rank("Js Jh 8d 7c 2h", "Ts Th 8h 7d 2c", "--game", "jacks-or-better").stdout.splitlines()

    assert told[0].endswith("; opens")
    assert told[1].endswith("; does not open")


def test_omaha_plays_two_cards_of_the_hand_and_three_of_the_board() -> None:
    told = rank(
        "As Kd 7c 2h", "Qh Qd 9s 8s", "--game", "omaha-limit", "--board", "Js Ts 4s 3s 2d"
    ).stdout

    assert "1. A♠ K♦ 7♣ 2♥  pair of twos, ace jack ten kickers" in told
    assert "Hand 2 wins." in told


@pytest.mark.parametrize("game", ["draw-high", "jacks-or-better", "blue-beacon", "baseball"])
def test_every_game_reads_hands(game: str) -> None:
    assert rank("Ks Kh 8d 8c 2h", "--game", game).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Ks Kh 8d 8c 1h"], "not a card"),
        (["Ks Kh 8d 8c Kh"], "more than once: Kh"),
        (["Ks Kh 8d 8c 2h", "Ks Qh 7d 7c 2d"], "more than once: Ks"),
        (["Ks Kh 8d 8c 2h", "--game", "draw-hi"], "draw-high"),
    ],
)
def test_what_cannot_be_read_is_refused(arguments: list[str], said: str) -> None:
    result = rank(*arguments)

    assert result.exit_code == 2
    assert said in result.stderr
