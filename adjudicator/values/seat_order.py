"""The order of the table: seats count from 1, clockwise."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def clockwise(seats: Iterable[int], after: int) -> tuple[int, ...]:
    """The seats in order, beginning with the first one left of ``after``."""
    return _clockwise(tuple(seats), after)


@lru_cache(maxsize=4096)
def _clockwise(seats: tuple[int, ...], after: int) -> tuple[int, ...]:
    return tuple(sorted(seats, key=lambda seat: (seat <= after, seat)))
