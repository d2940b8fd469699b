"""Whole nodes of the cluster killed while devices record: nothing acknowledged is lost.

pytest -m cluster -s

The standbys are frozen before each kill. Without that even a cluster that acknowledges
too early would seem to lose nothing; the control shows that the test would notice.
"""

from __future__ import annotations

import itertools
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url

from api.ops.cluster import ASYNCHRONOUS, NODES, Cluster, Missing
from api.store.engines import for_libpq
from api.store.sql import open_store
from tests.api import cases_http
from tests.api.served import Served
from tests.api.talk import Talk
from tests.faults.load import Tally, Writers, flushes, tally
from tests.store.contract import StoreContract

pytestmark = pytest.mark.cluster
FROZEN = 1.5  # seconds from freezing the standbys to the kill
NODE_BACK = 30  # seconds, on a busy machine; before 20 Patroni replaces no node
STOOD_STILL = 6  # seconds, far from a lease of 20
SERVER_BACK = 8  # seconds, where only PostgreSQL has to be started again


numbers = itertools.count()


@contextmanager
def nodes() -> Iterator[Cluster]:
    """The nodes in a folder of their own, to be laid out and started."""
    folder = Path(tempfile.mkdtemp(prefix="cluster-"))
    try:
        made = Cluster(folder)
    except Missing as missing:
        shutil.rmtree(folder)
        pytest.skip(str(missing))
    try:
        yield made
    finally:
        made.down()
        shutil.rmtree(folder)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A cluster for a test that kills some of it."""
    with nodes() as made:
        yield made


@pytest.fixture(scope="module")
def unharmed() -> Iterator[Cluster]:
    """A cluster that nobody kills."""
    with nodes() as made:
        made.make()
        made.up()
        yield made


@pytest.fixture
def url(unharmed: Cluster) -> str:
    """An empty database on it."""
    name = f"d{next(numbers)}"
    there, _ = for_libpq(make_url(unharmed.url("postgres")))
    with psycopg.connect(there, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
    return unharmed.url(name)


class TestStore(StoreContract):
    """The promises of the protocol, kept by a cluster."""

    @pytest.fixture
    def url(self, url: str) -> str:
        return url


@pytest.mark.parametrize("case", [cases_http.c34, cases_http.c36, cases_http.c37])
def test_the_cases_over_http_on_a_cluster(url: str, case: Callable[[Talk], None]) -> None:
    served = Served(url, "--open")
    case(Talk(served))
    served.kill()


def test_a_retry_after_the_service_was_killed_on_a_cluster(url: str) -> None:
    started = [Served(url, "--open")]

    def restart() -> Talk:
        started[-1].kill()
        started.append(Served(url, "--open"))
        return Talk(started[-1])

    cases_http.c35(Talk(started[0]), restart)
    started[-1].kill()


def test_killed_nodes_take_nothing_acknowledged_with_them(cluster: Cluster) -> None:
    cluster.make()
    found, silence = kill_leaders(cluster, 5)
    print(f"\nquorum commit, 5 nodes killed: {found}; longest silence {silence:.1f} s")

    assert found.acknowledged > 500
    assert (found.lost, found.duplicated) == (0, 0)
    assert silence < FROZEN + NODE_BACK


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
    assert writers.told.silence < SERVER_BACK


def test_a_leader_that_stood_still_loses_nothing_and_comes_back_as_a_standby(
    cluster: Cluster,
) -> None:
    """For less than its lease it goes on where it was; for longer it finds another in charge.

    While it stands still its connections stay open and nothing is refused. What it was
    asked to commit then must not be acknowledged when it goes on, unless it is kept.
    """
    cluster.make()
    cluster.up()
    served = Served(cluster.url(), "--open")
    with Writers(8, lambda: served.address) as writers:
        writers.more(300)
        old = cluster.leader()
        cluster.pause(old)
        time.sleep(STOOD_STILL)
        cluster.resume(old)
        writers.more(300)
        shortly, writers.told.silence = writers.told.silence, 0.0
        assert cluster.wait(NODES) == old
        with late_commit(cluster, old) as commit:
            cluster.pause(old)
            commit()
            new = cluster.leader()
            writers.more(300)
            cluster.resume(old)
        leads = cluster.wait(NODES)
        writers.more(300)
    served.kill()
    found = counted(cluster, writers)
    print(
        f"\nleader stood still for {STOOD_STILL:g} s and beyond its lease: {found}; "
        f"silence {shortly:.1f} s and {writers.told.silence:.1f} s"
    )
    back = cluster.status()[old]

    assert (found.lost, found.duplicated) == (0, 0)
    assert leads == new != old
    assert back is not None
    assert back["role"] == "replica"
    assert shortly < STOOD_STILL + SERVER_BACK
    assert writers.told.silence < NODE_BACK


@contextmanager
def late_commit(cluster: Cluster, node: int) -> Iterator[Callable[[], None]]:
    """Ends a transaction at a node that stands still; kept if it was ever acknowledged."""
    acknowledged = []
    there, _ = for_libpq(make_url(cluster.url()))
    with psycopg.connect(there, autocommit=True) as leader:
        leader.execute("CREATE TABLE late (n int)")
    port = cluster.ports[node]["sql"]
    line = psycopg.connect(f"host=127.0.0.1 port={port} user=postgres dbname=postgres")
    line.execute("INSERT INTO late VALUES (1)")

    def commit() -> None:
        with suppress(psycopg.OperationalError):
            line.commit()
            acknowledged.append(1)

    asked = threading.Thread(target=commit)
    yield asked.start
    asked.join(60)
    line.close()
    cluster.wait(NODES)
    with psycopg.connect(there, autocommit=True) as leader:
        kept = leader.execute("SELECT n FROM late").fetchall()
    print(f"\na commit asked of a leader that stood still: told {acknowledged}, kept {kept}")
    assert len(acknowledged) <= len(kept)


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
