"""Who can win which chips, and how they are shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from tests.simulator.oracle.betting import Chips, Player


@dataclass(frozen=True)
class Pot:
    """Chips, and the seats that can win them."""

    amount: Chips
    seats: tuple[int, ...]


def riding(deals: Iterable[Mapping[int, Chips]]) -> list[Pot]:
    """What rides from earlier deals, by who paid how much of each deal's antes."""
    found = []
    for paid in deals:
        below: Chips = 0
        for step in sorted({amount for amount in paid.values() if amount}):
            seats = tuple(seat for seat, amount in paid.items() if amount >= step)
            amount = sum(min(each, step) - min(each, below) for each in paid.values())
            found.append(Pot(amount, seats))
            below = step
    return _merged(found)


def layers(
    players: Iterable[Player],
    carried: Sequence[Pot] = (),
    late: Mapping[int, Chips] = MappingProxyType({}),
) -> list[Pot]:
    """Main pot first: money carried from earlier deals, then a layer for each size of all-in.

    Layers that the same seats can win are one; what nobody can win joins the layer below, or
    the one above where there is none below. ``late`` is what seats paid in this hand for the
    money that rides, which is in it already.
    """
    everybody = list(players)
    live = [one for one in everybody if not one.folded]
    stake = {one.seat: one.put_in - one.dead - late.get(one.seat, 0) for one in everybody}
    dead = sum(one.dead for one in everybody)
    found = [Pot(pot.amount, tuple(p.seat for p in live if p.seat in pot.seats)) for pot in carried]
    steps = sorted({stake[one.seat] for one in live if one.all_in} | {max(stake.values())})
    below = 0
    for step in steps:
        amount = sum(min(paid, step) - min(paid, below) for paid in stake.values())
        seats = tuple(p.seat for p in live if not p.all_in or stake[p.seat] >= step)
        if amount:
            found.append(Pot(amount, seats))
        below = step
    if dead and not found:
        found = [Pot(0, tuple(player.seat for player in live))]
    if dead:
        found = [Pot(found[0].amount + dead, found[0].seats), *found[1:]]
    return _merged(_with_claimants(found))


def _with_claimants(found: list[Pot]) -> list[Pot]:
    kept: list[Pot] = []
    loose: Chips = 0
    for pot in found:
        if pot.seats:
            kept.append(Pot(pot.amount + loose, pot.seats))
            loose = 0
        elif kept:
            kept[-1] = Pot(kept[-1].amount + pot.amount, kept[-1].seats)
        else:
            loose += pot.amount
    return kept


def _merged(found: list[Pot]) -> list[Pot]:
    sums: dict[frozenset[int], Chips] = {}
    seats: dict[frozenset[int], tuple[int, ...]] = {}
    for pot in found:
        key = frozenset(pot.seats)
        sums[key] = sums.get(key, 0) + pot.amount
        seats.setdefault(key, pot.seats)
    return [Pot(amount, seats[key]) for key, amount in sums.items()]


def shared(
    pot: Pot, winners: list[int], odd_first: Callable[[int], tuple[int, ...]], fractions: bool
) -> dict[int, Chips]:
    """Equal shares; odd chips one each, in the house's order."""
    if fractions:
        return dict.fromkeys(winners, Fraction(pot.amount) / len(winners))
    each, odd = divmod(int(pot.amount), len(winners))
    ordered = sorted(winners, key=odd_first)
    return {seat: each + (place < odd) for place, seat in enumerate(ordered)}
