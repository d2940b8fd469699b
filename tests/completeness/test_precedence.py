"""Which rule prevails is written down for every pair, and no id means more than itself."""

from dataclasses import replace

import pytest
from builders import law

from adjudicator.errors import RulebookError
from adjudicator.judging.scopes import EVERYTHING, NOTHING, Book, scope
from rulebook import in_force
from rulebook.reading.law_files import HOME, LawFiles
from rulebook.rules import ALL
from rulebook.rules.general.questions import ANSWERS, OUT_OF_TURN
from tests.completeness.precedence import TABLE, table

IDS = {rule.id for rule in ALL}


def test_every_pair_of_rules_that_can_meet_is_in_the_table() -> None:
    assert TABLE.read_text(encoding="utf-8") == table()


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.name)
def test_what_a_rule_displaces_there_is(rule: object) -> None:
    weaker = rule.displaces  # type: ignore[attr-defined]  # a Rule

    assert all(law().article(id) is not None for id in weaker.ids)
    assert weaker.books <= {one.book for one in law().articles()}


def test_an_id_means_one_rule() -> None:
    one = scope("draw-high/1")

    assert "draw-high/1" in one
    assert "draw-high/10" not in one
    assert "draw-high/13a" not in one


def test_a_book_is_named_as_such() -> None:
    assert "rrop-stud/14" in scope(Book("rrop-stud"))
    assert "rrop-stud" not in scope("rrop-stud/1")
    assert "rrop-studs/1" not in scope(Book("rrop-stud"))


def test_everything_and_nothing_say_so() -> None:
    assert "anything" in EVERYTHING
    assert "anything" not in NOTHING


def test_a_rule_that_displaces_what_there_is_not_is_refused_with_the_nearest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = replace(ALL[0], displaces=scope("rrop-misdeal/1k"))
    monkeypatch.setattr(in_force, "ALL", (wrong,))

    with pytest.raises(RulebookError) as refused:
        in_force.check_rules(LawFiles(HOME))

    assert "rrop-misdeal/1k" in str(refused.value)
    assert "did you mean 'rrop-misdeal/1" in str(refused.value)


def test_the_rulings_a_question_may_find_are_of_rules_there_are() -> None:
    for one in (*(answer.rulings for answer in ANSWERS), OUT_OF_TURN):
        assert one.ids <= IDS
        assert one.books <= {rule.book for rule in ALL}
