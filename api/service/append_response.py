"""What the sender of events is answered: the entries and what they led to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.log.events import EntryCorrected
from adjudicator.record.docket import Docket, Entry
from adjudicator.values.fields import to_wire
from adjudicator.view import dues_json, next_json
from api.service import device_clocks

Json = dict[str, Any]


def outcome(docket: Docket, seqs: Sequence[int]) -> Json:
    """What these entries led to: rulings, dues, and what may come next."""
    state = docket.state
    listed = (ruling for seq in seqs for ruling in docket.listed(docket.entry(seq)))
    unknown = list(_unknown(docket, seqs))
    return {
        **({"notices": unknown} if unknown else {}),
        **_changed(docket, seqs),
        "rulings": list({ruling.id: ruling.wire() for ruling in listed}.values()),
        "dues": to_wire(dues_json(state)),
        "next": to_wire(next_json(state)),
        "version": state.seq,
    }


def _changed(docket: Docket, seqs: Sequence[int]) -> Json:
    """The rulings whose status a correction changed, none told where nothing was corrected."""
    entries = [docket.entry(seq) for seq in seqs]
    corrections = [one for one in entries if isinstance(one.event, EntryCorrected)]
    names = dict.fromkeys(name for one in corrections for name in one.touched)
    changed = [docket.rulings[name].wire() for name in names]
    return {"changed": changed} if corrections else {}


def _unknown(docket: Docket, seqs: Sequence[int]) -> Iterator[Json]:
    """Questions about what the rulebook does not know: stored, and answered by nobody's guess."""
    for seq in seqs:
        detail = docket.unknown_subject(docket.entry(seq))
        if detail is not None:
            told = f"{detail[:1].upper()}{detail[1:]}"
            yield {"code": "UNKNOWN_SUBJECT", "detail": told, "entries": [seq]}


def response(table: str, entries: list[Json], led_to: Mapping[str, Any]) -> Json:
    """The whole answer, with notices about the device's clock and numbering."""
    noticed = [*led_to.get("notices", ()), *device_clocks.notices(entries)]
    notices = {"notices": noticed} if noticed else {}
    return {"table": table, "entries": entries, **led_to, **notices}


def not_stored(entry: Entry) -> Json:
    """An entry of a dry run."""
    return {"seq": entry.seq, "event": entry.event.content()}
