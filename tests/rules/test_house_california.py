"""A Californian card room's draw rules, and the same log where they are not in force."""

from typing import Any

import pytest
from builders import Log, codes, said, table
from stories import at, hand_of

CALIFORNIA = {"over_five_predraw": "foul_if_picked_up", "predraw_exposed_misdeal_at": 3}


def dealing(options: dict[str, Any], exposed: int) -> Log:
    """Antes are in; this many of the first cards are turned over by the dealer."""
    log = table(options=options).hand(6).antes()
    for seat, card in enumerate(("As", "Kd", "7h")[:exposed], start=1):
        log.add("dealt", to=seat, face="up", card=card)
    return log


@pytest.mark.parametrize(
    ("exposed", "code"), [(1, "card_keep"), (2, "card_keep"), (3, "misdeal_redeal")]
)
def test_two_exposed_cards_are_kept_and_a_third_ends_the_deal(exposed: int, code: str) -> None:
    docket = dealing(CALIFORNIA, exposed).judged()

    assert "house-ca/1" in {rule for rule, _, _ in said(docket)}
    assert code in codes(docket)


@pytest.mark.parametrize(
    ("options", "untouched", "code"),
    [
        (CALIFORNIA, False, "hand_fouled"),
        (CALIFORNIA, True, "card_to_burn"),
        ({}, False, "misdeal_redeal"),
    ],
)
def test_six_cards_before_the_draw(options: dict[str, Any], untouched: bool, code: str) -> None:
    log = table(options=options).hand(6).antes().deal(counts={3: 6})
    log.calls_attention("extra_card", seat=3, facts={"untouched": untouched})
    docket = log.add("hand_counted", seat=3, count=6).judged()

    assert code in codes(docket, "final")
    fouled = ("house-ca/2", "hand_fouled", 3) in said(docket)
    assert fouled is (code == "hand_fouled")


def at_the_draw(options: dict[str, Any]) -> Log:
    """Four players at the draw, the dealer in seat 4."""
    return at("draw-high", "drawing", options=options)


@pytest.mark.parametrize(
    ("seat", "count", "refused"), [(1, 4, False), (1, 5, True), (4, 3, False), (4, 4, True)]
)
def test_four_cards_at_most_and_three_for_the_dealer(seat: int, count: int, refused: bool) -> None:
    log = at_the_draw(CALIFORNIA)
    for other in range(1, seat):
        log.draws(other, 0)
    docket = log.add("draw_indicated", seat=seat, count=count).judged()

    assert (("house-ca/4", "request_may_change", seat) in said(docket)) is refused
    assert not [rule for rule, _, _ in said(docket) if rule.startswith("draw-high/5")]


@pytest.mark.parametrize(("untouched", "dead"), [(False, True), (True, False)])
def test_a_burn_card_taken_in_plays_and_kills_the_dealers_hand(untouched: bool, dead: bool) -> None:
    log = at_the_draw(CALIFORNIA).add("draw_indicated", seat=1, count=1)
    log.add("discarded", seat=1, count=1).add("dealt", to=1)
    log.calls_attention("burn_error", by=2, facts={"untouched": untouched})

    assert (("house-ca/5", "hand_dead", 4) in said(log.judged())) is dead
    assert hand_of(log).seats[4].live is not dead
