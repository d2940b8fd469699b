"""Turn, words, chips and time: what counts as an act, for how much, and who may still act."""

from typing import Any

import pytest
from builders import Log, codes, offered, opened, rulings, said, table
from stories import GAMES, at, hand_of, opened_at, to_act

from adjudicator.play.offers import next_entries

CHIPS = tuple(game for game in GAMES if game != "baseball")


def dealt(game: str = "draw-high", **kwargs: Any) -> Log:
    """Four players before the first act of a round without blinds, seat 1 to act."""
    street = 2 if game == "omaha-limit" else 1
    return at(game, "betting", street=street, **kwargs)


def unit(log: Log) -> int:
    """The bet of the round."""
    return int(hand_of(log).bet_size)


def order(log: Log) -> list[int]:
    """The live seats from the one to act."""
    hand, first = hand_of(log), to_act(log)
    place = hand.live.index(first)
    return [*hand.live[place:], *hand.live[:place]]


def only(log: Log, *skip: str) -> set[tuple[str, str, int | None]]:
    """What was ruled, announcements of the set-up left out."""
    return {one for one in said(log.judged()) if one[1] not in ("warning", *skip)}


# --- Out of turn (rrop-betting/11, tda/53) -----------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("policy", "rule"), [("rrop", "rrop-betting/11"), ("tda", "tda/53")])
def test_a_bet_out_of_turn_binds_if_the_skipped_seat_checks(
    game: str, policy: str, rule: str
) -> None:
    log = dealt(game, options={"oot_policy": policy})
    first, second, *_ = order(log)
    log.add("acted", seat=second, verb="bet", to=unit(log))
    assert {code for _, code, seat in only(log) if seat == second} >= {"action_backed_up"}

    log.add("acted", seat=first, verb="check")
    assert (rule, "action_binding", second) in said(log.judged())
    assert hand_of(log).seats[second].bet == unit(log)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("policy", "rule"), [("rrop", "rrop-betting/11"), ("tda", "tda/53")])
def test_a_check_out_of_turn_is_void_once_the_skipped_seat_bets(
    game: str, policy: str, rule: str
) -> None:
    log = dealt(game, options={"oot_policy": policy})
    first, second, *_ = order(log)
    log.add("acted", seat=second, verb="check")
    log.add("acted", seat=first, verb="bet", to=unit(log))
    docket = log.judged()
    (ruling,) = docket.entries[-1].rulings

    assert (ruling.rule, [one.code for one in ruling.outcomes]) == (rule, ["action_void"])
    assert [fact.seq for fact in ruling.because] == [log.seq - 1, log.seq]
    offered = {e["verb"] for e in next_entries(docket.state) if e.get("seat") == second}
    assert ("raise" in offered) == (policy == "tda")
    other = {"rrop": "tda/53", "tda": "rrop-betting/11"}[policy]
    assert [w.rule for w in ruling.considered] == [other]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("policy", "rule"), [("rrop", "rrop-betting/11"), ("tda", "tda/53")])
def test_a_bet_out_of_turn_comes_back_if_the_skipped_seat_bets(
    game: str, policy: str, rule: str
) -> None:
    log = dealt(game, options={"oot_policy": policy})
    first, second, *_ = order(log)
    log.add("acted", seat=second, verb="bet", to=unit(log))
    log.add("acted", seat=first, verb="bet", to=unit(log))

    assert (rule, "bet_returned", second) in said(log.judged())
    assert to_act(log) == second
    assert hand_of(log).seats[second].bet == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("policy", "raises"), [("rrop", False), ("tda", True)])
def test_who_checked_early_may_raise_only_under_tournament_rules(
    game: str, policy: str, raises: bool
) -> None:
    log = dealt(game, options={"oot_policy": policy})
    first, second, *_ = order(log)
    log.add("acted", seat=second, verb="check")
    log.add("acted", seat=first, verb="bet", to=unit(log))
    log.add("acted", seat=second, verb="raise", to=2 * unit(log))

    assert ("raise_not_allowed" not in codes(log.judged())) is raises
    assert hand_of(log).seats[second].bet == unit(log) * (2 if raises else 1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", ["rrop", "tda"])
def test_a_fold_out_of_turn_stands(game: str, policy: str) -> None:
    log = dealt(game, options={"oot_policy": policy})
    first, second, *_ = order(log)
    log.add("acted", seat=second, verb="fold")

    assert "action_binding" in codes(log.judged())
    assert hand_of(log).seats[second].status == "folded"
    assert to_act(log) == first


@pytest.mark.parametrize("game", GAMES)
def test_a_raise_said_out_of_turn_is_an_act_out_of_turn(game: str) -> None:
    log, _ = opened_at(game)
    first, second, *_ = order(log)
    log.add("announced", topic="raise", by=second)

    assert ("rrop-betting/11", "action_backed_up", second) in said(log.judged())
    log.add("acted", seat=first, verb="call", to=hand_of(log).bet_to_match)
    assert ("rrop-betting/11", "action_binding", second) in said(log.judged())
    assert hand_of(log).aggressor == second


# --- The right to act (rrop-betting/12, tda/53) -------------------------------------------


def skipped(acts: int, policy: str, verb: str = "check", time: bool = False) -> Log:
    """Seat 1 of six is passed over by this many seats."""
    log = table(options={"oot_policy": policy}).hand(6).antes().deal()
    if time:
        log.add("announced", topic="time", by=1)
    for seat in range(2, 2 + acts):
        to = {"to": 10} if verb == "bet" else {}
        log.add("acted", seat=seat, verb=verb, **to)
    return log


@pytest.mark.parametrize(
    ("acts", "policy", "verb", "asked"),
    [
        (2, "rrop", "check", False),
        (3, "rrop", "check", True),
        (3, "rrop", "bet", True),
        (2, "tda", "check", False),
        (2, "tda", "bet", True),
        (3, "tda", "check", True),
        (1, "tda", "bet", False),
    ],
)
def test_silence_costs_the_turn_only_after_enough_action_behind(
    acts: int, policy: str, verb: str, asked: bool
) -> None:
    docket = skipped(acts, policy, verb).judged()

    assert (("floor_decides", 1) in {(c, s) for _, c, s in said(docket)}) is asked


def test_the_floor_is_asked_once_however_many_act_behind() -> None:
    docket = skipped(5, "rrop").judged()

    assert len([r for r in rulings(docket) if r.rule == "rrop-betting/12"]) == 1


@pytest.mark.parametrize("policy", ["rrop", "tda"])
def test_who_calls_time_keeps_the_turn(policy: str) -> None:
    assert "floor_decides" not in codes(skipped(4, policy, time=True).judged())


def test_a_seat_passed_over_behind_another_that_was_is_not_blamed() -> None:
    log = table().hand(6).antes().deal()
    log.does("3 check", "4 check", "1 check", "5 check")

    assert not [r for r in rulings(log.judged()) if r.rule == "rrop-betting/12"]


def test_under_tournament_rules_a_silent_seat_may_only_call_or_fold() -> None:
    log = skipped(2, "tda", "bet")
    docket = log.copy().does("1 bet 10").judged()
    assert ("tda/53", "raise_not_allowed", 1) in said(docket)
    assert "no bet is allowed, it is a check and 10 goes back" in rulings(docket)[-3].text
    assert hand_of(log).seats[1].limited is True

    log.does("1 check")
    for _ in range(3):
        log.add("acted", seat=to_act(log), verb="fold")
    log.does("1 raise 20")
    assert ("tda/53", "raise_not_allowed", 1) in said(log.judged())
    assert hand_of(log).seats[1].put_in == 12


@pytest.mark.parametrize("policy", ["rrop", "tda"])
@pytest.mark.parametrize(("verb", "to"), [("call", 10), ("raise", 20)])
def test_who_answers_a_bet_out_of_turn_is_bound_where_the_bet_is(
    policy: str, verb: str, to: int
) -> None:
    log = table(options={"oot_policy": policy}).hand(6).antes().deal()
    log.does("2 bet 10", f"3 {verb} {to}", "1 check")
    bound = {seat for _, code, seat in said(log.judged()) if code == "action_binding"}

    assert bound == {2, 3}
    assert (hand_of(log).seats[2].bet, hand_of(log).seats[3].bet) == (10, to)
    assert to_act(log) == 4


@pytest.mark.parametrize("game", CHIPS)
@pytest.mark.parametrize(("off", "code"), [(1, "bet_returned"), (-1, "bet_completed")])
def test_a_bet_out_of_turn_that_binds_is_brought_to_the_right_size(
    game: str, off: int, code: str
) -> None:
    log = dealt(game)
    first, second, *_ = order(log)
    log.add("acted", seat=second, verb="bet", to=unit(log) + off)
    log.add("acted", seat=first, verb="check")

    assert code in {one for _, one, seat in only(log) if seat == second}
    assert hand_of(log).bet_to_match == unit(log)


def test_a_raise_out_of_turn_that_binds_is_held_to_the_cap() -> None:
    log = dealt("omaha-limit")
    for seat, verb, to in ((1, "bet", 6), (2, "raise", 12), (3, "raise", 18), (4, "raise", 24)):
        log.add("acted", seat=seat, verb=verb, to=to)
    log.add("acted", seat=2, verb="raise", to=30).add("acted", seat=1, verb="call", to=24)

    assert ("rrop-betting/raise-cap", "raise_not_allowed", 2) in said(log.judged())
    assert hand_of(log).bet_to_match == 24


def test_a_check_before_a_bet_out_of_turn_does_not_answer_it() -> None:
    log = table().hand(6).antes().deal().does("3 check", "2 bet 10", "1 check")
    back = {seat for _, code, seat in said(log.judged()) if code == "action_void"}

    assert back == {3}
    assert to_act(log) == 3


# --- Words (rrop-betting/verbal) ------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_raise_announced_in_turn_is_completed(game: str) -> None:
    log, seat = opened_at(game)
    level, step = hand_of(log).bet_to_match, unit(log)
    log.add("announced", topic="raise", by=seat).add("acted", seat=seat, verb="call", to=level)

    assert ("rrop-betting/verbal", "bet_completed", seat) in said(log.judged())
    assert hand_of(log).bet_to_match == level + step


@pytest.mark.parametrize("game", GAMES)
def test_a_call_declared_over_raising_chips_is_a_call(game: str) -> None:
    log, seat = opened_at(game)
    level, step = hand_of(log).bet_to_match, unit(log)
    log.add("acted", seat=seat, verb="call", to=level + step)

    assert "bet_returned" in codes(log.judged())
    assert hand_of(log).bet_to_match == level


@pytest.mark.parametrize("game", GAMES)
def test_a_raise_announced_and_made_is_regular(game: str) -> None:
    log, seat = opened_at(game)
    whole = hand_of(log).bet_to_match + unit(log)
    log.add("announced", topic="raise", by=seat)
    log.add("acted", seat=seat, chips=[whole - hand_of(log).seats[seat].bet])

    assert not only(log)
    assert hand_of(log).bet_to_match == whole


# --- Motions and chips (rrop-betting/string, /overchip) --------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_second_trip_makes_no_raise(game: str) -> None:
    log, seat = opened_at(game)
    level, step = hand_of(log).bet_to_match, unit(log)
    log.add("acted", seat=seat, verb="call", to=level)
    log.add("acted", seat=seat, verb="raise", to=level + step)

    assert ("rrop-betting/string", "raise_not_allowed", seat) in said(log.judged())
    assert hand_of(log).bet_to_match == level
    assert hand_of(log).seats[seat].bet == level


@pytest.mark.parametrize("game", GAMES)
def test_after_the_word_raise_chips_may_follow_in_two_motions(game: str) -> None:
    log, seat = opened_at(game)
    level, step = hand_of(log).bet_to_match, unit(log)
    log.add("announced", topic="raise", by=seat).add("acted", seat=seat, verb="call", to=level)
    log.add("acted", seat=seat, verb="raise", to=level + step)

    assert "raise_not_allowed" not in codes(log.judged())
    assert hand_of(log).seats[seat].bet == level + step
    assert not log.judged().state.dues


def test_a_second_trip_after_the_last_call_makes_no_raise_either() -> None:
    log = dealt().does("1 bet 10", "2 fold", "3 fold", "4 call 10", "4 raise 20")

    assert ("rrop-betting/string", "raise_not_allowed", 4) in said(log.judged())
    assert hand_of(log).pot == 28


@pytest.mark.parametrize(
    ("chips", "bet", "price"),
    [
        ([25], 10, 10),
        ([10], 10, 10),
        ([10, 10], 20, 20),
        ([5, 5, 5], 15, 20),
        ([10, 5], 15, 20),
        ([5, 5, 4], 10, 10),
        ([10, 4], 10, 10),
        ([9, 9], 10, 10),
    ],
)
def test_chips_without_a_word_facing_ten(chips: list[int], bet: int, price: int) -> None:
    log = dealt().does("1 bet 10").add("acted", seat=2, chips=chips)

    assert hand_of(log).seats[2].bet == bet
    assert hand_of(log).bet_to_match == price
    assert bool(only(log)) is (chips != [10])


def test_chips_of_unknown_number_are_read_by_half_a_raise() -> None:
    assert hand_of(dealt().does("1 bet 10").add("acted", seat=2, to=14)).bet_to_match == 10
    assert hand_of(dealt().does("1 bet 10").add("acted", seat=2, to=15)).bet_to_match == 20


def test_one_big_chip_with_nothing_to_call_is_a_bet_of_the_unit() -> None:
    log = dealt().add("acted", seat=1, chips=[25])

    assert ("rrop-betting/overchip", "bet_returned", 1) in said(log.judged())
    assert hand_of(log).seats[1].bet == 10


# --- Released chips (rrop-betting/13) --------------------------------------------------------


def raised(*more: str) -> Log:
    """Seat 1 bets 10, seat 2 raises to 20, seat 3 is to act."""
    return dealt().does("1 bet 10", "2 raise 20", *more)


def test_who_did_not_know_of_the_raise_may_take_the_chips_back() -> None:
    log = raised("3 call 10")
    assert {
        ("rrop-betting/13", "bet_withdrawable", 3),
        ("rrop-betting/13", "bet_completed", 3),
    } <= (said(log.judged()))

    log.add("bet_taken_back", seat=3, amount=10)
    assert to_act(log) == 3
    assert log.judged().state.players[3].purse == 498
    assert not log.judged().state.dues


def test_who_was_told_of_the_raise_makes_the_call_good() -> None:
    log = raised().add("announced", topic="raise", seat=3).does("3 call 10")

    assert ("rrop-betting/limit-amounts", "bet_completed", 3) in said(log.judged())
    assert "bet_withdrawable" not in codes(log.judged())


def test_being_told_of_one_raise_is_not_being_told_of_the_next() -> None:
    log = dealt().does("1 bet 10").add("announced", topic="raise", seat=4)
    log.does("2 raise 20", "3 raise 30", "4 call 20")

    assert "bet_withdrawable" in codes(log.judged())


def test_a_short_call_of_a_bet_without_a_raise_is_made_good() -> None:
    log = dealt().does("1 bet 10", "2 call 5")

    assert ("rrop-betting/limit-amounts", "bet_completed", 2) in said(log.judged())
    assert "bet_withdrawable" not in codes(log.judged())


def test_chips_that_are_bound_stay_when_somebody_takes_them_back() -> None:
    log = raised("3 call 20").add("bet_taken_back", seat=3, amount=20)

    assert ("rrop-betting/13", "bet_stays", 3) in said(log.judged())
    assert hand_of(log).seats[3].bet == 20


def test_taking_back_too_late_moves_nothing() -> None:
    log = raised("3 call 10", "4 fold").add("bet_taken_back", seat=3, amount=10)

    assert ("rrop-betting/13", "floor_decides", 3) in said(log.judged())
    assert hand_of(log).seats[3].bet == 10


# --- Amounts and how long they can be put right ------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_amount_is_put_right_while_its_round_lasts(game: str) -> None:
    log = dealt(game)
    seat, step = to_act(log), unit(log)
    log.add("acted", seat=seat, verb="bet", to=step * 3)
    assert "bet_returned" in codes(log.judged())
    assert hand_of(log).bet_to_match == step


def short_bet() -> Log:
    """Seat 1 bets 10 where 20 is the bet, and everybody calls 10."""
    log = at("draw-high", "betting", street=2)
    return log.does("1 bet 10")


# The last round of each game, and one before it: a game's last act and its others.
LATE = [
    ("draw-high", 1),
    ("draw-high", 2),
    ("jacks-or-better", 2),
    ("omaha-limit", 3),
    ("omaha-limit", 4),
    ("holdem-limit", 4),
    ("seven-card-stud", 3),
    ("seven-card-stud", 5),
    ("five-card-stud", 4),
]


def called_short(game: str, street: int) -> tuple[Log, int, int]:
    """Two are left, and one calls with a chip too few: who did, and what the bet was."""
    log, _ = opened_at(game, street=street)
    while len(hand_of(log).live) > 2:
        log.add("acted", seat=to_act(log), verb="fold")
    caller, bet = to_act(log), hand_of(log).bet_to_match
    log.add("acted", seat=caller, verb="call", to=bet - 1)
    return log, caller, bet


@pytest.mark.parametrize(("game", "street"), LATE)
def test_a_short_call_that_ended_the_round_is_made_good_before_the_next_card_or_the_pot(
    game: str, street: int
) -> None:
    log, caller, bet = called_short(game, street)
    pot = hand_of(log).pot
    due = {"type": "acted", "seat": caller, "verb": "call", "to": bet}
    assert due in offered(log)

    log.add("acted", seat=caller, verb="call", to=bet)
    stakes = {hand_of(log).seats[seat].put_in for seat in hand_of(log).live}
    assert len(stakes) == 1
    assert hand_of(log).pot == pot + 1
    assert "action_void" not in codes(log.judged())
    assert due not in offered(log)


def test_a_short_call_that_nobody_made_good_stands_as_made_on_the_next_street() -> None:
    log, caller, _ = called_short("omaha-limit", 3)
    log.cards("burn").board("Jd")
    stakes = {hand_of(log).seats[seat].put_in for seat in hand_of(log).live}

    assert len(stakes) == 1
    assert hand_of(log).phase == "betting"
    assert not hand_of(log).seats[caller].missing


def test_a_short_call_is_not_made_good_once_the_pot_is_pushed() -> None:
    log, caller, bet = called_short("draw-high", 2)
    log.shows(caller, "2s 3s 4s 5s 7h").shows(hand_of(log).live[0], "2d 3d 4d 5d 8h")
    log.add("pot_awarded", to={str(caller): int(hand_of(log).pot)})

    assert {"type": "acted", "seat": caller, "verb": "call", "to": bet} not in offered(log)


def test_a_question_while_the_round_lasts_finds_the_standing_ruling() -> None:
    log = short_bet().calls_attention("wrong_amount", seat=1)
    docket = log.judged()

    assert docket.entries[-1].listed == docket.entries[-2].listed or docket.entries[-1].listed
    assert len([r for r in rulings(docket) if "bet_completed" in {o.code for o in r.outcomes}]) == 1


def test_an_amount_that_was_made_good_is_no_matter_any_more() -> None:
    log = at("omaha-limit", "betting", street=3)
    log.does("1 bet 6", "1 bet 12", "2 call 12", "3 call 12", "4 call 12")
    log.add("dealt", to="board", card="3c").calls_attention("wrong_amount", seat=1)

    assert "bet_stays" not in codes(log.judged())


# --- Accepted action (tda/49) --------------------------------------------------------------------


def test_a_caller_owes_the_true_amount_even_if_the_dealer_named_another() -> None:
    log = raised().add("announced", topic="amount", value=10, seat=3).does("3 call 10")
    docket = log.judged()

    assert ("tda/49", "floor_decides", 3) in said(docket)
    assert hand_of(log).seats[3].owes == 20


def test_a_whole_call_on_a_wrong_number_is_the_floors_too() -> None:
    log = raised().add("announced", topic="amount", value=10, seat=3).does("3 call 20")
    docket = log.judged()

    assert ("tda/49", "floor_decides", 3) in said(docket)
    assert hand_of(log).seats[3].bet == 20
    assert to_act(log) == 4


def test_the_right_amount_named_softens_nothing() -> None:
    log = raised().add("announced", topic="amount", value=20, seat=3)
    log.add("announced", topic="raise", seat=3).does("3 call 10")

    assert "floor_decides" not in codes(log.judged())


# --- Cap and short all-ins (rrop-betting/raise-cap, /7) ------------------------------------------


@pytest.mark.parametrize("game", CHIPS)
def test_a_raise_beyond_the_cap_is_a_call(game: str) -> None:
    log = dealt(game)
    cap = hand_of(log).cap
    step = unit(log)
    log.add("acted", seat=to_act(log), verb="bet", to=step)
    for times in range(2, cap + 3):
        log.add("acted", seat=to_act(log), verb="raise", to=step * times)

    assert "raise_not_allowed" in codes(log.judged())
    assert hand_of(log).bet_to_match == step * (cap + 1)


@pytest.mark.parametrize(("all_in", "reopens"), [(14, False), (15, True)])
def test_a_short_all_in_reopens_from_half_a_raise(all_in: int, reopens: bool) -> None:
    log = dealt(chips={3: all_in + 2}).does("1 bet 10", "2 call 10")
    log.add("acted", seat=3, verb="raise", to=all_in, all_in=True)
    log.does("4 fold", f"1 raise {25 if reopens else 20}")

    assert ("raise_not_allowed" in codes(log.judged())) is not reopens


def test_short_all_ins_add_up() -> None:
    log = dealt(chips={3: 15, 4: 18}).does("1 bet 10", "2 call 10")
    log.add("acted", seat=3, verb="raise", to=13, all_in=True)
    log.add("acted", seat=4, verb="raise", to=16, all_in=True)
    log.does("1 raise 26")

    assert "raise_not_allowed" not in codes(log.judged())


# --- Time (rrop-dead-hand/1f, tda/29) -----------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("rules", "rule"), [("rrop", "rrop-dead-hand/1f"), ("tda", "tda/29")])
def test_out_of_time_facing_a_bet_the_hand_is_dead(game: str, rules: str, rule: str) -> None:
    log, seat = opened_at(game, options={"general_rules": rules})
    log.add("announced", topic="clock_expired", seat=seat)

    assert (rule, "hand_dead", seat) in said(log.judged())
    assert to_act(log) != seat


@pytest.mark.parametrize("game", GAMES)
def test_out_of_time_with_nothing_to_call_is_a_check(game: str) -> None:
    log = dealt(game)
    seat = to_act(log)
    log.add("announced", topic="clock_expired")

    assert ("rrop-dead-hand/1f", "action_binding", seat) in said(log.judged())
    assert hand_of(log).seats[seat].live
    assert to_act(log) != seat


def test_out_of_time_on_the_draw_is_pat() -> None:
    log = at("draw-high", "drawing").add("announced", topic="clock_expired", seat=1)

    assert ("rrop-dead-hand/1f", "request_locked", 1) in said(log.judged())
    assert hand_of(log).draw.of(1).wants == 0


def test_the_clock_of_somebody_else_changes_nothing() -> None:
    log, seat = opened_at("draw-high")
    other = next(n for n in hand_of(log).live if n != seat)
    log.add("announced", topic="clock_expired", seat=other)

    assert "hand_dead" not in codes(log.judged())


def test_nothing_is_taken_back_by_who_put_nothing_in() -> None:
    log = dealt()
    first, second, third, fourth = order(log)
    log.add("acted", seat=first, verb="bet", to=10).add("acted", seat=second, verb="raise", to=20)
    for seat in (third, fourth):
        log.add("acted", seat=seat, verb="fold")
    log.add("acted", seat=first, verb="call", to=10)

    assert "bet_withdrawable" not in codes(log.judged())
    assert ("rrop-betting/limit-amounts", "bet_completed", first) in said(log.judged())


# --- Raises that may not be made ----------------------------------------------------------


def pushed_or_said(log: Log, seat: int, how: str) -> None:
    """A raise by words, with the chips of a call; or by two chips without a word."""
    level = hand_of(log).bet_to_match
    if how == "said":
        log.add("announced", topic="raise", value="raise", by=seat)
        log.add("acted", seat=seat, verb="call", to=level)
    else:
        log.add("acted", seat=seat, chips=[level - hand_of(log).seats[seat].bet, unit(log)])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", ["said", "pushed"])
def test_no_words_and_no_chips_make_a_raise_beyond_the_cap(game: str, how: str) -> None:
    log = dealt(game)
    first, *others = order(log)
    log.add("acted", seat=first, verb="bet", to=unit(log))
    cap = hand_of(log).cap
    for raises in range(2, cap + 2):
        seat = [*others, first][(raises - 2) % len(order(log))]
        log.add("acted", seat=seat, verb="raise", to=raises * unit(log))
    last, level = to_act(log), hand_of(log).bet_to_match
    pushed_or_said(log, last, how)

    assert "raise_not_allowed" in {code for _, code, seat in only(log) if seat == last}
    assert "bet_completed" not in codes(log.judged())
    assert (hand_of(log).bet_to_match, hand_of(log).seats[last].bet) == (level, level)


@pytest.mark.parametrize("how", ["said", "pushed"])
def test_who_checked_out_of_turn_raises_neither_by_words_nor_by_chips(how: str) -> None:
    log = dealt()
    first, second, *_ = order(log)
    log.add("acted", seat=second, verb="check").add("acted", seat=first, verb="bet", to=unit(log))
    pushed_or_said(log, second, how)

    assert ("rrop-betting/11", "raise_not_allowed", second) in said(log.judged())
    assert hand_of(log).seats[second].bet == unit(log)


# --- Table stakes (rrop-misc) ---------------------------------------------------------------------


@pytest.mark.parametrize("game", CHIPS)
def test_chips_bought_in_the_hand_do_not_play_in_it(game: str) -> None:
    log = dealt(game, chips={1: 40})
    stack = log.judged().state.players[1].purse
    seat, step = to_act(log), unit(log)
    for _ in range(2):
        log.add("chips_bought", seat=seat, amount=100)
    log.add("acted", seat=seat, verb="bet", to=stack + step, all_in=True)
    docket = log.judged()

    assert ("rrop-misc", "bet_returned", seat) in said(docket)
    assert hand_of(log).seats[seat].bet <= stack
    assert docket.state.players[seat].behind == 200


def test_who_bets_what_he_had_is_not_told_anything() -> None:
    log = dealt(chips={1: 12}).add("chips_bought", seat=1, amount=100)
    log.add("acted", seat=1, verb="bet", to=10, all_in=True)

    assert "rrop-misc" not in {r.rule for r in rulings(log.judged())}


def test_chips_taken_off_the_table_come_back() -> None:
    log = dealt().calls_attention("chips_removed", by=2, seat=3)

    assert ("rrop-misc", "dealer_corrects", 3) in said(log.judged())


def test_chips_added_after_the_call_that_closed_the_round_are_named() -> None:
    log = opened().draws(2, 0).draws(4, 0).does("2 bet 20", "4 call 20", "4 raise 40")
    docket = log.judged()

    (ruling,) = rulings(docket)
    assert [(one.code, one.amount) for one in ruling.outcomes] == [
        ("raise_not_allowed", 20),
        ("bet_returned", 20),
    ]
    assert docket.state.players[4].purse == 468


# --- The player in turn calls what was bet behind ----------------------------------------


@pytest.mark.parametrize("policy", ["rrop", "tda"])
@pytest.mark.parametrize("game", GAMES)
def test_a_bet_out_of_turn_that_is_called_binds_with_the_call(game: str, policy: str) -> None:
    log = dealt(game, options={"oot_policy": policy})
    first, second, *_ = order(log)
    size = unit(log)
    log.does(f"{second} bet {size}", f"{first} call {size}")
    hand = hand_of(log)

    assert ("action_binding", second) in {(c, s) for _, c, s in said(log.judged())}
    assert "bet_returned" not in codes(log.judged())
    assert (hand.seats[first].bet, hand.seats[second].bet) == (size, size)
    assert hand.to_act == order(dealt(game))[2]


def test_a_call_without_an_amount_is_of_what_was_bet_behind() -> None:
    log = dealt("draw-high").does("2 bet 10", "1 call")

    assert hand_of(log).seats[1].bet == 10


def test_a_raise_out_of_turn_is_called_with_its_chips() -> None:
    log = dealt("draw-high").does("1 bet 10", "3 raise 20", "2 call 20")

    assert hand_of(log).bet_to_match == 20
    assert (hand_of(log).seats[3].bet, to_act(log)) == (20, 4)


def test_those_between_may_still_raise_what_was_called() -> None:
    log = dealt("draw-high").does("3 bet 10", "1 call 10", "2 raise 20")

    assert hand_of(log).bet_to_match == 20
    assert codes(log.judged()) == {"action_backed_up", "action_binding"}


def test_a_call_with_too_little_of_what_was_bet_behind_is_made_good() -> None:
    log = dealt("draw-high").does("2 bet 10", "1 call 6")

    assert "bet_completed" in codes(log.judged())
