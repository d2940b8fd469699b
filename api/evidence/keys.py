"""The file with the key that signs checkpoints; nobody but its owner may read it."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from adjudicator.errors import AdjudicatorError
from api.evidence.note import SigningKey, signing_key
from api.lib import files

OTHERS = stat.S_IRWXG | stat.S_IRWXO
REMEDY = (
    "Put the key back where it was; where it is lost for good, adjudicator key replace goes "
    "on with another, and where there was none, adjudicator key create makes one."
)


class BadKeyFile(AdjudicatorError):
    """The key file cannot be used."""


def default_origin() -> str:
    """A name for a log that was given none; unlikely to be any other log's."""
    return f"adjudicator.local/{secrets.token_hex(8)}"


def create(path: Path, origin: str) -> SigningKey:
    """Make a key and its file; never over one that is there."""
    key = SigningKey.new(origin)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.write(path, key.text() + "\n")
    except OSError as error:
        raise BadKeyFile(f"key file {path}: {error.strerror or error}") from None
    except files.FileTrouble as error:
        raise BadKeyFile(f"key file {error}") from None
    return key


def load(path: Path) -> SigningKey:
    """The key in a file; refused if others than the owner can read the file."""
    open_to_others = readable_by_others(path)
    if open_to_others:
        raise BadKeyFile(open_to_others)
    try:
        return signing_key(files.text_of(path))
    except files.FileTrouble as error:
        raise BadKeyFile(f"key file {error}") from None
    except AdjudicatorError as error:
        raise BadKeyFile(f"key file {path}: {error}") from None


def load_or_create(path: Path) -> SigningKey:
    """The key in a file, made if there is none; of two makers at once one wins."""
    if not path.exists():
        try:
            return create(path, default_origin())
        except BadKeyFile:
            if not path.exists():
                raise
    return load(path)


def readable_by_others(path: Path) -> str | None:
    """What is wrong with the file's permissions, if anything is."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        return f"key file {path}: {error.strerror or error}"
    if os.name == "posix" and mode & OTHERS:
        return f"key file {path}: found mode {mode:04o}; allowed: 0600 (chmod 600 {path})"
    return None
