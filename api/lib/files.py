"""Files named by a user: read as text, and written atomically."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from adjudicator.errors import AdjudicatorError

OWNER, EVERYBODY = 0o600, 0o666  # the mode of a new file, before the umask


class FileTrouble(AdjudicatorError):
    """A file cannot be read, or cannot be written."""


@contextmanager
def text_in(path: Path) -> Iterator[IO[str]]:
    """The text of a file, to be read line by line."""
    try:
        with path.open(encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise FileTrouble(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise FileTrouble(f"{path}: found something else than text in UTF-8") from None


def text_of(path: Path) -> str:
    """All the text of a file."""
    with text_in(path) as file:
        return file.read()


@contextmanager
def part_of(target: Path, mode: int = OWNER) -> Iterator[Path]:
    """A temporary file beside the target; ``settle`` renames it.

    It is removed unless it was renamed, so nothing half written is left behind.
    """
    part = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
        try:
            yield part
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise FileTrouble(f"{target}: {_why(error, target)}") from None


def _why(error: OSError, target: Path) -> str:
    if not target.parent.is_dir():
        return f"there is no folder {target.parent}"
    return error.strerror or str(error)


def refuse_taken(target: Path) -> None:
    """Refuse to overwrite an existing file."""
    if os.path.lexists(target):
        raise FileTrouble(f"{target}: there is a file of this name")


def settle(part: Path, target: Path, over: bool = False) -> None:
    """Flush a finished file to disk and rename it to its target, atomically."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    if not over:
        _claim(part, target)
    part.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _claim(part: Path, target: Path) -> None:
    """Reserve a name unless a file has it: a rename alone would overwrite that one."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER))


def write(target: Path, text: str, mode: int = OWNER, over: bool = False) -> None:
    """Write a small file atomically."""
    with part_of(target, mode) as part:
        part.write_text(text, encoding="utf-8")
        settle(part, target, over)
