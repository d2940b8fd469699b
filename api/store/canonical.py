"""The one byte form of an entry, and the chain of hashes over it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import rfc8785

ENTRY = b"\x02"
START = "0" * 64


def canonical(value: Any) -> bytes:
    """RFC 8785: one byte form whatever the order of names and the white space."""
    return rfc8785.dumps(value)


def fingerprint(value: Any) -> str:
    """What two requests with the same content have in common."""
    return hashlib.sha256(canonical(value)).hexdigest()


def entry_hash(body: bytes) -> str:
    """An entry's hash; its body holds the hash of the entry before."""
    return hashlib.sha256(ENTRY + body).hexdigest()


def entry_body(
    table: str,
    seq: int,
    recorded_at: str,
    recorded_by: Mapping[str, Any],
    event: Mapping[str, Any],
    prev_hash: str,
) -> bytes:
    """An entry in the form that is stored and hashed."""
    return canonical(
        {
            "table": table,
            "seq": seq,
            "recorded_at": recorded_at,
            "recorded_by": dict(recorded_by),
            "event": dict(event),
            "prev_hash": prev_hash,
        }
    )
