"""C34 to C37: retries, versions and order, whatever carries the requests.

Each case is told to a ``Talk``; C35 starts the service again on the same file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.api.talk import DRAW, Event, Talk, act, draw_started, note, started

Restart = Callable[[], Talk]
BOARD: list[Event] = [
    {"type": "dealt", "to": "burn", "face": "down"},
    *({"type": "dealt", "to": "board", "card": c} for c in ("9c", "6d", "2s")),
]


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls at the same moment."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [one.result() for one in [pool.submit(call) for call in calls]]


def whole(talk: Talk) -> None:
    """Sequence numbers run 1, 2, 3 ... to the version."""
    seqs = [entry["seq"] for entry in talk.entries()]
    assert seqs == list(range(1, talk.state()["version"] + 1))


def c34(talk: Talk) -> None:
    talk.start()
    flop = [
        act(1, "fold"),
        act(3, "call", 6),
        act(5, "call", 6),
        act(6, "check"),
        *({**card, "face": card.get("face", "up")} for card in BOARD),
        act(5, "check"),
        act(6, "check"),
    ]
    talk.all(*started(3, 5, 6, 1), *({**one, "hand": 1} for one in flop))
    tap = {"id": "tap-1", "type": "acted", "hand": 1} | act(3, "bet", 6)
    first = talk.post(tap)
    assert first.status_code == 201
    talk.all(
        act(5, "fold", hand=1),
        act(6, "fold", hand=1),
        {"type": "pot_awarded", "to": {"3": 18}, "hand": 1},
        {"type": "hand_ended", "hand": 1},
        {"type": "shuffled"},
        *started(5, 6, 1, 2),
    )
    hand = talk.state()["hand"]
    assert (hand["number"], hand["to_act"]) == (2, 3)
    kept = talk.kept()

    def verdicts(query: str) -> None:
        again = talk.post(tap, query)
        assert again.status_code in (200, 201)
        assert again.json["entries"] == first.json["entries"]
        assert again.json["rulings"] == first.json["rulings"]
        assert query or again.json == first.json
        late = talk.post({**tap, "id": "tap-2"}, query)
        assert (late.status_code, late.json["code"]) == (409, "HAND_CLOSED")
        assert "1" in late.json["detail"]
        assert "2" in late.json["detail"]

    verdicts("")
    nameless = {name: value for name, value in tap.items() if name != "id"}
    assert talk.post(nameless).json["code"] == "HAND_CLOSED"
    other = talk.post({**tap, "hand": 2, "verb": "raise", "to": 12})
    assert (other.status_code, other.json["code"]) == (422, "ID_REUSED")
    verdicts("?dry_run=true")
    assert talk.kept() == kept
    state = talk.state()
    assert (state["hand"]["to_act"], state["hand"]["pot"]) == (3, 9)
    call = {"type": "acted", "seat": 3, "verb": "call", "to": 6}
    assert any(call.items() <= one.items() for one in state["next"])
    ids = [entry["event"].get("id") for entry in talk.entries()]
    assert (ids.count("tap-1"), ids.count("tap-2")) == (1, 0)
    whole(talk)


def c35(talk: Talk, restart: Restart) -> None:
    talk.start(DRAW)
    talk.all(*draw_started(3, counts={"5": 3}))
    body = {
        "events": [
            {"type": "attention_called", "by": 5, "about": "short_hand", "seat": 5},
            {"type": "hand_counted", "seat": 5, "count": 3},
        ]
    }
    first = talk.post(body, Idempotency_Key="K")
    assert first.status_code == 201
    ruling = first.json["rulings"][0]["id"]
    kept = talk.kept()
    talk = restart()
    again = talk.post(body, Idempotency_Key="K")
    assert (again.status_code, again.json) == (201, first.json)
    listed = [one["id"] for one in talk.get("/rulings").json["rulings"]]
    assert listed.count(ruling) == 1
    other = {"events": [{**body["events"][0], "seat": 6}, body["events"][1]]}
    reused = talk.post(other, Idempotency_Key="K")
    assert (reused.status_code, reused.json["code"]) == (422, "KEY_REUSED")
    assert talk.kept() == kept
    _same_moment(talk)
    _keys_and_versions(talk)
    whole(talk)


def _same_moment(talk: Talk) -> None:
    before = talk.state()["version"]
    for turn in range(50):

        def send(key: str = f"L{turn}") -> Any:
            return talk.post({"events": [note()]}, Idempotency_Key=key)

        one, other = together(send, send)
        assert (one.status_code, other.status_code) == (201, 201)
        assert one.json == other.json
    assert talk.state()["version"] == before + 50


def _keys_and_versions(talk: Talk) -> None:
    n = talk.state()["version"]
    body = {"events": [note("y")]}
    stale = talk.post(body, Idempotency_Key="M", If_Match=f'"{n - 1}"')
    assert stale.status_code == 412
    assert [entry["seq"] for entry in stale.json["entries"]] == [n]
    assert talk.state()["version"] == n
    taken = talk.post(body, Idempotency_Key="M", If_Match=f'"{n}"')
    assert taken.status_code == 201
    for headers in ({"If_Match": f'"{n + 1}"'}, {}):
        again = talk.post(body, Idempotency_Key="M", **headers)
        assert (again.status_code, again.json) == (201, taken.json)
    turned = ' { "events" :\n [ {"text": "y",  "type":"noted"} ] }'
    sent = {"Idempotency-Key": "M", "Content-Type": "application/json"}
    again = talk.client.post(f"{talk.path}/events", data=turned, headers=sent)
    assert (again.status_code, again.json) == (201, taken.json)
    texts = [entry["event"].get("text") for entry in talk.entries()]
    assert texts.count("y") == 1


def c36(talk: Talk) -> None:
    n = talk.start()
    n = talk.all(*started(3, 5, 6, 1))
    kept = talk.kept()
    assert talk.post(note(), If_Match=f'"{n + 2}"').status_code == 412
    behind = talk.post(note(), If_Match=f'"{n - 1}"')
    assert (behind.status_code, behind.json["version"]) == (412, n)
    assert [entry["seq"] for entry in behind.json["entries"]] == [n]
    both = talk.post({**note(), "expected_version": n - 1}, If_Match=f'"{n}"')
    assert both.status_code == 400
    batch = {"events": [note(), {"type": "noted", "text": 7}, note()]}
    refused = talk.post(batch)
    assert refused.status_code == 422
    assert all(path.startswith("events.1") for path in refused.json["errors"])
    assert talk.kept() == kept
    for turn in range(40):
        _race(talk, turn, in_body=turn % 2 == 1)
    version = talk.state()["version"]
    assert talk.post(note()).json["entries"][0]["seq"] == version + 1
    calls = [lambda: talk.post(note("crowd"))] * 20
    answers = together(*calls)
    seqs = sorted(one.json["entries"][0]["seq"] for one in answers)
    assert {one.status_code for one in answers} == {201}
    assert seqs == list(range(version + 2, version + 22))
    whole(talk)


def _race(talk: Talk, turn: int, in_body: bool) -> None:
    """Two devices act for one seat on the same version: one of them wins."""
    state = talk.state()
    n, seat = state["version"], state["hand"]["to_act"]

    def send(event: Event) -> Any:
        if in_body:
            return talk.post({**event, "expected_version": n})
        return talk.post(event, If_Match=f'"{n}"')

    acts = [
        act(seat, "fold", id=f"fold-{turn}"),
        act(seat, "call", 6, id=f"call-{turn}"),
    ]
    answers = together(lambda: send(acts[0]), lambda: send(acts[1]))
    lost, won = (409 if in_body else 412), 201
    assert sorted(one.status_code for one in answers) == sorted((won, lost))
    winner = next(place for place, one in enumerate(answers) if one.status_code == won)
    loser = answers[1 - winner].json
    assert (loser["code"], loser["version"]) == ("STALE_VERSION", n + 1)
    assert [one["event"]["id"] for one in loser["entries"]] == [acts[winner]["id"]]
    status = talk.state()["hand"]["seats"][str(seat)]["status"]
    assert status == ("folded" if winner == 0 else "live")
    hand = talk.state()["hand"]["number"]
    talk.all(
        {"type": "misdeal_called", "by": "dealer"},
        *started(3, 5, 6, hand + 1),
    )


def c37(talk: Talk) -> None:
    talk.start()
    deal = started(3, 5, 6, 1, each=3)[:-1]
    talk.all(*deal, {"type": "dealt", "to": 5, "face": "down", "hand": 1})
    late, early = "2026-01-01T21:10:00Z", "2026-01-01T21:09:35Z"
    first = talk.post(note("a", at=late, id="a-1"))
    s = first.json["entries"][0]["seq"]
    page = talk.get(f"/events?after={s - 1}&limit=100").json
    assert ([e["seq"] for e in page["entries"]], page["has_more"]) == ([s], False)
    shown = {"type": "exposed", "card": "4s", "seat": 5, "by": "dealer"}
    second = talk.post({**shown, "at": early, "id": "b-1"})
    entry = second.json["entries"][0]
    assert (second.status_code, entry["seq"]) == (201, s + 1)
    assert entry["recorded_at"] >= first.json["entries"][0]["recorded_at"] > late
    page = talk.get(f"/events?after={s}&limit=100").json
    assert [e["seq"] for e in page["entries"]] == [s + 1]
    listed = {one["id"] for one in talk.get("/rulings").json["rulings"]}
    assert {one["id"] for one in second.json["rulings"]} <= listed
    page = talk.get(f"/events?after={s + 1}").json
    assert page == {"entries": [], "has_more": False, "next": None}
    _paged_and_streamed(talk)
    before, after = (talk.get(f"/state?at={at}") for at in (s, s + 1))
    assert before.headers["ETag"] != after.headers["ETag"]
    seats = [answer.json["hand"]["seats"]["5"] for answer in (before, after)]
    assert "4s" not in str(seats[0])
    assert "4s" in str(seats[1])
    since = entry["recorded_at"]
    found = talk.client.get(f"/v1/rulings?to={late}").json["rulings"]
    assert found == []
    found = talk.client.get(f"/v1/rulings?from={since}").json["rulings"]
    assert {one["seq"] for one in found} <= {s + 1}


def _paged_and_streamed(talk: Talk) -> None:
    found, link = [], f"{talk.path}/events?after=0&limit=2"
    while link:
        page = talk.client.get(link).json
        found += page["entries"]
        link = page["next"]
    assert found == talk.entries()
    streamed = talk.get("/events", headers={"Accept": "application/x-ndjson"})
    lines = streamed.text.splitlines()
    assert streamed.headers["Content-Type"] == "application/x-ndjson"
    assert len(lines) == len(found)
    assert [json.loads(line) for line in lines] == found
