"""Payout: each layer of the pot, divided into the parts the game has.

The result is what the rules give for the tabled cards, whatever anybody says or pushes.
It is worked out again whenever a hand is tabled, mucked or ruled on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.hands import HandReading, read
from adjudicator.play.showdown.showing import order_of_showing, tabled
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Pot, Result
from adjudicator.table.pots import by_seat, divide, layers
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.cards import suited
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise

Readings = Mapping[str, Mapping[int, HandReading]]


def result_of(hand: Hand) -> Result:
    """Who gets what of the pot as it lies, before anything was pushed."""
    readings = _readings(hand) if hand.contested and hand.phase == "showdown" else {}
    shares = []
    pots = layers(replace(hand, awards={}))
    rake = left = rake_of(hand, sum(pot.amount for pot in pots))
    for pot in pots:
        part = min(left, pot.amount)
        amount, left = exact(pot.amount - part), left - part
        shares.append((amount, _shares(hand, replace(pot, amount=amount), readings)))
    paid = by_seat(share for _, share in shares)
    return Result(readings=readings, pots=tuple(shares), paid=paid, rake=rake)


def _readings(hand: Hand) -> Readings:
    """Every hand shown, as read for each part of the pot."""
    shown = {seat: hand.seats[seat].shown for seat in hand.live if hand.seats[seat].shown}
    return {
        part.name: {seat: read(cards, hand.board, part.ranking) for seat, cards in shown.items()}  # type: ignore[arg-type]
        for part in hand.profile.parts
    }


def _shares(hand: Hand, pot: Pot, readings: Readings) -> dict[int, Amount]:
    """Pay a layer, part by part, to the best of the hands that may win it."""
    able = _not_barred(hand, pot.eligible) or _not_barred(hand, hand.live)
    if not able or not pot.amount:
        return {}
    if len(able) == 1 or not any(readings.values()):
        return _split(hand, pot.amount, able, {})
    won = [(best, hands) for hands in readings.values() if (best := _best(hands, able))]
    won = won or [(able, {})]
    parts = divide(pot.amount, range(len(won)), hand.profile.exact_shares)
    return by_seat(_split(hand, parts[place], *one) for place, one in enumerate(won))


def _not_barred(hand: Hand, seats: Sequence[int]) -> list[int]:
    return [seat for seat in seats if not hand.seats[seat].barred]


def _best(hands: Mapping[int, HandReading], able: Sequence[int]) -> list[int]:
    """The seats with the best hand; a hand that does not qualify gets nothing."""
    best = max(hands[seat].value for seat in able)
    return [seat for seat in able if hands[seat].value == best > 0]


def _split(
    hand: Hand, amount: Amount, seats: Sequence[int], hands: Mapping[int, HandReading]
) -> dict[int, Amount]:
    return divide(amount, _odd_chip_order(hand, seats, hands), hand.profile.exact_shares)


def _odd_chip_order(
    hand: Hand, seats: Sequence[int], hands: Mapping[int, HandReading]
) -> tuple[int, ...]:
    """Clockwise from the button; in stud by the highest card, suits counting.

    That is the highest of all their cards, or of the five that play, as the house has it.
    """
    if not hand.profile.stud:
        return clockwise(seats, hand.button)
    playing = hand.profile.policy.odd_chip_cards == "five"

    def high_card(seat: int) -> tuple[int, int]:
        cards = hands[seat].cards if playing and seat in hands else hand.seats[seat].shown
        return max(map(suited, cards), default=(-1, -1))

    return tuple(sorted(seats, key=high_card, reverse=True))


def result_so_far(hand: Hand) -> Result | None:
    """What the rules give if nobody else tables a hand, once those who show first have.

    A hand that is not tabled wins no part of a called pot (rrop-showdown/1). While one
    that had to be shown before a tabled one is still hidden, nothing can be said.
    """
    order = order_of_showing(hand)
    open_ = {seat for seat in order if tabled(hand, hand.seats[seat])}
    played_out = hand.stage >= len(hand.profile.stages) and hand.undo.void is None
    if not played_out or not open_ or not open_.issuperset(order[: len(open_)]):
        return None
    hidden = {s: replace(hand.seats[s], barred=True) for s in order if s not in open_}
    as_it_lies = replace(hand, seats={**hand.seats, **hidden}, phase="showdown")
    contested = layers(replace(as_it_lies, awards={}))
    won = all(not open_.isdisjoint(pot.eligible) for pot in contested)
    return result_of(as_it_lies) if won else None


def rake_of(hand: Hand, total: Amount) -> Amount:
    """The rake, if a schedule is set: a percentage up to a cap, main pot first."""
    rake = hand.profile.policy.rake
    if rake is None or (rake.no_flop_no_drop and not hand.board):
        return 0
    part = int(total * rake.percent // 100)
    return part if rake.cap is None else min(part, rake.cap)


def winners(result: Result) -> frozenset[int]:
    """Every seat that gets paid."""
    return frozenset(seat for seat, amount in result.paid.items() if amount)
