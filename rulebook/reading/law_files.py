"""The files of the law: each is read when something first asks for it.

Judging one hand needs the options, the editions, one game and that game's own books. The
text of the general articles is read when a ruling cites them, decisions and cases when
somebody looks them up. ``check`` reads everything and holds it against everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from adjudicator.errors import Refused, RulebookError
from adjudicator.values.fields import found_words
from adjudicator.values.frozen import replace
from rulebook.reading.allowed import Choice
from rulebook.reading.articles import Article, read_articles
from rulebook.reading.cases import Case, read_cases
from rulebook.reading.decisions import Decision, read_decisions
from rulebook.reading.editions import Edition, read_editions
from rulebook.reading.games import Game, read_game
from rulebook.reading.numbers import Number, read_numbers
from rulebook.reading.options import Option, read_options
from rulebook.reading.subjects import Subject, read_subjects
from rulebook.reading.toml_table import file_of, nearest
from rulebook.reading.wordings import Wordings, read_wordings

HOME = Path(__file__).parents[1] / "law"
CASES = Path(__file__).parents[1] / "cases"
LANGUAGE = "wordings.en.toml"
GENERAL = "general"  # the folder of the books that are in force in every game
BY_EDITION = ("edition",)  # options whose values are the editions


class LawFiles:
    """What the files of a folder say; ``RulebookError`` for a file that cannot be used."""

    def __init__(
        self, folder: Path = HOME, more_games: Sequence[Path] = (), cases: Path = CASES
    ) -> None:
        self.folder = folder
        self.cases_folder = cases
        self._books = _by_stem("articles", (folder / "articles").rglob("*.toml"))
        self._game_files = _by_stem("games", (folder / "games").glob("*.toml"), more_games)
        self._read_books: dict[str, Mapping[str, Article]] = {}
        self._read_games: dict[str, Game] = {}

    # --- Options and editions ---------------------------------------------------------

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """Every edition, the oldest first."""
        return read_editions(self.folder / "editions.toml", self._plain_options)

    def edition(self, id: str | None) -> Edition:
        """An edition by its id, else the newest."""
        found = {edition.id: edition for edition in self.editions}
        return found[id or self.editions[-1].id]

    @cached_property
    def _plain_options(self) -> Mapping[str, Option]:
        return read_options(self.folder / "options.toml")

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """The house options by name."""
        known = self._plain_options
        editions = Choice((None, *(one.id for one in self.editions)))
        pinned = {name: replace(known[name], allowed=editions) for name in BY_EDITION}
        return MappingProxyType({**known, **pinned})

    # --- Articles ---------------------------------------------------------------------

    @property
    def books(self) -> tuple[str, ...]:
        """The books by name."""
        return tuple(self._books)

    @cached_property
    def general(self) -> tuple[str, ...]:
        """The books that are in force in every game."""
        return tuple(book for book, path in self._books.items() if path.parent.name == GENERAL)

    def book(self, name: str) -> Mapping[str, Article]:
        """The articles of a book by id; nothing for a book that does not exist."""
        if name not in self._books:
            return {}
        if name not in self._read_books:
            self._read_books[name] = read_articles(self._books[name])
        return self._read_books[name]

    def article(self, id: str) -> Article | None:
        """An article by id, if there is one."""
        return self.book(id.partition("/")[0]).get(id)

    def articles(self) -> Iterator[Article]:
        """Every article, book by book."""
        for name in self._books:
            yield from self.book(name).values()

    @cached_property
    def numbers(self) -> Mapping[str, Number]:
        """The numbers of the law by name."""
        return read_numbers(self.folder / "numbers.toml")

    @cached_property
    def subjects(self) -> Mapping[str, Subject]:
        """What a question may be about, by name."""
        return read_subjects(self.folder / "subjects.toml")

    @cached_property
    def remedies(self) -> Mapping[str, tuple[str, ...]]:
        """What may stand in place of an outcome that is overridden, by its code."""
        file = file_of(self.folder / "remedies.toml")
        instead = file.table("instead")
        file.done()
        return {code: instead.texts(code) for code in instead.content}

    @cached_property
    def faults(self) -> Mapping[str, Subject]:
        """What may be found wrong with the deck, by name."""
        return read_subjects(self.folder / "faults.toml")

    @cached_property
    def topics(self) -> Mapping[str, Subject]:
        """What may be announced with an effect, by name."""
        return read_subjects(self.folder / "topics.toml")

    @cached_property
    def synonyms(self) -> Mapping[str, tuple[str, ...]]:
        """What the field calls things, and the words of the articles for each."""
        file = file_of(self.folder / "synonyms.toml")
        words = file.table("words")
        file.done()
        return {word: words.texts(word) for word in words.content}

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """How unclear articles are read."""
        return read_decisions(self.folder / "decisions.toml")

    @cached_property
    def cases(self) -> Mapping[str, tuple[Case, ...]]:
        """The worked examples of every article, book by book."""
        books = sorted(self.cases_folder.glob("*.toml"))
        return {id: found for book in books for id, found in read_cases(book).items()}

    @cached_property
    def wordings(self) -> Wordings:
        """How rulings are said."""
        return read_wordings(self.folder / LANGUAGE)

    # --- Games ------------------------------------------------------------------------

    def games(self) -> Mapping[str, Game]:
        """The games by id."""
        return MappingProxyType({id: self.game(id) for id in self._game_files})

    def game(self, id: str) -> Game:
        """A game by id; ``Refused`` if there is none."""
        if id not in self._game_files:
            known = ", ".join(self._game_files)
            hint = nearest(id, self._game_files)
            detail = f"There is no game {found_words(id)}{hint or '.'} Games: {known}."
            message = f"found {found_words(id)}{hint}; allowed: {known}"
            raise Refused("UNKNOWN_GAME", detail, {"game": [message]})
        if id not in self._read_games:
            self._read_games[id] = read_game(self._game_files[id], self.options, self._books)
        return self._read_games[id]

    # --- Everything -------------------------------------------------------------------

    def check(self) -> None:
        """Read every file; refuse the first that names something that does not exist."""
        known = {article.id: article for article in self.articles()}
        self._check_articles(known.values())
        self._check_options(known)
        self._check_decisions(known)
        self._check_subjects(known)
        self._check_numbers(known)
        self._check_games(known)
        self._check_cases(known)

    def _check_articles(self, articles: Iterable[Article]) -> None:
        for article in articles:
            file = f"{article.book}.toml"
            _known(file, f"{article.id}.games", article.games, self._game_files, "id of a game")
            _known(file, f"{article.id}.options", article.options, self.options, OPTION)

    def _check_options(self, articles: Mapping[str, Article]) -> None:
        for name, option in self.options.items():
            _known("options.toml", f"{name}.articles", option.affects, articles, ARTICLE)
            _known("options.toml", f"{name}.games", option.games, self._game_files, GAME)

    def _check_decisions(self, articles: Mapping[str, Article]) -> None:
        for one in self.decisions:
            _known("decisions.toml", f"{one.id}.articles", one.articles, articles, ARTICLE)
            option = filter(None, [one.option])
            _known("decisions.toml", f"{one.id}.option", option, self.options, OPTION)

    def _check_subjects(self, articles: Mapping[str, Article]) -> None:
        for file, subjects in (
            ("subjects.toml", self.subjects),
            ("faults.toml", self.faults),
            ("topics.toml", self.topics),
        ):
            for name, one in subjects.items():
                _known(file, f"{name}.article", [one.article], articles, ARTICLE)

    def _check_numbers(self, articles: Mapping[str, Article]) -> None:
        for name, one in self.numbers.items():
            _known("numbers.toml", f"{name}.article", [one.article], articles, ARTICLE)

    def _check_games(self, articles: Mapping[str, Article]) -> None:
        for id, game in self.games().items():
            for key, article in game.cited().items():
                _known(self._game_files[id].name, key, [article], articles, ARTICLE)

    def _check_cases(self, articles: Mapping[str, Article]) -> None:
        for id in self.cases:
            _known(f"{id.partition('/')[0]}.toml", id, [id], articles, ARTICLE)


ARTICLE, GAME, OPTION = "id of an article", "id of a game", "name of an option"


def _known(file: str, key: str, found: Iterable[str], known: Iterable[str], what: str) -> None:
    """Refuse a name that nothing in the law answers to."""
    known = known if isinstance(known, Mapping) else tuple(known)
    for name in found:
        if name not in known:
            raise RulebookError(file, key, name, f"the {what}{nearest(name, known)}")


def _by_stem(folder: str, paths: Iterable[Path], more: Iterable[Path] = ()) -> Mapping[str, Path]:
    """Files by the name of what they hold, in the order of names; further ones after them."""
    found: dict[str, Path] = {}
    for path in (*sorted(paths, key=lambda path: path.name), *more):
        if path.stem in found:
            raise RulebookError(f"{folder}/*.toml", "id", path.stem, "each id once")
        found[path.stem] = path
    return found
