"""What the table did, whatever was ruled: awards that do not fit, and deals played on."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.errors import Refused
from tests.builders import Log, chips_in_all, codes, rulings, said, state, table


def heads_up(*acts: str) -> Log:
    """Limit hold'em, two players; the button has the small blind."""
    log = table("holdem-limit", seats=2).hand(1)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    return log.add("posted", seat=2, kind="big_blind", amount=6).deal(2).does(*acts)


def statuses(log: Log) -> dict[str, str]:
    return {one.rule: one.status for one in rulings(log.judged())}


def stacks(log: Log) -> Any:
    return state(log)["table"]["stacks"]


def next_hand(log: Log) -> set[str]:
    """What is found in a clean hand after this one."""
    before = len(rulings(log.judged()))
    log.add("hand_ended").add("hand_started", button=2)
    log.add("posted", seat=2, kind="small_blind", amount=3)
    log.add("posted", seat=1, kind="big_blind", amount=6).deal(2).does("2 fold")
    log.add("pot_awarded", to={"1": 6}).add("hand_ended")
    assert state(log)["table"]["carried"] == []
    return {one.rule for one in rulings(log.judged())[before:]}


# --- Together with the bet that nobody called ----------------------------------------------


def test_a_bet_nobody_called_may_be_pushed_with_the_pot() -> None:
    log = heads_up("1 raise 12", "2 fold").add("pot_awarded", to={"1": 18})
    docket = log.judged()

    assert said(docket) == {("rrop-decision/5", "no_irregularity", 1)}
    assert rulings(docket)[0].because[0].seq == log.seq - 1
    assert stacks(log) == {"1": 506, "2": 494}
    assert next_hand(log) == set()


def test_pushed_without_it_there_is_nothing_to_say() -> None:
    log = heads_up("1 raise 12", "2 fold").add("pot_awarded", to={"1": 12})

    assert codes(log.judged()) == set()
    assert stacks(log) == {"1": 506, "2": 494}


def test_one_chip_more_than_there_ever_was_is_refused_and_told_where_the_rest_went() -> None:
    log = heads_up("1 raise 12", "2 fold").add("pot_awarded", to={"1": 19})

    with pytest.raises(Refused) as refused:
        log.judged()

    assert refused.value.code == "POT_TOO_SMALL"
    assert refused.value.errors["to"] == [
        "found 19 in all; 12 lies in the pot; 6 to seat 1 at entry 11 went back"
    ]


# --- Chips that a ruling had sent back -------------------------------------------------------


def raised_too_much(*then: str) -> Log:
    """A raise to 20 where 12 is the limit: 8 is ruled back, and called all the same."""
    return heads_up("1 raise 20", *then)


def test_chips_ruled_back_and_pushed_all_the_same_had_stayed() -> None:
    log = raised_too_much("2 fold").add("pot_awarded", to={"1": 26})

    assert "award_follows_table" in codes(log.judged())
    assert statuses(log)["rrop-betting/limit-amounts"] == "passed_over"
    assert stacks(log) == {"1": 506, "2": 494}
    assert chips_in_all(log.judged()) == 1000
    assert next_hand(log) == set()


def test_both_overbets_are_in_the_pot_that_is_pushed() -> None:
    log = raised_too_much("2 call 20").board("2c 3d 4h").does("2 check", "1 check")
    log.board("5s").does("2 check", "1 check").board("Kd").does("2 check", "1 check")
    log.shows(2, "As Ah").shows(1, "Qs Qh").add("pot_awarded", to={"2": 40})

    assert "award_follows_table" in codes(log.judged())
    assert stacks(log) == {"1": 480, "2": 520}
    assert next_hand(log) == set()


def test_where_the_table_heeds_the_ruling_nothing_is_passed_over() -> None:
    log = raised_too_much("2 fold").add("pot_awarded", to={"1": 12})

    assert codes(log.judged()) == {"bet_returned"}
    assert statuses(log)["rrop-betting/limit-amounts"] == "carried_out"


# --- In the middle of a round ------------------------------------------------------------------


def test_a_pot_pushed_but_for_the_uncalled_bet_leaves_no_money_behind() -> None:
    log = heads_up("1 raise 12").add("pot_awarded", to={"1": 12})

    assert state(log)["hand"]["pot"] == 0
    assert stacks(log) == {"1": 506, "2": 494}


# --- A void deal that is played on -----------------------------------------------------------


def void_deal(chips: dict[int, int] | None = None) -> Log:
    """The second card of the deal is exposed: a misdeal."""
    log = table("holdem-limit", seats=2, chips=chips).hand(1)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6)
    return log.cards(2).add("dealt", to=1, face="up", card="Kc")


def test_a_misdeal_that_is_played_on_is_passed_over() -> None:
    log = void_deal()
    assert state(log)["hand"]["phase"] == "ended"

    log.cards(2, 1).does("1 call 6", "2 check").board("2c 3d 4h").does("2 bet 6", "1 fold")
    log.add("pot_awarded", to={"2": 12})

    assert [(r.rule, r.status) for r in rulings(log.judged())][:2] == [
        ("rrop-holdem/1", "passed_over"),
        ("rrop-decision/5", "carried_out"),
    ]
    assert stacks(log) == {"1": 494, "2": 506}
    assert next_hand(log) == set()


@pytest.mark.parametrize("small", [3, 6, 7, 500], ids=lambda chips: f"small blind of {chips}")
def test_a_misdeal_is_played_on_by_whoever_has_chips(small: int) -> None:
    log = void_deal({1: small}).cards(2, 1)
    if small > 3:
        log.does(f"1 call {min(small, 6)}")
    log.does("2 check")

    assert ("rrop-holdem/1", "passed_over") in {(r.rule, r.status) for r in rulings(log.judged())}
    assert state(log)["hand"]["pot"] == 2 * min(small, 6)
    assert state(log)["hand"]["phase"] == "dealing"


def test_a_misdeal_that_is_dealt_again_stands() -> None:
    log = void_deal().add("shuffled").hand(1)

    assert {one.status for one in rulings(log.judged())} == {"carried_out"}
