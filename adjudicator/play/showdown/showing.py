"""The end of a hand: who shows first, who wins what, and whether openers are proved.

The result is what the rules give from the cards that were tabled, whatever anybody
says or pushes. It is worked out anew whenever a hand is tabled, mucked or ruled on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from adjudicator.hands import (
    HandReading,
    Ranking,
    could_have_opened,
    holds_openers,
    read,
    upcards_strength,
)
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Pot, Result
from adjudicator.table.pots import divide, layers
from adjudicator.table.seat import Seat
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise

TABLED = ("showdown", "openers", "request")


def order_of_showing(hand: Hand) -> tuple[int, ...]:
    """Last aggressor of the final round first, otherwise the first to act, clockwise.

    Who contests a side pot shows before those who are in the main pot alone.
    """
    around = _around(hand)
    if len(around) < 3:
        return around
    found: dict[int, None] = {}
    for pot in reversed(layers(hand)):
        found |= dict.fromkeys(seat for seat in around if seat in pot.eligible)
    return (*found, *(seat for seat in around if seat not in found))


def _around(hand: Hand) -> tuple[int, ...]:
    first = hand.aggressor
    if first is None or first not in hand.seats or not hand.seats[first].live:
        first = hand.first_actor
    live = hand.live
    if first is None or not live:
        return live
    if first not in live:
        return clockwise(live, first)
    return (first, *(s for s in clockwise(live, first) if s != first))


def tabled(hand: Hand, seat: Seat) -> bool:
    """Whether a hand lies open with every card it has (rrop-showdown/1)."""
    whole = hand.profile.hand_size + seat.bonus
    return bool(seat.shown) and len(seat.shown) >= min(seat.count, whole)


def is_decided(hand: Hand) -> bool:
    """Whether the cards on the table settle who wins."""
    live = hand.live
    able = [s for s in live if not hand.seats[s].barred]
    if len(live) < 2 or (hand.phase == "showdown" and len(able) == 1):
        return True
    return hand.phase == "showdown" and all(tabled(hand, hand.seats[s]) for s in live)


def reading(hand: Hand, seat: Seat) -> HandReading:
    """The best hand of the cards a seat tabled."""
    return read(seat.shown, hand.board, hand.profile.ranking)  # type: ignore[arg-type]


def result_so_far(hand: Hand) -> Result | None:
    """What the rules give if nobody else tables a hand, once those who show first have.

    A hand that is not tabled wins no part of a called pot (rrop-showdown/1). While one
    that had to be shown before a tabled one is still hidden, nothing can be said.
    """
    order = order_of_showing(hand)
    open_ = tuple(s for s in order if tabled(hand, hand.seats[s]))
    played_out = hand.stage >= len(hand.profile.stages) and hand.void is None
    if not played_out or not open_ or open_ != order[: len(open_)]:
        return None
    hidden = {s: replace(hand.seats[s], barred=True) for s in order if s not in open_}
    as_it_lies = replace(hand, seats={**hand.seats, **hidden}, phase="showdown")
    if any(not set(pot.eligible) & set(open_) for pot in layers(replace(as_it_lies, awards={}))):
        return None
    return result_of(as_it_lies)


def result_of(hand: Hand) -> Result:
    """Who gets what of the pot as it lies, before anything was pushed."""
    live = hand.live
    fought = hand.contested and hand.phase == "showdown"
    hands = {s: reading(hand, hand.seats[s]) for s in live if hand.seats[s].shown} if fought else {}
    whole = replace(hand, awards={})
    shares = []
    paid: dict[int, Amount] = {}
    pots = layers(whole)
    rake = rake_of(hand, sum(p.amount for p in pots))
    left = rake
    for pot in pots:
        part = min(left, pot.amount)
        amount, left = pot.amount - part, left - part
        share = _share(hand, replace(pot, amount=exact(amount)), hands)
        shares.append((exact(amount), share))
        for seat, part in share.items():
            paid[seat] = exact(paid.get(seat, 0) + part)
    return Result(hands=hands, pots=tuple(shares), paid=paid, rake=rake)


def _share(hand: Hand, pot: Pot, hands: dict[int, HandReading]) -> dict[int, Amount]:
    able = [s for s in pot.eligible if not hand.seats[s].barred]
    if not able:
        able = [s for s in hand.live if not hand.seats[s].barred]
    if not able or not pot.amount:
        return {}
    if len(able) > 1 and hands:
        best = max(hands[s].value for s in able)
        able = [s for s in able if hands[s].value == best]
    return divide(pot.amount, _odd_chip_order(hand, able), hand.profile.exact_shares)


def _odd_chip_order(hand: Hand, seats: Sequence[int]) -> tuple[int, ...]:
    """Clockwise from the button; in stud by the highest of all their cards, suits counting."""
    if not hand.profile.stud:
        return clockwise(seats, hand.button)

    def high_card(seat: int) -> tuple[int, int]:
        return max(map(_suited, hand.seats[seat].shown), default=(-1, -1))

    return tuple(sorted(seats, key=high_card, reverse=True))


def _suited(card: str) -> tuple[int, int]:
    """A card's place among all cards, equal ranks by suit from clubs up to spades."""
    return "23456789TJQKA".find(card[0]), "cdhs".find(card[1])


def rake_of(hand: Hand, total: Amount) -> Amount:
    """The house's part, where a schedule is set: a percentage up to a cap, main pot first."""
    rake = hand.profile.options.get("rake")
    if not isinstance(rake, Mapping):
        return 0
    if rake.get("no_flop_no_drop") in (True, "on") and not hand.board:
        return 0
    part = int(total * rake.get("percent", 0) // 100)
    cap = rake.get("cap")
    return part if cap is None else min(part, cap)


def best_so_far(hand: Hand) -> frozenset[int]:
    """The live seats with the best of the hands that lie open."""
    open_ = {s: reading(hand, hand.seats[s]) for s in hand.live if tabled(hand, hand.seats[s])}
    best = max((one.value for one in open_.values()), default=None)
    return frozenset(seat for seat, one in open_.items() if one.value == best)


def winners(result: Result) -> frozenset[int]:
    """Every seat that is paid something."""
    return frozenset(seat for seat, amount in result.paid.items() if amount)


def proof(hand: Hand, number: int) -> str:
    """How far the opener's openers are proved by what is on the table.

    ``proved``; ``not_shown``; ``partial`` (cards still hidden); ``false`` (the whole
    hand as dealt, and it does not qualify); ``split`` (the discards still under the chip);
    ``infeasible`` (no choice of drawn cards could have opened); ``provable`` (not declared,
    but the discards were shown); ``unproved``; ``recorded_false`` (by the record of the
    cards it opened on, where the house goes by that).
    """
    seat = hand.seats[number]
    options, ranking = hand.profile.options, hand.profile.ranking
    shown = seat.shown
    recorded = holds_openers(seat.opened_on, ranking) if seat.opened_on else None  # type: ignore[arg-type]
    by_record = hand.profile.on("proof_from_log")
    if seat.proved or (by_record and recorded):
        return "proved"
    if recorded is False and (by_record or options.get("openers_proof") == "verified_identity"):
        return "recorded_false" if shown or by_record else "not_shown"
    if not shown:
        return "not_shown"
    draws = hand.in_draws(number)
    drew = sum(one.drew for one in draws if one.wants is not None)
    kept = max(len(shown) - drew, 0)
    if any(holds_openers(cards, ranking) for cards in combinations(shown, kept)):  # type: ignore[arg-type]
        return "proved"
    if len(shown) < seat.count:
        return "partial"
    if not drew:
        return "false"
    known = tuple(card for one in draws if one.discards_up for card in one.discards)
    splitting = any(one.splitting for one in draws)
    if not known:
        under_chip = any(one.under_chip for one in draws)
        words_needed = options.get("undeclared_split") == "loses_pot"
        return _discards_hidden(under_chip, splitting, words_needed)
    if could_have_opened(shown, known, drew, ranking) is None:  # type: ignore[arg-type]
        return "infeasible"
    return "proved" if splitting else "provable"


def _discards_hidden(under_chip: bool, splitting: bool, words_needed: bool) -> str:
    """What is known of a split while its discards lie face down: under a chip, or mixed."""
    if not under_chip:
        return "unproved"
    return "split" if splitting or not words_needed else "provable"


def best_exposed(hand: Hand) -> int | None:
    """The live seat with the best upcards; a tie goes to the nearest clockwise.

    Where that seat is all-in, whoever sits to its left begins.
    """
    ranking, live = hand.profile.ranking, hand.live
    if not live:
        return None
    return max(live, key=lambda s: (_worth(hand, s, ranking), -hand.dealt_in.index(s)))


def may_begin(hand: Hand) -> tuple[int, ...]:
    """Who may begin a round by the upcards: whom they name, and whose were not recorded.

    What nobody recorded names nobody, so any of those seats may be the right one.
    """
    stage, first = hand.here, hand.to_act
    by_cards = stage is not None and stage.first in ("best_exposed", "lowest_upcard")
    begun = hand.street_actions or any(s.held_move is not None for s in hand.seats.values())
    if first is None or not by_cards or begun:
        return () if first is None else (first,)
    hidden = (s for s in hand.able if hand.seats[s].ups > len(hand.seats[s].up))
    return tuple(dict.fromkeys((first, *hidden)))


def lowest_upcard(hand: Hand) -> int | None:
    """The live seat with the lowest upcard, by suit if equal: it brings it in."""
    live = [s for s in hand.live if hand.seats[s].up]
    if not live:
        return hand.live[0] if hand.live else None
    return min(live, key=lambda s: min(map(_suited, hand.seats[s].up)))


def _worth(hand: Hand, seat: int, ranking: Ranking) -> int:
    up = hand.seats[seat].up
    return upcards_strength(up, ranking) if up else -1  # type: ignore[arg-type]
