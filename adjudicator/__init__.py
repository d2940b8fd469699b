"""Floor rulings for poker: a log of what happened in, cited rulings out.

This is the whole of the engine that others need; README.md beside this file says what
stands where. A name is imported when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.errors import Refused
    from adjudicator.judging.rules import Law
    from adjudicator.log.reading import parse
    from adjudicator.play.offers import next_entries
    from adjudicator.record.docket import Docket
    from adjudicator.view import state_json

__version__ = "0.1.0"
__all__ = ["Docket", "Law", "Refused", "__version__", "next_entries", "parse", "state_json"]

_HOMES = {
    "Docket": "adjudicator.record.docket",
    "Law": "adjudicator.judging.rules",
    "Refused": "adjudicator.errors",
    "next_entries": "adjudicator.play.offers",
    "parse": "adjudicator.log.reading",
    "state_json": "adjudicator.view",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
