"""Draw high: each rule bites where it should and keeps still one step beside it."""

from typing import Any

import builders
import pytest
from builders import codes, opened, said, seat_of, table

from adjudicator.play.offers import next_entries


def dealt(**kwargs: Any) -> builders.Log:
    """Six players, antes in, five cards each, button on seat 6."""
    return table(**kwargs).hand(6).antes().deal()


def short(log: builders.Log, seat: int, count: int, **facts: bool) -> set[str]:
    """What follows when a hand is said to be wrong and is then counted."""
    about = "short_hand" if count < 5 else "extra_card"
    log.calls_attention(about, by=seat, seat=seat, facts=facts)
    return codes(log.add("hand_counted", seat=seat, count=count).judged(), "final")


@pytest.mark.parametrize(
    ("seat", "count", "facts", "before", "after"),
    [
        (3, 5, {}, "no_irregularity", "no_irregularity"),
        (3, 4, {}, "misdeal_redeal", "complete_on_draw"),
        (3, 3, {}, "misdeal_redeal", "complete_on_draw"),
        (6, 4, {}, "topup_fifth_card", "topup_fifth_card"),
        (6, 3, {}, "misdeal_redeal", "complete_on_draw"),
        (2, 6, {"untouched": True}, "card_to_burn", "hand_fouled"),
        (2, 6, {"untouched": False}, "misdeal_redeal", "hand_fouled"),
        (2, 7, {"untouched": True}, "misdeal_redeal", "hand_fouled"),
    ],
)
def test_a_wrong_count_before_and_after_the_first_action(
    seat: int, count: int, facts: dict[str, bool], before: str, after: str
) -> None:
    assert before in short(dealt(), seat, count, **facts)
    assert after in short(dealt().does("1 check"), seat, count, **facts)


def test_a_misdeal_gives_everything_back_and_keeps_the_button() -> None:
    log = dealt()
    short(log, 3, 4)
    docket = log.judged()

    assert {p.purse for p in docket.state.players.values()} == {500}
    assert docket.state.next_button == 6


def test_a_miscounted_hand_that_has_five_withdraws_the_conditional_ruling() -> None:
    log = dealt().calls_attention("short_hand", by=3, seat=3)
    log.add("hand_counted", seat=3, count=5)

    statuses = {r.status for r in builders.rulings(log.judged()) if r.needs}

    assert statuses == {"withdrawn"}


# --- Exposed cards -------------------------------------------------------------


def exposed_in_deal(times: int, **options: Any) -> set[str]:
    log = table(options=options).hand(6).antes().add("round_dealt", each=4)
    for seat, card in [(1, "4d"), (2, "Kc"), (3, "9h")][:times]:
        log.add("dealt", to=seat, card=card).add("exposed", card=card, seat=seat)
    return codes(log.judged())


def test_a_card_exposed_in_the_deal_is_kept() -> None:
    assert exposed_in_deal(1) == {"card_keep"}
    assert exposed_in_deal(3) == {"card_keep"}


@pytest.mark.parametrize(
    ("at", "times", "misdeal"), [(2, 1, False), (2, 2, True), (3, 2, False), (3, 3, True)]
)
def test_a_house_may_call_a_misdeal_at_the_nth_exposed_card(
    at: int, times: int, misdeal: bool
) -> None:
    found = exposed_in_deal(times, predraw_exposed_misdeal_at=at)

    assert ("misdeal_redeal" in found) is misdeal


def test_a_card_exposed_on_the_draw_is_refused_and_replaced_last() -> None:
    log = opened().add("draw_indicated", seat=2, count=1).add("discarded", seat=2, count=1)
    log.cards("burn").add("dealt", to=2, card="6h").add("exposed", card="6h", seat=2)
    docket = log.judged()
    assert ("draw-high/8", "card_replace_after_draw", 2) in said(docket)
    assert docket.state.dues[0].code == "card_replace_after_draw"

    done = log.draws(4, 1).cards(2).judged()
    assert done.state.hand is not None
    assert done.state.hand.seats[2].count == 5
    assert done.state.dues == ()
    assert done.state.hand.phase == "betting"


# --- Four and five cards ----------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "seat", "expected"),
    [(4, 2, None), (5, 2, "defer_fifth_card"), (4, 4, None), (5, 4, "burn_then_card")],
)
def test_five_cards_come_in_two_servings(count: int, seat: int, expected: str | None) -> None:
    log = opened()
    if seat == 4:
        log.draws(2, 0)
    log.add("draw_indicated", seat=seat, count=count)

    assert codes(log.judged()) == ({expected} if expected else set())


def test_a_fifth_card_in_a_row_moves_on_unless_it_was_seen() -> None:
    log = opened().add("draw_indicated", seat=2, count=5).add("discarded", seat=2, count=5)
    log.cards("burn", 2, 2, 2, 2, 2)
    unseen = log.copy().calls_attention("fifth_card", seat=2, facts={"untouched": True})
    seen = log.copy().calls_attention("fifth_card", seat=2, facts={"untouched": False})

    assert ("draw-high/5a", "dealer_corrects", 2) in said(unseen.judged())
    assert ("draw-high/5a", "card_keep", 2) in said(seen.judged())


# --- Changing the number ------------------------------------------------------------


@pytest.mark.parametrize(
    ("between", "changed"),
    [
        ([], True),
        ([("draw_indicated", {"seat": 4, "count": 1})], False),
        ([("discarded", {"seat": 2, "count": 2}), ("dealt", {"to": "burn"})], False),
    ],
)
def test_a_number_may_change_until_something_answers_it(
    between: list[tuple[str, dict[str, Any]]], changed: bool
) -> None:
    log = opened().add("draw_indicated", seat=2, count=2)
    for type_, fields in between:
        log.add(type_, **fields)
    log.add("draw_indicated", seat=2, count=3)

    assert ("request_may_change" in codes(log.judged())) is changed
    assert ("request_locked" in codes(log.judged())) is not changed


@pytest.mark.parametrize("card", ["6h", "As"])
def test_a_number_given_during_the_deal_makes_no_draw_of_the_cards_still_to_be_dealt(
    card: str,
) -> None:
    """The ace of spades comes for the second time, which is looked at closely."""
    log = table("draw-high").hand(1).antes().add("dealt", to=2, card="As")
    log.cards(3, 4, 5, 6, 1).add("draw_indicated", seat=2, count=2)
    log.add("dealt", to=2, card=card)

    assert (seat_of(log, 2)["count"], seat_of(log, 2)["drew"]) == (2, 0)


def test_a_number_given_early_waits_and_may_change() -> None:
    log = opened().add("draw_indicated", seat=4, count=2)
    assert ("draw-high/0.9", "action_backed_up", 4) in said(log.judged())

    log.draws(2, 1, burn=True).add("draw_indicated", seat=4, count=3)
    assert "request_locked" not in codes(log.judged())


# --- Questions, knocks ----------------------------------------------------------------


def test_the_question_how_many_is_open_until_action_after_the_draw() -> None:
    log = opened().draws(2, 3, burn=True).draws(4, 1)
    before = log.copy().add("draw_count_asked", by=4, of=2)
    after = log.copy().does("2 check").add("draw_count_asked", by=4, of=2)
    folded = log.copy().add("draw_count_asked", by=3, of=2)

    assert codes(before.judged()) == {"must_answer"}
    assert codes(after.judged()) == {"may_decline", "must_not_answer"}
    assert codes(folded.judged()) == {"may_decline"}


@pytest.mark.parametrize(("count", "wrong"), [(3, False), (2, True), (4, True)])
def test_a_wrong_answer_is_corrected(count: int, wrong: bool) -> None:
    log = opened().draws(2, 3, burn=True).draws(4, 1).add("draw_count_asked", by=4, of=2)
    log.add("draw_count_answered", by=2, of=2, count=count)

    assert ("dealer_corrects" in codes(log.judged())) is wrong


def test_a_knock_facing_a_raise_keeps_the_hand_unless_the_dealer_told() -> None:
    log = table().hand(1).antes().deal().does("2 bet 10", "3 fold", "4 fold", "5 raise 20")
    log.does("6 fold", "1 fold")
    unaware = log.copy().add("rapped", seat=2).judged()
    told = log.copy().add("announced", topic="raise", value=20, seat=2).add("rapped", seat=2)

    assert codes(unaware) == {"hand_live"}
    assert codes(told.judged()) == {"floor_decides"}


# --- Wagers -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("announced", "to", "expected", "price"),
    [
        (False, 10, set(), 10),
        (False, 9, {"bet_completed"}, 10),
        (False, 11, {"bet_returned"}, 10),
        (False, 20, {"bet_returned"}, 10),
        (True, 20, set(), 20),
        (True, 21, {"bet_returned"}, 20),
    ],
)
def test_what_an_opener_may_bet(announced: bool, to: int, expected: set[str], price: int) -> None:
    log = table().hand(6).antes().deal()
    if announced:
        log.add("announced", topic="raise", value=20, by=1)
    docket = log.does(f"1 bet {to}").judged()

    assert codes(docket) == expected
    assert docket.state.hand is not None
    assert docket.state.hand.bet_to_match == price


@pytest.mark.parametrize(("raises", "allowed"), [(4, True), (5, False)])
def test_three_players_make_at_most_four_raises(raises: int, allowed: bool) -> None:
    log = table().hand(6).antes().deal().does("1 bet 10")
    seats = [2, 3, 1]
    for number in range(raises):
        if number == 2:
            log.does("4 fold", "5 fold", "6 fold")
        log.does(f"{seats[number % 3]} raise {20 + 10 * number}")

    assert ("raise_not_allowed" in codes(log.judged())) is not allowed


def test_two_players_raise_without_end() -> None:
    log = table(seats=2).hand(2).antes(1, 2).deal().does("1 bet 10")
    for number in range(8):
        log.does(f"{2 - number % 2} raise {20 + 10 * number}")

    assert codes(log.judged()) == set()


def test_a_bet_during_the_draw_is_void_and_comes_back() -> None:
    docket = opened().draws(2, 1, burn=True).does("2 bet 20").judged()

    assert codes(docket) == {"action_void", "bet_returned"}
    assert docket.state.players[2].purse == 488


def test_a_caller_who_bets_before_the_opener_is_backed_up_and_then_bound() -> None:
    log = opened().draws(2, 0).draws(4, 0).does("4 bet 20")
    early = log.judged()
    assert ("draw-high/0.5", "action_backed_up", 4) in said(early)
    assert early.state.players[4].purse == 468

    bound = log.copy().does("2 check").judged()
    assert ("rrop-betting/11", "action_binding", 4) in said(bound)
    changed = log.copy().does("2 bet 20").judged()
    assert "bet_returned" in codes(changed)
    assert changed.state.players[4].purse == 488


def test_corrections_of_the_record_withdraw_what_no_longer_follows() -> None:
    log = table().hand(6).antes().deal().does("1 bet 15")
    docket = log.judged()
    docket.record(
        {
            "type": "entry_corrected",
            "entry": docket.state.seq,
            "reason": "it was ten",
            "replacement": {"type": "acted", "seat": 1, "verb": "bet", "to": 10},
        }
    )

    assert [r.status for r in docket.rulings.values()] == ["withdrawn"]
    assert docket.state.players[1].purse == 488


def test_the_floor_may_override_a_misdeal_and_the_hand_goes_on() -> None:
    log = dealt()
    short(log, 3, 4)
    docket = log.judged()
    ruling = next(r.id for r in docket.rulings.values() if r.certainty == "final")
    docket.record(
        {"type": "floor_decided", "ruling": ruling, "decision": "overridden", "reason": "found it"}
    )

    hand = docket.state.hand
    assert hand is not None
    assert (hand.phase, hand.to_act, hand.pot) == ("betting", 1, 12)
    assert docket.rulings[ruling].status == "overridden"


@pytest.mark.parametrize("entry", ["acted", "rapped"])
@pytest.mark.parametrize(("option", "status"), [("on", "folded"), ("off", "live")])
def test_in_pass_and_out_a_pass_before_the_opening_folds(
    entry: str, option: str, status: str
) -> None:
    log = dealt(options={"pass_and_out": option})
    offered = [one.get("verb") for one in next_entries(log.judged().state)]
    log.add(entry, seat=1, **({"verb": "check"} if entry == "acted" else {}))
    hand = log.does("2 bet 10").judged().state.hand

    assert hand is not None
    assert hand.seats[1].status == status
    assert ("check" in offered) is (option == "off")


def test_a_check_after_the_opening_is_no_fold_in_pass_and_out() -> None:
    log = opened(options={"pass_and_out": "on"}).draws(2, 0).draws(4, 0)
    hand = log.does("2 check").judged().state.hand

    assert hand is not None
    assert hand.seats[2].status == "live"


@pytest.mark.parametrize(
    ("option", "chips", "price"),
    [
        ("half_bet_rule", 4, 10),
        ("half_bet_rule", 5, 5),
        ("half_bet_rule", 6, 6),
        ("full_bet_always", 6, 10),
        ("full_bet_always", 9, 10),
    ],
)
def test_callers_of_a_partial_opening_owe_the_whole_bet_below_half_of_it(
    option: str, chips: int, price: int
) -> None:
    log = table(options={"partial_open": option}, chips={1: chips + 2}).hand(6).antes().deal()
    log.does(f"1 all-in {chips}")
    hand = log.judged().state.hand
    assert hand is not None
    assert hand.bet_to_match == price

    called = log.does(f"2 call {chips}").judged()
    assert (("draw-high/12", "full_opening_bet_due", 2) in said(called)) is (price > chips)


# --- Rounds that are passed over --------------------------------------------------------


def test_a_hand_tabled_before_the_second_round_ends_the_betting_unless_the_floor_says_so() -> None:
    log = opened().draws(2, 1, burn=True).draws(4, 0).shows(2, "As Ad 3c 4c 5c")
    docket = log.judged()
    assert ("draw-high/0.1", "floor_decides", None) in said(docket)
    assert docket.state.hand is not None
    assert docket.state.hand.phase == "showdown"

    (ruling,) = docket.rulings
    decision = {"type": "floor_decided", "ruling": ruling, "decision": "overridden"}
    docket.record({**decision, "reason": "seat 4 wanted to bet"})
    assert (docket.state.hand.phase, docket.state.hand.to_act) == ("betting", 2)


def test_a_hand_tabled_while_the_second_round_is_under_way_skips_nothing() -> None:
    log = opened().draws(2, 1, burn=True).draws(4, 0).does("2 check").shows(2, "As Ad 3c 4c 5c")
    hand = log.judged().state.hand

    assert codes(log.judged()) == set()
    assert hand is not None
    assert hand.to_act == 4


@pytest.mark.parametrize(("acts", "early"), [([], True), (["2 check", "4 check"], False)])
def test_a_pot_pushed_before_the_second_round_goes_back_and_the_hand_goes_on(
    acts: list[str], early: bool
) -> None:
    log = opened().draws(2, 0).draws(4, 0).does(*acts)
    found = said(log.add("pot_awarded", to={"4": 32}).judged())

    assert (("draw-high/0.1", "dealer_corrects", None) in found) is early


# --- Discards ----------------------------------------------------------------------------


def test_who_is_served_before_discarding_is_put_right_while_the_cards_can_be_told_apart() -> None:
    log = opened().add("draw_indicated", seat=2, count=2).cards("burn", 2)
    in_order = log.copy()
    late = log.add("discarded", seat=2, count=2)
    assert codes(opened().draws(2, 2, burn=True).judged()) == set()
    assert codes(in_order.judged()) == set()
    assert said(late.judged()) == {("draw-high/0.4", "dealer_corrects", 2)}

    mixed = late.copy().calls_attention("discards", seat=2, facts={"identifiable": False})
    assert ("draw-high/0.4", "hand_fouled", 2) in said(mixed.judged())


@pytest.mark.parametrize(
    ("option", "status"), [("unaware_unless_told", "live"), ("pass_is_fold", "dead")]
)
def test_how_a_knock_with_a_raise_to_answer_is_presumed_is_a_house_option(
    option: str, status: str
) -> None:
    log = table(options={"rap_presumption": option}).hand(1).antes().deal()
    log.does("2 bet 10", "3 fold", "4 fold", "5 raise 20", "6 fold", "1 fold")
    docket = log.add("rapped", seat=2).judged()

    assert docket.state.hand is not None
    assert docket.state.hand.seats[2].status == status
    assert not any("told" in fact.fact for r in builders.rulings(docket) for fact in r.because)


# --- A card that goes back after the last one was served ----------------------------------


def test_a_forgotten_burn_before_the_last_fifth_card_keeps_the_draw_open() -> None:
    log = opened().draws(2, 0).add("draw_indicated", seat=4, count=5)
    log.add("discarded", seat=4, count=5).cards("burn", 4, 4, 4, 4, 4)
    log.calls_attention("fifth_card", seat=4, facts={"untouched": True})
    log.add("card_moved", **{"from": 4, "to": "burn"})
    assert next_entries(log.judged().state) == [{"type": "dealt", "to": 4, "face": "down"}]

    hand = log.cards(4).judged().state.hand
    assert hand is not None
    assert (hand.seats[4].count, hand.phase, hand.to_act) == (5, "betting", 2)


def test_a_surplus_card_of_the_last_drawer_goes_back_without_another() -> None:
    log = opened().draws(2, 1, burn=True).draws(4, 2).cards(4)
    short(log, 4, 6, untouched=True)
    hand = log.add("card_moved", **{"from": 4, "to": "stub"}).judged().state.hand

    assert hand is not None
    assert (hand.seats[4].count, hand.draw.of(4).drew, hand.to_act) == (5, 2, 2)


def test_the_last_replacement_exposed_between_players_all_in_is_replaced_too() -> None:
    log = opened(chips={2: 12, 4: 12}).draws(2, 1, burn=True)
    log.add("draw_indicated", seat=4, count=1).add("discarded", seat=4, count=1)
    log.add("dealt", to=4, card="7h").add("exposed", seat=4, card="7h")
    assert next_entries(log.judged().state) == [{"type": "dealt", "to": 4, "face": "down"}]

    hand = log.cards(4).judged().state.hand
    assert hand is not None
    assert hand.phase == "showdown"


def test_the_answer_to_how_many_is_offered_ready_to_post() -> None:
    log = opened().draws(2, 1, burn=True).draws(4, 0).add("draw_count_asked", by=4, of=2)
    offered = [one for one in next_entries(log.judged().state) if "of" in one]

    assert [one["by"] for one in offered] == [2, "dealer"]


@pytest.mark.parametrize(("acted", "corrected"), [(False, True), (True, False)])
def test_a_wrong_answer_is_due_to_be_put_right_only_while_the_question_is_open(
    acted: bool, corrected: bool
) -> None:
    log = opened().draws(2, 3, burn=True).draws(4, 1)
    if acted:
        log.does("2 check")
    wrong = log.add("draw_count_answered", by=2, of=2, count=2).judged()
    assert ("draw-high/7", "warning", 2) in said(wrong)
    assert [due.code for due in wrong.state.dues] == ["dealer_corrects"] * corrected

    right = log.add("draw_count_answered", by=2, of=2, count=3).judged()
    assert right.state.dues == ()


def test_a_fifth_card_that_was_seen_leaves_the_floor_two_choices() -> None:
    log = opened().add("draw_indicated", seat=2, count=5).add("discarded", seat=2, count=5)
    log.cards("burn", 2, 2, 2, 2, 2)
    log.calls_attention("fifth_card", seat=2, facts={"untouched": False})
    ruling = builders.rulings(log.judged())[-1]

    assert [option.presumed for option in ruling.options] == [True, False]


@pytest.mark.parametrize(("folded", "expected"), [(True, "floor_decides"), (False, None)])
def test_an_ante_that_comes_after_the_fold_is_for_the_floor(
    folded: bool, expected: str | None
) -> None:
    log = table().hand(6).antes(1, 3, 4, 5, 6).deal().does("1 bet 10")
    if folded:
        log.does("2 fold")
    docket = log.add("posted", seat=2, kind="ante", amount=2).judged()

    assert [r.outcomes[0].code for r in builders.rulings(docket)[1:]] == [expected] * folded
    assert docket.state.players[2].purse == 498


@pytest.mark.parametrize(
    ("after", "phase", "to_act"), [([], "betting", 4), (["4 call 20"], "showdown", None)]
)
def test_a_hand_given_back_by_the_floor_finds_the_round_as_it_was(
    after: list[str], phase: str, to_act: int | None
) -> None:
    log = opened().draws(2, 2, burn=True).draws(4, 1).does("2 bet 20", *after)
    short(log, 2, 6)
    docket = log.judged()
    ruling = next(r.id for r in docket.rulings.values() if r.certainty == "final")
    decision = {"type": "floor_decided", "ruling": ruling, "decision": "overridden"}
    docket.record({**decision, "reason": "the dealer's fault, and the card is known"})

    hand = docket.state.hand
    assert hand is not None
    assert (hand.seats[2].live, hand.phase, hand.to_act) == (True, phase, to_act)
    assert builders.chips_in_all(docket) == 3000
