"""Every link within the documents leads somewhere."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from tests.docs.pages import ROOT, anchors, links, pages


@pytest.mark.parametrize("page", pages())
def test_links_lead_somewhere(page: str) -> None:
    lost = [link for link in links(page) if not leads(page, link)]

    assert lost == []


def leads(page: str, link: str) -> bool:
    """Whether there is what a link of a page names: a file, and a heading in it."""
    if link.startswith(("http://", "https://")):
        return True
    name, _, anchor = link.partition("#")
    target = (ROOT / PurePosixPath(page).parent / name).resolve() if name else ROOT / page
    if not target.exists():
        return False
    return not anchor or anchor in anchors(str(target.relative_to(ROOT)))


def test_every_page_is_linked_from_the_index() -> None:
    listed = {link.partition("#")[0] for link in links("docs/README.md")}
    written = {one.name for one in (ROOT / "docs").glob("*.md")} - {"README.md"}

    assert written <= listed
