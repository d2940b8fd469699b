"""A field that does not exist is refused, at run time and by the type checker."""

import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.table.seat import Seat
from adjudicator.table.table import Player, State
from adjudicator.values.frozen import replace

WRONG = """
from adjudicator.table.seat import Seat
from adjudicator.table.table import Player, State
from adjudicator.values.frozen import replace

seat = Seat(count=5)
replace(seat, count=4, bet=10)
replace(seat, cuont=4)  # 1: no such field
replace(seat, count="4")  # 2: of another type
Seat(cuont=4)  # 3: no such field
seat.count = 4  # 4: frozen
State().with_seat(1, replace(seat, hnad=3))  # 5: no such field
State().with_player(1, replace(Player("Ann"), prse=5))  # 6: no such field
"""


def test_an_unknown_field_is_refused_at_run_time() -> None:
    with pytest.raises(TypeError, match="hnad"):
        replace(State(), hnad=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="cuont"):
        Seat(cuont=5)  # type: ignore[call-arg]


def test_a_field_is_never_set_in_place() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Player("Ann").purse = 5  # type: ignore[misc]


@pytest.mark.slow
def test_the_type_checker_refuses_what_run_time_refuses(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(WRONG)
    home = Path(__file__).parents[2]

    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(snippet)],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )

    marked = {n for n, line in enumerate(WRONG.splitlines(), 1) if "  # " in line}
    told = {int(line.split(":")[1]) for line in run.stdout.splitlines() if ": error:" in line}
    assert told == marked, run.stdout
