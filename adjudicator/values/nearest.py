"""The known name that a wrong one was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(found: object, known: Iterable[str]) -> str:
    """A hint to add to a message; nothing where no known name is near."""
    from difflib import get_close_matches  # slow to import, and wanted for mistakes only

    near = get_close_matches(str(found), list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""
