"""How a ruling is said: the wordings of one language, as ``wordings.en.toml`` has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter

from adjudicator.values.frozen import Frozen
from rulebook.reading.toml_table import TomlTable, file_of

Alternatives = Mapping[str, tuple[str, ...]]

# The blanks of every part of a sentence and of an explanation.
SENTENCE: Mapping[str, frozenset[str]] = {
    "seat": frozenset(("seats",)),
    "seats": frozenset(("seats",)),
    "a_seat": frozenset(("seat",)),
    "a_place": frozenset(("place",)),
    "a_card": frozenset(("card",)),
    "list": frozenset(("items", "last")),
    "clause": frozenset(("seats", "order")),
    "notice": frozenset(),
    "conditional": frozenset(("order",)),
    "counted": frozenset(("seat", "answers")),
    "answer": frozenset(("label", "order")),
    "or_fewer": frozenset(("count",)),
    "or_more": frozenset(("count",)),
    "from_to": frozenset(("least", "most")),
    "numbers": frozenset(),
    "presumed": frozenset(("order",)),
    "for_the_floor": frozenset(("order",)),
    "left_to_the_floor": frozenset(),
    "floor_decides": frozenset(),
    "set_aside": frozenset(),
    "acts": frozenset(("seat",)),
    "acts_to_call": frozenset(("seat", "amount")),
    "pot": frozenset(("amount",)),
    "hand_over": frozenset(),
}
EXPLANATION: Mapping[str, frozenset[str]] = {
    "rule": frozenset(("article",)),
    "article": frozenset(("id", "heading")),
    "numbered": frozenset(("id", "heading", "number")),
    "printed": frozenset(("book", "edition", "number")),
    "tda": frozenset(),
    "rrop": frozenset(),
    "source": frozenset(("source",)),
    "see_also": frozenset(("articles",)),
    "fact": frozenset(("entry", "fact")),
    "considered": frozenset(("article", "why")),
    "to_be_verified": frozenset(("need",)),
    "presumed": frozenset(("choice",)),
    "other_choice": frozenset(("choice",)),
    "choice": frozenset(("label", "order")),
    "factors": frozenset(("factors",)),
    "why_the_floor": frozenset(("why",)),
    "option": frozenset(("name", "allowed", "doc")),
    "edition": frozenset(("edition",)),
}


class Wordings(Frozen):
    """The wordings of one language.

    ``verdicts`` are by code in the order of their weight, ``verdict`` by what is waited for.

    ``outcomes`` are by code, ``put_right`` and ``needs`` by the type of an entry; of several
    wordings the first is taken whose blanks can all be filled. ``sentence`` and
    ``explanation`` are the parts that hold them together.
    """

    outcomes: Alternatives
    verdicts: Alternatives
    verdict: Alternatives
    put_right: Alternatives
    needs: Alternatives
    places: Mapping[str, str]
    until: Mapping[str, str]
    sentence: Mapping[str, str]
    explanation: Mapping[str, str]

    def listed(self, items: Iterable[str]) -> str:
        """Items as one says them: a, b and c."""
        found = list(items)
        if len(found) < 2:
            return "".join(found)
        return self.sentence["list"].format(items=", ".join(found[:-1]), last=found[-1])


def filled(wordings: Iterable[str], blanks: Mapping[str, str]) -> str:
    """The first wording whose blanks can all be filled, or nothing."""
    for wording in wordings:
        if fillable(wording, blanks):
            return wording.format_map(blanks)
    return ""


def fillable(wording: str, blanks: Mapping[str, str]) -> bool:
    """Whether every blank of a wording can be filled."""
    return _blanks(wording) <= blanks.keys()


@cache
def _blanks(wording: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(wording) if name)


def read_wordings(path: Path) -> Wordings:
    """The wordings of a language from its file."""
    file = file_of(path)
    found = Wordings(
        outcomes=_alternatives(file.table("outcomes")),
        verdicts=_alternatives(file.table("verdicts")),
        verdict=_alternatives(file.table("verdict")),
        put_right=_alternatives(file.table("put_right")),
        needs=_alternatives(file.table("needs")),
        places=_words(file.table("places")),
        until=_words(file.table("until")),
        sentence=_parts(file.table("sentence"), SENTENCE),
        explanation=_parts(file.table("explanation"), EXPLANATION),
    )
    file.done()
    return found


def _alternatives(table: TomlTable) -> Alternatives:
    return {key: tuple(_wordings(table, key)) for key in table.content}


def _wordings(table: TomlTable, key: str) -> Iterator[str]:
    one = isinstance(table.content[key], str)
    for wording in [table.text(key)] if one else table.texts(key):
        try:
            _blanks(wording)
        except ValueError as error:
            raise table.wrong(key, wording, f"a wording with blanks in braces ({error})") from None
        yield wording


def _words(table: TomlTable) -> Mapping[str, str]:
    return {key: table.text(key) for key in table.content}


def _parts(table: TomlTable, known: Mapping[str, frozenset[str]]) -> Mapping[str, str]:
    """The parts of a sentence: all of them, and each with the blanks it has to have."""
    found = {}
    for key, blanks in known.items():
        (wording,) = _wordings(table, key) if isinstance(table.take(key), str) else (None,)
        if wording is None or _blanks(wording) != blanks:
            wanted = ", ".join(f"{{{blank}}}" for blank in sorted(blanks)) or "no blanks"
            raise table.wrong(key, table.content[key], f"text with {wanted}")
        found[key] = wording
    table.done()
    return found
