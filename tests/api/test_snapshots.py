"""A table taken over from a snapshot and the entries since is the table there was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

import rulebook
from adjudicator.record.docket import Docket
from api.http.services import Services
from api.service import snapshots
from api.service.demo import fill
from api.service.stored_entries import event_of
from api.settings import Settings
from api.store.port import Stored
from api.wiring import create_app
from tests.api.talk import Event, Talk, note, started

HANDS = 4


def parts(app: Flask) -> Services:
    found: Services = app.extensions["adjudicator"]
    return found


@pytest.fixture
def settings(file: Path) -> Settings:
    """A service that keeps no hand in memory but the one on."""
    return Settings(database=f"sqlite:///{file}", open_to_all=True, entries_in_memory=1)


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """That service, with a few hands played at a table."""
    made = create_app(settings)
    talk = Talk(made.test_client())
    talk.start()
    for number in range(1, HANDS + 1):
        talk.all(note(id=f"before-{number}"), *played(number))
    yield made
    parts(made).store.close()


def played(number: int) -> list[Event]:
    """A hand given up before the flop, with a tap that can be sent again."""
    dealt = started(3, 5, 6, number)
    folds: list[Event] = [
        {"type": "acted", "seat": seat, "verb": "fold", "hand": number} for seat in (1, 3, 5)
    ]
    folds[0]["id"] = f"tap-{number}"
    return [
        *dealt,
        *folds,
        {"type": "pot_awarded", "to": {"6": 6}, "hand": number},
        {"type": "hand_ended", "hand": number},
        {"type": "shuffled"},
    ]


def test_every_state_of_the_demo_comes_back_from_its_bytes(file: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{file}", open_to_all=True))
    store = parts(app).store
    fill(parts(app).recorder, parts(app).queries, store)
    seen = 0
    for head in store.heads("", 100):
        docket = Docket(rulebook.load())
        for stored in store.stream(head.table, 0):
            docket.record(event_of(stored))
            content = snapshots.SnapshotContent(docket.state, {"tablet": 3}, {7: 2})
            assert snapshots.deserialize(snapshots.serialize(content)) == content
            seen += 1
    store.close()

    assert seen > 50


def test_another_process_takes_over_from_the_newest_snapshot(
    app: Flask, settings: Settings
) -> None:
    before = app.test_client().get("/v1/tables/t1/state").json
    parts(app).store.close()
    other = create_app(settings)
    taken = other.test_client().get("/v1/tables/t1/state").json
    with parts(other).recorder._tables.use("t1") as live:
        base, version = live.docket.base, live.version
    parts(other).store.close()

    assert taken == before
    assert version - base < 20 < base


def test_a_snapshot_of_other_code_is_not_read(
    app: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = app.test_client().get("/v1/tables/t1/state").json
    monkeypatch.setattr("api.service.live_tables.build_hash", lambda: "f" * 64)
    other = create_app(settings)
    with parts(other).recorder._tables.use("t1") as live:
        assert live.docket.base == 0
    taken = other.test_client().get("/v1/tables/t1/state").json
    parts(other).store.close()

    assert taken == before


def test_any_moment_is_as_it_was(app: Flask) -> None:
    docket, client = Docket(rulebook.load()), app.test_client()
    for stored in parts(app).store.stream("t1", 0):
        docket.record(event_of(stored))
    for seq in range(1, docket.state.seq + 1):
        told = client.get(f"/v1/tables/t1/state?at={seq}").json
        state = docket.state_at(seq)
        assert told["hand"] is None or told["hand"]["number"] == state.number
        assert told["table"]["stacks"] == {
            str(seat): player.purse for seat, player in state.players.items()
        }


def test_a_tap_from_a_hand_that_is_no_longer_in_memory_gets_its_first_answer(app: Flask) -> None:
    client = app.test_client()
    version = client.get("/v1/tables/t1/state").json["version"]
    tap = {"type": "acted", "seat": 1, "verb": "fold", "hand": 1, "id": "tap-1"}
    again = client.post("/v1/tables/t1/events", json=tap)
    other = client.post("/v1/tables/t1/events", json={**tap, "seat": 3})

    assert again.status_code == 201
    assert again.json["entries"][0]["event"] == tap
    assert again.json["version"] < version
    assert (other.status_code, other.json["code"]) == (422, "ID_REUSED")
    assert client.get("/v1/tables/t1/state").json["version"] == version


def test_an_entry_of_an_early_hand_is_corrected(app: Flask, settings: Settings) -> None:
    client = app.test_client()
    entries = client.get("/v1/tables/t1/events?limit=1000").json["entries"]
    early = next(one["seq"] for one in entries if one["event"].get("id") == "before-1")
    fixed = {"type": "noted", "text": "as it should read"}
    body = {"type": "entry_corrected", "entry": early, "replacement": fixed, "reason": "slip"}
    told = client.post("/v1/tables/t1/events", json=body)
    on = client.post("/v1/tables/t1/events", json=note())
    state = client.get("/v1/tables/t1/state").json
    parts(app).store.close()
    other = create_app(settings)
    taken = other.test_client().get("/v1/tables/t1/state").json
    parts(other).store.close()

    assert (told.status_code, on.status_code) == (201, 201)
    assert taken == state


def test_hands_and_rulings_long_past_are_told(app: Flask) -> None:
    client = app.test_client()
    hands = client.get("/v1/tables/t1/hands").json["hands"]
    first = client.get("/v1/tables/t1/hands/1").json

    assert [one["number"] for one in hands] == list(range(1, HANDS + 1))
    assert first["timeline"][0]["seq"] == first["first"]
    for ruling in client.get("/v1/tables/t1/rulings").json["rulings"]:
        told = client.get(f"/v1/tables/t1/rulings/{ruling['id']}")
        assert told.json["id"] == ruling["id"]


def test_the_floor_decides_on_a_ruling_of_an_early_hand(app: Flask) -> None:
    client = app.test_client()
    asked = {"type": "attention_called", "by": 1, "about": "conduct", "seat": 3}
    early = client.post("/v1/tables/t1/events", json=asked).json["rulings"][0]["id"]
    for number in range(HANDS + 1, HANDS + 4):
        Talk(client).all(*played(number))
    told = client.post(f"/v1/tables/t1/rulings/{early}/decision", json={"decision": "upheld"})
    after = client.post("/v1/tables/t1/events", json=note())

    assert (told.status_code, after.status_code) == (201, 201)
    assert client.get(f"/v1/tables/t1/rulings/{early}").json["status"] == "upheld"
    assert [
        ruling["status"]
        for ruling in client.get("/v1/tables/t1/rulings").json["rulings"]
        if ruling["id"] == early
    ] == ["upheld"]


class TestLongPast:
    """What is asked about an early hand costs that hand, not the log since."""

    @pytest.fixture(autouse=True)
    def reads(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """The entries that were read from the store one after the other, by number."""
        found: list[int] = []
        store = parts(app).store
        stream = store.stream

        def counted(table: str, after: int) -> Iterator[Stored]:
            for one in stream(table, after):
                found.append(one.seq)
                yield one

        monkeypatch.setattr(store, "stream", counted)
        return found

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("state?at={seq}", None),
            ("hands/2", None),
            ("hands?after=1&limit=1", None),
            ("what-if", {"at": 0, "events": [note()]}),
        ],
    )
    def test_it_is_answered_without_reading_what_came_later(
        self, app: Flask, reads: list[int], path: str, body: Event | None
    ) -> None:
        client = app.test_client()
        hand = client.get("/v1/tables/t1/hands/2").json
        reads.clear()
        where = f"/v1/tables/t1/{path.format(seq=hand['first'] + 3)}"
        if body is None:
            told = client.get(where)
        else:
            told = client.post(where, json={**body, "at": hand["first"] + 3})

        assert told.status_code == 200
        assert set(reads) <= set(range(hand["first"] - 2, hand["last"] + 3))
        assert len(reads) < 3 * (hand["last"] - hand["first"])

    def test_hands_come_in_pages_that_make_the_whole_list(self, app: Flask) -> None:
        client = app.test_client()
        whole = client.get("/v1/tables/t1/hands").json
        paged, link = [], "/v1/tables/t1/hands?limit=1"
        while link:
            page = client.get(link).json
            paged += page["hands"]
            link = page["next"]

        assert [one["number"] for one in paged] == list(range(1, HANDS + 1))
        assert paged == whole["hands"]
        assert (whole["has_more"], whole["next"]) == (False, None)

    def test_a_ruling_stands_in_its_hand_as_it_was_decided_later(self, app: Flask) -> None:
        client = app.test_client()
        asked = {"type": "attention_called", "by": 1, "about": "conduct", "seat": 3}
        given = client.post("/v1/tables/t1/events", json=asked).json["rulings"][0]
        for number in range(HANDS + 1, HANDS + 4):
            Talk(client).all(*played(number))
        decision = f"/v1/tables/t1/rulings/{given['id']}/decision"
        client.post(decision, json={"decision": "upheld"})
        for number in range(HANDS + 4, HANDS + 6):
            Talk(client).all(*played(number))
        hand = client.get(f"/v1/tables/t1/hands/{HANDS}").json
        listed = [ruling for one in hand["timeline"] for ruling in one["rulings"]]

        assert given["id"] in hand["rulings"]
        assert given["id"] not in hand["open"]
        assert [ruling["status"] for ruling in listed] == ["upheld"]

    def test_a_what_if_differs_from_the_record_as_it_would_from_the_whole_log(
        self, app: Flask
    ) -> None:
        client = app.test_client()
        hand = client.get("/v1/tables/t1/hands/2").json
        at = next(
            one["seq"] for one in hand["timeline"] if one["event"]["type"] == "deal_completed"
        )
        asked = {"at": at, "events": [{"type": "acted", "seat": 5, "verb": "fold"}]}
        told = client.post("/v1/tables/t1/what-if", json=asked).json
        docket = Docket(rulebook.load())
        for stored in parts(app).store.stream("t1", 0):
            if stored.seq <= at:
                docket.record(event_of(stored))
        before = set(docket.rulings)
        docket.record(asked["events"][0])
        follow = [name for name in docket.rulings if name not in before]

        assert follow
        assert [ruling["id"] for ruling in told["rulings"]] == follow
        assert [ruling["id"] for ruling in told["differences"]["added"]] == follow
