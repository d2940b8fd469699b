"""Every worked example of the rulebook is played, and comes out as its sentence says."""

from __future__ import annotations

import re

import pytest
from builders import law

from adjudicator.errors import RulebookError
from rulebook import Rulebook
from rulebook.cases.runs import faults, played
from rulebook.cases.scripts import PHRASES
from rulebook.reading.cases import Case, read_cases
from rulebook.reading.law_files import BY_EDITION, CASES
from rulebook.rules import ALL

BOOKS = sorted(CASES.glob("*.toml"))
EVERY = [case for book in BOOKS for found in read_cases(book).values() for case in found]
RULED = {rule.id for rule in ALL}


def named(case: Case) -> str:
    return f"{case.article}: {case.case}"


@pytest.mark.parametrize("case", EVERY, ids=named)
def test_a_case_comes_out_as_it_says(case: Case) -> None:
    assert faults(case, law()) == []


@pytest.mark.parametrize("case", [one for one in EVERY if not one.near], ids=named)
def test_a_case_is_ruled_by_its_article_or_by_one_that_cites_it(case: Case) -> None:
    wanted = case.wanted.rule
    if wanted in ("", case.article, "rrop-decision/1"):
        return
    docket, _ = played(case, law())
    cited = {id for one in docket.rulings.values() if one.rule == wanted for id in one.cites}

    assert case.article in cited


@pytest.mark.parametrize("article", [one.id for one in law().articles()])
def test_an_article_has_a_case_on_either_side(article: str) -> None:
    cases = law().cases(article)

    assert {one.near for one in cases} == {True, False}
    assert all(re.fullmatch(r"[^ ].*\.", one.case) for one in cases)


@pytest.mark.parametrize("article", sorted(RULED))
def test_an_article_ruled_by_code_has_a_case_in_which_it_bites(article: str) -> None:
    assert any(one.wanted.rule and not one.near for one in law().cases(article))


def test_a_case_expects_something() -> None:
    for case in EVERY:
        wanted = case.wanted
        asked = (wanted.rule, wanted.then, wanted.offers, wanted.lacks, wanted.dues, wanted.refused)
        assert any(asked), named(case)
        assert bool(wanted.rule) == bool(wanted.outcomes), named(case)


# What a ruling is said to rest on, not what it orders: tests/rulebook/test_law.py reads it.
SAID_ONLY = {"citation_edition"}


@pytest.mark.parametrize("name", sorted(law().options().keys() - BY_EDITION - SAID_ONLY))
def test_a_case_shows_what_a_house_option_changes(name: str) -> None:
    option = law().option(name)
    usual = option.default if option.with_blinds is None else option.with_blinds
    chosen = [one.setting.options[name] for one in EVERY if name in one.setting.options]

    assert any(option.allowed.read(value) != usual for value in chosen)


def test_no_case_is_told_twice() -> None:
    told = [(one.article, one.case) for one in EVERY]

    assert len(told) == len(set(told))


def test_the_page_beside_the_cases_shows_every_form_of_step() -> None:
    page = (CASES / "README.md").read_text(encoding="utf-8")
    shown = {word for code in re.findall(r"(?<!`)`([^`\n]+)`", page) for word in code.split()}
    both = {*shown, *(f"{verb}s" for verb in shown), *(verb.rstrip("s") for verb in shown)}

    assert PHRASES.keys() - {word.strip(",;") for word in both} == set()


# --- Wrong cases fail -----------------------------------------------------------------------

BOOK = """
[table]
game = "draw-high"
seats = 6
stakes = { ante = 2, small_bet = 10, big_bet = 20 }

[starts]
dealt = "hand 6; antes; deal"

[["draw-high/4b"]]
case = "Seat 3 counts four cards and nobody has acted: misdeal."
log = "dealt; asked short_hand of 3; 3 counts 4"
want = ["misdeal_redeal", "button_stays"]
"""


def changed(tmp_path, *edits: tuple[str, str]) -> Case:  # type: ignore[no-untyped-def]
    text = BOOK
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "draw-high.toml"
    path.write_text(text)
    ((case,),) = read_cases(path).values()
    return case


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("3 counts 4", "3 counts 5", "wanted draw-high/4b final"),
        ('"button_stays"]', '"hand_live 3"]', "wanted draw-high/4b final"),
        ("want = ", 'certainty = "floor"\nwant = ', "wanted draw-high/4b floor"),
        ("case = ", "near = ", "draw-high/4b was to be silent"),
        ("case = ", 'then = { "hand.phase" = "betting" }\ncase = ', "hand.phase is 'ended'"),
        ("case = ", 'offers = ["dealt to=3"]\ncase = ', "dealt to=3 is not offered"),
        ("case = ", 'lacks = ["misdeal_called"]\ncase = ', "misdeal_called is offered"),
        ("case = ", 'dues = ["card_keep 3"]\ncase = ', "card_keep 3 is not due"),
        ("case = ", 'refused = "NO_HAND"\ncase = ', "refused nothing; wanted: NO_HAND"),
        ("Seat 3 counts", "Seat 9 counts", "names seat 9, which the log does not"),
        ("hand 6; antes", "antes; player_left seat=7", "refused NOBODY_SEATED"),
        ("antes;", "ants;", "did you mean 'antes'?"),
        ("of 3; 3 counts", "of 3; counts", "one seat, before the verb"),
    ],
)
def test_a_case_that_does_not_come_out_says_why(
    tmp_path,
    old: str,
    new: str,
    said: str,  # type: ignore[no-untyped-def]
) -> None:
    assert faults(changed(tmp_path), law()) == []

    assert said in " ".join(faults(changed(tmp_path, (old, new)), law()))


def test_a_case_of_an_article_that_does_not_exist_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "draw-high.toml").write_text(BOOK.replace("draw-high/4b", "draw-high/4z"))

    with pytest.raises(RulebookError, match="did you mean 'draw-high/4"):
        Rulebook(cases=tmp_path).checked()
