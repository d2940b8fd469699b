"""SIGKILL to the service, again and again, while devices record."""

from __future__ import annotations

import time

import pytest

from api.store.sql import open_store
from tests.api.served import Served
from tests.faults.load import Writers, flushes, tally


@pytest.mark.parametrize("times", [3, pytest.param(50, marks=pytest.mark.slow)])
def test_a_killed_service_loses_and_repeats_nothing(
    database: str, times: int, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(database, "--open")
    with Writers(8, lambda: served.address) as writers:
        for number in range(times):
            writers.more(40)
            time.sleep(0.003 * (number % 13))
            served.kill()
            served = Served(database, "--open")
        writers.more(40)
    served.kill()
    store = open_store(database)
    found = tally(store, writers.told)
    store.close()
    with capsys.disabled():
        kind = database.split(":")[0]
        print(f"\n{kind}, {times} kills: {found}; {flushes()} flushes/s")

    assert found.acknowledged >= 40 * times
    assert (found.lost, found.duplicated) == (0, 0)
