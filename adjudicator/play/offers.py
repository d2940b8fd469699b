"""The entries that may properly come next, one for each choice, ready to post.

Dues come first; then whatever the phase asks for: posts, cards, actions, the draw, the
showdown, the award. Nothing here forbids anything: any other entry may still be recorded
and is then judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.play.betting import wagers as betting
from adjudicator.play.betting.transitions import withdrawable
from adjudicator.play.cards.moving import ripe
from adjudicator.play.deal.transitions import DRAW_DUES
from adjudicator.play.draw import drawing
from adjudicator.play.posting.transitions import posts_due
from adjudicator.play.showdown import showing as showdown
from adjudicator.table import deal_plan
from adjudicator.table import standings as session
from adjudicator.table.button_and_blinds import able_to_play, button_due
from adjudicator.table.chips import reachable
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact

Entry = dict[str, Any]


def next_entries(state: State) -> list[Entry]:
    """Every proper next entry, without repeats."""
    if state.profile is None or state.closed:
        return []
    owed = _from_dues(state)
    if any(entry["type"] == "shuffled" for entry in owed):
        return _each_once(owed)
    planned = _from_phase(state)
    cards = [(one["to"], one["face"]) for one in owed if one["type"] == "dealt" and "face" in one]
    return _each_once(
        [
            *(one for one in owed if not any(one.items() < plan.items() for plan in planned)),
            *(plan for plan in planned if not _contradicts(plan, cards)),
        ]
    )


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
        if due.code == "reshuffle_and_continue" and state.hand is not None:
            found += _back_to_the_stub(state.hand)
        found += [_as_sent(pattern) for pattern in due.by]
    return found


def _as_sent(pattern: Mapping[str, Any]) -> Entry:
    """An entry as it stands on the wire, where seats that are names are texts."""
    return {
        name: {str(seat): put for seat, put in value.items()} if isinstance(value, dict) else value
        for name, value in pattern.items()
    }


def _back_to_the_stub(hand: Hand) -> list[Entry]:
    """The cards that are to be shuffled in again."""
    aside = [_moved(card, "aside", "stub") for card in hand.early]
    return [*aside, *(_moved(card, "board", "stub") for card in hand.refused_board)]


def _moved(card: str, origin: str, to: str) -> Entry:
    return {"type": "card_moved", "card": card, "from": origin, "to": to}


def _from_phase(state: State) -> list[Entry]:
    hand = state.hand
    if hand is None or hand.ended:
        return _between(state)
    if hand.phase == "posting":
        return posts_due(state) or _first_card(hand)
    if hand.phase == "dealing":
        return _dealing(state, hand)
    if hand.phase == "betting":
        return _asking(state, hand) if hand.open_call is not None else _betting(state, hand)
    if hand.phase == "drawing":
        return _drawing(hand)
    if hand.phase == "showdown":
        return _showing(state, hand)
    return [*_redeal(state), {"type": "hand_ended"}]


def _redeal(state: State) -> list[Entry]:
    """A misdeal that was ruled is carried out by calling it."""
    ruled = any(
        one.code == "misdeal_redeal"
        for ruling in state.rulings.values()
        if ruling.status not in ("withdrawn", "overridden")
        for one in ruling.outcomes
    )
    return [{"type": "misdeal_called"}] if ruled else []


def _between(state: State) -> list[Entry]:
    if session.over(state):
        return [{"type": "table_closed"}]
    found: list[Entry] = [{"type": "shuffled"}] if state.window else []
    seats = able_to_play(state)
    if len(seats) > 1:
        due = button_due(state)
        button = due if due is not None else seats[0]
        found.append({"type": "hand_started", "button": button, "seats": list(seats)})
    return found


def _first_card(hand: Hand) -> list[Entry]:
    card = deal_plan.due(hand)
    return [] if card is None else [_card(card.to, card.face)]


def _card(to: int | str, face: str) -> Entry:
    return {"type": "dealt", "to": to, "face": face}


def _dealing(state: State, hand: Hand) -> list[Entry]:
    found = _first_card(hand)
    stage = hand.here
    if not hand.dealt or (stage is not None and stage.kind == "deal" and not found):
        found.append({"type": "deal_completed"})
    return found


def _act(seat: int, verb: str, to: Amount | None = None, all_in: bool = False) -> Entry:
    entry: Entry = {"type": "acted", "seat": seat, "verb": verb}
    if to is not None:
        entry["to"] = to
    if all_in:
        entry["all_in"] = True
    return entry


def _betting(state: State, hand: Hand) -> list[Entry]:
    found = [act for number in showdown.may_begin(hand) for act in _acts(state, hand, number)]
    return [*found, *_withdrawals(hand)]


def _acts(state: State, hand: Hand, number: int) -> list[Entry]:
    seat = hand.seats[number]
    if seat.all_in:
        return [_act(number, "check"), _declares(state, number, hand.seats[number].bet)]
    found = []
    forced = betting.bring_in(hand)
    if forced:
        found.append(_wager(state, number, seat, "bet", forced))
    elif hand.level > seat.bet:
        found.append(_wager(state, number, seat, "call", hand.level))
    elif not betting.passing_folds(hand):
        found.append(_act(number, "check"))
    raising = _may_raise(hand, seat)
    if raising:
        found.append(_raises(state, hand, number, seat))
    found.append(_act(number, "fold"))
    return found


def _withdrawals(hand: Hand) -> list[Entry]:
    """Chips that may be taken back, for whom that is so."""
    return [
        {"type": "bet_taken_back", "seat": seat, "amount": amount}
        for seat in hand.order
        if hand.seats[seat].withdrawable and (amount := withdrawable(hand, seat))
    ]


def _may_raise(hand: Hand, seat: Seat) -> bool:
    if hand.level == 0:
        return not hand.only_calls(seat)
    return seat.may_raise and not hand.only_calls(seat) and not hand.capped_out


def _wager(state: State, number: int, seat: Seat, verb: str, to: Amount) -> Entry:
    wanted = to - seat.bet
    put = reachable(state, number, wanted)
    return _act(number, verb, exact(seat.bet + put), all_in=put < wanted)


def _raises(state: State, hand: Hand, number: int, seat: Seat) -> Entry:
    """A bet or raise to the least total, with the bounds of it where there is a choice."""
    limits = hand.profile.limits
    least, most = limits.least(hand), limits.most(hand, seat.bet)
    entry = _wager(state, number, seat, "bet" if hand.level == 0 else "raise", least)
    if most == least:
        return entry
    stack = state.players[number].purse if state.has_limit(number) else None
    reach = [exact(seat.bet + stack)] if stack is not None else []
    highest = min([*reach, *([] if most is None else [most])], default=None)
    return {**entry, "least": entry["to"], "most": highest}


def _declares(state: State, number: int, to: Amount) -> Entry:
    entry: Entry = {"type": "pot_declared_open", "seat": number, "to": to}
    if state.hand is not None and state.hand.seats[number].all_in:
        entry["all_in"] = True
    return entry


def _asking(state: State, hand: Hand) -> list[Entry]:
    assert hand.open_call is not None
    asked = hand.open_call.asked
    if not asked:
        return []
    number = asked[0]
    seat = hand.seats[number]
    to = seat.bet if seat.all_in else max(seat.bet, hand.profile.limits.opening(hand))
    return [_declares(state, number, to), _act(number, "check"), *_withdrawals(hand)]


def _drawing(hand: Hand) -> list[Entry]:
    step = drawing.serving(hand)
    if step is not None:
        if step.discards:
            return [{"type": "discarded", "seat": step.seat, "count": step.discards}]
        return [_card("burn" if step.burn else step.seat, "down")]
    number = drawing.to_indicate(hand)
    if number is None:
        return []
    return [
        {"type": "draw_indicated", "seat": number},
        {"type": "rapped", "seat": number},
    ]


def _showing(state: State, hand: Hand) -> list[Entry]:
    if hand.awards and hand.pot <= (hand.result.rake if hand.result is not None else 0):
        return [{"type": "hand_ended"}]
    if not showdown.is_decided(hand):
        order = showdown.order_of_showing(hand)
        return [_shows(n) for n in order if not showdown.tabled(hand, hand.seats[n])]
    paid = hand.result.paid if hand.result is not None else {}
    award: Entry = {
        "type": "pot_awarded",
        "to": {str(n): a for n, a in sorted(paid.items()) if a},
    }
    return [award, {"type": "hand_ended"}] if hand.awards else [award]


def _shows(number: int) -> Entry:
    return {"type": "shown", "seat": number, "purpose": "showdown"}


def dues(state: State) -> list[dict[str, Any]]:
    """What somebody still has to do."""
    found = []
    for due in state.dues:
        wire: dict[str, Any] = {"code": due.code, "ruling": due.ruling}
        for name in ("seat", "amount", "card"):
            value = getattr(due, name)
            if value is not None:
                wire[name] = value
        found.append(wire)
    return found
