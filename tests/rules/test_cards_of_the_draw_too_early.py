"""Cards of the draw dealt while the betting is on (rrop-irregularities/15)."""

from __future__ import annotations

import pytest

from tests.builders import Log, codes, offered, said, seat_of, state, table

BETS = {"draw-high": 10, "jacks-or-better": 10, "blue-beacon": 5}


def facing_a_bet(game: str, **options: str) -> Log:
    """Seat 1 has bet; seats 2 and 3 have still to answer."""
    log = table(game, seats=3, options=options).hand(3).antes(1, 2, 3).deal()
    return log.does(f"1 bet {BETS[game]}")


@pytest.mark.parametrize("answer", ["call", "fold", "raise"])
@pytest.mark.parametrize("asked", [True, False], ids=["asked for", "not asked for"])
@pytest.mark.parametrize("burn", ["on", "off"])
@pytest.mark.parametrize("game", ["draw-high", "jacks-or-better"])
def test_they_are_ruled_on_and_foul_nobody(game: str, burn: str, asked: bool, answer: str) -> None:
    log = facing_a_bet(game, burn_before_draw=burn)
    if asked:
        log.add("draw_indicated", seat=1, count=2)
    if burn == "on":
        log.add("dealt", to="burn")
    log.add("dealt", to=1).add("dealt", to=1)

    assert ("rrop-irregularities/15", "dealer_corrects", 1) in said(log.judged())
    assert seat_of(log, 1)["count"] == 5
    to = {"call": 10, "fold": None, "raise": 20}[answer]
    log.add("acted", seat=2, verb=answer, **({"to": to} if to else {}))
    log.does("3 call 10" if answer == "fold" else "3 fold")
    if answer == "raise":
        log.does("1 call 20")
    log.add("hand_counted", seat=1, count=5)

    assert seat_of(log, 1)["status"] == "live"
    assert state(log)["hand"]["phase"] == "drawing"
    assert not codes(log.judged()) & {"hand_fouled", "hand_dead"}


def test_the_draw_goes_on_with_what_is_due() -> None:
    log = facing_a_bet("draw-high").add("dealt", to="burn").add("dealt", to=1)
    log.add("card_moved", **{"from": 1}, to="aside").does("2 call 10", "3 fold")
    asked = {one["seat"] for one in offered(log) if one["type"] == "draw_indicated"}
    assert asked == {1}

    log.draws(1, 2).draws(2, 1)

    assert state(log)["hand"]["phase"] == "betting"
    assert {seat_of(log, seat)["count"] for seat in (1, 2)} == {5}


@pytest.mark.parametrize("stage", ["before the flop", "on the flop"])
def test_in_blue_beacon_each_round_comes_before_the_draw(stage: str) -> None:
    log = facing_a_bet("blue-beacon")
    if stage == "on the flop":
        log.does("2 call 5", "3 fold").board("2c 3c 4c")
    log.add("dealt", to=1)

    assert ("dealer_corrects", 1) in {(code, seat) for _, code, seat in said(log.judged())}
    assert seat_of(log, 1)["count"] == 5


def test_a_card_the_deal_still_owes_comes_at_any_time() -> None:
    log = table(seats=3).hand(3).antes(1, 2, 3).deal(counts={1: 4})
    log.does("1 bet 10").calls_attention("short_hand", seat=1)
    log.add("hand_counted", seat=1, count=4)

    assert ("rrop-irregularities/15", "dealer_corrects", 1) not in said(log.judged())


def test_after_the_last_answer_a_card_of_the_draw_is_in_time() -> None:
    log = facing_a_bet("draw-high").does("2 call 10", "3 fold").draws(1, 1, burn=True)

    assert codes(log.judged()) == set()


@pytest.mark.parametrize(("count", "fouled"), [(5, False), (3, False), (6, True)])
def test_before_the_discards_are_out_five_is_right(count: int, fouled: bool) -> None:
    log = facing_a_bet("draw-high").does("2 call 10", "3 fold")
    log.add("draw_indicated", seat=1, count=2).add("hand_counted", seat=1, count=count)

    assert ("hand_fouled" in codes(log.judged())) is fouled
