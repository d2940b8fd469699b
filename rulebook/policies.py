"""The house's choices in a game, from option values to the typed fields the engine reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import fields

from adjudicator.game.policy import Policy, Rake

NAMES = tuple(field.name for field in fields(Policy))
SWITCH = {"on": True, "off": False}


def policy_of(options: Mapping[str, Any]) -> Policy:
    """The policy that these option values make."""
    return Policy(**{name: _value(options[name]) for name in NAMES})


def _value(found: Any) -> Any:
    """A value as the engine has it: a switch as a bool, a schedule as one object."""
    if isinstance(found, Mapping):
        return Rake(**{name: _value(value) for name, value in found.items()})
    return SWITCH.get(found, found) if isinstance(found, str) else found
