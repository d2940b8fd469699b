"""Boards and burns: what came too early, too many or without its burn, and how it is mended."""

from typing import Any

import pytest
from builders import Log, chips_in_all, codes, offered, rulings, said, state, table
from stories import BOARD, at

ROOM = {"big_blind_basis": "lower", "deal_start": "left_of_button", "burn_before_board": "on"}


def omaha(**options: Any) -> Log:
    """Three players, button on seat 3, the cards are out."""
    log = table("omaha-limit", options={**ROOM, **options}, seats=3).hand(3)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6)
    return log.deal(4)


def called(**options: Any) -> Log:
    """The first round is over, the flop is due."""
    return omaha(**options).does("3 call 6", "1 call 6", "2 check")


def board(log: Log, cards: str, burn: bool = True) -> Log:
    """A burn and these board cards."""
    if burn:
        log.add("dealt", to="burn")
    for card in cards.split():
        log.add("dealt", to="board", face="up", card=card)
    return log


def flop(**options: Any) -> Log:
    return board(called(**options), "5c Th Jh")


def offers(log: Log) -> list[tuple[Any, ...]]:
    """The entries that may come next, in short."""
    return [
        tuple(e[k] for k in ("type", "to", "seat", "verb", "card", "from") if k in e)
        for e in offered(log)
    ]


CHECKED = ("1 check", "2 check", "3 check")


# --- Too early -----------------------------------------------------------------------


def test_an_early_turn_waits_until_the_river_and_the_next_card_serves() -> None:
    log = board(flop().does("1 check"), "4h")
    assert ("rrop-holdem/premature", "reshuffle_and_continue", None) in said(log.judged())
    assert state(log)["hand"]["board"] == ["5c", "Th", "Jh"]
    assert ("acted", 2, "check") in offers(log)

    log.does("2 check", "3 check")
    assert offers(log) == [("dealt", "burn")]
    board(log, "Ah").does(*CHECKED)
    assert offers(log) == [("card_moved", "stub", "4h", "aside"), ("shuffled",)]

    log.add("card_moved", card="4h", to="stub", **{"from": "aside"}).add("shuffled")
    assert offers(log) == [("dealt", "board")]
    board(log, "9d", burn=False)
    assert state(log)["hand"]["board"] == ["5c", "Th", "Jh", "Ah", "9d"]
    assert len(rulings(log.judged())) == 1
    assert rulings(log.judged())[0].status == "carried_out"


def test_an_early_turn_does_not_play_although_the_last_player_then_folds() -> None:
    log = board(flop().does("1 check", "2 bet 6"), "4h").does("3 fold", "1 call 6")

    assert state(log)["hand"]["board"] == ["5c", "Th", "Jh"]
    assert offers(log) == [("dealt", "burn")]


def test_the_shuffle_alone_takes_an_early_card_back_and_it_may_come_again() -> None:
    log = board(flop().does("1 check"), "4h").does("2 check", "3 check")
    board(log, "Ah").does(*CHECKED).add("shuffled")
    board(log, "4h", burn=False)

    assert state(log)["hand"]["board"][-1] == "4h"
    assert len(rulings(log.judged())) == 1


def test_a_shuffle_before_its_time_leaves_the_early_card_aside() -> None:
    log = board(flop().does("1 check"), "4h").add("shuffled")

    assert [due["code"] for due in state(log)["dues"]] == ["reshuffle_and_continue"]


def test_an_early_river_is_shuffled_in_and_dealt_afresh_after_the_round() -> None:
    log = board(flop().does(*CHECKED), "Ah").does("1 check")
    board(log, "4h").does("2 check", "3 check")
    assert offers(log) == [("card_moved", "stub", "4h", "aside"), ("shuffled",)]

    board(log.add("shuffled"), "9d", burn=False)
    assert state(log)["hand"]["board"] == ["5c", "Th", "Jh", "Ah", "9d"]
    assert len(rulings(log.judged())) == 1


def test_an_early_flop_is_one_ruling_and_is_dealt_anew_without_a_burn() -> None:
    log = board(omaha().does("3 call 6"), "5c Th Jh")
    assert said(log.judged()) == {("rrop-holdem/4", "reshuffle_and_continue", None)}
    assert state(log)["hand"]["board"] == []

    log.does("1 call 6", "2 check")
    assert ("shuffled",) in offers(log)
    assert len(offers(log)) == 4
    board(log.add("shuffled"), "2c 3c 4c", burn=False)
    assert state(log)["hand"]["board"] == ["2c", "3c", "4c"]
    log.does(*CHECKED)
    assert offers(log) == [("dealt", "burn")]
    assert len(rulings(log.judged())) == 1


def test_an_early_burn_stays_as_the_burn() -> None:
    log = flop().does("1 check").add("dealt", to="burn").does("2 check", "3 check")

    assert offers(log) == [("dealt", "board")]
    assert not rulings(board(log, "Ah", burn=False).judged())


def test_an_early_board_card_of_blue_beacon_is_shuffled_in_before_the_last_one() -> None:
    log = table("blue-beacon", options={"burn_before_board": "on"}, seats=3).hand(3)
    log.antes(1, 2, 3).deal().does("1 check")
    board(log, "4h").does("2 check", "3 check")
    assert offers(log) == [("dealt", "burn")]
    board(log, "Ah").does(*CHECKED)
    board(log, "Kh").does(*CHECKED)
    log.add("rapped", seat=1).add("rapped", seat=2).add("rapped", seat=3).does(*CHECKED)
    board(log, "Qh").does(*CHECKED)
    assert offers(log) == [("card_moved", "stub", "4h", "aside"), ("shuffled",)]

    board(log.add("shuffled"), "4h", burn=False)
    assert state(log)["hand"]["board"] == ["Ah", "Kh", "Qh", "4h"]
    assert said(log.judged()) == {("rrop-holdem/premature", "reshuffle_and_continue", None)}


def test_a_board_card_after_the_last_does_not_play() -> None:
    log = board(flop().does(*CHECKED), "Ah").does(*CHECKED)
    board(board(log, "9d").does(*CHECKED), "2s", burn=False)

    assert ("rrop-irregularities/15", "card_scrap", None) in said(log.judged())
    assert "2s" not in state(log)["hand"]["board"]


# --- Face down -----------------------------------------------------------------------


@pytest.mark.parametrize("known", [True, False], ids=["sensor", "tablet"])
@pytest.mark.parametrize(
    ("game", "article"),
    [("omaha-limit", "omaha-limit/step-4"), ("blue-beacon", "blue-beacon/board")],
)
def test_a_board_card_dealt_face_down_is_turned_up(game: str, article: str, known: bool) -> None:
    log = at(game, "dealing", street=1, options={"big_blind_basis": "lower"})
    cards = 3 if game == "omaha-limit" else 1
    for number in range(cards):
        last = number == cards - 1
        card = {"card": BOARD[number]} if known or not last else {}
        log.add("dealt", to="board", face="down" if last else "up", **card)
    ruling = rulings(log.judged())[-1]
    assert (ruling.rule, ruling.outcomes[0].code) == ("rrop-decision/3", "dealer_corrects")
    assert article in ruling.cites
    assert offered(log)[0] == {"type": "exposed", "by": "dealer"}

    log.add("exposed", card=BOARD[cards - 1], by="dealer")
    assert state(log)["hand"]["board"] == list(BOARD[:cards])
    assert not log.judged().state.dues
    assert len(rulings(log.judged())) == 1


def test_a_card_that_flashes_while_the_board_lies_face_up_is_no_board_card() -> None:
    log = flop().add("exposed", card="2s", by="dealer")

    assert state(log)["hand"]["board"] == ["5c", "Th", "Jh"]


# --- Too many ------------------------------------------------------------------------


def test_a_flop_of_four_cites_the_flop_and_an_early_turn_the_turn() -> None:
    four = board(flop(), "2s", burn=False)
    early = board(flop().does("1 check"), "2s", burn=False)

    assert "omaha-limit/step-4" in rulings(four.judged())[0].cites
    assert "omaha-limit/step-6" in rulings(early.judged())[0].cites


def test_a_flop_of_four_goes_back_whole_and_comes_again_without_a_burn() -> None:
    log = board(flop(), "2s", burn=False)
    assert said(log.judged()) == {("rrop-holdem/3", "reshuffle_and_continue", None)}
    assert ("card_moved", "stub", "5c", "board") in offers(log)
    assert ("card_moved", "stub", "2s", "aside") in offers(log)

    for card in ("5c", "Th", "Jh", "2s"):
        log.add("card_moved", card=card, to="stub", **{"from": "board"})
    board(log.add("shuffled"), "Th 3c 4c", burn=False)
    assert state(log)["hand"]["board"] == ["Th", "3c", "4c"]
    assert ("acted", 1, "check") in offers(log)
    assert len(rulings(log.judged())) == 1


def test_the_shuffle_alone_takes_the_whole_flop_back() -> None:
    log = board(board(flop(), "2s", burn=False).add("shuffled"), "3c 4c 5c", burn=False)

    assert state(log)["hand"]["board"] == ["3c", "4c", "5c"]


@pytest.mark.parametrize(("drawn", "lies"), [("5c", "board"), ("2s", "board"), ("2s", "aside")])
def test_tournaments_draw_the_next_burn_from_a_flop_of_four(drawn: str, lies: str) -> None:
    log = board(flop(general_rules="tda"), "2s", burn=False)
    assert ("tda/39", "card_to_burn", None) in said(log.judged())
    assert ("card_moved", "burn", drawn, lies) in offers(log)

    log.add("card_moved", card=drawn, to="burn", **{"from": lies})
    assert not state(log)["dues"]
    left = {"5c", "Th", "Jh", "2s"} - {drawn}
    assert set(state(log)["hand"]["board"]) == left
    log.does(*CHECKED)
    assert offers(log) == [("dealt", "board")]
    assert len(rulings(log.judged())) == 1


# --- Burns ---------------------------------------------------------------------------


def test_a_forgotten_burn_is_made_good_with_the_card_on_the_board() -> None:
    log = board(called(flop_without_burn="order"), "5c", burn=False)
    assert ("rrop-irregularities/16", "dealer_corrects", None) in said(log.judged())
    assert ("card_moved", "burn", "5c", "board") in offers(log)

    log.add("card_moved", card="5c", to="burn", **{"from": "board"})
    board(log, "Th Jh Qh", burn=False)
    assert state(log)["hand"]["board"] == ["Th", "Jh", "Qh"]
    assert state(log)["hand"]["burns"] == 1
    assert not state(log)["dues"]


def test_a_forgotten_burn_before_the_turn_is_made_good_before_anybody_bets() -> None:
    log = board(flop().does(*CHECKED), "Ah", burn=False)
    log.add("card_moved", card="Ah", to="burn", **{"from": "board"})
    assert offers(log) == [("dealt", "board")]

    board(log, "9d", burn=False)
    assert state(log)["hand"]["board"] == ["5c", "Th", "Jh", "9d"]
    assert ("acted", 1, "check") in offers(log)


def test_once_somebody_has_acted_the_card_without_a_burn_stands() -> None:
    log = board(flop().does(*CHECKED), "Ah", burn=False).does("1 check")
    assert not state(log)["dues"]

    log.calls_attention("burn_error", by=2)
    assert ("rrop-irregularities/16", "bet_stays", None) in said(log.judged())
    assert state(log)["hand"]["board"][-1] == "Ah"


def test_the_second_of_two_burns_is_the_first_card_of_the_flop() -> None:
    log = called().add("dealt", to="burn").add("dealt", to="burn")
    assert ("rrop-irregularities/16", "dealer_corrects", None) in said(log.judged())

    log.add("card_moved", card="5c", to="board", **{"from": "burn"})
    board(log, "Th Jh", burn=False)
    assert state(log)["hand"]["board"] == ["5c", "Th", "Jh"]
    assert state(log)["hand"]["burns"] == 1
    board(log.does(*CHECKED), "9d")
    assert len(rulings(log.judged())) == 1


def two_burns() -> Log:
    """Two burns and a flop on top of them, which nobody has acted on yet."""
    log = called().add("dealt", to="burn", card="2c").add("dealt", to="burn", card="5c")
    return board(log, "Th Jh Qh", burn=False)


def test_an_extra_burn_is_made_good_until_somebody_acts_on_the_flop() -> None:
    log = two_burns()
    mends = {"type": "card_moved", "from": "burn", "to": "board", "card": "5c"}
    assert mends in offered(log)
    assert [r.status for r in rulings(log.judged())] == ["open"]

    log.does("1 check")
    assert mends not in offered(log)


@pytest.mark.parametrize("first", ["burn", "board"])
def test_the_extra_burn_goes_to_the_flop_and_its_last_card_back(first: str) -> None:
    moves = {
        "burn": {"card": "5c", "from": "burn", "to": "board"},
        "board": {"card": "Qh", "from": "board", "to": "stub"},
    }
    log = two_burns()
    for origin in (first, *(moves.keys() - {first})):
        log.events.append({"type": "card_moved", **moves[origin]})
    hand = state(log)["hand"]

    assert set(hand["board"]) == {"5c", "Th", "Jh"}
    assert hand["burns"] == 1
    assert hand["to_act"] == 1
    log.does(*CHECKED)
    assert offers(log) == [("dealt", "burn")]


@pytest.mark.parametrize("pushed", [False, True])
def test_with_everybody_all_in_an_extra_burn_is_made_good_until_the_push(pushed: bool) -> None:
    log = table("omaha-limit", options=ROOM, seats=2, chips={1: 6, 2: 6}).hand(2)
    log.add("posted", seat=2, kind="small_blind", amount=3)
    log.add("posted", seat=1, kind="big_blind", amount=6, all_in=True).deal(4)
    log.add("acted", seat=2, verb="call", to=6, all_in=True)
    board(log.add("dealt", to="burn"), "5c Th Jh")
    board(board(log, "Ah"), "2h")
    if pushed:
        log.shows(1, "Ac Ad 8c 7c").shows(2, "Kc Kd 8d 7d").add("pot_awarded", to={"1": 12})
    log.calls_attention("burn_error")

    mended = ["dealer_corrects"]
    expected = [*mended, "bet_stays", "card_to_burn"] if pushed else mended
    burns = [r for r in rulings(log.judged()) if r.rule == "rrop-irregularities/16"]
    assert [one.code for ruling in burns for one in ruling.outcomes] == expected
    assert not pushed or burns[-1].because[-1].fact.startswith("the pot had been pushed")


def test_an_extra_burn_found_after_action_is_the_next_burn() -> None:
    log = called().add("dealt", to="burn").add("dealt", to="burn")
    at = log.seq
    board(log, "5c Th Jh", burn=False).does("1 check")
    log.calls_attention("burn_error", by=2, entry=at)
    assert {"bet_stays", "card_to_burn"} <= codes(log.judged())

    log.does("2 check", "3 check")
    assert offers(log) == [("dealt", "board")]
    assert not [r for r in rulings(board(log, "9d", burn=False).judged()) if r.seq == log.seq]


def test_where_the_stub_counts_as_random_nothing_is_put_back_in_order() -> None:
    log = board(flop(burn_repair="tda").does(*CHECKED), "Ah", burn=False)

    assert said(log.judged()) == {("rrop-irregularities/16", "card_keep", None)}
    assert not state(log)["dues"]


def test_with_everybody_all_in_a_burn_is_made_good_until_the_pot_is_pushed() -> None:
    log = table("omaha-limit", options=ROOM, seats=2, chips={1: 6, 2: 6}).hand(2)
    log.add("posted", seat=2, kind="small_blind", amount=3)
    log.add("posted", seat=1, kind="big_blind", amount=6, all_in=True).deal(4)
    log.add("acted", seat=2, verb="call", to=6, all_in=True)
    board(board(log, "5c Th Jh"), "Ah", burn=False)
    at = log.seq
    log.calls_attention("burn_error", entry=at)

    assert codes(log.judged()) == {"dealer_corrects"}
    assert [due["code"] for due in state(log)["dues"]] == ["dealer_corrects"]


def test_burns_in_order_are_answered_as_regular() -> None:
    log = flop().calls_attention("burn_error", by=2)

    assert said(log.judged()) == {("rrop-irregularities/16", "no_irregularity", None)}


# --- Questions about the board ----------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "expected"), [((), "dealer_corrects"), (("1 check",), "bet_stays")]
)
def test_a_wrong_board_card_stands_once_somebody_acted_on_it(
    acts: tuple[str, ...], expected: str
) -> None:
    log = board(flop().does(*CHECKED), "Ah")
    at = log.seq
    log.does(*acts).calls_attention("wrong_board_card", by=2, entry=at)

    assert codes(log.judged()) == {expected}


def test_a_question_about_an_early_card_finds_the_ruling_on_it() -> None:
    log = board(flop().does("1 check"), "4h")
    log.calls_attention("wrong_board_card", by=2)
    docket = log.judged()

    assert len(docket.rulings) == 1
    assert docket.entries[-1].listed


def test_no_board_no_fault() -> None:
    assert codes(omaha().calls_attention("wrong_board_card").judged()) == {"no_irregularity"}


def test_no_chip_moves_whatever_happens_to_the_board() -> None:
    log = board(flop().does("1 bet 6"), "4h").does("2 call 6", "3 fold")
    board(log, "Ah 2h 3h")

    assert chips_in_all(log.judged()) == 1500
