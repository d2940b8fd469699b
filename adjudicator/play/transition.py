"""What a transition is: a state and an event in, a state and findings out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.game.law import Games
from adjudicator.play.finding import Finding
from adjudicator.table.table import State

Applied = tuple[State, list[Finding]]

Transition = Callable[[State, Any], Applied]
# Only what chooses a game asks the rulebook for one.
SetUp = Callable[[State, Any, Games], Applied]
