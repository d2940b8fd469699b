"""Blue Beacon: a case that bites for each article, a near-miss beside it."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Log, chips_in_all, codes, law, rulings, said, table
from stories import at

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.view import state_json

CHECKS = tuple(f"{seat} check" for seat in range(1, 5))


def beacon(limit: int | None = 3, seats: int = 4, **options: Any) -> Log:
    """A table of four at antes of 2 and bets of 5, the button on the last seat."""
    log = table("blue-beacon", options, seats=seats, draw_limit=None).hand(seats)
    if limit is not None:
        log.add("announced", topic="draw_limit", value=limit)
    return log


def dealt(limit: int | None = 3, seats: int = 4, **options: Any) -> Log:
    """Everybody has anted and holds five cards."""
    return beacon(limit, seats, **options).antes(*range(1, seats + 1)).deal()


def at_the_draw(limit: int | None = 3, seats: int = 4, **options: Any) -> Log:
    """Two board cards are out and three rounds checked through."""
    log = dealt(limit, seats, **options)
    checks = [f"{seat} check" for seat in range(1, seats + 1)]
    return log.does(*checks).board("Kd").does(*checks).board("7s").does(*checks)


def hand_of(docket: Docket) -> dict[str, Any]:
    return dict(state_json(docket.state)["hand"])


def offered(docket: Docket) -> list[dict[str, Any]]:
    return list(next_entries(docket.state))


# --- stages --------------------------------------------------------------------------


def test_six_rounds_follow_six_card_events_with_the_draw_between_two_and_two() -> None:
    log = at_the_draw()
    assert hand_of(log.judged())["phase"] == "drawing"
    for seat in range(1, 5):
        log.draws(seat, 0)
    assert (hand_of(log.judged())["street"], hand_of(log.judged())["to_act"]) == (4, 1)

    log.does(*CHECKS).board("Th").does(*CHECKS).board("2c").does(*CHECKS)
    docket = log.judged()
    assert hand_of(docket)["phase"] == "showdown"
    assert not rulings(docket)


@pytest.mark.parametrize("after_the_draw", [False, True])
def test_chips_added_as_a_round_closes_are_a_string_bet_on_either_side_of_the_draw(
    after_the_draw: bool,
) -> None:
    log = dealt().does(*CHECKS).board("Kd")
    if after_the_draw:
        log = at_the_draw()
        for seat in range(1, 5):
            log.draws(seat, 0)
    log.does("1 check", "2 check", "3 bet 5", "4 call 5", "1 call 5", "2 call 5", "2 raise 10")

    assert ("rrop-betting/string", "raise_not_allowed", 2) in said(log.judged())


def test_a_draw_with_one_board_card_waits_for_the_second() -> None:
    log = dealt().does(*CHECKS).board("Kd").does(*CHECKS)
    log.add("draw_indicated", seat=1, count=2)
    docket = log.judged()

    assert said(docket) == {("blue-beacon/stages", "dealer_corrects", None)}
    assert {"type": "dealt", "to": "board", "face": "up"} in offered(docket)

    log.board("7s").does(*CHECKS)
    later = log.judged()
    assert not later.state.dues
    assert hand_of(later)["phase"] == "drawing"


def test_cards_drawn_at_the_wrong_stage_and_looked_at_are_the_floors() -> None:
    log = dealt().does(*CHECKS).board("Kd").does(*CHECKS).draws(1, 2)
    seen = log.copy().calls_attention("draw_stage", by=3, seat=1, facts={"untouched": False})
    docket = seen.judged()
    last = rulings(docket)[-1]

    assert (last.rule, last.certainty) == ("blue-beacon/stages", "floor")
    assert [o.code for o in last.options[0].outcomes] == ["card_keep"]
    seen.board("7s").does(*CHECKS).draws(2, 1)
    assert [s["drew"] for s in hand_of(seen.judged())["seats"].values()] == [2, 1, 0, 0]

    unseen = log.copy().calls_attention("draw_stage", by=3, seat=1, facts={"untouched": True})
    assert codes(unseen.judged()) == {"dealer_corrects"}


@pytest.mark.parametrize("moment", ["open round", "draw"])
def test_a_board_card_before_its_time_does_not_play(moment: str) -> None:
    log = at_the_draw() if moment == "draw" else dealt().does("1 check")
    before = hand_of(log.judged())["board"]
    docket = log.board("9h").judged()

    assert hand_of(docket)["board"] == before


def test_a_round_in_which_everybody_is_all_in_is_skipped() -> None:
    log = table("blue-beacon", chips={1: 7, 2: 7}, seats=2).hand(2)
    log.add("announced", topic="draw_limit", value=3).antes(1, 2).deal()
    log.does("1 bet 5", "2 call 5")
    docket = log.board("Kd 7s").judged()

    assert hand_of(docket)["phase"] == "drawing"
    assert not codes(docket)


# --- deck ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "value", "bites"),
    [
        ("joker_in_use", "on", True),
        ("joker_in_use", "off", False),
        ("wild_cards", "deuces", True),
        ("wild_cards", "none", False),
    ],
)
def test_a_joker_or_wild_cards_have_no_place(topic: str, value: str, bites: bool) -> None:
    docket = beacon().add("announced", topic=topic, value=value).judged()

    assert said(docket) == ({("blue-beacon/deck", "dealer_corrects", None)} if bites else set())


def test_a_joker_dealt_in_is_scrap() -> None:
    log = dealt().does("1 check", "2 check", "3 check", "4 check")
    docket = log.board("Jk").judged()

    assert ("rrop-irregularities/8", "card_scrap", None) in said(docket)
    assert any("blue-beacon/deck" in one.cites for one in rulings(docket))


@pytest.mark.parametrize(("claim", "asked"), [("five of a kind", True), ("four of a kind", False)])
def test_a_claim_to_five_of_a_kind_has_the_deck_checked(claim: str, asked: bool) -> None:
    docket = dealt().add("announced", topic="hand", value=claim, by=2).judged()

    assert bool(rulings(docket)) is asked
    if asked:
        assert rulings(docket)[0].needs == ({"type": "deck_fault_found", "fault": "duplicate"},)


# --- capacity --------------------------------------------------------------------------


# Catalogue 6.1: the largest table for each limit, without burns and with five.
@pytest.mark.parametrize(
    ("limit", "burns", "most"),
    [
        (0, "off", 9),
        (1, "off", 8),
        (2, "off", 6),
        (3, "off", 6),
        (4, "off", 5),
        (5, "off", 4),
        (0, "on", 8),
        (1, "on", 7),
        (2, "on", 6),
        (3, "on", 5),
        (4, "on", 4),
        (5, "on", 4),
    ],
)
@pytest.mark.parametrize("how", ["announced", "by option"])
def test_a_table_larger_than_the_deck_serves_is_warned(
    limit: int, burns: str, most: int, how: str
) -> None:
    options: dict[str, Any] = {"burn_before_board": burns, "burn_before_draw": burns}
    if how == "by option":
        options["bb_draw_limit_default"] = limit
    for seats, expected in ((most, set()), (most + 1, {("blue-beacon/capacity", "warning", None)})):
        log = beacon(limit if how == "announced" else None, seats, **options)

        assert said(log.judged()) == expected, seats


def test_without_any_limit_the_usual_one_decides_at_the_first_card() -> None:
    six, seven = beacon(None, 6), beacon(None, 7)
    assert not rulings(seven.judged())

    six.antes(*range(1, 7)).cards(1)
    seven.antes(*range(1, 8)).cards(1)
    assert {one.rule for one in rulings(six.judged())} == {"blue-beacon/draw-limit"}
    assert "blue-beacon/capacity" in {one.rule for one in rulings(seven.judged())}


def test_a_large_table_is_warned_once_and_plays_on() -> None:
    docket = dealt(3, 7).does("1 check").judged()

    assert [one.rule for one in rulings(docket)] == ["blue-beacon/capacity"]
    assert hand_of(docket)["to_act"] == 2


# --- draw limit ------------------------------------------------------------------------


def test_a_limit_that_was_not_announced_is_announced_when_noticed() -> None:
    log = dealt(None)
    docket = log.judged()
    due = state_json(docket.state)["dues"]

    assert said(docket) == {("blue-beacon/draw-limit", "dealer_corrects", None)}
    assert [(d["code"], d["amount"]) for d in due] == [("dealer_corrects", 3)]

    log.does("1 check").add("announced", topic="draw_limit", value=3)
    later = log.judged()
    assert not later.state.dues
    assert codes(later) == {"dealer_corrects"}


def test_a_limit_that_stands_for_the_table_counts_as_announced() -> None:
    log = table("blue-beacon", seats=4, draw_limit=2).hand(4)

    assert not rulings(log.antes(1, 2, 3, 4).deal().judged())


def test_another_limit_after_the_cards_are_out_is_the_floors() -> None:
    same = dealt(3).add("announced", topic="draw_limit", value=3).judged()
    other = dealt(3).add("announced", topic="draw_limit", value=4).judged()

    assert not rulings(same)
    assert [(r.rule, r.certainty) for r in rulings(other)] == [("blue-beacon/draw-limit", "floor")]


@pytest.mark.parametrize("outcomes", [None, [{"code": "dealer_corrects"}]])
def test_the_floor_may_leave_the_limit_as_it_was(outcomes: list[dict[str, str]] | None) -> None:
    log = at_the_draw(3).add("announced", topic="draw_limit", value=5)
    upheld = log.copy().add("floor_decided", ruling=f"1-{log.seq}-1", decision="upheld")
    assert "action_void" not in codes(upheld.add("draw_indicated", seat=1, count=4).judged())

    fields = {"outcomes": outcomes} if outcomes else {}
    log.add(
        "floor_decided",
        ruling=f"1-{log.seq}-1",
        decision="overridden",
        reason="too late",
        **fields,
    )
    assert "action_void" in codes(log.add("draw_indicated", seat=1, count=4).judged())


@pytest.mark.parametrize(("count", "refused"), [(3, False), (4, True)])
def test_a_request_beyond_the_limit_is_refused_and_made_again(count: int, refused: bool) -> None:
    log = at_the_draw(3).add("draw_indicated", seat=1, count=count)
    docket = log.judged()

    assert said(docket) == ({("blue-beacon/draw-limit", "action_void", 1)} if refused else set())
    if refused:
        numbers = [one for one in offered(docket) if one["type"] == "draw_indicated"]
        assert [(one["seat"], one["count"]) for one in numbers] == [(1, n) for n in range(4)]
        log.draws(1, 3)
        assert hand_of(log.judged())["seats"]["1"]["drew"] == 3


def test_an_announced_limit_of_five_lets_everybody_draw_the_whole_hand() -> None:
    docket = at_the_draw(5).add("draw_indicated", seat=1, count=5).judged()

    assert said(docket) == {("draw-high/5b", "defer_fifth_card", 1)}
    assert "blue-beacon/draw" in rulings(docket)[0].cites


def test_cards_served_beyond_the_limit_go_back_unseen_and_stand_once_seen() -> None:
    log = at_the_draw(3).add("draw_indicated", seat=1, count=4)
    log.add("discarded", seat=1, count=4).cards(1, 1, 1, 1)
    served = log.judged()
    assert ("blue-beacon/draw-limit", "dealer_corrects", 1) in said(served)

    back = log.copy().add("card_moved", **{"from": 1, "to": "stub"})
    assert not back.judged().state.dues

    counted = log.copy().calls_attention("extra_card", seat=1, facts={"untouched": False})
    assert "hand_fouled" not in codes(counted.judged())

    log.calls_attention("draw_limit", by=2, seat=1, facts={"untouched": False})
    seen = log.judged()
    last = rulings(seen)[-1]
    assert (last.certainty, [o.code for o in last.outcomes]) == (
        "floor",
        ["warning", "floor_decides"],
    )
    log.draws(2, 0)
    assert hand_of(log.judged())["seats"]["1"]["drew"] == 4
    assert "hand_fouled" not in codes(log.judged())


# --- stakes and the deal -----------------------------------------------------------------


def test_a_missing_ante_is_collected_and_the_stakes_count_as_announced() -> None:
    missing = beacon().antes(1, 2, 4).deal().judged()
    paid = dealt().judged()

    assert said(missing) == {("draw-high/0.2", "dealer_corrects", 3)}
    assert "blue-beacon/stakes" in rulings(missing)[0].cites
    assert not rulings(paid)


def test_a_card_shown_in_the_deal_is_kept_as_in_draw_high() -> None:
    log = beacon().antes(1, 2, 3, 4).cards(1)
    docket = log.add("dealt", to=2, face="up", card="Qh").judged()

    assert ("draw-high/3", "card_keep", 2) in said(docket)
    assert "blue-beacon/deal" in rulings(docket)[-1].cites


@pytest.mark.parametrize(
    ("acts", "rule", "code"),
    [
        ((), "draw-high/4b", "misdeal_redeal"),
        (("1 check",), "draw-high/4c", "complete_on_draw"),
    ],
)
def test_short_hands_are_judged_as_in_draw_high(
    acts: tuple[str, ...], rule: str, code: str
) -> None:
    log = beacon().antes(1, 2, 3, 4).deal(counts={2: 4}).does(*acts)
    log.calls_attention("short_hand", by=2, seat=2).add("hand_counted", seat=2, count=4)
    found = [one for one in rulings(log.judged()) if one.certainty == "final"]

    assert (found[-1].rule, code in {o.code for o in found[-1].outcomes}) == (rule, True)
    assert "blue-beacon/deal" in found[-1].cites


def test_draw_high_does_not_judge_faults_where_the_house_says_so() -> None:
    log = beacon(blue_beacon_draw_rules="none").antes(1, 2, 3, 4).cards(1)
    docket = log.add("dealt", to=2, face="up", card="Qh").judged()

    assert not any(one.rule.startswith("draw-high/") for one in rulings(docket))


def test_without_the_rules_of_draw_high_a_card_exposed_on_the_draw_plays() -> None:
    log = at("blue-beacon", "drawing", options={"blue_beacon_draw_rules": "none"})
    log.add("draw_indicated", seat=1, count=1).add("discarded", seat=1, count=1)
    docket = log.add("dealt", to=1, face="up", card="Qs").judged()

    assert ("rrop-irregularities/12", "card_keep", 1) in said(docket)


# --- the board ---------------------------------------------------------------------------


def test_of_two_board_cards_turned_together_the_first_plays() -> None:
    docket = dealt().does(*CHECKS).board("Kd 7s").judged()

    assert hand_of(docket)["board"] == ["Kd"]
    assert hand_of(docket)["to_act"] == 1


def test_where_nobody_knows_which_came_first_the_floor_lets_chance_choose() -> None:
    log = dealt().does(*CHECKS).board("Kd")
    known = log.copy().calls_attention(
        "wrong_board_card", by=2, entry=log.seq, facts={"order_known": True}
    )
    log.calls_attention("wrong_board_card", by=2, entry=log.seq, facts={"order_known": False})

    assert ("blue-beacon/board", "floor_decides", None) in said(log.judged())
    assert not any(one.rule == "blue-beacon/board" for one in rulings(known.judged()))


def test_a_fifth_board_card_is_scrap() -> None:
    log = finished(board="As Kd Qh Jc")
    assert not rulings(log.judged())
    docket = log.board("2c").judged()

    assert ("rrop-irregularities/15", "card_scrap", None) in said(docket)
    assert "blue-beacon/board" in rulings(docket)[0].cites


def test_a_flashed_burn_is_no_board_card() -> None:
    log = dealt(burn_before_board="on").does(*CHECKS)
    docket = log.add("dealt", to="burn", face="up", card="9h").judged()

    assert hand_of(docket)["board"] == []
    assert not any(one.rule.startswith("blue-beacon/") for one in rulings(docket))


# --- the draw ----------------------------------------------------------------------------


def test_the_draw_goes_clockwise_from_the_dealers_left() -> None:
    early = at_the_draw().add("draw_indicated", seat=2, count=1).judged()
    right = at_the_draw().draws(1, 1).draws(2, 0).judged()

    assert said(early) == {("blue-beacon/draw", "action_backed_up", 2)}
    assert not rulings(right)


def test_who_was_served_may_not_ask_for_more() -> None:
    docket = at_the_draw().draws(1, 2).add("draw_indicated", seat=1, count=3).judged()

    assert said(docket) == {("draw-high/6", "request_locked", 1)}
    assert "blue-beacon/draw" in rulings(docket)[0].cites


@pytest.mark.parametrize("shown", [True, False])
def test_a_discard_thrown_face_up_is_dead_and_warned(shown: bool) -> None:
    log = at_the_draw().add("draw_indicated", seat=1, count=1)
    log.add("discarded", seat=1, count=1, cards=["4c"])
    if shown:
        log.shows(1, "4c", purpose="discards")
    docket = log.cards(1).judged()

    assert said(docket) == ({("blue-beacon/draw", "warning", 1)} if shown else set())
    assert hand_of(docket)["seats"]["1"]["count"] == 5


def test_a_replacement_that_flashes_is_refused_as_in_draw_high() -> None:
    log = at_the_draw().add("draw_indicated", seat=1, count=1).add("discarded", seat=1, count=1)
    docket = log.add("dealt", to=1, face="up", card="9c").judged()

    assert said(docket) == {("draw-high/8", "card_replace_after_draw", 1)}
    assert "blue-beacon/draw" in rulings(docket)[0].cites


@pytest.mark.parametrize("later_round", [False, True])
def test_how_many_were_drawn_is_answered_until_there_is_action(later_round: bool) -> None:
    log = at_the_draw().draws(1, 2)
    for seat in (2, 3, 4):
        log.draws(seat, 0)
    if later_round:
        log.does(*CHECKS).board("Th")
    docket = log.add("draw_count_asked", by=3, of=1).judged()

    assert codes(docket) == ({"may_decline", "must_not_answer"} if later_round else {"must_answer"})


# --- betting -----------------------------------------------------------------------------


def test_the_first_live_seat_left_of_the_dealer_begins_every_round_also_after_the_draw() -> None:
    log = dealt().does("1 check", "2 bet 5", "3 call 5", "4 fold", "1 call 5")
    log.board("Kd").does("1 fold", "2 check", "3 check")
    log.board("7s")
    assert hand_of(log.judged())["to_act"] == 2

    log.does("2 check", "3 bet 5", "2 call 5").draws(2, 0).draws(3, 0)
    docket = log.judged()
    assert hand_of(docket)["to_act"] == 2
    assert not rulings(docket)


def test_all_checking_the_first_round_passes_nothing_out() -> None:
    docket = dealt().does(*CHECKS).board("Kd").judged()

    assert hand_of(docket)["street"] == 2
    assert not rulings(docket)


def test_a_check_facing_a_bet_is_asked_again() -> None:
    docket = dealt().does("1 bet 5", "2 check").judged()

    assert said(docket) == {("rrop-betting/limit-amounts", "action_void", 2)}
    assert "blue-beacon/betting" in rulings(docket)[0].cites
    assert hand_of(docket)["to_act"] == 2


def test_out_of_turn_waits_and_the_wager_is_of_the_one_size() -> None:
    early = dealt().does("2 bet 5").judged()
    large = dealt().does("1 bet 10").judged()

    assert said(early) == {("rrop-betting/11", "action_backed_up", 2)}
    assert said(large) == {("rrop-betting/limit-amounts", "bet_returned", 1)}
    for docket in (early, large):
        assert "blue-beacon/betting" in rulings(docket)[0].cites


@pytest.mark.parametrize(
    ("raises", "more", "capped"), [("3", 20, False), ("3", 25, True), ("4", 25, False)]
)
def test_a_round_takes_a_bet_and_three_raises_or_as_many_as_the_house_says(
    raises: str, more: int, capped: bool
) -> None:
    log = dealt(max_raises_multi_round=int(raises)).does("1 bet 5", "2 raise 10", "3 raise 15")
    if more == 25:
        log.does("4 raise 20", "1 raise 25")
    else:
        log.does("4 raise 20")

    assert ("raise_not_allowed" in codes(log.judged())) is capped


def test_draw_high_rules_that_were_not_taken_over_are_silent() -> None:
    spoken = {rule.id for rules in law().rules(_profile()).by_trigger.values() for rule in rules}

    silent = {f"draw-high/{n}" for n in ("0.1", "0.3", "0.5", "0.6", "0.9", "1", "10", "11", "12")}
    assert not spoken & (silent | {"draw-high/13a", "draw-high/13b"})
    assert {"draw-high/0.2", "draw-high/3", "draw-high/4b", "draw-high/8"} <= spoken


def _profile() -> Any:
    return law().profile("blue-beacon", {"ante": 2, "bet": 5}, {})


# --- the end -----------------------------------------------------------------------------


def test_a_winner_nobody_called_shows_nothing() -> None:
    log = dealt().does("1 bet 5", "2 fold", "3 fold", "4 fold")
    docket = log.copy().calls_attention("see_hand", by=2, seat=1).judged()

    assert hand_of(docket)["result"]["paid"] == {"1": 8}
    assert said(docket) == {
        ("blue-beacon/uncontested", "no_irregularity", 1),
        ("blue-beacon/uncontested", "may_decline", 1),
    }
    assert not rulings(log.add("pot_awarded", to={"1": 8}).add("hand_ended").judged())


def finished(*shown: str, board: str = "As Ks Qs Js", bet: bool = False) -> Log:
    """A hand of three, bet on once or checked through, its cards tabled in order."""
    cards = board.split()
    checks = ["1 check", "2 check", "3 check"]
    log = dealt(3, 3).does(*(["1 bet 5", "2 call 5", "3 call 5"] if bet else checks))
    log.board(cards[0]).does(*checks).board(cards[1]).does(*checks)
    for seat in (1, 2, 3):
        log.draws(seat, 0)
    log.does(*checks).board(cards[2]).does(*checks).board(cards[3]).does(*checks)
    for seat, hand in enumerate(shown, start=1):
        log.shows(seat, hand)
    return log


def test_the_best_five_of_nine_in_any_mixture_win() -> None:
    log = finished("Ts 2c 3d 4h 6h", "9c 9d 9h 9s 2d", "Ah Kh 8c 7c 5c")
    hands = hand_of(log.judged())["result"]["hands"]

    assert [one["category"] for one in hands.values()] == [
        "straight_flush",
        "four_of_a_kind",
        "two_pair",
    ]
    assert hands["1"]["own"] == ["Ts"]
    assert len(hands["2"]["own"]) == 4


def test_five_own_cards_may_play_alone_and_one_always_does() -> None:
    log = finished("2c 2d 2h 2s 3d", "Tc 4d 5d 8h 7h", "3h 4c 6c 8d 9h", board="As Kd Qh Jc")
    hands = hand_of(log.judged())["result"]["hands"]

    assert [one["category"] for one in hands.values()] == [
        "four_of_a_kind",
        "straight",
        "high_card",
    ]
    assert hands["3"]["own"] == ["9h"]


def test_equal_hands_share_and_suits_count_for_nothing() -> None:
    log = finished("Tc 2c 3d 4h 6h", "Td 2d 3c 4s 7h", "Th 2h 3h 5c 7c", board="As Kd Qh Jc")
    docket = log.judged()

    assert hand_of(docket)["result"]["paid"] == {"1": 2, "2": 2, "3": 2}
    assert "blue-beacon/award" in rulings(docket)[0].cites


def test_a_chip_that_cannot_be_split_goes_left_of_the_dealer() -> None:
    tied = ("9h 2h 3h 5c 7c", "Td 2d 3c 4s 7h", "Tc 2c 3d 4h 6h")
    docket = finished(*tied, board="As Kd Qh Jc", bet=True).judged()

    assert hand_of(docket)["result"]["paid"] == {"2": 11, "3": 10}
    assert ("rrop-ties/5a", "odd_chip", 2) in said(docket)
    assert chips_in_all(docket) == 1500


def test_chips_pushed_to_a_folded_hand_cite_that_it_lost_all_claim() -> None:
    log = dealt().does("1 bet 5", "2 fold", "3 fold", "4 fold").add("pot_awarded", to={"3": 8})
    ruling = rulings(log.judged())[-1]

    assert ruling.rule == "rrop-decision/6"
    assert "blue-beacon/betting" in ruling.cites


def test_chips_pushed_to_the_low_hand_are_a_wrong_award() -> None:
    log = finished("Tc 2c 3d 4h 6h", "9d 2d 3c 4s 7h", "9h 2h 3h 5c 7c", board="As Kd Qh Jc")
    wrong = log.copy().add("pot_awarded", to={"1": 3, "2": 3}).judged()
    right = log.copy().add("pot_awarded", to={"1": 6}).judged()

    assert ("rrop-decision/6", "dealer_corrects", None) in said(wrong)
    assert "blue-beacon/object" in rulings(wrong)[0].cites
    assert "blue-beacon/betting" not in rulings(wrong)[0].cites
    assert not rulings(right)
