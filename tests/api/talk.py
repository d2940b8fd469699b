"""Speaking to a service as a tablet does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Event = dict[str, Any]
OMAHA: Event = {
    "table": "t1",
    "game": "omaha-limit",
    "stakes": {"lower": 6, "higher": 12, "unit": 1},
    "options": {
        "big_blind_basis": "lower",
        "deal_start": "left_of_button",
        "burn_before_board": "on",
    },
    "seats": 6,
}
DRAW: Event = {
    "table": "t1",
    "game": "draw-high",
    "stakes": {"ante": 2, "small_bet": 10, "big_bet": 20},
    "options": {"joker_in_use": "off"},
    "seats": 6,
}
SEATED: Sequence[Event] = [
    {"type": "player_seated", "seat": seat, "player": f"P{seat}", "chips": 500}
    for seat in (1, 3, 5, 6)
]


class Reply(Protocol):
    """An answer, from the test client or over the wire."""

    status_code: int
    headers: Any

    @property
    def json(self) -> Any: ...

    @property
    def text(self) -> str: ...


class Speaks(Protocol):
    """Whatever carries a request to a service."""

    def get(self, path: str, **more: Any) -> Reply: ...

    def post(self, path: str, **more: Any) -> Reply: ...


class Talk:
    """Shorthands for one table of a service."""

    def __init__(self, client: Any, table: str = "t1") -> None:
        self.client = client
        self.path = f"/v1/tables/{table}"

    def start(self, table: Event = OMAHA) -> int:
        """The table opened and four players seated; the version."""
        opened = self.client.post("/v1/tables", json=table)
        assert opened.status_code == 201, opened.text
        assert opened.headers["Location"] == self.path
        return self.all(*SEATED)

    def post(self, body: Any, query: str = "", **headers: str) -> Any:
        """Record something; headers by name with ``_`` for ``-``."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(f"{self.path}/events{query}", json=body, headers=named)

    def all(self, *events: Mapping[str, Any]) -> int:
        """Record events that must be taken; the version."""
        answer = self.post({"events": list(events)})
        assert answer.status_code == 201, answer.text
        version: int = answer.json["version"]
        return version

    def get(self, path: str = "", **more: Any) -> Any:
        """Read something of the table."""
        return self.client.get(self.path + path, **more)

    def state(self) -> Any:
        """The state now."""
        return self.get("/state").json

    def entries(self) -> Any:
        """All entries."""
        return self.get("/events?after=0&limit=1000").json["entries"]

    def kept(self) -> tuple[Any, str]:
        """What must not change when nothing is stored."""
        return self.entries(), self.get("/state").headers["ETag"]


def started(button: int, small: int, big: int, hand: int, **dealt: Any) -> list[Event]:
    """A hand of the common start, dealt and ready for its first action."""
    seats = {"type": "hand_started", "button": button, "seats": [1, 3, 5, 6]}
    rest: list[Event] = [
        {"type": "posted", "seat": small, "kind": "small_blind", "amount": 3},
        {"type": "posted", "seat": big, "kind": "big_blind", "amount": 6},
        {"type": "round_dealt", "face": "down", **{"each": 4, **dealt}},
        {"type": "deal_completed"},
    ]
    return [seats, *({**event, "hand": hand} for event in rest)]


def draw_started(button: int, **dealt: Any) -> list[Event]:
    """A hand of draw poker, dealt and ready for its first action."""
    return [
        {"type": "hand_started", "button": button},
        *({"type": "posted", "seat": seat, "kind": "ante", "amount": 2} for seat in (1, 3, 5, 6)),
        {"type": "round_dealt", **{"each": 5, **dealt}},
        {"type": "deal_completed"},
    ]


def act(seat: int, verb: str, to: int | None = None, **more: Any) -> Event:
    """An act of a seat."""
    found: Event = {"type": "acted", "seat": seat, "verb": verb, **more}
    return found if to is None else found | {"to": to}


def note(text: str = "x", **more: Any) -> Event:
    """A note."""
    return {"type": "noted", "text": text, **more}
