"""The state as the contract prints it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.hands import HandReading
from adjudicator.play.betting.turns import price
from adjudicator.play.draw.serving import drawing_now
from adjudicator.play.offers import dues as dues_json
from adjudicator.play.showdown.payout import result_so_far
from adjudicator.play.showdown.showing import tabled
from adjudicator.table import standings as session
from adjudicator.table.button_and_blinds import button_due
from adjudicator.table.deal_plan import expected
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Layer, Result
from adjudicator.table.pots import pots
from adjudicator.table.standings import Placed
from adjudicator.table.table import Player, State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.fields import to_wire
from adjudicator.view import headline, taps, words
from adjudicator.view.ahead import ahead
from adjudicator.view.plan import plan


def state_json(state: State) -> dict[str, Any]:
    """The table at this entry, what may come next, and what follows from it."""
    return {
        "table": {**table_json(state), "text": headline.table(state)},
        "hand": None if state.hand is None else _hand_told(state, state.hand),
        "dues": to_wire(
            [_due_told(state, *one) for one in zip(state.dues, dues_json(state), strict=True)]
        ),
        "next": to_wire(taps.told(state)),
        "plan": to_wire(plan(state)),
        "ahead": to_wire(ahead(state)),
        "calls": to_wire(calls_json(state)),
    }


def _hand_told(state: State, hand: Hand) -> dict[str, Any]:
    return {**hand_json(hand), "text": headline.hand(state, hand)}


def _due_told(state: State, due: Due, wire: dict[str, Any]) -> dict[str, Any]:
    return {**wire, "text": words.due_in_words(state, due)}


def calls_json(state: State) -> list[dict[str, Any]]:
    """Calls for the floor: the open ones, and those of the hand that is on."""
    told = ("seq", "hand", "by", "seat", "about", "status")
    return [{name: getattr(one, name) for name in told} for one in state.calls]


def table_json(state: State) -> dict[str, Any]:
    """The table: stacks, carried money and what stands from hand to hand."""
    found: dict[str, Any] = {
        **_game(state),
        "seats": state.places,
        **_players(state.players),
        "next_button": button_due(state),
        "carried": tuple(_layer(one) for one in state.carried),
        "antes_in_a_row": state.anted_deals,
        "locked_out": state.locked_out,
        "balances": {s: p.purse for s, p in state.players.items() if not p.tracked},
        "resolved_pots": state.resolved_pots,
        "announced": {k: v for k, v in state.standing.items() if k != "hand"},
        "dealer": state.dealer,
        "closed": state.closed,
    }
    if session.length(state):
        found["places"] = tuple(_placed(one) for one in session.places(state))
        found["session_over"] = session.over(state)
    if state.raked:
        found["rake"] = state.raked
    return dict(to_wire(found))


def _game(state: State) -> Mapping[str, Any]:
    profile = state.profile
    return {
        "game": profile.id if profile else None,
        "edition": state.edition,
        "options": profile.options if profile else {},
        "stakes": profile.stakes if profile else {},
    }


def _players(players: Mapping[int, Player]) -> Mapping[str, Any]:
    return {
        "players": {s: p.name for s, p in players.items()},
        "sitting_out": [s for s, p in players.items() if p.out],
        "stacks": {s: exact(p.purse + p.behind) for s, p in players.items() if p.tracked},
    }


def _placed(one: Placed) -> Mapping[str, Any]:
    found = {"seat": one.seat, "place": one.place, "balance": one.balance}
    return {**found, "left": True} if one.left else found


def _layer(layer: Layer) -> Mapping[str, Any]:
    return {
        "amount": layer.amount,
        "kind": layer.kind,
        "involved": layer.involved,
        "eligible": layer.eligible,
    }


def hand_json(hand: Hand) -> dict[str, Any]:
    """The hand: phase, betting, cards and, once decided, the result."""
    number = hand.to_act
    to_call: Amount = 0
    if number is not None:
        to_call = exact(max(price(hand, number) - hand.seats[number].bet, 0))
    found: dict[str, Any] = {
        "number": hand.number,
        "phase": hand.phase,
        "street": hand.street,
        "button": hand.button,
        "to_act": drawing_now(hand) if number is None else number,
        "to_call": to_call,
        "raises": hand.raises,
        "cap": hand.cap,
        "opener": hand.opening.opener,
        "pot": exact(hand.pot),
        "pots": tuple({"amount": p.amount, "eligible": p.eligible} for p in pots(hand)),
        "board": hand.board,
        "burns": hand.burn.count,
        "seats": {n: _seat(hand, n) for n in hand.seats},
    }
    if hand.result is not None:
        found["result"] = _result(hand, hand.result)
    elif (so_far := result_so_far(hand)) is not None:
        waiting = tuple(s for s in hand.live if not tabled(hand, hand.seats[s]))
        found["result"] = {**_result(hand, so_far), "waiting": waiting}
    return dict(to_wire(found))


def _seat(hand: Hand, number: int) -> Mapping[str, Any]:
    seat = hand.seats[number]
    return {
        "status": seat.status,
        "cards": seat.cards,
        "up": seat.up,
        "count": seat.count,
        "expected": expected(hand, number),
        "put_in": exact(seat.put_in + seat.held),
        "bet": seat.bet,
        "all_in": seat.all_in,
        "drew": hand.draw.of(number).drew,
        "last_act": seat.last_act or None,
        "shown": seat.shown,
    }


def _result(hand: Hand, result: Result) -> Mapping[str, Any]:
    found: dict[str, Any] = {
        "hands": {n: _reading(r) for n, r in result.hands.items()},
        "pots": tuple({"amount": a, "shares": s} for a, s in result.pots),
        "paid": result.paid,
        "returned": hand.closing.returned,
    }
    if result.rake:
        found["rake"] = result.rake
    return found


def _reading(reading: HandReading) -> Mapping[str, Any]:
    return {
        "category": reading.category,
        "ranks": reading.ranks,
        "text": reading.text,
        "own": reading.own,
        "board": reading.board,
        "wild_as": reading.wild_as,
    }
