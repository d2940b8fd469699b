"""Jacks or better: the matrix of a false opening, proof, splitting, carried pots."""

from typing import Any

import builders
import pytest
from builders import codes, said, table

from adjudicator.docket import Docket

TENS = "Ts Td 8c 5h 2s"


def four_opens(button: int = 6, **kwargs: Any) -> builders.Log:
    """Three checks, then seat 4 opens for 10 (antes of 1)."""
    stakes = {"ante": 1, "small_bet": 10, "big_bet": 20}
    log = table("jacks-or-better", stakes=stakes, **kwargs).hand(button).antes(amount=1).deal()
    return log.does("1 check", "2 check", "3 check", "4 bet 10")


def purses(docket: Docket) -> dict[int, Any]:
    return {seat: player.purse for seat, player in docket.state.players.items()}


@pytest.mark.parametrize(
    ("acts", "plays"),
    [
        ([], False),
        (["5 call 10"], False),
        (["5 call 10", "6 call 10"], True),
        (["5 raise 20"], True),
        (["5 call 10", "6 fold", "1 fold", "2 fold", "3 fold"], True),
    ],
)
def test_the_pot_plays_after_a_raise_two_calls_or_complete_action(
    acts: list[str], plays: bool
) -> None:
    docket = four_opens().does(*acts).shows(4, TENS, "openers").judged()

    assert ("pot_plays" in codes(docket)) is plays
    assert ("jacks-or-better/2c", "hand_dead", 4) in said(docket)
    assert ("jacks-or-better/2c", "bet_stays", 4) in said(docket)


@pytest.mark.parametrize("cards", ["Jh Jd 8c 5h 2s", "3s 3h 2d 2c 9s", "4h 5c 6d 7s 8h"])
def test_a_hand_that_opens_is_no_false_opening(cards: str) -> None:
    assert codes(four_opens().shows(4, cards, "openers").judged()) == set()


@pytest.mark.parametrize(("seat", "may"), [(1, False), (5, True)])
def test_who_passed_may_not_declare(seat: int, may: bool) -> None:
    log = four_opens().shows(4, TENS, "openers")
    docket = log.add("pot_declared_open", seat=seat, to=10).judged()

    assert docket.state.hand is not None
    assert (docket.state.hand.opener == seat) is may


def test_nobody_declares_and_the_caller_gets_the_bet_back() -> None:
    log = four_opens().does("5 call 10").shows(4, TENS, "openers").does("5 check", "6 check")
    docket = log.add("hand_ended").judged()

    assert ("jacks-or-better/2e", "bet_returned", 5) in said(docket)
    assert sum(layer.amount for layer in docket.state.carried) == 16
    assert [layer.kind for layer in docket.state.carried] == ["antes", "forfeited"]
    assert docket.state.next_button == 1
    assert purses(docket)[5] == 499


def test_a_newcomer_waits_while_forfeited_money_rides() -> None:
    log = four_opens(places=7).shows(4, TENS, "openers").does("5 check", "6 check")
    log.add("hand_ended").add("shuffled").add("player_seated", seat=7, player="new", chips=500)

    assert ("draw-high/11", "entry_denied", 7) in said(log.hand(1).judged())


def test_an_all_in_false_opener_is_locked_out_until_another_wins() -> None:
    log = table("jacks-or-better", chips={4: 2}).hand(6).antes().deal()
    log.does("1 check", "2 check", "3 check")
    log.add("pot_declared_open", seat=4, to=0, all_in=True).shows(4, TENS, "openers")
    docket = log.does("5 check", "6 check").add("hand_ended").judged()

    assert docket.state.locked_out == (4,)
    assert sum(layer.amount for layer in docket.state.carried) == 12


@pytest.mark.parametrize(
    ("deals", "expected"), [(1, "re_ante"), (2, "re_ante"), (3, "no_further_ante")]
)
def test_three_deals_with_antes_then_none(deals: int, expected: str) -> None:
    log = table("jacks-or-better")
    for number in range(deals):
        button = 6 if number == 0 else number
        log.hand(button).antes().deal()
        seats = [(button + step) % 6 + 1 for step in range(6)]
        log.does(*(f"{seat} check" for seat in seats)).add("hand_ended").add("shuffled")
    last = list(log.judged().rulings.values())[-1]

    assert expected in {one.code for one in last.outcomes}


def showdown(final: str, discards: str, split: bool, drew: int) -> Docket:
    """Seat 1 opened, drew and tables; seat 4 has a bad hand."""
    log = table("jacks-or-better").hand(6).antes().deal()
    log.does("1 bet 10", "2 fold", "3 fold", "4 call 10", "5 fold", "6 fold")
    log.draws(1, drew, burn=True, **({"splitting": True} if split else {})).draws(4, 0)
    log.does("1 check", "4 check").shows(1, final).shows(4, "2c 3d 5h 6s 8d")
    return (log.shows(1, discards, "discards") if discards else log).judged()


@pytest.mark.parametrize(
    ("discards", "final", "feasible"),
    [
        ("Js", "Jh Th 9h 8h 2c", True),
        ("5c", "Kh Qh 9h 7h 2h", False),
        ("Ad", "Ac Ks Qs Js Ts", True),
        ("Jd Th 3c", "Kd Qc 9h 9s 4d", False),
        ("4d 4s", "8h 8s 6d 5c 2c", True),
        ("9s 3d", "7c 7d 9h Kc 2s", True),
        ("Qs Jc", "Th 9c 8d 3s 3d", True),
    ],
)
def test_split_openers_must_have_been_possible(discards: str, final: str, feasible: bool) -> None:
    docket = showdown(final, discards, split=True, drew=len(discards.split()))

    assert ("loses_pot" in codes(docket)) is not feasible


@pytest.mark.parametrize(
    ("final", "drew", "proved"),
    [
        ("Qs Qh 9c 6d 2s", 3, True),
        ("Kc Jc 9c 7c 4c", 1, False),
        ("Kc Jc 9c 7c 4c", 0, True),
        ("Ts Th Ad Kc Qs", 0, False),
        ("4s 4h 3c Qd 8h", 2, False),
        ("7s 7h 7d Kc 5s", 2, True),
    ],
)
def test_openers_are_proved_by_the_cards_kept(final: str, drew: int, proved: bool) -> None:
    docket = showdown(final, "", split=False, drew=drew)

    assert ("loses_pot" in codes(docket)) is not proved


def test_an_uncontested_opener_owes_proof_and_a_caller_does_not() -> None:
    log = table("jacks-or-better").hand(6).antes().deal()
    log.does("1 bet 10", "2 fold", "3 fold", "4 fold", "5 fold", "6 fold")
    owing = log.judged()
    assert [due.code for due in owing.state.dues] == ["must_prove_openers"]

    shown = log.copy().shows(1, "Qs Qd 8h 5c 3s", "openers").judged()
    assert shown.state.dues == ()
    assert codes(shown) == {"must_prove_openers"}


@pytest.mark.parametrize("who", ["opener", "caller"])
def test_nothing_comes_back_after_the_action_is_complete(who: str) -> None:
    log = four_opens().does("5 call 10", "6 fold", "1 fold", "2 fold", "3 fold")
    if who == "caller":
        log.draws(4, 0).draws(5, 0).does("4 bet 20", "5 call 20")
    seat = 4 if who == "opener" else 5
    docket = log.calls_attention("refund", by=seat, seat=seat).judged()

    assert "bet_stays" in codes(docket)
    assert not codes(docket) & {"bet_returned", "bet_withdrawable"}


def test_no_seat_changes_while_antes_ride() -> None:
    log = table("jacks-or-better", places=7).hand(6).antes().deal()
    log.does(*(f"{seat} check" for seat in range(1, 7))).add("hand_ended").add("shuffled")
    docket = log.add("seat_changed", seat=2, to=7).judged()
    assert ("draw-high/10", "seat_change_denied", 2) in said(docket)

    docket.record({"type": "seat_changed", "seat": 7, "to": 2})
    assert docket.state.dues == ()
