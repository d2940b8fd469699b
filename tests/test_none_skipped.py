"""A step that was asked for and left something out does not pass in silence."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOUR_TESTS = """
import pytest

@pytest.fixture
def cluster():
    pytest.skip("no cluster")

def test_that_needs_a_cluster(cluster): pass
def test_that_skips_itself(): pytest.skip("not here")
def test_that_runs(): pass

@pytest.mark.xfail
def test_that_fails_as_it_should(): assert False
"""
LEFT_OUT = "import pytest\npytest.importorskip('no_such_module')\ndef test_that_runs(): pass\n"


def told(folder: Path, text: str, *flags: str) -> tuple[int, str]:
    """What pytest ends with, and its last line, for a file of tests under our settings."""
    file = folder / "test_it.py"
    file.write_text(text)
    settings = ["-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", "-n0", "-q"]
    found = subprocess.run(
        [sys.executable, "-m", "pytest", *settings, "-p", "no:cacheprovider", *flags, str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.returncode, re.sub(r" in .*", "", found.stdout.splitlines()[-1])


def test_a_skip_fails_only_where_all_must_run(tmp_path: Path) -> None:
    assert told(tmp_path, FOUR_TESTS) == (0, "1 passed, 2 skipped, 1 xfailed")
    code, counts = told(tmp_path, FOUR_TESTS, "--none-skipped")

    assert code == 1
    assert sorted(re.findall(r"\d \w+", counts)) == ["1 error", "1 failed", "1 passed", "1 xfailed"]


def test_a_file_left_out_as_a_whole_fails_too(tmp_path: Path) -> None:
    code, counts = told(tmp_path, LEFT_OUT, "--none-skipped")

    assert code not in (0, 5)  # 5: nothing was found to run, which fails a step by itself
    assert "1 error" in counts


def test_every_step_that_is_asked_for_by_its_mark_must_run_whole() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    marked = [line for line in lines if "pytest -m " in line]

    assert len(marked) == 3
    assert all("--none-skipped" in line for line in marked)
