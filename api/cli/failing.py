"""How a command fails: with a message, never with a traceback."""

from __future__ import annotations

import errno
import os
import re
import sys
from typing import Any

import click

from adjudicator.errors import AdjudicatorError, RulebookError

_NO_TEXT = re.compile("[\udc80-\udcff]")  # how Python keeps bytes of an argument that are not UTF-8


class Refusal(click.ClickException):
    """The command was refused what it asked for."""

    exit_code = 1


class Failure(click.ClickException):
    """The command cannot do its work at all."""

    exit_code = 2


class Commands(click.Group):
    """The group of all commands; their errors are reported here.

    Exits with 1 if something was refused, and with 2 if the command could not run at all.
    """

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        _open_closed_streams()
        try:
            try:
                return super().invoke(ctx)
            finally:
                _flush()
        except Exception as error:
            said = in_words(error)
            if said is None:
                raise
            raise (Refusal if _is_refusal(error) else Failure)(said) from None


def in_words(error: Exception) -> str | None:
    """The message for an error; ``None`` if it is a bug, or click reports it."""
    if isinstance(error, RulebookError):
        return f"the rulebook cannot be used: {error}"
    if isinstance(error, AdjudicatorError):
        return str(error)
    if isinstance(error, OSError) and error.errno != errno.EPIPE:
        file = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        return f"{file}{error.strerror or error}"
    if isinstance(error, UnicodeEncodeError) and _NO_TEXT.search(error.object):
        return f"found {error.object!r}; allowed: text in UTF-8"
    return None


def _is_refusal(error: Exception) -> bool:
    return isinstance(error, AdjudicatorError) and not isinstance(error, RulebookError)


def _open_closed_streams() -> None:
    """Replace standard streams that the parent process closed, by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  # to the end
            setattr(sys, name, nothing)


def _flush() -> None:
    """Flush the output; what cannot be written is dropped, so that it fails only once."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
