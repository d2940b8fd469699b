"""What is true at the table after an entry: fields and questions, no transitions.

Everything here is frozen. A change makes a new object with ``but``; what did not change
is shared, so a state costs little and every earlier one stays as it was. Chips are whole
numbers of the table's smallest unit (or exact fractions where a game splits in them).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from adjudicator.profile import Profile, Stage
from adjudicator.wire import Amount

LIVE = "live"


class _Nothing(dict[Any, Any]):
    """An empty mapping that may stand as a default."""

    __hash__ = object.__hash__  # type: ignore[assignment]


NOTHING: Mapping[Any, Any] = _Nothing()


class Frozen:
    """A value that changes only by making another one."""

    @classmethod
    def of(cls, /, **values: Any) -> Self:
        """With these values; the others are the defaults of the class and take no room."""
        new = _new(cls)
        _hold(new, values)
        return new

    def but(self, /, **changes: Any) -> Self:
        """The same with these fields changed."""
        new = _new(type(self))
        _hold(new, self.__dict__ | changes)
        return new


_new, _hold = object.__new__, vars(Frozen)["__dict__"].__set__


class Move(NamedTuple):
    """A wager, check or fold as it is to be carried out.

    ``to`` is the seat's total for the round; ``price`` what the others must match, where
    that differs (a bet to be completed); ``owes`` what the seat itself must still reach;
    ``unread`` an act out of turn that binds and has not been looked at as one in turn is.
    """

    seat: int
    verb: str
    to: Amount
    all_in: bool = False
    price: Amount | None = None
    owes: Amount = 0
    said: str | None = None
    chips: tuple[Amount, ...] | None = None
    seq: int = 0
    unread: bool = False

    def but(self, /, **changes: Any) -> Move:
        """The same with these fields changed."""
        return self._replace(**changes)


@dataclass(frozen=True)
class Seat(Frozen):
    """One seat in a hand: its cards, its chips and what it has done."""

    status: str = LIVE
    count: int = 0
    ups: int = 0
    cards: tuple[str, ...] = ()
    up: tuple[str, ...] = ()
    flashed: tuple[str, ...] = ()
    bonus: int = 0
    bonus_due: int = 0
    bonus_later: int = 0
    bonus_missed: int = 0
    late: int = 0
    loose: int = 0
    put_in: Amount = 0
    bet: Amount = 0
    closed_bet: Amount = 0
    dead: Amount = 0
    held: Amount = 0
    held_move: Move | None = None
    opened_for: Amount = 0
    opened_on: tuple[str, ...] = ()
    ante: Amount = 0
    owes: Amount = 0
    missing: Amount = 0
    fell_short: bool = False
    all_in: bool = False
    acted: bool = False
    may_raise: bool = True
    limited: bool = False
    kept_early: bool = False
    checked: bool = False
    passed: bool = False
    has_acted: bool = False
    told: int = 0
    timed: int = 0
    quoted: Amount | None = None
    said_raise: int = 0
    wants: int | None = None
    spoke: int = 0
    wants_early: bool = False
    thrown: int = 0
    gathered: int = 0
    served: int = 0
    refused: int = 0
    served_seq: int = 0
    splitting: bool = False
    under_chip: bool = False
    discards: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    shown_seq: int = 0
    draws_up: bool = False
    barred: bool = False
    proved: bool = False
    withdrawable: Amount = 0
    muck: str | None = None
    mucked_by: str | None = None
    muck_seq: int = 0
    muck_at: str = ""
    muck_free: bool = False
    claimed: int = 0
    folded: bool = False

    @property
    def live(self) -> bool:
        """Whether the hand may still win."""
        return self.status == LIVE

    @property
    def known(self) -> tuple[str, ...]:
        """The whole hand, where the record has every card of it; otherwise nothing."""
        return self.cards if len(self.cards) == self.count else ()

    @property
    def drew(self) -> int:
        """Replacement cards kept."""
        return self.served - self.refused


@dataclass(frozen=True)
class Layer(Frozen):
    """Money carried from an earlier deal into the pot now riding."""

    amount: Amount
    kind: str
    involved: tuple[int, ...]
    eligible: tuple[int, ...]


@dataclass(frozen=True)
class Pot(Frozen):
    """One layer of the pot and the live seats that may win it."""

    amount: Amount
    eligible: tuple[int, ...]


@dataclass(frozen=True)
class OpenCall(Frozen):
    """After a false opening: who may declare the pot open, clockwise, and who is asked."""

    false_opener: int
    asked: tuple[int, ...]


@dataclass(frozen=True)
class Claim(Frozen):
    """Something pointed out, judged by the hand as it stood at that moment."""

    seq: int
    about: str
    by: int | str | None
    facts: Mapping[str, bool]
    hand: Hand


@dataclass(frozen=True)
class Result(Frozen):
    """What the rules give, whatever was pushed."""

    hands: Mapping[int, Any]
    pots: tuple[tuple[Amount, Mapping[int, Amount]], ...]
    paid: Mapping[int, Amount]
    rake: Amount = 0


@dataclass(frozen=True)
class Hand(Frozen):
    """One deal from the posts to the award."""

    number: int
    button: int
    order: tuple[int, ...]
    seats: Mapping[int, Seat]
    profile: Profile
    edition: str
    started: int
    carried_in: tuple[Layer, ...] = ()
    riding: tuple[Layer, ...] = ()
    common: Amount = 0
    blinds: Mapping[int, Amount] = NOTHING
    big_at: int | None = None
    phase: str = "posting"
    stage: int = -1
    street: int = 0
    to_act: int | None = None
    level: Amount = 0
    base: Amount = 0
    raises: int = 0
    capped: bool = False
    aggressor: int | None = None
    last_actor: int | None = None
    last_put: Amount = 0
    first_actor: int | None = None
    opener: int | None = None
    opening: int = 0
    raised_by_other: bool = False
    calls: frozenset[int] = frozenset()
    move: Move | None = None
    passed_over: tuple[int, Mapping[int, str]] = (0, {})
    in_when_opened: tuple[int, ...] = ()
    in_when_false: tuple[int, ...] = ()
    open_call: OpenCall | None = None
    plays_unopened: bool = False
    dealt: bool = False
    anted: bool = False
    first_card: int | str | None = None
    first_cards: tuple[int, ...] = ()
    off_order: int = 0
    strays: tuple[tuple[int, int], ...] = ()
    button_due: int | None = None
    blinds_at: tuple[int | None, int | None] = (None, None)
    blinds_due: tuple[int | None, int | None] = (None, None)
    posts: tuple[tuple[int, str, int], ...] = ()
    deal_line: tuple[int, ...] = ()
    deal_turn: int = 0
    deal_done: int = 0
    first_action: int = 0
    last_action: int = 0
    actors: frozenset[int] = frozenset()
    actions: int = 0
    wagers: int = 0
    street_actions: int = 0
    board: tuple[str, ...] = ()
    blank_board: int = 0
    board_down: int = 0
    board_hidden: tuple[str, ...] = ()
    burns: int = 0
    burned: int = 0
    misburned: int = 0
    cards_out: int = 0
    to_stage: int = 0
    aside: tuple[str, ...] = ()
    scrap: tuple[str, ...] = ()
    muck: tuple[str, ...] = ()
    seen: Mapping[str, int] = NOTHING
    reshuffled: int = 0
    exhausted: int = 0
    no_burn: tuple[int, ...] = ()
    round_began: int = 0
    burnt: tuple[str, ...] = ()
    spare_burns: int = 0
    too_early: int = 0
    early: tuple[str, ...] = ()
    refused_board: tuple[str, ...] = ()
    extra_board: str | None = None
    draw_order: tuple[int, ...] = ()
    draw_begun: int = 0
    last_served: int | None = None
    run: int = 0
    draw_done: int = 0
    street_closed: int = 0
    exposed: tuple[tuple[int | None, str, int], ...] = ()
    boxed: tuple[int, ...] = ()
    claims: Mapping[int, Claim] = NOTHING
    called: tuple[tuple[str, int | None, int], ...] = ()
    returned: Mapping[int, Amount] = NOTHING
    awards: Mapping[int | None, Mapping[int, Amount]] = NOTHING
    riffled: int = 0
    result: Result | None = None
    result_of: tuple[Any, ...] = ()
    decided: int = 0
    proof_said: str = ""
    void: Hand | None = None
    before_out: Mapping[int, Hand] = NOTHING
    before_carry: Hand | None = None
    ended: int = 0
    counts_before: tuple[int, bool, tuple[int, ...], int] | None = None
    left_over: bool = False
    raked: Amount = 0
    denied: tuple[int, ...] = ()

    @property
    def here(self) -> Stage | None:
        """The stage the hand is in."""
        stages, place = self.profile.stages, self.stage
        return stages[place] if 0 <= place < len(stages) else None

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that may still win, clockwise from the button's left."""
        seats = self.seats
        return tuple([s for s in self.order if seats[s].status == LIVE])

    @property
    def contested(self) -> bool:
        """Whether two or more hands are live."""
        found = False
        for seat in self.seats.values():
            if seat.status == LIVE:
                if found:
                    return True
                found = True
        return False

    @property
    def able(self) -> tuple[int, ...]:
        """Live seats with chips behind."""
        return tuple(s for s in self.live if not self.seats[s].all_in)

    @property
    def on(self) -> bool:
        """Whether play goes on: neither ended, voided nor carried over."""
        return self.phase != "ended"

    @property
    def unit(self) -> Amount:
        """The bet of this round."""
        stage = self.here
        return stage.unit if stage and stage.kind == "bet" else 0

    @property
    def multihanded(self) -> bool:
        """Three or more live seats that are not all-in."""
        return len(self.able) >= 3

    @property
    def cap(self) -> int | None:
        """Raises this round may take; none when two are left and it is not capped."""
        profile = self.profile
        if profile.cap is None:
            return None
        if self.capped or profile.cap_heads_up or self.multihanded:
            return profile.cap
        return None

    @property
    def capped_out(self) -> bool:
        """Whether the round has had all the raises it may take."""
        most = self.profile.cap
        return most is not None and self.raises >= most and self.cap is not None

    @property
    def board_stage_ahead(self) -> bool:
        """Whether board cards are still to come after this stage."""
        return any(s.kind == "board" for s in self.profile.stages[self.stage + 1 :])

    @property
    def seat_stage_ahead(self) -> bool:
        """Whether the seats are dealt more cards, other than by a draw."""
        return any(s.kind == "deal" for s in self.profile.stages[self.stage + 1 :])

    def only_calls(self, seat: Seat) -> bool:
        """Whether the seat may not bet or raise now, for what it did or saw too early."""
        return seat.limited or (seat.kept_early and not self.seat_stage_ahead)

    @property
    def acted_since_draw(self) -> bool:
        """Whether there has been betting action after the draw."""
        later = self.street_actions > 0 or self.street_closed > self.draw_done
        return bool(self.draw_done) and later

    @property
    def opened(self) -> bool:
        """Whether somebody has made the first voluntary bet."""
        return self.opener is not None

    @property
    def pot(self) -> Amount:
        """All chips in the middle, this round's bets and carried money included."""
        seats = sum(s.put_in - s.dead + s.held for s in self.seats.values())
        riding = sum(layer.amount for layer in self.riding)
        pushed = sum(sum(award.values()) for award in self.awards.values())
        return seats + riding + self.common - pushed - self.raked

    def but_seat(self, seat: int, /, **changes: Any) -> Hand:
        """The same hand with one seat changed."""
        return self.but(seats={**self.seats, seat: self.seats[seat].but(**changes)})


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
class Due(Frozen):
    """Something somebody still has to do, and the entries that would do it."""

    code: str
    ruling: str
    seat: int | None = None
    amount: Amount | None = None
    card: str | None = None
    by: tuple[Mapping[str, Any], ...] = ()
    since: int = 0
    when: int | None = None
    before_action: bool = False


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
