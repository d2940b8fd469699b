"""Every chip that was brought to the table is shown in every state, whatever happens.

Stacks, balances, what lies in the middle, what is carried and what the house has taken
add up, and the layers of the pot add up to the pot.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import builders
import pytest

from adjudicator.errors import Refused
from adjudicator.record.docket import Docket
from adjudicator.view import state_json
from tests.properties import draw_walks, stud_walks
from tests.properties.walks import seeds

STUD = stud_walks.GAMES
Entry = dict[str, Any]


def shown(docket: Docket) -> Fraction:
    """All chips that the state shows."""
    state = state_json(docket.state)
    table, hand = state["table"], state["hand"]
    parts = [*table["stacks"].values(), *table["balances"].values(), table.get("rake", 0)]
    parts += [layer["amount"] for layer in table["carried"]]
    parts += [one["balance"] for one in table.get("places", ()) if one.get("left")]
    if docket.state.hand_on:
        parts.append(hand["pot"])
    return sum(map(Fraction, parts), start=Fraction(0))


def middle(docket: Docket) -> tuple[Fraction, Fraction]:
    """The pot, and the sum of its layers."""
    hand = state_json(docket.state)["hand"]
    layers = [Fraction(layer["amount"]) for layer in hand["pots"]] if hand else []
    return Fraction(hand["pot"] if hand else 0), sum(layers, start=Fraction(0))


def odd_money(rng: random.Random) -> Entry:
    """Chips where none are due, declarations nobody asked for, pots pushed by halves."""
    seat, amount = rng.randint(1, 6), rng.randint(1, 40)
    declared = {"type": "pot_declared_open", "seat": seat, "to": amount}
    return rng.choice(
        (
            {"type": "posted", "seat": seat, "kind": "payment", "amount": amount},
            declared,
            declared | {"all_in": True},
            {"type": "acted", "seat": seat, "verb": "bet", "to": amount, "all_in": True},
            {"type": "pot_awarded", "to": {str(seat): amount}, "pot": rng.randint(0, 2)},
            {"type": "pot_awarded", "to": {str(seat): 1, str(seat % 6 + 1): 2}},
        )
    )


def _next(docket: Docket, rng: random.Random, walks: Any) -> Entry:
    if rng.random() < 0.12:
        return odd_money(rng)
    proper = None if rng.random() < 0.12 else walks.proper_entry(docket, rng)
    return dict(proper or walks.odd_entry(rng))


@pytest.mark.parametrize("game", sorted(builders.STAKES))
@pytest.mark.parametrize("rake", [False, True])
@seeds(2, 8)
def test_what_was_brought_is_shown_after_every_entry(
    game: str, rake: bool, seeds: Sequence[int]
) -> None:
    walks = stud_walks if game in STUD else draw_walks
    options = {"rake": {"percent": 7, "cap": 9, "no_flop_no_drop": "off"}} if rake else {}
    for seed in seeds:
        rng = random.Random(seed)
        docket = builders.table(game, options, chips={2: 12, 5: 2}, places=7).judged()
        brought = shown(docket)
        for _ in range(250):
            entry, players = _next(docket, rng, walks), docket.state.players.keys()
            try:
                docket.record(entry)
            except Refused:
                continue
            if docket.state.players.keys() != players:  # somebody took his chips along, or came
                brought = shown(docket)
            assert shown(docket) == brought, (seed, entry)
            pot, layers = middle(docket)
            assert pot == layers, (seed, entry)


def omaha() -> builders.Log:
    """Blinds of 6 and 12 are posted and the cards are out; seat 3 is to act."""
    log = builders.table("omaha-limit").hand(button=6)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=12)
    return log.add("round_dealt", each=4).add("deal_completed")


def test_a_forbidden_payment_is_a_layer_for_its_owner_alone() -> None:
    docket = omaha().add("posted", seat=4, kind="payment", amount=7).judged()
    pots = state_json(docket.state)["hand"]["pots"]

    assert {"amount": 7, "eligible": [4]} in pots
    assert middle(docket)[0] == middle(docket)[1]


def test_declaring_a_pot_open_moves_no_chips_where_there_is_nothing_to_open() -> None:
    for more in ({}, {"all_in": True}):
        before = omaha()
        after = before.copy().add("pot_declared_open", seat=3, to=30, **more)
        was, now = state_json(before.judged().state), state_json(after.judged().state)

        assert now["table"]["stacks"] == was["table"]["stacks"]
        assert now["hand"]["to_act"] == was["hand"]["to_act"]
        assert ("rrop-betting/11", "action_void", 3) in builders.said(after.judged())


def test_declaring_a_pot_open_still_opens_it_in_a_draw_game() -> None:
    log = builders.table().hand(button=6).antes().deal()
    log.add("pot_declared_open", seat=1, to=10)

    assert state_json(log.judged().state)["hand"]["opener"] == 1


def test_what_was_pushed_is_missing_from_its_layer() -> None:
    """Seat 3 is all-in for 12, so there is a side pot; half of the main pot is pushed."""
    log = builders.table("omaha-limit", chips={3: 12}).hand(button=6)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=12)
    log.add("round_dealt", each=4).add("deal_completed")
    log.does("3 call 12", "4 call 12", "5 fold", "6 fold", "1 fold", "2 check")
    whole = state_json(log.judged().state)["hand"]["pots"]
    log.add("pot_awarded", to={"3": 10}, pot=0)
    left = state_json(log.judged().state)["hand"]

    assert [pot["amount"] for pot in left["pots"]] == [whole[0]["amount"] - 10]
    assert left["pot"] == whole[0]["amount"] - 10
