"""The settings of an installation."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from api.service.rate_limits import Rates
from api.store.engines import file_of

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True)
class Settings:
    """The service's settings; the defaults suit one room on one machine.

    With ``open_to_all`` no tokens are required: for the local machine and tests only.
    """

    database: str = "sqlite:///adjudicator.sqlite"
    signing_key: str | None = None
    largest_body: int = 2 * MEBIBYTE
    largest_batch: int = 500
    tables_in_memory: int = 256
    answers_in_memory: int = 8
    entries_in_memory: int = 500
    open_to_all: bool = False
    rates: Rates = field(default_factory=Rates)
    streams: int = 128
    heartbeat: float = 15.0

    @property
    def key_file(self) -> Path:
        """Where the signing key is: beside the database if that is a file."""
        named = self.signing_key or os.environ.get("ADJUDICATOR_KEY")
        if named:
            return Path(named)
        return Path(f"{file_of(self.database) or 'adjudicator'}.key")
