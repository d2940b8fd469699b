"""The service as it is installed: its own process, real HTTP, and SIGKILL."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli import main
from tests.api import cases_http
from tests.api.served import SERVE, Served
from tests.api.talk import Talk, note

Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a service on the test's file; stopped at the end."""
    started: list[Served] = []

    def start(*flags: str) -> Served:
        started.append(Served(tmp_path / "served.sqlite", *(flags or ("--open",))))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.kill()


def test_a_delayed_tap_over_the_wire(serve: Serve) -> None:
    cases_http.c34(Talk(serve()))


def test_a_retry_after_the_service_was_killed(serve: Serve) -> None:
    first = serve()

    def restart() -> Talk:
        first.kill()
        return Talk(serve())

    cases_http.c35(Talk(first), restart)


def test_a_version_check_over_the_wire(serve: Serve) -> None:
    cases_http.c36(Talk(serve()))


def test_a_late_event_over_the_wire(serve: Serve) -> None:
    cases_http.c37(Talk(serve()))


def test_what_was_acknowledged_survives_a_kill_under_load(serve: Serve, tmp_path: Path) -> None:
    served = serve()
    talk = Talk(served)
    talk.start()
    told: list[str] = []

    def write(name: str) -> None:
        for number in range(10_000):
            try:
                answer = talk.post(note(id=f"{name}-{number}"))
            except (OSError, HTTPException):
                return  # the kill cut the connection or the answer: not acknowledged
            if answer.status_code == 201:
                told.append(f"{name}-{number}")

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for writer in writers:
        writer.start()
    time.sleep(1)
    served.kill()
    for writer in writers:
        writer.join()

    talk = Talk(serve())
    ids = [one["event"].get("id") for one in _all(talk)]
    assert len(told) > 20
    assert set(told) <= set(ids)
    kept = [name for name in ids if name is not None]
    assert len(kept) == len(set(kept))
    with sqlite3.connect(tmp_path / "served.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def _all(talk: Talk) -> list[dict[str, dict[str, str]]]:
    found, link = [], f"{talk.path}/events?limit=1000"
    while link:
        page = talk.client.get(link).json
        found += page["entries"]
        link = page["next"]
    return found


def test_a_body_of_ten_megabytes_is_refused_over_the_wire(serve: Serve) -> None:
    served = serve()
    answer = served.post("/v1/tables", data='{"game": "' + "x" * 10_000_000 + '"}')

    assert (answer.status_code, answer.json["code"]) == (413, "TOO_LARGE")
    assert served.get("/healthz").json == {"status": "ok"}


def test_the_demo_has_a_disputed_hand_and_is_filled_once(serve: Serve) -> None:
    served = serve("--demo")
    found = served.get("/v1/rulings?player=Dinh&code=hand_dead").json["rulings"]
    assert [one["rule"].split("/")[0] for one in found] == ["jacks-or-better"]
    due = served.get("/v1/tables/exposed-card/state").json["dues"]
    assert [one["code"] for one in due] == ["card_replace_after_draw"]
    assert served.get("/v1/tables/clean-hand/rulings").json["rulings"] == []
    before = served.get("/v1/tables").json
    assert served.stop() == 0

    assert serve("--demo").get("/v1/tables").json == before


@pytest.mark.parametrize("flags", [["--demo"], ["--open"]])
def test_without_tokens_only_this_machine_is_served(flags: list[str], tmp_path: Path) -> None:
    given = ["serve", "--host", "0.0.0.0", *flags]
    told = CliRunner().invoke(main, given)

    assert told.exit_code == 2
    assert "127.0.0.1" in told.output


def test_a_database_of_another_kind_is_refused() -> None:
    told = CliRunner().invoke(main, ["serve", "--database", "mysql://x:secret@y/z"])

    assert told.exit_code == 1
    assert "sqlite:///" in told.output
    assert "secret" not in told.output


def test_a_port_that_is_taken_is_named(serve: Serve, tmp_path: Path) -> None:
    port = serve().address.rsplit(":", 1)[1]
    given = ["--open", "--port", port, "--database", f"sqlite:///{tmp_path}/other.sqlite"]
    told = subprocess.run(
        [sys.executable, "-c", SERVE, "serve", *given],
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.returncode == 1
    assert f"port {port}" in told.stderr
