"""Every question has an answer: a ruling, the one that stands, or why nothing is irregular."""

import pytest
from builders import Log, codes, rulings, said, table
from stories import GAMES, at

MORE = (*GAMES, "holdem-limit", "five-card-stud", "seven-card-stud")

CONTRACT = (
    "short_hand",
    "extra_card",
    "wrong_button",
    "wrong_blinds",
    "wrong_amount",
    "wrong_board_card",
    "wrong_award",
    "exposed_card",
    "duplicate_card",
    "bonus_card",
    "burn_error",
    "fifth_card",
    "joker",
    "missing_ante",
    "miscall",
    "payment",
    "out_of_turn",
    "retain_openers",
    "openers",
    "see_hand",
    "refund",
    "absent",
    "conduct",
)
BY_AN_ARTICLE = {
    "raise_cap": "rrop-betting/raise-cap",
    "string_bet": "rrop-betting/string",
    "overchip": "rrop-betting/overchip",
    "declaration": "rrop-betting/verbal",
    "side_pot": "rrop-all-in",
    "clock": "rrop-dead-hand/1f",
    "check_raise": "draw-high/2",
    "stakes": "rrop-misc",
    "short_deck": "rrop-irregularities/10",
    "cards_speak": "rrop-showdown/2",
}
ELSE = ("the_lights_went_out", "boxed_card", "killed_hand", "show_order", "skipped")
PHASES = ("betting", "showdown")


def answered(log: Log) -> list[str]:
    """The ids of what the last entry gave rise to or listed."""
    docket = log.judged()
    entry = docket.entries[-1]
    return [*(r.id for r in entry.rulings), *entry.listed]


@pytest.mark.parametrize("game", MORE)
@pytest.mark.parametrize("rules", ["rrop", "tda"])
@pytest.mark.parametrize("phase", PHASES)
def test_every_question_is_answered(game: str, rules: str, phase: str) -> None:
    story = at(game, phase, options={"general_rules": rules})
    for about in (*CONTRACT, *ELSE):
        for fields in ({"by": 2, "seat": 3}, {"by": "dealer"}):
            log = story.copy().calls_attention(about, **fields)
            assert answered(log), (about, fields)
            docket = log.judged()
            for ruling in docket.entries[-1].rulings:
                assert ruling.because
                assert ruling.text.endswith(".")
                assert "{" not in ruling.text
                assert "None" not in ruling.text


@pytest.mark.parametrize(("about", "article"), BY_AN_ARTICLE.items())
def test_what_an_article_makes_regular_is_answered_by_it(about: str, article: str) -> None:
    docket = at("draw-high", "betting").calls_attention(about, by=2, seat=3).judged()
    (ruling,) = docket.entries[-1].rulings

    assert ruling.rule == article
    assert {one.code for one in ruling.outcomes} == {"no_irregularity"}


def test_a_question_the_floor_weighs_names_the_article_on_it() -> None:
    docket = at("draw-high", "betting").calls_attention("impound", by=2).judged()

    assert "rrop-decision/7" in docket.entries[-1].rulings[0].cites


@pytest.mark.parametrize("game", GAMES)
def test_a_question_between_hands_is_answered(game: str) -> None:
    story = at(game, "showdown").add("hand_ended")
    for about in CONTRACT:
        assert answered(story.copy().calls_attention(about, by=2, seat=3)), about


@pytest.mark.parametrize("game", GAMES)
def test_after_the_next_riffle_the_last_hand_stands(game: str) -> None:
    story = at(game, "showdown").add("hand_ended").add("shuffled")
    for about in CONTRACT:
        if about in ("wrong_button", "wrong_blinds", "absent", "conduct"):
            continue
        docket = story.copy().calls_attention(about, by=2, seat=3).judged()
        (ruling,) = docket.entries[-1].rulings
        assert ruling.rule == "rrop-decision/5", about
        assert {one.code for one in ruling.outcomes} == {"bet_stays"}


@pytest.mark.parametrize("game", GAMES)
def test_a_question_about_an_entry_of_the_last_hand_is_too_late_in_this_one(game: str) -> None:
    story = at(game, "showdown")
    entry = story.seq - 1
    story.add("hand_ended").hand(button=1)
    docket = story.calls_attention("exposed_card", by=2, seat=3, entry=entry).judged()

    assert docket.entries[-1].rulings[-1].rule == "rrop-decision/5"


def test_an_award_questioned_in_the_next_hand_before_anybody_acted_is_too_late() -> None:
    story = at("draw-high", "showdown").add("hand_ended").hand(button=1)
    docket = story.calls_attention("wrong_award", by=2).judged()

    assert docket.entries[-1].rulings[-1].rule == "rrop-decision/5"


def test_conduct_has_no_window() -> None:
    story = at("draw-high", "showdown").add("hand_ended").add("shuffled")
    docket = story.calls_attention("conduct", by=2, seat=3).judged()

    assert docket.entries[-1].rulings[-1].rule == "rrop-etiquette"


# --- What stands is listed again ---------------------------------------------------------------


def test_a_question_about_an_act_out_of_turn_lists_its_ruling() -> None:
    log = table().hand(6).antes().deal().does("2 bet 10")
    entry = log.seq
    first = rulings(log.judged())[-1]
    log.calls_attention("out_of_turn", by=1, entry=entry)

    assert log.judged().entries[-1].listed == (first.id,)
    assert not log.judged().entries[-1].rulings


def test_the_skipped_player_asking_hears_of_the_act_behind_him() -> None:
    log = table().hand(6).antes().deal().does("2 bet 10")
    first = rulings(log.judged())[-1]
    log.calls_attention("out_of_turn", by=1, seat=1)

    assert log.judged().entries[-1].listed == (first.id,)


@pytest.mark.parametrize(("policy", "rule"), [("rrop", "rrop-betting/11"), ("tda", "tda/53")])
def test_an_act_in_turn_is_regular_by_the_reading_in_force(policy: str, rule: str) -> None:
    log = table(options={"oot_policy": policy}).hand(6).antes().deal().does("1 bet 10")
    log.calls_attention("out_of_turn", by=2, seat=1)

    assert (rule, "no_irregularity", 1) in said(log.judged())


def test_chips_asked_back_without_a_ruling_stay() -> None:
    log = table().hand(6).antes().deal().does("1 bet 10").calls_attention("refund", by=1)

    assert ("rrop-betting/13", "bet_stays", 1) in said(log.judged())


def test_what_no_rule_speaks_of_is_for_the_floor() -> None:
    log = table().hand(6).antes().deal().calls_attention("spilled_drink", by=1, seat=2)
    ruling = rulings(log.judged())[-1]

    assert (ruling.rule, ruling.certainty) == ("rrop-decision/1", "floor")
    assert not [option for option in ruling.options if option.presumed]
    assert ruling.factors


@pytest.mark.parametrize(
    ("about", "hint"),
    [("opners", "; did you mean 'openers'?"), ("qwxz", "")],
    ids=["misspelt", "like nothing there is"],
)
def test_an_unknown_subject_is_not_answered_as_if_it_were_understood(about: str, hint: str) -> None:
    log = table("jacks-or-better").hand(6).antes().deal().does("1 bet 10")
    ruling = rulings(log.calls_attention(about, seat=1).judged())[-1]

    assert (ruling.rule, ruling.certainty) == ("rrop-decision/1", "floor")
    assert ruling.because[0].fact == f"the rulebook knows no subject {about!r}{hint}"
    assert not [option for option in ruling.options if option.presumed]


def test_a_known_subject_that_no_rule_speaks_of_has_a_presumption() -> None:
    log = table().hand(6).antes().deal().calls_attention("walked_off", by=1, seat=2)
    ruling = rulings(log.judged())[-1]

    assert "tda/31" in ruling.cites
    assert [option for option in ruling.options if option.presumed]


def test_a_rule_of_the_subject_silences_the_general_answer() -> None:
    log = table().hand(6).antes().deal().calls_attention("short_hand", by=3, seat=3)

    assert "no_irregularity" not in codes(log.judged())


def test_asking_twice_lists_the_first_answer() -> None:
    log = table().hand(6).antes().deal().calls_attention("burn_error", by=3)
    first = rulings(log.judged())[-1]
    log.calls_attention("burn_error", by=4)

    assert log.judged().entries[-1].listed == (first.id,)


# --- A question finds rulings on its own matter only ------------------------------------------


def answer_to(log: Log, about: str, **fields: object) -> tuple[str, set[str]]:
    """The rule and the outcomes of what a question is answered with."""
    docket = log.calls_attention(about, **fields).judged()
    entry = docket.entries[-1]
    (id,) = [*(one.id for one in entry.rulings), *entry.listed]
    ruling = docket.rulings[id]
    return ruling.rule, {one.code for one in ruling.outcomes}


def test_an_ante_of_last_chips_is_no_answer_to_a_question_about_the_raise_cap() -> None:
    log = table(chips={1: 2}).hand(6).antes().deal()

    assert answer_to(log, "raise_cap", seat=1) == ("rrop-betting/raise-cap", {"no_irregularity"})


@pytest.mark.parametrize("about", ["wrong_blinds", "wrong_button"])
def test_a_missing_card_is_no_answer_to_a_question_about_the_blinds(about: str) -> None:
    log = table().hand(6).antes().deal().add("deck_fault_found", fault="missing")
    rule, ordered = answer_to(log, about)

    assert rule != "rrop-irregularities/10"
    assert ordered == {"no_irregularity"}


def test_a_missing_card_is_no_answer_to_a_question_about_a_dropped_one() -> None:
    log = table().hand(6).antes().deal().add("deck_fault_found", fault="missing")

    assert answer_to(log, "dropped_card") == ("rrop-irregularities/12", {"no_irregularity"})


def stud() -> Log:
    """Three upcards: seat 2 shows the lowest and is to bring it in."""
    log = table("seven-card-stud", seats=3).hand(3).antes(1, 2, 3, amount=1)
    return log.downs(2).ups("1 Kc", "2 2d", "3 9h")


def test_a_card_that_came_too_early_is_no_answer_to_a_question_about_a_turn() -> None:
    log = stud().does("2 bet 2").add("dealt", to=3)
    early = rulings(log.judged())[-1]

    assert (early.rule, early.seats) == ("rrop-stud/14", (3,))
    assert answer_to(log, "out_of_turn", seat=3) == ("rrop-betting/11", {"no_irregularity"})


def test_a_hole_card_exposed_is_no_answer_to_a_question_about_the_board() -> None:
    log = table("holdem-limit", seats=3).hand(3)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6)
    log.cards(1, 2, 3).add("dealt", to=1, face="up", card="As")

    assert rulings(log.judged())[-1].rule == "rrop-holdem/1"
    assert answer_to(log, "premature_card", seat=1) == (
        "rrop-irregularities/15",
        {"no_irregularity"},
    )


def test_a_hand_nobody_asked_to_see_is_no_answer_to_a_question_about_an_amount() -> None:
    log = at("omaha-limit", "betting")
    live = log.judged().state.hand
    assert live is not None
    for seat in live.live[:-1]:
        log.does(f"{seat} fold")
    log.calls_attention("see_hand", by=1)

    assert rulings(log.judged())[-1].rule == "omaha-limit/step-10a"
    assert answer_to(log, "wrong_amount") == ("rrop-betting/limit-amounts", {"no_irregularity"})


def test_a_fold_out_of_turn_is_no_answer_to_a_question_about_an_amount() -> None:
    log = table().hand(6).antes().deal().does("2 fold")

    assert answer_to(log, "wrong_amount") == ("rrop-betting/limit-amounts", {"no_irregularity"})


def test_a_short_hand_is_no_answer_to_a_question_about_a_fifth_card() -> None:
    log = table().hand(6).antes().deal().does("1 check")
    log.calls_attention("short_hand", by=3, seat=3).add("hand_counted", seat=3, count=4)

    assert rulings(log.judged())[-1].rule == "draw-high/4c"
    assert answer_to(log, "fifth_card") == ("draw-high/5a", {"no_irregularity"})


def test_a_game_with_antes_does_not_say_that_it_has_none() -> None:
    assert answer_to(stud(), "missing_ante", seat=1) == ("rrop-stud/ante", {"no_irregularity"})


def test_openers_are_no_matter_of_a_game_without_them() -> None:
    log = at("omaha-limit", "betting")

    assert answer_to(log, "openers", seat=1) == ("rrop-misc", {"no_irregularity"})
