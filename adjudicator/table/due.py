"""Something somebody still has to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.table.frozen import Frozen
from adjudicator.values.amounts import Amount


@dataclass(frozen=True)
class Due(Frozen):
    """Something somebody still has to do, and the entries that would do it."""

    code: str
    ruling: str
    seat: int | None = None
    amount: Amount | None = None
    card: str | None = None
    by: tuple[Mapping[str, Any], ...] = ()
    since: int = 0
    when: int | None = None
    before_action: bool = False
