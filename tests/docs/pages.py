"""The pages: their blocks of code, their headings and their links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^( *)```(\S*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
# What a file block begins with: its path, and "in" before it where it adds to a file.
PLACED = re.compile(r"# (in )?((?:[\w.-]+/)+[\w.-]+)\n")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block of code, and the line of its page that it begins on."""

    page: str
    line: int
    language: str
    code: str

    @property
    def name(self) -> str:
        """Its first line, which tells it from the other blocks of its page."""
        return self.code.partition("\n")[0]

    @property
    def where(self) -> str:
        """What a failure calls it."""
        return f"{self.page}:{self.line} ({self.name})"

    @property
    def file(self) -> str | None:
        """The file it is, or is added to, as its first line says."""
        found = PLACED.match(self.code)
        return found.group(2) if found else None

    @property
    def content(self) -> str:
        """What goes into the file."""
        return PLACED.sub("", self.code, count=1)

    @property
    def adds(self) -> bool:
        """Whether it is added to a file that is there."""
        found = PLACED.match(self.code)
        return bool(found and found.group(1))


def pages() -> list[str]:
    """Every page a reader is sent to, from the top level of the repository."""
    rooms = ("adjudicator/README.md", "rulebook/CHANGES.md", "rulebook/cases/README.md")
    beside = [name for name in rooms if (ROOT / name).exists()]
    return [
        "README.md",
        *sorted(f"docs/{one.name}" for one in (ROOT / "docs").glob("*.md")),
        *beside,
    ]


def text(page: str) -> str:
    """A page as it stands."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str) -> list[Block]:
    """The blocks of code of a page, in order."""
    whole, found = text(page), []
    for match in FENCE.finditer(whole):
        indent, language, code = match.groups()
        line = whole.count("\n", 0, match.start()) + 1
        plain = "".join(one.removeprefix(indent) for one in code.splitlines(keepends=True))
        found.append(Block(page, line, language, plain))
    return found


def prose(page: str) -> str:
    """A page without its code."""
    return re.sub(r"`[^`\n]+`", "", FENCE.sub("", text(page)))


def anchors(page: str) -> set[str]:
    """What a link may name on a page, as GitHub makes it from the headings."""
    headings = HEADING.findall(FENCE.sub("", text(page)))
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


def links(page: str) -> list[str]:
    """Where a page links to."""
    return LINK.findall(FENCE.sub("", text(page)))
