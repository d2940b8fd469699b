"""The showdown: showing, reading, asking to see, and where every layer goes."""

from collections.abc import Callable
from typing import Any

import pytest
from builders import Log, codes, rulings, said, state, table
from stories import at, hand_of, paid

from adjudicator.errors import Refused
from adjudicator.play.offers import next_entries

HANDS = {
    "draw-high": ("As Ah 7c 7d Qh", "Ks Kh 6c 6d Qc"),
    "jacks-or-better": ("As Ah 7c 7d Qh", "Ks Kh 6c 6d Qc"),
    "blue-beacon": ("As Ac 7c 7d Qh", "Ks 3s 4s 8d Qc"),
    "omaha-limit": ("Ah 8h 7d 3d", "Ks Qc 8s 4s"),
}
# In Baseball every survivor shows (baseball/showdown), so nobody throws a hand away there.
CASINO = tuple(HANDS)


def showdown(game: str = "omaha-limit", **options: Any) -> Log:
    """Four at the showdown; seats 3 and 4 throw their hands away."""
    log = at(game, "showdown", options=options)
    return log.add("mucked", seat=3, identifiable=True).add("mucked", seat=4, identifiable=True)


# --- Showing (rrop-showdown/1, /7) -----------------------------------------------------


@pytest.mark.parametrize("game", CASINO)
def test_a_hand_shown_in_part_has_to_be_shown_whole(game: str) -> None:
    best, other = HANDS[game]
    part = " ".join(best.split()[:2])
    log = showdown(game).shows(2, other).shows(1, part)

    assert ("rrop-showdown/1", "dealer_corrects", 1) in said(log.judged())
    assert not paid(log)
    log.shows(1, best)
    assert not [due for due in log.judged().state.dues if due.seat == 1]
    assert set(paid(log)) == {1}


@pytest.mark.parametrize("game", CASINO)
def test_a_hand_shown_whole_needs_nothing_more(game: str) -> None:
    best, other = HANDS[game]
    log = showdown(game).shows(1, best).shows(2, other)

    assert "dealer_corrects" not in codes(log.judged())


def test_cards_may_be_laid_open_in_two_motions() -> None:
    log = showdown().shows(2, "Ks Qc 8s 4s").shows(1, "Ah 8h").shows(1, "7d 3d")

    assert paid(log) == {1: 48}


def order(log: Log) -> list[int]:
    """The seats in the order in which they show."""
    ruling = rulings(log.calls_attention("show_order").judged())[-1]
    assert ruling.rule == "rrop-showdown/7"
    return list(ruling.seats)


def last_round(*acts: str, chips: dict[int, int] | None = None) -> Log:
    """An Omaha hand whose last round goes like this."""
    return at("omaha-limit", "betting", street=4, chips=chips).does(*acts)


def test_the_last_to_bet_shows_first() -> None:
    log = last_round("1 check", "2 bet 12", "3 raise 24", "4 call 24", "1 call 24", "2 call 24")

    assert order(log) == [3, 4, 1, 2]


def test_a_checked_round_is_shown_from_the_first_to_act() -> None:
    assert order(last_round("1 check", "2 check", "3 check", "4 check")) == [1, 2, 3, 4]


def test_the_side_pot_shows_before_the_main_pot() -> None:
    log = last_round("1 bet 4", "2 raise 16", "3 fold", "4 call 16", chips={1: 16, 2: 500, 4: 500})

    assert order(log) == [2, 4, 1]


def test_who_will_not_show_is_asked_and_then_the_floor_decides() -> None:
    log = showdown().shows(2, "Ks Qc 8s 4s").calls_attention("will_not_show", by=2, seat=1)
    assert ("rrop-showdown/7", "dealer_corrects", 1) in said(log.judged())

    log.calls_attention("will_not_show", by=2, seat=1)
    assert ("rrop-showdown/7", "floor_decides", 1) in said(log.judged())
    assert paid(log) == {2: 48}


# --- Cards speak (rrop-showdown/2) -------------------------------------------------------


@pytest.mark.parametrize("game", CASINO)
def test_a_hand_called_wrongly_is_worth_what_it_shows(game: str) -> None:
    best, other = HANDS[game]
    log = showdown(game).add("announced", topic="hand", value="two pair", by=1)
    log.shows(1, best).shows(2, other).calls_attention("miscall", by=2, seat=1)

    assert ("rrop-showdown/2", "no_irregularity", 1) in said(log.judged())
    assert set(paid(log)) == {1}


@pytest.mark.parametrize("game", CASINO)
def test_a_false_call_that_made_a_hand_go_is_for_the_floor(game: str) -> None:
    log = showdown(game).add("announced", topic="hand", value="straight flush", by=1)
    log.add("mucked", seat=2, identifiable=False).calls_attention("miscall", by=2, seat=1)
    docket = log.judged()
    ruling = next(r for r in rulings(docket) if r.rule == "rrop-showdown/2")

    assert ruling.certainty == "floor"
    assert {one.code for option in ruling.options for one in option.outcomes} == {
        "no_irregularity",
        "loses_pot",
    }


# --- Asking to see a hand (rrop-showdown/5, /6) --------------------------------------------


@pytest.mark.parametrize("game", CASINO)
@pytest.mark.parametrize(("asker", "code", "winner"), [(2, "hand_live", 1), (3, "hand_dead", 2)])
def test_a_thrown_hand_wins_only_if_the_winner_asked_for_it(
    game: str, asker: int, code: str, winner: int
) -> None:
    best, other = HANDS[game]
    log = showdown(game).shows(2, other).add("mucked", seat=1, identifiable=True)
    log.calls_attention("see_hand", by=asker, seat=1).shows(1, best, "request")

    assert ("rrop-showdown/5", code, 1) in said(log.judged())
    if game != "jacks-or-better":
        assert set(paid(log)) == {winner}


def test_who_was_not_dealt_in_may_not_ask() -> None:
    log = at("omaha-limit", "showdown")
    log.events.insert(6, {"type": "player_seated", "seat": 5, "player": "P5", "chips": 100})
    log.events[0]["seats"] = 5
    hand = next(e for e in log.events if e["type"] == "hand_started")
    hand["seats"] = [1, 2, 3, 4]
    log.add("mucked", seat=1).calls_attention("see_hand", by=5, seat=1)

    assert ("rrop-showdown/5", "may_decline", 1) in said(log.judged())


def test_under_tournament_rules_seeing_a_hand_is_a_privilege() -> None:
    log = showdown(see_hand_policy="tda").shows(2, "Ks Qc 8s 4s").add("mucked", seat=1)
    log.calls_attention("see_hand", by=2, seat=1)

    assert ("tda/18", "floor_decides", 1) in said(log.judged())
    assert paid(log) == {2: 48}


def test_shown_to_one_is_shown_to_all() -> None:
    log = showdown().calls_attention("shown_to_one", by=2, seat=1)
    assert ("rrop-showdown/6", "dealer_corrects", 1) in said(log.judged())

    open_ = showdown().shows(1, "Ah 8h 7d 3d").calls_attention("shown_to_one", by=2, seat=1)
    assert ("rrop-showdown/6", "no_irregularity", 1) in said(open_.judged())


# --- Layers (rrop-all-in) ------------------------------------------------------------------


def side_pot() -> Log:
    """Seat 1 all-in for the main pot, seats 2 and 4 in a side pot."""
    return last_round("1 bet 4", "2 raise 16", "3 fold", "4 call 16", chips={1: 16, 2: 500, 4: 500})


def test_a_layer_nobody_can_win_joins_the_one_below() -> None:
    log = killed(side_pot(), 2, 4)
    docket = log.judged()

    assert ("rrop-all-in", "pot_layered", None) in said(docket)
    assert paid(log) == {1: hand_of(log).pot}


def killed(log: Log, *seats: int) -> Log:
    """The floor rules hands dead, all at once."""
    dead = [{"code": "hand_dead", "seat": seat} for seat in seats]
    return log.add("floor_decided", decision="overridden", outcomes=dead, reason="both had looked")


GOES_OUT: dict[str, Callable[[Log], Log]] = {
    "mucks": lambda log: log.add("mucked", seat=4, by="owner"),
    "is taken in by the dealer and cannot be told apart": lambda log: log.add(
        "mucked", seat=4, by="dealer", identifiable=False
    ),
    "is killed by the floor": lambda log: killed(log, 4),
    "leaves the table": lambda log: log.add("player_left", seat=4),
}


@pytest.mark.parametrize("goes_out", GOES_OUT)
def test_a_side_pot_won_before_its_winner_goes_out_stays_won(goes_out: str) -> None:
    log = side_pot().add("mucked", seat=2, by="owner")
    main, side = (pot["amount"] for pot in state(log)["hand"]["pots"])
    GOES_OUT[goes_out](log)

    assert paid(log) == {1: main, 4: side}
    assert ("rrop-all-in", "pot_layered", None) not in said(log.judged())


def test_a_side_pot_that_was_pushed_stays_pushed() -> None:
    log = side_pot().add("mucked", seat=2, by="owner")
    side = state(log)["hand"]["pots"][1]["amount"]
    log.add("pot_awarded", pot=1, to={"4": side}).add("mucked", seat=4, by="owner")
    log.add("pot_awarded", pot=0, to={"1": state(log)["hand"]["pot"]})

    assert "award_corrected" not in codes(log.judged())
    assert state(log)["hand"]["pot"] == 0


def test_a_side_pot_somebody_else_still_claims_is_theirs() -> None:
    log = side_pot().add("mucked", seat=4, by="owner")
    main, side = (pot["eligible"] for pot in state(log)["hand"]["pots"])

    assert (main, side) == ([1, 2], [2])


def test_a_whole_pot_won_uncontested_stays_won_when_the_hand_is_fouled_after() -> None:
    log = last_round("1 bet 12", "2 fold", "3 fold", "4 fold")
    whole = state(log)["hand"]["pot"]

    assert paid(killed(log, 1)) == {1: whole}


def test_who_threw_the_last_hand_away_is_out_when_another_comes_back() -> None:
    log = showdown().add("mucked", seat=1, identifiable=True).add("mucked", seat=2)
    assert set(paid(log)) == {2}

    log.add(
        "floor_decided",
        decision="overridden",
        outcomes=[{"code": "hand_live", "seat": 1}],
        reason="clearly identified",
    )
    assert set(paid(log)) == {1}


def test_a_layer_with_one_claimant_left_is_theirs() -> None:
    log = side_pot().calls_attention("killed_hand", seat=2, facts={"identifiable": False})

    assert ("rrop-all-in", "pot_layered", None) not in said(log.judged())


def test_who_is_all_in_is_named_with_the_side_pot() -> None:
    ruling = next(one for one in rulings(side_pot().judged()) if one.rule == "rrop-all-in")

    assert ruling.seats == (1,)
    assert ruling.because[0].fact == "seat 1 is all-in, the pot is in 2 layers"


# --- Pushed wrongly (rrop-decision/5, /6) ----------------------------------------------------


def pushed_wrong(game: str) -> tuple[Log, int]:
    """Seat 1 has the best hand and seat 2 was given the pot."""
    best, other = HANDS[game]
    log = showdown(game).shows(1, best).shows(2, other)
    pot = hand_of(log).pot
    return log.add("pot_awarded", to={"2": pot}), pot


@pytest.mark.parametrize("game", CASINO)
def test_a_wrong_award_names_who_had_the_pot_and_whose_it_is(game: str) -> None:
    log, _ = pushed_wrong(game)
    ruling = rulings(log.judged())[-1]

    assert (ruling.rule, ruling.seats) == ("rrop-decision/6", (1, 2))
    assert "rrop-dead-hand/1a" not in ruling.cites


def test_the_right_award_is_offered_once() -> None:
    log, pot = pushed_wrong("omaha-limit")
    offers = [one for one in next_entries(log.judged().state) if "to" in one]

    assert offers == [{"type": "pot_awarded", "to": {"1": pot}}]


def test_a_wrong_award_is_had_back_from_the_seat_its_taker_moved_to() -> None:
    log, pot = pushed_wrong("omaha-limit")
    log.add("hand_ended").add("player_left", seat=4).add("seat_changed", seat=2, to=4)
    there = log.judged().state.players[4].purse
    log.add("pot_awarded", to={"1": pot})

    assert log.judged().state.players[4].purse == there - pot


def test_a_taker_who_has_left_keeps_what_he_was_pushed() -> None:
    log, pot = pushed_wrong("omaha-limit")
    log.add("hand_ended").add("player_left", seat=2)

    with pytest.raises(Refused, match="; 0 lies in the pot"):
        log.add("pot_awarded", to={"1": pot}).judged()


def test_chips_pushed_to_a_folded_hand_cite_that_it_is_dead() -> None:
    log = last_round("1 bet 12", "2 fold", "3 fold", "4 fold")
    log.add("pot_awarded", to={"2": hand_of(log).pot})
    ruling = rulings(log.judged())[-1]

    assert ruling.seats == (1, 2)
    assert "rrop-dead-hand/1a" in ruling.cites


@pytest.mark.parametrize("game", CASINO)
def test_the_first_riffle_closes_the_pot_though_nobody_ended_the_hand(game: str) -> None:
    log, pot = pushed_wrong(game)
    before = log.copy().calls_attention("wrong_award", by=1).judged()
    assert rulings(before)[-1].rule == "rrop-decision/6"

    log.add("shuffled")
    late = log.copy().calls_attention("wrong_award", by=1)
    assert ("rrop-decision/5", "bet_stays", None) in said(late.judged())
    with pytest.raises(Refused, match="first riffle"):
        log.copy().add("pot_awarded", to={"1": pot}).judged()

    ended = log.add("hand_ended").calls_attention("wrong_award", by=1)
    assert ("rrop-decision/5", "bet_stays", None) in said(ended.judged())


# --- Speaking up (rrop-showdown/3) -----------------------------------------------------------


@pytest.mark.parametrize("game", CASINO)
def test_a_pot_about_to_go_wrong_is_pushed_as_the_cards_say(game: str) -> None:
    best, other = HANDS[game]
    log = showdown(game).shows(1, best).shows(2, other)
    log.calls_attention("wrong_award", by=1, seat=1)
    pot = hand_of(log).pot

    assert ("rrop-showdown/3", "dealer_corrects", None) in said(log.judged())
    log.add("pot_awarded", to={"1": pot})
    docket = log.judged()
    assert not docket.state.dues
    assert "rrop-decision/6" not in {one.rule for one in rulings(docket)}


@pytest.mark.parametrize("game", CASINO)
def test_a_wrong_award_is_still_wrong_once_the_hand_is_closed(game: str) -> None:
    best, other = HANDS[game]
    log = showdown(game).shows(1, best).shows(2, other)
    right = paid(log)
    log.add("pot_awarded", to={"2": sum(right.values())}).add("hand_ended")
    docket = log.calls_attention("wrong_award", by=1, seat=1).judged()

    assert [docket.rulings[id].rule for id in docket.entries[-1].listed] == ["rrop-decision/6"]
    log.add("pot_awarded", to={"1": sum(right.values())}).calls_attention("wrong_award", by=2)
    (answer,) = log.judged().entries[-1].rulings
    assert [one.code for one in answer.outcomes] == ["no_irregularity"]


def test_once_the_game_has_ended_the_result_stands() -> None:
    best, other = HANDS["omaha-limit"]
    log = showdown().shows(1, best).shows(2, other)
    log.add("pot_awarded", to={"2": sum(paid(log).values())}).add("hand_ended")
    docket = log.add("table_closed").calls_attention("wrong_award", by=1, seat=1).judged()
    (late,) = docket.entries[-1].rulings

    assert late.rule == "rrop-decision/5"
    assert "after the game had ended" in late.text


@pytest.mark.parametrize(
    ("third", "shared"),
    [("Ks Qc 4d 3s", {(1, 1), (4, 1)}), ("Ks Jc 4d 3d", set())],
    ids=["the side pot is shared", "every layer has one winner"],
)
def test_only_a_layer_that_two_hands_take_is_split(third: str, shared: set[Any]) -> None:
    log = table("omaha-limit", options={"big_blind_basis": "lower"}, seats=4, chips={2: 9}).hand(4)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6).deal(4)
    log.does("3 fold", "4 raise 12", "1 call 12").add("acted", seat=2, verb="call", to=9)
    for cards in ("2c 7d Th", "5s", "9s"):
        for card in cards.split():
            log.add("dealt", to="board", face="up", card=card)
        log.does("1 check", "4 check")
    log.shows(2, "As Ad 6h 3c").shows(1, "Kh Qd 4c 3h").shows(4, third)
    log.add("pot_awarded", to={"2": 33})
    (wrong,) = [r for r in rulings(log.judged()) if r.rule == "rrop-decision/6"]

    split = {(o.seat, o.pot) for o in wrong.outcomes if o.code == "split_equally"}
    assert split == shared
