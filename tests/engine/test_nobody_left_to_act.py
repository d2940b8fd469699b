"""A seat with nobody left to act against has no turn, and pays no price nobody can collect.

Each hit has a near miss beside it, where one more opponent has chips or one chip is missing.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import Log, codes, offered, seat_of, state, table


def blinds(log: Log, small: tuple[int, int], big: tuple[int, int], button: int) -> Log:
    """A hand with its blinds in, all-in where that is all the seat has, and two cards each."""
    log.hand(button)
    for kind, (seat, amount) in (("small_blind", small), ("big_blind", big)):
        log.add("posted", seat=seat, kind=kind, amount=amount)
    return log.deal(4 if log.events[0]["game"] == "omaha-limit" else 2)


def omaha(chips: dict[int, int], small: int = 3, big: int = 6) -> Log:
    """Three players, button on seat 3."""
    stakes = {"lower": 6, "higher": 12, "unit": 1, "small_blind": 3, "big_blind": 6}
    log = table("omaha-limit", seats=3, chips=chips, stakes=stakes)
    return blinds(log, (1, small), (2, big), 3)


def heads_up(chips: dict[int, int], small: int = 3, big: int = 6) -> Log:
    """Two players; the button has the small blind."""
    return blinds(table("holdem-limit", seats=2, chips=chips), (1, small), (2, big), 1)


def stud(chips: dict[int, int]) -> Log:
    """Three players, the bring-in to seat 3."""
    log = table("five-card-stud", seats=3, chips=chips).hand(3)
    return log.antes(1, 2, 3, amount=1).downs().ups("1 Kc", "2 Qd", "3 2h")


TOLD: dict[str, tuple[Log, str, int | None, int]] = {
    "the small blind is all-in for 2 and the button folds: the big blind is not asked": (
        omaha({1: 2}, small=2).does("3 fold"),
        "dealing",
        None,
        0,
    ),
    "the button calls instead, so the big blind has its option": (
        omaha({1: 2}, small=2).does("3 call"),
        "betting",
        2,
        0,
    ),
    "the big blind is all-in for no more than the small blind has in": (
        heads_up({2: 3}, big=3),
        "dealing",
        None,
        0,
    ),
    "the big blind is all-in for one more: only that one can be called": (
        heads_up({2: 4}, big=4),
        "betting",
        1,
        1,
    ),
    "three-handed, the same blind costs the whole price, since the small blind could collect": (
        omaha({2: 4}, big=4),
        "betting",
        3,
        6,
    ),
    "both blinds are all-in: the button pays what the larger can match": (
        omaha({1: 3, 2: 4}, small=3, big=4),
        "betting",
        3,
        4,
    ),
    "the bettor is all-in and called by one: the round is over": (
        heads_up({2: 10}).does("1 raise 12", "2 call 10"),
        "dealing",
        None,
        0,
    ),
    "the small blind completes, the big blind has chips: it may still raise": (
        heads_up({}).does("1 call"),
        "betting",
        2,
        0,
    ),
    "the small blind is all-in with exactly the big blind": (
        heads_up({1: 6}).does("1 call 6"),
        "dealing",
        None,
        0,
    ),
    "on the flop two are all-in and one has chips: nothing to act on": (
        omaha({1: 6, 2: 6}).does("3 call", "1 call", "2 check").board("2c 3c 4c"),
        "dealing",
        None,
        0,
    ),
    "an all-in bring-in and an all-in call leave one with chips": (
        stud({1: 3, 3: 3}).does("3 bet 2", "1 call 2", "2 fold"),
        "dealing",
        None,
        0,
    ),
    "a draw bet all-in and called once: the draw is due": (
        table(seats=3, chips={2: 12})
        .hand(1)
        .antes(1, 2, 3)
        .deal()
        .does("2 bet 10", "3 call", "1 fold"),
        "drawing",
        2,
        0,
    ),
    "all-in for the antes but one, draw high: the draw is due": (
        table(seats=3, chips={1: 2, 2: 2}).hand(1).antes(1, 2, 3).deal(),
        "drawing",
        2,
        0,
    ),
    "all-in for the antes but two, draw high: they bet": (
        table(seats=3, chips={1: 2}).hand(1).antes(1, 2, 3).deal(),
        "betting",
        2,
        0,
    ),
    "all-in for the antes, jacks or better: each keeps the turn to open": (
        table("jacks-or-better", seats=3, chips={1: 2, 2: 2, 3: 2}).hand(1).antes(1, 2, 3).deal(),
        "betting",
        2,
        0,
    ),
    "the opener is all-in for the antes and declares; a lone opponent is not asked to bet": (
        table("jacks-or-better", seats=2, chips={2: 2})
        .hand(1)
        .antes(1, 2)
        .deal()
        .add("pot_declared_open", seat=2),
        "drawing",
        2,
        0,
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_the_turn_goes_to_whom_it_can(case: str) -> None:
    log, phase, turn, price = TOLD[case]
    hand = state(log)["hand"]

    assert (hand["phase"], hand["to_act"], hand["to_call"]) == (phase, turn, price)
    assert codes(log.judged()) <= {"hand_live", "pot_layered"}


def test_what_nobody_matched_goes_back_to_the_blind() -> None:
    log = omaha({1: 2}, small=2).does("3 fold")

    assert state(log)["hand"]["pot"] == 4
    assert state(log)["table"]["stacks"]["2"] == 498


def killed(log: Log, seat: int) -> Log:
    """The floor rules the seat's hand dead."""
    return log.add(
        "floor_decided",
        decision="overridden",
        outcomes=[{"code": "hand_dead", "seat": seat}],
        reason="late",
    )


def test_the_last_opponent_with_chips_leaves_by_a_ruling() -> None:
    log = omaha({1: 3}).does("3 call")
    assert state(log)["hand"]["to_act"] == 2

    killed(log, 3)

    assert state(log)["hand"]["to_act"] is None
    assert state(log)["hand"]["phase"] == "dealing"


def test_the_last_opponent_of_all_leaves_by_a_ruling() -> None:
    log = omaha({}).does("3 fold", "1 call")

    killed(log, 1)

    shown = state(log)["hand"]
    assert shown["phase"] == "showdown"
    assert shown["result"]["paid"] == {"2": 12}


def test_a_raise_is_offered_only_against_somebody_with_chips() -> None:
    def verbs(log: Log) -> set[Any]:
        return {one.get("verb") for one in offered(log)}

    assert verbs(heads_up({2: 12}).does("1 raise 12", "2 call 12")) == {None}
    assert verbs(heads_up({1: 12}).does("1 raise 12")) == {"call", "fold"}
    assert verbs(heads_up({1: 13}).does("1 raise 12")) == {"call", "raise", "fold"}
    assert verbs(omaha({3: 12}).does("3 raise 12", "1 call")) == {"call", "raise", "fold"}


@pytest.mark.parametrize(("chips", "raises"), [(4, False), (6, False), (7, True)])
def test_an_all_in_raise_is_offered_only_beyond_the_price(chips: int, raises: bool) -> None:
    log = omaha({3: chips})

    assert ("raise" in {one.get("verb") for one in offered(log)}) is raises


def test_a_call_of_the_price_leaves_nothing_owed() -> None:
    log = heads_up({2: 4}, big=4).does("1 call")

    assert seat_of(log, 1)["put_in"] == 4
    assert codes(log.judged()) == set()


def passed_out(chips: dict[int, int]) -> Log:
    """Three ante 2, short where they have less, and pass; the next hand has four players."""
    log = table("jacks-or-better", seats=4, chips=chips).hand(3, seats=[1, 2, 3])
    for seat in (1, 2, 3):
        paid = min(chips.get(seat, 2), 2)
        log.add("posted", seat=seat, kind="ante", amount=paid)
    return log.deal().does("1 check", "2 check", "3 check")


def test_the_layer_that_a_short_ante_cannot_win_is_carried() -> None:
    short, whole = (state(passed_out({2: left}))["table"]["carried"] for left in (1, 2))

    assert [(one["amount"], one["eligible"]) for one in short] == [(3, [1, 2, 3]), (2, [1, 3])]
    assert [(one["amount"], one["eligible"]) for one in whole] == [(6, [1, 2, 3])]


def test_a_newcomer_makes_up_one_ante_for_a_deal_with_a_short_one() -> None:
    log = passed_out({2: 1}).add("hand_ended").add("chips_bought", seat=2, amount=100).hand(4)
    posts = {one["seat"]: one["amount"] for one in offered(log) if one["type"] == "posted"}

    assert posts == {1: 2, 2: 2, 3: 2, 4: 4}


@pytest.mark.parametrize(("chips", "then"), [(12, 20), (14, 20), (15, 25), (16, 26), (20, 30)])
def test_an_opening_raise_all_in_counts_by_what_lies_beyond_the_bet(chips: int, then: int) -> None:
    log = table(seats=4, chips={2: chips + 2}).hand(1).antes(1, 2, 3, 4).deal()
    log.add("announced", topic="raise", by=2).does(f"2 all-in {chips}")
    raises = [one["to"] for one in offered(log) if one.get("verb") == "raise"]

    assert codes(log.judged()) <= {"hand_live", "pot_layered"}
    assert raises == [then]


def runout(log: Log) -> Log:
    """Third street, with an ante of last chips that leaves one seat with chips."""
    log.hand(2).add("posted", seat=1, kind="ante", amount=1)
    return log.add("posted", seat=2, kind="ante", amount=1).downs(2).ups("1 Kc", "2 Qd")


def test_the_signal_after_a_whole_deal_does_not_pass_over_the_next_street() -> None:
    log = runout(table("seven-card-stud", seats=2, chips={1: 1}))
    silent, told = log.copy(), log.copy().add("deal_completed")
    for one in (silent, told):
        one.add("dealt", to="burn").ups("1 2c", "2 3d")

    assert codes(told.judged()) == codes(silent.judged()) == set()
    assert state(told)["hand"]["seats"]["1"]["count"] == 4
