"""The table after an entry: players, carried money, the hand, what is due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.game.profile import Profile
from adjudicator.table.due import Due
from adjudicator.table.frozen import NOTHING, Frozen
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Layer
from adjudicator.values.amounts import Amount


@dataclass(frozen=True)
class Player(Frozen):
    """A player at the table; ``purse`` is his stack, or his balance where untracked."""

    name: str
    purse: Amount = 0
    tracked: bool = True
    behind: Amount = 0
    out: bool = False
    leaving: bool = False
    since: int = 0
    missed: tuple[str, ...] = ()
    warnings: int = 0


@dataclass(frozen=True)
class Gone(Frozen):
    """A player who left a session, and the balance he left with."""

    seat: int
    balance: Amount


@dataclass(frozen=True)
class State(Frozen):
    """A table after an entry; ``seq`` is that entry's number."""

    seq: int = 0
    profile: Profile | None = None
    upcoming: Profile | None = None
    edition: str = ""
    places: int = 0
    players: Mapping[int, Player] = NOTHING
    gone: Mapping[str, Gone] = NOTHING
    left: Mapping[int, str] = NOTHING
    hand: Hand | None = None
    number: int = 0
    next_button: int | None = None
    button_fixed: bool = False
    carried: tuple[Layer, ...] = ()
    anted_deals: int = 0
    ante_off: bool = False
    locked_out: tuple[int, ...] = ()
    resolved_pots: int = 0
    raked: Amount = 0
    standing: Mapping[str, Any] = NOTHING
    window: bool = False
    dealer: str | None = None
    dues: tuple[Due, ...] = ()
    rulings: Mapping[str, Any] = NOTHING
    closed: bool = False

    def but_hand(self, /, **changes: Any) -> State:
        """The same with fields of the hand changed."""
        assert self.hand is not None
        return self.but(hand=self.hand.but(**changes))

    def but_seat(self, seat: int, /, **changes: Any) -> State:
        """The same with one seat of the hand changed."""
        assert self.hand is not None
        return self.but(hand=self.hand.but_seat(seat, **changes))

    def but_player(self, seat: int, /, **changes: Any) -> State:
        """The same with one player changed."""
        players = {**self.players, seat: self.players[seat].but(**changes)}
        return self.but(players=players)

    @property
    def hand_on(self) -> bool:
        """Whether a hand is on, whatever its phase."""
        return self.hand is not None and not self.hand.ended

    def has_limit(self, seat: int) -> bool:
        """Whether a player can put in no more than he has: chips tracked, all-ins played."""
        profile = self.hand.profile if self.hand is not None else self.profile
        return self.players[seat].tracked and (profile is None or profile.all_in)

    @property
    def seated_in(self) -> tuple[int, ...]:
        """Seats with a player who is not sitting out, in order of number."""
        return tuple(sorted(s for s, p in self.players.items() if not p.out))
