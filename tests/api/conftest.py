"""A service on an empty file, spoken to through the test client."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.lib import logs
from api.settings import Settings
from api.wiring import create_app
from tests.api.documented import held
from tests.api.talk import Talk


@pytest.fixture
def log() -> io.StringIO:
    """What the service logged."""
    return io.StringIO()


@pytest.fixture
def client(file: Path, log: io.StringIO) -> Iterator[FlaskClient]:
    """A client of a fresh service, whose answers are all as documented."""
    settings = Settings(database=f"sqlite:///{file}", open_to_all=True)
    app = create_app(settings, log=logs.new_log(log))
    beside = held(app)
    yield app.test_client()
    app.extensions["adjudicator"].store.close()
    assert not beside


@pytest.fixture
def talk(client: FlaskClient) -> Talk:
    """Shorthands for the client."""
    return Talk(client)
