"""A game with three draws: each is dealt, judged and offered as the first one is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from builders import Log, codes, rulings, said

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.view import state_json
from rulebook.book import HOME, Rulebook

GAME = Path(__file__).parents[1] / "games" / "triple-draw-high.toml"
BOOK = Rulebook(HOME, [GAME])
STAKES = {"ante": 2, "small_bet": 10, "big_bet": 20}


def judged(log: Log) -> Docket:
    docket = Docket(BOOK)
    for event in log.events:
        docket.record(event)
    return docket


def offered(log: Log) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next_entries(judged(log).state)
    return found


def hand(log: Log) -> dict[str, Any]:
    found: dict[str, Any] = state_json(judged(log).state)["hand"]
    return found


def dealt(seats: int = 3) -> Log:
    """Seats with their antes in and five cards each; the last one has the button."""
    log = Log().add("table_opened", game="triple-draw-high", stakes=STAKES, seats=seats)
    for seat in range(1, seats + 1):
        log.add("player_seated", seat=seat, player=f"P{seat}", chips=500)
    return log.hand(button=seats).antes(*range(1, seats + 1)).deal()


def opened() -> Log:
    """The first draw is next."""
    return dealt().does("1 bet 10", "2 call 10", "3 call 10")


def before(draw: int) -> Log:
    """Everybody has stood pat and checked up to a draw."""
    log = opened()
    for _ in range(1, draw):
        log.draws(1, 0).draws(2, 0).draws(3, 0).does("1 check", "2 check", "3 check")
    return log


@pytest.mark.parametrize("draw", [1, 2, 3])
def test_every_draw_is_asked_for_burned_for_and_served(draw: int) -> None:
    log = before(draw)

    assert hand(log)["phase"] == "drawing"
    says = [(one["type"], one["seat"], one.get("count")) for one in offered(log)]
    assert says == [*(("draw_indicated", 1, n) for n in range(6)), ("rapped", 1, None)]
    log.add("draw_indicated", seat=1, count=2)
    assert offered(log) == [{"type": "discarded", "seat": 1, "count": 2}]
    log.add("discarded", seat=1, count=2)
    assert offered(log) == [{"type": "dealt", "to": "burn", "face": "down"}]
    log.cards("burn")
    assert offered(log) == [{"type": "dealt", "to": 1, "face": "down"}]
    assert hand(log)["seats"]["1"]["expected"] == 3
    log.cards(1, 1).draws(2, 0).draws(3, 0)
    shown = hand(log)

    assert (shown["phase"], shown["street"], shown["to_act"]) == ("betting", draw + 1, 1)
    assert (shown["seats"]["1"]["drew"], shown["seats"]["2"]["drew"]) == (2, 0)
    assert not rulings(judged(log))


def test_the_hand_is_played_through_all_three_draws_and_shown() -> None:
    log = opened()
    log.draws(1, 3, burn=True).draws(2, 1).draws(3, 0)
    log.does("1 check", "2 bet 10", "3 call 10", "1 call 10")
    log.draws(1, 2, burn=True).draws(2, 1).draws(3, 0)
    log.does("1 check", "2 check", "3 bet 20", "1 call 20", "2 call 20")
    log.draws(1, 1, burn=True).draws(2, 0).draws(3, 0)
    log.does("1 check", "2 check", "3 check")
    log.shows(1, "Ah Ad Kc 7s 2d").shows(2, "9h 9d 9c 4s 3d").shows(3, "Qh Js 8d 5c 4h")
    docket = judged(log)

    assert state_json(docket.state)["hand"]["result"]["paid"] == {"2": 126}
    assert codes(docket) == set()


def test_a_card_exposed_on_the_second_draw_is_refused_and_made_up_for() -> None:
    log = before(2).add("draw_indicated", seat=1, count=1).add("discarded", seat=1, count=1)
    log.cards("burn").add("dealt", to=1, face="down", card="7h")
    log.add("exposed", card="7h", seat=1, by="dealer")
    docket = judged(log)

    assert ("draw-high/8", "card_replace_after_draw", 1) in said(docket)
    log.draws(2, 0).draws(3, 0)
    assert offered(log) == [{"type": "dealt", "to": 1, "face": "down"}]
    log.cards(1)
    assert hand(log)["phase"] == "betting"
    assert hand(log)["seats"]["1"]["drew"] == 1


def test_a_card_exposed_after_the_first_draw_is_over_is_none_of_the_second() -> None:
    log = opened().draws(1, 1, burn=True)
    log.draws(2, 0).draws(3, 0).does("1 check", "2 check", "3 check")
    log.add("exposed", card="7h", seat=1, by="dealer")

    assert "card_replace_after_draw" not in codes(judged(log))


@pytest.mark.parametrize("draw", [2, 3])
def test_a_seat_served_out_of_order_in_a_later_draw_is_found(draw: int) -> None:
    log = before(draw).add("draw_indicated", seat=1, count=1).add("discarded", seat=1, count=1)

    assert ("draw-high/0.9", "floor_decides", 3) in said(judged(log.cards("burn", 3)))


def test_a_hand_with_a_card_too_many_after_the_second_draw_is_judged_as_after_a_draw() -> None:
    log = before(2).draws(1, 2, burn=True).cards(1)
    shown = hand(log)["seats"]["1"]
    log.draws(2, 0).draws(3, 0).add("hand_counted", seat=1, count=6)

    assert (shown["count"], shown["expected"]) == (6, 5)
    assert ("draw-high/4g", "hand_fouled", 1) in said(judged(log))


def test_a_hand_counted_short_after_the_second_draw_is_judged_as_after_a_draw() -> None:
    log = before(2).draws(1, 2, burn=True).draws(2, 0).draws(3, 0)
    log.calls_attention("short_hand", seat=1, by=2).add("hand_counted", seat=1, count=4)

    assert any(rule.startswith("draw-high/4") for rule, _, _ in said(judged(log)))


def test_a_number_out_of_turn_in_the_third_draw_waits_for_its_turn() -> None:
    log = before(3).add("draw_indicated", seat=2, count=1)

    assert ("draw-high/0.9", "action_backed_up", 2) in said(judged(log))
    log.draws(1, 0)
    assert offered(log) == [{"type": "discarded", "seat": 2, "count": 1}]


def test_a_number_given_while_the_betting_is_on_is_for_the_next_draw() -> None:
    log = opened().draws(1, 2, burn=True)
    log.draws(2, 0).draws(3, 0).does("1 check").add("draw_indicated", seat=1, count=3)

    assert ("draw-high/0.9", "action_backed_up", 1) in said(judged(log))
    assert hand(log)["seats"]["1"]["drew"] == 2
    log.does("2 check", "3 check")
    assert offered(log) == [{"type": "discarded", "seat": 1, "count": 3}]


def test_a_number_after_the_last_draw_is_for_none() -> None:
    log = before(3).draws(1, 0).draws(2, 0).draws(3, 0)
    log.add("draw_indicated", seat=1, count=1)

    assert hand(log)["phase"] == "betting"
    assert offered(log)[0]["type"] == "acted"


def test_how_many_were_drawn_is_asked_of_the_draw_that_was_last() -> None:
    log = before(2).draws(1, 2, burn=True).draws(2, 0).draws(3, 1)
    log.add("draw_count_asked", by=2, of=1)
    log.add("draw_count_answered", by=1, of=1, count=3)
    wrong = rulings(judged(log))[-1]

    assert wrong.because[0].fact == "the answer was 3; 2 were drawn"


def test_a_missing_burn_in_the_second_draw_is_a_draws_own_fault() -> None:
    log = before(2).add("draw_indicated", seat=1, count=1).add("discarded", seat=1, count=1)

    assert ("draw-high/0.8", "dealer_corrects", 1) in said(judged(log.cards(1)))


def test_the_stub_takes_back_the_discards_of_every_draw_before() -> None:
    log = opened()
    for _ in range(2):
        log.add("draw_indicated", seat=1, count=4)
        log.add("discarded", seat=1, count=4).cards("burn", *[1] * 4)
        log.draws(2, 4).draws(3, 4).does("1 check", "2 check", "3 check")
    log.draws(1, 4, burn=True).draws(2, 4)
    log.add("draw_indicated", seat=3, count=4).add("discarded", seat=3, count=4).cards(3)
    out = judged(log)

    assert out.state.hand.cards_out == 51
    assert offered(log) == [{"type": "shuffled"}]
    again = judged(log.add("shuffled")).state.hand
    assert again.cards_out == 51 - 2 * 12 - 8
