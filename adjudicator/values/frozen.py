"""Values that never change: a changed one is another one, made by ``replace``.

``replace`` refuses a field that does not exist, at run time and under the type checker,
which checks it as it does that of ``dataclasses``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    from msgspec.structs import replace

__all__ = ["NOTHING", "Frozen", "replace"]

NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(Struct, frozen=True, gc=False):
    """A value whose fields are fixed when it is made.

    The garbage collector need not look at it: what holds only older values is in no cycle.
    """
