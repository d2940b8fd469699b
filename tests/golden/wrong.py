"""What is wrong, and what is said of it: on the command line and over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.golden.outputs import command, service, settled

Event = dict[str, Any]
JSON = "application/json"
SHORT = 400
NO_SEATS: tuple[Any, ...] = (0, -1, 1000, 1.0, "1", True, None, [])
NO_VERBS: tuple[Any, ...] = ("cal", "CALL", "all-in", 3, [], "")
DRAW: Event = {
    "type": "table_opened",
    "game": "draw-high",
    "stakes": {"ante": 2, "small_bet": 10, "big_bet": 20},
    "options": {"joker_in_use": "off"},
    "seats": 6,
}
SEATED = [
    {"type": "player_seated", "seat": seat, "player": f"P{seat}", "chips": 500, "id": f"sit-{seat}"}
    for seat in (1, 2, 3)
]
HAND: list[Event] = [
    {"type": "hand_started", "button": 3},
    *({"type": "posted", "seat": seat, "kind": "ante", "amount": 2} for seat in (1, 2, 3)),
    {"type": "round_dealt", "each": 5},
    {"type": "deal_completed"},
]
ENDED: list[Event] = [
    {"type": "acted", "seat": 1, "verb": "bet", "to": 10},
    {"type": "acted", "seat": 2, "verb": "fold"},
    {"type": "acted", "seat": 3, "verb": "fold"},
    {"type": "pot_awarded", "to": {"1": 6}},
    {"type": "hand_ended"},
]
AT: dict[str, list[Event]] = {
    "none": [],
    "open": [DRAW],
    "seated": [DRAW, *SEATED],
    "hand": [DRAW, *SEATED, *HAND],
    "ended": [DRAW, *SEATED, *HAND, *ENDED],
    "closed": [DRAW, *SEATED, {"type": "table_closed"}],
}


def _decided(*outcomes: Any, **more: Any) -> Event:
    decided = {"type": "floor_decided", "decision": "overridden", "reason": "fair"}
    return {**decided, "outcomes": list(outcomes), **more}


def _corrected(entry: Any, replacement: Any = None, **more: Any) -> Event:
    found = {"type": "entry_corrected", "entry": entry, "reason": "slip", **more}
    return found if replacement is None else found | {"replacement": replacement}


def _acted(**more: Any) -> Event:
    return {"type": "acted", "seat": 1, **more}


def _opened(**more: Any) -> Event:
    found = {**DRAW, **more}
    return {name: value for name, value in found.items() if value is not ...}


# Where the log stands, and the line that is wrong: an object, or text that may be none.
WRONG: list[tuple[str, Any]] = [
    # Not an event at all.
    *(("seated", text) for text in ("{", '"noted"', "[]", "null", "7", "true", "nonsense")),
    ("seated", '{"type": "noted", "text": "a", "text": "b"}'),
    ("seated", '{"type": "noted", "text": "a", "_weight": NaN}'),
    ("seated", '{"type": "noted", "text": "a", "_weight": 1e999}'),
    ("seated", '{"type": "acted", "seat": 1, "seat": 2, "verb": "call", "verb": "fold"}'),
    # No such type.
    *(("hand", {"type": kind}) for kind in ("act", "actd", "Acted", "dealt_card", "pot_award")),
    *(("hand", {"type": kind}) for kind in ("", None, 7, ["acted"], {"a": 1}, "x" * 100, "ü")),
    ("hand", {}),
    ("hand", {"kind": "acted", "seat": 1}),
    # No such field.
    ("hand", _acted(verb="call", amuont=3)),
    ("hand", _acted(verb="call", seta=3, colour="red")),
    ("hand", {"type": "dealt", "to": 1, "crad": "As"}),
    ("hand", {"type": "noted", "text": "x", "by": "dealer"}),
    ("hand", {"type": "noted", "text": "x", "": 1}),
    ("hand", {"type": "hand_started", "button": 1, "seat": [1, 2]}),
    ("hand", {"type": "deal_completed", "hands": 1}),
    # Something is missing.
    ("hand", {"type": "noted"}),
    ("hand", {"type": "acted"}),
    ("hand", {"type": "dealt"}),
    ("hand", {"type": "posted"}),
    ("hand", {"type": "player_seated", "seat": 4}),
    ("hand", {"type": "floor_decided"}),
    ("hand", {"type": "entry_corrected"}),
    ("none", {"type": "table_opened"}),
    # A field of the wrong kind.
    *(("hand", {"type": "rapped", "seat": bad}) for bad in NO_SEATS),
    *(("hand", _acted(verb=bad)) for bad in NO_VERBS),
    *(("hand", _acted(verb="bet", to=bad)) for bad in (-1, 1.5, "1/0", "0.5", "x", 2**53, [1])),
    *(("hand", _acted(chips=bad)) for bad in (5, ["a"], [-1], {"5": 1})),
    *(("hand", _acted(verb="call", all_in=bad)) for bad in ("yes", 1, "true")),
    *(
        ("hand", {"type": "dealt", "to": 1, "card": bad})
        for bad in ("1s", "Ax", "A", "", 7, ["As"], "10s", "joker", "🂡")
    ),
    *(("hand", {"type": "dealt", "to": bad}) for bad in ("muck", "Board", 0, None, "seat 1")),
    ("hand", {"type": "dealt", "to": 1, "face": "upp"}),
    ("hand", {"type": "card_moved", "from": "deck", "to": "burnt"}),
    *(("hand", {"type": "hand_counted", "seat": 1, "count": bad}) for bad in (-1, 55, "5", 5.0)),
    *(
        ("hand", {"type": "shown", "seat": 1, "cards": bad})
        for bad in ("As Ks", ["As", "As"], ["As", "Xx"], [], ["As"] * 60)
    ),
    ("hand", {"type": "shown", "seat": 1, "cards": ["As"], "purpose": "openrs"}),
    *(
        ("hand", {"type": "round_dealt", "each": 5, "counts": bad})
        for bad in ([1], {"one": 4}, {"1": -1}, {"0": 4}, {"1": "4"})
    ),
    *(
        ("hand", {"type": "pot_awarded", "to": bad})
        for bad in (16, {"x": 16}, {"1": -1}, {"1": 0.5})
    ),
    *(("hand", {"type": "noted", "text": bad}) for bad in ("", 7, "x" * 4001, ["a"])),
    *(
        ("hand", {"type": "noted", "text": "x", "at": bad})
        for bad in ("yesterday", "2026-13-01T00:00:00Z", "2026-01-01", 7)
    ),
    ("hand", {"type": "noted", "text": "x", "id": ""}),
    ("hand", {"type": "noted", "text": "x", "device_seq": -1}),
    ("hand", {"type": "noted", "text": "x", "_deep": {"a": 1.5}}),
    *(
        ("hand", {"type": "attention_called", "about": "joker", "facts": bad})
        for bad in (["untouched"], {"untouched": "yes"}, {"untouched": 1})
    ),
    ("hand", {"type": "attention_called", "about": "joker", "by": "player"}),
    ("hand", {"type": "deck_fault_found", "fault": "duplicated"}),
    ("hand", {"type": "exposed", "card": "As", "by": "owners"}),
    ("seated", {"type": "hand_started", "button": 1, "seats": "all"}),
    ("seated", {"type": "hand_started", "button": 1, "seats": [1, 1]}),
    ("seated", {"type": "hand_started", "button": 1, "seats": [1, "2"]}),
    # Everything at once.
    ("hand", {"type": "acted", "seat": "one", "verb": "rise", "to": -3, "chps": [5], "all_in": 0}),
    ("hand", {"type": "dealt", "face": "side", "card": "Zz", "off_tabel": True, "by": "nobody"}),
    ("hand", {"type": "posted", "kind": "blind", "amount": "ten", "all_in": "no"}),
    ("hand", {"type": "floor_decided", "decision": "maybe", "outcomes": "none", "rulling": "1"}),
    # Tables.
    ("open", DRAW),
    ("none", {"type": "player_seated", "seat": 1, "player": "P1"}),
    ("none", {"type": "noted", "text": "x"}),
    ("none", {"type": "hand_started", "button": 1}),
    *(("none", _opened(game=bad)) for bad in ("draw_high", "holdem", "", 7, "omaha-limti")),
    *(("none", _opened(seats=bad)) for bad in (0, 1, 99, "6", None)),
    *(
        ("none", _opened(stakes=bad))
        for bad in (
            {},
            {"ante": 2},
            {"ante": 2, "small_bet": 10, "big_bte": 20},
            {"ante": -2, "small_bet": "x", "big_bet": 0},
            {"ante": 2, "small_bet": 10, "big_bet": 20, "straddle": 1},
            {"ante": 2, "small_bet": 30, "big_bet": 20},
            "10/20",
        )
    ),
    *(
        ("none", _opened(options=bad))
        for bad in (
            {"joker_in_us": "off"},
            {"joker_in_use": "of"},
            {"joker_in_use": 7},
            {"opening_requirement": "jaks"},
            {"opening_requirement": "jaks", "jokr": 1, "rake": {"percnt": 5}},
            {"max_raises_draw": -1},
            {"edition": "1066"},
            {"schedule": ["deal", "draw", "deal"]},
            ["joker_in_use"],
        )
    ),
    ("seated", {"type": "game_changed", "game": "stud", "stakes": {}}),
    ("seated", {"type": "game_changed", "game": "baseball", "stakes": {"ante": 1}}),
    ("hand", {"type": "game_changed", "game": "baseball", "stakes": {"ante": 1, "bet": 1}}),
    # Seats and hands.
    ("seated", {"type": "player_seated", "seat": 1, "player": "Other"}),
    ("seated", {"type": "player_seated", "seat": 7, "player": "Other"}),
    ("seated", {"type": "player_left", "seat": 5}),
    ("seated", {"type": "sat_out", "seat": 5}),
    ("seated", {"type": "sat_in", "seat": 5}),
    ("seated", {"type": "seat_changed", "seat": 5, "to": 6}),
    ("seated", {"type": "seat_changed", "seat": 1, "to": 2}),
    ("seated", {"type": "seat_changed", "seat": 1, "to": 9}),
    ("seated", {"type": "chips_bought", "seat": 5, "amount": 10}),
    ("seated", {"type": "chips_bought", "seat": 1, "amount": 2**53 - 1}),
    ("open", {"type": "hand_started", "button": 1}),
    ("seated", {"type": "hand_started", "button": 9}),
    ("seated", {"type": "hand_started", "button": 1, "seats": [1]}),
    ("seated", {"type": "hand_started", "button": 1, "seats": [1, 5]}),
    ("hand", {"type": "hand_started", "button": 1}),
    *(("seated", {"type": kind}) for kind in ("deal_completed", "hand_ended", "misdeal_called")),
    ("seated", _acted(verb="check")),
    ("seated", {"type": "dealt", "to": 1}),
    ("seated", {"type": "posted", "seat": 1, "kind": "ante", "amount": 2}),
    ("seated", {"type": "pot_awarded", "to": {"1": 5}}),
    ("hand", {"type": "acted", "seat": 5, "verb": "check"}),
    ("hand", {"type": "dealt", "to": 5}),
    ("hand", {"type": "shown", "seat": 6, "cards": ["As"]}),
    ("hand", {"type": "mucked", "seat": 6}),
    ("hand", {"type": "pot_awarded", "to": {"1": 5, "6": 1}}),
    ("hand", _acted(verb="check", hand=2)),
    ("ended", _acted(verb="check")),
    ("ended", _acted(verb="check", hand=1)),
    ("ended", {"type": "dealt", "to": 1, "hand": 1}),
    ("ended", {"type": "hand_ended"}),
    ("hand", {"type": "seat_changed", "seat": 1, "to": 5}),
    ("hand", {"type": "table_closed"}),
    ("closed", {"type": "hand_started", "button": 1}),
    ("closed", {"type": "player_seated", "seat": 5, "player": "P5"}),
    ("closed", {"type": "table_closed"}),
    # The record itself.
    ("hand", {"type": "player_seated", "seat": 1, "player": "P1", "id": "sit-1"}),
    ("hand", {"type": "noted", "text": "another", "id": "sit-1"}),
    *(("hand", _corrected(bad)) for bad in (99, 0, "3", None)),
    ("hand", _corrected(1)),
    ("hand", _corrected(2, DRAW)),
    ("hand", _corrected(2, _corrected(3))),
    ("hand", _corrected(2)),
    ("hand", _corrected(2, {"type": "player_seated", "seat": 5, "player": "P1"})),
    ("hand", _corrected(5)),
    ("hand", _corrected(5, {"type": "hand_started"})),
    ("hand", _corrected(5, {"type": "hand_startd", "button": 3})),
    ("hand", _corrected(5, {"type": "hand_started", "button": 3, "sets": [1]})),
    ("hand", _corrected(5, {"type": "hand_started", "button": "3"})),
    ("hand", _corrected(5, {"button": 3})),
    ("hand", _corrected(5, "struck")),
    ("hand", _corrected(5, reason="")),
    ("ended", _corrected(5)),
    # The floor.
    ("hand", _decided(ruling="1-9-1")),
    ("hand", _decided(ruling="nonsense")),
    ("hand", _decided({"code": "hand_live"}, reason=None)),
    ("hand", {"type": "floor_decided", "decision": "overridden", "outcomes": []}),
    ("hand", {"type": "floor_decided", "decision": "upheld"}),
    ("hand", {"type": "floor_decided", "decision": "uphold", "reason": "x"}),
    *(
        ("hand", _decided(*bad))
        for bad in (
            [{"code": "hand_ded", "seat": 1}],
            [{"seat": 1}],
            [{"code": 7}],
            ["hand_dead"],
            [{"code": "hand_dead"}],
            [{"code": "hand_dead", "seat": 6}],
            [{"code": "hand_dead", "seat": "1"}],
            [{"code": "hand_live", "seat": 1}, {"code": "loses_pot", "seat": 6}],
            [{"code": "bet_returned", "seat": 1, "amount": -5}],
            [{"code": "bet_returned", "seat": 1, "amount": True}],
            [{"code": "bet_withdrawable"}],
            [{"code": "card_replace_next", "seat": 1, "card": "Zz"}],
            [{"code": "warning", "seat": 1, "colour": "red"}],
        )
    ),
]

# Requests that are wrong in themselves: method, path, content type, body.
REQUESTS: list[tuple[str, str, str, str]] = [
    ("GET", "/v1/nowhere", JSON, ""),
    ("GET", "/v1/tables/nowhere", JSON, ""),
    ("GET", "/v1/tables/nowhere/state", JSON, ""),
    ("GET", "/v1/tables/golden-hand/state?at=99", JSON, ""),
    ("GET", "/v1/tables/golden-hand/state?at=x", JSON, ""),
    ("GET", "/v1/tables/golden-hand/state?att=1", JSON, ""),
    ("GET", "/v1/tables/golden-hand/events?limit=0", JSON, ""),
    ("GET", "/v1/tables/golden-hand/events?after=-1", JSON, ""),
    ("GET", "/v1/tables/golden-hand/hands/9", JSON, ""),
    ("GET", "/v1/tables/golden-hand/rulings/1-9-1", JSON, ""),
    ("GET", "/v1/tables/golden-hand/rulings?status=opne", JSON, ""),
    ("GET", "/v1/rulings?code=nothing&limit=9999", JSON, ""),
    ("GET", "/v1/rulebook/draw-high/99", JSON, ""),
    ("GET", "/v1/games/holdem-limti", JSON, ""),
    ("PUT", "/v1/tables", JSON, "{}"),
    ("POST", "/v1/tables", JSON, ""),
    ("POST", "/v1/tables", JSON, "{"),
    ("POST", "/v1/tables", JSON, "[]"),
    ("POST", "/v1/tables", JSON, "{}"),
    ("POST", "/v1/tables", "text/plain", "{}"),
    ("POST", "/v1/tables", JSON, '{"table": "no good", "game": "draw-high"}'),
    ("POST", "/v1/tables", JSON, json.dumps({**DRAW, "table": "golden-hand"})),
    ("POST", "/v1/tables/golden-hand/events", JSON, '{"events": []}'),
    ("POST", "/v1/tables/golden-hand/events", JSON, '{"events": {}}'),
    ("POST", "/v1/tables/golden-hand/events", JSON, '{"events": [{"type": "noted"}, 7]}'),
    ("POST", "/v1/tables/golden-hand/events", JSON, '{"event": {"type": "noted", "text": "x"}}'),
    ("POST", "/v1/tables/golden-hand/events", "text/plain", '{"type": "noted", "text": "x"}'),
    ("POST", "/v1/tables/golden-hand/events?dry_run=maybe", JSON, '{"type": "noted"}'),
    ("POST", "/v1/tables/golden-hand/rulings/1-9-1/decision", JSON, '{"decision": "upheld"}'),
    ("POST", "/v1/tables/golden-hand/rulings/1-9-1/decision", JSON, '{"decison": "upheld"}'),
    ("POST", "/v1/tables/golden-hand/what-if", JSON, '{"at": 99, "events": []}'),
    ("POST", "/v1/tables/golden-hand/what-if", JSON, '{"options": {"joker_in_us": "on"}}'),
    ("POST", "/v1/tables/golden-hand/what-if", JSON, '{"events": [{"type": "actd"}]}'),
    ("POST", "/v1/adjudications", JSON, "{}"),
    ("POST", "/v1/adjudications", JSON, '{"events": []}'),
    ("POST", "/v1/adjudications", JSON, '{"events": [{"type": "noted", "text": "x"}]}'),
    ("POST", "/v1/adjudications", JSON, '{"events": [{"type": "table_opened"}], "option": {}}'),
    ("POST", "/v1/devices", JSON, '{"name": "x", "role": "deler"}'),
    ("POST", "/v1/logins", JSON, '{"person": "nobody", "pin": "0000"}'),
]


# The same, with headers that say what the sender takes to be so.
HEADED: list[tuple[dict[str, str], str]] = [
    ({"If-Match": '"3"'}, '{"type": "noted", "text": "x"}'),
    ({"If-Match": "three"}, '{"type": "noted", "text": "x"}'),
    ({"Idempotency-Key": "k1"}, '{"type": "noted", "text": "x"}'),
    ({"Idempotency-Key": "k1"}, '{"type": "noted", "text": "y"}'),
    ({"Authorization": "Bearer nobody"}, '{"type": "noted", "text": "x"}'),
    ({"Accept": "text/html"}, '{"type": "noted", "text": 7}'),
]


def documents() -> str:
    """What is said of everything that is wrong, a line of JSON each."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in _documents())


def _documents() -> Iterator[Event]:
    with service("golden-hand") as (client, known):

        def ask(method: str, path: str, text: str, content: str = JSON, **more: Any) -> Any:
            headers = {**known("floor"), **more}
            reply = client.open(
                path, method=method, data=text, content_type=content, headers=headers
            )
            return {"status": reply.status_code, "says": settled(reply.json)}

        for at, events in AT.items():
            for event in events:
                ask("POST", *_sent(f"golden-{at}", event))
        for number, (at, wrong) in enumerate(WRONG):
            line = wrong if isinstance(wrong, str) else json.dumps(wrong)
            told = line if len(line) < SHORT else f"{line[:80]}... ({len(line)} characters)"
            table = f"golden-{number}" if at == "none" else f"golden-{at}"
            path, text = _sent(table, wrong)
            opens = path == "/v1/tables"
            http = ask("POST", path if opens else f"{path}?dry_run=true", text)
            yield {"at": at, "line": told, "check": _refused(at, line), "http": http}
        for method, path, content, text in REQUESTS:
            yield {"asks": f"{method} {path} {text}", "http": ask(method, path, text, content)}
        for headers, text in HEADED:
            http = ask("POST", "/v1/tables/golden-hand/events", text, **headers)
            yield {"asks": text, "with": headers, "http": http}


def _sent(table: str, event: Any) -> tuple[str, str]:
    """Where an event is sent to, and as what."""
    if isinstance(event, dict) and event.get("type") == "table_opened":
        fields = {name: value for name, value in event.items() if name != "type"}
        return "/v1/tables", json.dumps({**fields, "table": table})
    text = event if isinstance(event, str) else json.dumps(event)
    return f"/v1/tables/{table}/events", text


def _refused(at: str, line: str) -> Any:
    """How the command line refuses the line, if it does."""
    log = "".join(json.dumps(event) + "\n" for event in AT[at]) + line + "\n"
    return json.loads(command("check", "-", "--json", given=log))["refused"]
