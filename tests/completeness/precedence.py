"""Every pair of rules that can speak on one finding, event or question, and who prevails.

``python -m tests.completeness.precedence`` writes the table anew after a change of rules;
what changes in it is what the change means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.precedence import displaces
from adjudicator.judging.rules import ANYTHING_ELSE, AnyRule, RuleSet
from tests.builders import STAKES, law

TABLE = Path(__file__).with_name("precedence.txt")
# House options that bring a book along, or shut rules of another game out.
BRINGING: Mapping[str, tuple[Any, Any]] = {
    "over_five_predraw": ("rrop", "foul_if_picked_up"),
    "predraw_exposed_misdeal_at": (None, 3),
    "blue_beacon_draw_rules": ("draw_high", "none"),
    "opening_requirement": ("any", "jacks"),
}
HEAD = """\
Every pair of rules that can speak on one finding, event or question in some game, and what
becomes of it. Made by `python -m tests.completeness.precedence`.

  A
    > B   where both speak, A takes the place of B
    & B   both speak

A rule that speaks last does so only where no other has; of several, the first in the order
of the rules. Questions are told by their subject; `every question` are all of them.
"""

Pairs = dict[tuple[AnyRule, AnyRule], set[str]]


def rule_sets() -> Iterator[RuleSet]:
    """The rules of every game, under every set of options that changes which they are."""
    for game, stakes in STAKES.items():
        for values in product(*BRINGING.values()):
            options = dict(zip(BRINGING, values, strict=True))
            try:
                yield law().rules(law().profile(game, stakes, options))
            except Refused:
                continue


def occasions(rules: RuleSet) -> Iterator[tuple[str, tuple[AnyRule, ...]]]:
    """What wakes rules, and the rules it wakes, in their order."""
    for kind, woken in rules.by_trigger.items():
        yield kind.__name__, woken
    for subject in {*rules.by_subject, ANYTHING_ELSE}:
        yield f"?{subject}", (*rules.by_subject.get(subject, ()), *rules.any_subject)


def pairs() -> Pairs:
    """Every pair that can speak on one matter, in the order of the rules, and on what."""
    found: Pairs = defaultdict(set)
    for rules in rule_sets():
        for matter, woken in occasions(rules):
            for one, other in combinations(woken, 2):
                found[one, other].add(matter)
    return found


def table() -> str:
    """The table as text."""
    by_rule: dict[str, set[str]] = defaultdict(set)
    last: dict[str, set[str]] = defaultdict(set)
    for (one, other), matters in pairs().items():
        on = _matters(matters, one, other)
        if one.last or other.last:
            late, early = (one, other) if one.last else (other, one)
            last[late.name].add(f"{early.name}{'  (last too)' if early.last else ''}")
        elif displaces(one, other) or displaces(other, one):
            strong, weak = (one, other) if displaces(one, other) else (other, one)
            by_rule[strong.name].add(f"> {weak.name}  on {on}")
        else:
            by_rule[one.name].add(f"& {other.name}  on {on}")
    spoken = "\n".join(_part(name, lines) for name, lines in sorted(by_rule.items()))
    late_ones = "\n".join(_part(f"{name}, last", lines) for name, lines in sorted(last.items()))
    return f"{HEAD}\n{spoken}\n{late_ones}"


def _matters(matters: set[str], *rules: AnyRule) -> str:
    questions = {matter for matter in matters if matter.startswith("?")}
    told = sorted(matters - questions)
    if len(questions) > 100:
        return ", ".join([*told, "every question"])
    return ", ".join([*told, *sorted(questions)])


def _part(name: str, lines: set[str]) -> str:
    return "\n".join([name, *(f"  {line}" for line in sorted(lines)), ""])


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
