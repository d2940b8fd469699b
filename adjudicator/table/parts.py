"""The parts of a hand: pots, carried money, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.table.frozen import Frozen
from adjudicator.values.amounts import Amount


@dataclass(frozen=True)
class Layer(Frozen):
    """Money carried from an earlier deal into the pot now riding."""

    amount: Amount
    kind: str
    involved: tuple[int, ...]
    eligible: tuple[int, ...]


@dataclass(frozen=True)
class Pot(Frozen):
    """One layer of the pot and the live seats that may win it."""

    amount: Amount
    eligible: tuple[int, ...]


@dataclass(frozen=True)
class OpenCall(Frozen):
    """After a false opening: who may declare the pot open, clockwise, and who is asked."""

    false_opener: int
    asked: tuple[int, ...]


@dataclass(frozen=True)
class Result(Frozen):
    """What the rules give, whatever was pushed."""

    hands: Mapping[int, Any]
    pots: tuple[tuple[Amount, Mapping[int, Amount]], ...]
    paid: Mapping[int, Amount]
    rake: Amount = 0
