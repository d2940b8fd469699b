"""A game as its file has it; nothing in the code knows one by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from adjudicator.game.limits import STRUCTURES
from adjudicator.game.profile import Bonus
from adjudicator.hands.ranking import OrderName
from adjudicator.values.amounts import LARGEST
from adjudicator.values.cards import RANKS
from adjudicator.values.frozen import Frozen
from rulebook.reading.numbers import read_own_numbers
from rulebook.reading.options import Option, allowed_value, read_defaults
from rulebook.reading.stages import FACES, StagePlan, read_stages
from rulebook.reading.stakes import BigBlind, SmallBlind, Stake, read_blinds, read_stakes
from rulebook.reading.toml_table import Ref, TomlTable, file_of, plain

DECK = 52
LEAST_PLAYERS = 2
PARTS = ("high", "low")
ORDERS: Mapping[str, OrderName] = {order: order for order in get_args(OrderName)}


class Adopted(Frozen):
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


class Advice(Frozen):
    """A set-up that departs from common practice, and the words for it."""

    option: str
    value: Any
    not_with: str
    article: str
    text: str


class Game(Frozen):
    """A game as its file has it."""

    id: str
    name: str
    books: tuple[str, ...]
    takes: tuple[str, ...]
    joker: Ref | None
    joker_use: str
    wild_ranks: tuple[str, ...]
    own_exactly: int | None
    showdown: Mapping[str, OrderName]
    players: tuple[int, int | None]
    stakes: Mapping[str, Stake]
    small_blind: SmallBlind | None
    big_blind: BigBlind | None
    defaults: Mapping[str, Any]
    numbers: Mapping[str, int]
    structure: str
    cap: int | Ref | None
    cap_heads_up: bool | Ref
    all_in: bool
    exact_shares: bool
    everybody_shows: bool
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
                "joker": plain(self.joker),
                "wild_ranks": list(self.wild_ranks),
            },
            "own_exactly": self.own_exactly,
            "players": {"least": self.players[0], "most": self.players[1]},
            "stakes": [stake.wire() for stake in self.stakes.values()],
            "usual_stakes": self.usual_stakes,
            "defaults": dict(self.defaults),
            "raises": plain(self.cap),
            "raises_heads_up": plain(self.cap_heads_up),
            "all_in": self.all_in,
            "exact_shares": self.exact_shares,
            "everybody_shows": self.everybody_shows,
            "draw_limit": plain(self.draw_limit),
            "session_pots": plain(self.session_pots),
            "stages": [stage.wire() for stage in self.stages],
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


def read_game(path: Path, known: Mapping[str, Option], books: Iterable[str]) -> Game:
    """A game from its file; ``RulebookError`` where a value cannot be used."""
    file = file_of(path)
    books = tuple(books)
    if file.text("id") != path.stem:
        raise file.wrong("id", file.text("id"), f"the name of the file, {path.stem}")
    deck = file.table("deck")
    deck.whole("cards", DECK, DECK)
    joker, joker_use = _joker(deck, known)
    stakes = read_stakes(file.table("stakes"))
    small, big = read_blinds(file.table("blinds", {}), stakes, known)
    limits = file.table("limits")
    stages = read_stages(file, stakes, known)
    players = _players(file.table("seats"), stages)
    game = Game(
        id=file.text("id"),
        name=file.text("name"),
        books=file.texts("books", books),
        takes=file.texts("options", known),
        joker=joker,
        joker_use=joker_use,
        wild_ranks=deck.texts("wild_ranks", RANKS),
        own_exactly=_or_none(file, "own_exactly", 1, 5),
        showdown=_showdown(file.table("showdown", {"high": "high"})),
        players=players,
        stakes=MappingProxyType(stakes),
        small_blind=small,
        big_blind=big,
        defaults=read_defaults(file.table("defaults", {}), known),
        numbers=read_own_numbers(file.table("numbers", {})),
        structure=limits.one_of("structure", STRUCTURES, "fixed"),
        cap=_number(limits, "raises", 0, 99, known),
        cap_heads_up=limits.ref("heads_up", known) or limits.flag("heads_up", False),
        all_in=file.flag("all_in"),
        exact_shares=file.flag("exact_shares"),
        everybody_shows=file.flag("everybody_shows", default=False),
        draw_limit=_number(file, "draw_limit", 0, 52, known),
        bonus=_bonus(file),
        session_pots=_number(file, "session_pots", 1, LARGEST, known),
        stages=stages,
        schedule=file.ref("schedule", known),
        advice=tuple(_advice(one, stakes, known) for one in file.tables("advice", [])),
        adopts=tuple(_adopted(one, known) for one in file.tables("adopts", [])),
        award_articles=file.texts("award_articles"),
    )
    for table in (deck, limits, file):
        table.done()
    return game


def _or_none(table: TomlTable, key: str, least: int, most: int) -> int | None:
    if table.take(key, None) is None:
        return None
    return table.whole(key, least, most)


def _number(
    table: TomlTable, key: str, least: int, most: int, known: Iterable[str]
) -> int | Ref | None:
    """A number, the option that supplies it, or nothing."""
    return table.ref(key, known) or _or_none(table, key, least, most)


def _joker(deck: TomlTable, known: Mapping[str, Option]) -> tuple[Ref | None, str]:
    if deck.take("joker", None) is None:
        return None, "bug"
    table = deck.table("joker")
    name = table.one_of("option", known)
    use = table.one_of("acts_as", ("bug", "wild"))
    table.done()
    return Ref(name), use


def _showdown(table: TomlTable) -> Mapping[str, OrderName]:
    """The parts of every pot in their order, each with the order of hands that wins it."""
    for part in table.content:
        if part not in PARTS:
            raise table.wrong(part, table.content[part], f"one of {', '.join(PARTS)}")
    return MappingProxyType({part: ORDERS[table.one_of(part, ORDERS)] for part in table.content})


def _players(table: TomlTable, stages: tuple[StagePlan, ...]) -> tuple[int, int | None]:
    """How many may play: no more than a deck serves, with a whole draw where it decides."""
    hand = sum(len(stage.faces) for stage in stages)
    deck = table.take("max") == "deck"
    drawn = hand if deck and any(stage.kind == "draw" for stage in stages) else 0
    shared = sum(stage.cards + (stage.burn is True) for stage in stages)
    served = (DECK - shared) // (hand + drawn)
    if served < LEAST_PLAYERS:
        found = f"{hand + drawn} cards to a seat"
        raise table.wrong("min", found, f"a hand and a draw that {DECK} cards serve to two seats")
    least = table.whole("min", LEAST_PLAYERS, served)
    most = None if deck else table.whole("max", least, served, beside=', or "deck"')
    table.done()
    return least, most


def _bonus(file: TomlTable) -> Bonus | None:
    if file.take("bonus", None) is None:
        return None
    table = file.table("bonus")
    found = Bonus(table.one_of("rank", RANKS), table.one_of("face", FACES))
    table.done()
    return found


def _advice(table: TomlTable, stakes: Mapping[str, Stake], known: Mapping[str, Option]) -> Advice:
    name = table.one_of("option", known)
    value = allowed_value(table, "value", known[name])
    other = table.one_of("not_with", stakes, "")
    text = " ".join(table.text("text").split())
    found = Advice(name, value, other, table.text("article"), text)
    table.done()
    return found


def _adopted(table: TomlTable, known: Mapping[str, Option]) -> Adopted:
    rules = table.texts("rules")
    if not rules:
        raise table.wrong("rules", [], "a list of the rules that hold")
    name = table.one_of("option", known, "")
    value = allowed_value(table, "value", known[name]) if name else None
    found = Adopted(table.text("article"), rules, name, value)
    table.done()
    return found
