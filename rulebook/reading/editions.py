"""The editions: which articles and settings are in force, and from when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from adjudicator.values.frozen import Frozen
from rulebook.reading.options import Option, read_defaults
from rulebook.reading.toml_table import file_of


class Edition(Frozen):
    """A dated set of articles and settings in force."""

    id: str
    since: date
    name: str
    doc: str
    defaults: Mapping[str, Any]
    without: tuple[str, ...]

    def wire(self) -> dict[str, Any]:
        """The edition as plain JSON."""
        found = {"id": self.id, "from": self.since.isoformat(), "name": self.name}
        return {**found, "doc": self.doc}


def read_editions(path: Path, known: Mapping[str, Option]) -> tuple[Edition, ...]:
    """The editions, the oldest first."""
    file = file_of(path)
    found: dict[str, Edition] = {}
    for one in file.tables("edition"):
        since = one.take("from")
        if not isinstance(since, date):
            raise one.wrong("from", since, "a date")
        id, name, doc = one.new_id(found), one.text("name"), one.text("doc", "")
        defaults = read_defaults(one.table("defaults", {}), known)
        without = one.texts("without")
        found[id] = Edition(id, since, name, doc, defaults, without)
        one.done()
    file.done()
    if not found:
        raise file.wrong("edition", [], "at least one edition")
    return tuple(sorted(found.values(), key=lambda one: one.since))
