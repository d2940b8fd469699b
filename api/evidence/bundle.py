"""An export: a table's log in one file that proves itself, checked without a service.

The first line says what it is and holds the signed checkpoint; then comes a line for
each entry with its hash and the proof that it stands in the ledger.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from adjudicator.errors import AdjudicatorError
from api.evidence.chain import EXPIRED, MASKED, Fault, Shown, first_fault
from api.evidence.ledger import Inclusion, Ledger, leaf_of
from api.evidence.merkle import proves_inclusion
from api.evidence.note import BadNote, Checkpoint, PublicKey, public_key
from api.evidence.report import Report
from api.lib.file_marks import EXPORT
from api.lib.strict_json import decoder
from api.service.stored_entries import content_of
from api.store.port import Store

VERSION = 1


class BadBundle(AdjudicatorError):
    """The file is no export, or cannot be made."""


# --- Writing -------------------------------------------------------------------------


def lines(
    store: Store,
    ledger: Ledger,
    table: str,
    now: str,
    contents: Iterable[Mapping[str, Any]] | None = None,
) -> Iterator[str]:
    """The lines of an export; all entries are brought into the ledger first.

    ``contents`` are the table's entries as the reader may see them; by default in full.
    """
    head = store.head(table)
    if head is None:
        raise BadBundle(f"table: found {table!r}; allowed: a table of this database")
    ledger.catch_up({table})
    signed = ledger.newest()
    yield _line(
        {
            "format": EXPORT,
            "version": VERSION,
            "table": table,
            "entries": head.version,
            "head": head.hash,
            "exported_at": now,
            "key": ledger.key.text(),
            "checkpoint": signed.note,
        }
    )
    proofs = ledger.inclusions(table, signed.size)
    shown = contents if contents is not None else map(content_of, store.stream(table, 0))
    for content in islice(shown, head.version):  # more may be recorded since
        seq, found = next(proofs, (0, None))
        if found is None or seq != content["seq"]:
            raise BadBundle(f"entry {content['seq']} of table {table!r} is not in the ledger")
        yield _line(_entry(table, content, found))


def _entry(table: str, content: Mapping[str, Any], found: Inclusion) -> dict[str, Any]:
    said = {name: value for name, value in content.items() if name != "hash"}
    return {
        "seq": content["seq"],
        "entry": None if content.get(EXPIRED) else {"table": table, **said},
        "hash": content["hash"],
        "place": found.place,
        "proof": [step.hex() for step in found.proof],
    }


def _line(content: Mapping[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n"


# --- Checking ------------------------------------------------------------------------


@dataclass(frozen=True)
class Proof:
    """Where an entry is said to stand, and the steps that prove it."""

    place: int
    steps: tuple[bytes, ...]


@dataclass(frozen=True)
class Bundle:
    """An export as it was read; ``proofs`` are those of ``entries``, in their order."""

    table: str
    count: int
    head: str
    key: str
    note: str
    entries: tuple[Shown, ...]
    proofs: tuple[Proof, ...]


def read(text: Iterable[str]) -> Bundle:
    """Read an export; ``BadBundle`` if it is none."""
    parsed = [_object(number, line) for number, line in enumerate(text, 1) if line.strip()]
    if not parsed or parsed[0].get("format") != EXPORT:
        raise BadBundle("found no export: the first line says what a file is")
    first, *rest = parsed
    if first.get("version") != VERSION:
        raise BadBundle(f"version of the export: found {first.get('version')!r}; allowed: 1")
    try:
        return Bundle(
            table=_text(first, "table"),
            count=_number(first, "entries"),
            head=_text(first, "head"),
            key=_text(first, "key"),
            note=_text(first, "checkpoint"),
            entries=tuple(_shown(one) for one in rest),
            proofs=tuple(_proof(one) for one in rest),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadBundle(f"found a line that is none of an export: {error}") from None


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = decoder().decode(line)
    except (ValueError, RecursionError) as error:
        raise BadBundle(f"line {number} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise BadBundle(f"line {number} is no object")
    return found


def _text(found: Mapping[str, Any], name: str) -> str:
    if not isinstance(found[name], str):
        raise TypeError(f"{name} is no text")
    text: str = found[name]
    return text


def _number(found: Mapping[str, Any], name: str) -> int:
    if type(found[name]) is not int:
        raise TypeError(f"{name} is no whole number")
    number: int = found[name]
    return number


def _shown(found: Mapping[str, Any]) -> Shown:
    content = found["entry"]
    if content is not None and not isinstance(content, dict):
        raise TypeError("entry is no object")
    masked = content is not None and content.get(MASKED) is True
    withheld = EXPIRED if content is None else MASKED if masked else None
    return Shown(_number(found, "seq"), _text(found, "hash"), content or {}, withheld)


def _proof(found: Mapping[str, Any]) -> Proof:
    return Proof(_number(found, "place"), tuple(bytes.fromhex(step) for step in found["proof"]))


def check(bundle: Bundle, pinned: PublicKey | None = None) -> Report:
    """Check an export; with a key that was kept before, whoever wrote it is checked too."""
    report = Report(
        f"export of table {bundle.table!r}",
        tables=1,
        entries=len(bundle.entries),
        withheld=sum(1 for one in bundle.entries if one.withheld),
    )
    try:
        key = pinned or public_key(bundle.key)
        report = report.signed_by(bundle.note, key, pinned is not None)
    except BadNote as error:
        return report.with_faults(
            Fault("unsigned", f"the checkpoint is not to be trusted: {error}")
        )
    head = report.checkpoint
    assert head is not None
    found = first_fault(bundle.table, bundle.entries, _proofs(bundle, head))
    return report.with_faults(found or _out_of_order(bundle) or _cut(bundle))


def _proofs(bundle: Bundle, head: Checkpoint) -> Any:
    by_entry = {id(one): proof for one, proof in zip(bundle.entries, bundle.proofs, strict=True)}

    def proven(entry: Shown) -> bool:
        proof = by_entry[id(entry)]
        try:
            leaf = leaf_of(entry.hash)
        except ValueError:
            return False
        return proves_inclusion(leaf, proof.place, head.size, proof.steps, head.root)

    return proven


def _out_of_order(bundle: Bundle) -> Fault | None:
    """In the ledger, too, a table's entries stand in the order of their numbers."""
    last = -1
    for entry, proof in zip(bundle.entries, bundle.proofs, strict=True):
        if proof.place <= last:
            detail = f"entry {entry.seq} of table {bundle.table!r} stands too early in the ledger"
            return Fault("reordered", detail, bundle.table, entry.seq)
        last = proof.place
    return None


def _cut(bundle: Bundle) -> Fault | None:
    found = len(bundle.entries)
    if found < bundle.count:
        detail = f"the export begins with {bundle.count} entries announced and ends after {found}"
        return Fault("removed", detail, bundle.table, found + 1)
    if found > bundle.count or (bundle.entries and bundle.entries[-1].hash != bundle.head):
        detail = f"entry {found} of table {bundle.table!r} is not the last one announced"
        return Fault("inserted", detail, bundle.table, found)
    return None
