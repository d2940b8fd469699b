"""C34 to C37 through the test client."""

from __future__ import annotations

from pathlib import Path

from api.settings import Settings
from api.wiring import create_app
from tests.api import cases_http
from tests.api.talk import Talk


def test_a_delayed_tap_from_a_closed_hand(talk: Talk) -> None:
    cases_http.c34(talk)


def test_same_key_other_body(talk: Talk, file: Path) -> None:
    opened = []

    def restart() -> Talk:
        talk.client.application.extensions["adjudicator"].store.close()
        app = create_app(Settings(database=f"sqlite:///{file}", open_to_all=True))
        opened.append(app)
        return Talk(app.test_client())

    cases_http.c35(talk, restart)
    for app in opened:
        app.extensions["adjudicator"].store.close()


def test_a_version_check_that_lets_nothing_through(talk: Talk) -> None:
    cases_http.c36(talk)


def test_a_late_event_with_an_early_device_time(talk: Talk) -> None:
    cases_http.c37(talk)
