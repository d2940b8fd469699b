"""The service's own log: one line of JSON for each request, never a card or a body."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from typing import Any, TextIO

import structlog
from structlog import contextvars, processors


def new_log(out: TextIO | None = None) -> Any:
    """A log that writes lines of JSON, by default to standard error."""
    return structlog.wrap_logger(
        structlog.PrintLogger(out or sys.stderr),
        processors=[
            contextvars.merge_contextvars,
            processors.add_log_level,
            processors.TimeStamper(fmt="iso", utc=True),
            processors.JSONRenderer(),
        ],
        wrapper_class=structlog.BoundLogger,
    )


def bind(**known: Any) -> None:
    """Bind fields to the log lines of this request."""
    contextvars.bind_contextvars(**{k: v for k, v in known.items() if v is not None})


class Libraries(logging.Handler):
    """Warnings of the libraries, as lines of the same log.

    Only the message template is logged, never its arguments: a database quotes whole rows, and
    those hold cards.
    """

    def __init__(self, log: Any) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line; a failure to write must not fail the library that warned."""
        kind = record.exc_info[0] if record.exc_info else None
        known = {"error": kind.__name__} if kind is not None else {}
        with suppress(OSError, ValueError):
            self._log.warning("library", source=record.name, said=str(record.msg), **known)


def hear_libraries(log: Any) -> None:
    """Route the libraries' warnings to this log instead of standard error."""
    everybody = logging.getLogger()
    for handler in [one for one in everybody.handlers if isinstance(one, Libraries)]:
        everybody.removeHandler(handler)
    everybody.addHandler(Libraries(log))
