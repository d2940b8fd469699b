"""Whole nodes of the cluster killed while devices record: nothing acknowledged is lost.

pytest -m cluster -s

The standbys are frozen before each kill. Without that even a cluster that acknowledges
too early would seem to lose nothing; the control shows that the test would notice.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.store.sql import open_store
from deploy.cluster import ASYNCHRONOUS, NODES, Cluster, Missing
from tests.api.served import Served
from tests.faults.load import Tally, Writers, flushes, tally

pytestmark = pytest.mark.cluster
FROZEN = 1.5  # seconds from freezing the standbys to the kill


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """The nodes in a folder of their own, laid out and started by the test."""
    folder = Path(tempfile.mkdtemp(prefix="cluster-"))
    try:
        made = Cluster(folder)
    except Missing as missing:
        shutil.rmtree(folder)
        pytest.skip(str(missing))
    yield made
    made.down()
    shutil.rmtree(folder)


def test_killed_nodes_take_nothing_acknowledged_with_them(cluster: Cluster) -> None:
    cluster.make()
    found, silence = kill_leaders(cluster, 5)
    print(f"\nquorum commit, 5 nodes killed: {found}; longest silence {silence:.1f} s")

    assert found.acknowledged > 500
    assert (found.lost, found.duplicated) == (0, 0)


def test_a_cluster_that_acknowledges_too_early_is_found_out(cluster: Cluster) -> None:
    cluster.make(**ASYNCHRONOUS)
    found, silence = kill_leaders(cluster, 2)
    print(f"\ncontrol without quorum, 2 nodes killed: {found}; silence {silence:.1f} s")

    assert found.lost > 0


def test_a_killed_postgresql_is_back_soon(cluster: Cluster) -> None:
    cluster.make()
    cluster.up()
    served = Served(cluster.url(), "--open")
    with Writers(8, lambda: served.address) as writers:
        for _ in range(2):
            writers.more(300)
            cluster.kill_postgres(cluster.leader())
            time.sleep(5)
            cluster.wait(NODES)
        writers.more(300)
    served.kill()
    found = counted(cluster, writers)
    print(f"\nPostgreSQL killed twice: {found}; silence {writers.told.silence:.1f} s")

    assert (found.lost, found.duplicated) == (0, 0)


def kill_leaders(cluster: Cluster, times: int) -> tuple[Tally, float]:
    """Record, and kill whoever leads, so many times."""
    cluster.up()
    served = Served(cluster.url(), "--open")
    with Writers(8, lambda: served.address) as writers:
        for _ in range(times):
            writers.more(300)
            leader = cluster.leader()
            others = [node for node in range(NODES) if node != leader]
            for node in others:
                cluster.freeze(node)
            time.sleep(FROZEN)
            cluster.kill(leader)
            for node in others:
                cluster.cut(node)
            cluster.leader()
            time.sleep(1)
            cluster.start(leader)
            cluster.wait(NODES)
        writers.more(300)
    served.kill()
    return counted(cluster, writers), writers.told.silence


def counted(cluster: Cluster, writers: Writers) -> Tally:
    """What the cluster has beside what the service acknowledged."""
    print(f"\n{flushes()} flushes/s; refused meanwhile: {dict(writers.told.refused)}")
    store = open_store(cluster.url())
    found = tally(store, writers.told)
    store.close()
    return found
