"""A session: a table is set up, hands are played, players come, sit out, rebuy and go."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from tests.simulator import compare
from tests.simulator.careless import Careless
from tests.simulator.compare import Difference
from tests.simulator.dealer import Dealer, Tablet, Unlike, style
from tests.simulator.oracle.games import GAMES, game
from tests.simulator.oracle.table import Plan, Seated, Table

STACKS = (1, 2, 3, 5, 7, 9, 11, 14, 18, 23, 31, 40, 60, 100, 200, 500)


Event = dict[str, Any]


@dataclass(frozen=True)
class Played:
    """What came of a session."""

    game: str
    seed: str
    hands: int
    found: list[Difference]
    noted: list[tuple[Difference, int]]
    log: list[Event]
    mistakes: int = 0  # how many were made


def stakes(name: str, rng: random.Random) -> dict[str, int]:
    """Stakes that leave odd chips and halves of bets."""
    if name in ("draw-high", "jacks-or-better"):
        small = rng.choice((4, 5, 10))
        ante = {"ante": rng.choice((1, 2))}
        blinds = {"small_blind": small // 2, "big_blind": small}
        forced = [ante, ante, blinds, {**ante, **blinds}] if name == "draw-high" else [ante]
        return {"small_bet": small, "big_bet": 2 * small, **rng.choice(forced)}
    if name == "blue-beacon":
        return {"ante": rng.choice((0, 1, 2)), "bet": rng.choice((4, 5))}
    if name == "omaha-limit":
        lower = rng.choice((2, 5, 6))
        room = {"small_blind": lower // 2, "big_blind": lower}
        own: dict[str, int] = rng.choice(({}, {}, room))
        return {"lower": lower, "higher": 2 * lower, "unit": rng.choice((1, 2, 5)), **own}
    if name == "holdem-limit":
        small, blind = rng.choice(((6, 3), (5, 2), (10, 5)))
        return {"small_bet": small, "big_bet": 2 * small, "small_blind": blind, "big_blind": small}
    if name == "baseball":
        return {"ante": 1, "bet": 1}
    small = rng.choice((4, 6))
    return {"ante": 1, "bring_in": rng.choice((1, 2)), "small_bet": small, "big_bet": 2 * small}


def options(name: str, rng: random.Random) -> dict[str, Any]:
    """House options, those that change nothing about who errs."""
    on_off = ("on", "off")
    choices: dict[str, tuple[Any, ...]] = {}
    if name in ("draw-high", "jacks-or-better"):
        choices = {
            "joker_in_use": on_off,
            "burn_before_draw": on_off,
            "max_raises_draw": (3, 4),
            "cap_applies_heads_up": on_off,
            "postdraw_first": ("opener", "left_of_button"),
            "open_with_raise": on_off,
        }
    elif name == "blue-beacon":
        choices = {
            "burn_before_draw": on_off,
            "burn_before_board": on_off,
            "bb_draw_limit_default": (3, 2, 5),
            "cap_applies_heads_up": on_off,
        }
    elif name == "omaha-limit":
        choices = {
            "burn_before_board": on_off,
            "big_blind_basis": ("higher", "lower"),
            "deal_start": ("left_of_big_blind", "left_of_button"),
            "small_blind_rounding": ("floor_above_1", "exact"),
            "cap_applies_heads_up": on_off,
        }
    return {key: rng.choice(values) for key, values in choices.items() if rng.random() < 0.6}


class Session:
    """One table with its seed."""

    def __init__(self, name: str, seed: str, careless: bool = False) -> None:
        self.rng = random.Random(f"{name} {seed}")
        self.name, self.seed = name, seed
        self.stakes, self.options = stakes(name, self.rng), options(name, self.rng)
        self.game = game(name, self.stakes, self.options)
        self.places = self._places()
        self.table = Table(self.game, self.places)
        self.tablet = Tablet()
        kind = Careless if careless else Dealer
        self.dealer = kind(self.rng, self.table, self.tablet, style(self.rng))
        self.deep = self.rng.random() < 0.4  # nobody is all-in
        self.names = 0
        self.hands = 0

    def _places(self) -> int:
        least, most = self.game.seats
        if self.game.draws:
            most = min(most, 7)
        if self.name == "seven-card-stud":
            most = 6
        if self.name == "blue-beacon" and self.game.draw_limit > 3:
            most = 4
        elif self.options.get("burn_before_draw") or self.options.get("burn_before_board"):
            most = min(most, 5)
        return self.rng.randint(least, most)

    # --- setting up -----------------------------------------------------------------------

    def open(self) -> None:
        """The table opens and players sit down."""
        rng = self.rng
        self.tablet.say(
            "table_opened",
            game=self.name,
            stakes=self.stakes,
            options=self.options,
            seats=self.places,
        )
        some = rng.randint(2, self.places)
        for seat in sorted(rng.sample(range(1, self.places + 1), some)):
            self._sit(seat, new=False)
        if self.game.draws:
            value = "on" if self.game.joker else "off"
            self.tablet.say("announced", topic="joker_in_use", value=value)
        if self.name == "blue-beacon":
            self.tablet.say("announced", topic="draw_limit", value=self.game.draw_limit)

    def _sit(self, seat: int, new: bool) -> None:
        self.names += 1
        name = f"P{self.names}"
        endless = self.game.owed_in_full
        chips = 0 if endless else self._chips()
        self.table.seats[seat] = Seated(name, chips, new=new and self.game.blinds)
        fields = {} if endless else {"chips": chips}
        self.tablet.say("player_seated", seat=seat, player=name, **fields)

    def _chips(self) -> int:
        if self.deep:
            return self.rng.randint(2000, 3000)
        return self.rng.choice(STACKS) * self.rng.choice((1, 1, 2))

    # --- between hands --------------------------------------------------------------------

    def _between(self) -> None:
        rng, table = self.rng, self.table
        quiet = not table.carried
        for seat in list(table.seats):
            one = table.seats[seat]
            if one.stack == 0 and not self.game.owed_in_full and rng.random() < 0.8:
                self._broke(seat, quiet)
            elif quiet and one.out and rng.random() < 0.35:
                one.out = False
                self.tablet.say("sat_in", seat=seat)
            elif quiet and not one.out and rng.random() < 0.06:
                one.out = True
                self.tablet.say("sat_out", seat=seat)
            elif quiet and rng.random() < 0.03:
                self._leave(seat)
            elif rng.random() < 0.03 and not self.game.owed_in_full:
                self._buy(seat)
        empty = [place for place in range(1, self.places + 1) if place not in table.seats]
        if empty and rng.random() < 0.25:
            self._sit(rng.choice(empty), new=self.hands > 0)

    def _broke(self, seat: int, quiet: bool) -> None:
        if self.rng.random() < 0.7:
            self._buy(seat)
        elif quiet:
            self._leave(seat)

    def _buy(self, seat: int) -> None:
        amount = self.rng.choice(STACKS)
        self.table.seats[seat].stack += amount
        self.tablet.say("chips_bought", seat=seat, amount=amount)

    def _leave(self, seat: int) -> None:
        del self.table.seats[seat]
        self.tablet.say("player_left", seat=seat)

    # --- hands ----------------------------------------------------------------------------

    def _coming_in(self, plan: Plan) -> tuple[int, ...]:
        found = []
        for seat in plan.may_post:
            owed = sum(amount for _, amount in self.table.owed_posts(seat, plan))
            if self.table.seats[seat].stack > owed and self.rng.random() < 0.6:
                found.append(seat)
        return tuple(found)

    def hand(self) -> bool:
        """The next hand; false where none can be dealt."""
        if self.dealer.ends:
            return False
        if self.hands and not self.dealer.redeal:
            self._between()
        if self.game.session_pots and self.table.resolved_pots >= self.game.session_pots:
            return False
        first = self.rng.choice(sorted(self.table.seats) or [1])
        if self.dealer.redeal:
            first = self.tablet.told["table"]["next_button"]
            self.dealer.redeal = False
        plan = self.table.plan(first)
        if plan is None:
            return False
        if self.hands and self.dealer.style.riffle:
            self.tablet.say("shuffled")
        coming = self._coming_in(plan)
        self._compare_places(plan, coming)
        if isinstance(self.dealer, Careless):
            self.dealer.errs = bool(self.table.carried) or self.rng.random() < 0.6
        self.dealer.play(plan, coming)
        self.hands += 1
        return True

    def _compare_places(self, plan: Plan, coming: tuple[int, ...]) -> None:
        """The button told in advance goes by everybody who could play."""
        told = self.tablet.told["table"]["next_button"]
        seats = [seat for seat, one in self.table.seats.items() if not one.out and one.stack]
        everybody = {*plan.dealt_in, *coming} >= set(seats)
        if self.hands and everybody and told != plan.button:
            raise Unlike([Difference("next_button", plan.button, told)])
        self.tablet.check(compare.money(self.table, None, self.tablet.told))


def play(name: str, seed: str, hands: int, careless: bool = False) -> Played:
    """A session of so many hands, or up to the first difference."""
    session = Session(name, seed, careless)
    found: list[Difference] = []
    try:
        session.open()
        while session.hands < hands and session.hand():
            pass
    except Unlike as unlike:
        blame = session.dealer.blame() if isinstance(session.dealer, Careless) else ""
        found = [replace(one, kind=one.kind + blame) for one in unlike.found]
    log = session.tablet.log
    noted = list(session.tablet.noted.values())
    return Played(name, seed, session.hands, found, noted, log)


__all__ = ["GAMES", "Played", "Session", "play"]
