"""Numbers, lists and tables in the pages are those of the program."""

from __future__ import annotations

import re
import tomllib

import rulebook
from api.lib.metrics import Metrics
from api.service.problems import TABLE
from api.service.roles import as_rows
from api.settings import MEBIBYTE, Settings
from rulebook.rules import ALL
from tests.docs.pages import ROOT, text


def flowing(page: str) -> str:
    """A page's text without its line breaks."""
    return " ".join(text(page).split())


def rows(page: str, first: str) -> list[list[str]]:
    """The cells of the table whose first heading is this one."""
    table = re.search(rf"^\| {first} \|.*\n(?:\|.*\n)+", text(page), re.MULTILINE)
    assert table is not None
    lines = table.group().splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_the_readme_counts_games_rules_readings_and_options() -> None:
    law = rulebook.load()
    by_code = [one for one in law.articles() if one.decided_by == "code"]
    books = {one.id.partition("/")[0] for one in law.articles()}
    readme = flowing("README.md")

    assert f"holds {len(law.articles())} articles from {len(books)} books" in readme
    assert f"{len(by_code)} are decided by code, in {len(ALL)} rules; " in readme
    assert f"{len(law.articles()) - len(by_code)} are left to the floor" in readme
    assert f"is written down ({len(law.decisions())} of them)" in readme
    assert f"there is a house option ({len(law.options())})" in readme


def test_the_readme_names_every_game() -> None:
    section = flowing("README.md").split("## Games and rules ")[1].partition(" Each game is")[0]
    names = re.split(r", | and ", section.rstrip("."))
    named = {one.lower() for one in names}
    listed = {one.name.lower() for one in rulebook.load().games().values()}

    assert len(listed) == len(rulebook.load().games())
    assert {one.replace(", ", " ") for one in listed} == named


def test_the_page_on_games_has_every_key_of_a_game_file() -> None:
    readers = [ROOT / "rulebook/reading" / f"{name}.py" for name in ("games", "stages", "stakes")]
    source = "".join(one.read_text(encoding="utf-8") for one in readers)
    read = r'\.(?:text|texts|one_of|whole|flag|ref|table|tables|take)\("(\w+)"'
    keys = set(re.findall(read, source)) | set(
        re.findall(r'_(?:or_none|place)\(\w+, "(\w+)"', source)
    )

    assert len(keys) > 40
    assert keys <= set(re.findall(r"\w+", text("docs/games.md")))


def test_the_floor_may_ask_about_what_the_page_lists() -> None:
    file = ROOT / "rulebook/law/subjects.toml"
    subjects = tomllib.loads(file.read_text(encoding="utf-8"))
    known = {name for one in subjects.values() for name in one.get("aliases", ())} | {*subjects}
    told = {
        name
        for row in rows("docs/floor.md", "about")[2:]
        for name in re.findall(r"`(\w+)`", row[0])
    }

    assert told <= known


def test_the_roles_are_those_of_the_service() -> None:
    told = rows("docs/operate.md", "role")

    assert [told[0], *told[2:]] == [list(row) for row in as_rows()]


def test_the_error_codes_are_those_of_the_service() -> None:
    told = rows("docs/integrate.md", "code")[2:]

    assert told == [[f"`{code}`", str(one.status), one.title] for code, one in TABLE.items()]


def test_the_metrics_are_those_of_the_service() -> None:
    told = {
        name for row in rows("docs/operate.md", "metric") for name in re.findall(r"\w+", row[0])
    }
    given = {one.name for one in Metrics().registry.collect()}

    assert given <= {name.removesuffix("_total") for name in told}


def test_the_limits_are_those_of_the_service() -> None:
    told = {row[0]: row[1] for row in rows("docs/operate.md", "limit")[2:]}
    settings = Settings()
    rates = settings.rates

    def said(per_second: float, at_once: int) -> str:
        return f"{per_second:.0f} a second on average, {at_once:,} at once"

    assert told["reads and questions of a device"] == said(
        rates.requests.per_second, rates.requests.at_once
    )
    assert told["new entries of a device"] == said(rates.entries.per_second, rates.entries.at_once)
    seconds = 1 / rates.strangers.per_second
    assert told["bad tokens from an address"] == (
        f"one in {seconds:.0f} seconds on average, {rates.strangers.at_once} at once"
    )
    assert told["body of a request"] == f"{settings.largest_body // MEBIBYTE} MiB"
    assert told["events in a batch"] == str(settings.largest_batch)
    assert told["live streams"] == str(settings.streams)
