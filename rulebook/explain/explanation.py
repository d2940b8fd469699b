"""What stands behind a ruling, paragraph by paragraph: the law, the facts, what was weighed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.judging.rulings import FLOOR, Option, Ruling
from rulebook.explain.sentences import clauses, sentence
from rulebook.reading import options as house
from rulebook.reading.articles import Article
from rulebook.reading.wordings import Wordings, filled

Articles = Callable[[str], Article | None]
HouseOptions = Mapping[str, house.Option]


def phrase(
    ruling: Ruling, words: Wordings, articles: Articles, options: HouseOptions
) -> tuple[str, str]:
    """The one-sentence text of a ruling, and its full explanation."""
    text = sentence(ruling, words)
    main = articles(ruling.rule)
    paragraphs = (
        text,
        *_law(ruling, main, words, articles),
        *_grounds(ruling, words, articles),
        *_choices(ruling, main, words),
        *_house(main, words, options),
        *_edition(ruling, words),
    )
    return text, "\n".join(paragraphs)


def _law(
    ruling: Ruling, main: Article | None, words: Wordings, articles: Articles
) -> Iterator[str]:
    """The article it is given under, word for word, and those it cites beside it."""
    say = words.explanation
    yield say["rule"].format(article=_cited(ruling, ruling.rule, words, articles))
    if main is not None:
        yield main.text
        section = "" if ruling.citation else main.section
        yield say["source"].format(source=", ".join(filter(None, (main.source, section))))
    others = [_cited(ruling, id, words, articles) for id in ruling.cites if id != ruling.rule]
    if others:
        yield say["see_also"].format(articles=words.listed(others))


def _grounds(ruling: Ruling, words: Wordings, articles: Articles) -> Iterator[str]:
    """The facts, the rules that gave way, and what has to be verified first."""
    say = words.explanation
    for fact in ruling.because:
        yield say["fact"].format(entry=fact.seq, fact=fact.fact)
    for weighed in ruling.considered:
        article = _cited(ruling, weighed.rule, words, articles)
        yield say["considered"].format(article=article, why=weighed.why_not)
    for need in ruling.needs:
        yield say["to_be_verified"].format(need=needed(need, words))


def _choices(ruling: Ruling, main: Article | None, words: Wordings) -> Iterator[str]:
    """What the floor may decide, what it weighs, and why it is the floor's to decide."""
    say = words.explanation
    for option in ruling.options:
        part = say["presumed" if option.presumed else "other_choice"]
        yield part.format(choice=_choice(option, words))
    if ruling.factors:
        yield say["factors"].format(factors="; ".join(ruling.factors))
    if ruling.certainty == FLOOR and main is not None and main.why:
        yield say["why_the_floor"].format(why=main.why)


def _choice(option: Option, words: Wordings) -> str:
    order = "; ".join(clauses(option.outcomes, words))
    if option.label and order:
        return words.explanation["choice"].format(label=option.label, order=order)
    return option.label or order


def _house(main: Article | None, words: Wordings, options: HouseOptions) -> Iterator[str]:
    """The house options that bear on the article."""
    for name in main.options if main is not None else ():
        option = options.get(name)
        if option is not None:
            said = {"name": name, "allowed": option.allowed.words, "doc": option.doc}
            yield words.explanation["option"].format(**said)


def _edition(ruling: Ruling, words: Wordings) -> Iterator[str]:
    if ruling.edition:
        yield words.explanation["edition"].format(edition=ruling.edition)


def _cited(ruling: Ruling, id: str, words: Wordings, articles: Articles) -> str:
    """An article by its id and heading, and by its number where the table pins an edition."""
    article, say = articles(id), words.explanation
    if article is None:
        return id
    found = article.number_in(ruling.citation) if ruling.citation else None
    if found is None:
        return say["article"].format(id=id, heading=article.heading)
    book, _, edition = found[0].partition("-")
    printed = say["printed"].format(book=say[book], edition=edition, number=found[1])
    return say["numbered"].format(id=id, heading=article.heading, number=printed)


def needed(need: Mapping[str, Any], words: Wordings) -> str:
    """An entry that is asked for, in words."""
    kind = str(need.get("type", ""))
    blanks = {name: str(v).replace("_", " ") for name, v in need.items()}
    return filled(words.needs.get(kind, ()), blanks) or kind.replace("_", " ")
