"""Layering the pot and dividing it exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from adjudicator.table.hand import Hand
from adjudicator.table.parts import Layer, Pot
from adjudicator.table.seat import Seat
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace


def layers(hand: Hand) -> tuple[Pot, ...]:
    """The pot in layers, main pot first, layers with equal claimants merged.

    Money carried from earlier deals comes first, then each level at which somebody is
    all-in. A layer nobody can win joins the next one below it that somebody can, or
    else the one above.
    """
    found = _all_layers(hand)
    if hand.common:
        found = _into_lowest(found, hand.common)
    return _merged(_claimed(found))


def pots(hand: Hand) -> tuple[Pot, ...]:
    """What lies in the middle by now, layer by layer; all of it, whatever happened.

    Chips that are in no bet are a layer of their own, for nobody but their owner. What was
    pushed is missing from its layer, which stays in the list for its place there.
    """
    found = [*layers(hand), *_in_no_bet(hand)]
    left = [pot.amount for pot in found]
    for index, award in hand.awards.items():
        first = [index] if index is not None and index < len(left) else []
        _take(left, sum(award.values()), [*first, *range(len(left))])
    _take(left, hand.closing.raked, range(len(left)))
    if not any(left):
        return ()
    return tuple(replace(pot, amount=exact(here)) for pot, here in zip(found, left, strict=True))


def _in_no_bet(hand: Hand) -> list[Pot]:
    held = ((number, seat.held) for number, seat in hand.seats.items())
    return [Pot(exact(amount), (number,)) for number, amount in held if amount]


def _take(left: list[Amount], amount: Amount, places: Iterable[int]) -> None:
    for place in places:
        taken = min(left[place], amount)
        left[place] -= taken
        amount -= taken


def unclaimed(hand: Hand) -> Amount:
    """Chips in layers all of whose claimants are out of the hand."""
    found = _all_layers(hand)
    return exact(sum((pot.amount for pot in found if not pot.eligible), start=0))


def won_beyond(hand: Hand, seat: int) -> Amount | None:
    """The stake beyond which only this live seat can win, if there are chips beyond it."""
    others = [hand.seats[other] for other in hand.live if other != seat]
    if any(not other.all_in for other in others):
        return None
    level = max(map(_stake, others), default=0)
    return level if not others or _stake(hand.seats[seat]) > level else None


def _all_layers(hand: Hand) -> list[Pot]:
    """Every layer with its claimants, if it has any: the carried money, then each level."""
    live = hand.live
    kept = tuple(seat for seat, level in hand.won_before.items() if not level)
    found = [
        Pot(lay.amount, _both(lay.eligible, live) or _both(lay.eligible, kept))
        for lay in hand.carried_pot
    ]
    return found + _levels(hand, live)


def _both(some: Sequence[int], live: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in live if seat in some)


def _stake(seat: Seat) -> Amount:
    return seat.put_in - seat.dead


def _levels(hand: Hand, live: tuple[int, ...]) -> list[Pot]:
    """What the seats put in, cut at every stake with which somebody is all-in."""
    seats = hand.seats
    all_in = {_stake(seats[s]) for s in live if seats[s].all_in}
    caps = sorted(all_in.union(hand.won_before.values()) - {0})
    found = [
        Pot(exact(_between(hand, below, cap)), _claiming(hand, live, below, cap))
        for below, cap in zip((0, *caps), caps, strict=False)
    ]
    rest = sum(_stake(seat) for seat in seats.values()) - sum(pot.amount for pot in found)
    found.append(Pot(exact(rest), _claiming(hand, live, caps[-1] if caps else 0, None)))
    return [pot for pot in found if pot.amount]


def _claiming(
    hand: Hand, live: tuple[int, ...], below: Amount, cap: Amount | None
) -> tuple[int, ...]:
    """Who contests the chips of a level, or else who had won them before going out."""
    found = _reaching(hand, live, cap)
    return found or tuple(seat for seat, level in hand.won_before.items() if level <= below)


def _between(hand: Hand, below: Amount, cap: Amount) -> Amount:
    """What all seats put in beyond one stake and up to another."""
    stakes = map(_stake, hand.seats.values())
    return sum(min(stake, cap) - min(stake, below) for stake in stakes)


def _reaching(hand: Hand, live: tuple[int, ...], cap: Amount | None) -> tuple[int, ...]:
    """The live seats that contest chips up to this stake, or all there are."""
    seats = hand.seats
    all_in_for_it = {s for s in live if cap is not None and _stake(seats[s]) >= cap}
    return tuple(s for s in live if not seats[s].all_in or s in all_in_for_it)


def _into_lowest(found: list[Pot], amount: Amount) -> list[Pot]:
    if not found:
        return [Pot(amount, ())]
    return [replace(found[0], amount=exact(found[0].amount + amount)), *found[1:]]


def _claimed(found: list[Pot]) -> list[Pot]:
    kept: list[Pot] = []
    loose: Amount = 0
    for pot in found:
        if pot.eligible:
            kept.append(replace(pot, amount=exact(pot.amount + loose)) if loose else pot)
            loose = 0
        elif kept:
            kept[-1] = replace(kept[-1], amount=exact(kept[-1].amount + pot.amount))
        else:
            loose += pot.amount
    return [*kept, Pot(exact(loose), ())] if loose else kept


def _merged(found: list[Pot]) -> tuple[Pot, ...]:
    kept: list[Pot] = []
    for pot in found:
        for place, other in enumerate(kept):
            if other.eligible == pot.eligible:
                kept[place] = replace(other, amount=exact(other.amount + pot.amount))
                break
        else:
            kept.append(pot)
    return tuple(kept)


def divide(amount: Amount, winners: Sequence[int], in_fractions: bool) -> dict[int, Amount]:
    """Equal shares; odd chips go one each, in the order of the winners."""
    if in_fractions:
        share = exact(Fraction(amount) / len(winners))
        return dict.fromkeys(winners, share)
    each, odd = divmod(amount, len(winners))
    return {seat: exact(each + (1 if place < odd else 0)) for place, seat in enumerate(winners)}


def uncalled(hand: Hand) -> tuple[int, Amount] | None:
    """The seat whose wager nobody matched, and how much of it comes back."""
    bets = sorted(((s.bet, n) for n, s in hand.seats.items() if s.bet), reverse=True)
    if not bets:
        return None
    top, seat = bets[0]
    second = bets[1][0] if len(bets) > 1 else 0
    if top == second or not hand.seats[seat].live:
        return None
    return seat, exact(top - second)


def by_seat(awards: Iterable[Mapping[int, Amount]]) -> dict[int, Amount]:
    """What these awards push to each seat."""
    found: dict[int, Amount] = {}
    for award in awards:
        for seat, amount in award.items():
            found[seat] = exact(found.get(seat, 0) + amount)
    return found


def carried_sum(carried: Sequence[Layer]) -> Amount:
    """All carried money."""
    return exact(sum((layer.amount for layer in carried), start=0))
