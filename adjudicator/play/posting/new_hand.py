"""A hand begins: who is dealt in, where the button is, which money carries over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game.profile import Profile
from adjudicator.log import events as ev
from adjudicator.play.finding import Finding
from adjudicator.play.posting.findings import (
    EntryWithCarriedPot,
    HandLeftOpen,
    LockedOutDealtIn,
    StartedAgainst,
)
from adjudicator.play.posting.posts import ready_to_deal
from adjudicator.play.seating.outcomes import SEAT_CHANGE_DENIED
from adjudicator.play.showdown.closing import close_hand, session_over
from adjudicator.play.transition import Applied
from adjudicator.table import button_and_blinds as positions
from adjudicator.table import standings as session
from adjudicator.table.accounting import of_last_hand
from adjudicator.table.hand import Hand
from adjudicator.table.hand_parts import Positions
from adjudicator.table.parts import Layer
from adjudicator.table.seat import LIVE, Seat
from adjudicator.table.table import Player, State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise


def hand_started(state: State, event: ev.HandStarted) -> Applied:
    state, found = _last_one_closed(state)
    state = _between_hands(state)
    profile = state.upcoming or state.profile
    assert profile is not None
    order = clockwise(event.seats if event.seats is not None else _may_play(state), event.button)
    found += [*session_over(state), *_start_faults(state, profile, order)]
    hand = _new_hand(state, profile, order, event.button)
    state = replace(
        state,
        hand=hand,
        players=_passed_by(state, hand),
        number=hand.number,
        profile=profile,
        upcoming=state.afterwards,
        afterwards=None,
        riffled=0,
        carried=(),
        standing={topic: value for topic, value in state.standing.items() if topic != "hand"},
        accounts=of_last_hand(state),
        window=False,
        dues=tuple(due for due in state.dues if SEAT_CHANGE_DENIED.names(due)),
        rulings={},
        next_button=event.button,
        button_fixed=False,
    )
    return ready_to_deal(state), found


def _last_one_closed(state: State) -> Applied:
    """Close a hand that was left open before the next one starts."""
    if not state.hand_on:
        return state, []
    left_open = HandLeftOpen(state.the_hand.number)
    state, found = close_hand(state)
    return state, [left_open, *found]


def _new_hand(state: State, profile: Profile, order: tuple[int, ...], button: int) -> Hand:
    last = state.hand
    due = positions.button_due(state, order)
    right = button if due is None else due
    return Hand(
        number=state.number + 1,
        button=button,
        dealt_in=order,
        seats={s: BROKE if _no_chips(state, s, profile) else FRESH for s in order},
        profile=profile,
        edition=state.edition,
        started=state.seq,
        carried_in=state.carried,
        carried_pot=state.carried,
        draw_stage=profile.draw_stages[0] if profile.draws else -1,
        positions=Positions(
            button_due=due,
            blinds_at=positions.blind_places(profile, order, button, last),
            blinds_due=positions.blind_places(profile, clockwise(order, right), right, last),
        ),
    )


# A status is asked for more often than anything else, and found sooner where it is said.
FRESH, BROKE = Seat(status=LIVE), Seat(status=LIVE, all_in=True)


def _passed_by(state: State, hand: Hand) -> Mapping[int, Player]:
    """The players, with the blinds that passed those who are not dealt in."""
    players = state.players
    if not hand.profile.blinds or len(players) == len(hand.dealt_in):
        return players
    return {
        seat: player if seat in hand.seats else _missing(state, hand, seat, player)
        for seat, player in players.items()
    }


def _missing(state: State, hand: Hand, seat: int, player: Player) -> Player:
    passed = positions.passed_by(state.hand, hand.positions.blinds_at, seat)
    missed = tuple(dict.fromkeys((*player.missed, *passed)))
    return player if missed == player.missed else replace(player, missed=missed)


def _no_chips(state: State, seat: int, profile: Profile) -> bool:
    player = state.players[seat]
    return bool(player.tracked and profile.all_in and player.purse <= 0)


def _between_hands(state: State) -> State:
    for seat in [s for s, player in state.players.items() if player.leaving]:
        state = session.leaves(state, seat)
    players = {
        seat: replace(player, purse=exact(player.purse + player.behind), behind=0)
        if player.behind
        else player
        for seat, player in state.players.items()
    }
    return replace(state, players=players)


def _may_play(state: State) -> tuple[int, ...]:
    return tuple(s for s in state.seated_in if s not in state.locked_out)


def _start_faults(state: State, profile: Profile, order: tuple[int, ...]) -> list[Finding]:
    """Seats that may not play, newcomers to a carried pot, too few or too many players."""
    barred = [seat for seat in order if seat in state.locked_out]
    found: list[Finding] = [LockedOutDealtIn(seat) for seat in barred]
    found += [
        _enters(state, profile, seat, missed)
        for seat in order
        if seat not in barred and (missed := _not_in(state.carried, seat))
    ]
    most = profile.most(state.standing.get("draw_limit"))
    if not profile.players[0] <= len(order) <= most:
        found.append(StartedAgainst("players", len(order), most))
    return found


def _not_in(carried: Sequence[Layer], seat: int) -> tuple[Layer, ...]:
    """The layers of the carried pot that the seat has no part in."""
    return tuple(layer for layer in carried if seat not in layer.involved)


def _enters(
    state: State, profile: Profile, seat: int, missed: tuple[Layer, ...]
) -> EntryWithCarriedPot:
    """A newcomer to the carried pot: what they missed, and what they owe."""
    antes = exact(sum(layer.each for layer in missed if layer.kind == "antes"))
    forfeited = tuple(layer for layer in missed if layer.kind == "forfeited")
    due = exact(antes + (0 if state.ante_off else profile.ante))
    sets = int(antes // profile.ante) if profile.ante else 0
    return EntryWithCarriedPot(seat, sets, due, forfeited)
