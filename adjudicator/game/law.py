"""What the engine asks of a rulebook to play a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from adjudicator.game.profile import Profile


class Games(Protocol):
    """What an entry that opens a table or changes its game asks of a rulebook."""

    def profile(self, game: str, stakes: Mapping[str, Any], options: Mapping[str, Any]) -> Profile:
        """A game as a table plays it; ``Refused`` where a value is not allowed."""
