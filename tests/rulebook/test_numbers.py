"""Numbers that the rules lay down are data: each has an article, and a game may differ."""

import shutil
from pathlib import Path

import pytest
from builders import STAKES, Log, law, table

from adjudicator.errors import RulebookError
from adjudicator.record.docket import Docket
from rulebook.book import Rulebook
from rulebook.reading.law_files import HOME
from rulebook.reading.numbers import NAMES, Number, read_numbers

NUMBERS = read_numbers(HOME / "numbers.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The rulebook's files, to be changed."""
    return Path(shutil.copytree(HOME, tmp_path / "law"))


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def found(log: Log, rulebook: Rulebook) -> list[tuple[str, str]]:
    """Every outcome under a rulebook, with its rule."""
    docket = Docket(rulebook)
    for event in log.events:
        docket.record(event)
    return [(r.rule, one.code) for r in docket.rulings.values() for one in r.outcomes]


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_a_number_has_an_article_and_says_what_it_decides(number: Number) -> None:
    assert law().article(number.article) is not None
    assert number.meaning.endswith(".")
    assert number.unit


def test_the_engine_has_every_number_of_the_file() -> None:
    numbers = law().profile("draw-high", STAKES["draw-high"], {}).numbers

    assert {name: getattr(numbers, name) for name in NAMES} == {
        name: one.value for name, one in NUMBERS.items()
    }


def test_a_number_that_is_changed_changes_the_rulings(folder: Path) -> None:
    changed(folder / "numbers.toml", "[cards_in_a_row]\nvalue = 4", "[cards_in_a_row]\nvalue = 3")
    log = table().hand(1).antes().deal()
    log.does("2 bet 10", "3 fold", "4 call 10", "5 fold", "6 fold", "1 fold")
    log.add("draw_indicated", seat=2, count=4)

    assert ("draw-high/5b", "defer_fifth_card") not in found(log, law())
    assert ("draw-high/5b", "defer_fifth_card") in found(log, Rulebook(folder))


def test_a_game_may_have_a_number_of_its_own(folder: Path) -> None:
    game = folder / "games" / "jacks-or-better.toml"
    own = "[numbers]\ncalls_that_make_a_pot_play = 3\n\n[deck]"
    changed(game, "[deck]", own)
    log = table("jacks-or-better").hand(6).antes().deal().does("1 bet 10", "2 call 10", "3 call 10")
    log.shows(1, "Ts Td 7c 4h 2s", "openers")

    assert ("jacks-or-better/4", "pot_plays") in found(log, law())
    assert ("jacks-or-better/4", "pot_plays") not in found(log, Rulebook(folder))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("value = 4", "value = 0", "cards_in_a_row.value"),
        ('unit = "cards"', "unit = 1", "cards_in_a_row.unit"),
        ("[cards_in_a_row]", "[cards_in_a_rwo]", "cards_in_a_row"),
    ],
)
def test_a_wrong_number_is_refused_with_its_place(
    folder: Path, old: str, new: str, key: str
) -> None:
    changed(folder / "numbers.toml", old, new)

    with pytest.raises(RulebookError) as refused:
        read_numbers(folder / "numbers.toml")

    assert refused.value.key == key


def test_a_number_that_no_rule_knows_is_refused_in_a_game(folder: Path) -> None:
    changed(
        folder / "games" / "omaha-limit.toml", "[deck]", "[numbers]\ncards_in_row = 3\n\n[deck]"
    )

    with pytest.raises(RulebookError) as refused:
        Rulebook(folder).game("omaha-limit")

    assert refused.value.key == "numbers.cards_in_row"
    assert "did you mean 'cards_in_a_row'?" in str(refused.value)
