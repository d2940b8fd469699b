"""``adjudicator serve`` and what the command line says of itself."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.cli.main import main


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the server was asked to run with, in place of running it."""
    from api import server

    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(server, "run", lambda *given: asked.append(given))
    return asked


def test_serve_listens_on_loopback_with_a_local_file(
    runs: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ADJUDICATOR_DATABASE", raising=False)

    assert CliRunner().invoke(main, ["serve"]).exit_code == 0

    host, port, database, demo, open_ = runs[0]
    assert (host, demo, open_) == ("127.0.0.1", False, False)
    assert port > 0
    assert database.startswith("sqlite:///")


def test_serve_takes_its_database_from_the_environment(
    runs: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADJUDICATOR_DATABASE", "sqlite:///elsewhere.sqlite")

    CliRunner().invoke(main, ["serve", "--demo", "--port", "0"])

    assert runs == [("127.0.0.1", 0, "sqlite:///elsewhere.sqlite", True, False)]


@pytest.mark.parametrize("asked", [["check", "-", "--json"], ["check", "-"], ["rank", "As Ah"]])
def test_what_needs_no_service_starts_without_its_libraries(asked: list[str]) -> None:
    heavy = "alembic cryptography flask granian marshmallow prometheus_client sqlalchemy structlog"
    code = (
        "import sys; from api.cli.main import main; from click.testing import CliRunner;"
        f"CliRunner().invoke(main, {asked!r}, input='');"
        f"print([name for name in {heavy.split()!r} if name in sys.modules])"
    )

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert told.stdout == "[]\n"


def test_a_signing_key_that_others_can_read_is_told_before_anything_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "log.key"
    key.write_text("no key")
    key.chmod(0o644)
    monkeypatch.setenv("ADJUDICATOR_KEY", str(key))
    told = CliRunner().invoke(
        main, ["serve", "--open", "--port", "0", "--database", f"sqlite:///{tmp_path}/x.sqlite"]
    )

    assert told.exit_code == 1
    assert "found mode 0644; allowed: 0600" in told.output
