"""Something somebody still has to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import Frozen


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
