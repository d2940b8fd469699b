"""The stages of a hand as a game file lays them down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.values.frozen import Frozen, replace
from rulebook.reading.allowed import Choice
from rulebook.reading.options import Option
from rulebook.reading.stakes import Stake
from rulebook.reading.toml_table import Ref, TomlTable, plain

KINDS = ("deal", "bet", "board", "draw")
FACES = ("down", "up")
FIRST = (
    "left_of_button",
    "left_of_big_blind",
    "opener",
    "best_exposed",
    "lowest_upcard",
)
BY_UPCARDS = ("best_exposed", "lowest_upcard")
STARTS = ("left_of_button", "left_of_big_blind")


class StagePlan(Frozen):
    """A stage as the file has it, some of its values still left to options."""

    kind: str
    name: str
    articles: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    cards: int = 0
    unit: str = ""
    first: str | Ref = ""
    burn: bool | Ref = False
    start: str | Ref = "left_of_button"

    def wire(self) -> dict[str, Any]:
        """The stage as plain JSON."""
        found: dict[str, Any] = {"kind": self.kind, "name": self.name}
        if self.articles:
            found["articles"] = list(self.articles)
        if self.kind == "bet":
            return {**found, "unit": self.unit, "first": plain(self.first)}
        if self.kind == "deal":
            found |= {"faces": list(self.faces), "start": plain(self.start)}
        if self.kind == "board":
            found["cards"] = self.cards
        return {**found, "burn": plain(self.burn)}


def read_stages(
    file: TomlTable, stakes: Mapping[str, Stake], known: Mapping[str, Option]
) -> tuple[StagePlan, ...]:
    """The stages of a game file, which begin with a deal; each can be played where it stands."""
    tables = file.tables("stage")
    stages = tuple(_stage(one, stakes, known) for one in tables)
    if not stages or stages[0].kind != "deal":
        raise file.wrong("stage", [stage.kind for stage in stages], "stages that begin with a deal")
    upcards = False
    for table, stage in zip(tables, stages, strict=True):
        upcards = upcards or "up" in stage.faces
        if stage.first in BY_UPCARDS and not upcards:
            words = "a deal of upcards before it, or another seat to begin"
            raise table.wrong("first", stage.first, words)
    return stages


def _stage(table: TomlTable, stakes: Mapping[str, Stake], known: Mapping[str, Option]) -> StagePlan:
    """One stage of a game file."""
    plan = StagePlan(table.one_of("kind", KINDS), table.text("name"), table.texts("articles"))
    if plan.kind == "bet":
        unit = table.one_of("unit", stakes)
        first = _place(table, "first", FIRST, known)
        plan = replace(plan, unit=unit, first=first)
    else:
        plan = replace(plan, burn=table.ref("burn", known) or table.flag("burn", False))
    if plan.kind == "board":
        plan = replace(plan, cards=table.whole("cards", 1, 5))
    if plan.kind == "deal":
        faces = table.texts("faces", FACES)
        if not faces:
            raise table.wrong("faces", [], f"a list of {', '.join(FACES)}")
        plan = replace(plan, faces=faces, start=_place(table, "start", STARTS, known))
    table.done()
    return plan


def _place(
    table: TomlTable, key: str, allowed: tuple[str, ...], known: Mapping[str, Option]
) -> str | Ref:
    """One of these places at the table, or an option all of whose values are."""
    ref = table.ref(key, known)
    if ref is None:
        return table.one_of(key, allowed)
    choice = known[ref.option].allowed
    if not isinstance(choice, Choice) or not set(choice.values) <= set(allowed):
        words = f"an option whose values are of {', '.join(allowed)}"
        raise table.wrong(f"{key}.option", ref.option, words)
    return ref
