"""The game and the rule that the pages add are played and in force, to their ends."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.errors import RulebookError
from adjudicator.record.docket import Docket
from adjudicator.view import state_json
from rulebook import in_force
from rulebook.book import HOME, Rulebook
from tests.docs.pages import blocks


def first(page: str, language: str) -> str:
    """The first block of a page in a language."""
    return next(one.code for one in blocks(page) if one.language == language)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The rulebook's files with the page's game among them."""
    copy = tmp_path / "rulebook"
    shutil.copytree(HOME, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    game = copy / "games" / "kitchen-stud.toml"
    game.write_text(first("docs/games.md", "toml"), encoding="utf-8")
    return copy


@pytest.fixture
def kitchen(files: Path) -> Rulebook:
    return Rulebook(files)


def told(law: Rulebook, events: list[dict[str, Any]]) -> Docket:
    docket = Docket(law)
    docket.record(
        {
            "type": "table_opened",
            "game": "kitchen-stud",
            "stakes": law.game("kitchen-stud").usual_stakes,
            "seats": 3,
        }
    )
    for seat in (1, 2, 3):
        docket.record({"type": "player_seated", "seat": seat, "player": f"P{seat}", "chips": 50})
    docket.record({"type": "hand_started", "button": 3})
    for seat in (1, 2, 3):
        docket.record({"type": "posted", "seat": seat, "kind": "ante", "amount": 1})
    for event in events:
        docket.record(event)
    return docket


def ups(*cards: str) -> list[dict[str, Any]]:
    pairs = (one.split() for one in cards)
    return [{"type": "dealt", "to": int(s), "face": "up", "card": c} for s, c in pairs]


def acts(*acts: str) -> list[dict[str, Any]]:
    found = []
    for act in acts:
        seat, verb, *to = act.split()
        amount = {"to": int(to[0])} if to else {}
        found.append({"type": "acted", "seat": int(seat), "verb": verb, **amount})
    return found


FIRST = [{"type": "round_dealt", "each": 1}, *ups("1 Kc", "2 2d", "3 Kd")]


def test_the_game_of_the_page_is_played_to_its_end(kitchen: Rulebook) -> None:
    last = ups("1 8c", "2 9d", "1 8d", "2 Th", "1 5s", "2 4c")
    docket = told(kitchen, [*FIRST, *acts("2 bet 2", "3 fold", "1 call 2"), *last])
    state = state_json(docket.state)

    assert (state["hand"]["street"], state["hand"]["to_act"]) == (2, 2)
    for event in acts("2 check", "1 check"):
        docket.record(event)
    docket.record({"type": "shown", "seat": 1, "cards": ["Kc", "8c", "8d", "5s", "Ah"]})
    docket.record({"type": "shown", "seat": 2, "cards": ["2d", "9d", "Th", "4c", "Ts"]})
    result = state_json(docket.state)["hand"]["result"]
    assert result["hands"]["2"]["category"] == "three_of_a_kind"
    assert result["paid"] == {"2": 7}
    assert list(docket.rulings) == []


def test_a_deuce_in_view_starts_as_the_ace_it_stands_for(kitchen: Rulebook) -> None:
    docket = told(kitchen, FIRST)

    assert docket.state.hand is not None
    assert docket.state.hand.to_act == 2


def test_the_general_rules_and_those_of_stud_govern_the_new_game(kitchen: Rulebook) -> None:
    early = told(kitchen, [*FIRST, *acts("3 bet 2")])
    wrong = told(kitchen, [*FIRST, *acts("2 bet 3")])

    assert [ruling.rule for ruling in early.rulings.values()] == ["rrop-stud/1"]
    assert [ruling.rule for ruling in wrong.rulings.values()] == ["rrop-betting/limit-amounts"]


def test_the_rule_of_the_page_is_in_force_once_it_is_listed(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    article = files / "articles" / "general" / "house.toml"
    article.write_text(first("docs/rules.md", "toml"), encoding="utf-8")
    names: dict[str, Any] = {}
    exec(first("docs/rules.md", "python"), names)  # the page's own example
    (shown,) = names["RULES"]
    others = tuple(rule for rule in in_force.ALL if rule.id != shown.id)
    monkeypatch.setattr(in_force, "ALL", (*others, shown))
    law = Rulebook(files)

    def phone(by: int | str, seat: int) -> dict[str, Any]:
        return {"type": "attention_called", "by": by, "about": "phone", "seat": seat}

    docket = told(law, [*FIRST, phone("dealer", 2), phone(1, 3), phone("dealer", 2)])
    said = [(ruling.rule, ruling.outcomes[0].code) for ruling in docket.rulings.values()]

    assert said == [
        (shown.id, "warning"),
        ("rrop-decision/1", "floor_decides"),
        (shown.id, "hand_dead"),
    ]
    assert docket.state.hand is not None
    assert docket.state.hand.live == (1, 3)


def test_a_rule_without_an_article_is_refused_with_the_nearest(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = replace(in_force.ALL[0], id="draw-high/4z")
    monkeypatch.setattr(in_force, "ALL", (*in_force.ALL, wrong))

    with pytest.raises(RulebookError, match=r"found 'draw-high/4z'; .*did you mean 'draw-high/4"):
        Rulebook(files).checked()


def test_an_article_that_governs_no_known_game_is_refused(files: Path) -> None:
    text = first("docs/rules.md", "toml") + 'games = ["kitchen-stub"]\n'
    (files / "articles" / "general" / "house.toml").write_text(text, encoding="utf-8")

    with pytest.raises(RulebookError, match="did you mean 'kitchen-stud'"):
        Rulebook(files).checked()
