"""The deck and single cards: boxed, foreign, duplicate and missing ones, jokers, the stub."""

from typing import Any

import pytest
from builders import Log, codes, offered, opened, rulings, said, state, table

GAMES = ("draw-high", "jacks-or-better", "blue-beacon", "omaha-limit", "baseball")
ROOM = {"big_blind_basis": "lower", "deal_start": "left_of_button", "burn_before_board": "on"}


def omaha(**options: Any) -> Log:
    """Six players with their cards, button on seat 2."""
    log = table("omaha-limit", options={**ROOM, **options}).hand(2)
    log.add("posted", seat=3, kind="small_blind", amount=3)
    log.add("posted", seat=4, kind="big_blind", amount=6)
    return log.deal(4)


def offers(log: Log) -> list[tuple[Any, ...]]:
    return [tuple(e[k] for k in ("type", "to", "seat") if k in e) for e in offered(log)]


def stacks(log: Log) -> set[int]:
    return set(state(log)["table"]["stacks"].values())


# --- Boxed cards ------------------------------------------------------------------------


def test_a_boxed_card_is_scrap_and_the_next_one_takes_its_place() -> None:
    log = table().hand(6).antes().cards(1, 2).add("boxed_found", card="2c")
    ruling = rulings(log.judged())[0]

    assert said(log.judged()) == {
        ("rrop-irregularities/7", "card_scrap", None),
        ("rrop-irregularities/7", "card_replace_next", 3),
    }
    assert {w.rule for w in ruling.considered} == {"rrop-misdeal/1c"}
    assert offers(log) == [("dealt", 3)]


@pytest.mark.parametrize("acts", [(), ("1 check",)])
def test_two_boxed_cards_are_a_misdeal_in_the_window(acts: tuple[str, ...]) -> None:
    log = table().hand(6).antes().add("boxed_found", card="2c").deal().does(*acts)
    log.add("boxed_found", card="3c")

    assert ("rrop-misdeal/1c", "misdeal_redeal", None) in said(log.judged())
    assert stacks(log) == {500}


def test_two_boxed_cards_found_later_are_scrap_both() -> None:
    log = table().hand(6).antes().add("boxed_found", card="2c").deal()
    log.does("1 check", "2 check").add("boxed_found", card="3c")

    assert {rule for rule, _, _ in said(log.judged())} == {"rrop-irregularities/7"}


def test_a_boxed_card_on_the_draw_is_replaced_at_once() -> None:
    log = opened().add("draw_indicated", seat=2, count=2).add("discarded", seat=2, count=2)
    log.cards("burn", 2).add("boxed_found", card="2c")

    assert ("rrop-irregularities/7", "card_replace_next", 2) in said(log.judged())
    assert "draw-high/8" in {w.rule for w in rulings(log.judged())[0].considered}


# --- Cards of another deck --------------------------------------------------------------


@pytest.mark.parametrize("acts", [(), ("5 call 6", "6 call 6", "1 fold")])
def test_a_card_of_another_back_in_play_returns_every_chip(acts: tuple[str, ...]) -> None:
    log = omaha().does(*acts).add("deck_fault_found", fault="foreign", card="Kc", where="play")

    assert ("rrop-irregularities/3", "all_action_void_refund", None) in said(log.judged())
    assert stacks(log) == {500}
    assert state(log)["table"]["next_button"] == 2


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ((), "misdeal_redeal"),
        (("5 fold", "6 fold"), "misdeal_redeal"),
        (("5 fold", "6 call 6"), "card_scrap"),
    ],
)
def test_in_tournaments_such_a_card_is_a_misdeal_until_substantial_action(
    acts: tuple[str, ...], expected: str
) -> None:
    log = omaha(general_rules="tda").does(*acts)
    log.add("deck_fault_found", fault="foreign", card="Kc", where="play")

    assert {r.rule for r in rulings(log.judged())} == {"tda/35"}
    assert expected in codes(log.judged())


@pytest.mark.parametrize(("acts", "expected"), [((), "card_scrap"), (("5 call 6",), "hand_dead")])
def test_a_joker_that_is_pointed_out_costs_what_showing_it_will(
    acts: tuple[str, ...], expected: str
) -> None:
    log = omaha().does(*acts).calls_attention("joker", by=5, seat=5)
    assert [one.code for one in rulings(log.judged())[-1].outcomes] == [expected]
    assert rulings(log.judged())[-1].certainty == "conditional"

    log.shows(5, "Jk", purpose="accident")
    assert expected in codes(log.judged(), "final")


# --- Duplicates ---------------------------------------------------------------------------


def test_a_card_seen_twice_changes_nothing_until_somebody_confirms_a_duplicate() -> None:
    log = omaha().does("5 call 6").add("exposed", seat=5, card="Kc", by="owner")
    log.add("exposed", seat=6, card="Kc", by="owner")
    assert [r.certainty for r in rulings(log.judged()) if r.rule == "rrop-irregularities/4"] == [
        "conditional"
    ]
    assert state(log)["table"]["stacks"]["5"] == 494

    log.add("deck_fault_found", fault="duplicate", card="Kc")
    assert stacks(log) == {500}


def test_each_card_seen_twice_is_a_ruling_of_its_own() -> None:
    log = omaha().does("5 call 6")
    for card in ("Kc", "7d"):
        log.add("exposed", seat=5, card=card, by="owner")
        log.add("exposed", seat=6, card=card, by="owner")
    asked = [r.needs[0]["card"] for r in rulings(log.judged()) if r.rule == "rrop-irregularities/4"]

    assert asked == ["Kc", "7d"]


def pushed() -> Log:
    """Two hands with one ace between them were shown, and the pot was pushed."""
    log = opened().draws(2, 0).draws(4, 0).does("2 check", "4 check")
    log.shows(2, "As Ah Qs 9s 8s").shows(4, "As Kh Qh 9h 8h")
    return log.add("pot_awarded", to={"2": 32})


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("found", ["deck_fault_found", "attention_called"])
def test_a_duplicate_is_a_refund_until_the_next_riffle(closed: bool, found: str) -> None:
    log = pushed()
    if closed:
        log.add("hand_ended")
    fields = {"fault": "duplicate", "card": "As"}
    log.add(found, **(fields if found == "deck_fault_found" else {"about": "duplicate_card"}))

    assert stacks(log) == {500}
    assert ("rrop-irregularities/4", "all_action_void_refund", None) in said(log.judged())
    assert state(log)["table"]["next_button"] == 1
    assert state(log)["hand"]["pot"] == 0


@pytest.mark.parametrize("ended", [False, True])
def test_a_duplicate_found_after_the_next_riffle_changes_no_pot(ended: bool) -> None:
    log = pushed().add("hand_ended") if ended else pushed()
    log.add("shuffled")
    before = state(log)["table"]["stacks"]
    log.add("deck_fault_found", fault="duplicate", card="As")
    (late,) = log.judged().entries[-1].rulings

    assert (late.rule, late.outcomes[0].code) == ("rrop-decision/5", "bet_stays")
    assert "after the next deal had begun" in late.text
    assert state(log)["table"]["stacks"] == before


def test_a_pot_that_was_void_after_its_end_leaves_the_counts_as_they_were() -> None:
    log = table("baseball", seats=2).hand(2).add("posted", seat=1, kind="ante", amount=1)
    log.add("posted", seat=2, kind="ante", amount=1).downs(2).ups("1 Kc", "2 Qd")
    log.add("deal_completed").does("1 bet 1", "2 fold").add("pot_awarded", to={"1": 2})
    log.add("hand_ended")
    assert state(log)["table"]["resolved_pots"] == 1

    log.add("deck_fault_found", fault="duplicate", card="Kc")
    assert state(log)["table"]["resolved_pots"] == 0
    assert set(state(log)["table"]["balances"].values()) == {0}


@pytest.mark.parametrize("game", GAMES)
def test_a_duplicate_is_a_refund_in_every_game(game: str) -> None:
    log = table(game).hand(6).add("deck_fault_found", fault="duplicate", card="Kc")

    assert ("rrop-irregularities/4", "all_action_void_refund", None) in said(log.judged())


def test_money_left_by_a_bad_deck_is_played_for_by_those_who_were_dealt_in() -> None:
    log = omaha()
    log.events[0]["seats"] = 7
    log.does("5 call 6").add("deck_fault_found", fault="duplicate", card="Kc")
    log.calls_attention("duplicate_card", seat=5, facts={"knew_deck_fouled": True})
    ruling = rulings(log.judged())[-1]
    assert [one.code for one in ruling.options[1].outcomes] == ["pot_carries"]

    kept = {"code": "pot_carries", "seat": 5, "amount": 6}
    log.add(
        "floor_decided",
        ruling=ruling.id,
        decision="overridden",
        outcomes=[kept],
        reason="he knew and raised",
    )
    assert state(log)["table"]["stacks"]["5"] == 494
    assert state(log)["table"]["carried"][0]["amount"] == 6

    log.add("hand_ended").add("player_seated", seat=7, player="new", chips=500).hand(2)
    assert ("rrop-irregularities/6", "entry_denied", 7) in said(log.judged())
    assert ("rrop-irregularities/6", "entry_denied", 5) not in said(log.judged())


# --- Missing cards -----------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["missing", "short"])
def test_a_card_missing_from_the_deck_does_not_undo_a_result(fault: str) -> None:
    log = omaha().does("5 call 6").add("deck_fault_found", fault=fault, card="Js")

    assert ("rrop-irregularities/10", "hand_live", None) in said(log.judged())
    assert state(log)["table"]["stacks"]["5"] == 494


def test_a_short_deck_is_no_bad_deck_unless_the_house_says_so() -> None:
    for options, void in (({}, False), ({"short_deck_policy": "tda"}, True)):
        log = omaha(general_rules="tda", **options).does("5 call 6")
        log.add("deck_fault_found", fault="missing")

        assert ("all_action_void_refund" in codes(log.judged())) is void


# --- Jokers --------------------------------------------------------------------------------


@pytest.mark.parametrize(("acts", "expected"), [((), "card_scrap"), (("5 call 6",), "hand_dead")])
def test_a_joker_is_replaced_unless_its_holder_acted(acts: tuple[str, ...], expected: str) -> None:
    log = omaha().does(*acts).add("shown", seat=5, cards=["Jk"], purpose="accident")
    found = rulings(log.judged())[0]

    assert expected in codes(log.judged())
    assert ("rrop-irregularities/9" in found.cites) is (expected == "hand_dead")


def test_a_scrapped_joker_is_not_counted_and_its_replacement_is() -> None:
    log = table().hand(6).antes().deal().add("shown", seat=5, cards=["Jk"], purpose="accident")
    assert state(log)["hand"]["seats"]["5"]["count"] == 4

    log.add("dealt", to=5)
    assert state(log)["hand"]["seats"]["5"]["count"] == 5
    assert not state(log)["dues"]


def test_a_joker_dealt_face_up_never_counted() -> None:
    log = table("baseball", seats=2).hand(2).downs(2).ups("1 Jk")
    assert state(log)["hand"]["seats"]["1"]["count"] == 2


@pytest.mark.parametrize(("acts", "ruled"), [((), False), (("5 call 6",), True)])
def test_who_acted_without_looking_takes_nothing_back(acts: tuple[str, ...], ruled: bool) -> None:
    log = omaha().does(*acts).calls_attention("did_not_look", by=5, seat=5)

    assert (("rrop-irregularities/9", "bet_stays", 5) in said(log.judged())) is ruled


# --- The stub -------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["stub_dropped", "stub_mixed"])
def test_a_fouled_stub_is_rebuilt_and_the_hand_goes_on(fault: str) -> None:
    log = omaha().does("5 call 6").add("deck_fault_found", fault=fault)
    assert ("rrop-irregularities/17", "reshuffle_and_continue", None) in said(log.judged())
    assert offers(log) == [("shuffled",)]

    log.add("shuffled")
    assert not state(log)["dues"]
    assert state(log)["hand"]["to_act"] == 6


def test_a_stub_whose_order_is_known_is_put_back_as_it_was() -> None:
    log = omaha().add("deck_fault_found", fault="stub_dropped")
    log.calls_attention("stub", by="dealer", facts={"order_known": True})

    assert ("rrop-irregularities/17", "dealer_corrects", None) in said(log.judged())
    assert not state(log)["dues"]


# --- Dropped cards ---------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "code"), [("live", "hand_live"), ("dead", "hand_dead")])
@pytest.mark.parametrize("game", GAMES)
def test_a_card_dropped_by_its_owner_plays_or_not_as_the_house_has_it(
    game: str, option: str, code: str
) -> None:
    log = table(game, options={"dropped_card": option}).hand(6)
    log.add("round_dealt", each=2).add("exposed", seat=3, card="Kc", by="owner", off_table=True)

    assert ("rrop-irregularities/14", code, 3) in said(log.judged())


@pytest.mark.parametrize(("option", "code"), [("live", "hand_live"), ("dead", "hand_dead")])
def test_a_dropped_card_that_is_pointed_out_plays_or_not_as_the_house_has_it(
    option: str, code: str
) -> None:
    log = opened(options={"dropped_card": option})
    log.calls_attention("dropped_card", by=4, seat=2)

    assert ("rrop-irregularities/14", code, 2) in said(log.judged())


def test_a_card_dropped_by_a_player_who_has_folded_is_not_ruled_on() -> None:
    log = opened().calls_attention("dropped_card", by=4, seat=3)

    assert "rrop-irregularities/14" not in {rule for rule, _, _ in said(log.judged())}


def test_a_card_dropped_after_the_draw_and_picked_up_is_live() -> None:
    log = opened().draws(2, 2, burn=True)
    log.add("exposed", seat=2, card="Kc", by="owner", off_table=True)

    assert said(log.judged()) == {("rrop-irregularities/14", "hand_live", 2)}
    assert state(log)["hand"]["seats"]["2"]["count"] == 5


# --- The deck runs out ---------------------------------------------------------------------------


def drawing(*counts: int, **options: Any) -> Log:
    """Six players who draw as many as this, one after another."""
    log = table(options=options).hand(6).antes().deal()
    log.does("1 bet 10", *(f"{seat} call 10" for seat in range(2, 7)))
    for seat, count in enumerate(counts, 1):
        log.draws(seat, count, burn=seat == 1)
    return log


def test_the_last_card_is_not_served_but_shuffled_with_served_discards() -> None:
    log = drawing(4, 4, 4, 4).add("draw_indicated", seat=5, count=4)
    log.add("discarded", seat=5, count=4).cards(5, 5, 5)
    assert not rulings(log.judged())

    log.cards(5)
    assert not rulings(log.judged())
    log.add("draw_indicated", seat=6, count=3).add("discarded", seat=6, count=3)
    assert said(log.judged()) == {("draw-exhaustion", "reshuffle_and_continue", None)}
    assert offers(log) == [("shuffled",)]

    log.add("shuffled").cards(6, 6, 6)
    assert state(log)["hand"]["seats"]["6"]["count"] == 5
    assert len(rulings(log.judged())) == 1
    assert ("acted", 1) in offers(log)


def test_a_deck_that_just_lasts_is_not_shuffled() -> None:
    assert not rulings(drawing(4, 4, 4, 4, 4, 0).judged())


def test_discards_of_the_one_to_be_served_and_those_under_a_chip_stay_out() -> None:
    log = drawing(4, 4, 4, 4, 4)
    before = log.judged().state.hand
    log.add("draw_indicated", seat=6, count=3)
    log.add("discarded", seat=6, count=3, cards=["2c", "3c", "4c"]).add("shuffled")
    after = log.judged().state.hand

    assert before is not None
    assert after is not None
    assert before.cards_out - after.cards_out == 20
    assert set(after.piles.muck) == {"2c", "3c", "4c"}


def test_cards_that_were_shuffled_in_may_come_again_and_others_may_not() -> None:
    log = drawing()
    log.add("draw_indicated", seat=1, count=4)
    log.add("discarded", seat=1, count=4, cards=["2c", "3c", "4c", "5c"])
    log.add("dealt", to="burn", card="9h").cards(1, 1, 1, 1)
    for seat in (2, 3, 4, 5):
        log.draws(seat, 4)
    log.add("draw_indicated", seat=6, count=2).add("discarded", seat=6, count=2).add("shuffled")
    log.add("dealt", to=6, card="3c")
    assert len(rulings(log.judged())) == 1

    log.add("dealt", to=6, card="9h")
    assert "rrop-irregularities/4" in {r.rule for r in rulings(log.judged())}


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"value": "on"}, False),
        ({"value": True}, False),
        ({"value": "off"}, True),
        ({"value": "on", "seat": 3}, True),
        ({"value": "on", "by": 3}, True),
        (None, True),
    ],
)
def test_everybody_is_told_of_the_joker_as_it_is_before_the_first_card(
    said: dict[str, object] | None, wrong: bool
) -> None:
    log = table(options={"joker_in_use": "on"})
    log.events.pop()
    if said is not None:
        log.add("announced", topic="joker_in_use", **said)
    log.hand(6).antes()
    assert codes(log.judged()) == set()

    assert ("dealer_corrects" in codes(log.cards(1).judged())) is wrong
