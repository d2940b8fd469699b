"""Baseball: every article bites once, and once it nearly does."""

from typing import Any

import builders
import pytest
from builders import Log, codes, offered, rulings, said, seat_of, state, table, to_act

from adjudicator.record.docket import Docket

FIRST_UPS = ("1 6c", "2 Ad", "3 8d", "4 Tc", "5 Jh", "6 Qh")


def anted(players: int = 6, **kwargs: Any) -> Log:
    """Everyone has anted one; the last seat deals."""
    seats = range(1, players + 1)
    return table("baseball", seats=players, **kwargs).hand(players).antes(*seats, amount=1)


def dealt(*ups: str, players: int = 6, **kwargs: Any) -> Log:
    """Two downcards each and these upcards; the ace in seat 2 begins unless told otherwise."""
    return anted(players, **kwargs).downs(2).ups(*(ups or FIRST_UPS))


def three_handed(*ups: str, **kwargs: Any) -> Log:
    """Seats 1 to 3, seat 3 deals; seat 2 shows an ace and begins."""
    return dealt(*(ups or ("1 6c", "2 Ad", "3 8d")), players=3, **kwargs)


def last_round(*downs: int) -> Log:
    """Three-handed up to the last betting round, all checked; seat 2 always begins."""
    log = three_handed().does("2 check", "3 check", "1 check")
    for ups in (("1 7c", "2 Ac", "3 5d"), ("1 Ks", "2 8c", "3 Th"), ("1 Qs", "2 Jc", "3 2h")):
        log.ups(*ups).does("2 check", "3 check", "1 check")
    return log.cards(*(downs or (1, 2, 3)))


def at_showdown() -> Log:
    """Three-handed, checked to the end; nobody has shown."""
    return last_round().does("2 check", "3 check", "1 check")


HANDS = {
    1: "2c 7s 6c 7c Ks Qs 8h",
    2: "5h 8s Ad Ac 8c Jc Kd",
    3: "Ts 5c 8d 5d Th 2h Jd",
}


def shown(log: Log, *seats: int) -> Log:
    for seat in seats or HANDS:
        log.shows(seat, HANDS[seat])
    return log


def certainty(docket: Docket, rule: str) -> set[str]:
    return {ruling.certainty for ruling in rulings(docket) if ruling.rule == rule}


# --- Players, deck, money --------------------------------------------------------------


@pytest.mark.parametrize(("players", "wrong"), [(2, False), (6, False), (7, True)])
def test_two_to_six_players_are_dealt_in(players: int, wrong: bool) -> None:
    docket = table("baseball", seats=players).hand(1).judged()

    assert (("baseball/players-deck", "dealer_corrects", None) in said(docket)) is wrong


def test_a_joker_is_scrap_and_another_card_is_not() -> None:
    docket = anted().add("dealt", to=1, face="up", card="Jk").judged()

    assert "card_scrap" in codes(docket)
    assert any("baseball/players-deck" in r.cites for r in rulings(docket))
    replaced = anted().downs(2).add("dealt", to=1, face="up", card="Jk").ups("1 Kd").judged()
    assert replaced.state.dues == ()
    assert codes(replaced) == {"card_scrap", "card_replace_next"}
    assert codes(anted().add("dealt", to=1, card="9s").judged()) == set()


@pytest.mark.parametrize("about", ["wild_cards", "payment", "variant"])
def test_a_claim_against_the_wild_cards_is_refused(about: str) -> None:
    docket = dealt().calls_attention(about, by=1, seat=2).judged()
    rule = {"wild_cards": "wilds", "payment": "no-payments", "variant": "profiles"}[about]

    assert (f"baseball/{rule}", "no_irregularity", 2) in said(docket)


def test_a_nine_face_down_is_wild_at_the_showdown() -> None:
    log = last_round().does("2 check", "3 check", "1 check")
    log.shows(1, "9c 7s 6c 7c Ks Qs 2h").shows(2, HANDS[2]).shows(3, HANDS[3])
    hands = state(log)["hand"]["result"]["hands"]

    assert hands["1"]["category"] == "three_of_a_kind"
    assert hands["1"]["wild_as"] == {"9c": "7"}


def test_a_payment_goes_back_and_the_card_stays() -> None:
    log = dealt("1 4c", "1 6c", *FIRST_UPS[1:])
    docket = log.copy().add("posted", seat=1, kind="payment", amount=5).judged()

    assert ("baseball/no-payments", "bet_returned", 1) in said(docket)
    assert ("baseball/no-payments", "card_keep", 1) in said(docket)
    assert docket.state.players[1].purse == -1
    assert state(log)["hand"]["pot"] == 6


def test_a_payment_in_the_betting_leaves_the_bet_alone() -> None:
    log = dealt().does("2 bet 1", "3 call 1").add("posted", seat=3, kind="payment", amount=2)
    docket = log.judged()

    assert docket.state.hand is not None
    assert docket.state.hand.seats[3].bet == 1
    assert docket.state.players[3].purse == -2
    assert docket.state.hand.pot == 8


def test_a_balance_goes_below_zero_without_an_all_in() -> None:
    docket = dealt().does("2 bet 1", "3 raise 2").judged()

    assert codes(docket) == set()
    assert docket.state.players[3].purse == -3
    assert ("baseball/units", "no_irregularity", 3) in said(
        dealt().calls_attention("balance", seat=3).judged()
    )


def test_an_all_in_is_void_and_the_seat_is_asked_again() -> None:
    log = dealt().does("2 bet 1").add("acted", seat=3, verb="call", to="1/2", all_in=True)

    assert ("baseball/units", "action_void", 3) in said(log.judged())
    assert to_act(log) == 3
    assert {"type": "acted", "seat": 3, "verb": "call", "to": 1} in offered(log)


def test_a_missing_ante_is_collected_from_the_balance() -> None:
    log = table("baseball").hand(6).antes(1, 2, 3, 4, 5, amount=1).downs()
    docket = log.judged()
    assert ("baseball/ante", "dealer_corrects", 6) in said(docket)
    assert docket.state.players[6].purse == 0

    log.add("posted", seat=6, kind="ante", amount=1)
    assert log.judged().state.players[6].purse == -1
    assert log.judged().state.dues == ()
    assert codes(dealt().judged()) == set()


@pytest.mark.parametrize(
    ("amount", "code"), [(1, None), (2, "bet_returned"), ("1/2", "dealer_corrects")]
)
def test_an_ante_is_one(amount: int | str, code: str | None) -> None:
    docket = table("baseball").hand(6).add("posted", seat=1, kind="ante", amount=amount).judged()

    assert codes(docket) == ({code} if code else set())


def test_an_ante_pointed_out_is_collected_or_was_paid() -> None:
    log = table("baseball").hand(6).antes(1, 2, 3, 4, 5, amount=1)
    missing = log.copy().calls_attention("missing_ante", seat=6).judged()

    assert ("baseball/ante", "dealer_corrects", 6) in said(missing)
    paid = log.calls_attention("missing_ante", seat=5).judged()
    assert said(paid) == {("baseball/ante", "no_irregularity", 5)}


# --- The dealer ---------------------------------------------------------------------------


def second_hand(button: int) -> Log:
    log = three_handed().does("2 bet 1", "3 fold", "1 fold").add("pot_awarded", to={"2": 3})
    return log.add("hand_ended").add("shuffled").hand(button).antes(1, 2, 3, amount=1)


def test_the_deal_passes_to_the_left_after_a_resolved_pot() -> None:
    log = three_handed().does("2 bet 1", "3 fold", "1 fold").add("pot_awarded", to={"2": 3})

    assert state(log.add("hand_ended"))["table"]["next_button"] == 1
    right = second_hand(1).calls_attention("wrong_button", by=2).judged()
    assert said(right) == {("baseball/dealer", "no_irregularity", None)}


def test_the_same_dealer_twice_is_put_right_before_the_cards() -> None:
    log = second_hand(3).calls_attention("wrong_button", by=1)
    docket = log.judged()

    assert said(docket) == {("baseball/dealer", "dealer_corrects", 1)}
    assert state(log)["hand"]["button"] == 1
    assert offered(log)[0] == {"type": "dealt", "to": 2, "face": "down"}


def test_a_wrong_dealer_is_put_right_until_cards_are_seen() -> None:
    unseen = second_hand(3).downs().calls_attention("wrong_button", by=1).judged()
    assert ("baseball/dealer", "misdeal_redeal", None) in said(unseen)
    assert unseen.state.next_button == 1

    seen = second_hand(3).downs(2).ups("1 6c").calls_attention("wrong_button", by=1).judged()
    assert ("baseball/dealer", "floor_decides", None) in said(seen)
    assert "misdeal_redeal" not in codes(seen)
    assert seen.state.hand is not None
    assert seen.state.hand.on


def test_after_a_wrong_dealer_that_stood_the_rightful_one_deals() -> None:
    log = second_hand(3).downs(2).ups("1 6c", "2 Ad", "3 8d")
    log.calls_attention("wrong_button", by=1).does("2 bet 1", "3 fold", "1 fold")
    log.add("pot_awarded", to={"2": 3}).add("hand_ended")

    assert state(log)["table"]["next_button"] == 1


# --- The deal -----------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "wrong"), [(5, False), (4, True), (6, True)])
def test_the_player_on_the_dealers_right_cuts(seat: int, wrong: bool) -> None:
    docket = anted().add("shuffled", seat=6).add("cut", seat=seat).judged()

    assert (("baseball/deal", "dealer_corrects", 5) in said(docket)) is wrong


def test_an_upcard_dealt_face_down_is_turned_up() -> None:
    log = anted().downs(2).add("dealt", to=1, face="down", card="4c")
    docket = log.judged()
    assert ("baseball/deal", "dealer_corrects", 1) in said(docket)
    assert seat_of(log, 1)["up"] == []

    log.add("exposed", card="4c", seat=1, by="dealer")
    assert seat_of(log, 1)["up"] == ["4c"]
    assert log.judged().state.dues == ()
    assert offered(log)[0] == {"type": "dealt", "to": 1, "face": "up"}
    assert seat_of(log, 1)["expected"] == 4


def test_a_last_card_face_up_is_a_down_card_all_have_seen() -> None:
    log = last_round(1).add("dealt", to=2, face="up", card="4s").add("dealt", to=3)
    docket = log.judged()

    assert said(docket) == {("baseball/deal", "card_keep", 2)}
    assert "4s" not in seat_of(log, 2)["up"]
    assert seat_of(log, 2)["expected"] == 7
    assert to_act(log) == 2
    assert codes(last_round().judged()) == set()


def test_a_last_card_face_up_does_not_change_who_begins() -> None:
    log = last_round(1, 2).add("dealt", to=3, face="up", card="9s")

    assert to_act(log) == 2


@pytest.mark.parametrize("option", ["accepted", "misdeal"])
def test_packets_of_down_cards_are_the_houses_choice(option: str) -> None:
    log = anted(3, options={"stud_packet_deal": option}).cards(1, 1, 2, 2, 3, 3)
    docket = log.ups("1 6c", "2 Ad", "3 8d").calls_attention("deal_order", by=1).judged()

    assert ("misdeal_redeal" in codes(docket)) is (option == "misdeal")


def test_a_street_to_the_wrong_seats_is_moved_before_anyone_acts() -> None:
    log = three_handed().does("2 bet 1", "3 call 1", "1 call 1").ups("2 7c", "3 Ks", "1 Qs")
    in_time = log.copy().calls_attention("wrong_seat", by=1)
    moved = {
        (one.seat, one.card)
        for ruling in rulings(in_time.judged())
        for one in ruling.outcomes
        if ruling.rule == "baseball/deal"
    }
    assert moved == {(1, "7c"), (2, "Ks"), (3, "Qs")}

    for card, by, to in (("7c", 2, 1), ("Ks", 3, 2), ("Qs", 1, 3)):
        in_time.add("card_moved", card=card, to=to, **{"from": by})
    assert seat_of(in_time, 2)["up"] == ["Ad", "Ks"]
    assert in_time.judged().state.dues == ()
    late = log.does("2 check").calls_attention("wrong_seat", by=1).judged()
    assert "dealer_corrects" not in codes(late)


def test_a_first_deal_that_began_with_the_dealer_is_a_misdeal_and_no_street_to_move() -> None:
    log = anted(3).cards(3, 1, 2, 3, 1, 2).ups("3 6c", "1 Ad", "2 8d")
    docket = log.add("deal_completed").calls_attention("first_card", by=1).judged()

    assert "misdeal_redeal" in codes(docket)
    assert "baseball/deal" in rulings(docket)[0].cites


def test_the_cards_go_round_from_the_dealers_left() -> None:
    assert offered(anted())[0] == {"type": "dealt", "to": 1, "face": "down"}
    wrong = anted().cards(2, 1).calls_attention("first_card", by=1).judged()

    assert "misdeal_redeal" in codes(wrong)
    assert any("baseball/deal" in r.cites for r in rulings(wrong))


# --- Burns and the stock --------------------------------------------------------------------


def test_a_card_burned_by_habit_is_the_next_card_due() -> None:
    log = three_handed().does("2 bet 1", "3 call 1", "1 call 1").add("dealt", to="burn")
    docket = log.judged()

    assert said(docket) == {("baseball/no-burn", "dealer_corrects", 1)}
    assert {"type": "card_moved", "from": "burn", "to": 1} in offered(log)
    log.add("card_moved", card="9c", to=1, **{"from": "burn"})
    assert seat_of(log, 1)["up"] == ["6c", "9c"]
    assert log.judged().state.dues == ()
    assert offered(log)[0] == {"type": "dealt", "to": 2, "face": "up"}


def test_a_burn_passed_by_stands_unless_the_floor_says_otherwise() -> None:
    log = three_handed().does("2 bet 1", "3 call 1", "1 call 1").add("dealt", to="burn")
    docket = log.ups("1 7c").judged()

    assert ("baseball/no-burn", "floor_decides", None) in said(docket)
    assert docket.state.dues == ()
    asked = log.calls_attention("burn_error", by=2).judged()
    assert len(rulings(asked)) == 2


def test_a_player_who_helps_himself_gives_the_card_back() -> None:
    log = anted().downs(2).ups("1 6c", "2 4h").add("dealt", to=2, face="up", card="Kd", by=2)
    docket = log.judged()
    assert said(docket) == {("baseball/stock", "dealer_corrects", 2)}

    log.add("card_moved", card="Kd", to="stub", **{"from": 2})
    assert offered(log)[0] == {"type": "dealt", "to": 2, "face": "up"}
    log.ups("2 Kd")
    assert codes(log.judged()) == {"dealer_corrects"}
    assert seat_of(log, 2)["count"] == 4


def test_a_card_taken_and_seen_is_for_the_floor() -> None:
    log = anted().downs(2).ups("1 6c").add("dealt", to=3, face="up", card="Kd", by=3)
    docket = log.judged()
    assert ("baseball/stock", "floor_decides", 3) in said(docket)

    ruling = next(one for one in rulings(docket) if one.certainty == "floor")
    log.add("floor_decided", ruling=ruling.id, decision="overridden", reason="a child took it")
    assert {"type": "card_moved", "from": 3, "to": "stub"} in offered(log)
    back = log.copy().add("card_moved", card="Kd", to="stub", **{"from": 3})
    assert back.judged().state.dues == ()
    assert seat_of(back, 3)["status"] == "live"

    unseen = anted().add("dealt", to=3, by=3)
    assert "floor_decides" not in codes(unseen.judged())
    looked = unseen.calls_attention("stock", seat=3, facts={"untouched": False}).judged()
    assert "floor_decides" in codes(looked)


@pytest.mark.parametrize(("acted", "code"), [(False, "misdeal_redeal"), (True, "hand_live")])
def test_a_deck_that_is_not_whole_voids_the_deal_before_action(acted: bool, code: str) -> None:
    log = dealt().does("2 bet 1") if acted else dealt()
    docket = log.add("deck_fault_found", fault="short", where="stub").judged()

    assert code in codes(docket)
    assert any("baseball/regather" in (r.rule, *r.cites) for r in rulings(docket))


# --- Fours ----------------------------------------------------------------------------------


def test_an_exposed_four_is_followed_at_once_by_its_bonus() -> None:
    log = anted().downs(2).ups("1 6c", "2 4h")
    assert offered(log) == [{"type": "dealt", "to": 2, "face": "up"}]

    log.ups("2 Kd")
    assert codes(log.judged()) == set()
    assert (seat_of(log, 2)["count"], seat_of(log, 2)["expected"]) == (4, 4)
    assert offered(log)[0] == {"type": "dealt", "to": 3, "face": "up"}


def test_a_four_that_came_as_a_bonus_earns_another() -> None:
    log = anted().downs(2).ups("1 4c", "1 4d", "1 Jc")

    assert codes(log.judged()) == set()
    assert seat_of(log, 1)["expected"] == 5
    assert offered(log)[0]["to"] == 2


def test_a_bonus_passed_over_is_the_next_card_and_the_others_keep_theirs() -> None:
    log = anted().downs(2).ups("1 4c", "2 Ad")
    assert said(log.judged()) == {("baseball/exposed-four", "dealer_corrects", 1)}
    assert [one.seq for one in rulings(log.judged())[0].because] == [log.seq - 1, log.seq]

    log.ups("1 Ks")
    assert log.judged().state.dues == ()
    assert seat_of(log, 1)["up"] == ["4c", "Ks"]
    assert seat_of(log, 2)["up"] == ["Ad"]
    assert len(rulings(log.ups("3 8d").judged())) == 1


def test_a_bonus_is_missed_when_the_dealer_ends_the_street() -> None:
    log = dealt("1 6c", "2 Ad", "3 8d", "4 Tc", "5 Jh", "6 4s").add("deal_completed")

    assert said(log.judged()) == {("baseball/exposed-four", "dealer_corrects", 6)}
    log.ups("6 3s")
    assert to_act(log) == 6
    assert log.judged().state.dues == ()


def test_a_bonus_missed_until_the_betting_began_is_given_and_the_floor_looks_at_it() -> None:
    log = dealt("1 6c", "2 Ad", "3 8d", "4 Tc", "5 Jh", "6 4s").does("2 bet 1")
    docket = log.judged()
    assert ("baseball/exposed-four", "floor_decides", 6) in said(docket)
    assert ("baseball/exposed-four", "dealer_corrects", 6) in said(docket)
    assert "action_void" not in codes(docket)

    weak, strong = log.copy().ups("6 5s").judged(), log.ups("6 3s").judged()
    assert len(rulings(weak)) == 1
    assert len(rulings(strong)) == 2
    assert strong.state.hand is not None
    assert strong.state.hand.to_act == 3


def test_the_bonus_of_the_first_actor_cannot_change_who_begins() -> None:
    log = dealt("1 6c", "2 5d", "3 2d", "4 2c", "5 2h", "6 4s").add("deal_completed")
    log.does("1 check", "2 check")
    assert certainty(log.judged(), "baseball/exposed-four") == {"final"}


def test_a_forgotten_bonus_stays_owed_on_the_next_street() -> None:
    log = three_handed("1 4c", "2 Ad", "3 8d").add("deal_completed")
    log.does("2 check", "3 check", "1 check").ups("1 7c", "2 Kc", "3 5d")
    assert to_act(log) == 2
    assert [due.seat for due in log.judged().state.dues] == [1]

    log.ups("1 7s")
    assert log.judged().state.dues == ()
    assert (seat_of(log, 1)["count"], seat_of(log, 1)["expected"]) == (5, 5)
    assert to_act(log) == 1


def test_a_folded_seat_gets_no_bonus() -> None:
    log = dealt("1 4c", "1 7c", *FIRST_UPS[1:]).does("2 bet 1", "3 call 1", "4 call 1", "5 call 1")
    docket = log.does("6 call 1", "1 fold").calls_attention("bonus_card", by=1, seat=1).judged()

    assert "dealer_corrects" not in codes(docket)


def test_a_bonus_claimed_is_answered_by_what_is_owed() -> None:
    paid = dealt("1 4c", "1 7c", *FIRST_UPS[1:]).calls_attention("bonus_card", by=1, seat=1)
    assert said(paid.judged()) == {("baseball/exposed-four", "no_irregularity", 1)}

    owed = anted().downs(2).ups("1 4c", "2 Ad").calls_attention("bonus_card", by=1, seat=1)
    assert said(owed.judged()) == {("baseball/exposed-four", "dealer_corrects", 1)}
    assert len(rulings(owed.judged())) == 1


@pytest.mark.parametrize("moment", ["dealt", "last", "showdown"])
def test_a_hidden_four_earns_nothing(moment: str) -> None:
    if moment == "dealt":
        log = anted().add("dealt", to=1, card="4c").add("dealt", to=2)
    elif moment == "last":
        log = last_round(1, 2).add("dealt", to=3, card="4c")
    else:
        log = at_showdown().shows(1, "4c 4d 6c 7c Ks Qs 8h")
    assert codes(log.judged()) == set()

    seat = 3 if moment == "last" else 1
    docket = log.calls_attention("bonus_card", by=seat, seat=seat).judged()
    assert said(docket) == {("baseball/hidden-four", "no_irregularity", seat)}
    assert not any(one.get("face") == "up" for one in offered(log) if moment != "dealt")


@pytest.mark.parametrize(("option", "expected"), [("bonus_if_becomes_upcard", 4), ("never", 3)])
def test_a_hole_card_four_turned_up_is_the_upcard(option: str, expected: int) -> None:
    log = anted(3, options={"exposed_down_four": option}).cards(1, 2, 3)
    log.add("dealt", to=1, card="4s").add("exposed", card="4s", seat=1, by="dealer")
    docket = log.cards(2, 3).judged()

    assert said(docket) == {("baseball/exposed-four", "card_keep", 1)}
    assert seat_of(log, 1)["up"] == ["4s"]
    assert seat_of(log, 1)["expected"] == expected
    faces = ("up", "down") if expected == 4 else ("down",)
    for face in faces:
        card = {"card": "Kd"} if face == "up" else {}
        assert offered(log)[0] == {"type": "dealt", "to": 1, "face": face}
        log.add("dealt", to=1, face=face, **card)
    assert offered(log)[0]["to"] == 2
    assert len(rulings(log.ups("2 8c", "3 9d").judged())) == 1


@pytest.mark.parametrize(
    ("card", "article"), [("4s", "baseball/exposed-four"), ("5s", "baseball/deal")]
)
def test_a_hole_card_turned_up_cites_the_game(card: str, article: str) -> None:
    ruling = rulings(anted().add("dealt", to=1, face="up", card=card).judged())[0]

    assert article in ruling.cites
    assert "rrop-stud/5" in ruling.cites


def test_a_down_card_that_merely_flashed_stays_down() -> None:
    log = dealt().add("exposed", card="4s", seat=3, by="dealer")
    docket = log.judged()

    assert said(docket) == {("baseball/hidden-four", "card_keep", 3)}
    assert seat_of(log, 3)["up"] == ["8d"]
    assert seat_of(log, 3)["expected"] == 3


# --- Who begins -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ups", "first"),
    [
        (("1 Ks", "2 Qd", "3 9c"), 3),
        (("1 Ad", "2 Qd", "3 9c"), 1),
        (("1 Qd", "2 Ks", "3 9c"), 3),
        (("1 9d", "2 3d", "3 Ac"), 1),
        (("1 4d", "1 3s", "2 Ad", "3 Kc"), 1),
        (("1 Kd", "2 Kc", "3 Kh"), 1),
        (("1 2d", "2 4c", "2 5h", "3 5d"), 2),
    ],
)
def test_the_best_upcards_begin_and_ties_go_round_from_the_dealer(
    ups: tuple[str, ...], first: int
) -> None:
    assert to_act(three_handed(*ups)) == first


@pytest.mark.parametrize(
    ("street", "first"),
    [
        (("1 8h", "2 Kd", "3 7s"), 2),
        (("1 6d", "2 Kd", "3 7s"), 1),
        (("1 3h", "2 Kd", "3 8s"), 3),
        (("1 7s", "2 Kd", "3 9s"), 3),
    ],
)
def test_the_order_is_worked_out_anew_on_every_street(street: tuple[str, ...], first: int) -> None:
    log = three_handed().does("2 check", "3 check", "1 check").ups(*street)

    assert to_act(log) == first


def test_four_to_a_flush_in_view_is_no_flush_and_five_are() -> None:
    log = three_handed("1 2h", "2 Ad", "3 8d").does("2 check", "3 check", "1 check")
    log.ups("1 5h", "2 Kc", "3 8c").does("3 check", "1 check", "2 check")
    log.ups("1 7h", "2 Qc", "3 6c").does("3 check", "1 check", "2 check")
    log.ups("1 4h")
    four = log.copy().ups("1 Js", "2 Tc", "3 5s")
    five = log.copy().ups("1 Jh", "2 Tc", "3 5s")

    assert to_act(four) == 3
    assert to_act(five) == 1


def test_a_wrong_starter_is_put_right_while_nobody_acted_behind() -> None:
    log = three_handed().does("1 bet 1")
    assert said(log.judged()) == {("baseball/first-to-act", "action_backed_up", 1)}
    assert to_act(log) == 2

    docket = log.does("2 bet 1").judged()
    assert "floor_decides" not in codes(docket)
    assert docket.state.hand is not None
    assert docket.state.hand.to_act == 3


def test_a_wrong_start_stands_once_somebody_has_acted_behind() -> None:
    log = dealt().does("3 bet 1", "4 call 1")
    docket = log.judged()

    assert ("baseball/first-to-act", "floor_decides", 3) in said(docket)
    assert docket.state.hand is not None
    assert [docket.state.hand.seats[s].bet for s in (3, 4)] == [1, 1]
    assert docket.state.hand.to_act == 5
    log.does("5 call 1", "6 fold", "1 fold", "2 call 1")
    assert state(log)["hand"]["street"] == 1
    assert state(log)["hand"]["phase"] == "dealing"


def test_later_acts_out_of_turn_are_judged_by_the_general_rule() -> None:
    docket = dealt().does("2 bet 1", "4 call 1").judged()

    assert {ruling.rule for ruling in rulings(docket)} == {"rrop-betting/11"}


# --- The betting ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("2 bet 1", None),
        ("2 bet 2", "bet_returned"),
        ("2 bet 3", "bet_returned"),
    ],
)
def test_a_bet_is_one(act: str, code: str | None) -> None:
    docket = dealt().does(act).judged()

    assert codes(docket) == ({code} if code else set())
    assert docket.state.hand is not None
    assert docket.state.hand.bet_to_match == 1


@pytest.mark.parametrize("players", [2, 6])
def test_three_raises_are_the_most_also_heads_up(players: int) -> None:
    ups = FIRST_UPS[:players]
    log = dealt(*ups, players=players)
    order = (2, 3, 4, 5, 6) if players == 6 else (2, 1, 2, 1, 2)
    log.does(f"{order[0]} bet 1", *(f"{s} raise {n}" for n, s in enumerate(order[1:4], 2)))
    assert codes(log.judged()) == set()
    assert not any(one.get("verb") == "raise" for one in offered(log))

    docket = log.does(f"{order[4]} raise 5").judged()
    assert ("baseball/limits", "raise_not_allowed", order[4]) in said(docket)
    assert docket.state.hand is not None
    assert docket.state.hand.bet_to_match == 4 or docket.state.hand.phase != "betting"


def test_a_check_facing_a_bet_does_not_count() -> None:
    log = dealt().does("2 bet 1", "3 check")

    assert said(log.judged()) == {("baseball/actions", "action_void", 3)}
    assert to_act(log) == 3
    assert codes(dealt().does("2 check", "3 check").judged()) == set()


def test_a_player_pays_the_difference_to_the_level() -> None:
    log = dealt().does("2 bet 1", "3 raise 2", "4 raise 3", "5 fold", "6 fold", "1 fold")
    assert {"type": "acted", "seat": 2, "verb": "call", "to": 3} in offered(log)

    over = log.copy().does("2 call 4").judged()
    assert ("baseball/actions", "bet_returned", 2) in said(over)
    assert over.state.players[2].purse == -4
    pushed = log.copy().add("acted", seat=2, verb="call", chips=[1, 1, 1]).judged()
    assert ("baseball/actions", "bet_returned", 2) in said(pushed)
    short = log.does("2 call 2").judged()
    assert ("baseball/actions", "bet_completed", 2) in said(short)


def test_a_bettor_who_was_only_called_is_not_asked_again() -> None:
    log = three_handed().does("2 bet 1", "3 call 1", "1 call 1")

    assert state(log)["hand"]["phase"] == "dealing"


def test_a_late_bet_brings_those_who_checked_to_act_again() -> None:
    log = three_handed().does("2 check", "3 check", "1 bet 1", "2 call 1")

    assert to_act(log) == 3
    assert state(log)["hand"]["phase"] == "betting"


def test_a_street_dealt_with_one_seat_to_act_is_premature() -> None:
    log = three_handed().does("2 bet 1", "3 call 1").ups("1 7c")
    docket = log.judged()
    assert said(docket) == {("baseball/rounds", "dealer_corrects", 1)}
    assert {"baseball/round-end", "rrop-stud/14"} <= set(rulings(docket)[0].cites)
    assert seat_of(log, 1)["up"] == ["6c"]
    assert seat_of(log, 1)["count"] == 3

    log.add("card_moved", card="7c", to="aside", **{"from": 1}).does("1 fold")
    assert log.judged().state.dues == ()
    assert offered(log)[0] == {"type": "dealt", "to": 2, "face": "up"}
    in_time = three_handed().does("2 bet 1", "3 call 1", "1 call 1").ups("1 7c")
    assert codes(in_time.judged()) == set()


def test_a_premature_down_card_is_not_named() -> None:
    log = three_handed().does("2 check", "3 check").add("dealt", to=1, face="down", card="Ks")
    (ruling,) = rulings(log.judged())

    assert "Ks" not in str(ruling.wire())


def test_an_early_last_card_that_was_looked_at_is_kept() -> None:
    log = last_round_open().add("dealt", to=1, card="Ks")
    log.calls_attention("premature_card", seat=1, facts={"untouched": False})
    assert "card_keep" in codes(log.judged())

    log.add("card_moved", to=1, **{"from": "aside"}).does("1 check")
    assert seat_of(log, 1)["count"] == 7
    assert offered(log)[0] == {"type": "dealt", "to": 2, "face": "down"}
    untouched = last_round_open().add("dealt", to=1).calls_attention("premature_card", seat=1)
    assert "card_keep" not in codes(untouched.judged())


def last_round_open() -> Log:
    """The fourth betting round, seat 1 still to act."""
    log = three_handed().does("2 check", "3 check", "1 check")
    for ups in (("1 7c", "2 Ac", "3 5d"), ("1 Ks", "2 8c", "3 Th")):
        log.ups(*ups).does("2 check", "3 check", "1 check")
    return log.ups("1 Qs", "2 Jc", "3 2h").does("2 check", "3 check")


def test_there_are_five_betting_rounds() -> None:
    assert state(last_round())["hand"]["street"] == 5
    assert state(at_showdown())["hand"]["phase"] == "showdown"


def test_a_round_left_out_is_held_before_the_showdown() -> None:
    log = last_round().shows(2, HANDS[2])
    assert certainty(log.judged(), "baseball/rounds") == {"floor"}
    assert to_act(log) == 2
    assert len(rulings(log.shows(3, HANDS[3]).judged())) == 1

    assert codes(shown(at_showdown(), 2).judged()) == set()


def test_a_card_for_a_folded_seat_goes_to_the_next_one_due() -> None:
    log = three_handed().does("2 bet 1", "3 call 1", "1 fold").ups("1 7c")
    docket = log.judged()
    assert said(docket) == {("baseball/fold", "dealer_corrects", 2)}

    log.add("card_moved", card="7c", to=2, **{"from": 1})
    assert seat_of(log, 2)["up"] == ["Ad", "7c"]
    assert seat_of(log, 1)["count"] == 3
    assert log.judged().state.dues == ()
    assert said(log.judged()) == {("baseball/fold", "dealer_corrects", 2)}
    assert offered(log)[0] == {"type": "dealt", "to": 3, "face": "up"}


def test_a_folded_seat_wins_nothing() -> None:
    log = three_handed().does("2 bet 1", "3 fold", "1 fold")
    wrong = log.copy().add("pot_awarded", to={"1": 3}).judged()

    assert ("baseball/fold", "hand_dead", 1) in said(wrong)
    assert ("rrop-decision/6", "dealer_corrects", None) in said(wrong)
    assert codes(log.add("pot_awarded", to={"2": 3}).judged()) == set()


# --- How many cards -------------------------------------------------------------------------


def bonus_hand() -> Log:
    """Heads-up between seats 2 and 3 of three; seat 2 has had two exposed fours."""
    log = three_handed("1 6c", "2 4d", "2 4c", "2 Ad", "3 8d").does("2 bet 1", "3 call 1", "1 fold")
    for two, three in (("Ac", "5d"), ("8c", "Th"), ("Jc", "2h")):
        log.ups(f"2 {two}", f"3 {three}").does("2 check", "3 check")
    return log.cards(2, 3).does("2 check", "3 check")


def test_nine_cards_with_two_exposed_fours_are_right() -> None:
    log = bonus_hand()
    docket = log.calls_attention("extra_card", seat=2).add("hand_counted", seat=2, count=9)

    assert seat_of(log, 2)["expected"] == 9
    assert ("baseball/best-five", "no_irregularity", 2) in said(docket.judged())


@pytest.mark.parametrize(("count", "code"), [(7, "no_irregularity"), (8, "hand_fouled")])
def test_an_eighth_card_without_an_exposed_four_fouls_the_hand(count: int, code: str) -> None:
    log = at_showdown().calls_attention("extra_card", seat=2)
    assert certainty(log.judged(), "baseball/best-five") == {"conditional"}

    docket = log.add("hand_counted", seat=2, count=count).judged()
    assert ("baseball/best-five", code, 2) in said(docket)
    if code == "hand_fouled":
        assert ("baseball/best-five", "bet_stays", 2) in said(docket)
        assert docket.state.hand is not None
        assert docket.state.hand.seats[2].status == "fouled"


@pytest.mark.parametrize(("count", "code"), [(6, "floor_decides"), (5, "hand_fouled")])
def test_a_hand_that_lacks_only_its_last_card_may_be_live(count: int, code: str) -> None:
    log = at_showdown().calls_attention("short_hand", seat=2)
    docket = log.add("hand_counted", seat=2, count=count).judged()

    assert ("baseball/best-five", code, 2) in said(docket)
    assert docket.state.hand is not None
    assert docket.state.hand.seats[2].live is (code == "floor_decides")


def test_a_tabled_hand_is_counted_as_it_lies() -> None:
    log = at_showdown().shows(2, HANDS[2] + " 2d").calls_attention("extra_card", seat=2)

    assert ("baseball/best-five", "hand_fouled", 2) in said(log.judged())
    assert certainty(log.judged(), "baseball/best-five") == {"final"}


def test_a_card_missing_on_the_street_is_dealt_before_anyone_acts() -> None:
    log = three_handed().does("2 check", "3 check", "1 check").ups("1 7c", "2 Kc")
    log.add("deal_completed").calls_attention("short_hand", seat=3)
    log.add("hand_counted", seat=3, count=3)
    assert ("baseball/best-five", "dealer_corrects", 3) in said(log.judged())
    assert {"type": "dealt", "to": 3, "face": "up"} in offered(log)

    log.ups("3 Ks")
    assert seat_of(log, 3)["up"] == ["8d", "Ks"]
    assert log.judged().state.dues == ()


# --- The end --------------------------------------------------------------------------------


def test_five_eights_beat_a_natural_royal_flush() -> None:
    log = dealt("1 8c", "2 As", players=2).does("2 check", "1 check")
    for one, two in (("8d", "Ks"), ("2c", "Qs"), ("7h", "Js")):
        log.ups(f"1 {one}", f"2 {two}")
        first = state(log)["hand"]["to_act"]
        log.does(f"{first} check", f"{3 - first} check")
    log.cards(1, 2)
    first = state(log)["hand"]["to_act"]
    log.does(f"{first} check", f"{3 - first} check")
    log.shows(1, "8s 8h 8c 8d 2c 7h 3c").shows(2, "Ts 2d As Ks Qs Js 5d")
    result = state(log)["hand"]["result"]

    assert result["hands"]["1"]["category"] == "five_of_a_kind"
    assert result["hands"]["2"]["category"] == "straight_flush"
    assert result["paid"] == {"1": 2}


def test_equal_hands_share_in_exact_fractions_and_there_is_no_odd_chip() -> None:
    log = three_handed("1 Kc", "2 Ks", "3 Kd").does("1 bet 1", "2 raise 2", "3 call 2", "1 call 2")
    for one, two, three in (("Qc", "Qs", "Qd"), ("Jc", "Js", "Jd"), ("2c", "2s", "2d")):
        log.ups(f"1 {one}", f"2 {two}", f"3 {three}").does("1 check", "2 check", "3 check")
    log.cards(1, 2, 3).does("1 bet 1", "2 fold", "3 call 1")
    log.shows(3, "Td Ah Kd Qd Jd 2d 7c").shows(1, "Tc Ac Kc Qc Jc 2c 7d")
    docket = log.judged()
    alike = log.copy()
    alike.events[-2:] = []
    alike.shows(3, "Th Ah Kd Qd Jd 2d 7c").shows(1, "Ts As Kc Qc Jc 2c 7h")

    assert state(log)["hand"]["result"]["paid"] == {"1": 11}
    assert codes(docket) == set()
    shares = alike.judged()
    assert ("baseball/ties", "split_equally", 1) in said(shares)
    assert "odd_chip" not in codes(shares)
    assert state(alike)["hand"]["result"]["paid"] == {"1": "11/2", "3": "11/2"}


def test_wild_and_natural_cards_are_worth_the_same() -> None:
    log = at_showdown().shows(1, "Ah 7s 6c 7c Ks Qs 9h").shows(2, HANDS[2])
    hands = state(log.shows(3, HANDS[3]))["hand"]["result"]["hands"]

    assert hands["1"]["category"] == "three_of_a_kind"


def test_the_last_player_standing_need_not_show() -> None:
    log = three_handed().does("2 bet 1", "3 fold", "1 fold")
    docket = log.calls_attention("see_hand", by=3, seat=2).judged()

    assert said(docket) == {
        ("baseball/uncontested", "no_irregularity", 2),
        ("baseball/uncontested", "may_decline", 2),
    }
    assert state(log)["hand"]["result"]["paid"] == {"2": 3}


@pytest.mark.parametrize(
    ("identifiable", "code"),
    [(True, "dealer_corrects"), (False, "hand_dead"), (None, "floor_decides")],
)
def test_a_survivor_who_would_rather_muck_has_to_show(identifiable: bool | None, code: str) -> None:
    log = shown(at_showdown(), 2)
    facts = {} if identifiable is None else {"identifiable": identifiable}
    docket = log.add("mucked", seat=3, by="owner", **facts).judged()

    assert ("baseball/showdown", code, 3) in said(docket)
    assert docket.state.hand is not None
    assert docket.state.hand.seats[3].live is (identifiable is True)


def test_a_survivor_who_mucked_shows_and_may_win() -> None:
    log = shown(at_showdown(), 2, 1).add("mucked", seat=3, by="owner", identifiable=True)
    log.shows(3, "Tc 5c 8d 5d Th 2h 5s")

    assert state(log)["hand"]["result"]["paid"] == {"3": 3}
    assert log.judged().state.dues == ()


def test_no_pot_is_pushed_before_all_survivors_have_shown() -> None:
    log = shown(at_showdown(), 2).add("pot_awarded", to={"2": 3})
    assert {
        ("baseball/showdown", "dealer_corrects", 1),
        ("baseball/showdown", "dealer_corrects", 3),
    } <= said(log.judged())

    docket = shown(at_showdown()).add("pot_awarded", to={"2": 3}).judged()
    assert "baseball/showdown" not in {ruling.rule for ruling in rulings(docket)}


def test_who_folds_in_the_betting_does_not_show() -> None:
    log = last_round().does("2 bet 1", "3 fold", "1 call 1")
    docket = log.calls_attention("see_hand", by=1, seat=3).judged()

    assert "baseball/showdown" not in {ruling.rule for ruling in rulings(docket)}


# --- Variants and the session ----------------------------------------------------------------


@pytest.mark.parametrize("by", ["dealer", 3])
def test_a_variant_is_refused_in_mid_deal(by: int | str) -> None:
    log = dealt().add("announced", topic="variant", value="threes cost one", by=by)

    assert codes(log.judged()) == {"action_void"}
    assert {ruling.rule for ruling in rulings(log.judged())} == {"baseball/profiles"}
    assert "variant" not in state(log)["table"]["announced"]


@pytest.mark.parametrize(
    ("value", "refused"), [({"ante": 2}, True), ({"ante": 1, "bet": 1}, False)]
)
def test_stakes_said_in_mid_deal_are_refused_unless_they_are_those_played(
    value: dict[str, int], refused: bool
) -> None:
    log = dealt().add("announced", topic="stakes", value=value)

    assert codes(log.judged()) == ({"action_void"} if refused else set())


@pytest.mark.parametrize(
    ("value", "by", "bites"), [("on", "dealer", True), ("off", "dealer", False), ("on", 2, False)]
)
def test_a_joker_has_no_place(value: str, by: int | str, bites: bool) -> None:
    log = anted().add("announced", topic="joker_in_use", value=value, by=by)
    told = {("baseball/players-deck", "dealer_corrects", None)}

    assert said(log.judged()) == (told if bites else set())


def test_a_variant_agreed_before_the_first_card_is_not_refused() -> None:
    log = anted().add("announced", topic="variant", value="threes cost one")

    assert codes(log.judged()) == set()
    assert state(log)["table"]["announced"]["variant"] == "threes cost one"


def pot_for(log: Log, winner: int, dealer: int) -> Log:
    """A hand of three in which one seat wins the antes and a bet that came back."""
    log.hand(dealer).antes(1, 2, 3, amount=1).downs(2)
    order = [(dealer + step) % 3 + 1 for step in range(3)]
    ranks = {winner: "Ks"}
    spare = iter(("7c", "8d"))
    log.ups(*(f"{seat} {ranks.get(seat) or next(spare)}" for seat in order))
    others = [(winner + step) % 3 + 1 for step in range(2)]
    log.does(f"{winner} bet 1", *(f"{seat} fold" for seat in others))
    return log.add("pot_awarded", to={str(winner): 3}).add("hand_ended").add("shuffled")


def session(winners: list[int], **options: Any) -> Log:
    log = table("baseball", seats=3, options=options)
    dealer = 3
    for winner in winners:
        pot_for(log, winner, dealer)
        dealer = dealer % 3 + 1
    return log


EIGHT = [1, 1, 1, 2, 2, 2, 3, 3]


def test_eight_pots_make_a_session_with_shared_places() -> None:
    log = session(EIGHT)
    shown_table = state(log)["table"]

    assert shown_table["resolved_pots"] == 8
    assert shown_table["session_over"] is True
    assert shown_table["balances"] == {"1": 1, "2": 1, "3": -2}
    assert shown_table["places"] == [
        {"seat": 1, "place": 1, "balance": 1},
        {"seat": 2, "place": 1, "balance": 1},
        {"seat": 3, "place": 3, "balance": -2},
    ]
    assert shown_table["next_button"] == 2
    assert offered(log) == [{"type": "table_closed"}]
    assert [r.rule for r in builders.rulings(log.judged())] == ["baseball/session"]


def test_the_dealer_rotates_through_the_session() -> None:
    log = table("baseball", seats=3)
    dealers = []
    for number, winner in enumerate(EIGHT):
        pot_for(log, winner, number % 3 + 1)
        dealers.append(state(log)["table"]["next_button"])

    assert dealers == [2, 3, 1, 2, 3, 1, 2, 3]
    assert {r.rule for r in rulings(log.judged())} == {"baseball/session"}


@pytest.mark.parametrize(("pots", "over"), [(7, False), (8, True), (9, True)])
def test_the_session_is_over_after_its_last_pot(pots: int, over: bool) -> None:
    log = session([*EIGHT, 3][:pots])

    assert state(log)["table"]["session_over"] is over
    told = [r for r in rulings(log.judged()) if r.rule == "baseball/session"]
    assert bool(told) is over


def test_an_agreed_length_is_kept() -> None:
    assert state(session(EIGHT, session_pots=10))["table"]["session_over"] is False
    assert state(session([1, 2], session_pots=2))["table"]["session_over"] is True


def test_a_split_pot_is_one_resolved_pot_and_a_misdeal_none() -> None:
    log = session([1])
    log.hand(1).antes(1, 2, 3, amount=1).downs().add("misdeal_called")

    assert state(log)["table"]["resolved_pots"] == 1
    assert state(log)["table"]["next_button"] == 1


def test_who_leaves_early_is_for_the_floor_and_keeps_his_place() -> None:
    log = session([1, 2]).add("player_left", seat=1)
    docket = log.judged()

    assert ("baseball/session", "floor_decides", 1) in said(docket)
    assert {"seat": 1, "place": 1, "balance": 1, "left": True} in state(log)["table"]["places"]
    log.add("player_seated", seat=1, player="P1")
    assert state(log)["table"]["balances"]["1"] == 1
    assert not any("left" in one for one in state(log)["table"]["places"])


def test_who_leaves_before_the_first_hand_or_after_the_last_is_nobodys_business() -> None:
    assert codes(table("baseball", seats=3).add("player_left", seat=1).judged()) == set()
    after = session(EIGHT).add("player_left", seat=1).judged()

    assert "floor_decides" not in codes(after)


def test_a_player_whose_chips_are_tracked_is_offered_the_whole_price_below_zero() -> None:
    log = dealt(chips={3: 1}).does("2 bet 1")
    assert state(log)["table"]["stacks"] == {"3": 0}
    assert {"type": "acted", "seat": 3, "verb": "call", "to": 1} in offered(log)
    assert {"type": "acted", "seat": 3, "verb": "raise", "to": 2} in offered(log)

    log.does("3 call 1")
    assert codes(log.judged()) == set()
    assert state(log)["table"]["stacks"] == {"3": -1}
    assert not state(log)["hand"]["seats"]["3"]["all_in"]
