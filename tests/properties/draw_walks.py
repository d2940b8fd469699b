"""Random walks through the games that are dealt face down, with a draw or a board.

They mix proper next entries with entries that make no sense at the moment: acts out of
turn, cards for nobody, wrong amounts, counts, questions and corrections.
"""

from __future__ import annotations

import random
from typing import Any

import builders

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.view import state_json
from tests.properties.walks import WHOLE, Entry, taken

GAMES = ("draw-high", "jacks-or-better", "blue-beacon", "omaha-limit", "holdem-limit")


def odd_entry(rng: random.Random) -> Entry:
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


def proper_entry(docket: Docket, rng: random.Random) -> Entry | None:
    """One of the entries the product itself offers, completed where it asks for cards."""
    # Cards are told one by one, so that they can be known.
    offered = [one for one in next_entries(docket.state) if one["type"] not in WHOLE]
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


def walk(game: str, seed: int, steps: int, oddness: float, **options: Any) -> list[Entry]:
    """A random walk; every entry that was taken, checked as it went."""
    rng = random.Random(seed)
    log = builders.table(game, options, chips={2: 12, 5: 2}, places=7)
    docket = log.judged()
    total = builders.chips_in_all(docket)
    kept = list(log.events)
    for before, entry in taken(docket, rng, steps, oddness, odd_entry, proper_entry):
        kept.append(entry)
        whole(docket)
        left = entry["type"] == "player_left" and entry["seat"] in before.players
        if left or entry["type"] == "hand_started":
            total = builders.chips_in_all(docket)
        assert builders.chips_in_all(docket) == total, entry
    return kept
