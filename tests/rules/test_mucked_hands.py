"""Hands taken in, mixed up, thrown away and fetched back."""

from typing import Any

import pytest
from builders import Log, chips_in_all, codes, rulings, said
from stories import GAMES, at, hand_of, opened_at, paid, to_act

FLUSH = "Ah 8h 7d 3d"
PAIR = "Ks Qc 8s 4s"


def omaha(**options: Any) -> Log:
    """Four at the showdown with a board of Kh 9h 2h 5c Jd; seats 3 and 4 give up."""
    log = at("omaha-limit", "showdown", options=options)
    return log.add("mucked", seat=3).add("mucked", seat=4)


# --- Taken in by the dealer (rrop-irregularities/2) ------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("identifiable", "code", "status"),
    [(True, "hand_live", "live"), (False, "hand_dead", "dead"), (None, "floor_decides", "dead")],
)
def test_a_hand_the_dealer_takes_in_lives_only_if_it_can_be_picked_out(
    game: str, identifiable: bool | None, code: str, status: str
) -> None:
    log, seat = opened_at(game)
    log.add("mucked", seat=seat, by="dealer", identifiable=identifiable)

    assert ("rrop-irregularities/2", code, seat) in said(log.judged())
    assert hand_of(log).seats[seat].status == status


def test_a_bet_nobody_has_called_comes_back_with_a_killed_hand() -> None:
    log, _ = opened_at("draw-high", seats=4)
    log.add("mucked", seat=1, by="dealer", identifiable=False)
    docket = log.judged()

    assert ("rrop-irregularities/2", "bet_returned", 1) in said(docket)
    assert docket.state.players[1].purse == 498
    assert hand_of(log).bet_to_match == 0
    assert chips_in_all(docket) == 2000


def test_a_bet_that_was_called_stays_in_the_pot() -> None:
    log, _ = opened_at("draw-high", seats=4)
    log.does("2 call 10").add("mucked", seat=1, by="dealer", identifiable=False)
    docket = log.judged()

    assert "bet_returned" not in codes(docket)
    assert docket.state.players[1].purse == 488


@pytest.mark.parametrize(
    ("options", "facts", "purse"),
    [
        ({"protected_hand_refund": "on"}, {"protected": True}, 500),
        ({"protected_hand_refund": "on"}, {"protected": False}, 488),
        ({"protected_hand_refund": "on"}, {}, 488),
        ({}, {"protected": True}, 488),
    ],
)
def test_a_protected_hand_is_refunded_where_the_house_says_so(
    options: dict[str, Any], facts: dict[str, bool], purse: int
) -> None:
    log, _ = opened_at("draw-high", seats=4, options=options)
    log.does("2 call 10")
    log.calls_attention("protected_hand", by=1, seat=1, facts={"identifiable": True, **facts})
    log.add("mucked", seat=1, by="dealer", identifiable=False)
    log.calls_attention("killed_hand", by=1, seat=1, facts={"identifiable": False, **facts})

    assert log.judged().state.players[1].purse == purse


def test_a_hand_that_lies_open_cannot_be_killed() -> None:
    log = omaha().shows(1, PAIR).shows(2, FLUSH)
    log.add("mucked", seat=2, by="dealer", identifiable=False)

    assert not codes(log.judged()) & {"hand_dead", "floor_decides"}
    assert set(paid(log)) == {2}


def test_a_hand_shown_in_part_and_swept_in_is_for_the_floor() -> None:
    log = omaha().shows(1, PAIR).shows(2, "Ah 8h")
    log.add("mucked", seat=2, by="dealer", identifiable=False)
    docket = log.judged()

    assert ("rrop-dead-hand/2", "floor_decides", 2) in said(docket)
    ruling = [r for r in rulings(docket) if r.rule == "rrop-dead-hand/2"][-1]
    log.add(
        "floor_decided",
        ruling=ruling.id,
        decision="overridden",
        outcomes=[{"code": "hand_live", "seat": 2}],
        reason="two players saw all four cards",
    )
    assert hand_of(log).seats[2].status == "live"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"identifiable": True}, "hand_live"),
        ({"identifiable": False}, "hand_dead"),
        ({}, "floor_decides"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_fold_that_slides_into_a_hand(game: str, facts: dict[str, bool], code: str) -> None:
    log, folder = opened_at(game)
    log.add("acted", seat=folder, verb="fold")
    victim = to_act(log)
    log.calls_attention("mixed_hand", by=victim, seat=victim, facts=facts)

    assert ("rrop-irregularities/2", code, victim) in said(log.judged())


def test_folded_cards_recorded_as_moved_into_a_live_hand() -> None:
    log, folder = opened_at("draw-high")
    log.add("acted", seat=folder, verb="fold")
    victim = to_act(log)
    log.add("card_moved", **{"from": folder, "to": victim})

    assert ("rrop-irregularities/2", "floor_decides", victim) in said(log.judged())
    assert hand_of(log).seats[victim].live


# --- Given up and fetched back ---------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "identifiable", "code", "status"),
    [
        ("tda", True, "hand_live", "live"),
        ("tda", False, "hand_dead", "dead"),
        ("tda", None, "floor_decides", "dead"),
        ("rrop", True, "floor_decides", "live"),
        ("rrop", False, "hand_dead", "dead"),
        ("rrop", None, "floor_decides", "dead"),
    ],
)
def test_a_hand_laid_down_at_the_showdown_and_picked_up_again(
    rules: str, identifiable: bool | None, code: str, status: str
) -> None:
    log = omaha(general_rules=rules).add("mucked", seat=2, identifiable=identifiable)
    log.shows(1, PAIR).add("hand_retrieved", seat=2)

    assert ("rrop-dead-hand/2", code, 2) in said(log.judged())
    assert hand_of(log).seats[2].status == status


def test_the_hand_fetched_back_wins_by_its_cards() -> None:
    log = omaha(general_rules="tda").add("mucked", seat=2, identifiable=True)
    log.shows(1, PAIR).add("hand_retrieved", seat=2).shows(2, FLUSH)

    assert paid(log) == {2: 48}


def test_once_the_pot_is_pushed_a_thrown_hand_is_presumed_dead() -> None:
    log = omaha(general_rules="tda").add("mucked", seat=2, identifiable=True).shows(1, PAIR)
    log.add("pot_awarded", to={"1": 48}).add("hand_retrieved", seat=2)

    assert hand_of(log).seats[2].status == "dead"


@pytest.mark.parametrize("game", ["draw-high", "omaha-limit", "blue-beacon", "baseball"])
def test_cards_thrown_with_nothing_to_call_are_given_back_until_somebody_acts(game: str) -> None:
    log = at(game, "betting", street=2)
    seat = to_act(log)
    log.add("mucked", seat=seat, identifiable=True)
    kept = log.copy().add("hand_retrieved", seat=seat)
    late = log.copy().add("acted", seat=to_act(log), verb="check").add("hand_retrieved", seat=seat)

    assert ("rrop-dead-hand/1b", "hand_live", seat) in said(kept.judged())
    assert to_act(kept) == seat
    assert ("rrop-dead-hand/1b", "hand_live", seat) not in said(late.judged())
    assert not hand_of(late).seats[seat].live


@pytest.mark.parametrize(("sure", "code"), [(True, "hand_live"), (False, "hand_dead")])
def test_whatever_it_is_called_the_hand_is_restored_if_it_can_be_told_apart(
    sure: bool, code: str
) -> None:
    log, folder = opened_at("omaha-limit")
    log.add("acted", seat=folder, verb="fold")
    victim = to_act(log)
    log.calls_attention("cards_slid_over", seat=victim, facts={"identifiable": sure})

    assert ("rrop-irregularities/2", code, victim) in said(log.judged())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("facts", "live"), [({"identifiable": True}, False), ({"misinformed": True}, True)]
)
def test_a_fold_facing_a_bet_comes_back_only_for_wrong_information(
    game: str, facts: dict[str, bool], live: bool
) -> None:
    log, seat = opened_at(game)
    log.add("acted", seat=seat, verb="fold")
    log.calls_attention("retrieve_hand", by=seat, facts={"identifiable": True, **facts})
    docket = log.judged()

    assert ("rrop-dead-hand/2", "floor_decides", seat) in said(docket)
    assert hand_of(log).seats[seat].live is live


@pytest.mark.parametrize(("facing", "code"), [(True, "hand_dead"), (False, "hand_live")])
def test_upcards_turned_down_in_stud(facing: bool, code: str) -> None:
    log, seat = opened_at("baseball")
    if not facing:
        log = at("baseball", "betting", street=2)
        seat = to_act(log)
    log.calls_attention("upcards", by="dealer", seat=seat)

    assert ("rrop-dead-hand/1c", code, seat) in said(log.judged())


@pytest.mark.parametrize("how", ["hand_retrieved", "retrieve_hand"])
@pytest.mark.parametrize(
    ("acts", "rule", "code"),
    [
        ((), "rrop-dead-hand/1b", "hand_live"),
        (("2 check",), "rrop-dead-hand/1b", "hand_dead"),
    ],
)
def test_to_ask_for_a_hand_back_is_answered_as_to_take_it(
    how: str, acts: tuple[str, ...], rule: str, code: str
) -> None:
    log = at("draw-high", "betting").add("mucked", seat=1, identifiable=True).does(*acts)
    if how == "hand_retrieved":
        log.add(how, seat=1)
    else:
        log.calls_attention(how, by=1)

    assert (rule, code, 1) in said(log.judged())
