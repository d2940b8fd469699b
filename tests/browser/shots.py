"""Every page as people see it, written to a folder to be looked at:

python -m tests.browser.shots FOLDER [PATH...]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from tests.api.served import Served
from tests.browser.conftest import CHROMIUM, FLAGS

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
VIEWS: dict[str, dict[str, Any]] = {
    "light": {"viewport": DESK, "color_scheme": "light"},
    "dark": {"viewport": DESK, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "color_scheme": "light"},
    "german": {"viewport": DESK, "color_scheme": "light", "locale": "de-DE"},
}
READ = (
    "/rulebook",
    "/rulebook?q=exposed",
    "/rulebook/draw-high/8",
    "/practice",
    "/practice/draw-high/1",
    "/practice/draw-high/1?answer=2",
    "/docs",
    "/devices",
    "/nowhere",
)
TALLEST = 3000  # pixels of a page that are shown
SETTLED = 700  # milliseconds until a page has asked for what it shows


def paths(service: Served) -> Iterator[str]:
    """Every page, those of the demo's tables and of all games among them."""
    yield from ("/", "/floor", "/audit")
    for one in service.get("/v1/tables").json["tables"]:
        yield f"/tablet/{one['table']}"
        yield f"/audit/{one['table']}/1"
    yield from READ
    yield from (f"/games/{one['id']}" for one in service.get("/v1/games").json["games"])


def shoot(folder: Path, only: Sequence[str]) -> None:
    """Write the pages, in every view and as they are printed."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch, sync_playwright() as playwright:
        service = Served(f"sqlite:///{scratch}/shots.sqlite", "--demo")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        for view, settings in VIEWS.items():
            page = browser.new_context(**{"locale": "en-GB", **settings}).new_page()
            for path in only or paths(service):
                page.goto(service.address + path)
                page.wait_for_timeout(SETTLED)
                page.screenshot(path=folder / f"{named(path)}.{view}.png", **cut(page))
                if view == "dark":
                    page.emulate_media(media="print")
                    page.screenshot(path=folder / f"{named(path)}.print.png", **cut(page))
                    page.emulate_media(media="screen")
        browser.close()
        service.stop()


def cut(page: Any) -> dict[str, Any]:
    """The whole page, its end left out where it is very long."""
    size = page.evaluate("[document.documentElement.scrollWidth, document.body.scrollHeight]")
    height = min(max(size[1], page.viewport_size["height"]), TALLEST)
    return {"full_page": True, "clip": {"x": 0, "y": 0, "width": size[0], "height": height}}


def named(path: str) -> str:
    """A file's name for a path."""
    return path.strip("/").replace("/", "-").replace("?", "_") or "home"


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.shots", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("paths", nargs="*", help="only these pages, such as /floor")
    given = parser.parse_args()
    shoot(given.folder, given.paths)


if __name__ == "__main__":
    main()
