"""The service as it is installed: its own process, real HTTP, and SIGKILL."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.main import main
from tests.api import cases_http
from tests.api.served import SERVE, Served
from tests.api.talk import Talk, note

Serve = Callable[..., Served]


@pytest.fixture
def serve(database: str) -> Iterator[Serve]:
    """Starts a service on the test's database; stopped at the end."""
    started: list[Served] = []

    def start(*flags: str) -> Served:
        started.append(Served(database, *(flags or ("--open",))))
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


def test_a_demo_on_no_database_in_particular_is_gone_at_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It signs with a key of its own, whatever the house's key is."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("ADJUDICATOR_KEY", str(tmp_path / "house.key"))
    monkeypatch.delenv("ADJUDICATOR_DATABASE", raising=False)
    demo = Served(None, "--demo")
    tables = demo.get("/v1/tables").json["tables"]
    while_it_ran = [path.name.split("-")[0] for path in tmp_path.iterdir()]

    assert demo.stop() == 0
    assert len(tables) == 6
    assert while_it_ran == ["adjudicator"]
    assert list(tmp_path.iterdir()) == []


def test_a_request_in_hand_is_answered_before_the_service_ends(file: Path) -> None:
    """The database is busy when the end is asked for, so the request is still in hand."""
    served = Served(f"sqlite:///{file}", "--open")
    talk = Talk(served)
    talk.start()
    with ThreadPoolExecutor(2) as pool, sqlite3.connect(file, isolation_level=None) as busy:
        busy.execute("BEGIN IMMEDIATE")
        answer = pool.submit(talk.post, note("last words"))
        time.sleep(0.5)
        ended = pool.submit(served.stop)
        time.sleep(0.5)
        assert not answer.done()
        busy.execute("ROLLBACK")
        assert (answer.result().status_code, ended.result()) == (201, 0)
        kept = busy.execute(
            "SELECT count(*) FROM entries WHERE CAST(body AS TEXT) LIKE '%last words%'"
        )
        assert kept.fetchone() == (1,)
    busy.close()


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


def test_a_port_that_is_taken_is_named(file: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = str(listening.getsockname()[1])
        given = ["serve", "--open", "--port", port, "--database", f"sqlite:///{file}"]
        told = subprocess.run(
            [sys.executable, "-c", SERVE, *given], capture_output=True, text=True, check=False
        )

    assert told.returncode == 1
    assert f"port {port}" in told.stderr
