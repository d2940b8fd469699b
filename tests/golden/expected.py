"""What is expected: a digest for each answer, and the texts that are kept whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from tests.golden.inputs import HERE
from tests.golden.names import asked, published
from tests.golden.outputs import KINDS, answers, digest, names
from tests.golden.wrong import documents

FOLDER = HERE / "pinned"
TEXTS: Mapping[str, Callable[[], str]] = {
    "names.txt": published,
    "questions.txt": asked,
    "wrong.jsonl": documents,
}


@cache
def digests(kind: str) -> Mapping[str, str]:
    """The digest of each answer by the name of its log."""
    lines = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.rpartition(" ") for line in lines)
    return {name: found for name, _, found in pairs}


def text(name: str) -> str:
    """A text that is kept whole."""
    return (FOLDER / name).read_text(encoding="utf-8")


def pin() -> None:
    """Take today's answers as the expected ones."""
    FOLDER.mkdir(exist_ok=True)
    for kind in KINDS:
        found = answers(kind, names(kind))
        lines = (f"{name} {digest(answer)}\n" for name, answer in found)
        (FOLDER / f"{kind}.txt").write_text("".join(lines), encoding="utf-8")
    for name, told in TEXTS.items():
        (FOLDER / name).write_text(told(), encoding="utf-8")
