"""The rulebook: what the engine, the service and the command line ask of the law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from adjudicator.errors import Refused, RulebookError
from adjudicator.game.profile import Profile
from adjudicator.judging.rules import Rule, RuleSet
from adjudicator.judging.rulings import Ruling
from adjudicator.log.events import AttentionCalled
from adjudicator.values.fields import found_words
from rulebook.explain import sentences as words
from rulebook.profiles import profile_of
from rulebook.reading.articles import Article, read_articles
from rulebook.reading.decisions import Decision, read_decisions
from rulebook.reading.editions import Edition, read_editions
from rulebook.reading.examples import Example, displacing, read_examples
from rulebook.reading.games import Game, read_game
from rulebook.reading.options import OPTIONS, Choice, Option, read
from rulebook.reading.stakes import agreed
from rulebook.reading.toml_table import nearest
from rulebook.rules import ALL

HERE = Path(__file__).parent / "law"


class Rulebook:
    """The house's law: what the engine, the service and the command line ask of it."""

    def __init__(self, folder: Path = HERE, more_games: Sequence[Path] = ()) -> None:
        paths = sorted((folder / "articles").glob("*.toml"))
        found = [article for path in paths for article in read_articles(path)]
        _once("articles/*.toml", (article.id for article in found))
        self._articles = {article.id: article for article in found}
        plain = {option.name: option for option in OPTIONS}
        self._editions = read_editions(folder / "editions.toml", plain)
        _once("editions.toml", (one.id for one in self._editions))
        self._options = _with_editions(plain, [one.id for one in self._editions])
        self._decisions = read_decisions(folder / "decisions.toml")
        self._check_options()
        self._examples = read_examples(folder / "examples.toml", self._articles)
        self._check_rules()
        self._displacing = displacing(ALL, self._articles)
        books = tuple(dict.fromkeys(article.book for article in found))
        self._games = self._read_games(folder, more_games, books)
        named = {book for game in self._games.values() for book in game.books}
        self._general = tuple(book for book in books if book not in named)
        self._check_games()
        self._known_games = frozenset(id for article in found for id in article.games)
        self._rule_sets: dict[Any, RuleSet] = {}
        self._last_rules: tuple[Profile | None, RuleSet] = (None, RuleSet())

    def _read_games(
        self, folder: Path, more_games: Sequence[Path], books: Iterable[str]
    ) -> dict[str, Game]:
        paths = [*sorted((folder / "games").glob("*.toml")), *more_games]
        games = [read_game(path, self._options, books) for path in paths]
        _once("games/*.toml", (game.id for game in games))
        for game, path in zip(games, paths, strict=True):
            for key, article in game.cited().items():
                if article not in self._articles:
                    words = f"the id of an article{nearest(article, self._articles)}"
                    raise RulebookError(path.name, key, article, words)
        return {game.id: game for game in games}

    def _check_rules(self) -> None:
        for rule in ALL:
            if rule.id not in self._articles:
                words = f"the id of an article{nearest(rule.id, self._articles)}"
                raise RulebookError(f"rules, {rule.judge.__name__}", "id", rule.id, words)

    def _check_games(self) -> None:
        for article in self._articles.values():
            for id in article.games:
                if id not in self._games:
                    words = f"the id of a game{nearest(id, self._games)}"
                    raise RulebookError(f"{article.book}.toml", f"{article.id}.games", id, words)

    def _check_options(self) -> None:
        for article in self._articles.values():
            for name in article.options:
                if name not in self._options:
                    words = f"the name of an option{nearest(name, self._options)}"
                    key = f"{article.id}.options"
                    raise RulebookError(f"{article.book}.toml", key, name, words)
        for decision in self._decisions:
            if decision.option and decision.option not in self._options:
                words = f"the name of an option{nearest(decision.option, self._options)}"
                key = f"{decision.id}.option"
                raise RulebookError("decisions.toml", key, decision.option, words)

    @property
    def edition(self) -> str:
        """The newest edition."""
        return self._editions[-1].id

    def editions(self) -> tuple[Edition, ...]:
        """Every edition, the oldest first."""
        return self._editions

    def games(self) -> Mapping[str, Game]:
        """The games by id."""
        return MappingProxyType(self._games)

    def game(self, id: str) -> Game:
        """A game by id; ``Refused`` if there is none."""
        if id in self._games:
            return self._games[id]
        known = ", ".join(self._games)
        hint = nearest(id, self._games)
        detail = f"There is no game {found_words(id)}{hint or '.'} Games: {known}."
        message = f"found {found_words(id)}{hint}; allowed: {known}"
        raise Refused("UNKNOWN_GAME", detail, {"game": [message]})

    def articles(self) -> tuple[Article, ...]:
        """Every article, book by book."""
        return tuple(self._articles.values())

    def article(self, id: str) -> Article | None:
        """An article by id, if there is one."""
        return self._articles.get(id)

    def examples(self, id: str) -> tuple[Example, ...]:
        """Worked examples of an article, on both sides of it."""
        return self._examples.get(id, ())

    def displaces(self, id: str) -> tuple[str, ...]:
        """The articles that give way to this one where both speak on one matter."""
        return self._displacing.get(id, ())

    def displaced_by(self, id: str) -> tuple[str, ...]:
        """The articles that take the place of this one."""
        stronger = (one for one, weaker in self._displacing.items() if id in weaker)
        article = self._articles[id]
        return tuple(dict.fromkeys((*article.displaced_by, *stronger)))

    def told(self, article: Article) -> dict[str, Any]:
        """An article with its examples and its standing among the others, as plain JSON."""
        return {
            **article.wire(),
            "displaces": list(self.displaces(article.id)),
            "displaced_by": list(self.displaced_by(article.id)),
            "examples": [one.wire() for one in self.examples(article.id)],
        }

    def decisions(self) -> tuple[Decision, ...]:
        """How unclear articles are read."""
        return self._decisions

    def options(self) -> Mapping[str, Option]:
        """The house options by name."""
        return MappingProxyType(self._options)

    def option(self, name: str) -> Option:
        """A house option by name; ``Refused`` if there is none."""
        if name not in self._options:
            read(self._options, {name: None})
        return self._options[name]

    def near(self, id: str) -> str:
        """The nearest spelling among the ids of articles, as a question."""
        return nearest(id, self._articles)

    def profile(self, game: str, stakes: Mapping[str, Any], options: Mapping[str, Any]) -> Profile:
        """A game as a table plays it; ``Refused`` where a value is not allowed."""
        played = self.game(game)
        stated = read(self._options, options)
        given = agreed(game, played.stakes, stakes)
        edition = self._edition(stated.get("edition"))
        return profile_of(played, given, stated, edition, self._options, self._general)

    def _edition(self, id: str | None) -> Edition:
        found = {edition.id: edition for edition in self._editions}
        return found[id or self.edition]

    def rules(self, profile: Profile) -> RuleSet:
        """The rules that govern a game, by what wakes them."""
        last, found = self._last_rules
        if last is not profile:
            found = self._rules(profile)
            self._last_rules = profile, found
        return found

    def _rules(self, profile: Profile) -> RuleSet:
        edition = profile.options.get("edition") or self.edition
        key = (profile.id, profile.books, profile.adopted, edition)
        if key not in self._rule_sets:
            without = self._edition(edition).without
            here = [rule for rule in ALL if rule.id not in without]
            self._rule_sets[key] = _indexed(self._in_force(here, profile))
        return self._rule_sets[key]

    def _in_force(self, rules: Iterable[Rule], profile: Profile) -> list[Rule]:
        """The rules of the general books, and of the game's own whose articles name it.

        A game that no article knows by name is ruled by all of its books. Rules taken
        over from another game cite the article that takes them over.
        """
        shared = self._general if profile.id in self._known_games else profile.books
        adopted = dict(profile.adopted)
        found = []
        for rule in rules:
            if rule.book not in profile.books or adopted.get(rule.id) == "":
                continue
            if rule.book not in shared and profile.id not in self._articles[rule.id].games:
                continue
            basis = adopted.get(rule.id)
            found.append(replace(rule, cites=(*rule.cites, basis)) if basis else rule)
        return found

    def phrase(self, ruling: Ruling) -> tuple[str, str]:
        """The one-sentence text of a ruling, and its full explanation."""
        return words.phrase(ruling, self._articles, self._options)


def _once(file: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise RulebookError(file, "id", id, "each id once")
        seen.add(id)


def _with_editions(known: Mapping[str, Option], ids: Sequence[str]) -> dict[str, Option]:
    choice = Choice((None, *ids))
    pinned = {n: replace(known[n], allowed=choice) for n in ("edition", "citation_edition")}
    return {**known, **pinned}


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


@cache
def load(*more_games: Path) -> Rulebook:
    """The rulebook of this package, with the games of further files added."""
    return Rulebook(HERE, more_games)
