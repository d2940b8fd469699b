"""Tables to look at, as a dealer's tablet finds them."""

from __future__ import annotations

from typing import Any

from tests.api.served import Served

NAMES = ("Ana", "Bert", "Chloe", "Dinh", "Esra", "Frank", "Gus", "Hana", "Ivo", "Jun")
STAKES: dict[str, dict[str, int]] = {
    "draw-high": {"ante": 2, "small_bet": 10, "big_bet": 20},
    "jacks-or-better": {"ante": 2, "small_bet": 10, "big_bet": 20},
    "omaha-limit": {"lower": 6, "higher": 12, "unit": 1},
    "seven-card-stud": {"ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8},
    "baseball": {"ante": 1, "bet": 1},
}


def opened(service: Served, game: str, seats: int = 4, table: str = "one") -> str:
    """A table with players; its id."""
    joker = {"joker_in_use": "off"} if game in ("draw-high", "jacks-or-better") else {}
    content = {"game": game, "stakes": STAKES[game], "options": joker, "seats": seats}
    assert service.post("/v1/tables", content | {"table": table}).status_code == 201
    chips: dict[str, Any] = {} if game == "baseball" else {"chips": 500}
    seated = [
        {"type": "player_seated", "seat": place + 1, "player": NAMES[place], **chips}
        for place in range(seats)
    ]
    send(service, *seated, {"type": "dealer_changed", "dealer": "Maria"}, table=table)
    if joker:
        send(service, {"type": "announced", "topic": "joker_in_use", "value": "off"}, table=table)
    return table


def send(service: Served, *events: dict[str, Any], table: str = "one") -> None:
    """Record entries that must be taken."""
    answer = service.post(f"/v1/tables/{table}/events", {"events": list(events)})
    assert answer.status_code == 201, answer.text


def entries(service: Served, table: str = "one") -> list[dict[str, Any]]:
    """The events of a table, in order."""
    told = service.get(f"/v1/tables/{table}/events?limit=1000").json["entries"]
    return [one["event"] for one in told]


def rulings(service: Served, table: str = "one") -> list[dict[str, Any]]:
    """The rulings of a table."""
    found: list[dict[str, Any]] = service.get(f"/v1/tables/{table}/rulings").json["rulings"]
    return found
