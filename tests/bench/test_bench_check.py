"""Judging logs as devices send them, in entries a second, beside pokerkit.

    pytest -m bench -s tests/bench/test_bench_check.py
    BEFORE=/path/to/python pytest -m bench -s tests/bench/test_bench_check.py

Both sides take the same random legal hands with garbage collection as Python has it:
Adjudicator reads lines with an id, a time and a running number each and gives state and
rulings as JSON; pokerkit plays its operations with every automation on and judges nothing.
``BEFORE`` names a Python in which another version is installed: it judges the same lines.
Numbers are printed, nothing depends on them.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

pytest.importorskip("pokerkit")

from bench.played import GAMES, Game, lines

pytestmark = pytest.mark.bench

HANDS, ROUNDS = 300, 5

JUDGE = """
import sys, time
import rulebook
try:
    from api.cli.check import as_json, judge_log
except ImportError:
    from api.cli import as_json, judge_log
law, sent = rulebook.load(), open(sys.argv[1], "rb").readlines()
best = float("inf")
for _ in range(int(sys.argv[2])):
    start = time.process_time()
    judged = judge_log(sent, law)
    for _ in as_json("log", judged):
        pass
    best = min(best, time.process_time() - start)
given = {ruling.rule for ruling in judged.docket.rulings.values()}
regular = {"rrop-ties/5a", "jacks-or-better/3", "jacks-or-better/8"}  # ties, openers unshown
assert not judged.refused and given <= regular, given
print(best)
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_check_beside_pokerkit(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = (game.play(seed) for seed in range(2 * HANDS))
    hands = [hand for hand in played if hand.opened or hand.game.blinds[0]][:HANDS]
    sent = lines([*game.opening(), *(event for hand in hands for event in hand.events)])
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join(sent))
    operations = sum(len(hand.state.operations) for hand in hands)

    ours = len(sent) / judged(sys.executable, log)
    theirs = operations / seconds(lambda: [hand.again() for hand in hands])
    before = os.environ.get("BEFORE")
    was = len(sent) / judged(before, log) if before else None

    with capsys.disabled():
        print(f"\n{game.name}: {HANDS} hands, {len(sent)} entries, {operations} operations")
        print(f"  check    {ours:10,.0f} entries/s")
        print(f"  pokerkit {theirs:10,.0f} operations/s; check / pokerkit {ours / theirs:.2f}")
        if was:
            print(f"  before   {was:10,.0f} entries/s; now / before {ours / was:.2f}")


def judged(python: str, log: Path) -> float:
    """Processor seconds of judging the log in a process of its own, best of several."""
    command = [python, "-c", JUDGE, log.name, str(ROUNDS)]
    ran = subprocess.run(command, cwd=log.parent, capture_output=True, check=True, text=True)
    return float(ran.stdout)


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds of the best of several runs."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best
