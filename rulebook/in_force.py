"""Which rules govern a game, and which articles give way to which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from adjudicator.errors import RulebookError
from adjudicator.game.profile import Profile
from adjudicator.judging.rules import ANYTHING_ELSE, EVERY_SUBJECT, AnyRule, RuleSet, indexed
from adjudicator.judging.scopes import EVERYTHING
from adjudicator.play.codes import CODES
from rulebook.reading.editions import Edition
from rulebook.reading.law_files import LawFiles
from rulebook.reading.subjects import by_any_name
from rulebook.reading.toml_table import nearest
from rulebook.rules import ALL


def rules_of(profile: Profile, edition: Edition, law: LawFiles) -> RuleSet:
    """The rules that govern a game under an edition, by what wakes them."""
    here = [rule for rule in ALL if rule.id not in edition.without]
    names = by_any_name(law.subjects)
    return indexed(_in_force(here, profile, law), names, (*law.subjects, *names))


def _in_force(rules: Iterable[AnyRule], profile: Profile, law: LawFiles) -> Iterator[AnyRule]:
    """The rules of the general books, and of the game's own whose articles name it.

    A game that none of its books knows by name is ruled by all of them. Rules taken over
    from another game cite the article that takes them over.
    """
    own = {id: one for book in _own(profile, law) for id, one in law.book(book).items()}
    by_name = any(profile.id in article.games for article in own.values())
    adopted = dict(profile.adopted)
    for rule in rules:
        if rule.book not in profile.books or adopted.get(rule.id) == "":
            continue
        if by_name and rule.id in own and profile.id not in own[rule.id].games:
            continue
        basis = adopted.get(rule.id)
        yield replace(rule, cites=(*rule.cites, basis)) if basis else rule


def _own(profile: Profile, law: LawFiles) -> Iterator[str]:
    return (book for book in profile.books if book not in law.general)


def check_rules(law: LawFiles) -> None:
    """Refuse a rule without an article, and one that names what there is not."""
    ids = tuple(article.id for article in law.articles())
    books = tuple(dict.fromkeys(article.book for article in law.articles()))
    subjects = (*law.subjects, *EVERY_SUBJECT, ANYTHING_ELSE)
    for rule in ALL:
        _known(rule, "id", (rule.id,), ids, "the id of an article")
        _known(rule, "displaces", rule.displaces.ids, ids, "the id of an article")
        _known(rule, "displaces", rule.displaces.books, books, "the name of a book")
        _known(rule, "about", rule.about, subjects, "the name of a subject in subjects.toml")


def _known(
    rule: AnyRule, key: str, found: Iterable[str], known: tuple[str, ...], what: str
) -> None:
    for name in found:
        if name not in known:
            words = f"{what}{nearest(name, known)}"
            raise RulebookError(f"rules, {rule.judge.__name__}", key, name, words)


def check_remedies(remedies: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a remedy for, or by, an outcome that there is not."""
    for code, instead in remedies.items():
        for name in (code, *instead):
            if name not in CODES:
                words = f"the code of an outcome{nearest(name, CODES)}"
                raise RulebookError("remedies.toml", f"instead.{code}", name, words)


def displacing(ids: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """For each article those that give way to it where both speak on one matter."""
    ids = tuple(ids)
    found: dict[str, dict[str, None]] = {}
    for rule in ALL:
        if rule.displaces is not EVERYTHING:
            weaker = (id for id in ids if id in rule.displaces and id != rule.id)
            found.setdefault(rule.id, {}).update(dict.fromkeys(weaker))
    return {id: tuple(weaker) for id, weaker in found.items()}
