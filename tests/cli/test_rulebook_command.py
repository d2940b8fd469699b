"""``adjudicator rulebook``: the law on paper."""

import json

from click.testing import CliRunner, Result

from api.cli.main import main

FIELDS = ["id", "heading", "text", "source", "section", "decided_by", "why"]


def shown(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rulebook", *arguments])


def test_all_rules_as_json() -> None:
    rules = json.loads(shown("--json").stdout)

    assert all(list(rule)[:7] == FIELDS for rule in rules)
    assert {rule["decided_by"] for rule in rules} == {"code", "floor"}
    assert "draw-high/4b" in [rule["id"] for rule in rules]


def test_one_rule_as_json_is_a_list_of_one() -> None:
    (rule,) = json.loads(shown("draw-high/4b", "--json").stdout)

    assert rule["id"] == "draw-high/4b"


def test_the_contents_have_a_line_for_each_rule() -> None:
    told = shown().stdout

    assert "draw-high/4b" in told
    assert "jacks-or-better/2" in told


def test_one_rule_is_told_with_its_source() -> None:
    told = shown("draw-high/0.1").stdout

    assert "two betting rounds" in told
    assert "There are two rounds of betting and no more" in told
    assert "Robert's Rules of Poker" in told


def test_a_book_may_be_asked_for() -> None:
    told = shown("joker").stdout

    assert "joker/" in told
    assert "draw-high/4b" not in told


def test_an_unknown_rule_is_refused_with_the_nearest() -> None:
    result = shown("draw-high/4z")

    assert result.exit_code == 2
    assert "draw-high/4" in result.stderr


def test_a_rule_is_told_with_examples_on_both_sides_and_its_place_among_the_others() -> None:
    told = shown("draw-high/4b").stdout

    assert "Examples" in told
    assert "(beside it)" in told
    assert "Governs draw-high" in told
    assert "Takes the place of:" in told
    assert "rrop-misdeal/1e" in told


def test_the_machine_is_told_the_same() -> None:
    (rule,) = json.loads(shown("rrop-betting/limit-amounts", "--json").stdout)

    assert {one["near"] for one in rule["examples"]} == {True, False}
    assert "draw-high/0.6" in rule["displaced_by"]
    assert "baseball" in rule["games"]
