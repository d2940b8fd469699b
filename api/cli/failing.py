"""How a command ends when something goes wrong: in words, never in a traceback."""

from __future__ import annotations

import errno
import os
import re
import sys
from typing import Any

import click

from adjudicator.errors import AdjudicatorError, RulebookError

_NO_TEXT = re.compile("[\udc80-\udcff]")  # how Python keeps bytes of an argument that are no UTF-8


class Refusal(click.ClickException):
    """What was asked for is refused."""

    exit_code = 1


class Failure(click.ClickException):
    """The command cannot do its work at all."""

    exit_code = 2


class Commands(click.Group):
    """The group of all commands; whatever goes wrong in one of them is told here.

    Ends with 1 where something was refused, and with 2 where the command could not do
    its work at all.
    """

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        _open_what_is_closed()
        try:
            try:
                return super().invoke(ctx)
            finally:
                _print_the_rest()
        except Exception as error:
            said = in_words(error)
            if said is None:
                raise
            raise (Refusal if _is_refusal(error) else Failure)(said) from None


def in_words(error: Exception) -> str | None:
    """What went wrong; ``None`` if it is a fault of the program, or told by others."""
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


def _open_what_is_closed() -> None:
    """A program may be started without input or output; then it reads and says nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  # to the end
            setattr(sys, name, nothing)


def _print_the_rest() -> None:
    """Print what is still held back; what cannot be is let go, so that it fails once."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
