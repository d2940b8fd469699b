"""Whoever waits for a server of a cluster that no longer takes writes is freed."""

from __future__ import annotations

import socket
import threading
from contextlib import closing, suppress
from typing import Any
from weakref import WeakSet

from sqlalchemy import URL, Engine, event

LOOK = 2.0  # seconds between two looks at which server takes writes


class Watch:
    """Cuts connections to servers of a cluster once another server takes the writes.

    A server that stands still does not hang up, and its machine keeps the line alive:
    whoever asked it something would wait for as long as it stands.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._used: WeakSet[Any] = WeakSet()
        self._gate = threading.Lock()
        self._ended = threading.Event()
        event.listen(engine, "checkout", self._note)
        threading.Thread(target=self._run, name="watch", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()

    def _note(self, connection: Any, *_: Any) -> None:
        with self._gate:
            self._used.add(connection)

    def _run(self) -> None:
        while not self._ended.wait(LOOK):
            with suppress(self._engine.dialect.loaded_dbapi.Error):  # nobody takes writes
                self._look()

    def _look(self) -> None:
        there = self._primary()
        with self._gate:
            used = list(self._used)
        for one in used:
            if not one.closed and _server(one) != there:
                _cut(one)

    def _primary(self) -> tuple[str, int]:
        """The server that takes writes now; found anew, past all that stand still."""
        dialect = self._engine.dialect
        where, how = dialect.create_connect_args(self._engine.url)
        with closing(dialect.connect(*where, **how)) as found:
            return _server(found)


def names_several(url: URL) -> bool:
    """Whether there is a choice of servers."""
    hosts = url.query.get("host", "")
    return "," in hosts if isinstance(hosts, str) else len(hosts) > 1


def _server(connection: Any) -> tuple[str, int]:
    return connection.info.host, connection.info.port


def _cut(connection: Any) -> None:
    """End it for whoever waits for an answer; closing would leave them waiting."""
    with suppress(OSError), socket.fromfd(connection.fileno(), 0, 0) as line:
        line.shutdown(socket.SHUT_RDWR)
