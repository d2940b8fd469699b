"""Which rules prevail where several speak on one finding or question.

A rule gives way to one that displaces it, by exact id or by book. The ruling that prevails
cites what it displaces where both order the same, and otherwise says that it was considered.
"""

from __future__ import annotations

from typing import Any

from adjudicator.judging.rules import AnyRule
from adjudicator.judging.rulings import Ruling, Weighed
from adjudicator.values.frozen import replace

Said = list[tuple[AnyRule, Ruling]]


def strongest(said: Said) -> Said:
    """The rulings that prevail, each with what it displaces cited or considered."""
    if len(said) < 2:
        return said
    said = [one for one in said if not one[0].last] or said[:1]
    kept: Said = []
    lost: Said = []
    for rule, ruling in said:
        gives_way = any(other is not rule and displaces(other, rule) for other, _ in said)
        (lost if gives_way else kept).append((rule, ruling))
    return [(rule, _with_losers(rule, ruling, lost)) for rule, ruling in kept]


def displaces(strong: AnyRule, weak: AnyRule) -> bool:
    """Whether the weak rule gives way where both speak."""
    return weak.id in strong.displaces


def _with_losers(rule: AnyRule, ruling: Ruling, lost: Said) -> Ruling:
    for weak, other in lost:
        if not displaces(rule, weak):
            continue
        if _remedy(other) == _remedy(ruling):
            ruling = replace(ruling, cites=(*ruling.cites, weak.id))
        elif all(one.rule != weak.id for one in ruling.considered):
            weighed = Weighed(weak.id, f"gives way to the specific rule {rule.id}")
            ruling = replace(ruling, considered=(*ruling.considered, weighed))
    return ruling


def _remedy(ruling: Ruling) -> tuple[Any, ...]:
    """What a ruling orders, as far as another may order the same."""
    said = {(one.code, one.seat, one.amount, one.card) for one in ruling.outcomes}
    return said, ruling.certainty
