"""Button and blinds: where they belong, what a wrong one leads to, and missed blinds."""

from typing import Any

import pytest
from builders import Log, codes, offered, rulings, said, state, table

ROOM = {"big_blind_basis": "lower", "deal_start": "left_of_button"}


def omaha(seats: int = 4, places: int | None = None, **options: Any) -> Log:
    return table("omaha-limit", options={**ROOM, **options}, seats=seats, places=places)


def next_button(log: Log) -> int:
    return int(state(log)["table"]["next_button"])


def owed(log: Log) -> dict[str, int]:
    """Which seat owes which blind."""
    return {e["kind"]: e["seat"] for e in offered(log) if e["type"] == "posted"}


def played(log: Log, button: int) -> Log:
    """A hand in which everybody folds to the big blind."""
    log.hand(button)
    for kind, seat in owed(log).items():
        log.add("posted", seat=seat, kind=kind, amount=3 if kind == "small_blind" else 6)
    log.deal(4)
    while True:
        step = offered(log)
        fold = [e for e in step if e.get("verb") == "fold"]
        log.events.append(fold[0] if fold else step[0])
        if log.events[-1]["type"] == "hand_ended":
            return log


# --- Where they belong -----------------------------------------------------------------


def test_button_and_blinds_go_round() -> None:
    log = played(omaha(), 1)
    assert next_button(log) == 2
    assert owed(log.hand(2)) == {"small_blind": 3, "big_blind": 4}


def test_a_dead_button_stands_at_the_place_of_a_small_blind_that_left() -> None:
    log = played(omaha(), 1).add("player_left", seat=2)
    assert next_button(log) == 2

    assert owed(log.hand(2)) == {"small_blind": 3, "big_blind": 4}


def test_a_moving_button_goes_on_to_the_next_player() -> None:
    log = played(omaha(button_method="moving"), 1).add("player_left", seat=2)
    assert next_button(log) == 3

    assert owed(log.hand(3)) == {"small_blind": 4, "big_blind": 1}


def test_when_the_big_blind_leaves_nobody_posts_a_small_one() -> None:
    log = played(omaha(), 1).add("player_left", seat=3).hand(2)
    assert owed(log) == {"big_blind": 4}

    log.add("posted", seat=4, kind="big_blind", amount=6).deal(4)
    assert state(log)["hand"]["to_act"] == 1


def test_after_a_dead_small_blind_the_button_stands_at_the_empty_place() -> None:
    log = played(played(omaha(5), 1).add("player_left", seat=3), 2)
    assert next_button(log) == 3

    assert owed(log.hand(3)) == {"small_blind": 4, "big_blind": 5}


def test_nobody_has_the_big_blind_twice_when_two_are_left() -> None:
    log = played(omaha(3), 1).add("player_left", seat=1)
    assert next_button(log) == 3

    assert owed(log.hand(3)) == {"small_blind": 3, "big_blind": 2}


def test_who_sits_down_between_button_and_blinds_does_not_take_a_blind() -> None:
    log = omaha(4, places=9)
    for event, seat in zip(log.events[3:5], (5, 7), strict=True):
        event["seat"] = seat
    log = played(log, 1).add("player_seated", seat=3, player="new", chips=500)

    assert owed(log.hand(2)) == {"small_blind": 5, "big_blind": 7}


@pytest.mark.parametrize(("game", "method"), [("draw-high", "moving"), ("omaha-limit", "dead")])
def test_draw_games_move_the_button_and_blind_games_leave_it_dead(game: str, method: str) -> None:
    profile = table(game).judged().state.profile

    assert profile is not None
    assert profile.options["button_method"] == method


def test_after_a_misdeal_button_and_blinds_stay_although_somebody_left() -> None:
    log = played(omaha(5), 1).hand(2)
    log.add("posted", seat=3, kind="small_blind", amount=3)
    log.add("posted", seat=4, kind="big_blind", amount=6).deal(4).add("misdeal_called")
    log.add("player_left", seat=3)
    assert next_button(log) == 2

    assert owed(log.hand(2)) == {"big_blind": 4}


# --- The wrong button ------------------------------------------------------------------


def wrong(acts: tuple[str, ...] = (), **options: Any) -> Log:
    """The button belongs at seat 2 and was put at seat 3."""
    log = played(omaha(**options), 1).hand(3)
    log.add("posted", seat=4, kind="small_blind", amount=3)
    log.add("posted", seat=1, kind="big_blind", amount=6)
    return log.deal(4).does(*acts).calls_attention("wrong_button", by=4)


@pytest.mark.parametrize("acts", [(), ("2 fold",)])
def test_a_wrong_button_in_time_is_a_misdeal_from_the_right_one(acts: tuple[str, ...]) -> None:
    log = wrong(acts)
    assert ("rrop-misdeal/1g", "misdeal_redeal", None) in said(log.judged())
    assert next_button(log) == 2

    log.add("misdeal_called")
    assert owed(log.hand(2)) == {"small_blind": 3, "big_blind": 4}
    log.calls_attention("wrong_button")
    assert codes(log.judged()) == {"misdeal_redeal", "dealer_corrects", "no_irregularity"}


def test_a_wrong_button_found_later_stands_and_is_set_right_on_the_next_hand() -> None:
    log = wrong(("2 call 6", "3 fold"))
    assert ("rrop-irregularities/1", "dealer_corrects", 2) in said(log.judged())
    assert "misdeal_redeal" not in codes(log.judged())

    log.does("4 fold", "1 check").add("hand_ended")
    assert next_button(log) == 2
    assert ("hand_started", 2) in {(e["type"], e.get("button")) for e in offered(log)}


def test_it_is_set_right_as_long_as_the_next_hand_has_not_begun() -> None:
    log = played(played(omaha(), 1), 3)
    for late in (log.copy(), log.copy().add("shuffled")):
        late.calls_attention("wrong_button")
        assert ("rrop-irregularities/1", "dealer_corrects", 2) in said(late.judged())
        assert next_button(late) == 2

    assert "dealer_corrects" not in codes(log.hand(4).calls_attention("wrong_button").judged())


def test_the_first_button_of_a_table_is_never_wrong() -> None:
    log = omaha().hand(3).add("posted", seat=4, kind="small_blind", amount=3)
    log.add("posted", seat=1, kind="big_blind", amount=6).deal(4)

    assert codes(log.calls_attention("wrong_button").judged()) == {"no_irregularity"}


def test_a_right_button_makes_the_question_regular() -> None:
    log = played(omaha(), 1).hand(2).add("posted", seat=3, kind="small_blind", amount=3)
    log.add("posted", seat=4, kind="big_blind", amount=6).deal(4).calls_attention("wrong_button")

    assert said(log.judged()) == {("rrop-misdeal/1g", "no_irregularity", None)}


@pytest.mark.parametrize("about", ["wrong_button", "wrong_blinds"])
def test_a_wrong_button_found_before_the_cards_is_moved_and_its_blinds_with_it(about: str) -> None:
    log = played(omaha(), 1).hand(3)
    log.add("posted", seat=4, kind="small_blind", amount=3)
    log.add("posted", seat=1, kind="big_blind", amount=6).calls_attention(about, by=2)
    docket = log.judged()

    assert codes(docket) == {"dealer_corrects"}
    assert {r.rule for r in rulings(docket)} == {"rrop-irregularities/1"}
    assert state(log)["hand"]["button"] == 2
    assert {e["seat"] for e in offered(log) if e["type"] == "bet_taken_back"} == {1}
    assert owed(log) == {"small_blind": 3, "big_blind": 4}


def test_wrong_blinds_that_come_of_a_wrong_button_are_the_wrong_button() -> None:
    log = wrong()
    log.events[-1]["about"] = "wrong_blinds"

    assert {r.rule for r in rulings(log.judged())} == {"rrop-misdeal/1g"}


def test_with_two_players_wrong_blinds_are_a_matter_of_the_heads_up_rule() -> None:
    log = omaha(2).hand(2).add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6).calls_attention("wrong_blinds")

    assert {"rrop-button-blind/2", "tda/34"} <= set(rulings(log.judged())[0].cites)


# --- Missed blinds ---------------------------------------------------------------------


def away(hands: int) -> Log:
    """Seat 4 sits out these hands and is dealt in on the next one."""
    log = played(omaha(5), 1).add("sat_out", seat=4)
    for _ in range(hands):
        played(log, next_button(log))
    log.add("sat_in", seat=4).hand(next_button(log))
    for kind, seat in owed(log).items():
        log.add("posted", seat=seat, kind=kind, amount=3 if kind == "small_blind" else 6)
    return log


@pytest.mark.parametrize(
    ("hands", "posts"),
    [(1, {("post", 6)}), (2, {("post", 6), ("dead", 3)})],
)
def test_missed_blinds_are_posted_the_big_one_live_the_small_one_dead(
    hands: int, posts: set[tuple[str, int]]
) -> None:
    log = away(hands).calls_attention("missed_blind", seat=4)
    asked = {
        (e["kind"], e["amount"]) for e in offered(log) if e["type"] == "posted" and e["seat"] == 4
    }
    assert asked == posts

    for kind, amount in sorted(posts):
        log.add("posted", seat=4, kind=kind, amount=amount)
    log.calls_attention("missed_blind", seat=4)
    assert ("rrop-button-blind/1", "no_irregularity", 4) in said(log.judged())
    assert state(log)["hand"]["seats"]["4"]["bet"] == 6


def test_after_the_first_act_missed_blinds_are_owed_for_the_next_hand() -> None:
    log = away(1).deal(4)
    log.events.append(offered(log)[-1])

    assert codes(log.calls_attention("missed_blind", seat=4).judged()) == {"bet_stays"}


def test_who_waits_for_the_big_blind_owes_nothing_more() -> None:
    log = played(omaha(4), 1).add("sat_out", seat=4)
    for _ in range(3):
        played(log, next_button(log))
    log.add("sat_in", seat=4)
    while owed(log.copy().hand(next_button(log))).get("big_blind") != 4:
        played(log, next_button(log))
    log = played(log, next_button(log)).hand(next_button(log))

    log.calls_attention("missed_blind", seat=4)
    assert codes(log.judged()) == {"no_irregularity"}


def test_who_never_missed_one_owes_none() -> None:
    log = played(omaha(), 1).hand(2).calls_attention("missed_blind", seat=4)

    assert codes(log.judged()) == {"no_irregularity"}


# --- Every seat meets each blind once -----------------------------------------------------


def heads_up_then(*joiners: int) -> Log:
    """Two players, the button on seat 3; then others sit down."""
    log = omaha(seats=3, places=4).add("player_left", seat=2)
    played(log, 3)
    for seat in joiners:
        log.add("player_seated", seat=seat, player=f"N{seat}", chips=500)
    return log


def test_from_two_players_to_three_the_big_blind_moves_on() -> None:
    log = heads_up_then(2)
    assert next_button(log) == 3

    assert owed(log.hand(3)) == {"small_blind": 1, "big_blind": 2}


def test_from_two_players_to_four_the_big_blind_moves_on_by_one() -> None:
    log = heads_up_then(2, 4)

    assert owed(log.hand(next_button(log))) == {"small_blind": 1, "big_blind": 2}


def test_when_one_of_two_is_replaced_the_big_blind_moves_on() -> None:
    log = heads_up_then(2).add("player_left", seat=3)

    assert owed(log.hand(next_button(log))) == {"small_blind": 1, "big_blind": 2}


def test_two_players_that_stay_change_places() -> None:
    log = heads_up_then()

    assert owed(log.hand(next_button(log))) == {"small_blind": 1, "big_blind": 3}


def test_a_button_put_wrong_moves_no_blind_that_was_posted_right() -> None:
    log = played(omaha(), 1)
    wrong = log.copy().hand(1)
    for kind, seat, amount in (("small_blind", 3, 3), ("big_blind", 4, 6)):
        wrong.add("posted", seat=seat, kind=kind, amount=amount)
    wrong.deal(4).does("1 fold", "2 fold", "3 fold").add("pot_awarded", to={"4": 6})
    wrong.add("hand_ended")

    assert owed(wrong.hand(next_button(wrong))) == {"small_blind": 4, "big_blind": 1}


def test_blinds_posted_by_the_wrong_button_go_on_from_there() -> None:
    log = played(played(omaha(), 1), 1)

    assert owed(log.hand(next_button(log))) == {"small_blind": 3, "big_blind": 4}


def test_who_sits_out_on_a_dead_small_blind_has_missed_it() -> None:
    log = played(omaha(), 1).add("sat_out", seat=3)
    played(log, 2)
    log.add("sat_in", seat=3).hand(3).calls_attention("missed_blind", seat=3)

    assert ("rrop-button-blind/1", "dealer_corrects", 3) in said(log.judged())


def test_who_posts_the_small_blind_and_then_sits_out_has_missed_none() -> None:
    log = played(played(omaha(), 1), 2).add("sat_out", seat=3)
    played(log, 3)
    log.add("sat_in", seat=3).hand(4).calls_attention("missed_blind", seat=3)

    assert codes(log.judged()) == {"no_irregularity"}
