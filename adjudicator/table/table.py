"""The table after an entry: players, carried money, the hand, what is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.game.profile import Profile
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Layer
from adjudicator.table.seat import Seat
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import NOTHING, Frozen, replace


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


class Gone(Frozen):
    """A player who left a session, and the balance he left with."""

    seat: int
    balance: Amount


class State(Frozen, kw_only=True):
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

    @property
    def the_hand(self) -> Hand:
        """The hand, where one must be on or just over."""
        assert self.hand is not None
        return self.hand

    def the_seat(self, number: int) -> Seat:
        """A seat of the hand."""
        return self.the_hand.seats[number]

    def with_hand(self, hand: Hand) -> State:
        """The same with another hand."""
        return replace(self, hand=hand)

    def with_seat(self, number: int, seat: Seat) -> State:
        """The same with one seat of the hand changed."""
        return replace(self, hand=self.the_hand.with_seat(number, seat))

    def with_player(self, number: int, player: Player) -> State:
        """The same with one player changed."""
        return replace(self, players={**self.players, number: player})

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
