"""The cells of the matrix: a general rule, a game, a moment and a reading, played as a log.

A ``Row`` says what is played and what must follow; ``cells`` turns it into one cell for
every game the rule governs, before and after its window, under Robert's Rules and under
those for tournaments. Where a window is counted in acts, the cell between them shows the
two readings apart: two acts without chips close it for Robert's Rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from builders import Log, table

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.table.hand import Hand

DRAW = ("draw-high", "jacks-or-better")
DRAWS = (*DRAW, "blue-beacon")
FLOP = ("omaha-limit", "holdem-limit")
BOARD = (*FLOP, "blue-beacon")
BASEBALL = ("baseball",)
STUD = (*BASEBALL, "five-card-stud", "seven-card-stud")
ALL = (*DRAWS, *FLOP, *STUD)
EACH = {"omaha-limit": 4, "holdem-limit": 2}
HIDDEN = {"baseball": 2, "seven-card-stud": 2, "five-card-stud": 1}
# The first seat dealt to begins: it shows the best upcard in Baseball, the lowest in stud.
LOWEST = ("2c", "5d", "7h", "8c", "Ts", "Qd")
UPS = {
    "baseball": ("As", "Kd", "Qh", "Jc", "Ts", "8d"),
    "seven-card-stud": LOWEST,
    "five-card-stud": LOWEST,
}
READINGS = ("rrop", "tda")
BEFORE, BETWEEN, AFTER = "before", "between", "after"
ACTS = {BEFORE: 1, BETWEEN: 2, AFTER: 3}
ROOM: Mapping[str, Mapping[str, Any]] = {
    "omaha-limit": {
        "big_blind_basis": "lower",
        "deal_start": "left_of_button",
        "burn_before_board": "on",
    },
    "blue-beacon": {"burn_before_board": "on", "burn_before_draw": "on"},
    "holdem-limit": {"burn_before_board": "on"},
}

Expected = str | Mapping[str, str]


@dataclass(frozen=True)
class Cell:
    """One square of the matrix."""

    row: Row
    game: str
    moment: str
    reading: str

    @property
    def rule(self) -> str:
        """The rule that decides here: the article's own, or the one that displaces it."""
        other = self.row.instead.get(self.game)
        if other is not None:
            return other
        late = self.row.later if self.moment != BEFORE else ""
        return late if late and not self._open else self.row.article

    @property
    def code(self) -> str:
        """The outcome that must follow."""
        moment = self.moment
        if moment == BETWEEN:
            moment = BEFORE if self._open else AFTER
        wanted = self.row.expect[moment]
        return wanted if isinstance(wanted, str) else wanted[self.reading]

    @property
    def _open(self) -> bool:
        return self.moment == BEFORE or (self.moment == BETWEEN and self.reading == "tda")

    def __str__(self) -> str:
        return f"{self.row.article} {self.game} {self.moment} {self.reading}"


@dataclass(frozen=True)
class Row:
    """A general rule: what is played, and the outcome before and after its window.

    ``expect`` is keyed by moment; a value may differ by reading. ``later`` is the rule
    that speaks once the window is closed, ``instead`` the game's own rule that displaces
    this one, ``acts`` whether the window is counted in acts.
    """

    article: str
    games: tuple[str, ...]
    play: Callable[[Cell], Log]
    expect: Mapping[str, Expected]
    later: str = ""
    instead: Mapping[str, str] = field(default_factory=dict)
    acts: bool = False
    readings: tuple[str, ...] = READINGS


def cells(rows: tuple[Row, ...]) -> Iterator[Cell]:
    """Every square of these rows."""
    for row in rows:
        moments = (BEFORE, BETWEEN, AFTER) if row.acts else tuple(row.expect)
        for game in row.games:
            for moment in moments:
                for reading in row.readings:
                    yield Cell(row, game, moment, reading)


# --- How a hand is told -----------------------------------------------------------


def seated(cell: Cell, places: int | None = None, **options: Any) -> Log:
    """Six players at a table of this game under this reading."""
    chosen = {**ROOM.get(cell.game, {}), "general_rules": cell.reading, **options}
    return table(cell.game, options=chosen, places=places)


def posted(cell: Cell, log: Log, button: int = 6, seats: list[int] | None = None) -> Log:
    """A hand starts and every post that is due is made."""
    log.hand(button, seats)
    while True:
        due = [e for e in offered(log) if e["type"] == "posted"]
        if not due:
            return log
        log.events.append(due[0])


def dealt(cell: Cell, log: Log) -> Log:
    """The starting hands go round."""
    if cell.game in STUD:
        log.add("round_dealt", each=HIDDEN[cell.game])
        shown = zip(hand_of(log).dealt_in, UPS[cell.game], strict=False)
        return log.ups(*(f"{seat} {card}" for seat, card in shown))
    log.add("round_dealt", each=EACH.get(cell.game, 5))
    return log.add("deal_completed")


def ready(cell: Cell, **options: Any) -> Log:
    """Six players with their cards, nobody has acted."""
    return dealt(cell, posted(cell, seated(cell, **options)))


def hand_of(log: Log) -> Hand:
    """The hand as it stands."""
    hand = log.judged().state.hand
    assert hand is not None
    return hand


def acts(log: Log, times: int) -> Log:
    """So many acts in turn that put no chips in; a forced bet before them is none."""
    while times:
        choices = {e["verb"]: e for e in offered(log) if e["type"] == "acted"}
        free = choices.get("check") or choices.get("fold")
        log.events.append(free or next(iter(choices.values())))
        times -= free is not None
    return log


def to_stage(log: Log, kind: str) -> Log:
    """The hand is played on, by calls and checks, until cards of this kind are due."""
    while True:
        entries = offered(log)
        cards = [e for e in entries if e["type"] == "dealt"]
        if kind == "board" and cards and _before_board(log):
            return log
        log.events.append(_cheapest(entries))


def _before_board(log: Log) -> bool:
    hand = hand_of(log)
    return hand.here is not None and hand.here.kind == "board"


def _cheapest(entries: list[dict[str, Any]]) -> dict[str, Any]:
    for verb in ("check", "call"):
        for entry in entries:
            if entry["type"] == "acted" and entry["verb"] == verb:
                return entry
    return next(e for e in entries if e["type"] != "shuffled")


def offered(log: Log) -> list[dict[str, Any]]:
    """The entries that may properly come next."""
    return list(next_entries(log.judged().state))


def follows(docket: Docket, cell: Cell) -> bool:
    """Whether a standing ruling of the cell's rule holds the cell's outcome."""
    return any(
        (ruling.rule == cell.rule or cell.rule in ruling.cites)
        and any(one.code == cell.code for one in ruling.outcomes)
        for ruling in docket.rulings.values()
        if ruling.status != "withdrawn"
    )
