"""Which rules govern a game, and which articles give way to which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from adjudicator.errors import RulebookError
from adjudicator.game.profile import Profile
from adjudicator.judging.rules import Rule, RuleSet
from adjudicator.log.events import AttentionCalled
from rulebook.reading.editions import Edition
from rulebook.reading.law_files import LawFiles
from rulebook.reading.toml_table import nearest
from rulebook.rules import ALL


def rules_of(profile: Profile, edition: Edition, law: LawFiles) -> RuleSet:
    """The rules that govern a game under an edition, by what wakes them."""
    here = [rule for rule in ALL if rule.id not in edition.without]
    return _indexed(_in_force(here, profile, law))


def _in_force(rules: Iterable[Rule], profile: Profile, law: LawFiles) -> Iterator[Rule]:
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


def _indexed(rules: Iterable[Rule]) -> RuleSet:
    triggers: dict[type, list[Rule]] = {}
    subjects: dict[str, list[Rule]] = {}
    anything: list[Rule] = []
    for rule in rules:
        for kind in rule.on:
            if kind is not AttentionCalled:
                triggers.setdefault(kind, []).append(rule)
                continue
            for subject in rule.about:
                subjects.setdefault(subject, []).append(rule)
            if not rule.about:
                anything.append(rule)
    return RuleSet(
        by_trigger={kind: tuple(found) for kind, found in triggers.items()},
        by_subject={subject: tuple(found) for subject, found in subjects.items()},
        any_subject=tuple(anything),
    )


def check_rules(law: LawFiles) -> None:
    """Refuse a rule without an article."""
    known = [article.id for article in law.articles()]
    for rule in ALL:
        if rule.id not in known:
            words = f"the id of an article{nearest(rule.id, known)}"
            raise RulebookError(f"rules, {rule.judge.__name__}", "id", rule.id, words)


def displacing(ids: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """For each article those that give way to it where both speak on one matter."""
    ids = tuple(ids)
    found: dict[str, dict[str, None]] = {}
    for rule in ALL:
        for family in filter(None, rule.displaces):
            weaker = (id for id in ids if id.startswith(family) and id != rule.id)
            found.setdefault(rule.id, {}).update(dict.fromkeys(weaker))
    return {id: tuple(weaker) for id, weaker in found.items()}
