"""What an engine for correct play refuses, or takes without a word, is recorded and ruled on."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Log, rulings, table

from adjudicator.view import state_json

STAKES = {"2/4": (2, 4), "30/60": (30, 60)}


def omaha(at: str, *acts: str, board: str = "", counts: dict[int, int] | None = None) -> Log:
    """Limit Omaha with the big blind at the lower limit; three seats, the third deals."""
    lower, higher = STAKES[at]
    options = {"big_blind_basis": "lower", "deal_start": "left_of_button"}
    stakes = {"lower": lower, "higher": higher, "unit": 1}
    log = table("omaha-limit", options, stakes=stakes, seats=3).hand(3)
    log.add("posted", seat=1, kind="small_blind", amount=lower // 2)
    log.add("posted", seat=2, kind="big_blind", amount=lower).deal(4, counts).does(*acts)
    for card in board.split():
        log.add("dealt", to="board", face="up", card=card)
    return log


CALLED = ("3 call 2", "1 call 2", "2 check")

# What was recorded; the rule, its outcome, and another rule it cites.
WRONG: dict[str, tuple[Log, str, str, str]] = {
    "the same card twice": (
        omaha("2/4", *CALLED, board="9c 6d 9c"),
        "rrop-irregularities/4",
        "all_action_void_refund",
        "rrop-irregularities/4",
    ),
    "three hole cards": (
        omaha("2/4", counts={2: 3})
        .calls_attention("short_hand", by=2, seat=2)
        .add("hand_counted", seat=2, count=3),
        "rrop-misdeal/1e",
        "misdeal_redeal",
        "omaha-limit/step-2a",
    ),
    "a flop before its round is over": (
        omaha("2/4", "3 call 2", board="9c"),
        "rrop-holdem/4",
        "reshuffle_and_continue",
        "omaha-limit/step-4",
    ),
    "a turn card before its round is over": (
        omaha("2/4", *CALLED, board="9c 6d 2s")
        .does("1 check")
        .add("dealt", to="board", face="up", card="Kh"),
        "rrop-holdem/premature",
        "reshuffle_and_continue",
        "omaha-limit/step-6",
    ),
    "four cards on the flop": (
        omaha("2/4", *CALLED, board="9c 6d 2s Kh"),
        "rrop-holdem/3",
        "reshuffle_and_continue",
        "rrop-irregularities/15",
    ),
    "a bet of 5 at 2/4": (
        omaha("2/4", *CALLED, board="9c 6d 2s").does("1 bet 5"),
        "rrop-betting/limit-amounts",
        "bet_returned",
        "omaha-limit/step-5",
    ),
    "a raise to 105 at 30/60": (
        omaha("30/60", "3 raise 60", "1 raise 105"),
        "rrop-betting/limit-amounts",
        "bet_returned",
        "omaha-limit/step-3b",
    ),
    "a fifth bet at 30/60": (
        omaha("30/60", "3 raise 60", "1 raise 90", "2 raise 120", "3 raise 150"),
        "rrop-betting/raise-cap",
        "raise_not_allowed",
        "omaha-limit/step-3b",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_it_is_ruled_on_with_its_citation_and_the_record_is_kept(what: str) -> None:
    log, rule, code, cited = WRONG[what]
    docket = log.judged()
    found = [one for one in rulings(docket) if one.rule == rule]

    assert docket.state.seq == len(log.events)
    assert found, [one.rule for one in rulings(docket)]
    assert code in {one.code for one in found[-1].outcomes}
    assert cited in found[-1].cites
    assert found[-1].because[0].seq <= docket.state.seq


# As it should have been recorded: nothing is said.
RIGHT: dict[str, Log] = {
    "three different cards": omaha("2/4", *CALLED, board="9c 6d 2s"),
    "four hole cards": omaha("2/4"),
    "a bet of 2 at 2/4": omaha("2/4", *CALLED, board="9c 6d 2s").does("1 bet 2"),
    "a raise to 90 at 30/60": omaha("30/60", "3 raise 60", "1 raise 90"),
    "a fourth bet at 30/60": omaha("30/60", "3 raise 60", "1 raise 90", "2 raise 120"),
}


@pytest.mark.parametrize("what", RIGHT)
def test_the_right_thing_beside_it_wakes_no_rule(what: str) -> None:
    assert not rulings(RIGHT[what].judged())


def test_the_wager_is_brought_to_the_legal_size_in_the_state() -> None:
    def bet(what: str) -> dict[str, Any]:
        seats = state_json(WRONG[what][0].judged().state)["hand"]["seats"]
        return {number: seat["bet"] for number, seat in seats.items()}

    assert bet("a bet of 5 at 2/4")["1"] == 2
    assert bet("a raise to 105 at 30/60")["1"] == 90
    assert bet("a fifth bet at 30/60")["3"] == 120
