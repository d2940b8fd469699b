"""Pages to read: the rulebook, the games, and practice on the worked examples."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from api.http.services import services
from api.web import pages
from api.web.law import stages
from rulebook.reading.articles import Article

routes = Blueprint("reading", __name__)
LONGEST_SEARCH = 100  # characters


@routes.get("/rulebook")
def rulebook() -> str:
    """The articles, book by book, or those that a search finds."""
    law, asked = services().law, request.args.get("q", "")[:LONGEST_SEARCH].strip()
    found = [one for one in law.articles() if _holds(one, asked.lower().split())]
    books = {book: list(some) for book, some in groupby(found, key=lambda one: one.book)}
    return pages.page(
        "rulebook.html", asked=asked, books=books, count=len(found), games=law.games()
    )


def _holds(article: Article, words: list[str]) -> bool:
    """Whether every word asked for is in an article."""
    text = f"{article.id} {article.heading} {article.text}".lower()
    return all(word in text for word in words)


@routes.get("/rulebook/<path:rule>")
def article(rule: str) -> Answer | str:
    """One article with its source, its cases, and the readings of it."""
    law = services().law
    found = law.article(rule)
    if found is None:
        return redirect(url_for("reading.rulebook", q=rule), 302)
    same = [one for one in law.articles() if one.book == found.book]
    place = same.index(found)
    return pages.page(
        "article.html",
        told=law.told(found),
        headings={one.id: one.heading for one in law.articles()},
        governs=[one for id, one in law.games().items() if found in law.articles_of(id)],
        options=law.options(),
        readings=[one for one in law.decisions() if rule in one.articles],
        scenes=services().practice.of(rule),
        before=same[place - 1] if place else None,
        after=same[place + 1] if place + 1 < len(same) else None,
    )


@routes.get("/games/<game>")
def game(game: str) -> Answer | str:
    """One game: its order of play, its articles, its options."""
    law = services().law
    if game not in law.games():
        return redirect(url_for("reading.rulebook", q=game), 302)
    played = law.game(game)
    articles = law.articles_of(game)
    found = {book: list(some) for book, some in groupby(articles, key=lambda one: one.book)}
    books = {book: found[book] for book in (*played.books, *found) if book in found}
    return pages.page(
        "game.html",
        game=played,
        stages=stages(played, law.options()),
        books=books,
        count=len(articles),
        options=[one for one in law.options().values() if one.of(game)],
        scenes=services().practice.games().get(game, 0),
    )


@routes.get("/practice")
def practice() -> str:
    """The games that have scenes to rule on."""
    return pages.page(
        "practice.html", scenes=services().practice.games(), games=services().law.games()
    )


@routes.get("/practice/<game>/<int:number>")
def scene(game: str, number: int) -> Answer | str:
    """A scene with four answers; with ``answer``, how it is ruled."""
    found = services().practice.scene(game, number)
    if found is None:
        return redirect(url_for("reading.practice"), 302)
    law = services().law
    given: Any = request.args.get("answer", type=int)
    chosen = found.choices[given - 1] if given in range(1, len(found.choices) + 1) else None
    return pages.page(
        "scene.html",
        scene=found,
        chosen=chosen,
        game=law.game(game),
        count=services().practice.games()[game],
        article=law.article(found.ruling.rule if found.ruling else found.article),
        headings={one.id: one.heading for one in law.articles()},
        beside=[one for one in services().practice.of(found.article) if one != (game, number)],
    )
