"""The rulebook: what the engine, the service and the command line ask of the law.

Rules and sentences are imported where they are first needed: comparing two hands or
printing an article starts without the engine that judges, in half the time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.game.profile import Profile
from rulebook.profiles import profile_of
from rulebook.reading.articles import Article
from rulebook.reading.cases import Case
from rulebook.reading.decisions import Decision
from rulebook.reading.editions import Edition
from rulebook.reading.games import Game
from rulebook.reading.law_files import CASES, HOME, LANGUAGE, LawFiles
from rulebook.reading.options import Option, read
from rulebook.reading.stakes import agreed
from rulebook.reading.subjects import Subject
from rulebook.reading.toml_table import nearest
from rulebook.reading.wordings import Wordings

if TYPE_CHECKING:
    from adjudicator.judging.rules import RuleSet
    from adjudicator.judging.rulings import Branch, Ruling


class Rulebook:
    """The house's law and the rules that apply it."""

    def __init__(
        self, folder: Path = HOME, more_games: Sequence[Path] = (), cases: Path = CASES
    ) -> None:
        self._law = LawFiles(folder, more_games, cases)
        self._rule_sets: dict[Any, RuleSet] = {}
        self._last_rules: tuple[Profile | None, RuleSet | None] = (None, None)

    def checked(self) -> Rulebook:
        """It, if all of its files and rules fit together; else ``RulebookError``."""
        from rulebook.explain.sentences import check_wordings
        from rulebook.in_force import check_remedies, check_rules

        self._law.check()
        check_rules(self._law)
        check_remedies(self._law.remedies)
        check_wordings(self._law.wordings, LANGUAGE)
        return self

    # --- The law ----------------------------------------------------------------------

    @property
    def edition(self) -> str:
        """The newest edition."""
        return self._law.editions[-1].id

    def editions(self) -> tuple[Edition, ...]:
        """Every edition, the oldest first."""
        return self._law.editions

    def games(self) -> Mapping[str, Game]:
        """The games by id."""
        return self._law.games()

    def game(self, id: str) -> Game:
        """A game by id; ``Refused`` if there is none."""
        return self._law.game(id)

    def articles(self) -> tuple[Article, ...]:
        """Every article, book by book."""
        return tuple(self._law.articles())

    def article(self, id: str) -> Article | None:
        """An article by id, if there is one."""
        return self._law.article(id)

    def near(self, id: str) -> str:
        """The nearest spelling among the ids of articles, as a question."""
        return nearest(id, (article.id for article in self._law.articles()))

    @property
    def wordings(self) -> Wordings:
        """How rulings are said."""
        return self._law.wordings

    def instead(self, code: str) -> tuple[str, ...]:
        """The outcomes that the floor may put in place of one."""
        return self._law.remedies.get(code, ())

    def decisions(self) -> tuple[Decision, ...]:
        """How unclear articles are read."""
        return self._law.decisions

    def options(self) -> Mapping[str, Option]:
        """The house options by name."""
        return self._law.options

    def option(self, name: str) -> Option:
        """A house option by name; ``Refused`` if there is none."""
        known = self._law.options
        if name not in known:
            read(known, {name: None})
        return known[name]

    def subjects(self) -> Mapping[str, Subject]:
        """What a question may be about, by name."""
        return self._law.subjects

    def faults(self) -> Mapping[str, Subject]:
        """What may be found wrong with the deck, by name."""
        return self._law.faults

    def topics(self) -> Mapping[str, Subject]:
        """What may be announced with an effect, by name."""
        return self._law.topics

    def synonyms(self) -> Mapping[str, tuple[str, ...]]:
        """What the field calls things, and the words of the articles for each."""
        return self._law.synonyms

    def cases(self, id: str) -> tuple[Case, ...]:
        """The worked examples of an article, on both sides of it."""
        return self._law.cases.get(id, ())

    # --- Which articles give way ------------------------------------------------------

    @cached_property
    def _displacing(self) -> Mapping[str, tuple[str, ...]]:
        from rulebook.in_force import displacing

        return displacing(article.id for article in self._law.articles())

    def displaces(self, id: str) -> tuple[str, ...]:
        """The articles that give way to this one where both speak on one matter."""
        return self._displacing.get(id, ())

    def displaced_by(self, id: str) -> tuple[str, ...]:
        """The articles that take the place of this one."""
        article = self._law.article(id)
        assert article is not None
        stronger = (one for one, weaker in self._displacing.items() if id in weaker)
        return tuple(dict.fromkeys((*article.displaced_by, *stronger)))

    def told(self, article: Article) -> dict[str, Any]:
        """An article with its examples and its standing among the others, as plain JSON."""
        return {
            **article.wire(),
            "displaces": list(self.displaces(article.id)),
            "displaced_by": list(self.displaced_by(article.id)),
            "examples": [one.wire() for one in self.cases(article.id)],
        }

    # --- What the engine asks -----------------------------------------------------------

    def profile(self, game: str, stakes: Mapping[str, Any], options: Mapping[str, Any]) -> Profile:
        """A game as a table plays it; ``Refused`` where a value is not allowed."""
        law = self._law
        played = law.game(game)
        stated = read(law.options, options)
        given = agreed(game, played.stakes, stakes)
        edition = law.edition(stated.get("edition"))
        return profile_of(played, given, stated, edition, law)

    def rules(self, profile: Profile) -> RuleSet:
        """The rules that govern a game, by what wakes them."""
        last, found = self._last_rules
        if found is None or last is not profile:
            found = self._rules(profile)
            self._last_rules = profile, found
        return found

    def articles_of(self, game: str) -> tuple[Article, ...]:
        """The articles that name a game, and those whose rules are in force as it is usual."""
        profile = self.profile(game, self.game(game).usual_stakes, {})
        found = self._rules(profile)
        woken = (*found.by_trigger.values(), *found.by_subject.values(), found.any_subject)
        ruling = {rule.id for rules in woken for rule in rules}
        return tuple(one for one in self.articles() if game in one.games or one.id in ruling)

    def _rules(self, profile: Profile) -> RuleSet:
        from rulebook.in_force import rules_of

        edition = self._law.edition(profile.edition)
        key = (profile.id, profile.books, profile.adopted, edition.id)
        if key not in self._rule_sets:
            self._rule_sets[key] = rules_of(profile, edition, self._law)
        return self._rule_sets[key]

    def branch_in_words(self, branch: Branch) -> Branch:
        """A branch of a conditional ruling with its label and its text."""
        from rulebook.explain.sentences import branch_in_words

        return branch_in_words(branch, self._law.wordings)

    def phrase(self, ruling: Ruling) -> tuple[str, str]:
        """The one-sentence text of a ruling, and its full explanation."""
        from rulebook.explain.explanation import phrase

        law = self._law
        return phrase(ruling, law.wordings, law.article, law.options)


@cache
def load() -> Rulebook:
    """The rulebook of this package."""
    return Rulebook(HOME)
