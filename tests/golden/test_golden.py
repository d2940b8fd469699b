"""What the product answered when it was pinned it answers still, byte for byte."""

import difflib

import pytest

from tests.golden.expected import TEXTS, digests, text
from tests.golden.outputs import KINDS, answers, digest, groups, names

LOOK = (
    "To see what has changed, run this here and in a checkout of the commit before, each with "
    "a folder of its own, and compare the folders with diff -r:\n"
    "  python -m tests.golden write FOLDER {}\n"
    "If the change is meant: python -m tests.golden pin"
)
PARTS = [
    pytest.param(kind, group, id=f"{kind}-{number}")
    for kind in KINDS
    for number, group in enumerate(groups(kind), 1)
]


@pytest.mark.parametrize(("kind", "group"), PARTS)
def test_the_answers_are_those_that_were_pinned(kind: str, group: list[str]) -> None:
    pinned = digests(kind)
    other = [name for name, one in answers(kind, group) if digest(one) != pinned.get(name)]

    told = f"{kind}: {len(other)} of {len(group)} answers differ: {' '.join(other[:9])}"
    assert not other, f"{told}\n{LOOK.format(' '.join(other[:3]))}"


@pytest.mark.parametrize("kind", KINDS)
def test_every_pinned_answer_is_asked_for(kind: str) -> None:
    assert list(digests(kind)) == names(kind)


@pytest.mark.parametrize("name", TEXTS)
def test_names_and_documents_are_those_that_were_pinned(name: str) -> None:
    was, now = text(name).splitlines(), TEXTS[name]().splitlines()

    changed = list(difflib.unified_diff(was, now, f"pinned/{name}", "now", n=0, lineterm=""))
    assert not changed, "\n".join([*changed[:60], LOOK.format("")])
