"""Tables to look at: a clean hand in play, and hands that the floor is called to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from api.service.append_request import AppendRequest
from api.service.recording import Recorder
from api.store.port import Store

Event = dict[str, Any]
PLAYERS = ("Ana", "Bert", "Chloe", "Dinh", "Esra", "Frank")
STAKES = {"ante": 2, "small_bet": 10, "big_bet": 20}


def fill(recorder: Recorder, store: Store) -> bool:
    """Fill an empty database; leave one that has tables alone."""
    if store.heads("", 1):
        return False
    for table, opened, events in tables():
        recorder.open(table, AppendRequest((opened,)))
        recorder.record(table, AppendRequest(events, batch=True))
    return True


def tables() -> list[tuple[str, Event, Sequence[Event]]]:
    """The tables by id: how each opens, and what happened at it."""
    return [
        ("clean-hand", _opened("draw-high"), clean_hand()),
        ("exposed-card", _opened("draw-high"), exposed_draw_card()),
        ("false-opener", _opened("jacks-or-better"), false_opener()),
    ]


def clean_hand() -> list[Event]:
    """Draw high: seat 2 has opened, seat 4 has called, seat 2 is about to draw."""
    return _called_by_one("Maria")


def _called_by_one(dealer: str) -> list[Event]:
    return [
        *_seated(dealer),
        *_dealt(button=1),
        _act(2, "bet", 10),
        _act(3, "fold"),
        _act(4, "call", 10),
        _act(5, "fold"),
        _act(6, "fold"),
        _act(1, "fold"),
    ]


def exposed_draw_card() -> list[Event]:
    """Draw high: the second of seat 2's three new cards turns over on its way."""
    return [
        *_called_by_one("Jonas"),
        {"type": "draw_indicated", "seat": 2, "count": 3},
        {"type": "discarded", "seat": 2, "count": 3},
        {"type": "dealt", "to": "burn"},
        {"type": "dealt", "to": 2},
        {"type": "dealt", "to": 2, "card": "9c"},
        {"type": "exposed", "card": "9c", "seat": 2, "by": "dealer"},
    ]


def false_opener() -> list[Event]:
    """Jacks or better: seat 4 opened, was called, and shows a pair of tens."""
    return [
        *_seated("Petra"),
        *_dealt(button=6),
        _act(1, "check"),
        _act(2, "check"),
        _act(3, "check"),
        _act(4, "bet", 10),
        _act(5, "call", 10),
        {
            "type": "shown",
            "seat": 4,
            "cards": ["Ts", "Td", "8c", "5h", "2s"],
            "purpose": "openers",
        },
    ]


def _opened(game: str) -> Event:
    options = {"joker_in_use": "off"}
    return {
        "type": "table_opened",
        "game": game,
        "stakes": STAKES,
        "options": options,
        "seats": len(PLAYERS),
    }


def _seated(dealer: str) -> list[Event]:
    players = [
        {"type": "player_seated", "seat": seat, "player": name, "chips": 500}
        for seat, name in enumerate(PLAYERS, 1)
    ]
    return [
        {"type": "dealer_changed", "dealer": dealer},
        *players,
        {"type": "announced", "topic": "joker_in_use", "value": "off"},
    ]


def _dealt(button: int) -> list[Event]:
    antes = [
        {"type": "posted", "seat": seat, "kind": "ante", "amount": STAKES["ante"]}
        for seat in range(1, len(PLAYERS) + 1)
    ]
    return [
        {"type": "hand_started", "button": button},
        *antes,
        {"type": "round_dealt", "each": 5},
        {"type": "deal_completed"},
    ]


def _act(seat: int, verb: str, to: int | None = None) -> Event:
    act: Event = {"type": "acted", "seat": seat, "verb": verb}
    return act if to is None else act | {"to": to}
