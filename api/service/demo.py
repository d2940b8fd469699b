"""Tables to look at: hands in play, and hands that the floor is called to."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

from api.service.append_request import AppendRequest
from api.service.demo_dealer import DemoDealer
from api.service.queries import Queries
from api.service.recording import Recorder
from api.store.port import Store

Event = dict[str, Any]
PLAYERS = ("Ana", "Bert", "Chloe", "Dinh", "Esra", "Frank")
STAKES = {"ante": 2, "small_bet": 10, "big_bet": 20}
GAMES: Mapping[str, Mapping[str, int]] = {
    "omaha-limit": {"lower": 6, "higher": 12, "unit": 1},
    "seven-card-stud": {"ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8},
    "baseball": {"ante": 1, "bet": 1},
}


PLAYED_ON = ("baseball", "omaha", "stud")  # tables at which a simulated dealer goes on
TAPS = 40  # of that dealer, before anybody looks


def fill(recorder: Recorder, queries: Queries, store: Store) -> bool:
    """Fill an empty database; leave one that has tables alone."""
    if store.heads("", 1):
        return False
    for table, opened, events in tables():
        recorder.open(table, AppendRequest((opened,)))
        recorder.record(table, AppendRequest(events, batch=True))
    for dealer in dealers(recorder, queries, "begin"):
        for _ in range(TAPS):
            dealer.tap()
    return True


def dealers(recorder: Recorder, queries: Queries, seed: str) -> list[DemoDealer]:
    """Who plays on, a dealer for each of the tables without a dispute."""
    return [DemoDealer(queries, recorder, table, seed) for table in PLAYED_ON]


def play_on(recorder: Recorder, queries: Queries, pause: float) -> None:
    """Play on for ever, a tap at one of the tables every so many seconds."""
    for dealer in cycle(dealers(recorder, queries, "go on")):
        time.sleep(pause)
        dealer.tap()


def tables() -> list[tuple[str, Event, Sequence[Event]]]:
    """The tables by id: how each opens, and what happened at it."""
    return [
        ("clean-hand", _opened("draw-high"), clean_hand()),
        ("exposed-card", _opened("draw-high"), exposed_draw_card()),
        ("false-opener", _opened("jacks-or-better"), false_opener()),
        *(
            (table, _opened(game), _players(dealer, chips))
            for table, game, dealer, chips in (
                ("omaha", "omaha-limit", "Ines", 2000),
                ("stud", "seven-card-stud", "Kofi", 2000),
                ("baseball", "baseball", "Lena", None),
            )
        ),
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
        {"type": "floor_called", "by": 5, "seat": 4, "about": "openers"},
    ]


def _opened(game: str) -> Event:
    draws = game in ("draw-high", "jacks-or-better")
    return {
        "type": "table_opened",
        "game": game,
        "stakes": GAMES.get(game, STAKES),
        "options": {"joker_in_use": "off"} if draws else {},
        "seats": len(PLAYERS),
    }


def _players(dealer: str, chips: int | None) -> list[Event]:
    stack = {} if chips is None else {"chips": chips}
    players = [
        {"type": "player_seated", "seat": seat, "player": name, **stack}
        for seat, name in enumerate(PLAYERS, 1)
    ]
    return [{"type": "dealer_changed", "dealer": dealer}, *players]


def _seated(dealer: str) -> list[Event]:
    return [
        *_players(dealer, 500),
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
