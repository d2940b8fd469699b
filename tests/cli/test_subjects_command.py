"""``adjudicator subjects``: what may be asked or reported."""

import json

from builders import law
from click.testing import CliRunner, Result

from api.cli.main import main


def shown(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["subjects", *arguments])


def test_every_subject_has_its_line_under_its_type_of_event() -> None:
    told = shown().stdout

    assert {*law().subjects(), *law().faults(), *law().topics()} <= set(told.split())
    assert "attention_called, about" in told
    assert "deck_fault_found, fault" in told


def test_one_is_told_with_its_article_and_its_facts() -> None:
    told = shown("killed_hand").stdout

    assert "Article rrop-irregularities/2" in told
    assert "Also called: mucked_hand" in told
    assert "Facts: identifiable, protected" in told


def test_another_name_finds_the_subject_too() -> None:
    (found,) = json.loads(shown("mucked_hand", "--json").stdout)

    assert found["name"] == "killed_hand"


def test_a_misspelt_name_is_refused_with_the_nearest() -> None:
    found = shown("short_hnad")

    assert found.exit_code == 2
    assert "did you mean 'short_hand'" in found.output
