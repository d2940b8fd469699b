"""Doubts about the law, and how it is read here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.values.frozen import Frozen
from rulebook.reading.toml_table import file_of


class Decision(Frozen):
    """A doubt about the law and how it is read here."""

    id: str
    question: str
    reading: str
    because: str
    option: str
    articles: tuple[str, ...]

    def wire(self) -> dict[str, Any]:
        """The decision as plain JSON."""
        names = ("id", "question", "reading", "because", "option")
        found: dict[str, Any] = {name: getattr(self, name) for name in names}
        return {**found, "articles": list(self.articles)}


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """The decisions in the order of their file."""
    file = file_of(path)
    found: dict[str, Decision] = {}
    for one in file.tables("decision"):
        texts = ("question", "reading", "because")
        said = {name: " ".join(one.text(name).split()) for name in texts}
        option = one.text("option", "")
        articles = one.texts("articles")
        id = one.new_id(found)
        found[id] = Decision(id, **said, option=option, articles=articles)
        one.done()
    file.done()
    return tuple(found.values())
