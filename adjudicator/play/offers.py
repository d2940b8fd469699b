"""The entries that may properly come next, one for each choice, ready to post.

Dues come first; then whatever the moment asks for: posts, cards, actions, the draw, the
showdown, the award. Nothing here forbids anything: any other entry may still be recorded
and is then judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.cards.moving import ripe
from adjudicator.play.deal.outcomes import RESHUFFLE_AND_CONTINUE
from adjudicator.play.deal.transitions import DRAW_DUES
from adjudicator.play.offer import Entry
from adjudicator.play.registry import OFFERS
from adjudicator.table.deal_plan import expected
from adjudicator.table.hand import Hand
from adjudicator.table.table import State

# What is offered at each moment, in this order.
MOMENTS: Mapping[str, tuple[type[Event], ...]] = {
    "between": (
        ev.TableClosed,
        ev.PlayerSeated,
        ev.SatIn,
        ev.ChipsBought,
        ev.Announced,
        ev.Shuffled,
        ev.HandStarted,
    ),
    "posting": (ev.Announced, ev.Posted, ev.Dealt, ev.RoundDealt),
    "dealing": (ev.Announced, ev.Dealt, ev.RoundDealt, ev.DealCompleted),
    "betting": (ev.Acted, ev.PotDeclaredOpen, ev.BetTakenBack),
    "who opens": (ev.PotDeclaredOpen, ev.Acted, ev.BetTakenBack),
    "drawing": (ev.Discarded, ev.Dealt, ev.DrawIndicated, ev.Rapped),
    "showdown": (ev.Shown, ev.PotAwarded, ev.HandEnded),
    "ended": (ev.MisdealCalled, ev.HandEnded),
}
if {kind for kinds in MOMENTS.values() for kind in kinds} != OFFERS.keys():
    raise TypeError("every offer has its moment, and every moment its offers")


def next_entries(state: State) -> list[Entry]:
    """Every proper next entry, without repeats."""
    if state.profile is None or state.closed:
        return []
    owed = _from_dues(state)
    if any(entry["type"] == "shuffled" for entry in owed):
        return _each_once(owed)
    planned = [entry for kind in MOMENTS[_moment(state)] for entry in OFFERS[kind](state)]
    regular = [*_not_planned(owed, planned), *_not_contradicted(planned, owed)]
    return _each_once([*_counts(state), *regular])


def _counts(state: State) -> list[Entry]:
    """The counts that a ruling waits for, about as many as the seat should hold."""
    hand = state.hand
    if hand is None or hand.ended:
        return []
    waited = (
        need.get("seat")
        for ruling in state.rulings.values()
        if ruling.status == "open"
        for need in ruling.needs
        if need.get("type") == "hand_counted"
    )
    return [
        {"type": "hand_counted", "seat": seat, "count": count}
        for seat in waited
        if seat in hand.seats
        for count in _about(expected(hand, seat))
    ]


def _about(count: int) -> range:
    return range(max(count - 2, 0), count + 2)


def _not_planned(owed: list[Entry], planned: list[Entry]) -> list[Entry]:
    """The dues, except those that the plan states in more detail."""
    return [one for one in owed if not any(one.items() < plan.items() for plan in planned)]


def _not_contradicted(planned: list[Entry], owed: list[Entry]) -> list[Entry]:
    """The plan, except cards that a due wants with the other face."""
    cards = [(one["to"], one["face"]) for one in owed if one["type"] == "dealt" and "face" in one]
    return [plan for plan in planned if not _contradicts(plan, cards)]


def _each_once(found: list[Entry]) -> list[Entry]:
    return [entry for place, entry in enumerate(found) if entry not in found[:place]]


def _contradicts(plan: Entry, owed: list[tuple[int | str, str]]) -> bool:
    """Whether the plan has a card face down that a due wants face up, or the other way."""
    dealt = plan["type"] == "dealt"
    return dealt and any(to == plan["to"] and face != plan["face"] for to, face in owed)


def _from_dues(state: State) -> list[Entry]:
    found = []
    for due in state.dues:
        if due.code in DRAW_DUES or not ripe(due, state.hand):
            continue
        if RESHUFFLE_AND_CONTINUE.names(due) and state.hand is not None:
            found += _back_to_the_stub(state.hand)
        found += [_as_sent(pattern) for pattern in due.by]
    return found


def _as_sent(pattern: Mapping[str, Any]) -> Entry:
    """An entry in wire form: seats used as keys become strings."""
    return {
        name: {str(seat): put for seat, put in value.items()} if isinstance(value, dict) else value
        for name, value in pattern.items()
    }


def _back_to_the_stub(hand: Hand) -> list[Entry]:
    """The cards that are to be shuffled in again."""
    aside = [_moved(card, "aside", "stub") for card in hand.board_faults.early]
    return [*aside, *(_moved(card, "board", "stub") for card in hand.board_faults.refused)]


def _moved(card: str, origin: str, to: str) -> Entry:
    return {"type": "card_moved", "card": card, "from": origin, "to": to}


def _moment(state: State) -> str:
    hand = state.hand
    if hand is None or hand.ended:
        return "between"
    if hand.phase == "betting" and hand.opening.call is not None:
        return "who opens"
    return hand.phase


def dues(state: State) -> list[dict[str, Any]]:
    """The dues in wire form."""
    found = []
    for due in state.dues:
        wire: dict[str, Any] = {"code": due.code, "ruling": due.ruling}
        for name in ("seat", "amount", "card"):
            value = getattr(due, name)
            if value is not None:
                wire[name] = value
        found.append(wire)
    return found
