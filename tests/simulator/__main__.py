"""``python -m tests.simulator``: seeded tables, compared entry by entry with the model."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.simulator.report import Report
from tests.simulator.session import GAMES, Played, play

HANDS_A_SESSION = 16


Task = tuple[str, str, int, bool]


def _played(task: Task) -> Played:
    return play(*task)


def tasks(games: list[str], seed: str, careless: bool) -> Iterator[Task]:
    """Sessions without end, the games in turn."""
    number = 0
    while True:
        for game in games:
            yield game, f"{seed}.{number}", HANDS_A_SESSION, careless
        number += 1


def run(games: list[str], seed: str, hands: int, jobs: int, careless: bool = False) -> Report:
    """Sessions until so many hands were played."""
    report, endless = Report(), tasks(games, seed, careless)
    if jobs == 1:
        while report.hands < hands:
            report.add(play(*next(endless)))
        return report
    with ProcessPoolExecutor(jobs) as pool:
        while report.hands < hands:
            some = [next(endless) for _ in range(16 * jobs)]
            for played in pool.map(_played, some, chunksize=4):
                report.add(played)
    return report


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser("python -m tests.simulator", description=__doc__)
    parser.add_argument("--hands", type=int, default=3000, help="how many hands at least")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", action="append", choices=GAMES, help="only these games")
    parser.add_argument(
        "--careless", action="store_true", help="tables that err and play on against every ruling"
    )
    parser.add_argument("--out", type=Path, help="a folder for the smallest logs")
    asked = parser.parse_args()
    began = time.monotonic()
    games = asked.game or list(GAMES)
    report = run(games, asked.seed, asked.hands, asked.jobs, asked.careless)
    print("\n".join(report.lines()))
    print(f"{time.monotonic() - began:.0f} s")
    if asked.out:
        report.write(asked.out)
    return 1 if report.counts else 0


if __name__ == "__main__":
    raise SystemExit(main())
