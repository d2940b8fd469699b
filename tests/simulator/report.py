"""Figures of a run, and the smallest log of every kind of difference."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.simulator.compare import Difference
from tests.simulator.session import Event, Played

Kind = tuple[str, str]  # the game, and the kind of difference


@dataclass(frozen=True)
class Smallest:
    """The shortest log that shows a kind of difference."""

    played: Played
    difference: Difference
    log: list[Event]


@dataclass
class Report:
    """What many sessions came to."""

    hands: int = 0
    entries: int = 0
    mistakes: int = 0
    counts: Counter[Kind] = field(default_factory=Counter)
    smallest: dict[Kind, Smallest] = field(default_factory=dict)

    def add(self, played: Played) -> None:
        """One more session."""
        self.hands += played.hands
        self.entries += len(played.log)
        self.mistakes += played.mistakes
        last = [(one, len(played.log)) for one in played.found[:1]]
        for one, until in [*last, *played.noted]:
            kind = played.game, one.kind
            self.counts[kind] += 1
            known = self.smallest.get(kind)
            if known is None or until < len(known.log):
                self.smallest[kind] = Smallest(played, one, played.log[:until])

    def lines(self) -> Iterable[str]:
        """For people."""
        made = f", {self.mistakes} mistakes" if self.mistakes else ""
        differences = sum(self.counts.values())
        yield f"{self.hands} hands, {self.entries} entries{made}, {differences} differences"
        for kind, count in sorted(self.counts.items(), key=lambda one: (one[0][0], -one[1])):
            found = self.smallest[kind]
            where = f"seed {found.played.seed}, {len(found.log)} entries"
            yield f"  {count:5} {kind[0]}: {found.difference.text()}  ({where})"

    def write(self, folder: Path) -> None:
        """One log a kind, and a list of them."""
        folder.mkdir(parents=True, exist_ok=True)
        for (game, kind), found in self.smallest.items():
            name = "".join(c if c.isalnum() or c in "-." else "_" for c in f"{game}--{kind}")
            text = "".join(json.dumps(event) + "\n" for event in found.log)
            (folder / f"{name}.jsonl").write_text(text)
        (folder / "figures.txt").write_text("\n".join(self.lines()) + "\n")
