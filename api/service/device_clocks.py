"""A device's clock and its own numbering: compared and reported, never used for ordering.

What is noticed goes into ``recorded_by`` of the entries, under their hash; the notices in a
response are derived from the entries, so that a retry gets the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from adjudicator.log.events import Event

Json = dict[str, Any]
TOLERANCE = 2_000  # milliseconds a device's clock may be off before it is reported
LATE = 60_000  # milliseconds after which an entry counts as recorded late
SECOND = 1_000
TIMES = frozenset(("at", "device_seq"))  # of an event: when it was, and in which order


def moment(text: object) -> datetime | None:
    """The time in an RFC 3339 text; ``None`` if it is not one."""
    if not isinstance(text, str):
        return None
    try:
        parsed = datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text))
        return parsed.astimezone(UTC) if parsed.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


def offset(said: datetime | None, events: Iterable[Mapping[str, Any]]) -> int | None:
    """Milliseconds by which a device's clock is ahead; ``None`` if that cannot be known.

    The time the device sent along is compared. Without one its events may have waited in a
    queue, so only a time in the future proves that the clock is off.
    """
    now = datetime.now(UTC)
    if said is not None:
        return _milliseconds(said, now)
    times = (moment(event.get("at")) for event in events)
    ahead = max((_milliseconds(one, now) for one in times if one is not None), default=0)
    return ahead if ahead > 0 else None


def _milliseconds(later: datetime, earlier: datetime) -> int:
    return round((later - earlier).total_seconds() * SECOND)


def circumstances(ahead: int | None, last: int | None, new: Sequence[Event]) -> Json:
    """What ``recorded_by`` says: a clock that is off, a number that is not the next.

    ``last`` is the highest ``device_seq`` that the device had sent to the table.
    """
    stood: Json = {}
    if ahead is not None and abs(ahead) > TOLERANCE:
        stood["clock_offset_ms"] = ahead
    first = new[0].device_seq if new else None
    if last is not None and first is not None and first != last + 1:
        stood["after_device_seq"] = last
    return stood


def notices(entries: Iterable[Json]) -> list[Json]:
    """What the sender of these entries should know about its clock and its queue."""
    stored = sorted(filter(_says_when, entries), key=lambda one: one["seq"])
    return [*_skew(stored), *_late(stored), *_numbering(stored)] if stored else []


def _says_when(entry: Json) -> bool:
    by = entry.get("recorded_by")
    return by is not None and ("clock_offset_ms" in by or not TIMES.isdisjoint(entry["event"]))


def _skew(entries: list[Json]) -> Iterable[Json]:
    offsets = {one["recorded_by"].get("clock_offset_ms") for one in entries} - {None}
    for ahead in sorted(offsets):
        way = "ahead of" if ahead > 0 else "behind"
        detail = f"The device's clock is {abs(ahead) / SECOND:.1f} s {way} the service's."
        yield {"code": "CLOCK_SKEW", "detail": detail, "offset_ms": ahead}


def _late(entries: list[Json]) -> Iterable[Json]:
    late = [one["seq"] for one in entries if _lateness(one) > LATE]
    if late:
        detail = (
            f"{len(late)} entries were recorded more than {LATE // SECOND} s after they happened."
        )
        yield {"code": "LATE", "detail": detail, "entries": late}


def _lateness(entry: Json) -> int:
    at = moment(entry["event"].get("at"))
    recorded = None if at is None else moment(entry["recorded_at"])
    if at is None or recorded is None:
        return 0
    return _milliseconds(recorded, at) + int(entry["recorded_by"].get("clock_offset_ms", 0))


def _numbering(entries: list[Json]) -> Iterable[Json]:
    last: int | None = None
    for one in entries:
        number = one["event"].get("device_seq")
        if number is None:
            continue
        last = one["recorded_by"].get("after_device_seq") if last is None else last
        if last is not None and number != last + 1:
            what = "a hole in" if number > last else "behind"
            detail = f"Entry {one['seq']} is {what} the device's own order: {number} after {last}."
            yield {"code": "DEVICE_SEQ", "detail": detail, "expected": last + 1, "found": number}
        last = number if last is None else max(last, number)
