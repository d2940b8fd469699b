"""Signing in and enrolling as it is done: by page, without TLS, where a browser tells least."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.main import main
from tests.api.served import Served
from tests.browser.conftest import PLAIN, Open, Watched

pytestmark = pytest.mark.browser


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tokens.sqlite'}"


@pytest.fixture
def token(database: str) -> str:
    """The first admin device's token, made by command."""
    words = ["device", "enrol", "office", "--role", "admin", "--database", database]
    made = CliRunner().invoke(main, words)
    assert made.exit_code == 0
    return made.output.strip()


@pytest.fixture
def service(database: str, token: str) -> Iterator[Served]:
    """A service that asks for tokens, at a name that no browser takes for this machine."""
    served = Served(database)
    served.address = served.address.replace("127.0.0.1", PLAIN)
    yield served
    served.stop()


def office(open_page: Open, token: str) -> Watched:
    """The admin's browser, signed in."""
    watched = open_page().go("/")
    watched.page.get_by_label("Token of the device").fill(token)
    watched.tap("Sign in")
    watched.page.get_by_text("Signed in: office, admin").wait_for()
    return watched


def test_a_tablet_becomes_a_device_without_typing(open_page: Open, token: str) -> None:
    desk = office(open_page, token).go("/devices")
    assert desk.page.evaluate("window.isSecureContext") is False
    desk.page.get_by_label("Name of the device").fill("podium")
    desk.page.get_by_label("Role").select_option("floor")
    desk.tap("Show the code")
    picture = desk.page.get_by_role("img", name="QR code").bounding_box()
    assert picture["width"] >= 200
    address = desk.text("code")

    phone = open_page()
    phone.page.goto(address)
    phone.tap("Enrol this browser")
    phone.page.get_by_text("Signed in: podium, floor").wait_for()
    assert phone.page.evaluate("document.cookie") == ""

    late = open_page()
    late.forgiven = True  # the browser itself tells of the 401
    late.page.goto(address)
    late.tap("Enrol this browser")
    late.page.get_by_text("The code was used before").wait_for()


def test_signing_out_and_forgetting_the_device_leaves_nothing(open_page: Open, token: str) -> None:
    desk = office(open_page, token)
    desk.tap("Sign out and forget this device")
    desk.page.get_by_text("You are not signed in.").wait_for()
    assert desk.page.context.cookies() == []
    desk.go("/devices")
    assert "Devices are enrolled by an admin" in desk.text("main")
