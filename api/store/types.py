"""Column types that mean the same in every database."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, String, Text
from sqlalchemy.types import TypeEngine

# SQLite numbers rows by itself only where the type is INTEGER; elsewhere that is 32 bits.
WHOLE = BigInteger().with_variant(Integer, "sqlite")


def short(length: int) -> TypeEngine[str]:
    """Text of a length, ordered byte by byte wherever the server stands."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


TEXT = Text().with_variant(Text(collation="C"), "postgresql")
TIME, HASH, NAME = short(27), short(64), short(64)
