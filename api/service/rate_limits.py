"""Token buckets: how much one device may ask for, and how often a stranger may guess a token.

The retry of an accepted entry is never limited: entries are counted when they are new, after
retries have been recognised.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from api.service.problems import Problem
from api.service.roles import Caller

MOST_BUCKETS = 10_000


@dataclass(frozen=True)
class Rate:
    """A sustained rate and a burst."""

    per_second: float
    at_once: int


@dataclass(frozen=True)
class Rates:
    """What an installation allows: per device, and per address for invalid tokens."""

    requests: Rate = Rate(50, 500)
    entries: Rate = Rate(50, 2000)
    strangers: Rate = Rate(0.5, 20)


class Buckets:
    """One bucket per name; the least recently used are evicted."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._gate = threading.Lock()
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, name: str, cost: int = 1) -> float:
        """Seconds until the bucket covers this cost; 0 if it does, and then it is taken.

        A cost above the burst is taken from a full bucket, which goes into debt.
        """
        now = self._clock()
        with self._gate:
            level, since = self._filled.pop(name, (float(self._rate.at_once), now))
            level = min(level + (now - since) * self._rate.per_second, self._rate.at_once)
            missing = min(cost, self._rate.at_once) - level
            self._filled[name] = (level if missing > 0 else level - cost, now)
            while len(self._filled) > MOST_BUCKETS:
                self._filled.popitem(last=False)
        return missing / self._rate.per_second if missing > 0 else 0.0


class Limits:
    """The buckets of one process."""

    def __init__(self, rates: Rates, clock: Callable[[], float] = time.monotonic) -> None:
        self._requests = Buckets(rates.requests, clock)
        self._entries = Buckets(rates.entries, clock)
        self._strangers = Buckets(rates.strangers, clock)

    def request(self, caller: Caller) -> None:
        """Count a device's request that records nothing."""
        if caller.device is not None:
            _wait(self._requests.wait(caller.device), "requests")

    def recording(self, caller: Caller, entries: int) -> None:
        """Count a device's new entries."""
        if caller.device is not None:
            _wait(self._entries.wait(caller.device, entries), "entries")

    def stranger(self, address: str | None) -> None:
        """Count an invalid token; valid ones from the same address are never limited."""
        _wait(self._strangers.wait(address or ""), "bad tokens")


def _wait(seconds: float, what: str) -> None:
    if seconds > 0:
        whole = math.ceil(seconds)
        detail = f"Too many {what} in a short time; try again in {whole} s."
        raise Problem("TOO_MANY", detail, retry_after=whole)
