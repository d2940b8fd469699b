"""From a line of a log to its event.

There are two readers. The quick one decodes a line that is right, and written as devices
write it, straight into its event, and knows nothing but yes or no. Whatever it does not
take the careful one reads field by field: it takes more (other ways to write a card, exact
fractions, a field that is null), and where something is wrong it names every fault at
once, what was found, what is allowed and the name that was probably meant. What the quick
reader takes, the careful one takes with the same result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

from msgspec import DecodeError, json
from msgspec.structs import force_setattr

from adjudicator.errors import Refused
from adjudicator.log.events import EVENTS, Event
from adjudicator.log.strict_json import read_json
from adjudicator.values.fields import found_words, is_time, plain, to_wire
from adjudicator.values.nearest import nearest

if TYPE_CHECKING:
    AnyEvent = Event
else:
    AnyEvent = Union[tuple(EVENTS.values())]  # noqa: UP007

_decode = json.Decoder(AnyEvent).decode
_encode = json.Encoder().encode

# What is told beside an entry that is offered: between which numbers, and in which steps, its
# number may be chosen; then its words. An offer may be sent back as it was told.
BOUNDS = ("least", "most", "step")
TOLD = frozenset((*BOUNDS, "text", "who", "prompt", "usual", "place", "asks", "events"))

# What is wrong with an entry, by field.
Faults = dict[str, list[str]]


def read(line: bytes) -> Event:
    """The event on a line of JSON; ``Refused`` names everything that is wrong with it."""
    event = _quick(line)
    if event is not None and _no_name_twice(line, event):
        force_setattr(event, "sent", line)
        return event
    try:
        found = read_json(line)
    except ValueError as error:
        raise _malformed(f"The line is not JSON: {error}.") from None
    if not isinstance(found, dict):
        raise _malformed(f"found {found_words(found)}; allowed: one JSON object a line.")
    return _with_care(found)


def parse(raw: Mapping[str, Any]) -> Event:
    """The event a JSON object stands for; ``Refused`` names every field that is wrong."""
    try:
        line = _encode(raw)
    except (TypeError, ValueError, RecursionError):
        return _with_care(raw)
    event = _quick(line) if b"null" not in line else None
    if event is None:
        return _with_care(raw)
    force_setattr(event, "sent", line)
    return event


def _quick(line: bytes) -> Event | None:
    try:
        event = _decode(line)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return event if event.at is None or is_time(event.at) else None


def _no_name_twice(line: bytes, event: Event) -> bool:
    """Whether every colon of the line is in the event as well: no name was read over.

    A line with escapes might hide a colon in one, and is not told.
    """
    return b"\\" not in line and line.count(b":") == _encode(event).count(b":")


def _malformed(detail: str) -> Refused:
    return Refused("MALFORMED", detail, {"": [detail]})


# --- With care -----------------------------------------------------------------------


def _with_care(sent: Mapping[str, Any]) -> Event:
    """The event field by field, with every fault named, renamed and kept fields in place."""
    raw = entry_of(sent)
    kind = raw.get("type")
    cls = EVENTS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise _unknown_type(kind)
    values, wrong = _values(cls, raw)
    if wrong:
        raise _not_readable(cls, raw, wrong)
    extras = _kept(raw)
    line = _encode({"type": kind, **to_wire(values), **to_wire(extras or {})})
    fields = {cls.specs[name].attribute: value for name, value in values.items()}
    return cls(**fields, extras=extras, sent=line)


def entry_of(offer: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry of an offer, without what was told beside it; any other entry as it is."""
    beside = TOLD if "events" in offer and "prompt" in offer else BOUNDS
    if offer.keys().isdisjoint(beside):
        return offer
    return {name: value for name, value in offer.items() if name not in beside}


def _values(cls: type[Event], raw: Mapping[str, Any]) -> tuple[dict[str, Any], Faults]:
    """What the fields say, by their names as sent, and what is wrong with them."""
    values: dict[str, Any] = {}
    wrong: Faults = {}
    for name, found in raw.items():
        spec = cls.specs.get(name)
        if spec is None:
            if name != "type" and name[:1] != "_":
                wrong[name] = [_unknown_field(cls, name)]
        elif found is not None or spec.required:
            try:
                values[name] = spec.read(found)
            except ValueError as error:
                wrong[name] = [str(error)]
    return values, wrong | _missing(cls, raw)


def _missing(cls: type[Event], raw: Mapping[str, Any]) -> Faults:
    return {
        name: [f"missing; needed: {spec.kind.value}"]
        for name, spec in cls.specs.items()
        if spec.required and name not in raw
    }


def _kept(raw: Mapping[str, Any]) -> Any:
    """What stands under names with an underscore in front: kept as it is, and not read."""
    own = {name: value for name, value in raw.items() if name[:1] == "_"}
    try:
        return plain(own) if own else None
    except ValueError as error:
        raise Refused("MALFORMED", str(error), {"_": [str(error)]}) from None


def _unknown_type(kind: object) -> Refused:
    hint = nearest(kind, EVENTS)
    allowed = ", ".join(sorted(EVENTS))
    code = "MALFORMED" if kind is None else "UNKNOWN_TYPE"
    found = found_words(kind)
    message = f"found {found}; allowed: {allowed}{hint}"
    return Refused(code, f"No event of type {found}{hint}.", {"type": [message]})


def _unknown_field(cls: type[Event], name: str) -> str:
    hint = nearest(name, cls.specs).removeprefix("; ")
    return f"unknown field; {hint}{' ' if hint else ''}allowed: {', '.join(sorted(cls.specs))}"


def _not_readable(cls: type[Event], raw: Mapping[str, Any], wrong: Faults) -> Refused:
    unknown = [name for name in wrong if name not in cls.specs]
    code = "UNKNOWN_FIELD" if unknown and len(unknown) == len(wrong) else "MALFORMED"
    first = next(iter(wrong))
    return Refused(code, f"{cls.type}: {first}: {wrong[first][0]}", wrong)
