"""The order of the table: seats count from 1, clockwise."""

from __future__ import annotations

from collections.abc import Iterable


def clockwise(seats: Iterable[int], after: int) -> tuple[int, ...]:
    """The seats in order, beginning with the first one left of ``after``."""
    return tuple(sorted(seats, key=lambda seat: (seat <= after, seat)))
