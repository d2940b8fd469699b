"""The table after an entry: players, carried money, the hand, what is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.game.profile import Profile
from adjudicator.table.call import Calls
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Accounts, Layer
from adjudicator.table.seat import Seat
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import NOTHING, Frozen, replace


class Player(Frozen):
    """A player at the table."""

    name: str  # as the house calls them
    # chips on the table; where they are not tracked the balance, which may be below 0
    purse: Amount = 0
    tracked: bool = True  # chips are counted
    behind: Amount = 0  # chips bought during the hand, in play from the next one
    out: bool = False  # sitting out
    leaving: bool = False  # left during the hand, gone after it
    since: int = 0  # entry at which the player sat down or came back
    missed: tuple[str, ...] = ()  # blinds missed while out, by kind
    warnings: int = 0  # warnings and penalties


class Gone(Frozen):
    """A player who left a session, and the balance they left with."""

    seat: int
    balance: Amount


class State(Frozen, kw_only=True):
    """A table after an entry; ``seq`` is that entry's number."""

    seq: int = 0  # the entry's number, 0 before the first
    profile: Profile | None = None  # the game, once the table is open
    upcoming: Profile | None = None  # the game from the next hand on, where it changes
    afterwards: Profile | None = None  # the game from the hand after the next one on
    edition: str = ""  # the edition of the law the table is judged by
    places: int = 0  # places at the table
    players: Mapping[int, Player] = NOTHING  # who sits where
    gone: Mapping[str, Gone] = NOTHING  # players who left a session, by name
    left: Mapping[int, str] = NOTHING  # the name of the last player to leave each seat
    hand: Hand | None = None  # the hand that is on, or the last one
    number: int = 0  # hands begun
    next_button: int | None = None  # where a ruling or the last hand puts the button
    button_fixed: bool = False  # a ruling puts it there, whoever plays
    carried: tuple[Layer, ...] = ()  # money that waits for the next hand
    anted_deals: int = 0  # deals with antes in a row for the carried pot
    ante_off: bool = False  # no further ante is due
    locked_out: tuple[int, ...] = ()  # seats that have no part in the carried pot
    resolved_pots: int = 0  # pots won in this session
    raked: Amount = 0  # chips the house has taken
    standing: Mapping[str, Any] = NOTHING  # what the dealer announced to all, by topic
    riffled: int = 0  # entry of the next deal's first riffle; 0 before it
    accounts: Accounts | None = None  # how the pot of the hand before this one was shared out
    window: bool = False  # the award of the last hand may still be disputed
    dealer: str | None = None  # the dealer's name
    calls: Calls = ()  # calls for the floor: the open ones, and those of this hand
    dues: tuple[Due, ...] = ()  # what somebody still has to do
    rulings: Mapping[str, Any] = NOTHING  # the rulings of the hand, by id
    closed: bool = False  # the table is closed

    if TYPE_CHECKING:

        @property
        def the_hand(self) -> Hand:
            """The hand, where one must be on or just over."""

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
        """Whether a player can put in no more than they have: chips tracked, all-ins played."""
        profile = self.hand.profile if self.hand is not None else self.profile
        return self.players[seat].tracked and (profile is None or profile.all_in)

    @property
    def seated_in(self) -> tuple[int, ...]:
        """Seats with a player who is not sitting out, in order of number."""
        return tuple(sorted(s for s, p in self.players.items() if not p.out))


# Asked for at every turn, and read from the slot of ``hand`` without a call.
if not TYPE_CHECKING:
    State.the_hand = State.hand
