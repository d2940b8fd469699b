"""Limit Omaha, step by step: a case that bites, a near-miss beside it."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Log, chips_in_all, codes, rulings, said, table

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.view import state_json

LOWER = {"big_blind_basis": "lower"}


def omaha(seats: int = 6, **options: Any) -> Log:
    """A table at 6/12 with the button on seat 6 and the big blind at the lower limit."""
    return table("omaha-limit", {**LOWER, **options}, seats=seats).hand(seats)


def blinds(log: Log, small: int = 3, big: int = 6, first: int = 1) -> Log:
    """The two seats left of the button post."""
    log.add("posted", seat=first, kind="small_blind", amount=small)
    return log.add("posted", seat=first + 1, kind="big_blind", amount=big)


def dealt(seats: int = 6, **options: Any) -> Log:
    """Blinds of 3 and 6 are in and everybody has four cards."""
    return blinds(omaha(seats, **options)).deal(4)


def flopped(seats: int = 6, board: str = "9c 6d 2s", **options: Any) -> Log:
    """Three players see a flop: seats 1, 2 and the button."""
    log = dealt(seats, **options)
    for seat in range(3, seats):
        log.does(f"{seat} fold")
    log.does(f"{seats} call 6", "1 call 6", "2 check")
    return log.board(board)


def hand_of(docket: Docket) -> dict[str, Any]:
    return dict(state_json(docket.state)["hand"])


def offered(docket: Docket) -> list[dict[str, Any]]:
    return list(next_entries(docket.state))


def acts(docket: Docket) -> set[tuple[int, str, int | None]]:
    """(seat, verb, to) of every act that may come next."""
    return {
        (one["seat"], one["verb"], one.get("to"))
        for one in offered(docket)
        if one["type"] == "acted"
    }


# --- Step 1: the blinds ------------------------------------------------------------


# Catalogue 6.2, in units of a hundred: stakes, small blind, big blind as written, lower.
VECTORS = [
    (50, 100, 25, 100, 50),
    (100, 200, 50, 200, 100),
    (150, 300, 75, 300, 150),
    (200, 400, 100, 400, 200),
    (300, 600, 100, 600, 300),
    (500, 1000, 200, 1000, 500),
    (1500, 3000, 700, 3000, 1500),
]


@pytest.mark.parametrize(("lower", "higher", "small", "written", "usual"), VECTORS)
def test_blinds_are_those_of_the_stakes(
    lower: int, higher: int, small: int, written: int, usual: int
) -> None:
    stakes = {"lower": lower, "higher": higher, "unit": 100}
    chips = dict.fromkeys(range(1, 4), 3000)
    for basis, big in (("higher", written), ("lower", usual)):
        options = {"big_blind_basis": basis}
        log = table("omaha-limit", options, stakes=stakes, seats=3, chips=chips).hand(3)
        posts = [(p["seat"], p["kind"], p["amount"]) for p in offered(log.judged())]

        assert posts == [(1, "small_blind", small), (2, "big_blind", big)]


@pytest.mark.parametrize(("chips", "offer"), [(4, (4, True)), (6, (6, None)), (9, (6, None))])
def test_a_short_stack_is_offered_the_blind_it_can_post(
    chips: int, offer: tuple[int, bool | None]
) -> None:
    log = table("omaha-limit", LOWER, chips={2: chips}).hand()
    big = next(one for one in offered(log.judged()) if one["kind"] == "big_blind")

    assert (big["amount"], big.get("all_in")) == offer


def test_a_big_blind_at_the_higher_limit_is_pointed_out_when_the_table_opens() -> None:
    opened = Log().add(
        "table_opened",
        game="omaha-limit",
        stakes={"lower": 2, "higher": 4, "unit": 1},
        options={},
        seats=6,
    )
    advice = rulings(opened.judged())

    assert [one.outcomes[0].code for one in advice] == ["warning"]
    assert "omaha-limit/step-1b" in advice[0].cites
    assert "lower" in advice[0].text
    assert advice[0].seats == ()


@pytest.mark.parametrize(
    ("options", "stakes"),
    [(LOWER, {}), ({}, {"big_blind": 2})],
    ids=["at the lower limit", "fixed by the room"],
)
def test_no_advice_where_the_big_blind_is_the_houses_own(
    options: dict[str, Any], stakes: dict[str, int]
) -> None:
    opened = Log().add(
        "table_opened",
        game="omaha-limit",
        stakes={"lower": 2, "higher": 4, "unit": 1, **stakes},
        options=options,
        seats=6,
    )

    assert not rulings(opened.judged())


@pytest.mark.parametrize(
    ("small", "big", "expected"),
    [
        (3, 6, set()),
        (2, 6, {("omaha-limit/step-1a", "bet_completed", 1)}),
        (4, 6, {("omaha-limit/step-1a", "bet_returned", 1)}),
        (3, 5, {("omaha-limit/step-1b", "bet_completed", 2)}),
        (3, 7, {("omaha-limit/step-1b", "bet_returned", 2)}),
    ],
)
def test_a_blind_of_the_wrong_size_is_put_right(
    small: int, big: int, expected: set[tuple[str, str, int]]
) -> None:
    docket = blinds(omaha(), small, big).judged()

    assert said(docket) == expected
    assert chips_in_all(docket) == 3000


def test_too_much_in_the_big_blind_goes_back_at_once() -> None:
    docket = blinds(omaha(), 3, 8).deal(4).judged()

    assert hand_of(docket)["seats"]["2"]["bet"] == 6
    assert docket.state.players[2].purse == 494


def test_a_short_big_blind_is_owed_and_the_price_is_the_whole_of_it() -> None:
    docket = blinds(omaha(), 3, 4).deal(4).judged()

    assert (3, "call", 6) in acts(docket)
    assert (3, "raise", 12) in acts(docket)
    dues = state_json(docket.state)["dues"]
    assert [(d["code"], d["seat"], d["amount"]) for d in dues] == [("bet_completed", 2, 6)]


@pytest.mark.parametrize("how", ["posted", "acted"])
def test_a_short_blind_is_made_good_by_posting_or_calling_the_rest(how: str) -> None:
    log = blinds(omaha(), 3, 4)
    if how == "posted":
        log.add("posted", seat=2, kind="big_blind", amount=2).deal(4)
    else:
        log.deal(4).does("2 call 6")
    docket = log.judged()

    assert hand_of(docket)["seats"]["2"]["bet"] == 6
    assert not docket.state.dues
    assert codes(docket) == {"bet_completed"}
    assert hand_of(docket)["to_act"] == 3


def test_who_calls_a_short_blind_with_its_own_size_owes_the_rest_too() -> None:
    docket = blinds(omaha(), 3, 3).deal(4).does("3 call 3").judged()

    assert ("rrop-betting/limit-amounts", "bet_completed", 3) in said(docket)
    assert "omaha-limit/step-3b" in rulings(docket)[-1].cites
    assert not any(seat == 3 and verb == "raise" for seat, verb, _ in acts(docket))


def test_a_big_blind_that_is_all_in_for_less_is_in_order_and_the_price_stays() -> None:
    log = table("omaha-limit", LOWER, chips={2: 4}).hand()
    docket = blinds(log, 3, 4).deal(4).judged()

    assert not rulings(docket)
    assert (3, "call", 6) in acts(docket)


def test_a_short_blind_that_was_never_completed_stands_once_its_round_is_over() -> None:
    log = blinds(omaha(3), 3, 4).deal(4).does("3 call 6", "1 call 6", "2 check")
    assert "action_void" in codes(log.judged())

    log.does("2 fold")
    log.board("9c 6d 2s").calls_attention("wrong_amount", by=1, seat=2)
    docket = log.judged()

    assert ("rrop-betting/limit-amounts", "bet_stays", 2) in said(docket)
    assert chips_in_all(docket) == 1500


def test_blinds_of_the_wrong_seats_are_moved_before_the_cards() -> None:
    log = omaha(2)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6)
    log.calls_attention("wrong_blinds", by=1)
    docket = log.judged()

    assert said(docket) == {
        ("rrop-button-blind/1", "dealer_corrects", 1),
        ("rrop-button-blind/1", "dealer_corrects", 2),
    }
    assert "omaha-limit/step-1a" in rulings(docket)[0].cites
    assert rulings(docket)[0].because[0].fact.startswith("the blinds of seats 2 and 1 are")

    log.add("bet_taken_back", seat=2, amount=3)
    log.add("posted", seat=1, kind="big_blind", amount=3)
    righted = log.judged()

    assert not righted.state.dues
    assert [s["bet"] for s in hand_of(righted)["seats"].values()] == [6, 3]
    assert codes(righted) == {"dealer_corrects"}


@pytest.mark.parametrize(
    ("acting", "expected"),
    [
        ([], {"dealer_corrects"}),
        (["1 call 6"], {"dealer_corrects"}),
        (["1 call 6", "2 check"], {"bet_stays"}),
    ],
    ids=["nobody acted", "one acted", "both acted"],
)
def test_wrong_blinds_after_the_cards_are_exchanged_until_two_players_acted(
    acting: list[str], expected: set[str]
) -> None:
    log = omaha(3)
    log.add("posted", seat=2, kind="small_blind", amount=3)
    log.add("posted", seat=3, kind="big_blind", amount=6)
    log.deal(4).does(*[act.replace("2 check", "2 call 6") for act in acting])
    docket = log.calls_attention("wrong_blinds", by=3).judged()
    last = rulings(docket)[-1]

    assert {one.code for one in last.outcomes} == expected
    assert "rrop-misdeal/1g" in last.cites


def test_blinds_where_they_belong_are_no_irregularity() -> None:
    docket = dealt().calls_attention("wrong_blinds", by=5).judged()

    assert codes(docket) == {"no_irregularity"}


def test_heads_up_the_button_has_the_small_blind_or_the_house_reads_its_text() -> None:
    usual = {(p["seat"], p["kind"]) for p in offered(omaha(2).judged())}
    literal = {(p["seat"], p["kind"]) for p in offered(omaha(2, headsup_blinds="literal").judged())}

    assert usual == {(2, "small_blind"), (1, "big_blind")}
    assert literal == {(1, "small_blind"), (2, "big_blind")}


def test_who_sits_out_is_passed_over_for_the_blinds() -> None:
    log = table("omaha-limit", LOWER).add("sat_out", seat=1).add("sat_out", seat=3).hand()

    assert [(p["seat"], p["kind"]) for p in offered(log.judged())] == [
        (2, "small_blind"),
        (4, "big_blind"),
    ]


# --- Steps 3 to 9: turns and limits ------------------------------------------------


def test_left_of_the_big_blind_acts_first_and_the_blind_has_its_option() -> None:
    log = dealt()
    assert hand_of(log.judged())["to_act"] == 3

    log.does("3 call 6", "4 fold", "5 fold", "6 fold", "1 call 6")
    assert acts(log.judged()) == {(2, "check", None), (2, "raise", 12), (2, "fold", None)}
    assert not rulings(log.judged())


def test_as_written_the_levels_of_the_first_round_are_4_6_8_10_at_2_4() -> None:
    stakes = {"lower": 2, "higher": 4, "unit": 1}
    log = blinds(table("omaha-limit", stakes=stakes).hand(), 1, 4).deal(4)
    log.does("3 raise 6", "4 raise 8", "5 raise 10")
    docket = log.judged()

    assert codes(docket) == {"warning"}
    assert acts(docket) == {(6, "call", 10), (6, "fold", None)}


def test_at_the_lower_limit_the_levels_are_2_4_6_8() -> None:
    stakes = {"lower": 2, "higher": 4, "unit": 1}
    log = blinds(table("omaha-limit", LOWER, stakes=stakes).hand(), 1, 2).deal(4)
    docket = log.does("3 raise 4", "4 raise 6", "5 raise 8").judged()

    assert not rulings(docket)
    assert acts(docket) == {(6, "call", 8), (6, "fold", None)}


@pytest.mark.parametrize("folded", [False, True])
def test_after_the_flop_the_first_live_seat_left_of_the_button_begins(folded: bool) -> None:
    log = dealt().does("3 call 6", "4 fold", "5 fold", "6 call 6")
    log.does("1 fold" if folded else "1 call 6", "2 check")
    docket = log.board("9c 6d 2s").judged()

    assert hand_of(docket)["to_act"] == (2 if folded else 1)
    assert not rulings(docket)


def test_the_second_round_is_at_the_lower_limit_and_the_excess_goes_back() -> None:
    docket = flopped().does("1 bet 12").judged()
    found = rulings(docket)[0]

    assert [(o.code, o.seat, o.amount) for o in found.outcomes] == [("bet_returned", 1, 6)]
    assert "omaha-limit/step-5" in found.cites
    assert not rulings(flopped().does("1 bet 6").judged())


@pytest.mark.parametrize(("street", "step"), [(3, "step-7"), (4, "step-9")])
def test_the_last_two_rounds_are_at_the_higher_limit(street: int, step: str) -> None:
    log = flopped()
    for card in ["Kh", "Qs"][: street - 2]:
        log.does("1 check", "2 check", "6 check").board(card)
    short = log.copy().does("1 bet 6").judged()
    found = rulings(short)[0]

    assert [(o.code, o.seat, o.amount) for o in found.outcomes] == [("bet_completed", 1, 12)]
    assert f"omaha-limit/{step}" in found.cites
    assert not rulings(log.copy().does("1 bet 12").judged())
    early = rulings(log.copy().does("6 bet 12").judged())
    assert f"omaha-limit/{step}" in early[0].cites


@pytest.mark.parametrize(
    ("chips", "reopened"),
    [(17, False), (18, True)],
    ids=["less than half a bet over", "half a bet over"],
)
def test_half_a_bet_all_in_reopens_the_betting(chips: int, reopened: bool) -> None:
    log = table("omaha-limit", LOWER, chips={2: chips + 12}).hand()
    blinds(log).deal(4).does("3 fold", "4 fold", "5 fold", "6 call 6", "1 call 6", "2 check")
    log.board("9c 6d 2s").does("1 check", "2 bet 6", "6 call 6", "1 call 6")
    log.board("Kh").does("1 bet 12", f"2 raise {chips}", "6 call 18")
    raises = {verb for seat, verb, _ in acts(log.judged()) if seat == 1}

    assert ("raise" in raises) is reopened


def test_a_bet_and_three_raises_are_the_cap_until_two_are_left() -> None:
    log = flopped().does("1 bet 6", "2 raise 12", "6 raise 18", "1 raise 24")
    docket = log.copy().does("2 raise 30").judged()

    assert said(docket) == {
        ("rrop-betting/raise-cap", "raise_not_allowed", 2),
        ("rrop-betting/raise-cap", "bet_returned", 2),
    }
    assert "omaha-limit/step-5" in rulings(docket)[0].cites

    heads_up = log.does("2 fold", "6 call 24").board("Kh")
    for to, seat in zip(range(12, 96, 12), (1, 6) * 3, strict=False):
        heads_up.does(f"{seat} {'bet' if to == 12 else 'raise'} {to}")
    assert not rulings(heads_up.judged())


# --- Steps 2, 4, 6 and 8: the cards ------------------------------------------------


def test_four_cards_go_round_one_at_a_time_from_the_left_of_the_big_blind() -> None:
    log = blinds(omaha(3, deal_start="left_of_big_blind"))
    order = [3, 1, 2] * 4
    for seat in order:
        assert offered(log.judged())[0] == {"type": "dealt", "to": seat, "face": "down"}
        log.cards(seat)
    docket = log.judged()

    assert hand_of(docket)["phase"] == "betting"
    assert [s["count"] for s in hand_of(docket)["seats"].values()] == [4, 4, 4]


@pytest.mark.parametrize(("cards", "street"), [("9c 6d", 1), ("9c 6d 2s", 2)])
def test_three_cards_make_the_flop(cards: str, street: int) -> None:
    docket = flopped(board=cards).judged()

    assert hand_of(docket)["street"] == street
    assert not rulings(docket)


def test_a_burn_comes_before_each_board_stage_only_where_the_house_burns() -> None:
    plain = flopped(board="").judged()
    burning = flopped(board="", burn_before_board="on").judged()

    assert offered(plain)[0] == {"type": "dealt", "to": "board", "face": "up"}
    assert offered(burning)[0] == {"type": "dealt", "to": "burn", "face": "down"}


@pytest.mark.parametrize(
    ("rounds", "cards", "step"),
    [(0, "9c", "step-4"), (1, "Kh", "step-6"), (2, "Qs", "step-8")],
    ids=["flop", "turn", "river"],
)
def test_a_board_card_before_its_round_is_over_does_not_play(
    rounds: int, cards: str, step: str
) -> None:
    log = flopped().does("1 check") if rounds else dealt().does("3 call 6")
    if rounds == 2:
        log.does("2 check", "6 check").board("Kh").does("1 check")
    board = hand_of(log.judged())["board"]
    docket = log.board(cards).judged()

    assert hand_of(docket)["board"] == board
    assert not any(
        f"omaha-limit/{step}" not in one.cites and one.rule.startswith("rrop-holdem")
        for one in rulings(docket)
    )


def test_a_round_in_which_the_last_seat_was_all_in_is_closed() -> None:
    log = table("omaha-limit", LOWER, chips={2: 9}).hand()
    blinds(log).deal(4).does("3 fold", "4 fold", "5 fold", "6 call 6", "1 call 6", "2 check")
    log.board("9c 6d 2s").does("1 bet 6", "2 call 3", "6 call 6")
    docket = log.board("Kh").judged()

    assert hand_of(docket)["board"][-1] == "Kh"
    assert codes(docket) == {"side_pot"}


@pytest.mark.parametrize("moment", ["the last round", "the showdown"])
def test_a_sixth_board_card_is_scrap(moment: str) -> None:
    log = to_the_river()
    if moment == "the last round":
        log.events = log.events[:-3]
    assert not rulings(log.judged())
    docket = log.board("7d").judged()
    found = rulings(docket)[0]

    assert [(one.code, one.card) for one in found.outcomes] == [("card_scrap", "7d")]
    assert "omaha-limit/step-8" in found.cites
    assert hand_of(docket)["board"] == ["9c", "6d", "2s", "Kh", "Qs"]


# --- Step 10: the showdown -----------------------------------------------------------


def to_the_river(board: str = "9c 6d 2s Kh Qs", **options: Any) -> Log:
    """Seats 1, 2 and 6 have checked every round after the flop."""
    cards = board.split()
    log = flopped(board=" ".join(cards[:3]), **options).does("1 check", "2 check", "6 check")
    for card in cards[3:]:
        log.board(card).does("1 check", "2 check", "6 check")
    return log


def test_a_hand_nobody_called_is_not_shown() -> None:
    log = flopped().does("1 bet 6", "2 fold", "6 fold")
    docket = log.calls_attention("see_hand", by=2, seat=1).judged()

    assert hand_of(docket)["result"]["paid"] == {"1": 18}
    assert said(docket) == {
        ("omaha-limit/step-10a", "no_irregularity", 1),
        ("omaha-limit/step-10a", "may_decline", 1),
    }


def test_the_last_to_bet_or_raise_shows_first() -> None:
    log = to_the_river("9c 6d 2s Kh")
    log.board("Qs").does("1 bet 12", "2 fold", "6 raise 24", "1 call 24")

    assert offered(log.judged())[0]["seat"] == 6


@pytest.mark.parametrize(
    ("board", "hand", "category"),
    [
        ("2h 5h 9h Jh Kh", "Ah Qc Jd 3c", "pair"),
        ("2h 5h 9h Jh Kh", "Ah 3h Jd 3c", "flush"),
        ("Ad 7c 7d 2h 9s", "Ah As Ac Kd", "full_house"),
        ("8c 8d 8h 8s Kd", "Ah As 2c 3d", "full_house"),
        ("Ts Js Qs 4d 2c", "Ks 9h 3h 3d", "straight"),
    ],
    ids=["one heart", "two hearts", "two of three aces", "eights on the board", "two of a run"],
)
def test_exactly_two_from_the_hand_and_three_from_the_board_play(
    board: str, hand: str, category: str
) -> None:
    docket = to_the_river(board).shows(1, hand).shows(2, "2d 3s 4s 6h").judged()
    reading = hand_of(docket.state.hand and docket)["result"]["hands"]["1"]

    assert reading["category"] == category
    assert (len(reading["own"]), len(reading["board"])) == (2, 3)


def test_a_hand_tabled_in_its_turn_stands_while_the_others_are_silent() -> None:
    log = to_the_river().shows(1, "Ah Ad 3c 4c")
    so_far = hand_of(log.judged())["result"]

    assert so_far["paid"] == {"1": 18}
    assert so_far["waiting"] == [2, 6]
    assert {"type": "shown", "seat": 2, "purpose": "showdown"} in offered(log.judged())

    log.shows(2, "Kc Kd 3h 4h").add("mucked", seat=6, by="owner")
    final = hand_of(log.judged())["result"]
    assert final["paid"] == {"2": 18}
    assert "waiting" not in final


def test_nothing_is_said_while_a_seat_that_shows_earlier_is_silent() -> None:
    docket = to_the_river().shows(6, "Ah Ad 3c 4c").judged()

    assert "result" not in hand_of(docket)


def test_an_all_in_winner_of_the_main_pot_leaves_the_side_pot_to_the_others() -> None:
    log = table("omaha-limit", LOWER, chips={2: 9}).hand()
    blinds(log).deal(4).does("3 fold", "4 fold", "5 fold", "6 call 6", "1 call 6", "2 check")
    log.board("9c 6d 2s").does("1 bet 6", "2 call 3", "6 call 6")
    for card in ("Kh", "Qs"):
        log.board(card).does("1 check", "6 check")
    log.shows(1, "Td Tc 3c 4c").shows(6, "5d 4d 7c 3d").shows(2, "Ah Ad 3h 4h")
    result = hand_of(log.judged())["result"]

    assert result["paid"] == {"1": 6, "2": 27}
    assert [pot["amount"] for pot in result["pots"]] == [27, 6]
    assert "omaha-limit/step-10c" in {c for one in rulings(log.judged()) for c in one.cites}


@pytest.mark.parametrize(
    ("schedule", "rake"),
    [
        (None, 0),
        ({"percent": 10}, 1),
        ({"percent": 50, "cap": 3}, 3),
        ({"percent": 50, "cap": 9}, 9),
        ({"percent": 0, "cap": 9}, 0),
    ],
)
def test_the_best_hand_takes_the_pot_less_the_rake(schedule: Any, rake: int) -> None:
    log = to_the_river(rake=schedule).shows(1, "Ah Ad 3c 4c")
    log.add("mucked", seat=2, by="owner").add("mucked", seat=6, by="owner")
    log.shows(1, "Ah Ad 3c 4c")
    docket = log.judged()
    assert hand_of(docket)["result"]["paid"] == {"1": 18 - rake}
    assert hand_of(docket)["result"].get("rake", 0) == rake

    log.add("pot_awarded", to={"1": 18 - rake}).add("hand_ended")
    done = log.judged()
    assert chips_in_all(done) == 3000
    assert state_json(done.state)["table"]["carried"] == []
    assert state_json(done.state)["table"].get("rake", 0) == rake
    assert not rulings(done)


@pytest.mark.parametrize(("drop", "rake"), [("on", 0), ("off", 1)])
def test_no_flop_no_drop(drop: str, rake: int) -> None:
    log = dealt(rake={"percent": 10, "no_flop_no_drop": drop})
    log.does("3 raise 12", "4 fold", "5 fold", "6 fold", "1 fold", "2 fold")

    assert hand_of(log.judged())["result"].get("rake", 0) == rake


def test_a_larger_rake_than_the_main_pot_goes_on_to_the_side_pot() -> None:
    log = table("omaha-limit", {**LOWER, "rake": {"percent": 50}}, chips={2: 7}, seats=3).hand(3)
    blinds(log).deal(4).does("3 raise 12", "1 call 12", "2 call 7")
    for board in ("9c 6d 2s", "Kh", "Qs"):
        log.board(board).does("1 bet 12" if board == "Kh" else "1 check")
        log.does("3 call 12" if board == "Kh" else "3 check")
    docket = log.shows(1, "Td Tc 3c 4c").shows(3, "5d 4d 7c 3d").shows(2, "Ah Ad 3h 4h").judged()
    result = hand_of(docket)["result"]

    assert result["rake"] == 27
    assert [pot["amount"] for pot in result["pots"]] == [0, 28]
    assert sum(result["paid"].values()) + result["rake"] == 55
