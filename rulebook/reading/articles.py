"""The articles: the law in the house's own words, one file a book."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.values.frozen import Frozen
from rulebook.reading.toml_table import file_of


class Article(Frozen):
    """A numbered part of the law, in the house's own words.

    ``numbers`` are those that the editions of its book print it under, ``section`` the first.
    """

    id: str
    heading: str
    text: str
    source: str
    section: str
    numbers: Mapping[str, str]
    decided_by: str
    why: str
    options: tuple[str, ...]
    games: tuple[str, ...]
    displaced_by: tuple[str, ...]

    def number_in(self, edition: str) -> tuple[str, str] | None:
        """The edition of its own book to cite, and its number there; nothing if that is unsure.

        An edition of another book leaves the one by which the article was written.
        """
        family = edition.partition("-")[0]
        same = any(name.partition("-")[0] == family for name in self.numbers)
        cited = edition if same else next(iter(self.numbers), "")
        return (cited, self.numbers[cited]) if cited in self.numbers else None

    @property
    def book(self) -> str:
        """The part of the rulebook it belongs to."""
        return self.id.split("/")[0]

    def wire(self) -> dict[str, Any]:
        """The article as plain JSON."""
        lists = ("options", "games", "displaced_by")
        plain = ("id", "heading", "text", "source", "section", "decided_by", "why")
        found: dict[str, Any] = {name: getattr(self, name) for name in plain}
        found["numbers"] = dict(self.numbers)
        return {**found, **{name: list(getattr(self, name)) for name in lists}}


def read_articles(path: Path) -> dict[str, Article]:
    """The articles of one book, by id."""
    file = file_of(path)
    found: dict[str, Article] = {}
    for one in file.tables("article"):
        numbers = one.table("numbers", {})
        printed = {name: numbers.text(name) for name in numbers.content}
        article = Article(
            id=one.new_id(found),
            heading=one.text("heading"),
            text=" ".join(one.text("text").split()),
            source=one.text("source"),
            section=one.text("section", next(iter(printed.values()), "")),
            numbers=printed,
            decided_by=one.one_of("decided_by", ("code", "floor")),
            why=one.text("why", ""),
            options=one.texts("options"),
            games=one.texts("games"),
            displaced_by=one.texts("displaced_by"),
        )
        one.done()
        if article.book != path.stem:
            raise one.wrong("id", article.id, f"an id of the book {path.stem}")
        found[article.id] = article
    file.done()
    return found
