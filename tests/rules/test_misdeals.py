"""Misdeals: what makes one, until when, and what happens instead once it is too late."""

from typing import Any

import pytest
from builders import Log, chips_in_all, codes, offered, rulings, said, state, table

ROOM = {"big_blind_basis": "lower", "deal_start": "left_of_button", "burn_before_board": "on"}
ACTS = ("5 fold", "6 fold", "1 fold")


def seated(places: int = 6, **options: Any) -> Log:
    return table("omaha-limit", options={**ROOM, **options}, places=places)


def blinds(log: Log, small: int = 3, big: int = 4) -> Log:
    log.add("posted", seat=small, kind="small_blind", amount=3)
    return log.add("posted", seat=big, kind="big_blind", amount=6)


def posted(**options: Any) -> Log:
    """Six players, button on seat 2, the blinds in seats 3 and 4."""
    return blinds(seated(**options).hand(2))


def dealt(**options: Any) -> Log:
    return posted(**options).deal(4)


def offers(log: Log) -> list[tuple[Any, ...]]:
    return [
        tuple(e[k] for k in ("type", "to", "seat", "verb", "button", "from") if k in e)
        for e in offered(log)
    ]


def everything_back(log: Log) -> bool:
    docket = log.judged()
    return {p.purse for p in docket.state.players.values()} == {500}


# --- Exposed cards ----------------------------------------------------------------------


def passed_out(log: Log, *seats: int, **cards: str) -> Log:
    """Cards to these seats in turn; named ones are flipped by the dealer."""
    for seat in seats:
        card = cards.get(f"s{seat}")
        if card:
            log.add("dealt", to=seat, card=card).add("exposed", seat=seat, card=card)
        else:
            log.add("dealt", to=seat)
    return log


@pytest.mark.parametrize("seat", [3, 4])
def test_the_first_or_second_card_exposed_is_a_misdeal(seat: int) -> None:
    log = passed_out(posted(), *range(3, seat + 1), **{f"s{seat}": "Kc"})

    assert ("rrop-holdem/1", "misdeal_redeal", None) in said(log.judged())
    assert "rrop-misdeal/1a" in rulings(log.judged())[0].cites
    assert everything_back(log)


def test_the_third_card_exposed_is_replaced_after_the_deal_and_is_the_burn() -> None:
    log = passed_out(posted(), 3, 4, 5, s5="Kc")
    assert codes(log.judged()) == {"card_replace_next", "card_to_burn"}
    assert offers(log) == [("dealt", 6)]

    passed_out(log, 6, 1, 2).add("round_dealt", each=3).add("deal_completed")
    assert ("dealt", 5) in offers(log)
    assert state(log)["hand"]["seats"]["5"]["cards"] == ["Kc"]
    log.add("dealt", to=5)
    assert state(log)["hand"]["seats"]["5"]["cards"] == []
    assert state(log)["hand"]["seats"]["5"]["count"] == 4
    assert not state(log)["dues"]

    log.does("5 fold", "6 fold", "1 fold", "2 fold", "3 call 6", "4 check")
    assert offers(log) == [("dealt", "board")]
    assert len(rulings(log.add("dealt", to="board", face="up", card="2c").judged())) == 1


def test_the_replaced_card_may_also_be_put_on_the_burns_by_hand() -> None:
    log = passed_out(posted(), 3, 4, 5, s5="Kc")
    passed_out(log, 6, 1, 2).add("round_dealt", each=3).add("dealt", to=5)
    log.add("card_moved", card="Kc", to="burn", **{"from": 5})

    assert state(log)["hand"]["burns"] == 1
    assert state(log)["hand"]["seats"]["5"]["count"] == 4
    assert {r.status for r in rulings(log.judged())} == {"carried_out"}


def test_a_second_exposed_card_is_a_misdeal() -> None:
    log = passed_out(posted(), 3, 4, 5, 6, s5="Kc", s6="Qd")

    assert "misdeal_redeal" in codes(log.judged())
    ruling = rulings(log.judged())[-1]
    assert "rrop-misdeal/1b" in ruling.cites
    assert "rrop-misdeal/1b" not in {w.rule for w in ruling.considered}
    assert "2 cards were exposed" in ruling.text
    assert everything_back(log)


def test_a_card_its_owner_shows_counts_for_nothing() -> None:
    log = passed_out(posted(), 3, 4, 5, 6, s5="Kc")
    log.add("exposed", seat=6, card="Qd", by="owner")

    assert "misdeal_redeal" not in codes(log.judged())
    assert ("rrop-irregularities/12", "hand_live", 6) in said(log.judged())


def test_the_player_has_no_choice_about_an_exposed_card() -> None:
    log = passed_out(posted(), 3, 4, 5, s5="Kc").calls_attention("exposed_card", by=5, seat=5)
    docket = log.judged()

    assert len(docket.rulings) == 1
    assert docket.entries[-1].listed


def test_an_exposed_card_nobody_recorded_is_for_the_floor() -> None:
    log = dealt().calls_attention("exposed_card", by=5, seat=5)

    assert rulings(log.judged())[0].certainty == "floor"


# --- The window --------------------------------------------------------------------------


def out_of_order(**options: Any) -> Log:
    log = posted(**options)
    return passed_out(log, 3, 5, 4, 6, 1, 2).add("round_dealt", each=3).add("deal_completed")


@pytest.mark.parametrize(
    ("acts", "rrop", "tda"),
    [
        ((), "misdeal_redeal", "misdeal_redeal"),
        (("5 fold",), "misdeal_redeal", "misdeal_redeal"),
        (("5 fold", "6 fold"), "hand_live", "misdeal_redeal"),
        (("5 fold", "6 call 6"), "hand_live", "hand_live"),
        (ACTS, "hand_live", "hand_live"),
    ],
)
def test_two_players_or_substantial_action_close_the_window(
    acts: tuple[str, ...], rrop: str, tda: str
) -> None:
    for reading, expected in (("rrop", rrop), ("tda", tda)):
        log = out_of_order(general_rules=reading).does(*acts).calls_attention("deal_order")
        assert expected in codes(log.judged())


def test_too_late_for_a_misdeal_no_chip_comes_back() -> None:
    log = out_of_order().does("5 fold", "6 call 6").calls_attention("deal_order")
    docket = log.judged()

    assert docket.state.players[6].purse == 494
    assert rulings(docket)[0].rule == "rrop-misdeal/2"
    assert [w.rule for w in rulings(docket)[0].considered] == ["rrop-misdeal/1f"]


@pytest.mark.parametrize(
    ("start", "first", "limb"),
    [
        ("left_of_button", 3, None),
        ("left_of_button", 5, "rrop-misdeal/1h"),
        ("left_of_big_blind", 5, None),
        ("left_of_big_blind", 3, "rrop-misdeal/1h"),
    ],
)
def test_where_the_deal_begins_is_as_the_house_has_it(
    start: str, first: int, limb: str | None
) -> None:
    order = [3, 4, 5, 6, 1, 2]
    at = order.index(first)
    log = passed_out(posted(deal_start=start), *order[at:], *order[:at])
    log.add("round_dealt", each=3).calls_attention("first_card")
    docket = log.judged()

    assert rulings(docket)[-1].rule == (limb or "rrop-misdeal/1h")
    assert codes(docket) == ({"misdeal_redeal", "button_stays"} if limb else {"no_irregularity"})


# --- Seats -----------------------------------------------------------------------------


@pytest.mark.parametrize("about", ["wrong_seat", "empty_seat", "not_entitled"])
def test_cards_to_an_empty_seat_are_a_misdeal_and_later_just_dead(about: str) -> None:
    log = blinds(seated(places=7).hand(2)).add("round_dealt", each=4, counts={"7": 4})
    log.add("deal_completed")
    early = log.copy().does("5 fold").calls_attention(about, seat=7)
    late = log.copy().does(*ACTS).calls_attention(about, seat=7)

    assert ("rrop-misdeal/1i", "misdeal_redeal", None) in said(early.judged())
    assert ("rrop-misdeal/1i", "hand_dead", 7) in said(late.judged())
    assert state(late)["hand"]["to_act"] == 2


@pytest.mark.parametrize("about", ["left_out", "short_hand", "not_dealt_in"])
def test_a_player_left_out_is_a_misdeal_if_called_in_time(about: str) -> None:
    log = blinds(seated().hand(2, [1, 2, 3, 4, 5])).deal(4)
    early = log.copy().does("5 fold").calls_attention(about, by=6, seat=6)
    late = log.copy().does("5 fold", "1 fold").calls_attention(about, by=6, seat=6)

    assert ("rrop-misdeal/1j", "misdeal_redeal", None) in said(early.judged())
    assert ("rrop-misdeal/2", "hand_live", None) in said(late.judged())


# --- Numbers of cards --------------------------------------------------------------------


def counted(log: Log, seat: int, count: int, **facts: bool) -> set[tuple[str, str, int | None]]:
    about = "short_hand" if count < 4 else "extra_card"
    log.calls_attention(about, by=seat, seat=seat, facts=facts)
    log.add("hand_counted", seat=seat, count=count)
    docket = log.judged()
    return {
        (r.rule, one.code, one.seat)
        for r in rulings(docket)
        for one in r.outcomes
        if r.certainty == "final"
    }


def test_a_single_extra_card_before_any_action_is_the_burn() -> None:
    log = dealt()
    log.add("dealt", to=3)
    assert counted(log, 3, 5) == {("rrop-irregularities/11", "card_to_burn", 3)}

    log.add("card_moved", to="burn", **{"from": 3})
    assert state(log)["hand"]["seats"]["3"]["count"] == 4
    assert not state(log)["dues"]


@pytest.mark.parametrize(
    ("acts", "facts"), [((), {"untouched": False}), (("5 fold",), {"untouched": True})]
)
def test_an_extra_card_picked_up_or_found_after_an_act_is_a_misdeal(
    acts: tuple[str, ...], facts: dict[str, bool]
) -> None:
    found = counted(dealt().does(*acts), 3, 5, **facts)

    assert ("rrop-misdeal/1e", "misdeal_redeal", None) in found


def test_two_extra_cards_are_a_misdeal_in_one_hand_or_in_two() -> None:
    assert ("rrop-misdeal/1d", "misdeal_redeal", None) in counted(dealt(), 3, 6)

    log = posted().add("round_dealt", each=4, counts={"5": 5, "6": 5}).add("deal_completed")
    assert ("rrop-misdeal/1d", "misdeal_redeal", None) in counted(log, 5, 5)


def test_the_last_seat_may_still_be_given_the_card_that_was_to_come_to_it() -> None:
    log = posted().add("round_dealt", each=4, counts={"2": 3}).add("deal_completed")
    assert counted(log, 2, 3) == {("rrop-misdeal/1e", "dealer_corrects", 2)}
    assert ("dealt", 2) in offers(log)

    log.add("dealt", to=2)
    assert state(log)["hand"]["seats"]["2"]["count"] == 4


def test_the_missing_card_comes_face_down_though_the_record_had_it_dealt() -> None:
    log = dealt()
    counted(log, 2, 3)

    assert offered(log)[0] == {"type": "dealt", "to": 2, "face": "down"}


@pytest.mark.parametrize(("seat", "count"), [(5, 3), (2, 2)])
def test_another_short_hand_is_a_misdeal(seat: int, count: int) -> None:
    assert ("rrop-misdeal/1e", "misdeal_redeal", None) in counted(dealt(), seat, count)


@pytest.mark.parametrize("count", [3, 5, 6])
def test_after_two_have_acted_a_wrong_count_is_dead_and_its_chips_stay(count: int) -> None:
    log = dealt().does("5 call 6", "6 fold")
    assert ("rrop-dead-hand/1d", "hand_dead", 5) in counted(log, 5, count)
    docket = log.judged()

    assert rulings(docket)[-1].because[1].fact == "pointed out after 2 players had acted"
    assert docket.state.players[5].purse == 494
    assert chips_in_all(docket) == 3000


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        (("5 call 6", "6 call 6", "1 fold"), "dealer_corrects"),
        (("5 call 6", "6 call 6", "1 fold", "2 call 6"), "hand_dead"),
    ],
)
def test_in_tournaments_a_short_button_is_completed_until_it_has_acted(
    acts: tuple[str, ...], expected: str
) -> None:
    log = dealt(general_rules="tda").does(*acts)

    assert ("tda/37", expected, 2) in counted(log, 2, 3)


def test_the_draw_has_its_own_rule_and_says_what_it_displaces() -> None:
    log = table().hand(6).antes().deal().calls_attention("short_hand", seat=3)
    log.add("hand_counted", seat=3, count=4)
    weighed = {w.rule for w in rulings(log.judged())[-1].considered}

    assert "rrop-misdeal/1e" in weighed


# --- The deal that is stopped --------------------------------------------------------------


def test_a_deal_stopped_for_a_reason_on_record_is_that_misdeal() -> None:
    log = out_of_order().add("misdeal_called", by="dealer")

    assert {r.rule for r in rulings(log.judged())} == {"rrop-misdeal/1f"}
    assert everything_back(log)


def test_a_deal_stopped_without_a_reason_still_ends_and_says_so() -> None:
    log = dealt().add("misdeal_called", by="dealer")
    ruling = rulings(log.judged())[0]

    assert ruling.rule == "rrop-misdeal/2"
    assert "no rule gives a misdeal" in ruling.because[0].fact
    assert everything_back(log)


def test_a_question_after_the_misdeal_finds_the_ruling_again() -> None:
    log = out_of_order().calls_attention("deal_order").calls_attention("deal_order")
    docket = log.judged()

    assert len(docket.rulings) == 1
    assert docket.entries[-1].listed
    assert ("misdeal_called",) in offers(log)


def test_calling_the_misdeal_ends_the_hand_and_the_redeal_keeps_the_button() -> None:
    log = out_of_order().calls_attention("deal_order").add("misdeal_called", by="dealer")
    assert ("hand_started", 2) in offers(log)

    log = blinds(log.hand(2)).deal(4)
    assert len(rulings(log.judged())) == 1
    assert state(log)["hand"]["number"] == 2


def test_a_misdeal_that_was_called_can_still_be_overridden() -> None:
    log = out_of_order().does("5 call 6").calls_attention("deal_order")
    ruled = rulings(log.judged())[0].id
    log.add("misdeal_called", by="dealer")
    log.add("floor_decided", ruling=ruled, decision="overridden", reason="all agree to play")

    assert state(log)["hand"]["to_act"] == 6
    assert chips_in_all(log.judged()) == 3000


def test_a_misdeal_is_not_undone_once_somebody_has_taken_his_chips_and_left() -> None:
    log = out_of_order().does("5 call 6").calls_attention("deal_order")
    ruled = rulings(log.judged())[0].id
    log.add("misdeal_called", by="dealer").add("player_left", seat=5)
    log.add("floor_decided", ruling=ruled, decision="overridden", reason="all agree to play")

    assert state(log)["hand"]["phase"] == "ended"
    assert {p.purse for p in log.judged().state.players.values()} == {500}


@pytest.mark.parametrize(
    ("policy", "facts", "code"),
    [
        ("as_each_rule", {}, "card_to_burn"),
        ("untouched", {}, "card_to_burn"),
        ("picked_up", {}, "misdeal_redeal"),
        ("picked_up", {"untouched": True}, "card_to_burn"),
        ("untouched", {"untouched": False}, "misdeal_redeal"),
    ],
)
def test_what_nobody_says_of_an_extra_card_is_presumed(
    policy: str, facts: dict[str, bool], code: str
) -> None:
    log = dealt(surplus_unless_told=policy).add("dealt", to=3)

    assert code in {found for _, found, _ in counted(log, 3, 5, **facts)}


HOLE_CARDS = {"omaha-limit": 4, "holdem-limit": 2}


@pytest.mark.parametrize("flipped", ["on its way", "in the hand"])
@pytest.mark.parametrize(("acts", "misdeal"), [(0, True), (1, True), (2, False), (3, False)])
@pytest.mark.parametrize("game", HOLE_CARDS)
def test_a_replacement_exposed_in_its_turn_is_the_second_card(
    game: str, acts: int, misdeal: bool, flipped: str
) -> None:
    options = {"big_blind_basis": "lower"} if game == "omaha-limit" else {}
    log = blinds(table(game, options=options).hand(2))
    passed_out(log, 3, 4, 5, s5="Kc")
    passed_out(log, 6, 1, 2, *(HOLE_CARDS[game] - 1) * (3, 4, 5, 6, 1, 2))
    log.add("card_moved", card="Kc", to="burn", **{"from": 5})
    log.does(*("5 call 6", "6 call 6", "1 call 6")[:acts])
    if flipped == "on its way":
        log.add("dealt", to=5, face="up", card="Qd")
    else:
        log.add("dealt", to=5, card="Qd").add("exposed", seat=5, card="Qd")

    assert ("misdeal_redeal" in codes(log.judged())) is misdeal
    assert ("card_keep" in codes(log.judged())) is not misdeal
