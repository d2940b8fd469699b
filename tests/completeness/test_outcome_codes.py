"""An outcome says what it does, what takes it back, when its due is over, and how it is said."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders import law

from adjudicator.play import codes
from adjudicator.play.codes import CODES, DRAWERS, OF_THE_HOUSE, code_of
from adjudicator.play.outcome import Code, Effect, Why

OUTCOMES = law().wordings.outcomes
# How an outcome is said where the wager it is about could only have been a check.
BESIDE_A_CODE = {"bet_not_allowed", "only_calls"}
ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "rulebook" / "rules").rglob("*.py"))


def says(what: Effect | Why) -> bool:
    """Whether something is done, or a reason is given in words."""
    return len(what.reason.split()) > 3 if isinstance(what, Why) else callable(what)


def orders() -> Iterator[tuple[str, set[str], str]]:
    """Every outcome that the rules order: its constant, the fields it is given, and where."""
    for path in RULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                fields = {one.arg for one in node.keywords if one.arg}
                yield node.func.id, fields, f"{path.relative_to(ROOT)}:{node.lineno}"


BY_CONSTANT = {
    name: code
    for drawer in DRAWERS
    for name, code in vars(drawer).items()
    if isinstance(code, Code)
}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_code_has_an_effect_or_says_why_not(code: Code) -> None:
    assert says(code.effect)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_code_can_be_taken_back_or_says_why_not(code: Code) -> None:
    assert says(code.undo)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_code_that_is_said_has_its_wording_and_no_other(code: Code) -> None:
    assert (code.name in OUTCOMES) == code.said


def test_there_is_no_wording_for_a_code_that_is_not() -> None:
    assert OUTCOMES.keys() - BESIDE_A_CODE <= CODES.keys()


def test_what_is_to_be_carried_out_by_an_entry_says_when_it_is_over() -> None:
    owed = [(name, where) for name, fields, where in orders() if "by" in fields]
    endless = [
        where for name, where in owed if name in BY_CONSTANT and BY_CONSTANT[name].over is None
    ]

    assert owed
    assert endless == []


def test_what_reaches_beyond_its_hand_can_be_undone_or_says_why_not() -> None:
    lasting = [code for code in CODES.values() if code.lasting]

    assert {code.name for code in lasting} == {
        "award_given_back",
        "award_made_up",
        "locked_out",
        "penalty",
        "seat_change_denied",
        "warning",
    }


def test_a_code_has_one_name_and_one_place() -> None:
    held = [code for drawer in DRAWERS for code in vars(drawer).values() if isinstance(code, Code)]

    assert len(held) == len({code.name for code in held}) == len(CODES)
    assert all(name == code.name.upper() for name, code in BY_CONSTANT.items())


def test_what_the_engine_does_not_know_changes_nothing() -> None:
    assert code_of("drinks_for_everybody") is OF_THE_HOUSE
    assert says(OF_THE_HOUSE.effect)
    assert OF_THE_HOUSE.over is None


def test_a_code_without_effect_undo_or_wording_would_be_found() -> None:
    empty = Code("empty", effect=Why(""), undo=Why(""))

    assert not says(empty.effect)
    assert not says(empty.undo)
    assert empty.name not in OUTCOMES
    assert codes.code_of("empty") is OF_THE_HOUSE
