"""Tournament rules where they part from Robert's, in every game that knows the question.

Each story is told under both books, and once more with the option that chooses between them
set against the book, so that neither reading is taken for the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from builders import STAKES, Log, codes, rulings, said, state
from stories import at, opened_at, to_act

DRAW = ("draw-high", "jacks-or-better")
FLOP = ("omaha-limit", "holdem-limit")
STUD = ("five-card-stud", "seven-card-stud")
BURNS = {"burn_before_board": "on", "burn_before_draw": "on"}
ALL = tuple(STAKES)
CASINO = tuple(game for game in ALL if game != "baseball")

# What comes of a story: an article, a code and a seat, or only that the article is silent.
Told = tuple[str, str]
Story = Callable[[str, Mapping[str, Any]], Log]


def options(book: str, **more: Any) -> dict[str, Any]:
    return {"general_rules": book, **more}


def answered(log: Log, article: str) -> set[str]:
    """What rulings under this article order or offer."""
    found: set[str] = set()
    for ruling in rulings(log.judged()):
        if ruling.rule == article and ruling.status != "withdrawn":
            offered = (one for option in ruling.options for one in option.outcomes)
            found |= {one.code for one in (*ruling.outcomes, *offered)}
    return found


# --- The betting --------------------------------------------------------------------------


def checked_facing(game: str, house: Mapping[str, Any]) -> Log:
    log, seat = opened_at(game, options=house)
    return log.add("acted", seat=seat, verb="check")


def raised_after_the_check(game: str, house: Mapping[str, Any]) -> Log:
    log = checked_facing(game, house)
    hand = log.judged().state.hand
    assert hand is not None
    to = hand.last_full_bet + hand.bet_size
    return log.add("acted", seat=to_act(log), verb="raise", to=to)


@pytest.mark.parametrize("game", ALL)
def test_who_checks_facing_a_bet_may_call_or_fold_but_not_raise(game: str) -> None:
    log = checked_facing(game, options("tda"))
    assert answered(log, "tda/55") == {"action_void", "raise_not_allowed"}

    log = raised_after_the_check(game, options("tda"))
    assert "raise_not_allowed" in answered(log, "tda/55")
    assert state(log)["hand"]["raises"] == 0


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("house", [options("rrop"), options("tda", check_facing="rrop")])
def test_by_the_other_book_the_check_is_void_and_a_raise_may_follow(
    game: str, house: Mapping[str, Any]
) -> None:
    log = raised_after_the_check(game, house)

    assert answered(log, "tda/55") == set()
    assert state(log)["hand"]["raises"] == 1


def undercalled(game: str, house: Mapping[str, Any], seats: int = 4, raised: bool = True) -> Log:
    """A call that is short of a raise, or of the opening bet."""
    log, seat = opened_at(game, options=house, seats=seats)
    hand = log.judged().state.hand
    assert hand is not None
    price = hand.bet_to_match
    if raised:
        log.add("acted", seat=seat, verb="raise", to=hand.last_full_bet + hand.bet_size)
        seat = to_act(log)
    put = price if raised else price - 1
    return log.add("acted", seat=seat, verb="call", to=max(put, 1))


@pytest.mark.parametrize("game", CASINO)
def test_an_undercall_of_a_raise_with_others_in_is_for_the_floor_and_never_goes_back(
    game: str,
) -> None:
    log = undercalled(game, options("tda"))
    found = answered(log, "tda/51")

    assert {"bet_completed", "undercall_forfeited"} <= found
    assert "bet_withdrawable" not in codes(log.judged())


@pytest.mark.parametrize("game", FLOP)
def test_an_undercall_heads_up_or_of_the_opening_bet_is_a_whole_call(game: str) -> None:
    assert answered(undercalled(game, options("tda"), raised=False), "tda/51") == {"bet_completed"}
    assert answered(undercalled(game, options("tda"), seats=2), "tda/51") == {"bet_completed"}


@pytest.mark.parametrize("game", CASINO)
def test_by_roberts_rules_the_chips_of_an_undercall_may_come_back(game: str) -> None:
    assert "bet_withdrawable" in codes(undercalled(game, options("rrop")).judged())


# --- The joker ----------------------------------------------------------------------------


def joker_found(game: str, house: Mapping[str, Any]) -> Log:
    log = at(game, "betting", options=house)
    return log.add("deck_fault_found", fault="foreign", card="Jk", where="stub")


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize(("book", "code"), [("tda", "misdeal_redeal"), ("rrop", "card_scrap")])
def test_a_joker_found_in_time_is_a_misdeal_in_tournaments_alone(
    game: str, book: str, code: str
) -> None:
    assert code in codes(joker_found(game, options(book)).judged())


# --- All-in -------------------------------------------------------------------------------


def short_stacks(game: str, house: Mapping[str, Any]) -> Log:
    """Two players who are all-in for what the first round asks of them."""
    stakes = STAKES[game]
    few = stakes.get("ante", 0) + stakes.get("big_blind", stakes.get("small_bet", 6))
    log = at(game, "betting", options=house, seats=2, chips={1: few, 2: few})
    for _ in range(4):
        hand = log.judged().state.hand
        assert hand is not None
        if hand.phase != "betting" or hand.to_act is None:
            break
        if hand.bet_to_match > hand.seats[hand.to_act].bet:
            log.add("acted", seat=hand.to_act, verb="call", to=hand.bet_to_match)
        else:
            log.add("acted", seat=hand.to_act, verb="bet", to=hand.bet_size)
    return log


@pytest.mark.parametrize("game", [*FLOP, *STUD])
@pytest.mark.parametrize(("form", "due"), [("tournament", True), ("cash", False)])
def test_all_in_hands_are_tabled_before_the_next_card_in_tournaments_alone(
    game: str, form: str, due: bool
) -> None:
    log = short_stacks(game, {"format": form})
    owing = {one["seat"] for one in state(log)["dues"] if one["code"] == "must_table"}

    assert owing == ({1, 2} if due else set())


@pytest.mark.parametrize("game", DRAW)
def test_with_a_draw_to_come_nothing_is_tabled(game: str) -> None:
    log = short_stacks(game, {"format": "tournament"})

    assert state(log)["hand"]["phase"] == "drawing"
    assert state(log)["dues"] == []


# --- Cards that come early ----------------------------------------------------------------


def early_board_card(game: str, house: Mapping[str, Any]) -> Log:
    """A turn card with the betting on the flop still on."""
    log = at(game, "betting", street=2, options={**BURNS, **house})
    log.add("acted", seat=to_act(log), verb="check")
    return log.add("dealt", to="board", face="up", card="3c")


@pytest.mark.parametrize("game", FLOP)
@pytest.mark.parametrize(
    ("house", "article"),
    [
        (options("tda"), "tda-rp/5"),
        (options("rrop"), "rrop-holdem/premature"),
        (options("tda", premature_cards="rrop"), "rrop-holdem/premature"),
        (options("rrop", premature_cards="tda"), "tda-rp/5"),
    ],
)
def test_an_early_turn_goes_by_the_book_of_the_table(
    game: str, house: Mapping[str, Any], article: str
) -> None:
    assert (article, "reshuffle_and_continue", None) in said(early_board_card(game, house).judged())


@pytest.mark.parametrize("game", STUD)
@pytest.mark.parametrize(("book", "article"), [("tda", "tda-rp/5"), ("rrop", "rrop-stud/14")])
def test_an_early_street_goes_by_the_book_of_the_table(game: str, book: str, article: str) -> None:
    log = at(game, "betting", options=options(book))
    log.add("dealt", to=1, face="up", card="3c")

    assert {one.rule for one in rulings(log.judged())} == {article}


@pytest.mark.parametrize("game", STUD)
def test_a_street_that_was_shuffled_back_is_dealt_whole_and_without_a_burn(game: str) -> None:
    log = at(game, "betting", options=options("tda"))
    log.add("dealt", to=1, face="up", card="3c").add("dealt", to=2, face="up", card="3d")
    while state(log)["hand"]["phase"] == "betting":
        seat = to_act(log)
        hand = log.judged().state.hand
        assert hand is not None
        log.add("acted", seat=seat, verb="call", to=hand.bet_to_match)
    log.add("shuffled")

    events = [event for one in state(log)["next"] for event in one["events"]]
    assert "burn" not in {event.get("to") for event in events}
    assert state(log)["next"][0]["to"] == 1
    for seat, card in zip((1, 2, 3, 4), ("4c", "4d", "4h", "4s"), strict=True):
        log.add("dealt", to=seat, face="up", card=card)
    assert state(log)["hand"]["phase"] == "betting"
    assert state(log)["dues"] == []


# --- The showdown -------------------------------------------------------------------------


def river_called(game: str, house: Mapping[str, Any]) -> tuple[Log, int, int]:
    """Two players are left, and the last bet was called: who bet, and who called."""
    rounds = {"omaha-limit": 4, "holdem-limit": 4, "five-card-stud": 4, "seven-card-stud": 5}
    log = at(game, "betting", street=rounds.get(game, 2), options=house, seats=2)
    hand = log.judged().state.hand
    assert hand is not None
    bettor = to_act(log)
    log.add("acted", seat=bettor, verb="bet", to=hand.bet_size)
    caller = to_act(log)
    return log.add("acted", seat=caller, verb="call", to=hand.bet_size), bettor, caller


@pytest.mark.parametrize("game", [*DRAW, *FLOP, *STUD])
def test_who_called_the_last_bet_and_holds_cards_may_see_the_bettors_hand(game: str) -> None:
    log, bettor, caller = river_called(game, options("tda"))
    log.calls_attention("see_hand", by=caller, seat=bettor)

    assert answered(log, "tda/18") == {"hand_live", "dealer_corrects"}


@pytest.mark.parametrize("game", [*DRAW, *FLOP, *STUD])
def test_who_bet_may_not_see_the_callers_hand_as_of_right(game: str) -> None:
    log, bettor, caller = river_called(game, options("tda"))
    log.calls_attention("see_hand", by=bettor, seat=caller)

    assert {"floor_decides", "may_decline"} <= answered(log, "tda/18")


@pytest.mark.parametrize("game", CASINO)
@pytest.mark.parametrize(("house", "back"), [({}, True), ({"discarded_bettor": "stays"}, False)])
def test_a_bettor_who_throws_the_hand_away_gets_back_what_nobody_called(
    game: str, house: Mapping[str, Any], back: bool
) -> None:
    log, seat = opened_at(game, options=house, seats=2)
    hand = log.judged().state.hand
    assert hand is not None
    price = hand.last_full_bet + hand.bet_size
    log.add("acted", seat=seat, verb="raise", to=price)
    log.add("mucked", seat=seat, by="owner", identifiable=False)

    assert answered(log, "tda/15") == ({"bet_returned"} if back else set())
