"""The rulebook read from its files: articles, decisions, editions and games.

A game is one file of ``games/``; nothing in the code knows one by name. Every value of
a file is checked, and a file that cannot be used is refused with the place in it, what
was found and what is allowed. What a table plays is a game joined with the table's
stakes and house options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from adjudicator.errors import Refused, RulebookError
from adjudicator.game.profile import Bonus, Profile, Stage, hands_served
from adjudicator.hands import Ranking
from adjudicator.judging.rules import Rule, RuleSet
from adjudicator.judging.rulings import Ruling
from adjudicator.log.events import AttentionCalled
from adjudicator.values.amounts import LARGEST
from adjudicator.values.cards import RANKS
from adjudicator.values.fields import found_words
from rulebook.explain import sentences as words
from rulebook.reading.examples import Example, displacing, read_examples
from rulebook.reading.files import content_of
from rulebook.reading.options import OPTIONS, Choice, Option, nearest, read, resolve
from rulebook.rules import ALL

HERE = Path(__file__).parents[1] / "law"
KINDS = ("deal", "bet", "board", "draw")
FACES = ("down", "up")
FIRST = (
    "left_of_button",
    "left_of_big_blind",
    "opener",
    "best_exposed",
    "lowest_upcard",
)
STARTS = ("left_of_button", "left_of_big_blind")
POSTS = ("ante", "small_blind", "big_blind", "bring_in")
DECK = 52


# --- Reading a file ---------------------------------------------------------------


@dataclass(frozen=True)
class Ref:
    """A value that a house option supplies."""

    option: str


@dataclass
class Table:
    """A table of a file, read key by key; what is left over at the end is refused."""

    file: str
    path: str
    content: dict[str, Any]
    known: set[str] = field(default_factory=set)

    def where(self, key: str) -> str:
        """The place of a key in the file."""
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, key: str, found: object, allowed: str) -> RulebookError:
        """A refusal of what stands at a key."""
        return RulebookError(self.file, self.where(key), found, allowed)

    def take(self, key: str, default: Any = ...) -> Any:
        """What stands at a key; without a default it must be there."""
        self.known.add(key)
        if key in self.content:
            return self.content[key]
        if default is ...:
            near = nearest(key, self.content.keys() - self.known)
            raise self.wrong(key, None, f"this key is needed{near}")
        return default

    def text(self, key: str, default: Any = ...) -> str:
        """Text at a key."""
        found = self.take(key, default)
        if not isinstance(found, str) or (not found and default is ...):
            raise self.wrong(key, found, "text")
        return found

    def one_of(self, key: str, allowed: Iterable[str], default: Any = ...) -> str:
        """One of a few words at a key."""
        found = self.take(key, default)
        allowed = tuple(allowed)
        if not isinstance(found, str) or (found != default and found not in allowed):
            hint = nearest(found, allowed)
            raise self.wrong(key, found, f"one of {', '.join(allowed)}{hint}")
        return found

    def flag(self, key: str, default: Any = ...) -> bool:
        """True or false at a key."""
        found = self.take(key, default)
        if not isinstance(found, bool):
            raise self.wrong(key, found, "true or false")
        return found

    def whole(
        self, key: str, least: int, most: int = LARGEST, default: Any = ..., beside: str = ""
    ) -> int:
        """A whole number at a key; ``beside`` says what else is allowed there."""
        found = self.take(key, default)
        if type(found) is not int or not least <= found <= most:
            raise self.wrong(key, found, f"a whole number from {least} to {most}{beside}")
        return found

    def texts(self, key: str, allowed: Iterable[str] | None = None) -> tuple[str, ...]:
        """A list of texts at a key; a missing one is empty."""
        found = self.take(key, [])
        if not isinstance(found, list) or not all(isinstance(x, str) for x in found):
            raise self.wrong(key, found, "a list of texts")
        known = tuple(allowed) if allowed is not None else found
        for place, item in enumerate(found):
            if item not in known:
                hint = nearest(item, known)
                words = f"one of {', '.join(known)}{hint}"
                raise self.wrong(f"{key}[{place}]", item, words)
        return tuple(found)

    def table(self, key: str, default: Any = ...) -> Table:
        """A table at a key."""
        found = self.take(key, default)
        if not isinstance(found, dict):
            raise self.wrong(key, found, "a table")
        return Table(self.file, self.where(key), found)

    def tables(self, key: str, default: Any = ...) -> list[Table]:
        """The tables of a list at a key."""
        found = self.take(key, default)
        if not isinstance(found, list) or not all(isinstance(x, dict) for x in found):
            raise self.wrong(key, found, "a list of tables")
        return [Table(self.file, f"{self.where(key)}[{n}]", x) for n, x in enumerate(found)]

    def ref(self, key: str, known: Mapping[str, Option]) -> Ref | None:
        """The option that supplies the value of a key, if one does."""
        found = self.content.get(key)
        if not isinstance(found, dict) or "option" not in found:
            return None
        table = self.table(key)
        name = table.one_of("option", known)
        table.done()
        return Ref(name)

    def done(self) -> None:
        """Refuse keys that nothing asked for."""
        for key in self.content:
            if key not in self.known:
                hint = nearest(key, self.known)
                allowed = f"one of {', '.join(sorted(self.known))}{hint}"
                raise self.wrong(key, self.content[key], allowed)


def _file(path: Path) -> Table:
    return Table(path.name, "", content_of(path))


# --- A game -----------------------------------------------------------------------


@dataclass(frozen=True)
class Stake:
    """An amount that a table agrees on, and when it has to.

    ``needed`` is always, never, or ``with`` or ``without`` another stake; ``upto`` is the
    stake that it may not exceed.
    """

    name: str
    doc: str
    post: str
    needed: str
    least: int
    usual: int | None
    default: int | None
    upto: str

    def due(self, given: Mapping[str, Any]) -> bool:
        """Whether it is missing beside the stakes given."""
        if self.name in given or self.default is not None or self.needed == "never":
            return False
        if self.needed == "always":
            return True
        how, other = self.needed.split()
        return (other in given) == (how == "with")

    def wire(self) -> dict[str, Any]:
        """The stake as plain JSON."""
        names = ("name", "doc", "needed", "least", "usual", "default")
        found = {name: getattr(self, name) for name in names}
        return found | ({"upto": self.upto} if self.upto else {})


@dataclass(frozen=True)
class SmallBlind:
    """Half of a stake, rounded by an option above one whole unit of money."""

    half_of: str
    rounding: str
    whole: str

    def amount(self, stakes: Mapping[str, int], options: Mapping[str, Any]) -> int:
        """The blind in smallest chips; the rounding to units never makes it nothing."""
        limit = stakes[self.half_of]
        unit = stakes.get(self.whole, 1)
        if options[self.rounding] == "exact" or limit <= unit:
            return limit // 2
        return limit // 2 // unit * unit or limit // 2


@dataclass(frozen=True)
class BigBlind:
    """The stake that an option names."""

    option: str

    def amount(self, stakes: Mapping[str, int], options: Mapping[str, Any]) -> int:
        """The blind in smallest chips."""
        return stakes[options[self.option]]


@dataclass(frozen=True)
class Adopted:
    """Rules of another game that hold in this one, by the article that says so.

    Where an option decides it, they hold only while it has this value.
    """

    article: str
    rules: tuple[str, ...]
    option: str
    value: Any

    def holds(self, options: Mapping[str, Any]) -> bool:
        """Whether the house's options let the rules hold."""
        return not self.option or options[self.option] == self.value

    def wire(self) -> dict[str, Any]:
        """What is taken over, as plain JSON."""
        found: dict[str, Any] = {"article": self.article, "rules": list(self.rules)}
        return {**found, "option": self.option, "value": self.value} if self.option else found


@dataclass(frozen=True)
class StagePlan:
    """A stage as the file has it, some of its values still left to options."""

    kind: str
    name: str
    articles: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    cards: int = 0
    unit: str = ""
    first: str | Ref = ""
    burn: bool | Ref = False
    start: str | Ref = "left_of_button"


@dataclass(frozen=True)
class Advice:
    """A set-up that departs from common practice, and the words for it."""

    option: str
    value: Any
    not_with: str
    article: str
    text: str


@dataclass(frozen=True)
class Game:
    """A game as its file has it."""

    id: str
    name: str
    books: tuple[str, ...]
    takes: tuple[str, ...]
    joker: Ref | None
    joker_use: str
    wild_ranks: tuple[str, ...]
    own_exactly: int | None
    players: tuple[int, int | None]
    stakes: Mapping[str, Stake]
    small_blind: SmallBlind | None
    big_blind: BigBlind | None
    defaults: Mapping[str, Any]
    cap: int | Ref | None
    cap_heads_up: bool | Ref
    all_in: bool
    exact_shares: bool
    draw_limit: int | Ref | None
    bonus: Bonus | None
    session_pots: int | Ref | None
    stages: tuple[StagePlan, ...]
    schedule: Ref | None
    advice: tuple[Advice, ...]
    adopts: tuple[Adopted, ...]
    award_articles: tuple[str, ...]

    @property
    def usual_stakes(self) -> dict[str, int]:
        """Stakes to try the game with."""
        found = {name: one.usual for name, one in self.stakes.items()}
        return {name: usual for name, usual in found.items() if usual is not None}

    def wire(self) -> dict[str, Any]:
        """The game as plain JSON, values that an option supplies as ``{"option"}``."""
        return {
            "id": self.id,
            "name": self.name,
            "books": list(self.books),
            "options": list(self.takes),
            "deck": {
                "cards": DECK,
                "joker": _shown(self.joker),
                "wild_ranks": list(self.wild_ranks),
            },
            "own_exactly": self.own_exactly,
            "players": {"least": self.players[0], "most": self.players[1]},
            "stakes": [stake.wire() for stake in self.stakes.values()],
            "usual_stakes": self.usual_stakes,
            "defaults": dict(self.defaults),
            "raises": _shown(self.cap),
            "raises_heads_up": _shown(self.cap_heads_up),
            "all_in": self.all_in,
            "exact_shares": self.exact_shares,
            "draw_limit": _shown(self.draw_limit),
            "session_pots": _shown(self.session_pots),
            "stages": [_stage_wire(stage) for stage in self.stages],
            "adopts": [one.wire() for one in self.adopts],
            "award_articles": list(self.award_articles),
        }

    def cited(self) -> dict[str, str]:
        """Every article the file names, by the key that names it."""
        found = {f"advice[{n}].article": one.article for n, one in enumerate(self.advice)}
        for n, stage in enumerate(self.stages):
            found |= {f"stage[{n}].articles[{m}]": one for m, one in enumerate(stage.articles)}
        for n, taken in enumerate(self.adopts):
            found[f"adopts[{n}].article"] = taken.article
            found |= {f"adopts[{n}].rules[{m}]": one for m, one in enumerate(taken.rules)}
        return found | {f"award_articles[{n}]": one for n, one in enumerate(self.award_articles)}


def _shown(value: Any) -> Any:
    return {"option": value.option} if isinstance(value, Ref) else value


def _stage_wire(stage: StagePlan) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": stage.kind, "name": stage.name}
    if stage.articles:
        found["articles"] = list(stage.articles)
    if stage.kind == "bet":
        return {**found, "unit": stage.unit, "first": _shown(stage.first)}
    if stage.kind == "deal":
        found |= {"faces": list(stage.faces), "start": _shown(stage.start)}
    if stage.kind == "board":
        found["cards"] = stage.cards
    return {**found, "burn": _shown(stage.burn)}


def read_game(path: Path, known: Mapping[str, Option], books: Iterable[str]) -> Game:
    """A game from its file; ``RulebookError`` where a value cannot be used."""
    file = _file(path)
    books = tuple(books)
    if file.text("id") != path.stem:
        raise file.wrong("id", file.text("id"), f"the name of the file, {path.stem}")
    deck = file.table("deck")
    deck.whole("cards", DECK, DECK)
    joker, joker_use = _joker(deck, known)
    stakes = _stakes(file.table("stakes"))
    small, big = _blinds(file.table("blinds", {}), stakes, known)
    limits = file.table("limits")
    stages = tuple(_stage(one, stakes, known) for one in file.tables("stage"))
    if not stages or stages[0].kind != "deal":
        raise file.wrong("stage", [s.kind for s in stages], "stages that begin with a deal")
    game = Game(
        id=file.text("id"),
        name=file.text("name"),
        books=file.texts("books", books),
        takes=file.texts("options", known),
        joker=joker,
        joker_use=joker_use,
        wild_ranks=deck.texts("wild_ranks", RANKS),
        own_exactly=_or_none(file, "own_exactly", 1, 5),
        players=_players(file.table("seats")),
        stakes=MappingProxyType(stakes),
        small_blind=small,
        big_blind=big,
        defaults=_defaults(file.table("defaults", {}), known),
        cap=limits.ref("raises", known) or _or_none(limits, "raises", 0, 99),
        cap_heads_up=limits.ref("heads_up", known) or limits.flag("heads_up", False),
        all_in=file.flag("all_in"),
        exact_shares=file.flag("exact_shares"),
        draw_limit=file.ref("draw_limit", known) or _or_none(file, "draw_limit", 0, 52),
        bonus=_bonus(file),
        session_pots=file.ref("session_pots", known) or _or_none(file, "session_pots", 1, LARGEST),
        stages=stages,
        schedule=file.ref("schedule", known),
        advice=tuple(_advice(one, stakes, known) for one in file.tables("advice", [])),
        adopts=tuple(_adopted(one, known) for one in file.tables("adopts", [])),
        award_articles=file.texts("award_articles"),
    )
    for table in (deck, limits, file):
        table.done()
    return game


def _or_none(table: Table, key: str, least: int, most: int) -> int | None:
    if table.take(key, None) is None:
        return None
    return table.whole(key, least, most)


def _joker(deck: Table, known: Mapping[str, Option]) -> tuple[Ref | None, str]:
    if deck.take("joker", None) is None:
        return None, "bug"
    table = deck.table("joker")
    name = table.one_of("option", known)
    use = table.one_of("acts_as", ("bug", "wild"))
    table.done()
    return Ref(name), use


def _stakes(table: Table) -> dict[str, Stake]:
    found = {}
    for name in table.content:
        one = table.table(name)
        least = one.whole("least", 0)
        default = one.whole("default", least) if "default" in one.content else None
        usual = one.whole("usual", least) if "usual" in one.content else None
        others = [
            f"{how} {other}"
            for how in ("with", "without")
            for other in table.content
            if other != name
        ]
        needed = one.one_of("needed", ("always", "never", *others), "always")
        post = one.one_of("is", POSTS, "")
        upto = one.one_of("upto", [other for other in table.content if other != name], "")
        found[name] = Stake(name, one.text("doc"), post, needed, least, usual, default, upto)
        one.done()
    return found


def _blinds(
    table: Table, stakes: Mapping[str, Stake], known: Mapping[str, Option]
) -> tuple[SmallBlind | None, BigBlind | None]:
    if not table.content:
        return None, None
    small = table.table("small")
    rounding = small.ref("rounding", known)
    if rounding is None:
        raise small.wrong("rounding", small.take("rounding", None), "an option")
    half = small.one_of("half_of", stakes)
    big = table.table("big")
    basis = big.ref("stake", known)
    if basis is None:
        raise big.wrong("stake", big.take("stake", None), "an option")
    whole = small.one_of("whole", stakes)
    for one in (small, big, table):
        one.done()
    return SmallBlind(half, rounding.option, whole), BigBlind(basis.option)


def _players(table: Table) -> tuple[int, int | None]:
    least = table.whole("min", 2, 23)
    deck = table.take("max") == "deck"
    most = None if deck else table.whole("max", least, 23, beside=', or "deck"')
    table.done()
    return least, most


def _defaults(table: Table, known: Mapping[str, Option]) -> Mapping[str, Any]:
    found = {}
    for name, value in table.content.items():
        if name not in known:
            hint = nearest(name, known)
            raise table.wrong(name, value, f"one of {', '.join(known)}{hint}")
        try:
            found[name] = known[name].allowed.read(value)
        except ValueError as error:
            allowed = f"{known[name].allowed.words}{error}"
            raise table.wrong(name, value, allowed) from None
    return MappingProxyType(found)


def _bonus(file: Table) -> Bonus | None:
    if file.take("bonus", None) is None:
        return None
    table = file.table("bonus")
    found = Bonus(table.one_of("rank", RANKS), table.one_of("face", FACES))
    table.done()
    return found


def _advice(table: Table, stakes: Mapping[str, Stake], known: Mapping[str, Option]) -> Advice:
    name = table.one_of("option", known)
    value = table.take("value")
    try:
        value = known[name].allowed.read(value)
    except ValueError as error:
        allowed = f"{known[name].allowed.words}{error}"
        raise table.wrong("value", value, allowed) from None
    other = table.one_of("not_with", stakes, "")
    text = " ".join(table.text("text").split())
    found = Advice(name, value, other, table.text("article"), text)
    table.done()
    return found


def _adopted(table: Table, known: Mapping[str, Option]) -> Adopted:
    rules = table.texts("rules")
    if not rules:
        raise table.wrong("rules", [], "a list of the rules that hold")
    name = table.one_of("option", known, "")
    value = table.take("value") if name else None
    try:
        value = known[name].allowed.read(value) if name else None
    except ValueError as error:
        allowed = f"{known[name].allowed.words}{error}"
        raise table.wrong("value", value, allowed) from None
    found = Adopted(table.text("article"), rules, name, value)
    table.done()
    return found


def _stage(table: Table, stakes: Mapping[str, Stake], known: Mapping[str, Option]) -> StagePlan:
    plan = StagePlan(table.one_of("kind", KINDS), table.text("name"), table.texts("articles"))
    if plan.kind == "bet":
        unit = table.one_of("unit", stakes)
        first = _place(table, "first", FIRST, known)
        plan = replace(plan, unit=unit, first=first)
    else:
        plan = replace(plan, burn=table.ref("burn", known) or table.flag("burn", False))
    if plan.kind == "board":
        plan = replace(plan, cards=table.whole("cards", 1, 5))
    if plan.kind == "deal":
        faces = table.texts("faces", FACES)
        if not faces:
            raise table.wrong("faces", [], f"a list of {', '.join(FACES)}")
        plan = replace(plan, faces=faces, start=_place(table, "start", STARTS, known))
    table.done()
    return plan


def _place(
    table: Table, key: str, allowed: tuple[str, ...], known: Mapping[str, Option]
) -> str | Ref:
    """One of these places at the table, or an option all of whose values are."""
    ref = table.ref(key, known)
    if ref is None:
        return table.one_of(key, allowed)
    choice = known[ref.option].allowed
    if not isinstance(choice, Choice) or not set(choice.values) <= set(allowed):
        words = f"an option whose values are of {', '.join(allowed)}"
        raise table.wrong(f"{key}.option", ref.option, words)
    return ref


# --- Articles, decisions, editions ------------------------------------------------


@dataclass(frozen=True)
class Article:
    """A numbered part of the law, in the house's own words."""

    id: str
    heading: str
    text: str
    source: str
    section: str
    decided_by: str
    why: str
    options: tuple[str, ...]
    games: tuple[str, ...]
    displaced_by: tuple[str, ...]

    @property
    def book(self) -> str:
        """The part of the rulebook it belongs to."""
        return self.id.split("/")[0]

    def wire(self) -> dict[str, Any]:
        """The article as plain JSON."""
        lists = ("options", "games", "displaced_by")
        plain = ("id", "heading", "text", "source", "section", "decided_by", "why")
        found: dict[str, Any] = {name: getattr(self, name) for name in plain}
        return {**found, **{name: list(getattr(self, name)) for name in lists}}


@dataclass(frozen=True)
class Decision:
    """A doubt about the law and how it is read here."""

    id: str
    question: str
    reading: str
    because: str
    option: str
    articles: tuple[str, ...]

    def wire(self) -> dict[str, Any]:
        """The decision as plain JSON."""
        names = ("id", "question", "reading", "because", "option")
        found: dict[str, Any] = {name: getattr(self, name) for name in names}
        return {**found, "articles": list(self.articles)}


@dataclass(frozen=True)
class Edition:
    """A dated set of articles and settings in force."""

    id: str
    since: date
    name: str
    doc: str
    defaults: Mapping[str, Any]
    without: tuple[str, ...]

    def wire(self) -> dict[str, Any]:
        """The edition as plain JSON."""
        found = {"id": self.id, "from": self.since.isoformat(), "name": self.name}
        return {**found, "doc": self.doc}


def read_articles(path: Path) -> list[Article]:
    """The articles of one book."""
    file = _file(path)
    found = []
    for one in file.tables("article"):
        article = Article(
            id=one.text("id"),
            heading=one.text("heading"),
            text=" ".join(one.text("text").split()),
            source=one.text("source"),
            section=one.text("section", ""),
            decided_by=one.one_of("decided_by", ("code", "floor")),
            why=one.text("why", ""),
            options=one.texts("options"),
            games=one.texts("games"),
            displaced_by=one.texts("displaced_by"),
        )
        one.done()
        if article.book != path.stem:
            raise one.wrong("id", article.id, f"an id of the book {path.stem}")
        found.append(article)
    file.done()
    return found


def _read_decisions(path: Path) -> tuple[Decision, ...]:
    file = _file(path)
    found = []
    for one in file.tables("decision"):
        texts = ("question", "reading", "because")
        said = {name: " ".join(one.text(name).split()) for name in texts}
        option = one.text("option", "")
        articles = one.texts("articles")
        found.append(Decision(one.text("id"), **said, option=option, articles=articles))
        one.done()
    file.done()
    return tuple(found)


def _read_editions(path: Path, known: Mapping[str, Option]) -> tuple[Edition, ...]:
    file = _file(path)
    found = []
    for one in file.tables("edition"):
        since = one.take("from")
        if not isinstance(since, date):
            raise one.wrong("from", since, "a date")
        id, name, doc = one.text("id"), one.text("name"), one.text("doc", "")
        defaults = _defaults(one.table("defaults", {}), known)
        without = one.texts("without")
        found.append(Edition(id, since, name, doc, defaults, without))
        one.done()
    file.done()
    if not found:
        raise file.wrong("edition", [], "at least one edition")
    return tuple(sorted(found, key=lambda one: one.since))


def _once(file: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise RulebookError(file, "id", id, "each id once")
        seen.add(id)


# --- The rulebook -----------------------------------------------------------------


class Rulebook:
    """The house's law: what the engine, the service and the command line ask of it."""

    def __init__(self, folder: Path = HERE, more_games: Sequence[Path] = ()) -> None:
        paths = sorted((folder / "articles").glob("*.toml"))
        found = [article for path in paths for article in read_articles(path)]
        _once("articles/*.toml", (article.id for article in found))
        self._articles = {article.id: article for article in found}
        plain = {option.name: option for option in OPTIONS}
        self._editions = _read_editions(folder / "editions.toml", plain)
        _once("editions.toml", (one.id for one in self._editions))
        self._options = _with_editions(plain, [one.id for one in self._editions])
        self._decisions = _read_decisions(folder / "decisions.toml")
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
        agreed = _agreed(played, stakes)
        edition = self._edition(stated.get("edition"))
        return _profile(played, agreed, stated, edition, self._options, self._general)

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


# --- What a table plays -----------------------------------------------------------


def _agreed(game: Game, stakes: Mapping[str, Any]) -> dict[str, int]:
    """The stakes checked, with those filled in that the game fixes."""
    wrong: dict[str, list[str]] = {}
    found: dict[str, int] = {}
    names = ", ".join(game.stakes)
    for name, value in stakes.items():
        stake = game.stakes.get(name)
        if stake is None:
            hint = nearest(name, game.stakes)
            message = f"unknown stake of {game.id}{hint}; allowed: {names}"
        elif type(value) is int and stake.least <= value <= LARGEST:
            found[name] = value
            continue
        else:
            allowed = f"a whole number of the smallest unit from {stake.least}"
            message = f"found {found_words(_plain(value))}; allowed: {allowed}"
        wrong[f"stakes.{name}"] = [message]
    for name, stake in game.stakes.items():
        if stake.due(stakes):
            allowed = f"a whole number of the smallest unit from {stake.least}"
            message = f"missing; {stake.doc}; needed: {allowed}"
            wrong[f"stakes.{name}"] = [message]
        elif stake.default is not None:
            found.setdefault(name, stake.default)
        elif stake.upto and found.get(name, 0) > found.get(stake.upto, LARGEST):
            most = f"{stake.upto}, which is {found[stake.upto]}"
            wrong[f"stakes.{name}"] = [f"found {found[name]}; allowed: no more than {most}"]
    if wrong:
        path, messages = next(iter(wrong.items()))
        raise Refused("MALFORMED", f"{path}: {messages[0]}", wrong)
    return found


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Fraction) else value


def _profile(
    game: Game,
    stakes: Mapping[str, int],
    stated: Mapping[str, Any],
    edition: Edition,
    known: Mapping[str, Option],
    general: tuple[str, ...],
) -> Profile:
    posts = {one.post: stakes[n] for n, one in game.stakes.items() if n in stakes}
    blinds = bool(posts.get("big_blind")) or game.big_blind is not None
    defaults = {**edition.defaults, **game.defaults}
    options = resolve(known, game.id, stated, defaults, blinds, game.takes)
    small, big = _blind_amounts(game, posts, stakes, options)
    joker = game.joker is not None and options[game.joker.option] == "on"
    ranking = Ranking(
        wild_ranks=frozenset(game.wild_ranks),
        joker=_use(game.joker_use) if joker else None,
        own_exactly=game.own_exactly,
        natural_beats_joker=options["natural_beats_joker"] == "on",
    )
    stages = _stages(game, stakes, options, bool(big))
    cap = _value(game.cap, options)
    limit = _value(game.draw_limit, options)
    return Profile(
        id=game.id,
        name=game.name,
        books=(*_own_books(game, options, known), *general),
        stages=stages,
        ranking=ranking,
        options=MappingProxyType(options),
        stakes=MappingProxyType(dict(stakes)),
        ante=posts.get("ante", 0),
        small_blind=small,
        big_blind=big,
        bring_in=posts.get("bring_in", 0),
        cap=cap,
        cap_heads_up=_value(game.cap_heads_up, options) in (True, "on"),
        all_in=game.all_in,
        exact_shares=game.exact_shares,
        players=(game.players[0], game.players[1] or hands_served(stages, DECK, limit)),
        deck=DECK,
        by_deck=game.players[1] is None,
        limit_known=isinstance(game.draw_limit, Ref) and game.draw_limit.option in stated,
        hand_size=sum(len(stage.faces) for stage in stages),
        jokers=int(joker),
        joker_known=game.joker is not None and game.joker.option in stated,
        draw_limit=limit,
        bonus=game.bonus,
        session_pots=_value(game.session_pots, options),
        advisories=_advisories(game, stakes, options),
        adopted=tuple(
            (rule, one.article if one.holds(options) else "")
            for one in game.adopts
            for rule in one.rules
        ),
        award_articles=game.award_articles,
    )


def _use(name: str) -> Any:
    return name


def _value(value: Any, options: Mapping[str, Any]) -> Any:
    return options[value.option] if isinstance(value, Ref) else value


def _blind_amounts(
    game: Game,
    posts: Mapping[str, int],
    stakes: Mapping[str, int],
    options: Mapping[str, Any],
) -> tuple[int, int]:
    """The blinds as the stakes fix them, else as the game computes them."""
    small, big = posts.get("small_blind"), posts.get("big_blind")
    if small is None and game.small_blind is not None:
        small = game.small_blind.amount(stakes, options)
    if big is None and game.big_blind is not None:
        big = game.big_blind.amount(stakes, options)
    return small or 0, big or 0


def _own_books(
    game: Game, options: Mapping[str, Any], known: Mapping[str, Option]
) -> tuple[str, ...]:
    """The game's books less those that only some value of an option brings along."""
    brought = {b for one in known.values() for b in one.brings.values()}
    here = {one.brings.get(options[one.name]) for one in known.values() if one.brings}
    return tuple(book for book in game.books if book not in brought or book in here)


def _stages(
    game: Game, stakes: Mapping[str, int], options: Mapping[str, Any], blinds: bool
) -> tuple[Stage, ...]:
    plans = game.stages
    if game.schedule is not None:
        plans = _in_order(plans, options[game.schedule.option])
    return tuple(_stage_of(plan, stakes, options, blinds) for plan in plans)


def _in_order(plans: tuple[StagePlan, ...], order: tuple[str, ...]) -> tuple[StagePlan, ...]:
    """The stages of a file in another order; the last of a kind serves for more."""
    if tuple(plan.kind for plan in plans) == order:
        return plans
    left = {kind: [p for p in plans if p.kind == kind] for kind in KINDS}
    found = []
    for kind in order:
        rest = left[kind]
        found.append(rest.pop(0) if len(rest) > 1 else rest[0])
    return tuple(found)


def _stage_of(
    plan: StagePlan, stakes: Mapping[str, int], options: Mapping[str, Any], blinds: bool
) -> Stage:
    first = str(_value(plan.first, options))
    if first == "left_of_big_blind" and not blinds:
        first = "left_of_button"
    return Stage(
        kind=plan.kind,
        name=plan.name,
        faces=plan.faces,
        cards=plan.cards,
        unit=stakes[plan.unit] if plan.unit else 0,
        first=first,
        burn=_value(plan.burn, options) in (True, "on"),
        start=str(_value(plan.start, options)),
        articles=plan.articles,
    )


def _advisories(
    game: Game, stakes: Mapping[str, int], options: Mapping[str, Any]
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (one.article, one.text)
        for one in game.advice
        if options[one.option] == one.value and one.not_with not in stakes
    )


@cache
def load(*more_games: Path) -> Rulebook:
    """The rulebook of this package, with the games of further files added."""
    return Rulebook(HERE, more_games)
