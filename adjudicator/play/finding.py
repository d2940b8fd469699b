"""What the engine notices: facts without a remedy, each of one type.

The engine compares an entry with what was due and reports the difference; the rulebook
decides what follows. Rules subscribe to these types and to events, so a regular entry
wakes no rule.
"""

from __future__ import annotations

from typing import ClassVar

from adjudicator.values.frozen import Frozen


class Finding(Frozen):
    """Something that can be seen from the log.

    ``concerns`` says what of the game it departs from: a ``wager`` of the round, the
    ``cards`` of a stage, or the ``award``. What ``comes_last`` is numbered after all else
    that an entry leads to: a reader who is not told of it misses no number.
    """

    concerns: ClassVar[str] = ""
    comes_last: ClassVar[bool] = False
