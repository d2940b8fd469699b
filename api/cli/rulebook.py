"""The command that prints the rulebook."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click

import rulebook
from api.cli.style import Style, of_output, print_lines
from rulebook import Article, Decision, Rulebook


@click.command(name="rulebook")
@click.argument("rule", required=False)
@click.option("--json", "machine", is_flag=True, help="A list of objects.")
def show_rulebook(rule: str | None, machine: bool) -> None:
    """Print the rules, or one with its text, source and worked examples.

    RULE is an id such as draw-high/4b, or the part before the stroke for all of a book.
    """
    law, style = rulebook.load().checked(), of_output()
    articles = _articles(law, rule)
    if machine:
        wire = [law.told(one) for one in articles]
        print_lines([json.dumps(wire, indent=2, ensure_ascii=not style.symbols)])
    elif rule is None or rule != articles[0].id:
        print_lines(contents_lines(articles, style))
    else:
        decisions = [one for one in law.decisions() if rule in one.articles]
        print_lines(article_lines(law, articles[0], decisions, style))


def _articles(law: Rulebook, rule: str | None) -> list[Article]:
    """All articles, the one with this id, or those of a book."""
    if rule is None:
        return list(law.articles())
    one = law.article(rule)
    articles = [one] if one else [each for each in law.articles() if each.book == rule]
    if not articles:
        message = f"found {rule!r}{law.near(rule)}; allowed: the id of a rule or book"
        raise click.BadParameter(message, param_hint="RULE")
    return articles


def contents_lines(articles: Sequence[Article], style: Style) -> Iterator[str]:
    """One line for each article: id, heading, and whether the floor decides it."""
    widest = max(len(one.id) for one in articles)
    for one in articles:
        floor = style.paint("  (floor)", "floor") if one.decided_by == "floor" else ""
        yield f"{one.id:{widest}}  {one.heading}{floor}"


def article_lines(
    law: Rulebook, article: Article, decisions: Sequence[Decision], style: Style
) -> Iterator[str]:
    """One article with its text, source and examples, and how its doubts are settled."""
    yield style.paint(f"{article.id}  {article.heading}", "heading")
    yield from style.wrapped(" ".join(article.text.split()), "  ", "  ")
    section = article.section
    place = f"section {section}" if section[:1].isdigit() else section
    yield style.paint(f"  {', '.join(filter(None, (article.source, place)))}", "faint")
    by = "the program" if article.decided_by == "code" else "the floor"
    yield from style.wrapped(f"Decided by {by}. {article.why}", "  ", "  ")
    yield from _reach_lines(law, article, style)
    yield from _example_lines(law, article, style)
    for one in decisions:
        yield ""
        yield from style.wrapped(f"{one.id}  {one.question}", "  ", "  ")
        yield from style.wrapped(" ".join(one.reading.split()), "    ", "    ")


def _reach_lines(law: Rulebook, article: Article, style: Style) -> Iterator[str]:
    """Which games an article governs, and which others it stands beside."""
    if article.games:
        yield from style.wrapped(f"Governs {', '.join(article.games)}.", "  ", "    ")
    for words, others in (
        ("House options:", article.options),
        ("Takes the place of:", law.displaces(article.id)),
        ("Gives way to:", law.displaced_by(article.id)),
    ):
        if others:
            yield from style.wrapped(f"{words} {', '.join(others)}", "  ", "    ")


def _example_lines(law: Rulebook, article: Article, style: Style) -> Iterator[str]:
    examples = law.cases(article.id)
    if examples:
        yield ""
        yield style.paint("  Examples", "heading")
    for one in examples:
        words = f"(beside it) {one.case}" if one.near else one.case
        yield from style.wrapped(words, "  - ", "    ")
