"""Whatever is recorded, in whatever order, the table stays whole.

Random walks mix proper next entries with entries that make no sense at the moment: acts
out of turn, cards for nobody, wrong amounts, counts, questions and corrections.
"""

from __future__ import annotations

import random
from typing import Any

import builders
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.cards import STANDARD_DECK
from adjudicator.docket import Docket
from adjudicator.errors import Refused
from adjudicator.view import state_json

GAMES = ("draw-high", "jacks-or-better", "blue-beacon", "omaha-limit", "holdem-limit")


def odd_entry(rng: random.Random) -> dict[str, Any]:
    """Something that may or may not make sense now."""
    seat, other = rng.randint(1, 6), rng.randint(1, 6)
    card = rng.choice((*STANDARD_DECK, "Jk"))
    return rng.choice(
        (
            {
                "type": "acted",
                "seat": seat,
                "verb": rng.choice(("check", "call", "fold")),
            },
            {"type": "acted", "seat": seat, "verb": "bet", "to": rng.randint(0, 60)},
            {"type": "acted", "seat": seat, "verb": "raise", "to": rng.randint(0, 90)},
            {
                "type": "acted",
                "seat": seat,
                "chips": [rng.choice((5, 25)) for _ in range(3)],
            },
            {"type": "rapped", "seat": seat},
            {"type": "dealt", "to": rng.choice((seat, "burn", "board")), "card": card},
            {"type": "dealt", "to": seat, "face": "up"},
            {"type": "round_dealt", "each": 1, "counts": {str(seat): 0}},
            {"type": "deal_completed"},
            {"type": "exposed", "card": card, "seat": seat},
            {"type": "boxed_found", "card": card},
            {
                "type": "card_moved",
                "from": seat,
                "to": rng.choice(("burn", "stub", other)),
            },
            {"type": "hand_counted", "seat": seat, "count": rng.randint(3, 7)},
            {"type": "attention_called", "about": "short_hand", "seat": seat},
            {"type": "attention_called", "about": "openers", "seat": seat, "by": other},
            {"type": "attention_called", "about": "refund", "seat": seat},
            {"type": "attention_called", "about": "wrong_award"},
            {"type": "deck_fault_found", "fault": "duplicate"},
            {"type": "draw_indicated", "seat": seat, "count": rng.randint(0, 5)},
            {"type": "discarded", "seat": seat, "count": rng.randint(0, 5)},
            {"type": "pot_declared_open", "seat": seat, "to": 10},
            {"type": "shown", "seat": seat, "cards": rng.sample(STANDARD_DECK, 5)},
            {
                "type": "shown",
                "seat": seat,
                "cards": rng.sample(STANDARD_DECK, 5),
                "purpose": "openers",
            },
            {"type": "mucked", "seat": seat, "identifiable": rng.random() < 0.5},
            {"type": "bet_taken_back", "seat": seat, "amount": 10},
            {
                "type": "posted",
                "seat": seat,
                "kind": "ante",
                "amount": rng.randint(1, 5),
            },
            {
                "type": "posted",
                "seat": seat,
                "kind": rng.choice(("small_blind", "big_blind", "post", "dead")),
                "amount": rng.randint(1, 8),
            },
            {"type": "dealt", "to": "board", "face": rng.choice(("up", "down")), "card": card},
            {"type": "announced", "topic": "draw_limit", "value": rng.randint(0, 5)},
            {"type": "announced", "topic": "joker_in_use", "value": "on"},
            {"type": "announced", "topic": "hand", "value": "five of a kind", "by": seat},
            {
                "type": "attention_called",
                "about": rng.choice(("wrong_blinds", "wrong_amount", "see_hand", "draw_limit")),
                "seat": seat,
                "by": other,
                "facts": {"untouched": rng.random() < 0.5},
            },
            {
                "type": "attention_called",
                "about": "wrong_board_card",
                "facts": {"order_known": rng.random() < 0.5},
            },
            {"type": "pot_awarded", "to": {str(seat): rng.randint(0, 30)}},
            {"type": "misdeal_called"},
            {"type": "hand_ended"},
            {"type": "shuffled"},
            {"type": "hand_started", "button": seat},
            {"type": "seat_changed", "seat": seat, "to": 7},
            {"type": "seat_changed", "seat": 7, "to": seat},
            {"type": "sat_out", "seat": seat},
            {"type": "sat_in", "seat": seat},
            {"type": "player_left", "seat": seat},
            {"type": "player_seated", "seat": seat, "player": "new", "chips": 0},
        )
    )


def proper_entry(docket: Docket, rng: random.Random) -> dict[str, Any] | None:
    """One of the entries the product itself offers, completed where it asks for cards."""
    offered = state_json(docket.state)["next"]
    if not offered:
        return None
    entry = dict(rng.choice(offered))
    if entry["type"] == "draw_indicated":
        entry.setdefault("count", rng.randint(0, 5))
    if entry["type"] == "shown":
        size = docket.state.hand.profile.hand_size if docket.state.hand is not None else 5
        entry.setdefault("cards", rng.sample(STANDARD_DECK, size))
    return entry


def whole(docket: Docket) -> None:
    """Chips are conserved and the state does not contradict itself."""
    hand = docket.state.hand
    assert all(player.purse >= 0 for player in docket.state.players.values())
    if hand is None:
        return
    assert hand.pot >= 0
    if hand.to_act is not None and hand.phase == "betting":
        assert hand.seats[hand.to_act].live
    for due in docket.state.dues:
        if due.seat in hand.seats and due.code not in (
            "seat_change_denied",
            "must_answer",
        ):
            assert hand.seats[due.seat].live or due.since == docket.state.seq, due
    shown = state_json(docket.state)
    assert shown["hand"]["pot"] >= 0


def walk(game: str, seed: int, steps: int, oddness: float, **options: Any) -> list[dict[str, Any]]:
    """A random walk; every entry that was taken, checked as it went."""
    rng = random.Random(seed)
    log = builders.table(game, options, chips={2: 12, 5: 2}, places=7)
    docket = log.judged()
    total = builders.chips_in_all(docket)
    taken = list(log.events)
    for _ in range(steps):
        entry = odd_entry(rng) if rng.random() < oddness else proper_entry(docket, rng)
        if entry is None:
            entry = odd_entry(rng)
        leaving = entry["type"] == "player_left"
        gone = docket.state.players.get(entry.get("seat", 0))
        try:
            docket.record(entry)
        except Refused:
            continue
        taken.append(entry)
        whole(docket)
        if leaving and gone is not None:
            total = builders.chips_in_all(docket)
        if entry["type"] == "hand_started":
            total = builders.chips_in_all(docket)
        assert builders.chips_in_all(docket) == total, entry
    return taken


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("oddness", [0.05, 0.5])
def test_a_walk_of_a_thousand_entries_keeps_the_table_whole(game: str, oddness: float) -> None:
    for seed in range(4):
        walk(game, seed, 1000, oddness)


def test_a_rake_is_part_of_the_balance() -> None:
    rake = {"percent": 7, "cap": 9, "no_flop_no_drop": "on"}
    for game in ("omaha-limit", "holdem-limit", "blue-beacon"):
        for seed in range(3):
            walk(game, seed, 600, 0.05, rake=rake)


@pytest.mark.parametrize(("game", "seed"), [("draw-high", 89), ("jacks-or-better", 100)])
def test_chips_pushed_too_early_are_not_given_back_twice(game: str, seed: int) -> None:
    walk(game, seed, 150, 0.3)
    walk(game, seed, 120, 0.2)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), game=st.sampled_from(GAMES))
def test_no_well_formed_log_raises(seed: int, game: str) -> None:
    walk(game, seed, 150, 0.3)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), cut=st.integers(0, 120), game=st.sampled_from(GAMES))
def test_a_prefix_and_the_rest_equal_the_whole(seed: int, cut: int, game: str) -> None:
    builders.same_in_two_parts(walk(game, seed, 120, 0.2), cut)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), data=st.data(), game=st.sampled_from(GAMES))
def test_a_correction_of_a_correction_restores(seed: int, data: Any, game: str) -> None:
    docket = builders.Log(walk(game, seed, 80, 0.2)).judged()
    before = state_json(docket.state)
    target = data.draw(st.integers(2, docket.state.seq))
    try:
        docket.record({"type": "entry_corrected", "entry": target, "reason": "a slip"})
    except Refused:
        assert state_json(docket.state) == before
        return
    docket.record({"type": "entry_corrected", "entry": docket.state.seq, "reason": "no slip"})

    after = state_json(docket.state)
    assert after["table"] == before["table"]
    assert after["hand"] == before["hand"]
    assert after["next"] == before["next"]
