"""Worked examples: for each article where it bites, and a case beside it.

They are told in the house's own words in ``examples.toml``; a case that begins with
``near:`` is one where the article does not bite, or where another speaks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.errors import RulebookError
from rulebook.reading.toml_table import content_of

NEAR = "near: "


@dataclass(frozen=True)
class Example:
    """A case under an article; ``near`` where the article does not bite."""

    case: str
    near: bool

    def wire(self) -> dict[str, Any]:
        """The example as plain JSON."""
        return {"case": self.case, "near": self.near}


def read_examples(path: Path, known: Iterable[str]) -> dict[str, tuple[Example, ...]]:
    """The examples of every article; ``RulebookError`` for one of an unknown article."""
    content = content_of(path)
    ids = frozenset(known)
    for id, found in content.items():
        if id not in ids:
            raise RulebookError(path.name, id, id, "the id of an article")
        cases = found.get("cases") if isinstance(found, dict) else found
        if not isinstance(cases, list) or not all(isinstance(one, str) for one in cases):
            raise RulebookError(path.name, f"{id}.cases", cases, "a list of texts")
    return {id: tuple(map(_example, found["cases"])) for id, found in content.items()}


def _example(text: str) -> Example:
    return Example(text.removeprefix(NEAR), text.startswith(NEAR))
