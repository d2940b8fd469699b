"""The README's one line from a clone to a demo, run in a clone."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks
from tests.docs.test_pages import INSTALLED

LEFT_BEHIND = shutil.ignore_patterns(".*", "build", "__pycache__", "*.egg-info", "*.sqlite*")


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("python3.11"), reason="no python3.11")
def test_a_clone_is_one_line_from_a_demo(tmp_path: Path) -> None:
    (line,) = (one.code for one in blocks("README.md") if INSTALLED in one.name)
    clone = tmp_path / "clone"
    shutil.copytree(ROOT, clone, ignore=LEFT_BEHIND)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    process = subprocess.Popen(
        ["bash", "-ec", line.strip() + " --port 0"],
        cwd=clone,
        env=kept | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    with process.stdout as said:
        try:
            address = next(one.split()[-1] for one in said if "http://127" in one)
            with urllib.request.urlopen(f"{address}/v1/tables", timeout=60) as answer:
                assert b"false-opener" in answer.read()
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=60)
