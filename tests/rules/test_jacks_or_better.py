"""Jacks or better: the matrix of a false opening, proof, splitting, carried pots."""

from typing import Any

import builders
import pytest
from builders import codes, said, table

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket

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
    assert (docket.state.hand.opening.opener == seat) is may


def test_nobody_declares_and_the_caller_gets_the_bet_back() -> None:
    log = four_opens().does("5 call 10").shows(4, TENS, "openers").does("5 check", "6 check")
    docket = log.add("hand_ended").judged()

    assert ("jacks-or-better/2e", "bet_returned", 5) in said(docket)
    assert sum(layer.amount for layer in docket.state.carried) == 16
    assert [layer.kind for layer in docket.state.carried] == ["antes", "forfeited"]
    assert docket.state.next_button == 1
    assert purses(docket)[5] == 499


def test_an_all_in_false_opener_is_locked_out_until_another_wins() -> None:
    log = table("jacks-or-better", chips={4: 2}).hand(6).antes().deal()
    log.does("1 check", "2 check", "3 check")
    log.add("pot_declared_open", seat=4, to=0, all_in=True).shows(4, TENS, "openers")
    docket = log.does("5 check", "6 check").add("hand_ended").judged()

    assert docket.state.locked_out == (4,)
    assert sum(layer.amount for layer in docket.state.carried) == 12


@pytest.mark.parametrize(
    ("chips", "cards", "locked"),
    [(2, TENS, (4,)), (3, TENS, ()), (2, "Js Jh 8d 7c 2h", ())],
    ids=["all-in for the ante", "one chip more", "openers held"],
)
def test_an_all_in_opener_without_openers_is_locked_out_uncontested_too(
    chips: int, cards: str, locked: tuple[int, ...]
) -> None:
    log = table("jacks-or-better", chips={4: chips}).hand(6).antes().deal()
    log.does("1 check", "2 check", "3 check")
    if chips == 2:
        log.add("pot_declared_open", seat=4, to=0, all_in=True)
    else:
        log.does("4 all-in 1")
    log.does("5 fold", "6 fold", "1 fold", "2 fold", "3 fold").shows(4, cards, "openers")

    assert log.add("hand_ended").judged().state.locked_out == locked


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


def test_plain_draw_high_opened_on_jacks_is_ruled_by_the_same_articles() -> None:
    log = table(options={"opening_requirement": "jacks"}).hand(6).antes().deal()
    jacks = log.does("1 bet 10", "2 call 10").shows(1, TENS, "openers").judged()
    anything = table().hand(6).antes().deal().does("1 bet 10", "2 call 10")

    assert ("jacks-or-better/2c", "hand_dead", 1) in said(jacks)
    assert codes(anything.shows(1, TENS, "openers").judged()) == set()


@pytest.mark.parametrize(("option", "asked"), [("on", (5, 6)), ("off", (6,))])
def test_a_house_may_bring_back_hands_folded_to_a_false_opening(
    option: str, asked: tuple[int, ...]
) -> None:
    log = four_opens(options={"revive_folds_on_false_open": option}).does("5 fold")
    hand = log.shows(4, TENS, "openers").judged().state.hand

    assert hand is not None
    assert hand.opening.call is not None
    assert hand.opening.call.asked == asked
    assert hand.seats[5].live is (5 in asked)


def test_a_hand_folded_before_the_false_opening_stays_folded() -> None:
    stakes = {"ante": 1, "small_bet": 10, "big_bet": 20}
    options = {"revive_folds_on_false_open": "on"}
    log = table("jacks-or-better", stakes=stakes, options=options).hand(6).antes(amount=1).deal()
    log.does("1 fold", "2 check", "3 check", "4 bet 10").shows(4, TENS, "openers")
    hand = log.judged().state.hand

    assert hand is not None
    assert not hand.seats[1].live


@pytest.mark.parametrize(
    ("option", "involved"),
    [("dealt_in", (1, 2, 3, 4, 5, 6)), ("live_at_false_open", (1, 2, 3, 4, 6))],
)
def test_who_was_involved_in_a_false_opening_is_a_house_option(
    option: str, involved: tuple[int, ...]
) -> None:
    log = four_opens(options={"involved": option}).does("5 fold").shows(4, TENS, "openers")
    carried = log.does("6 check").judged().state.carried

    assert [layer.involved for layer in carried if layer.kind == "forfeited"] == [involved]


@pytest.mark.parametrize(
    ("option", "limit", "expected"),
    [("on", 1, "re_ante"), ("off", 1, "no_further_ante"), ("off", 2, "re_ante")],
)
def test_after_a_false_opening_all_ante_even_at_the_limit_unless_the_house_says_no(
    option: str, limit: int, expected: str
) -> None:
    log = four_opens(options={"ante_after_false_open": option, "ante_limit": limit})
    log.shows(4, TENS, "openers").does("5 check", "6 check")

    assert expected in codes(log.judged())


def test_a_false_opener_locked_out_is_eligible_for_no_layer() -> None:
    log = table("jacks-or-better", chips={4: 2}).hand(6).antes().deal()
    log.does("1 check", "2 check", "3 check")
    log.add("pot_declared_open", seat=4, to=0, all_in=True).shows(4, TENS, "openers")
    docket = log.does("5 check", "6 check").judged()

    assert [layer.eligible for layer in docket.state.carried] == [(1, 2, 3, 5, 6)]
    assert not any("of 0" in ruling.text for ruling in docket.rulings.values())


def test_further_bets_of_a_false_opener_are_offered_back_while_others_are_asked() -> None:
    stakes = {"ante": 1, "small_bet": 10, "big_bet": 20}
    log = table("jacks-or-better", stakes=stakes).hand(6).antes(amount=1).deal()
    log.does("1 check", "2 check", "3 check").add("announced", topic="raise", value=20, by=4)
    log.does("4 bet 20", "5 call 20").shows(4, TENS, "openers")

    back = {"type": "bet_taken_back", "seat": 4, "amount": 10}
    assert back in next_entries(log.judged().state)


def opened_on(cards: str, **options: Any) -> builders.Log:
    """Seat 1 opens on cards the log knows, and everybody folds or seat 4 calls."""
    log = table("jacks-or-better", options=options).hand(6).antes()
    for card in cards.split():
        log.add("dealt", to=1, card=card).cards(2, 3, 4, 5, 6)
    return log.add("deal_completed").does("1 bet 10", "2 fold", "3 fold")


@pytest.mark.parametrize(
    ("cards", "option", "expected"),
    [
        ("Qs Qd 3c 4c 5c", "on", set()),
        ("Qs Qd 3c 4c 5c", "off", {"must_prove_openers"}),
        (TENS, "on", {"loses_pot"}),
        (TENS, "off", {"must_prove_openers"}),
    ],
)
def test_recorded_cards_prove_openers_only_where_the_house_says_so(
    cards: str, option: str, expected: set[str]
) -> None:
    log = opened_on(cards, proof_from_log=option).does("4 fold", "5 fold", "6 fold")

    assert codes(log.judged()) == expected


@pytest.mark.parametrize(
    ("opened", "option", "loses"),
    [
        ("Kd Qs Js 9s Ad", "feasibility", False),
        ("Kd Qs Js 9s Ad", "verified_identity", True),
        ("Ac Qs Js 9s Ad", "verified_identity", False),
    ],
)
def test_verified_identities_decide_a_split_only_by_option(
    opened: str, option: str, loses: bool
) -> None:
    log = opened_on(opened, openers_proof=option).does("4 call 10", "5 fold", "6 fold")
    log.add("draw_indicated", seat=1, count=1, splitting=True)
    log.add("discarded", seat=1, count=1, cards=["Ad"], under_chip=True).cards("burn")
    log.add("dealt", to=1, card="Ac" if opened[0] == "K" else "Kd").draws(4, 0)
    log.does("1 check", "4 check").shows(1, "Ac Kd Qs Js 9s").shows(4, "2c 3d 5h 6s 8d")
    docket = log.shows(1, "Ad", "discards").judged()

    assert ("loses_pot" in codes(docket)) is loses


@pytest.mark.parametrize(
    ("option", "expected"), [("rule7", {"warning", "floor_decides"}), ("loses_pot", {"loses_pot"})]
)
def test_discards_under_a_chip_are_looked_at_though_nothing_was_said(
    option: str, expected: set[str]
) -> None:
    log = table("jacks-or-better", options={"undeclared_split": option}).hand(6).antes().deal()
    log.does("1 bet 10", "2 fold", "3 fold", "4 call 10", "5 fold", "6 fold")
    log.add("draw_indicated", seat=1, count=1)
    log.add("discarded", seat=1, count=1, under_chip=True).cards("burn", 1).draws(4, 0)
    log.does("1 check", "4 check").shows(1, "Kc Jc 9c 7c 4c").shows(4, "2c 3d 5h 6s 8d")
    docket = log.shows(1, "Jh", "discards").judged()

    assert expected <= codes(docket)
    assert ("loses_pot" in codes(docket)) is (option == "loses_pot")


@pytest.mark.parametrize(("asked", "warned"), [(True, True), (False, False)])
def test_an_opener_asked_to_keep_the_hand_who_mucks_a_loser_is_warned(
    asked: bool, warned: bool
) -> None:
    log = table("jacks-or-better").hand(6).antes().deal()
    log.does("1 bet 10", "2 fold", "3 fold", "4 call 10", "5 fold", "6 fold")
    if asked:
        log.calls_attention("retain_openers", by=6, seat=1)
    log.draws(1, 0).draws(4, 0).does("1 check", "4 bet 20", "1 call 20").shows(4, "As Ad 3c 4c 5c")
    log.add("mucked", seat=1, by="owner").add("pot_awarded", to={"4": 72}).add("hand_ended")

    assert (("jacks-or-better/8", "warning", 1) in said(log.judged())) is warned


@pytest.mark.parametrize(
    ("option", "paid", "carried"),
    [("carry", {}, [("forfeited", 12)]), ("last_folder", {6: 12}, [])],
)
def test_an_uncontested_opener_who_cannot_prove_leaves_the_pot_to_the_house_option(
    option: str, paid: dict[int, int], carried: list[tuple[str, int]]
) -> None:
    log = table("jacks-or-better", options={"unproved_uncontested": option}).hand(6).antes().deal()
    log.does("1 bet 10", "2 fold", "3 fold", "4 fold", "5 fold", "6 fold")
    state = log.shows(1, TENS, "openers").judged().state

    assert state.hand is not None
    assert state.hand.result is not None
    assert state.hand.result.paid == paid
    assert [(layer.kind, layer.amount) for layer in state.carried] == carried


@pytest.mark.parametrize(
    ("acts", "why"),
    [
        (["5 call 10", "6 call 10"], "two players had called"),
        (["5 raise 20"], "had been raised"),
        (["5 call 10", "6 fold", "1 fold", "2 fold", "3 fold"], "was complete"),
    ],
)
def test_a_pot_that_plays_says_which_of_the_three_reasons_it_is(acts: list[str], why: str) -> None:
    docket = four_opens().does(*acts).shows(4, TENS, "openers").judged()
    (ruling,) = [r for r in docket.rulings.values() if r.rule == "jacks-or-better/4"]

    assert why in ruling.text


def test_the_first_bet_of_every_false_opener_stays_when_nobody_else_declares() -> None:
    log = four_opens().does("5 call 10").shows(4, TENS, "openers")
    log.add("pot_declared_open", seat=5, to=10).shows(5, "9s 9d 3c 4c 5c", "openers")
    docket = log.does("6 check").judged()

    assert sum(layer.amount for layer in docket.state.carried) == 26
    assert "bet_returned" not in codes(docket)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (True, ("rrop-betting/13", "bet_returned", 4)),
        (False, ("jacks-or-better/11", "bet_stays", 4)),
    ],
)
def test_a_call_comes_back_only_if_the_false_hand_lay_open_already(
    before: bool, expected: tuple[str, str, int]
) -> None:
    log = table("jacks-or-better").hand(6).antes().deal()
    log.does("1 bet 10", "2 fold", "3 fold", "4 call 10", "5 fold", "6 fold")
    log.draws(1, 0).draws(4, 0).does("1 bet 20")
    if before:
        log.shows(1, TENS).does("4 call 20")
    else:
        log.does("4 call 20").shows(1, TENS)
    docket = log.calls_attention("refund", by=4, seat=4).judged()

    assert expected in said(docket)
    assert purses(docket)[4] == (488 if before else 468)


def carried(**kwargs: Any) -> builders.Log:
    """Seat 4's first bet and the antes ride."""
    log = four_opens(places=8, **kwargs).shows(4, TENS, "openers")
    return log.does("5 check", "6 check").add("hand_ended")


@pytest.mark.parametrize(
    ("place", "name", "seats", "denied"),
    [
        (2, "new", range(1, 7), True),
        (2, "P2", range(1, 7), False),
        (7, "P2", (1, 3, 4, 5, 6, 7), False),
    ],
)
def test_a_part_in_a_carried_pot_belongs_to_the_player_and_not_to_the_place(
    place: int, name: str, seats: Any, denied: bool
) -> None:
    log = (
        carried().add("player_left", seat=2).add("player_seated", seat=place, player=name, chips=90)
    )
    docket = log.hand(1, seats=list(seats)).judged()

    assert ("entry_denied" in codes(docket)) is denied


def test_a_seat_changed_against_the_rule_is_played_from_and_its_part_in_the_pot_goes_along() -> (
    None
):
    log = carried().add("seat_changed", seat=2, to=7).hand(1, seats=[1, 3, 4, 5, 6, 7])
    docket = log.judged()

    assert "entry_denied" not in codes(docket)
    assert docket.state.hand is not None
    assert all(7 in layer.eligible for layer in docket.state.hand.carried_pot)


def test_a_lock_out_goes_where_its_player_goes() -> None:
    log = table("jacks-or-better", chips={4: 2}, places=8).hand(6).antes().deal()
    log.does("1 check", "2 check", "3 check")
    log.add("pot_declared_open", seat=4, to=0, all_in=True).shows(4, TENS, "openers")
    log.does("5 check", "6 check").add("hand_ended").add("seat_changed", seat=4, to=8)

    assert log.judged().state.locked_out == (8,)


def test_the_floor_may_give_an_unproved_pot_to_the_last_player_who_folded() -> None:
    log = table("jacks-or-better").hand(6).antes().deal()
    log.does("1 bet 10", "2 fold", "3 fold", "4 fold", "5 fold", "6 fold").shows(1, TENS, "openers")
    docket = log.judged()
    ruling = list(docket.rulings)[-1]
    decision = {"type": "floor_decided", "ruling": ruling, "decision": "overridden"}
    docket.record({**decision, "reason": "the custom of this room"})

    assert docket.state.carried == ()
    assert docket.state.hand is not None
    assert docket.state.hand.result is not None
    assert docket.state.hand.result.paid == {6: 12}


@pytest.mark.parametrize(
    ("acts", "weighed"),
    [([], {"jacks-or-better/4", "jacks-or-better/5b"}), (["5 raise 20"], {"jacks-or-better/5b"})],
)
def test_a_false_opening_says_what_it_does_not_bring(acts: list[str], weighed: set[str]) -> None:
    docket = four_opens().does(*acts).shows(4, TENS, "openers").judged()
    (ruling,) = [r for r in docket.rulings.values() if r.rule == "jacks-or-better/2c"]

    assert {one.rule for one in ruling.considered} == weighed
