"""The stored logs: one a line, its name and its events."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = HERE / "stored"
DOCS = HERE.parent.parent / "docs"

Event = dict[str, Any]


@cache
def logs(source: str) -> Mapping[str, list[Event]]:
    """The logs of one source by name."""
    if source == "docs":
        return {f"docs/{path.stem}": _events(path) for path in sorted(DOCS.glob("*.jsonl"))}
    with lzma.open(FOLDER / f"{source}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return dict(map(json.loads, lines))


def _events(path: Path) -> list[Event]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def store(source: str, found: Iterable[tuple[str, list[Event]]]) -> None:
    """Keep logs as inputs."""
    with lzma.open(FOLDER / f"{source}.jsonl.xz", "wt", preset=9, encoding="utf-8") as file:
        for one in found:
            file.write(json.dumps(one, separators=(",", ":")) + "\n")


def subjects() -> list[str]:
    """Everything a question may be about, and a few things it may not."""
    return (FOLDER / "subjects.txt").read_text(encoding="utf-8").split()
