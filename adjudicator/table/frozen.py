"""Values that change only by making another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self


class _Nothing(dict[Any, Any]):
    """An empty mapping that may stand as a default."""

    __hash__ = object.__hash__  # type: ignore[assignment]


NOTHING: Mapping[Any, Any] = _Nothing()


class Frozen:
    """A value that changes only by making another one."""

    @classmethod
    def of(cls, /, **values: Any) -> Self:
        """With these values; the others are the defaults of the class and take no room."""
        new = _new(cls)
        _hold(new, values)
        return new

    def but(self, /, **changes: Any) -> Self:
        """The same with these fields changed."""
        new = _new(type(self))
        _hold(new, self.__dict__ | changes)
        return new


_new, _hold = object.__new__, vars(Frozen)["__dict__"].__set__
