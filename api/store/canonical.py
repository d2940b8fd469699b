"""The one byte form of an entry, and the chain of hashes over it."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
import rfc8785

ENTRY = b"\x02"
START = "0" * 64
SALT, SALTS = 16, 64  # bytes, and how many are drawn at once
SIMPLE = frozenset((str, bool, int, type(None)))
EXPIRED_TYPE = "expired"  # of the entry that says that those before it were dropped


def canonical(value: Any) -> bytes:
    """RFC 8785: one byte form whatever the order of names and the white space."""
    try:
        if _is_plain(value):
            return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)
    except TypeError:
        pass  # a name that is no text, half a character, a number too large: why is said below
    return rfc8785.dumps(value)


def _is_plain(value: Any) -> bool:
    """Whether the fast encoder, if it can, writes RFC 8785.

    It writes other fractions and, of names that are not ASCII, another order.
    """
    found = [value]
    for one in found:
        kind = type(one)
        if kind is dict and "".join(one).isascii():
            found += one.values()
        elif kind is list or kind is tuple:
            found += one
        elif kind not in SIMPLE:
            return False
    return True


def fingerprint(value: Any) -> str:
    """What two requests with the same content have in common."""
    return hashlib.sha256(canonical(value)).hexdigest()


def entry_hash(body: bytes) -> str:
    """An entry's hash; its body holds the hash of the entry before."""
    return hashlib.sha256(ENTRY + body).hexdigest()


def new_salts() -> Iterator[str]:
    """What keeps an entry's hash from giving away a card that is masked in the entry.

    With everything else known, 52 tries would find the card whose hash is the one shown.
    Many are drawn at once: who asks the system for chance gives way to all other threads.
    """
    while True:
        drawn = secrets.token_bytes(SALT * SALTS)
        for start in range(0, len(drawn), SALT):
            yield urlsafe_b64encode(drawn[start : start + SALT]).rstrip(b"=").decode()


def entry_body(
    table: str,
    seq: int,
    recorded_at: str,
    recorded_by: Mapping[str, Any],
    event: Mapping[str, Any],
    prev_hash: str,
    salt: str,
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
            "salt": salt,
        }
    )
