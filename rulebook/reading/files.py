"""The rulebook's files, read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from adjudicator.errors import RulebookError


def content_of(path: Path) -> dict[str, Any]:
    """What a file holds; ``RulebookError`` if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulebookError(path.name, "", error.strerror, "a file that can be read") from None
    except UnicodeDecodeError as error:
        raise RulebookError(path.name, "", error.reason, "text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulebookError(path.name, "", str(error), "TOML") from None
