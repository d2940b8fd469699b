"""What the product tells at an entry, held against the model of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.simulator.oracle.betting import Chips, Round
from tests.simulator.oracle.cards import CATEGORIES
from tests.simulator.oracle.hand import Hand, Result
from tests.simulator.oracle.table import Table

# What a ruling may say on a hand in which nothing went wrong: consequences, not faults.
PROPER = frozenset(
    {
        ("rrop-all-in", "side_pot"),
        ("omaha-limit/step-10c", "side_pot"),
        ("draw-high/11", "entry_allowed"),
        ("draw-high/12", "full_opening_bet_due"),
        ("draw-high/12", "side_pot"),
        ("draw-high/12", "pot_layered"),
        ("draw-high/13a", "hand_live"),
        ("draw-high/13a", "pot_layered"),
        ("draw-high/13b", "hand_live"),
        ("draw-high/13b", "pot_layered"),
        ("draw-high/13a", "floor_decides"),  # part of an ante: the house's choice
        ("draw-high/13b", "pot_carries"),
        ("draw-high/13b", "button_advances"),
        ("draw-high/13b", "re_ante"),
        ("draw-high/13b", "no_further_ante"),
        ("draw-high/5b", "defer_fifth_card"),
        ("draw-high/5b", "burn_then_card"),
        ("draw-high/5c", "burn_then_card"),
        ("blue-beacon/draw", "defer_fifth_card"),
        ("jacks-or-better/1b", "pot_carries"),
        ("jacks-or-better/1b", "button_advances"),
        ("jacks-or-better/1b", "re_ante"),
        ("jacks-or-better/1b", "no_further_ante"),
        ("jacks-or-better/3", "must_prove_openers"),
        ("jacks-or-better/9a", "must_prove_openers"),
        ("jacks-or-better/5a", "no_irregularity"),
        ("rrop-ties/5a", "odd_chip"),
        ("rrop-ties/5a", "split_equally"),
        ("rrop-ties/5b", "split_equally"),
        ("rrop-ties/5b", "odd_chip"),
        ("baseball/ties", "split_equally"),
        ("baseball/session", "warning"),  # all pots of the session are played
        ("omaha-limit/step-1b", "warning"),  # the advice when the table is set up
    }
)

# Where everybody who put in a side pot that rides has folded since.
UNCLAIMED = {("rrop-all-in", "pot_layered"), ("rrop-all-in", "floor_decides")}


# Differences that leave the state as it is: noted, and the hand goes on.
NOTED = ("move not offered", "move offered that is none", "posts offered")


@dataclass(frozen=True)
class Difference:
    """One thing the product tells otherwise than the model."""

    kind: str
    oracle: Any
    product: Any

    def text(self) -> str:
        """For people."""
        return f"{self.kind}: oracle {self.oracle!r}, product {self.product!r}"


def amount(value: Any) -> Chips:
    """A number as the wire has it."""
    return Fraction(value) if isinstance(value, str) else value


def _amounts(found: Mapping[str, Any]) -> dict[int, Chips]:
    return {int(seat): amount(value) for seat, value in found.items()}


def money(table: Table, hand: Hand | None, told: Mapping[str, Any]) -> Iterator[Difference]:
    """What lies in front of every seat."""
    stacks = {seat: one.stack for seat, one in table.seats.items()}
    if hand is not None:
        stacks |= {s: p.stack for s, p in hand.players.items() if s in table.seats}
    found = _amounts(told["table"]["balances" if table.game.owed_in_full else "stacks"])
    if stacks != found:
        yield Difference("stacks", stacks, found)


def carried(table: Table, told: Mapping[str, Any]) -> Iterator[Difference]:
    """Money that rides to the next hand, layer by layer."""
    mine: dict[tuple[int, ...], Chips] = {}
    for pot in table.carried:
        seats = tuple(sorted(pot.seats))
        mine[seats] = mine.get(seats, 0) + pot.amount
    theirs: dict[tuple[int, ...], Chips] = {}
    for one in told["table"]["carried"]:
        seats = tuple(sorted(one["eligible"]))
        theirs[seats] = theirs.get(seats, 0) + amount(one["amount"])
    if mine != theirs:
        yield Difference("carried", mine, theirs)


def hand(table: Table, on: Hand, told: Mapping[str, Any]) -> Iterator[Difference]:
    """The hand that is on: turn, price, pot, board and every seat."""
    found = told["hand"]
    betting = on.round
    mine: dict[str, Any] = {
        "button": on.button,
        "to_act": betting.turn if betting else None,
        "to_call": betting.to_call() if betting else 0,
        "pot": on.pot,
        "board": on.board,
        "burns": on.burns,
    }
    if betting is not None:
        mine |= {"phase": "betting", "street": on.rounds, "raises": betting.raises}
    theirs = {name: found[name] for name in mine} | {"pot": amount(found["pot"])}
    if found["phase"] == "drawing" and betting is None:
        theirs["to_act"] = None
    if set(map(str, mine["board"])) == set(theirs["board"]):
        theirs["board"] = mine["board"]
    for name, value in mine.items():
        if value != theirs[name]:
            yield Difference(f"{name} while {on.phase}", value, theirs[name])
    yield from _seats(on, found["seats"])
    if betting is None and on.phase in ("showdown", "decided", "dealing", "drawing"):
        yield from _pots(on, found["pots"])


def _seats(on: Hand, found: Mapping[str, Any]) -> Iterator[Difference]:
    mine = {
        str(seat): {
            "in": not player.folded,
            "put_in": player.put_in,
            "bet": player.bet,
            "all_in": player.all_in,
        }
        for seat, player in on.players.items()
    }
    if on.phase == "posting":
        for seat in mine.values():
            del seat["all_in"]
    theirs = {
        seat: {
            "in": one["status"] == "live",
            "put_in": amount(one["put_in"]),
            "bet": amount(one["bet"]),
            "all_in": one["all_in"],
        }
        for seat, one in found.items()
    }
    for number, values in mine.items():
        told = theirs.get(number)
        if told is None:
            yield Difference("seat missing", number, sorted(theirs))
            continue
        for name, value in values.items():
            if value != told[name]:
                what = f"seat {name} while {on.phase}"
                yield Difference(what, {number: value}, {number: told[name]})


def _pots(on: Hand, found: list[Mapping[str, Any]]) -> Iterator[Difference]:
    mine = sorted((sorted(pot.seats), pot.amount) for pot in on.pots())
    theirs = sorted((sorted(pot["eligible"]), amount(pot["amount"])) for pot in found)
    if mine != theirs:
        yield Difference(f"pots while {on.phase}", mine, theirs)


def moves(betting: Round, told: Mapping[str, Any]) -> Iterator[Difference]:
    """What is offered to the seat to act.

    A fold without need may be offered or not, and so may a bet and a raise in one, which
    has to be said first.
    """
    mine = {(v, None if v in ("fold", "check") else to) for v, to in betting.moves()}
    mine -= {one for one in mine if one[0] == "bet" and (one[1] or 0) > betting.unit}
    verbs = {"pot_declared_open": "declare"}
    theirs = {
        (one.get("verb") or verbs[one["type"]], one.get("to"))
        for one in told["next"]
        if one["type"] in ("acted", "pot_declared_open")
    }
    free = {("fold", None)}
    missing, extra = mine - theirs - free, theirs - mine - free
    if missing:
        yield Difference("move not offered", sorted(missing, key=str), sorted(theirs, key=str))
    if extra:
        yield Difference("move offered that is none", sorted(mine, key=str), sorted(extra, key=str))


def posts(
    owed: set[tuple[int, str, int]], told: Mapping[str, Any], short: set[int]
) -> Iterator[Difference]:
    """Who is asked to post what; a seat that cannot pay it all may be asked for any part."""
    theirs = {
        (one["seat"], one["kind"], one["amount"])
        for one in told["next"]
        if one["type"] == "posted" and one["seat"] not in short
    }
    owed = {one for one in owed if one[0] not in short}
    if owed != theirs:
        yield Difference("posts offered", sorted(owed), sorted(theirs))


def result(on: Hand, given: Result, told: Mapping[str, Any]) -> Iterator[Difference]:
    """Hands, shares and what everybody is paid."""
    found = told["hand"].get("result")
    if found is None or "waiting" in found:
        yield Difference("no result", given.paid, found)
        return
    paid = {s: a for s, a in _amounts(found["paid"]).items() if a}
    if paid != {s: a for s, a in given.paid.items() if a}:
        yield Difference("paid", given.paid, paid)
    mine = sorted(
        (pot.amount, sorted(shares)) for pot, shares in zip(given.pots, given.shares, strict=True)
    )
    theirs = sorted(
        (amount(one["amount"]), sorted(map(int, one["shares"]))) for one in found["pots"]
    )
    if mine != theirs:
        yield Difference("pots of the result", mine, theirs)
    returned = {s: a for s, a in _amounts(found["returned"]).items() if a}
    if returned != on.returned:
        yield Difference("returned", on.returned, returned)
    for seat, one in found["hands"].items():
        reading = given.readings.get(int(seat))
        if reading is not None and CATEGORIES.index(one["category"]) != reading[0]:
            yield Difference("category", CATEGORIES[reading[0]], one["category"])


def rulings(entry: Any, on: Hand | None = None) -> Iterator[Difference]:
    """On a clean hand nothing is found; consequences are told."""
    proper = PROPER | UNCLAIMED if on is not None and on.unclaimed() else PROPER
    for ruling in entry.rulings:
        for one in ruling.outcomes:
            if (ruling.rule, one.code) not in proper:
                yield Difference(f"ruling {ruling.rule} {one.code}", None, ruling.because)
