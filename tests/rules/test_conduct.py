"""Conduct, absence, and what the floor decides, in this hand and in an earlier one."""

from typing import Any

import pytest
from builders import Log, codes, rulings, said, table
from stories import GAMES, at, hand_of, opened_at

from adjudicator.errors import Refused


def reading(rules: str) -> dict[str, Any]:
    """The option that sets the general rules."""
    return {"general_rules": rules}


# --- Conduct (rrop-etiquette, tda/67-69) ---------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("rules", "about", "rule"),
    [
        ("rrop", "conduct", "rrop-etiquette"),
        ("rrop", "soft_play", "rrop-etiquette"),
        ("tda", "conduct", "tda/67"),
        ("tda", "disclosure", "tda/67"),
        ("tda", "showing_cards", "tda/68"),
        ("tda", "soft_play", "tda/69"),
    ],
)
def test_conduct_is_warned_at_first_and_the_floor_decides(
    game: str, rules: str, about: str, rule: str
) -> None:
    log = at(game, "betting", options=reading(rules)).calls_attention(about, by=2, seat=3)
    ruling = rulings(log.judged())[-1]

    assert (ruling.rule, ruling.certainty) == (rule, "floor")
    assert {"warning", "floor_decides"} <= {one.code for one in ruling.outcomes}
    assert ruling.factors


def test_who_was_warned_before_is_given_a_penalty() -> None:
    log = at("draw-high", "betting").calls_attention("conduct", by=2, seat=3)
    log.calls_attention("advice", by=2, seat=3).calls_attention("conduct", by=2, seat=4)

    assert ("rrop-etiquette", "penalty", 3) in said(log.judged())
    assert ("rrop-etiquette", "penalty", 4) not in said(log.judged())


def test_a_warning_is_remembered_in_the_next_hand_and_goes_with_its_override() -> None:
    log = at("draw-high", "betting").calls_attention("conduct", by=2, seat=3)
    ruling = rulings(log.judged())[-1]
    log.add("hand_ended").hand(button=1)
    again = log.copy().calls_attention("conduct", by=2, seat=3)
    forgiven = log.copy().add(
        "floor_decided", ruling=ruling.id, decision="overridden", reason="it was a joke"
    )
    forgiven.calls_attention("conduct", by=2, seat=3)

    assert "penalty" in codes(again.judged())
    assert "penalty" not in codes(forgiven.judged())


@pytest.mark.parametrize(("rules", "rule"), [("rrop", "rrop-etiquette"), ("tda", "tda/67")])
def test_a_folded_player_who_tells_what_he_threw_is_warned(rules: str, rule: str) -> None:
    log, seat = opened_at("jacks-or-better", options=reading(rules))
    log.add("acted", seat=seat, verb="fold")
    log.add("announced", topic="hand", value="I threw a jack", by=seat)

    assert (rule, "warning", seat) in said(log.judged())


def test_telling_while_openers_are_still_to_be_proved_is_warned_too() -> None:
    log, _ = opened_at("jacks-or-better")
    log.does("2 fold", "3 fold", "4 fold")
    log.add("announced", topic="folded", value="a jack", by=3)

    assert ("rrop-etiquette", "warning", 3) in said(log.judged())


@pytest.mark.parametrize(("rules", "rule"), [("rrop", "rrop-etiquette"), ("tda", "tda/68")])
def test_a_live_hand_shown_while_others_act_is_warned(rules: str, rule: str) -> None:
    log, seat = opened_at("omaha-limit", options=reading(rules))
    log.shows(seat, "As Ah 7c 7d", "courtesy")

    assert (rule, "warning", seat) in said(log.judged())


def test_a_hand_named_or_shown_at_the_showdown_is_in_order() -> None:
    log = at("omaha-limit", "showdown").add("announced", topic="hand", value="a pair", by=1)
    log.shows(1, "As Ah 7c 7d", "courtesy")

    assert not [r for r in rulings(log.judged()) if r.certainty == "floor"]


# --- Absence (tda/30, tda/31) -----------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("rules", "code", "live"), [("tda", "hand_dead", False), ("rrop", "floor_decides", True)]
)
def test_who_is_away_when_the_cards_are_out(game: str, rules: str, code: str, live: bool) -> None:
    log = at(game, "betting", options=reading(rules)).calls_attention("absent", seat=3)

    assert ("tda/30", code, 3) in said(log.judged())
    assert hand_of(log).seats[3].live is live


@pytest.mark.parametrize("game", GAMES)
def test_who_has_acted_was_there(game: str) -> None:
    log, seat = opened_at(game, options=reading("tda"))
    log.add("acted", seat=seat, verb="call", to=hand_of(log).bet_to_match)
    log.calls_attention("absent", seat=seat)

    assert hand_of(log).seats[seat].live


def test_who_is_away_while_the_cards_go_round_is_in_time() -> None:
    log = table(options=reading("tda")).hand(6).antes().cards(1, 2, 3)
    log.calls_attention("absent", seat=3)

    assert ("tda/30", "no_irregularity", 3) in said(log.judged())


# --- The floor (rrop-decision) -----------------------------------------------------------------


def fouled() -> Log:
    """Seat 3 plays with six cards after action: fouled."""
    log = table().hand(6).antes().deal(counts={3: 6}).does("1 bet 10")
    return log.calls_attention("extra_card", seat=3).add("hand_counted", seat=3, count=6)


def decided(log: Log, decision: str = "overridden", **more: Any) -> Log:
    """The floor decides on the last ruling."""
    ruling = rulings(log.judged())[-1]
    return log.add(
        "floor_decided", ruling=ruling.id, decision=decision, reason="in fairness", **more
    )


def test_an_override_reverses_what_the_ruling_did() -> None:
    log = fouled()
    assert hand_of(log).seats[3].status == "fouled"

    decided(log)
    assert hand_of(log).seats[3].live
    assert rulings(log.judged())[-1].status == "overridden"


def test_a_decision_on_a_ruling_of_an_earlier_hand_is_recorded() -> None:
    log = fouled()
    ruling = rulings(log.judged())[-1]
    log.add("hand_ended").hand(button=1)
    stacks = {n: p.purse for n, p in log.judged().state.players.items()}
    log.add("floor_decided", ruling=ruling.id, decision="overridden", reason="seen too late")
    docket = log.judged()

    assert docket.rulings[ruling.id].status == "overridden"
    assert {n: p.purse for n, p in docket.state.players.items()} == stacks
    assert all(seat.live for seat in hand_of(log).seats.values())


def test_outcomes_put_in_place_of_an_earlier_ruling_do_not_touch_this_hand() -> None:
    log = fouled()
    ruling = rulings(log.judged())[-1]
    log.add("hand_ended").hand(button=1)
    log.add(
        "floor_decided",
        ruling=ruling.id,
        decision="overridden",
        outcomes=[{"code": "hand_dead", "seat": 3}, {"code": "penalty", "seat": 3}],
        reason="seen too late",
    )

    assert hand_of(log).seats[3].live
    assert log.judged().state.players[3].warnings == 1


def test_upholding_a_ruling_of_an_earlier_hand_keeps_both() -> None:
    log = fouled()
    ruling = rulings(log.judged())[-1]
    log.add("hand_ended").hand(button=1)
    log.add("floor_decided", ruling=ruling.id, decision="upheld")

    assert log.judged().rulings[ruling.id].status == "upheld"


def test_a_ruling_nobody_made_cannot_be_decided() -> None:
    with pytest.raises(Refused) as refused:
        fouled().add("floor_decided", ruling="1-999-1", decision="upheld").judged()

    assert refused.value.code == "NO_SUCH_RULING"


def test_a_floor_ruling_overridden_without_a_word_takes_the_other_choice() -> None:
    log = at("omaha-limit", "showdown").add("mucked", seat=3).add("mucked", seat=4)
    log.add("mucked", seat=2, identifiable=True).shows(1, "Ks Qc 8s 4s")
    log.add("hand_retrieved", seat=2)
    assert hand_of(log).seats[2].live

    decided(log)
    assert hand_of(log).seats[2].status == "dead"


def test_a_hand_voided_may_be_put_back_until_the_next_one_starts() -> None:
    log = table().hand(6).antes().deal().does("1 bet 10").add("deck_fault_found", fault="duplicate")
    log.add("hand_ended")
    assert log.judged().state.players[1].purse == 500

    decided(log)
    docket = log.judged()
    assert docket.state.players[1].purse == 488
    assert docket.state.hand is not None
    assert docket.state.hand.to_act == 2


# --- Corrections and decisions --------------------------------------------------------------------


def test_a_decision_follows_its_ruling_through_a_later_correction() -> None:
    log = decided(fouled())
    ruling = rulings(log.judged())[-1]
    log.add("entry_corrected", entry=2, replacement={"type": "noted", "text": "-"}, reason="slip")
    log.events[-1] = {
        "type": "entry_corrected",
        "entry": log.seq - 4,
        "replacement": {"type": "acted", "seat": 1, "verb": "bet", "to": 10},
        "reason": "the same again",
    }
    docket = log.judged()

    assert docket.rulings[ruling.id].status == "overridden"
    assert hand_of(log).seats[3].live


def test_a_ruling_made_by_a_correction_can_be_decided_and_outlives_another_one() -> None:
    log = table().hand(6).antes().deal().does("1 bet 10", "2 call 10")
    bet = log.seq - 1
    short = {"type": "acted", "seat": 1, "verb": "bet", "to": 4}
    log.add("entry_corrected", entry=bet, replacement=short, reason="it was 4")
    ruling = next(
        r for r in rulings(log.judged()) if "bet_completed" in {o.code for o in r.outcomes}
    )
    assert ruling.id == f"1-{log.seq}-1"

    log.add("floor_decided", ruling=ruling.id, decision="upheld")
    log.add("noted", text="a remark")
    log.add(
        "entry_corrected",
        entry=log.seq,
        replacement={"type": "noted", "text": "another"},
        reason="spelling",
    )
    log.add(
        "entry_corrected",
        entry=bet + 1,
        replacement={"type": "acted", "seat": 2, "verb": "fold"},
        reason="it folded",
    )
    docket = log.judged()

    assert docket.rulings[ruling.id].status == "upheld"
