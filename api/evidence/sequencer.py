"""The thread that brings new entries into the ledger, a little after they are stored."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from api.evidence.ledger import Ledger
from api.lib.metrics import Metrics

PAUSE, LONGEST = 0.15, 1.0  # seconds to the next signature; live streams tell no sooner
REST = 19  # times as long as signing took: however busy the machine, most of it records
SWEEP = 30.0  # seconds after which all tables are looked at, whoever wrote to them


class Sequencer:
    """Takes in what this process wrote soon, and what others wrote before long.

    ``taken_in`` are called whenever the ledger may have grown.
    """

    def __init__(self, ledger: Ledger, metrics: Metrics, log: Any) -> None:
        self._ledger = ledger
        self._metrics = metrics
        self._log = log
        self.taken_in: list[Callable[[], None]] = []
        self._touched: set[str] = set()
        self._gate = threading.Lock()
        self._woken = threading.Event()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def touch(self, table: str) -> None:
        """Entries were stored at this table."""
        with self._gate:
            self._touched.add(table)
        if not self._woken.is_set():
            self._woken.set()

    def start(self) -> None:
        """Begin with whatever waits."""
        self._thread = threading.Thread(target=self._run, name="sequencer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Take in what is left and end."""
        self._ended.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join()
            self._take_in(None)

    def _run(self) -> None:
        everything = True
        while not self._ended.is_set():
            began = time.monotonic()
            self._take_in(None if everything else self._taken())
            took = time.monotonic() - began
            self._ended.wait(min(max(PAUSE, REST * took), LONGEST))
            everything = not self._woken.wait(SWEEP)

    def _taken(self) -> set[str]:
        self._woken.clear()
        with self._gate:
            taken, self._touched = self._touched, set()
        return taken

    def _take_in(self, tables: set[str] | None) -> None:
        """A failure is told and not repeated at once; the next sweep tries again."""
        try:
            self._ledger.catch_up(tables)
            self._metrics.signed(self._ledger.newest().size)
            for told in self.taken_in:
                told()
        except Exception as error:
            self._metrics.not_signed()
            self._log.error("not signed", error=type(error).__name__, detail=str(error))
