"""What an append costs at entry 100 and at entry 1,000,000 of a table.

    pytest -m bench -s tests/bench/test_bench_long_log.py

The long log is made, not judged: hands of five-card draw that leave the table as it was,
written to the store in batches, with one snapshot near its end as the service would have
left it. A service that never saw the table then takes it over and appends.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from flask.testing import FlaskClient

import rulebook
from adjudicator.record.docket import Docket
from adjudicator.values.frozen import replace
from api.lib import logs
from api.service import snapshots
from api.settings import Settings
from api.store.port import Append, Snapshot
from api.store.sql import SqlStore, open_store
from api.wiring import create_app
from tests.bench.test_bench_appends import OPENED, SEATS, hand, played
from tests.postgres import Postgres

pytestmark = pytest.mark.bench
LONG = int(os.environ.get("LONG_LOG", "1000000"))
MEASURED = 440  # appends: twenty hands
BY = {"role": "open"}
HAND = len(hand(1))
ROUND = 3 * HAND  # three hands, one on each button


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database on a real disk."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    server = Postgres(folder / "pg") if request.param == "postgresql" else None
    yield server.new_database() if server else f"sqlite:///{folder}/store.sqlite"
    if server:
        server.kill()
    shutil.rmtree(folder)


def opening() -> list[dict[str, Any]]:
    """The entries before the first hand."""
    seated = [
        {"type": "player_seated", "seat": seat, "player": f"P{seat}", "chips": 10_000_000}
        for seat in SEATS
    ]
    said = {"type": "announced", "topic": "joker_in_use", "value": "off"}
    return [{"type": "table_opened", **OPENED}, *seated, said]


def write(store: SqlStore, table: str, entries: int) -> None:
    """A log of about so many entries, and a snapshot after its last hand but three."""
    rounds = (entries - len(opening())) // ROUND
    docket, events = Docket(rulebook.load()), played()
    for event in (*opening(), *islice(events, ROUND)):
        docket.record(event)
    one_round = list(islice(played(), ROUND))
    done = store.append(Append(table, 0, [*opening(), *one_round], BY, {}))[-1]
    for number in range(1, rounds):
        if number == rounds - 1:
            state = replace(docket.state, seq=done.seq, number=3 * number)
            body = snapshots.packed(snapshots.Standing(state))
            store.keep(Snapshot(table, done.seq, state.number, snapshots.fold(), body))
        done = store.append(Append(table, done.seq, one_round, BY, {}, after=done))[-1]


def cost(client: FlaskClient, table: str) -> tuple[float, float]:
    """Seconds until the first answer, and the usual seconds of one after."""
    waits = []
    for event in islice(played(), MEASURED):
        began = time.perf_counter()
        answer = client.post(f"/v1/tables/{table}/events", json=event)
        waits.append(time.perf_counter() - began)
        assert answer.status_code == 201, answer.text
    return waits[0], median(waits[1:])


def test_an_append_costs_the_same_however_long_the_log(database: str) -> None:
    store = open_store(database)
    for table, entries in (("short", 100), ("long", LONG)):
        began = time.perf_counter()
        write(store, table, entries)
        print(f"\n{table}: written in {time.perf_counter() - began:.0f} s")
    store.close()
    with open(os.devnull, "w") as nowhere:
        app = create_app(Settings(database=database, open_to_all=True), log=logs.new_log(nowhere))
        for table in ("short", "long", "short", "long"):
            version = app.extensions["adjudicator"].store.head(table).version
            first, usual = cost(app.test_client(), table)
            print(
                f"{database.split(':')[0]}, {table}, from entry {version:,}: first append "
                f"{first * 1000:.0f} ms, then {usual * 1000:.2f} ms (median of {MEASURED})"
            )
        app.extensions["adjudicator"].store.close()
