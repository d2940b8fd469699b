"""Where a record to be checked comes from: a database, or a running service."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from api.evidence.chain import EXPIRED, MASKED, Shown
from api.evidence.ledger import Proofs
from api.evidence.note import PublicKey
from api.evidence.whole import Unreachable
from api.lib.file_marks import EXPORT
from api.store.port import Run, Store, Stored

T = TypeVar("T")
PAGE = 1000
PATIENCE = 30  # seconds to wait for an answer
ATTEMPTS = 20  # where the service asks to wait


class InStore:
    """The record in a database; its key must be known."""

    def __init__(self, store: Store, name: str, key: PublicKey | None) -> None:
        self._store = store
        self._proofs = Proofs(store.ledger)
        self._name = name
        self._key = key

    def name(self) -> str:
        """What is checked."""
        return self._name

    def key(self) -> str:
        """A database holds no key."""
        if self._key is None:
            raise Unreachable("no key: give it with --key")
        return self._key.text()

    def note(self) -> str:
        """The newest checkpoint."""
        found = self._proofs.signed()
        return "" if found is None else found.note

    def tables(self) -> Iterator[str]:
        """All tables."""
        after = ""
        while page := self._store.heads(after, PAGE):
            yield from (head.table for head in page)
            after = page[-1].table

    def entries(self, table: str) -> Iterator[Shown]:
        """All entries of a table, as they stand."""
        return map(of_row, self._store.stream(table, 0))

    def runs(self, size: int) -> Iterator[Run]:
        """Which entries stand where."""
        after = 0
        while page := self._store.ledger.runs(after, PAGE):
            yield from page
            after = page[-1].place + 1

    def consistency(self, first: int, second: int) -> list[bytes]:
        """The proof that the ledger of ``second`` begins with that of ``first``."""
        return self._proofs.consistency(first, second)


def of_row(stored: Stored) -> Shown:
    """An entry as the database has it."""
    raw: Any = stored.body  # text, if somebody wrote it with SQLite's own functions
    body = raw.encode() if isinstance(raw, str) else raw
    if not body:
        return Shown(stored.seq, stored.hash, {}, EXPIRED)
    try:
        content = json.loads(body)
    except ValueError:
        content = None
    found = content if isinstance(content, dict) else {}
    return Shown(stored.seq, stored.hash, found, stored=body)


class AtService:
    """The record of a running service, over HTTP."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._address = address.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def name(self) -> str:
        """What is checked."""
        return self._address

    def key(self) -> str:
        """The key as the service has it."""
        return self._text("/v1/ledger/key")

    def note(self) -> str:
        """The newest checkpoint."""
        return self._text("/v1/ledger/checkpoint")

    def tables(self) -> Iterator[str]:
        """All tables."""
        yield from self._listed(f"/v1/tables?limit={PAGE}", "tables", lambda one: str(one["table"]))

    def entries(self, table: str) -> Iterator[Shown]:
        """All entries of a table, as they stand."""
        path = f"/v1/tables/{quote(table, safe='')}/events?limit={PAGE}"
        yield from self._listed(path, "entries", lambda one: _of_answer(table, one))

    def export(self, table: str) -> list[str]:
        """The lines of a table's export."""
        path = f"/v1/tables/{quote(table, safe='')}/export"
        lines = [f"{line}\n" for line in self._text(path).split("\n") if line]
        if not lines or EXPORT not in lines[0]:
            raise Unreachable(f"{self._address}{path} answers no export")
        return lines

    def runs(self, size: int) -> Iterable[Run]:
        """Which entries stand where."""
        yield from self._listed(f"/v1/ledger/runs?limit={PAGE}", "runs", _run)

    def consistency(self, first: int, second: int) -> list[bytes]:
        """The proof that the ledger of ``second`` begins with that of ``first``."""
        asked = urlencode({"first": first, "second": second})
        found = self._json(f"/v1/ledger/consistency?{asked}")
        try:
            return [bytes.fromhex(step) for step in found["proof"]]
        except (KeyError, TypeError, ValueError):
            return []

    def _listed(self, path: str, name: str, read: Callable[[Any], T]) -> Iterator[T]:
        """What a list holds, page by page."""
        link: str | None = path
        while link is not None:
            page = self._json(link)
            try:
                found, link = [read(one) for one in page[name]], page["next"]
            except (KeyError, TypeError, ValueError):
                raise Unreachable(f"{self._address}{path} answers something else") from None
            yield from found

    def _json(self, path: str) -> Any:
        text = self._text(path)
        try:
            return json.loads(text)
        except ValueError:
            raise Unreachable(f"{self._address}{path} answers no JSON") from None

    def _text(self, path: str) -> str:
        for _ in range(ATTEMPTS):
            text, wait = self._asked(path)
            if text is not None:
                return text
            time.sleep(wait)
        raise Unreachable(f"{self._address}{path} answers 429, again and again")

    def _asked(self, path: str) -> tuple[str | None, float]:
        """The answer, or how long to wait before the next try."""
        url = self._address + path
        try:
            asked = urllib.request.Request(url, headers=self._headers)
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return answer.read().decode(), 0
        except urllib.error.HTTPError as error:
            with error:
                after = error.headers.get("Retry-After", "")
                if error.code == HTTPStatus.TOO_MANY_REQUESTS and after.isdigit():
                    return None, min(int(after), PATIENCE)
                raise Unreachable(f"{url} answers {error.code}{self._why(error)}") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise Unreachable(f"cannot reach {self._address}: {reason}") from None
        except HTTPException as error:  # cut off in the middle, or no HTTP
            said = f"{type(error).__name__}: {error}"
            raise Unreachable(f"{url} gives no whole answer ({said})") from None

    def _why(self, error: urllib.error.HTTPError) -> str:
        """What the service says of it, and what to do where it does not know who asks."""
        try:
            said = f": {json.loads(error.read())['detail']}"
        except (OSError, HTTPException, ValueError, KeyError, TypeError):
            said = ""
        if error.code != HTTPStatus.UNAUTHORIZED:
            return said
        return f"{said} Give an auditor's token with --token or in ADJUDICATOR_TOKEN."


def _of_answer(table: str, answer: Mapping[str, Any]) -> Shown:
    content = {"table": table, **dict(answer)}
    seq, entry_hash = int(content["seq"]), str(content.pop("hash"))
    withheld = next((why for why in (MASKED, EXPIRED) if content.get(why) is True), None)
    return Shown(seq, entry_hash, content, withheld)


def _run(answer: Mapping[str, Any]) -> Run:
    return Run(int(answer["place"]), answer["table"], int(answer["seq"]), int(answer["entries"]))
