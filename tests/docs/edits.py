"""Makes the edits that a page shows as a diff: ``python -m tests.docs.edits <DIFF``.

A hunk begins with a bare ``@@``; what it takes away and leaves must stand in the file once.
"""

from __future__ import annotations

import sys
from pathlib import Path


def edit(diff: str) -> None:
    """Edit the files below the working folder."""
    for part in diff.split("--- a/")[1:]:
        name, _, rest = part.partition("\n")
        file = Path(name)
        text = file.read_text(encoding="utf-8")
        for hunk in rest.split("@@\n")[1:]:
            was, now = side(hunk, "+"), side(hunk, "-")
            if text.count(was) != 1:
                sys.exit(f"{name} has this {text.count(was)} times, not once:\n{was}")
            text = text.replace(was, now)
        file.write_text(text, encoding="utf-8")


def side(hunk: str, other: str) -> str:
    """A hunk before or after, without the lines that only the other side has."""
    lines = (line for line in hunk.splitlines() if not line.startswith(other))
    return "".join(f"{line[1:]}\n" for line in lines)


if __name__ == "__main__":
    edit(sys.stdin.read())
