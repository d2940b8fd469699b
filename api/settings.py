"""What an installation may set."""

from __future__ import annotations

from dataclasses import dataclass

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True)
class Settings:
    """The service's settings, with the defaults of one room on one machine."""

    database: str = "sqlite:///adjudicator.sqlite"
    largest_body: int = 2 * MEBIBYTE
    largest_batch: int = 500
    tables_in_memory: int = 256
    answers_in_memory: int = 32
