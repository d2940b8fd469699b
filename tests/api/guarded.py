"""A service that asks for tokens, with a device in every role and a hand of known cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from adjudicator.values.cards import card_words, parse_card, symbols
from api.service.roles import NO_TOKEN, ROLES
from tests.api.talk import DRAW, SEATED, Event, act

TABLE = "t1"
BY = {"role": "test"}
HANDS: Mapping[int, str] = {
    5: "2s 5h 9d Jc Kh",
    6: "3s 6h Td Qc Ks",
    1: "4s 7h 8d 2c Ac",
    3: "5s 8h 3d 6c Qd",
}
DRAWN: Mapping[int, str] = {5: "Tc 4d", 6: "Jd 7s"}
BURNT = "2h"
SAYS_NOTHING_OF_A_TABLE = NO_TOKEN | {
    "GET /v1/stream",
    "GET /v1/rulebook",
    "GET /v1/rulebook/<path:rule>",
    "GET /v1/games",
    "GET /v1/games/<game>",
    "GET /v1/search",
    "POST /v1/adjudications",
}
EXPOSED = "Jd"  # the first card that seat 6 draws turns over on its way


def _deal() -> Iterator[Event]:
    hands = {seat: cards.split() for seat, cards in HANDS.items()}
    for place in range(5):
        for seat, cards in hands.items():
            yield {"type": "dealt", "to": seat, "face": "down", "card": cards[place]}


def until_the_draw() -> list[Event]:
    """Every card is known to the record; the table has seen none."""
    return [
        {"type": "dealer_changed", "dealer": "Maria"},
        {"type": "announced", "topic": "joker_in_use", "value": "off"},
        {"type": "hand_started", "button": 3},
        *({"type": "posted", "seat": s, "kind": "ante", "amount": 2} for s in (5, 6, 1, 3)),
        *_deal(),
        {"type": "deal_completed"},
        act(5, "bet", 10),
        act(6, "call", 10),
        act(1, "fold"),
        act(3, "fold"),
    ]


def the_draw() -> list[Event]:
    """Seat 5 discards two known cards, seat 6's first new card is exposed."""
    return [
        {"type": "draw_indicated", "seat": 5, "count": 2},
        {"type": "draw_indicated", "seat": 6, "count": 2},
        {"type": "discarded", "seat": 5, "count": 2, "cards": ["2s", "5h"]},
        {"type": "dealt", "to": "burn", "card": BURNT},
        *({"type": "dealt", "to": 5, "card": card} for card in DRAWN[5].split()),
        {"type": "discarded", "seat": 6, "count": 2, "cards": ["3s", "6h"]},
        {"type": "dealt", "to": 6, "card": EXPOSED},
        {"type": "exposed", "seat": 6, "card": EXPOSED, "by": "dealer"},
        {"type": "dealt", "to": 6, "card": "7s"},
        {"type": "noted", "text": "Seat 3 says he folded Qd and the eight of hearts, 5\u2660 too"},
        {
            "type": "entry_corrected",
            "entry": 13,
            "reason": "it was not the 2♠",
            "replacement": {"type": "dealt", "to": 5, "face": "down", "card": "2d"},
        },
    ]


def the_end() -> list[Event]:
    """Seat 6 gives up; nothing is shown."""
    return [
        {"type": "dealt", "to": 6, "card": "9h"},
        act(5, "bet", 20),
        act(6, "fold"),
        {"type": "pot_awarded", "to": {"5": 28}},
        {"type": "hand_ended"},
    ]


def concealed() -> set[str]:
    """Every card that the table never saw."""
    known = " ".join((*HANDS.values(), *DRAWN.values(), BURNT, "2d")).split()
    return set(known) - {EXPOSED}


def named_in(text: str, cards: Iterable[str]) -> set[str]:
    """Which of the cards a text names, in whatever form."""
    text = re.sub(r'"(salt|hash|prev_hash|id|token)": ?"[^"]*"', "", text)
    text = re.sub(r"[a-z]{4,}/\d+[a-z]", "", text)  # an article, such as draw-high/4c
    found = set()
    for card in map(parse_card, cards):
        forms = (card, symbols(card), card_words(card))
        met = (re.search(rf"(?<![A-Za-z0-9]){one}(?![A-Za-z0-9])", text) for one in forms)
        if any(met):
            found.add(str(card))
    return found


@dataclass
class Guarded:
    """The service, and a token for each role."""

    app: Flask
    client: FlaskClient
    tokens: dict[str, str]

    @classmethod
    def of(cls, app: Flask) -> Guarded:
        """Enrol a device in every role; the dealer's is bound to the table."""
        access = app.extensions["adjudicator"].accounts
        tokens = {}
        for name, role in ROLES.items():
            tables = [TABLE] if role.own_tables else []
            _, tokens[name] = access.enrol(f"{name}-1", name, tables, None, BY)
        return cls(app, app.test_client(), tokens)

    def headers(self, role: str | None) -> dict[str, str]:
        """What a device in this role sends; nothing for none."""
        return {"Authorization": f"Bearer {self.tokens[role]}"} if role else {}

    def ask(self, role: str | None, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """A request by a role."""
        headers = {**self.headers(role), **more.pop("headers", {})}
        return self.client.open(path, method=method, json=body, headers=headers, **more)

    def get(self, role: str | None, path: str) -> Any:
        """Read something."""
        return self.ask(role, "GET", path)

    def record(self, role: str, *events: Event, **more: Any) -> Any:
        """Record events at the table."""
        body = {"events": list(events)}
        return self.ask(role, "POST", f"/v1/tables/{TABLE}/events", body, **more)

    def play(self, *parts: list[Event]) -> None:
        """The table opened, seated, and these parts of the hand recorded."""
        assert self.ask("floor", "POST", "/v1/tables", DRAW).status_code == 201
        for events in (list(SEATED), *parts):
            for event in events:
                role = "floor" if event["type"] == "entry_corrected" else "dealer"
                answer = self.record(role, event)
                assert answer.status_code == 201, answer.text
