"""Every card that was seen lies in exactly one place, or is reported as seen twice."""

from __future__ import annotations

import random
from typing import Any

import builders
import pytest

from adjudicator.errors import Refused
from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.table.card_locations import known, places
from adjudicator.table.hand import Hand
from adjudicator.values.cards import STANDARD_DECK

GAMES = ("draw-high", "jacks-or-better", "blue-beacon", "omaha-limit", "baseball")
OPTIONS: dict[str, dict[str, Any]] = {
    "omaha-limit": {"burn_before_board": "on"},
    "blue-beacon": {"burn_before_board": "on", "burn_before_draw": "on"},
}
WALKS, STEPS = 8, 200


def with_cards(entry: dict[str, Any], docket: Docket, rng: random.Random) -> dict[str, Any]:
    """A proper next entry, its cards known; most of them fresh from the deck."""
    entry = dict(entry)
    hand = docket.state.hand
    fresh = [c for c in STANDARD_DECK if hand is None or not places(hand, c)]
    if entry["type"] == "dealt" and fresh:
        entry["card"] = rng.choice(fresh if rng.random() < 0.97 else STANDARD_DECK)
    if entry["type"] == "draw_indicated":
        entry["count"] = rng.randint(0, 5)
    if entry["type"] == "discarded" and hand is not None:
        held = hand.seats[entry["seat"]].cards
        if len(held) >= entry["count"] and rng.random() < 0.8:
            entry["cards"] = rng.sample(held, entry["count"])
    if entry["type"] == "shown" and hand is not None:
        held = hand.seats[entry["seat"]].cards
        entry["cards"] = list(held) or rng.sample(fresh, 5)
    return entry


def odd(hand: Hand | None, rng: random.Random) -> dict[str, Any]:
    """A card that turns up, moves or is told of where it should not."""
    seen = known(hand) if hand is not None else ()
    card = rng.choice(seen) if seen and rng.random() < 0.5 else rng.choice(STANDARD_DECK)
    seat = rng.randint(1, 6)
    spots: tuple[int | str, ...] = (seat, "board", "burn", "stub", "discards", "aside", "scrap")
    return rng.choice(
        (
            {"type": "exposed", "card": card, "seat": seat, "by": rng.choice(("dealer", "owner"))},
            {"type": "boxed_found", "card": card},
            {"type": "dealt", "to": rng.choice((seat, "board", "burn")), "card": card},
            {
                "type": "card_moved",
                "card": card,
                "from": rng.choice(spots),
                "to": rng.choice(spots),
            },
            {"type": "shown", "seat": seat, "cards": [card], "purpose": "accident"},
            {"type": "discarded", "seat": seat, "count": 1, "cards": [card]},
            {"type": "shuffled"},
            {"type": "acted", "seat": seat, "verb": "fold"},
        )
    )


def reported(docket: Docket, card: str) -> bool:
    """Whether a ruling of this hand says that the card was seen twice."""
    return any(
        need.get("card") == card
        for ruling in docket.state.rulings.values()
        if ruling.rule == "rrop-irregularities/4"
        for need in ruling.needs
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(WALKS))
def test_a_card_lies_in_one_place_or_is_reported(game: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    docket = builders.table(game, options=OPTIONS.get(game)).judged()
    for _ in range(STEPS):
        offered = next_entries(docket.state)
        plain = offered and rng.random() < 0.9
        entry = with_cards(rng.choice(offered), docket, rng) if plain else None
        entry = entry or odd(docket.state.hand, rng)
        try:
            docket.record(entry)
        except Refused:
            continue
        hand = docket.state.hand
        if hand is None or not hand.on:
            continue
        for card in known(hand):
            at = places(hand, card)
            assert len(at) == 1 or reported(docket, card), (card, at, entry, docket.state.seq)
