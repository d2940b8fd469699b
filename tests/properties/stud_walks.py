"""Random walks through the games with upcards.

They mix proper next entries with cards dealt too early, too late, face up or down, to the
wrong seat or taken by a player, with burns nobody asked for, acts out of turn, counts,
questions and awards.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import builders

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.table.pots import layers
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.view import state_json
from tests.properties.walks import WHOLE, Entry, taken

GAMES = ("baseball", "five-card-stud", "seven-card-stud")

ABOUT = (
    "bonus_card",
    "payment",
    "short_hand",
    "extra_card",
    "burn_error",
    "wrong_button",
    "deal_order",
    "wrong_seat",
    "premature_card",
    "exposed_card",
    "see_hand",
    "missing_ante",
    "stock",
    "variant",
    "wrong_award",
)


def _cards(rng: random.Random, seat: int, other: int, card: str) -> Entry:
    face = rng.choice(("up", "up", "down"))
    return rng.choice(
        (
            {"type": "dealt", "to": seat, "face": face, "card": card},
            {"type": "dealt", "to": seat, "face": face},
            {"type": "dealt", "to": seat, "face": face, "card": card, "by": other},
            {"type": "dealt", "to": rng.choice(("burn", "board"))},
            {"type": "round_dealt", "face": face, "each": 1},
            {"type": "deal_completed"},
            {"type": "exposed", "card": card, "seat": seat},
            {"type": "boxed_found", "card": card},
            {"type": "card_moved", "from": seat, "to": rng.choice(("aside", "stub", other))},
            {"type": "card_moved", "from": rng.choice(("burn", "aside")), "to": seat},
            {"type": "hand_counted", "seat": seat, "count": rng.randint(2, 9)},
            {"type": "deck_fault_found", "fault": rng.choice(("short", "duplicate"))},
            {"type": "cut", "seat": seat},
        )
    )


def _acts(rng: random.Random, seat: int, other: int, card: str) -> Entry:
    verb = rng.choice(("check", "call", "fold", "bet", "raise"))
    return rng.choice(
        (
            {"type": "acted", "seat": seat, "verb": verb},
            {"type": "acted", "seat": seat, "verb": "bet", "to": rng.randint(0, 9)},
            {"type": "acted", "seat": seat, "verb": "raise", "to": rng.randint(1, 20)},
            {"type": "acted", "seat": seat, "verb": "call", "to": 1, "all_in": True},
            {"type": "rapped", "seat": seat},
            {"type": "posted", "seat": seat, "kind": "ante", "amount": rng.randint(1, 3)},
            {"type": "posted", "seat": seat, "kind": "payment", "amount": rng.randint(1, 3)},
            {"type": "bet_taken_back", "seat": seat, "amount": 1},
            {"type": "mucked", "seat": seat, "by": "owner", "identifiable": rng.random() < 0.5},
            {"type": "shown", "seat": seat, "cards": rng.sample(STANDARD_DECK, 7)},
            {"type": "pot_awarded", "to": {str(seat): rng.randint(0, 12)}},
        )
    )


def _talk(rng: random.Random, seat: int, other: int, card: str) -> Entry:
    facts = {"untouched": rng.random() < 0.5}
    return rng.choice(
        (
            {"type": "attention_called", "about": rng.choice(ABOUT), "seat": seat, "facts": facts},
            {"type": "attention_called", "about": rng.choice(ABOUT), "by": other, "seat": seat},
            {"type": "announced", "topic": "variant", "value": "paid fours", "by": seat},
        )
    )


def _table(rng: random.Random, seat: int, other: int, card: str) -> Entry:
    return rng.choice(
        (
            {"type": "hand_ended"},
            {"type": "misdeal_called"},
            {"type": "shuffled"},
            {"type": "hand_started", "button": seat},
            {"type": "sat_out", "seat": seat},
            {"type": "sat_in", "seat": seat},
            {"type": "player_left", "seat": seat},
            {"type": "player_seated", "seat": seat, "player": f"P{seat}"},
        )
    )


KINDS: tuple[Callable[[random.Random, int, int, str], Entry], ...] = (
    *(_cards,) * 5,
    *(_acts,) * 5,
    *(_talk,) * 2,
    _table,
)


def odd_entry(rng: random.Random) -> Entry:
    """Something that may or may not make sense now."""
    card = rng.choice((*STANDARD_DECK, "4c", "4d", "4h", "4s", "Jk"))
    return rng.choice(KINDS)(rng, rng.randint(1, 6), rng.randint(1, 6), card)


def proper_entry(docket: Docket, rng: random.Random) -> Entry | None:
    """One of the entries the product itself offers, completed where it asks for cards."""
    # Cards are told one by one, so that they can be known.
    offered = [one for one in next_entries(docket.state) if one["type"] not in WHOLE]
    if not offered:
        return None
    entry: Entry = dict(rng.choice(offered))
    hand = docket.state.hand
    if entry["type"] == "dealt" and entry.get("face") == "up" and hand is not None:
        entry["card"] = rng.choice([c for c in STANDARD_DECK if c not in hand.seen] or ["As"])
    if entry["type"] == "exposed":
        entry["card"] = rng.choice(STANDARD_DECK)
    if entry["type"] == "shown":
        entry.setdefault("cards", rng.sample(STANDARD_DECK, 7))
    return entry


def money(docket: Docket) -> Any:
    """Purses, the pot, carried money and what players who left a session left behind."""
    state = docket.state
    hand = state.hand
    pot = hand.pot if hand is not None and not hand.ended else 0
    purses = sum(player.purse + player.behind for player in state.players.values())
    gone = sum(one.balance for one in state.gone.values())
    return purses + gone + pot + sum(layer.amount for layer in state.carried)


def whole(docket: Docket) -> None:
    """The state does not contradict itself."""
    hand = docket.state.hand
    assert state_json(docket.state)
    if hand is None:
        return
    assert hand.pot >= 0
    if hand.to_act is not None and hand.phase == "betting":
        assert hand.seats[hand.to_act].live
    for seat in hand.seats.values():
        assert seat.count >= 0
        assert 0 <= len(seat.up) <= seat.ups
        assert seat.bonus_cards.earned >= seat.bonus_cards.due >= 0
        assert seat.cards_to_return >= 0
    if hand.profile.id == "baseball":
        assert not any(seat.all_in for seat in hand.seats.values())
        assert len(layers(hand)) <= 1 or hand.carried_pot


def walk(game: str, seed: int, steps: int, oddness: float) -> list[Entry]:
    """A random walk; every entry that was taken, checked as it went."""
    rng = random.Random(seed)
    log = builders.table(game, chips={2: 12, 5: 2}, places=7)
    docket = log.judged()
    total = money(docket)
    kept = list(log.events)
    for before, entry in taken(docket, rng, steps, oddness, odd_entry, proper_entry):
        kept.append(entry)
        whole(docket)
        gone = before.players.keys() - docket.state.players.keys()
        if any(game != "baseball" or before.players[seat].tracked for seat in gone):
            total = money(docket)
        assert money(docket) == total, entry
    return kept
