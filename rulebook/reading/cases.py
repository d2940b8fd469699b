"""Worked examples that run: a sentence, the hand behind it, and what is to come of it.

Each book has a file in ``cases/``. A case stands under its article, as ``case`` where the
article bites and as ``near`` where it does not, or where another speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.values.frozen import Frozen
from rulebook.reading.toml_table import TomlTable, file_of


class Setting(Frozen):
    """The table a case is played at."""

    game: str
    seats: int
    places: int
    stakes: Mapping[str, Any]
    options: Mapping[str, Any]
    chips: Mapping[str, Any]
    said: Mapping[str, Any]


class Wanted(Frozen):
    """What is to come of a case.

    ``rule`` speaks and orders the ``outcomes`` with this certainty, naming the ``seats`` in
    this order if any are given; ``silent`` are rules
    that do not speak at all. ``then`` are values of the state by their path, ``offers`` and
    ``dues`` entries and dues that are there, ``lacks`` entries that are not offered;
    ``refused`` is the code with which the last step is refused.
    """

    rule: str
    outcomes: tuple[str, ...]
    certainty: str
    seats: tuple[int, ...]
    silent: tuple[str, ...]
    then: Mapping[str, Any]
    offers: tuple[str, ...]
    lacks: tuple[str, ...]
    dues: tuple[str, ...]
    refused: str


class Case(Frozen):
    """A worked example of an article."""

    article: str
    case: str
    near: bool
    setting: Setting
    script: str
    starts: Mapping[str, str]
    wanted: Wanted

    def wire(self) -> dict[str, Any]:
        """The example as plain JSON."""
        return {"case": self.case, "near": self.near}


def read_cases(path: Path) -> dict[str, tuple[Case, ...]]:
    """The cases of a book, by article."""
    file = file_of(path)
    usual = file.table("table")
    setting = _setting(usual, None)
    usual.done()
    starts = file.table("starts", {})
    scripts = {name: starts.text(name) for name in starts.content}
    found = {}
    for article in file.content:
        if article in ("table", "starts"):
            continue
        tables = file.tables(article)
        found[article] = tuple(_case(article, one, setting, scripts) for one in tables)
    return found


def _case(article: str, table: TomlTable, usual: Setting, starts: Mapping[str, str]) -> Case:
    near = "near" in table.content
    key = "near" if near else "case"
    case = Case(
        article=article,
        case=table.text(key),
        near=near,
        setting=_setting(table, usual),
        script=table.text("log"),
        starts=starts,
        wanted=_wanted(article, near, table),
    )
    table.done()
    return case


def _setting(table: TomlTable, usual: Setting | None) -> Setting:
    """The table of a case: as the file has it, save what the case itself says."""
    game = table.text("game", usual.game if usual else ...)
    same = usual is not None and usual.game == game
    given = usual if same else None
    seats = table.whole("seats", 1, default=usual.seats if usual else 6)
    return Setting(
        game=game,
        seats=seats,
        places=table.whole("places", seats, default=seats),
        stakes=_merged(table, "stakes", given.stakes if given else {}),
        options=_merged(table, "options", given.options if given else {}),
        chips=_merged(table, "chips", given.chips if given else {}),
        said=_merged(table, "said", given.said if given else {}),
    )


def _merged(table: TomlTable, key: str, usual: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**usual, **table.table(key, {}).content}


def _wanted(article: str, near: bool, table: TomlTable) -> Wanted:
    outcomes = table.texts("want")
    rule = table.text("rule", article if outcomes and not near else "")
    silent = table.texts("silent")
    return Wanted(
        rule=rule,
        outcomes=outcomes,
        certainty=table.one_of("certainty", ("final", "conditional", "floor"), "final"),
        seats=table.numbers("order"),
        silent=(*silent, article) if near and not rule else silent,
        then=table.table("then", {}).content,
        offers=table.texts("offers"),
        lacks=table.texts("lacks"),
        dues=table.texts("dues"),
        refused=table.text("refused", ""),
    )
