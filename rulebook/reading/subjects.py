"""What a question may be about, as its file has it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from adjudicator.errors import RulebookError
from adjudicator.values.frozen import Frozen
from rulebook.reading.toml_table import file_of

PHASES = ("between", "posting", "dealing", "betting", "drawing", "showdown", "ended")


class Subject(Frozen):
    """A matter that somebody may point out or ask about, by one name and its aliases.

    ``article`` answers it in general; ``facts`` are those that bear on the answer if the
    floor has established them, ``when`` the phases in which it makes sense, none for any.
    One ``of_table`` is about no seat.
    """

    name: str
    article: str
    meaning: str
    aliases: tuple[str, ...]
    facts: tuple[str, ...]
    when: tuple[str, ...] = ()
    of_table: bool = False

    @property
    def label(self) -> str:
        """Its name as one says it."""
        return self.name.replace("_", " ").capitalize()

    def wire(self) -> dict[str, Any]:
        """The subject as plain JSON."""
        return {
            "name": self.name,
            "label": self.label,
            "article": self.article,
            "meaning": self.meaning,
            "aliases": list(self.aliases),
            "facts": list(self.facts),
            "when": list(self.when),
        }


def read_subjects(path: Path) -> Mapping[str, Subject]:
    """The subjects by name, in the order of their file."""
    file = file_of(path)
    found: dict[str, Subject] = {}
    for name in file.content:
        one = file.table(name)
        found[name] = Subject(
            name,
            one.text("article"),
            one.text("meaning"),
            one.texts("aliases"),
            one.texts("facts"),
            one.texts("when", PHASES),
            one.flag("of_table", False),
        )
        one.done()
    _each_name_once(path.name, found)
    return MappingProxyType(found)


def _each_name_once(file: str, subjects: Mapping[str, Subject]) -> None:
    seen = set(subjects)
    for subject in subjects.values():
        for alias in subject.aliases:
            if alias in seen:
                raise RulebookError(file, f"{subject.name}.aliases", alias, "each name once")
            seen.add(alias)


def by_any_name(subjects: Mapping[str, Subject]) -> Mapping[str, str]:
    """For each alias the name of its subject."""
    return {alias: one.name for one in subjects.values() for alias in one.aliases}
