"""What cannot be a fact and is refused; everything else is recorded and judged.

Illegal play is never refused. An entry is refused when it names a seat nobody sits in, a
place somebody has, a hand that is closed or not on, or chips that do not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play import effects
from adjudicator.play.speech.transitions import AMOUNTS
from adjudicator.table.pots import by_seat
from adjudicator.table.table import State
from adjudicator.values.amounts import LARGEST
from adjudicator.values.fields import found_words

TALK: tuple[type[Event], ...] = (
    ev.AttentionCalled,
    ev.FloorCalled,
    ev.FloorDecided,
    ev.EntryCorrected,
    ev.Noted,
)
NEED_HAND: tuple[type[Event], ...] = (
    ev.Posted,
    ev.Dealt,
    ev.RoundDealt,
    ev.DealCompleted,
    ev.Exposed,
    ev.BoxedFound,
    ev.CardMoved,
    ev.Acted,
    ev.Rapped,
    ev.PotDeclaredOpen,
    ev.DrawIndicated,
    ev.Discarded,
    ev.DrawCountAsked,
    ev.DrawCountAnswered,
    ev.Mucked,
    ev.HandRetrieved,
    ev.BetTakenBack,
    ev.MisdealCalled,
    ev.HandEnded,
)
HAND_OR_WINDOW: tuple[type[Event], ...] = (ev.PotAwarded, ev.Shown, ev.HandCounted)
SEATED: Mapping[type[Event], tuple[str, ...]] = {
    ev.PlayerLeft: ("seat",),
    ev.SatOut: ("seat",),
    ev.SatIn: ("seat",),
    ev.SeatChanged: ("seat",),
    ev.ChipsBought: ("seat",),
    ev.Posted: ("seat",),
    ev.Acted: ("seat",),
    ev.Rapped: ("seat",),
    ev.PotDeclaredOpen: ("seat",),
    ev.DrawIndicated: ("seat",),
    ev.Discarded: ("seat",),
    ev.DrawCountAsked: ("by", "of"),
    ev.DrawCountAnswered: ("by", "of"),
    ev.Shown: ("seat",),
    ev.Mucked: ("seat",),
    ev.HandRetrieved: ("seat",),
    ev.BetTakenBack: ("seat",),
    ev.HandCounted: ("seat",),
    ev.AttentionCalled: ("by",),
    ev.MisdealCalled: ("by",),
    ev.FloorCalled: ("by",),
    ev.Announced: ("by", "seat"),
}
# Seats that may be empty and still are places of the table.
PLACED: Mapping[type[Event], tuple[str, ...]] = {
    ev.Exposed: ("seat",),
    ev.CardMoved: ("from_", "to"),
    ev.Shuffled: ("seat",),
    ev.Cut: ("seat",),
    ev.AttentionCalled: ("seat",),
}


class Values(NamedTuple):
    """What may be said on a topic."""

    words: str
    fits: Callable[[Any], bool]


MOST_DRAWN = 5
_PRICE = Values("an amount", lambda value: type(value) is int and value >= 0)
# Topics whose value has a meaning for the rules; on any other anything may be said.
TOPICS: Mapping[str, Values] = {
    "joker_in_use": Values(
        "on, off, true or false", lambda value: isinstance(value, bool) or value in ("on", "off")
    ),
    "draw_limit": Values(
        f"a whole number from 0 to {MOST_DRAWN}",
        lambda value: type(value) is int and 0 <= value <= MOST_DRAWN,
    ),
    "raise": Values(
        "an amount, or words", lambda value: isinstance(value, str) or _PRICE.fits(value)
    ),
    **dict.fromkeys(AMOUNTS, _PRICE),
}
_NEED_HAND, _HAND_OR_WINDOW = frozenset(NEED_HAND), frozenset(HAND_OR_WINDOW)


def check(state: State, event: Event) -> None:
    """Raise ``Refused`` if the entry cannot be a fact at this table now."""
    kind = type(event)
    if state.profile is None:
        if kind is not ev.TableOpened:
            raise Refused("NO_TABLE", "The first event of a log must be table_opened.")
        return
    on = state.hand_on
    if not on and state.closed and kind not in TALK:
        raise Refused("TABLE_CLOSED", "The table is closed; only remarks may follow.")
    if event.hand is not None:
        _check_hand_number(state, event)
    if not on and (kind in _NEED_HAND or (kind in _HAND_OR_WINDOW and not state.window)):
        raise _no_hand(state, event)
    for name in SEATED.get(kind, ()):
        seat = getattr(event, name)
        if type(seat) is int and not _sits(state, seat):
            raise _nobody(state, name, seat)
    more = SPECIAL.get(kind)
    if more is not None:
        more(state, event)


def _sits(state: State, seat: int) -> bool:
    player = state.players.get(seat)
    return player is not None and not player.leaving


def _check_hand_number(state: State, event: Event) -> None:
    on, sent = state.number, event.hand
    assert sent is not None
    current = state.hand_on and sent == on
    if current or (isinstance(event, TALK) and sent <= on):
        return
    what = f"hand {on} is on" if state.hand_on else "no hand is on"
    if not state.hand_on and on:
        what = f"hand {on} is over and no hand is on"
    detail = f"The entry belongs to hand {sent}, but {what}."
    raise Refused("HAND_CLOSED", detail, {"hand": [f"found {sent}; {what}"]})


def _no_hand(state: State, event: Event) -> Refused:
    last = f"; hand {state.number} is over" if state.number else ""
    detail = f"{event.type} needs a hand, and none is on{last}. Start one with hand_started."
    return Refused("NO_HAND", detail, {"type": [f"no hand is on{last}"]})


def _nobody(state: State, name: str, seat: int) -> Refused:
    taken = ", ".join(map(str, sorted(state.players))) or "none"
    detail = f"Nobody sits in seat {seat}. Seats with a player: {taken}."
    return Refused("NOBODY_SEATED", detail, {name: [f"found {seat}; seats with a player: {taken}"]})


def _place(state: State, name: str, seat: int) -> None:
    if seat > state.places:
        message = f"found {seat}; the table has places 1 to {state.places}"
        raise Refused("MALFORMED", f"There is no place {seat}: {message}.", {name: [message]})


def _free(state: State, name: str, seat: int) -> None:
    _place(state, name, seat)
    if seat in state.players:
        who = state.players[seat].name
        detail = f"Place {seat} is taken by {who}."
        raise Refused("PLACE_TAKEN", detail, {name: [f"found {seat}; it is taken"]})


def _opened(state: State, event: Event) -> None:
    raise Refused("TABLE_OPEN", "The table is open already.", entry=1)


def _seated(state: State, event: Event) -> None:
    assert isinstance(event, ev.PlayerSeated)
    _free(state, "seat", event.seat)


def _moved(state: State, event: Event) -> None:
    assert isinstance(event, ev.SeatChanged)
    _free(state, "to", event.to)
    hand = state.hand
    if state.hand_on and hand is not None and event.seat in hand.order:
        detail = f"Seat {event.seat} is in hand {hand.number}; seats change between hands."
        raise Refused("HAND_ON", detail, {"seat": ["is in the hand that is on"]})


def _closing(state: State, event: Event) -> None:
    if state.hand_on:
        detail = f"Hand {state.number} is on; end it before closing the table."
        raise Refused("HAND_ON", detail, {"type": ["a hand is on"]})


def _started(state: State, event: Event) -> None:
    assert isinstance(event, ev.HandStarted)
    _place(state, "button", event.button)
    seats = event.seats if event.seats is not None else state.seated_in
    for seat in seats:
        if not _sits(state, seat):
            raise _nobody(state, "seats", seat)
    if len(set(seats)) < 2 or len(set(seats)) != len(seats):
        message = f"found {list(seats)}; a hand needs two or more different seats"
        raise Refused("MALFORMED", f"hand_started: {message}.", {"seats": [message]})


def _dealt(state: State, event: Event) -> None:
    assert isinstance(event, ev.Dealt)
    if isinstance(event.to, int):
        _place(state, "to", event.to)
    elif event.to not in ("board", "burn"):
        message = f"found {event.to!r}; a card is dealt to a seat, the board or the burn"
        raise Refused("MALFORMED", f"dealt: to: {message}.", {"to": [message]})
    if isinstance(event.by, int) and event.by not in state.players:
        raise _nobody(state, "by", event.by)


def _dealt_round(state: State, event: Event) -> None:
    assert isinstance(event, ev.RoundDealt)
    for seat in event.counts or {}:
        _place(state, "counts", seat)


def _awarded(state: State, event: Event) -> None:
    assert isinstance(event, ev.PotAwarded)
    hand = state.the_hand
    for seat in event.to:
        if seat not in state.players:
            raise _nobody(state, "to", seat)
    if hand.riffled:
        message = f"the first riffle of the next deal, entry {hand.riffled}, closed the pot"
        raise Refused("HAND_CLOSED", f"pot_awarded: {message}.", {"to": [message]})
    awards = hand.awards.values() if event.pot is None else [hand.awards.get(event.pot, {})]
    replaced = {n: amount for n, amount in by_seat(awards).items() if n in state.players}
    held = sum(seat.held for seat in hand.seats.values())
    lying = hand.pot - held + sum(replaced.values())
    pushed = sum(event.to.values())
    if pushed > lying:
        message = f"found {pushed} in all; only {lying} lies in the pot"
        raise Refused("MALFORMED", f"pot_awarded: {message}.", {"to": [message]})
    short = [
        seat
        for seat, amount in replaced.items()
        if state.has_limit(seat) and state.players[seat].purse + event.to.get(seat, 0) < amount
    ]
    if short:
        message = f"seat {short[0]} has played on with chips of the earlier award"
        raise Refused("MALFORMED", f"pot_awarded: {message}.", {"to": [message]})


def _decided(state: State, event: Event) -> None:
    assert isinstance(event, ev.FloorDecided)
    if event.decision == "overridden" and not event.reason:
        message = "missing; a reason is needed to override"
        raise Refused("MALFORMED", f"floor_decided: reason: {message}.", {"reason": [message]})
    if event.ruling is None and not event.outcomes:
        message = "missing; name the ruling, or the outcomes the floor puts in place"
        raise Refused("MALFORMED", f"floor_decided: ruling: {message}.", {"ruling": [message]})
    for place, outcome in enumerate(event.outcomes or ()):
        _known_code(f"outcomes.{place}.code", outcome["code"])
        if outcome.get("seat") is not None:
            _place(state, f"outcomes.{place}.seat", outcome["seat"])
        if outcome["code"] in effects.OF_A_HAND:
            _in_the_hand(state, f"outcomes.{place}.seat", outcome.get("seat"))


def _known_code(field: str, code: str) -> None:
    if code not in effects.CODES:
        near = get_close_matches(code[:40], effects.CODES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        allowed = ", ".join(sorted(effects.CODES))
        message = f"found {found_words(code)}{hint}; allowed: {allowed}"
        raise Refused("MALFORMED", f"floor_decided: {field}: {message}.", {field: [message]})


def _in_the_hand(state: State, field: str, seat: int | None) -> None:
    hand = state.hand
    if hand is None or seat not in hand.seats:
        seats = ", ".join(map(str, hand.order)) if hand is not None else "none"
        message = f"found {seat}; seats in the hand: {seats}"
        raise Refused("MALFORMED", f"floor_decided: {field}: {message}.", {field: [message]})


def _bought(state: State, event: Event) -> None:
    assert isinstance(event, ev.ChipsBought)
    player = state.players[event.seat]
    if player.purse + player.behind + event.amount > LARGEST:
        message = f"found {event.amount}; the seat would hold more than {LARGEST}"
        raise Refused("MALFORMED", f"chips_bought: amount: {message}.", {"amount": [message]})


def _at_places(state: State, event: Event) -> None:
    for name in PLACED[type(event)]:
        seat = getattr(event, name)
        if type(seat) is int:
            _place(state, name.rstrip("_"), seat)


def _asked(state: State, event: Event) -> None:
    assert isinstance(event, ev.AttentionCalled)
    _at_places(state, event)
    if event.entry is not None and not 0 < event.entry <= state.seq:
        message = f"found {event.entry}; the last entry is {state.seq}"
        raise Refused("NO_SUCH_ENTRY", f"No such entry: {message}.", {"entry": [message]})


def _said(state: State, event: Event) -> None:
    """What is said of a number, a price or the joker has to be one."""
    assert isinstance(event, ev.Announced)
    values = TOPICS.get(event.topic)
    if values is None or event.value is None or values.fits(event.value):
        return
    message = f"found {found_words(event.value)}; allowed for {event.topic}: {values.words}"
    raise Refused("MALFORMED", f"announced: value: {message}.", {"value": [message]})


SPECIAL: Mapping[type[Event], Callable[[State, Event], None]] = {
    ev.TableOpened: _opened,
    ev.PlayerSeated: _seated,
    ev.SeatChanged: _moved,
    ev.ChipsBought: _bought,
    ev.TableClosed: _closing,
    ev.HandStarted: _started,
    ev.Dealt: _dealt,
    ev.Exposed: _at_places,
    ev.CardMoved: _at_places,
    ev.Shuffled: _at_places,
    ev.Cut: _at_places,
    ev.AttentionCalled: _asked,
    ev.Announced: _said,
    ev.RoundDealt: _dealt_round,
    ev.PotAwarded: _awarded,
    ev.FloorDecided: _decided,
}
