"""The live stream over real connections: order, resuming, masking, and its end."""

from __future__ import annotations

import http.client
import io
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from api.lib import logs
from api.service import tailing
from api.service.tailing import Batch, Channel, Subscriber
from api.settings import Settings
from api.wiring import create_app
from tests.api.guarded import Guarded, concealed, named_in, the_draw, until_the_draw
from tests.api.served import Served
from tests.api.talk import DRAW, SEATED, Talk, draw_started, note


@dataclass
class Message:
    """A server-sent event."""

    kind: str
    id: str
    data: Any


class Listener:
    """A console that listens; ``ended`` once the service has let go of it."""

    def __init__(self, address: str, query: str, **headers: str) -> None:
        self._connection = http.client.HTTPConnection(address, timeout=20)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request("GET", f"/v1/stream?{query}", headers=sent)
        self.answer = self._connection.getresponse()
        self.last = ""
        self.signs = 0

    def messages(self) -> Iterator[Message]:
        """Messages as they come, until the service ends the stream."""
        kind, data = "", ""
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "id":
                self.last = value
            elif name == "event":
                kind = value
            elif name == "data":
                data = value
            elif not name and value:
                self.signs += 1
            elif not name and data:
                yield Message(kind, self.last, json.loads(data))
                kind, data = "", ""

    def take(self, count: int) -> list[Message]:
        """The next so many."""
        found = self.messages()
        return [next(found) for _ in range(count)]

    def until(self, text: str) -> list[Message]:
        """All messages up to the note with this text."""
        found = []
        for one in self.messages():
            found.append(one)
            if one.data.get("entry", {}).get("event", {}).get("text") == text:
                return found
        raise AssertionError(f"the stream ended before {text}")

    def problem(self) -> tuple[int, str]:
        """Status and code of a refusal."""
        return self.answer.status, json.loads(self.answer.read())["code"]

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self._connection.close()


class Running:
    """The service in a thread of this process, on a port of its own."""

    def __init__(self, database: str, key: Path, **settings: Any) -> None:
        made = Settings(database=database, signing_key=str(key), **settings)
        self.app = create_app(made, log=logs.new_log(io.StringIO()))
        self.parts = self.app.extensions["adjudicator"]
        self.parts.sequencer.start()
        self.parts.tailer.start()
        self._server = make_server("127.0.0.1", 0, self.app, threaded=True)
        self.address = f"127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def stop(self) -> None:
        """Let go of everybody and end."""
        self.parts.tailer.stop()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self.parts.sequencer.stop()
        self.parts.store.close()

    @property
    def client(self) -> FlaskClient:
        """Someone who records."""
        return self.app.test_client()


Start = Callable[..., Running]


def _starting(database: str, key: Path) -> Iterator[Start]:
    started: list[Running] = []

    def service(**settings: Any) -> Running:
        started.append(Running(database, key, **{"open_to_all": True, **settings}))
        return started[-1]

    yield service
    for one in started:
        if one._thread.is_alive():
            one.stop()


@pytest.fixture
def start(file: Path, tmp_path: Path) -> Iterator[Start]:
    """Starts services on the test's file, without tokens if not told otherwise."""
    yield from _starting(f"sqlite:///{file}", tmp_path / "key")


@pytest.fixture
def start_on_each(database: str, tmp_path: Path) -> Iterator[Start]:
    """The same on each kind of database in turn."""
    yield from _starting(database, tmp_path / "key")


def _opened(service: Running, *names: str) -> list[Talk]:
    for name in names:
        body = {**DRAW, "table": name}
        assert service.client.post("/v1/tables", json=body).status_code == 201
    return [Talk(service.client, name) for name in names]


def _settled(service: Running) -> None:
    """Everything stored has its place in the ledger."""
    service.parts.ledger.catch_up()


def _seqs(messages: list[Message], table: str = "t1") -> list[int]:
    entries = [one.data for one in messages if one.kind == "entry"]
    return [one["entry"]["seq"] for one in entries if one["table"] == table]


def _disputed(talk: Talk) -> str:
    """A hand with a boxed card; the id of the ruling that waits for the floor."""
    talk.all(*SEATED, *draw_started(3, counts={"5": 3}), {"type": "boxed_found", "card": "2s"})
    found: str = talk.get("/rulings?status=open").json["rulings"][0]["id"]
    return found


def _upheld(talk: Talk, ruling: str) -> int:
    """The floor decides; the version after it."""
    body = {"decision": "upheld"}
    decided = talk.client.post(f"{talk.path}/rulings/{ruling}/decision", json=body)
    assert decided.status_code == 201
    version: int = decided.json["version"]
    return version


# --- What is told ----------------------------------------------------------------------


def test_entries_of_a_table_come_in_order_with_their_rulings(start: Start) -> None:
    service = start()
    talk = _opened(service, "t1")[0]
    _settled(service)
    listener = Listener(service.address, "tables=t1")
    assert listener.answer.status == 200
    assert listener.answer.headers["Content-Type"].startswith("text/event-stream")
    assert listener.answer.headers["X-Accel-Buffering"] == "no"
    talk.all(*[{"type": "player_seated", "seat": s, "player": "P", "chips": 9} for s in (1, 3)])
    talk.post({"type": "attention_called", "by": 1, "about": "conduct"})
    talk.post(note("last"))
    first, *rest = listener.until("last")

    assert (first.kind, first.data["tables"]) == ("start", ["t1"])
    assert _seqs(rest) == [2, 3, 4, 5]
    assert [one.data["version"] for one in rest] == [2, 3, 4, 5]
    read = talk.entries()
    texts = [one.data["entry"].pop("text") for one in rest]
    assert [one.data["entry"] for one in rest] == read[1:]
    assert texts[0] == "Seat 1: P sits down with 9"
    listener.close()


def test_a_set_of_tables_and_no_other(start: Start) -> None:
    service = start()
    talks = _opened(service, "t1", "t2", "t3")
    _settled(service)
    listener = Listener(service.address, "tables=t3,t1")
    listener.take(1)
    for talk in talks:
        talk.all(note("x"), note("y"))
    told = listener.take(4)  # tables keep their own order, not one with each other

    assert (_seqs(told, "t1"), _seqs(told, "t3")) == ([2, 3], [2, 3])
    listener.close()


def test_open_rulings_of_all_tables_and_what_becomes_of_them(start: Start) -> None:
    service = start()
    talk, other = _opened(service, "t1", "t2")
    _settled(service)
    listener = Listener(service.address, "rulings=open")
    listener.take(1)
    other.post(note())
    _disputed(talk)
    ruled = listener.take(1)[0]
    open_ = [one for one in ruled.data["rulings"] if one["status"] == "open"]

    assert (ruled.kind, ruled.data["table"]) == ("rulings", "t1")
    assert open_
    version = _upheld(talk, open_[0]["id"])
    after = listener.take(1)[0]
    assert (after.data["rulings"][0]["id"], after.data["rulings"][0]["status"]) == (
        open_[0]["id"],
        "upheld",
    )
    assert after.data["version"] == version
    listener.close()


def test_a_console_hears_of_calls_that_wait_and_of_those_that_do_no_more(
    start_on_each: Start,
) -> None:
    service = start_on_each()
    talk = Talk(service.client)
    talk.start(DRAW)
    listener = Listener(service.address, "rulings=open")
    listener.take(1)
    seq = talk.all({"type": "floor_called", "by": 3})
    (called,) = listener.take(1)
    talk.all(note("concerns nobody"))
    talk.all({"type": "call_closed", "call": seq})
    (closed,) = listener.take(1)
    listener.close()

    assert [one["text"] for one in called.data["calls"]] == ["P3 (seat 3) calls the floor"]
    assert (called.data["version"], closed.data["version"]) == (seq, seq + 2)
    assert closed.data["calls"] == []


# --- Going on where it stopped -----------------------------------------------------------


def test_a_console_that_is_cut_off_again_and_again_misses_and_repeats_nothing(
    start_on_each: Start,
) -> None:
    service = start_on_each()
    talk = _opened(service, "t1")[0]
    _settled(service)
    writers = [
        threading.Thread(
            target=lambda: [Talk(service.client).post(note("x")) for _ in range(40)],
        )
        for _ in range(3)
    ]
    listener = Listener(service.address, "tables=t1")
    told = listener.take(1)
    for writer in writers:
        writer.start()
    for count in (3, 1, 7, 20, 2, 11):
        told += listener.take(count)
        listener.close()
        listener = Listener(service.address, "tables=t1", Last_Event_ID=told[-1].id)
    for writer in writers:
        writer.join()
    talk.post(note("last"))
    told += listener.until("last")

    assert _seqs(told) == list(range(2, 123))
    assert len({one.id for one in told}) == len(told)
    listener.close()


def test_a_console_goes_on_after_the_service_was_started_anew(start_on_each: Start) -> None:
    service = start_on_each()
    talk, other = _opened(service, "t1", "t2")
    _settled(service)
    listener = Listener(service.address, "tables=t1")
    listener.take(1)
    talk.post(note("first"))
    last = listener.until("first")[-1].id
    for number in range(30):
        talk.post(note(str(number)))
        other.post(note("not this"))
    service.stop()
    assert listener.answer.read() is not None
    again = start_on_each()
    listener = Listener(again.address, "tables=t1", Last_Event_ID=last)
    Talk(again.client).post(note("last"))

    assert _seqs(listener.until("last")) == list(range(3, 34))
    listener.close()


def _rulings(messages: list[Message]) -> list[tuple[str, str, str]]:
    """Table, id and status of the rulings told, in order."""
    return [
        (one.data["table"], ruling["id"], ruling["status"])
        for one in messages
        if one.kind == "rulings"
        for ruling in one.data["rulings"]
    ]


def test_the_floor_goes_on_with_open_rulings_after_the_service_was_started_anew(
    start_on_each: Start,
) -> None:
    """Decisions while nobody listened, before the restart and after it, are told once each.

    What came up and was decided meanwhile is told with its decision; what still waits is
    told as open.
    """
    service = start_on_each()
    talks = _opened(service, "t1", "t2", "t3")
    _settled(service)
    listener = Listener(service.address, "rulings=open")
    told = listener.take(1)
    beginning = told[0].id
    asked = [_disputed(talks[0])]
    told += listener.take(1)
    listener.close()
    versions = [_upheld(talks[0], asked[0])]
    talks[0].post(note("concerns nobody"))
    asked += [_disputed(talk) for talk in talks[1:]]
    _settled(service)
    service.stop()
    again = start_on_each()
    talks = [Talk(again.client, name) for name in ("t1", "t2", "t3")]
    versions.append(_upheld(talks[1], asked[1]))
    _settled(again)
    for count in (1, 2):
        listener = Listener(again.address, "rulings=open", Last_Event_ID=told[-1].id)
        told += listener.take(count)
        listener.close()
    listener = Listener(again.address, "rulings=open", Last_Event_ID=told[-1].id)
    versions.append(_upheld(talks[2], asked[2]))
    told += listener.take(1)
    listener.close()
    listener = Listener(again.address, "rulings=open", Last_Event_ID=beginning)
    at_once = listener.take(3)
    listener.close()

    assert _rulings(told) == [
        ("t1", asked[0], "open"),
        ("t1", asked[0], "upheld"),
        ("t3", asked[2], "open"),
        ("t2", asked[1], "upheld"),
        ("t3", asked[2], "upheld"),
    ]
    assert [told[place].data["version"] for place in (2, 4, 5)] == versions
    assert at_once == [told[2], told[4], told[5]]


def test_what_one_process_stores_is_told_by_another_and_ids_hold_for_both(
    start_on_each: Start,
) -> None:
    one, other = start_on_each(), start_on_each()
    talk = _opened(one, "t1")[0]
    _settled(one)
    listener = Listener(other.address, "tables=t1")
    listener.take(1)
    told = []
    for number, service in enumerate((one, other, one, other)):
        talk.post(note(str(number)))
        told += listener.until(str(number))
        listener.close()
        listener = Listener(service.address, "tables=t1", Last_Event_ID=told[-1].id)
    talk.post(note("last"))
    told += listener.until("last")

    assert _seqs(told) == [2, 3, 4, 5, 6]
    listener.close()


@pytest.mark.parametrize(
    ("query", "last"),
    [
        ("tables=t1", "{t2}"),
        ("tables=t1,t2", "{t1}"),
        ("rulings=open", "{t1}"),
        ("tables=t1", "17"),
        ("tables=t1", "rubbish"),
        ("tables=t1", "{name}-99999999"),
        ("tables=t1", "{name}-" + "9" * 40),
        ("tables=t1", "{name}--1"),
        ("tables=t1", ""),
    ],
)
def test_an_id_of_another_stream_is_refused_clearly(start: Start, query: str, last: str) -> None:
    service = start()
    _opened(service, "t1", "t2")
    _settled(service)
    given = {}
    for name in ("t1", "t2"):
        listener = Listener(service.address, f"tables={name}")
        given[name] = listener.take(1)[0].id
        listener.close()
    sent = last.format(**given, name=given["t1"].partition("-")[0])
    listener = Listener(service.address, query, Last_Event_ID=sent)

    assert listener.problem() == (409, "OTHER_STREAM")
    listener.close()


# --- Signs of life, slow clients, the end ------------------------------------------------


def test_silence_is_broken_by_a_sign_of_life_that_moves_the_id_on(start: Start) -> None:
    service = start(heartbeat=0.05)
    other = _opened(service, "t1", "t2")[1]
    _settled(service)
    listener = Listener(service.address, "tables=t1")
    name, place = listener.take(1)[0].id.split("-")
    for _ in range(3):
        other.post(note())
    while listener.last != f"{name}-{int(place) + 3}":
        line = listener.answer.readline().decode()
        assert line in ("\n", ": alive\n") or line.startswith(f"id: {name}-")
        listener.last = line[4:].strip() if line.startswith("id: ") else listener.last

    listener.close()


def test_a_client_that_is_too_slow_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tailing, "WAITING", 3)
    slow = Subscriber(0, Channel("", lambda _: True, lambda _: []))
    for place in range(3):
        slow.deliver(Batch([tailing.Message(place, "x")]))
    assert not slow.disconnected
    slow.deliver(Batch([tailing.Message(3, "x")]))

    assert slow.disconnected


def test_what_a_stream_was_told_already_is_not_told_again() -> None:
    batch = Batch([tailing.Message(3, "a"), tailing.Message(4, "b"), tailing.Message(7, "c")])

    assert batch.end == 8
    assert [batch.since(place) for place in (0, 3, 4, 5, 8)] == [b"abc", b"abc", b"bc", b"c", b""]


def test_streams_are_counted_and_bounded(start: Start) -> None:
    service = start(streams=2, heartbeat=0.05)
    _opened(service, "t1")
    first, second = (Listener(service.address, "tables=t1") for _ in range(2))
    first.take(1), second.take(1)
    assert "adjudicator_stream_clients 2.0" in service.client.get("/metrics").text
    third = Listener(service.address, "tables=t1")
    assert third.answer.headers["Retry-After"] == "5"
    assert third.problem() == (503, "TOO_MANY_STREAMS")
    first.close()

    for _ in range(200):
        third = Listener(service.address, "tables=t1")
        if third.answer.status == 200:
            break
        third.close()
    assert third.answer.status == 200
    second.close(), third.close()


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("", (422, "MALFORMED")),
        ("tables=,", (422, "MALFORMED")),
        ("tables=t1&rulings=open", (422, "MALFORMED")),
        ("rulings=all", (422, "MALFORMED")),
        ("tables=nowhere", (404, "NOT_FOUND")),
    ],
)
def test_a_stream_of_nothing_is_refused(start: Start, query: str, problem: tuple[int, str]) -> None:
    service = start()
    _opened(service, "t1")
    listener = Listener(service.address, query)
    assert listener.problem() == problem
    listener.close()


def test_the_service_ends_without_waiting_for_its_listeners(file: Path) -> None:
    served = Served(f"sqlite:///{file}", "--open")
    Talk(served).start()
    listener = Listener(served.address.removeprefix("http://"), "tables=t1")
    listener.take(1)

    assert served.stop() == 0
    assert all(one.kind == "entry" for one in listener.messages())
    listener.close()


# --- Who listens -------------------------------------------------------------------------


def _bearer(guarded: Guarded, role: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {guarded.tokens[role]}"}


def test_each_role_hears_what_it_may_see(start: Start) -> None:
    service = start(open_to_all=False)
    guarded = Guarded.of(service.app)
    guarded.play(until_the_draw())
    _settled(service)
    listeners = {
        role: Listener(service.address, "tables=t1", **_bearer(guarded, role))
        for role in ("dealer", "floor", "auditor", "surveillance", "admin")
    }
    heard: dict[str, str] = {}
    for event in the_draw():
        assert guarded.record("floor", event).status_code == 201
    guarded.record("floor", note("last"))
    for role, listener in listeners.items():
        heard[role] = json.dumps([one.data for one in listener.until("last")], ensure_ascii=False)
        listener.close()

    named = {role: named_in(text, concealed()) for role, text in heard.items()}
    whole = named.pop("surveillance")
    assert {"2h", "Tc", "4d", "7s", "2d"} <= whole
    assert named == {role: set() for role in named}
    assert "Jd" in heard["floor"]


def test_what_was_missed_is_masked_as_well(start: Start) -> None:
    service = start(open_to_all=False)
    guarded = Guarded.of(service.app)
    guarded.play()
    _settled(service)
    listener = Listener(service.address, "tables=t1", **_bearer(guarded, "floor"))
    last = listener.take(1)[0].id
    listener.close()
    missed = [*until_the_draw(), *the_draw(), note("last")]
    for event in missed:
        assert guarded.record("floor", event).status_code == 201
    _settled(service)
    headers = {**_bearer(guarded, "auditor"), "Last_Event_ID": last}
    listener = Listener(service.address, "tables=t1", **headers)
    told = listener.until("last")

    assert len(told) == len(missed)
    assert (
        named_in(json.dumps([one.data for one in told], ensure_ascii=False), concealed()) == set()
    )
    listener.close()


def test_a_revoked_device_hears_no_more(start: Start) -> None:
    service = start(open_to_all=False)
    guarded = Guarded.of(service.app)
    guarded.play()
    listener = Listener(service.address, "tables=t1", **_bearer(guarded, "floor"))
    listener.take(1)
    guarded.ask("admin", "DELETE", "/v1/devices/floor-1")
    guarded.record("dealer", note("not for you"))
    told = list(listener.messages())

    assert (told[-1].kind, told[-1].data) == ("end", {"code": "BAD_TOKEN"})
    assert "not for you" not in json.dumps([one.data for one in told])
    listener.close()


def test_a_dealer_listens_to_its_own_table_only(start: Start) -> None:
    service = start(open_to_all=False)
    guarded = Guarded.of(service.app)
    guarded.play()
    guarded.ask("floor", "POST", "/v1/tables", {**DRAW, "table": "t2"})
    for query in ("tables=t2", "tables=t1,t2"):
        listener = Listener(service.address, query, **_bearer(guarded, "dealer"))
        assert listener.problem() == (403, "OTHER_TABLE")
        listener.close()
    listener = Listener(service.address, "tables=t1")
    assert listener.problem() == (401, "NO_TOKEN")
    listener.close()
