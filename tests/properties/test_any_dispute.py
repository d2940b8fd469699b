"""However a table is disputed, the rulings do not contradict each other.

Walks through every game mix what may properly come next with disputes: hands thrown and
fetched back, cards taken in, hands asked for, time run out, words, wrong amounts, conduct,
questions by every name of the contract, and the floor's decisions on all of them.
"""

from __future__ import annotations

import random
from typing import Any

import builders
import pytest
from stories import BOARD, GAMES

from adjudicator.errors import Refused
from adjudicator.record.docket import Docket, Entry
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.view import state_json
from tests.properties.draw_walks import proper_entry

ABOUT = (
    "short_hand",
    "extra_card",
    "wrong_button",
    "wrong_amount",
    "wrong_award",
    "exposed_card",
    "burn_error",
    "miscall",
    "out_of_turn",
    "openers",
    "see_hand",
    "refund",
    "absent",
    "conduct",
    "killed_hand",
    "retrieve_hand",
    "thrown_into_hand",
    "shown_to_one",
    "show_order",
    "will_not_show",
    "misquoted",
    "upcards",
    "anything",
)
Event = dict[str, Any]


def dispute(docket: Docket, rng: random.Random) -> Event:
    """Something said, thrown, taken, shown or asked that a floor person is called for."""
    seat, other = rng.randint(1, 4), rng.randint(1, 4)
    facts = {
        name: rng.random() < 0.5
        for name in ("identifiable", "protected", "untouched", "misinformed", "told_of_raise")
        if rng.random() < 0.3
    }
    kind = rng.randrange(12)
    if kind < 3:
        question = {"type": "attention_called", "about": rng.choice(ABOUT), "by": other}
        return {**question, "seat": seat, "facts": facts}
    if kind == 3 and docket.rulings:
        return _decision(docket, rng, seat)
    return rng.choice(
        (
            {"type": "mucked", "seat": seat, "by": rng.choice(("owner", "dealer"))},
            {"type": "mucked", "seat": seat, "by": "dealer", "identifiable": rng.random() < 0.5},
            {"type": "hand_retrieved", "seat": seat},
            {"type": "card_moved", "from": seat, "to": other},
            {"type": "announced", "topic": "clock_expired"},
            {"type": "announced", "topic": rng.choice(("raise", "time", "hand")), "by": seat},
            {"type": "announced", "topic": "amount", "value": rng.randint(1, 20), "seat": seat},
            {"type": "acted", "seat": seat, "verb": rng.choice(("fold", "check", "call"))},
            {"type": "acted", "seat": seat, "verb": "raise", "to": rng.randint(1, 60)},
            {"type": "acted", "seat": seat, "chips": [rng.choice((1, 5, 25)) for _ in range(2)]},
            {"type": "bet_taken_back", "seat": seat, "amount": rng.randint(1, 20)},
            {"type": "chips_bought", "seat": seat, "amount": 20},
            {"type": "hand_counted", "seat": seat, "count": rng.randint(3, 8)},
            {
                "type": "shown",
                "seat": seat,
                "cards": rng.sample(STANDARD_DECK, rng.randint(1, 5)),
                "purpose": rng.choice(("showdown", "request", "courtesy")),
            },
            {"type": "deck_fault_found", "fault": rng.choice(("duplicate", "missing"))},
            {"type": "pot_awarded", "to": {str(seat): rng.randint(0, 30)}},
            {"type": "hand_ended"},
            {"type": "shuffled"},
        )
    )


def _decision(docket: Docket, rng: random.Random, seat: int) -> Event:
    ruling = rng.choice(list(docket.rulings))
    decision = rng.choice(("upheld", "overridden"))
    code = rng.choice(("hand_live", "hand_dead", "warning", "penalty", "dealer_corrects"))
    outcomes = [{"code": code, "seat": seat}] if rng.random() < 0.5 else None
    return {
        "type": "floor_decided",
        "ruling": ruling,
        "decision": decision,
        "outcomes": outcomes,
        "reason": "in fairness",
    }


def proper(docket: Docket, rng: random.Random) -> Event | None:
    """One of the entries the product offers, completed where it asks for cards."""
    entry = proper_entry(docket, rng)
    if entry is None:
        return None
    if entry.get("to") == "board":
        entry["card"] = rng.choice(BOARD)
    return entry


def at_peace_with_itself(docket: Docket, entry: Entry) -> None:
    """No final ruling of an entry says the opposite of another; nothing is owed by the gone."""
    assert len({(r.key, r.because) for r in entry.rulings}) == len(entry.rulings), entry
    said: dict[int | None, set[str]] = {}
    for ruling in entry.rulings:
        if ruling.certainty == "final":
            for one in ruling.outcomes:
                said.setdefault(one.seat, set()).add(one.code)
    for codes in (codes for seat, codes in said.items() if seat is not None):
        assert not ("hand_live" in codes and codes & {"hand_dead", "hand_fouled"}), entry
    state, hand = docket.state, docket.state.hand
    if hand is None:
        return
    assert hand.pot >= 0
    if hand.to_act is not None and hand.phase == "betting":
        assert hand.seats[hand.to_act].live
    free = ("seat_change_denied", "must_answer")
    for due in state.dues:
        if due.seat in hand.seats and due.code not in free and due.since != state.seq:
            assert hand.seats[due.seat].live or due.when is not None, due
    for number, seat in hand.seats.items():
        assert not (seat.live and seat.folded and seat.status != "live"), number


def money(docket: Docket) -> Any:
    """Every chip at the table, tracked or not."""
    table = state_json(docket.state)["table"]
    hand = docket.state.hand
    pot = hand.pot if hand is not None and not hand.ended else 0
    carried = sum(one["amount"] for one in table["carried"])
    return sum(table["stacks"].values()) + sum(table["balances"].values()) + pot + carried


def walk(game: str, seed: int, steps: int, options: dict[str, Any]) -> list[Event]:
    """A disputed session; checked after every entry, and given back as it was recorded."""
    rng = random.Random(seed)
    log = builders.table(game, seats=4, options=options)
    docket = log.judged()
    expected = money(docket)
    kept = list(log.events)
    for _ in range(steps):
        event = dispute(docket, rng) if rng.random() < 0.35 else proper(docket, rng)
        if event is None:
            event = {"type": "hand_ended"}
        event = {name: value for name, value in event.items() if value is not None}
        try:
            entry = docket.record(event)
        except Refused:
            continue
        kept.append(event)
        assert entry is not None
        tracked = docket.state.players[1].tracked
        expected += 20 if tracked and event["type"] == "chips_bought" else 0
        at_peace_with_itself(docket, entry)
        assert money(docket) == expected, event
    return kept


def reading(seed: int) -> dict[str, Any]:
    """One reading or the other, with house options that matter in disputes."""
    return {
        "general_rules": ("rrop", "tda")[seed % 2],
        "protected_hand_refund": ("off", "on")[seed // 2 % 2],
        "showdown_discard": ("live_until_mucked", "forward_motion_is_fold")[seed // 4 % 2],
    }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_disputed_session_does_not_contradict_itself(game: str, seed: int) -> None:
    walk(game, seed, 250, reading(seed))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4, 12))
def test_a_thousand_disputed_entries_do_not_contradict_themselves(game: str, seed: int) -> None:
    walk(game, seed, 1000, reading(seed))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_remark_changes_no_ruling(game: str, seed: int) -> None:
    events = [e for e in walk(game, seed, 150, reading(seed)) if e["type"] != "floor_decided"]
    place = random.Random(seed).randrange(10, len(events))
    remarked = [*events[:place], {"type": "noted", "text": "a remark"}, *events[place:]]

    def told(log: list[Event], skip: int) -> list[Any]:
        docket = builders.Log(log).judged()
        return [
            (r.hand, r.arose - (r.arose > skip), r.rule, r.status, [o.wire() for o in r.outcomes])
            for r in docket.rulings.values()
        ]

    assert told(remarked, place) == told(events, len(events) + 1)
