"""What tests of every part share."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[Iterable[Any]], Path]


@pytest.fixture
def write_log(tmp_path: Path) -> Write:
    """Writes a log file: objects as JSON, text as it stands, one line each."""

    def write(lines: Iterable[Any]) -> Path:
        path = tmp_path / f"log-{len([*tmp_path.iterdir()]) + 1}.jsonl"
        texts = [x if isinstance(x, str) else json.dumps(x) for x in lines]
        path.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        return path

    return write
