"""A full disk, and a database that goes and comes back, while devices record."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from api.store.sql import open_store
from tests.api.served import Served
from tests.faults.load import Writers, tally
from tests.postgres import OWNER, Postgres
from tests.store.contract import append, noted

MEBIBYTE = 1024 * 1024


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 160 MiB that a test can fill."""
    folder = Path(tempfile.mkdtemp(prefix="small-"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        folder.rmdir()
        pytest.skip("a small disk of its own cannot be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
    folder.rmdir()


def fill(folder: Path) -> Path:
    """Take all the room there is."""
    ballast = folder / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 65536)
    with suppress(OSError), ballast.open("ab", buffering=0) as file:
        while True:
            file.write(b"x")
    return ballast


def test_a_full_disk_is_told_and_nothing_is_lost(small_disk: Path) -> None:
    database = f"sqlite:///{small_disk}/store.sqlite"
    served = Served(database, "--open")
    with Writers(4, lambda: served.address) as writers:
        writers.more(40)
        ballast = fill(small_disk)
        until = time.monotonic() + 30
        while not writers.told.refused[503]:
            assert time.monotonic() < until, "the full disk was not noticed"
            time.sleep(0.05)
        assert served.get("/healthz").status_code == 200
        until_full = len(writers.told.seqs)
        ballast.unlink()
        writers.more(40)
    served.kill()
    store = open_store(database)
    found = tally(store, writers.told)
    store.close()
    print(f"\nsqlite, disk full: {found}")

    assert found.acknowledged > until_full > 0
    assert (found.lost, found.duplicated) == (0, 0)


def test_postgresql_on_a_full_disk_loses_nothing(small_disk: Path) -> None:
    server = Postgres(small_disk, max_wal_size="32MB", min_wal_size="32MB")
    served = Served(server.new_database(), "--open")
    with Writers(4, lambda: served.address) as writers:
        writers.more(40)
        ballast = fill(small_disk)
        time.sleep(2)
        until_full = len(writers.told.seqs)
        ballast.unlink()
        if server.process is None or server.process.poll() is not None:
            server.start()
        writers.more(40)
    served.kill()
    store = open_store(served.database)
    found = tally(store, writers.told)
    store.close()
    server.kill()
    print(f"\npostgresql, disk full: {found}")

    assert found.acknowledged > until_full > 0
    assert (found.lost, found.duplicated) == (0, 0)


def test_a_database_that_was_gone_is_used_again() -> None:
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    server = Postgres(folder)
    served = Served(server.new_database(), "--open")
    with Writers(4, lambda: served.address) as writers:
        for _ in range(2):
            writers.more(40)
            server.kill()
            time.sleep(1)
            assert served.get("/readyz").status_code == 503
            assert served.get("/healthz").status_code == 200
            server.start()
        writers.more(40)
        assert served.get("/readyz").status_code == 200
    served.kill()
    store = open_store(served.database)
    found = tally(store, writers.told)
    store.close()
    server.kill()
    shutil.rmtree(folder)
    print(f"\npostgresql, gone twice: {found}; refused {dict(writers.told.refused)}")

    assert found.acknowledged >= 120
    assert (found.lost, found.duplicated) == (0, 0)


@pytest.fixture
def two_servers() -> Iterator[tuple[Postgres, Postgres]]:
    """Two that take writes, each for itself; a cluster's nodes would not at one time."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    servers = Postgres(folder / "old"), Postgres(folder / "new")
    for server in servers:
        server.run("postgres", "CREATE DATABASE house")
        open_store(server.dsn("house")).close()
    yield servers
    for server in servers:
        server.resume()
        server.kill()
    shutil.rmtree(folder)


def test_nobody_waits_for_a_server_that_stands_still_once_another_takes_writes(
    two_servers: tuple[Postgres, Postgres],
) -> None:
    old, new = two_servers
    hosts = "&".join(f"host=127.0.0.1:{server.port}" for server in two_servers)
    store = open_store(f"postgresql://{OWNER}@/house?{hosts}")
    store.append(append(0, noted("before"), table="old"))
    with ThreadPoolExecutor(2) as pool:
        busy = pool.submit(store.read, lambda c: c.exec_driver_sql("SELECT pg_sleep(5)").rowcount)
        assert busy.result(20) == 1  # slow, but it answers: left alone
        old.pause()
        asked = pool.submit(store.head, "old")
        written = pool.submit(store.append, append(0, noted("after"), table="new"))
        found = written.result(20)
        assert asked.result(20) is None
    store.close()
    kept = open_store(new.dsn("house"))
    heads = kept.heads("", 9)
    kept.close()

    assert [(one.table, one.seq) for one in found] == [("new", 1)]
    assert [(head.table, head.version) for head in heads] == [("new", 1)]
