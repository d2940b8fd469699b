"""Limit hold'em is a file and no code: its cases run on the general rules alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from builders import Log, chips_in_all, codes, law, rulings, said, table

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.view import state_json

STAKES = {"small_bet": 6, "big_bet": 12, "small_blind": 3, "big_blind": 6}
ROOT = Path(__file__).parents[2]


def dealt(seats: int = 4, chips: dict[int, int] | None = None, **options: Any) -> Log:
    """Blinds of 3 and 6 are in and everybody has two cards; the last seat is the button."""
    options = {"burn_before_board": "off", **options}
    log = table("holdem-limit", options, chips, STAKES, seats).hand(seats)
    small, big = (2, 1) if seats == 2 else (1, 2)
    log.add("posted", seat=small, kind="small_blind", amount=3)
    return log.add("posted", seat=big, kind="big_blind", amount=6).deal(2)


def hand_of(docket: Docket) -> dict[str, Any]:
    return dict(state_json(docket.state)["hand"])


def acts(docket: Docket) -> set[tuple[int, str, int | None]]:
    return {
        (one["seat"], one["verb"], one.get("to"))
        for one in next_entries(docket.state)
        if one["type"] == "acted"
    }


def test_no_code_knows_the_game_by_name() -> None:
    code = [*ROOT.glob("adjudicator/**/*.py"), *ROOT.glob("rulebook/**/*.py")]

    assert code
    assert not [path.name for path in code if re.search("hold'?em-limit", path.read_text())]


def test_it_is_ruled_by_the_general_books_only() -> None:
    profile = law().profile("holdem-limit", STAKES, {})
    rules = {r.book for found in law().rules(profile).by_trigger.values() for r in found}

    assert {"rrop-betting", "rrop-decision", "rrop-ties"} <= rules
    assert not rules & {"draw-high", "omaha-limit", "blue-beacon", "baseball", "jacks-or-better"}


def test_a_live_room_burns_before_the_board_unless_it_says_otherwise() -> None:
    assert law().profile("holdem-limit", STAKES, {}).stages[2].burn
    assert not law().profile("holdem-limit", STAKES, {"burn_before_board": "off"}).stages[2].burn


def test_a_hand_from_the_blinds_to_the_award() -> None:
    log = dealt().does("3 raise 12", "4 call 12", "1 fold", "2 call 12")
    log.board("Qs 8d 4h").does("2 check", "3 bet 6", "4 call 6", "2 fold")
    log.board("8s").does("3 bet 12", "4 raise 24", "3 call 24")
    log.board("2c").does("3 check", "4 bet 12", "3 call 12")
    assert next_entries(log.judged().state)[0]["seat"] == 4

    log.shows(4, "8h 7h").shows(3, "Qh Qd")
    docket = log.judged()
    assert hand_of(docket)["result"]["hands"]["3"]["category"] == "full_house"
    assert hand_of(docket)["result"]["paid"] == {"3": 123}
    done = log.add("pot_awarded", to={"3": 123}).add("hand_ended").judged()
    assert chips_in_all(done) == 2000
    assert not rulings(done)


@pytest.mark.parametrize(
    ("own", "category", "from_hand"),
    [("2d 3d", "straight", 0), ("Ah 2d", "straight", 1), ("8s 8h", "straight", 0)],
    ids=["none of one's own", "one of one's own", "a pair beside the board's straight"],
)
def test_any_five_of_seven_play(own: str, category: str, from_hand: int) -> None:
    log = dealt(2).does("2 call 6", "1 check")
    for cards in ("Kc Qd Jh", "Ts", "9c"):
        log.board(cards).does("1 check", "2 check")
    result = hand_of(log.shows(1, own).shows(2, "4c 5d").judged())["result"]

    assert result["hands"]["1"]["category"] == category
    assert len(result["hands"]["1"]["own"]) == from_hand


def test_playing_the_board_shares_the_pot() -> None:
    log = dealt(2)
    assert hand_of(log.judged())["to_act"] == 2
    log.does("2 call 6", "1 check")
    for cards in ("Ac Kd Qh", "Js", "Tc"):
        log.board(cards).does("1 check", "2 check")
    docket = log.shows(1, "2c 3d").shows(2, "4c 5d").judged()

    assert hand_of(docket)["result"]["paid"] == {"1": 6, "2": 6}
    assert "split_equally" in codes(docket)


@pytest.mark.parametrize(
    ("acting", "expected"),
    [
        (("3 raise 12",), set()),
        (("3 raise 11",), {("rrop-betting/limit-amounts", "bet_completed", 3)}),
        (("3 raise 18",), {("rrop-betting/limit-amounts", "bet_returned", 3)}),
        (("3 check",), {("rrop-betting/limit-amounts", "action_void", 3)}),
        (("4 call 6",), {("rrop-betting/11", "action_backed_up", 4)}),
    ],
)
def test_wagers_are_judged_by_the_general_rules(
    acting: tuple[str, ...], expected: set[tuple[str, str, int]]
) -> None:
    assert said(dealt().does(*acting).judged()) == expected


def test_a_bet_and_three_raises_in_a_round() -> None:
    log = dealt().does("3 raise 12", "4 raise 18", "1 raise 24")

    assert acts(log.judged()) == {(2, "call", 24), (2, "fold", None)}
    assert "raise_not_allowed" in codes(log.does("2 raise 30").judged())


def test_a_short_blind_is_made_good() -> None:
    log = table("holdem-limit", stakes=STAKES, seats=4).hand(4)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    docket = log.add("posted", seat=2, kind="big_blind", amount=5).judged()

    assert said(docket) == {("rrop-betting/limit-amounts", "bet_completed", 2)}


def test_side_pots_for_an_all_in_player() -> None:
    log = dealt(3, chips={2: 9}).does("3 raise 12", "1 call 12", "2 call 9")
    for cards in ("Kc Qd 7h", "2s", "9c"):
        log.board(cards).does("1 check", "3 check")
    docket = log.shows(1, "4c 5d").shows(3, "Ah 3d").shows(2, "Kh Kd").judged()

    assert hand_of(docket)["result"]["paid"] == {"2": 27, "3": 6}
    assert chips_in_all(docket) == 1009


def test_the_house_may_rake_it() -> None:
    log = dealt(rake={"percent": 10}).does("3 raise 12", "4 fold", "1 fold", "2 fold")

    assert hand_of(log.judged())["result"]["rake"] == 1
