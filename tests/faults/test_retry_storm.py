"""A storm of retries: sent again, cut off, restarted, each event is stored once."""

from __future__ import annotations

import io
import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from api.lib import logs
from api.settings import Settings
from api.store.port import StoreUnavailable
from api.wiring import create_app
from tests.api.talk import DRAW, Talk, note

BEFORE, AFTER = "before the commit", "after the commit"
numbers = itertools.count()


class Service:
    """One of the processes on the database; its line to it may be cut at a commit."""

    def __init__(self, database: str, key: Path) -> None:
        self._made = Settings(database=database, signing_key=str(key), open_to_all=True)
        self._cut: str | None = None
        self.start()

    def start(self) -> None:
        """Begin with nothing in memory."""
        self.app = create_app(self._made, log=logs.new_log(io.StringIO()))
        store = self.app.extensions["adjudicator"].store
        append = store.append

        def cut_off(*asked: Any) -> Any:
            if self._cut == BEFORE:
                raise StoreUnavailable("cut off")
            written = append(*asked)
            if self._cut == AFTER:
                raise StoreUnavailable("cut off")
            return written

        store.append = cut_off

    def stop(self) -> None:
        """End, and forget all."""
        self.app.extensions["adjudicator"].store.close()

    def post(self, table: str, body: Any, cut: str | None = None, **headers: str) -> Any:
        """Record something while the line is sound or is cut."""
        self._cut = cut
        try:
            return Talk(self.app.test_client(), table).post(body, **headers)
        finally:
            self._cut = None


@dataclass
class Sent:
    """What a device insists on: its events, its key, and the first answer it got."""

    number: int
    count: int
    by_id: bool
    by_key: bool
    stored: bool = False
    answer: Any = None
    corrected: bool = False

    @property
    def texts(self) -> list[str]:
        return [f"{self.number}.{place}" for place in range(self.count)]

    def body(self, said: str = "") -> dict[str, Any]:
        named = [{"id": f"i{text}"} if self.by_id else {} for text in self.texts]
        events = zip(self.texts, named, strict=True)
        return {"events": [note(text + said, **more) for text, more in events]}

    @property
    def headers(self) -> dict[str, str]:
        return {"Idempotency_Key": f"k{self.number}"} if self.by_key else {}


either = st.integers(0, 1)
named = st.sampled_from([(True, False), (False, True), (True, True)])
cuts = st.sampled_from([None, None, BEFORE, AFTER])


class Storm(RuleBasedStateMachine):
    """Two services on one database, and a device that gets few of its answers."""

    services: tuple[Service, Service]
    sent: Bundle[Sent] = Bundle("sent")

    def __init__(self) -> None:
        super().__init__()
        self.table = f"storm-{next(numbers)}"
        self.all: list[Sent] = []
        self.others: Counter[str] = Counter()
        client = self.services[0].app.test_client()
        assert client.post("/v1/tables", json={**DRAW, "table": self.table}).status_code == 201

    def _send(self, one: Sent, at: int, cut: str | None) -> None:
        answer = self.services[at].post(self.table, one.body(), cut, **one.headers)
        if answer.status_code == 503:
            assert cut is not None
            one.stored = one.stored or cut == AFTER
            return
        assert answer.status_code == 201, answer.text
        assert one.answer in (None, answer.json)
        one.stored, one.answer = True, answer.json

    @rule(target=sent, count=st.integers(1, 3), by=named, at=either, cut=cuts)
    def sends(self, count: int, by: tuple[bool, bool], at: int, cut: str | None) -> Sent:
        self.all.append(Sent(len(self.all), count, *by))
        self._send(self.all[-1], at, cut)
        return self.all[-1]

    @rule(one=sent, times=st.integers(1, 5), at=either, cut=cuts)
    def sends_again(self, one: Sent, times: int, at: int, cut: str | None) -> None:
        for _ in range(times):
            self._send(one, at, cut)

    @rule(target=sent, count=st.integers(1, 3), by=named, at=either)
    def is_behind(self, count: int, by: tuple[bool, bool], at: int) -> Sent:
        self.all.append(Sent(len(self.all), count, *by))
        one = self.all[-1]
        answer = self.services[at].post(self.table, one.body(), If_Match='"0"', **one.headers)
        assert answer.status_code == 412
        return one

    @rule(one=sent, at=either)
    def sends_something_else_under_the_same_name(self, one: Sent, at: int) -> None:
        if one.stored:
            answer = self.services[at].post(self.table, one.body(" else"), **one.headers)
            assert answer.status_code == 422, answer.text

    @rule(one=sent, at=either)
    def is_corrected(self, one: Sent, at: int) -> None:
        if one.answer is None or one.corrected:
            return
        one.corrected = True
        seq = one.answer["entries"][0]["seq"]
        slip = {"type": "entry_corrected", "entry": seq, "reason": "a slip"}
        answer = self.services[at].post(self.table, {**slip, "replacement": note("right")})
        assert answer.status_code == 201
        self.others["entry_corrected"] += 1

    @rule(at=either)
    def starts_anew(self, at: int) -> None:
        self.services[at].stop()
        self.services[at].start()

    @invariant()
    def each_event_is_there_once(self) -> None:
        entries = Talk(self.services[0].app.test_client(), self.table).entries()
        found = Counter(entry["event"].get("text", entry["event"]["type"]) for entry in entries)
        wanted = Counter(text for one in self.all if one.stored for text in one.texts)
        assert found == wanted + self.others + Counter(["table_opened"])
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))


@pytest.mark.parametrize("storms", [10, pytest.param(300, marks=pytest.mark.slow)])
def test_whatever_is_sent_again_is_stored_once_and_answered_alike(
    database: str, tmp_path: Path, storms: int
) -> None:
    services = Service(database, tmp_path / "key"), Service(database, tmp_path / "key")
    machine: Callable[[], Storm] = type("Here", (Storm,), {"services": services})
    # A failure is told as it was met: to shorten it would take longer than a test may.
    bounded = settings(max_examples=storms, stateful_step_count=30, phases=[Phase.generate])
    try:
        run_state_machine_as_test(machine, settings=bounded)
    finally:
        for one in services:
            one.stop()
