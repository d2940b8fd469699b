"""Every command and every snippet of the README and the pages is run as it stands."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.docs.pages import blocks, pages
from tests.docs.walk import run

INSTALLS = "makes a virtual environment and installs: test_first_command.py does"
ITSELF = "runs the tests that this is one of; .ci/run does"
# What is not run, by page and first line, and why.
NOT_RUN: Mapping[tuple[str, str], str] = {
    ("README.md", "python3.11 -m venv .venv && . .venv/bin/activate && pip install . && adjudicator serve --demo"): INSTALLS,
    ("README.md", "python3.11 -m venv .venv && . .venv/bin/activate && pip install -e '.[dev]' && pytest --cov"): ITSELF,
}
LANGUAGES = ("sh", "json", "text", "toml", "python", "diff")
# Pages whose tests take too long to run here: pytest has to find them, and no more.
COLLECTED = ("docs/measurements.md",)

needs_shell = pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("curl")), reason="no bash, or no curl"
)


@needs_shell
@pytest.mark.parametrize("page", pages())
def test_what_a_page_shows_is_what_happens(page: str, tmp_path: Path) -> None:
    shown = [one for one in blocks(page) if (page, one.name) not in NOT_RUN]

    assert [one.where for one in shown if one.language not in LANGUAGES] == []
    wrong = list(run(shown, tmp_path, collect=page in COLLECTED)) if shown else []
    assert not wrong, "\n".join(wrong)


def test_what_is_not_run_is_there() -> None:
    names = {(page, one.name) for page in pages() for one in blocks(page)}

    assert [one for one in NOT_RUN if one not in names] == []
