"""``python -m tests.simulator``: seeded tables, compared entry by entry with the model."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

from tests.simulator import erring
from tests.simulator.report import Report
from tests.simulator.session import GAMES, Played, play

HANDS_A_SESSION = 16


Task = tuple[str, str, str]  # the manner, the game and the seed
MANNERS = ("clean", "careless", "one mistake", "two mistakes")


def played(task: Task) -> Played:
    """A session in one of the manners."""
    manner, game, seed = task
    if "mistake" in manner:
        return erring.play(game, seed, HANDS_A_SESSION, MANNERS.index(manner) - 1)
    return play(game, seed, HANDS_A_SESSION, careless=manner == "careless")


def tasks(games: list[str], seed: str, manner: str) -> Iterator[Task]:
    """Sessions without end, the games in turn."""
    for number in count():
        for game in games:
            yield manner, game, f"{seed}.{number}"


def run(games: list[str], seed: str, hands: int, jobs: int, manner: str = "clean") -> Report:
    """Sessions until so many hands were played."""
    report, endless = Report(), tasks(games, seed, manner)
    if jobs == 1:
        while report.hands < hands:
            report.add(played(next(endless)))
        return report
    with ProcessPoolExecutor(jobs) as pool:
        while report.hands < hands:
            some = [next(endless) for _ in range(16 * jobs)]
            for session in pool.map(played, some, chunksize=4):
                report.add(session)
    return report


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser("python -m tests.simulator", description=__doc__)
    parser.add_argument("--hands", type=int, default=3000, help="how many hands at least")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", action="append", choices=GAMES, help="only these games")
    parser.add_argument("--manner", choices=MANNERS, default="clean")
    parser.add_argument("--out", type=Path, help="a folder for the smallest logs")
    asked = parser.parse_args()
    began = time.monotonic()
    games = asked.game or list(GAMES)
    report = run(games, asked.seed, asked.hands, asked.jobs, asked.manner)
    print("\n".join(report.lines()))
    print(f"{time.monotonic() - began:.0f} s")
    if asked.out:
        report.write(asked.out)
    return 1 if report.counts else 0


if __name__ == "__main__":
    raise SystemExit(main())
