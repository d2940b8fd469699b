"""Sets of rules, named exactly: single ids, whole books, every rule, or none."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.values.frozen import Frozen, replace


class Book(NamedTuple):
    """Every rule of one part of the rulebook, such as all of ``rrop-misdeal``."""

    name: str


class Scope(Frozen):
    """The rules with one of these ``ids`` or of one of these ``books``, or all there are.

    An id means that rule and no other: ``draw-high/1`` is not ``draw-high/10``.
    """

    ids: frozenset[str] = frozenset()
    books: frozenset[str] = frozenset()
    all: bool = False

    def __contains__(self, id: object) -> bool:
        if self.all or id in self.ids:
            return True
        return isinstance(id, str) and book_of(id) in self.books

    def with_id(self, id: str) -> Scope:
        """These rules and one more."""
        return replace(self, ids=self.ids | {id})


EVERYTHING = Scope(all=True)
NOTHING = Scope()


def scope(*parts: str | Book) -> Scope:
    """The rules with these ids and of these books."""
    ids = frozenset(part for part in parts if isinstance(part, str))
    return Scope(ids, frozenset(part.name for part in parts if isinstance(part, Book)))


def book_of(id: str) -> str:
    """The part of the rulebook that a rule or an article belongs to."""
    return id.partition("/")[0]
