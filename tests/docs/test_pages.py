"""Every command and every snippet of the README and the pages is run as it stands."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

import click
import pytest

from api.cli.main import main
from tests.docs.pages import Block, blocks, pages
from tests.docs.walk import run

INSTALLED = "pip install . && adjudicator serve --demo"
MACHINES = "asks for packages of the system; .ci/run makes the same for the cluster's tests"
# What is not run: by page and words of the block's first line, and why.
NOT_RUN: Mapping[tuple[str, str], str] = {
    ("README.md", INSTALLED): "test_first_command.py runs it, in the slow suite",
    ("README.md", "pip install -e '.[dev]' && pytest --cov"): "the tests that this is one of",
    ("docs/rules.md", "python -m tests.golden pin"): "takes minutes; tests/golden has run it",
    ("docs/storage.md", "pip install '.[postgres]'"): (
        "needs a PostgreSQL server called db; tests/store/test_postgresql.py has one of its own"
    ),
    ("docs/storage.md", "apt-get install postgresql etcd-server python3-venv"): MACHINES,
    ("docs/storage.md", "export PATRONI=/opt/patroni/bin/patroni"): "tests/cluster does the same",
    ("docs/storage.md", "adjudicator serve --database 'postgresql://adjudicator@/"): (
        "needs machines called a, b and c; tests/cluster serves on three nodes of its own"
    ),
}
LANGUAGES = ("sh", "json", "text", "toml", "python", "diff")
# Pages whose tests measure and take minutes: they have to be there, and are not run.
MEASURED = ("docs/measurements.md",)

needs_shell = pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("curl")), reason="no bash, or no curl"
)


def left_out(block: Block) -> bool:
    """Whether the table has a reason not to run it."""
    return any(page == block.page and words in block.name for page, words in NOT_RUN)


@needs_shell
@pytest.mark.parametrize("page", pages())
def test_what_a_page_shows_is_what_happens(page: str, tmp_path: Path) -> None:
    shown = [one for one in blocks(page) if not left_out(one)]

    assert [one.where for one in shown if one.language not in LANGUAGES] == []
    wrong = list(run(shown, tmp_path, measured=page in MEASURED)) if shown else []
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("page", [*NOT_RUN])
def test_what_is_not_run_is_there_once(page: tuple[str, str]) -> None:
    named = [one for one in blocks(page[0]) if page[1] in one.name]

    assert len(named) == 1


# Of what is not run, what can be said without running it.
COMMANDS = [
    line
    for page in pages()
    for block in blocks(page)
    if left_out(block)
    for line in block.code.splitlines()
    if line.startswith("adjudicator ")
]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_that_is_not_run_is_one(line: str) -> None:
    command: click.Command = main
    context = click.Context(main)
    words = shlex.split(line, comments=True)[1:]
    while isinstance(command, click.Group):
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        command, context = found, click.Context(found, parent=context, info_name=name)

    assert command.make_context(command.name, words, parent=context.parent)
