"""What is kept beside the record, made anew from it and compared.

Rulings can be searched, and tables taken over quickly, because results are kept. They
are no evidence: the record is. Here both are held against each other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.rules import Law
from adjudicator.record.docket import Docket
from api.evidence.chain import Fault
from api.service.problems import Problem
from api.service.snapshots import build_hash, deserialize
from api.service.stored_entries import event_of
from api.store.port import Filter, Place, Store

PAGE = 1000


def check(store: Store, law: Law) -> Iterator[Fault]:
    """What is kept of each table and does not follow from its record."""
    after = ""
    while heads := store.heads(after, PAGE):
        for head in heads:
            yield from _of_table(store, law, head.table)
        after = heads[-1].table


def _of_table(store: Store, law: Law, table: str) -> Iterator[Fault]:
    docket = Docket(law)
    snapshots = _snapshots(store, table)
    try:
        for stored in store.stream(table, 0):
            docket.record(event_of(stored))
            if stored.seq in snapshots and not _same(snapshots[stored.seq], docket):
                detail = f"the snapshot of table {table!r} after entry {stored.seq}"
                yield Fault("derived", f"{detail} is not what the record gives", table, stored.seq)
    except Problem:
        return  # its content was dropped, and what was kept with it
    except (Refused, ValueError, KeyError) as error:
        detail = f"the record of table {table!r} cannot be judged: {error}"
        yield Fault("derived", detail, table, docket.state.seq + 1)
        return
    yield from _rulings(store, docket, table)


def _snapshots(store: Store, table: str) -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    until: int | None = None
    while (kept := store.snapshot(table, build_hash(), until)) is not None:
        found[kept.seq] = kept.body
        until = kept.seq - 1
    return found


def _same(body: bytes, docket: Docket) -> bool:
    try:
        state = deserialize(body).state
    except Exception:  # whatever reading something that is no snapshot may come to
        return False
    return state == docket.state


def _rulings(store: Store, docket: Docket, table: str) -> Iterator[Fault]:
    kept = _kept(store, table)
    for name, ruling in docket.rulings.items():
        wanted = json.loads(json.dumps(ruling.wire()))
        if kept.pop(name, None) != wanted:
            detail = f"ruling {name} of table {table!r} is not kept as the record gives it"
            yield Fault("derived", detail, table, ruling.seq)
    for name, body in kept.items():
        detail = f"ruling {name} of table {table!r} is kept and does not follow from the record"
        yield Fault("derived", detail, table, body.get("seq"))


def _kept(store: Store, table: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    after: Place | None = None
    while page := store.rulings(Filter(table=table, after=after), PAGE):
        bodies = (one.body if isinstance(one.body, dict) else {} for one in page)
        found |= {str(body.get("id")): body for body in bodies}
        after = page[-1].place
    return found
