"""A real browser on a real service, watched for whatever a page must not do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.served import Served

CHROMIUM = Path("/usr/bin/chromium")
PLAIN = "floor.test"  # a name of this machine that a browser trusts no more than any other
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1",
)
PATIENCE = 15_000  # milliseconds
TABLET = {"width": 1280, "height": 800}
Open = Callable[..., "Watched"]


@dataclass
class Watched:
    """A page and what went wrong on it."""

    page: Any
    service: Served
    wrong: list[str] = field(default_factory=list)
    forgiven: bool = False  # the network was cut on purpose

    def go(self, path: str) -> Watched:
        """Open a path of the service."""
        self.page.goto(self.service.address + path)
        return self

    def text(self, selector: str) -> str:
        """What an element says."""
        said: str = self.page.locator(selector).inner_text()
        return said

    def tap(self, name: str) -> None:
        """Tap the button of this name, once the table is told."""
        self.page.get_by_role("button", name=name, exact=True).first.click()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        missing = pytest.fail if os.environ.get("CI") else pytest.skip
        missing("no Chromium on this machine")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        yield browser
        browser.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Served]:
    """A service on a database of its own, open to this machine."""
    served = Served(f"sqlite:///{tmp_path / 'pages.sqlite'}", "--open")
    yield served
    served.stop()


@pytest.fixture
def open_page(chromium: Any, service: Served) -> Iterator[Open]:
    """Opens pages; at the end nothing must have gone wrong on any of them."""
    made: list[tuple[Watched, Any]] = []

    def opened(size: dict[str, int] = TABLET, scheme: str = "light", **more: Any) -> Watched:
        more.setdefault("locale", "en-GB")
        context = chromium.new_context(viewport=size, color_scheme=scheme, **more)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        watched = Watched(page, service)
        home = urlsplit(service.address).netloc
        page.on("pageerror", lambda error: watched.wrong.append(f"error: {error}"))
        page.on("console", lambda said: _noted(watched, said))
        page.on("request", lambda asked: _foreign(watched, asked.url, home))
        made.append((watched, context))
        return watched

    yield opened
    for watched, context in made:
        context.close()
        assert watched.wrong == []


def _noted(watched: Watched, said: Any) -> None:
    if said.type == "error" and not watched.forgiven:
        watched.wrong.append(f"console: {said.text}")


def _foreign(watched: Watched, url: str, home: str) -> None:
    parts = urlsplit(url)
    if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != home:
        watched.wrong.append(f"asked elsewhere: {url}")
