"""A service killed while it signs: no checkpoint that anybody saw is ever taken back."""

from __future__ import annotations

import threading
import time
from http.client import HTTPException

import pytest

from api.evidence import whole
from api.evidence.report import Report
from api.evidence.sources import AtService
from api.evidence.whole import Unreachable
from tests.api.served import Served
from tests.api.talk import DRAW, note

TABLES = ("k1", "k2", "k3")
PATIENCE = 30  # seconds; much sooner on a machine that does nothing else


class Witness:
    """Verifies all the time, and demands that what it saw last is continued."""

    def __init__(self) -> None:
        self.kept: str | None = None
        self.sizes: list[int] = []
        self.faults: list[str] = []

    def look(self, address: str) -> None:
        """Verify once; a service that was cut down meanwhile proves nothing."""
        try:
            report = whole.check(AtService(address), None, self.kept)
        except Unreachable:
            return
        self.faults += [fault.detail for fault in report.faults]
        self.kept = report.note
        self.sizes.append(report.checkpoint.size if report.checkpoint else -1)


def write(served: Served, table: str, until: threading.Event) -> None:
    """Note after note, as fast as they are taken."""
    while not until.is_set():
        try:
            served.post(f"/v1/tables/{table}/events", note("x"))
        except (OSError, HTTPException):
            return


def live(served: Served, witness: Witness, seconds: float) -> None:
    """Write and watch for a while, then die."""
    done = threading.Event()
    threads = [threading.Thread(target=write, args=(served, one, done)) for one in TABLES]
    for thread in threads:
        thread.start()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        witness.look(served.address)
    served.kill()
    done.set()
    for thread in threads:
        thread.join()


def settled(served: Served, witness: Witness) -> Report:
    """What is verified once all that was left waiting has been signed."""
    until = time.monotonic() + PATIENCE
    while True:
        witness.look(served.address)
        report = whole.check(AtService(served.address), None, witness.kept)
        if not report.waiting or time.monotonic() > until:
            return report
        time.sleep(0.1)


@pytest.mark.parametrize("kills", [2, pytest.param(15, marks=pytest.mark.slow)])
def test_a_checkpoint_that_was_seen_is_continued_after_every_kill(
    database: str, kills: int
) -> None:
    witness = Witness()
    for number in range(kills):
        served = Served(database, "--open")
        if number == 0:
            for table in TABLES:
                served.post("/v1/tables", {**DRAW, "table": table})
        live(served, witness, 1.5)
    served = Served(database, "--open")
    report = settled(served, witness)
    served.stop()

    assert witness.faults == []
    assert witness.sizes == sorted(witness.sizes)
    assert len(set(witness.sizes)) > 1
    assert report.verified
    assert (report.waiting, report.tables) == (0, 3)
