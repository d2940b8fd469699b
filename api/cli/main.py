"""The command line: judge log files, compare hands, read the rulebook, serve.

A command is imported when it is asked for, and what it does not need it does not import, so
that ``check`` and ``rank`` start fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

import click

from api.cli.failing import Commands

# Each command by its name, and where it is.
COMMANDS = {
    "backup": "api.cli.upkeep:backup",
    "check": "api.cli.check:check",
    "device": "api.cli.people:device",
    "doctor": "api.cli.upkeep:doctor",
    "events": "api.cli.events:events",
    "export": "api.cli.evidence:export",
    "key": "api.cli.evidence:key",
    "migrate": "api.cli.migrate:migrate",
    "person": "api.cli.people:person",
    "rank": "api.cli.rank:rank",
    "retention": "api.cli.upkeep:retention",
    "rulebook": "api.cli.rulebook:show_rulebook",
    "serve": "api.cli.serve:serve",
    "subjects": "api.cli.subjects:show_subjects",
    "verify": "api.cli.verify:verify",
}


class Lazily(Mapping[str, click.Command]):
    """Commands by name, imported as they are looked up."""

    def __init__(self, places: dict[str, str]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> click.Command:
        module, _, attribute = self._places[name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


@click.group(
    cls=Commands,
    commands=Lazily(COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="adjudicator")
def main() -> None:
    """Floor rulings for poker: a log of what happened in, cited rulings out."""


if __name__ == "__main__":
    main()
