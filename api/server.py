"""Serving: one process that listens, with one writer and many threads.

A parent watches over it. Whatever happens to one of the two, the other ends as well, so
that nothing is left behind that holds the port or the database.
"""

from __future__ import annotations

import gc
import ipaddress
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import util
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from api.http.services import Services
    from api.settings import Settings

THREADS = 64  # for requests; each live stream holds one of its own beside these
QUEUE = 512
DRAIN = 32 * 1024 * 1024  # bytes of a refused body that are read all the same
GRACE = 10  # seconds that requests in hand have to be answered once the end is asked for
# Seconds a thread may compute while others wait. Shorter, and threads change places oftener
# than it is worth; longer, and whoever records waits for whoever reads a whole log.
SWITCH = 0.002


def run(host: str, port: int, database: str | None, demo: bool, open_: bool) -> None:
    """Serve until told to stop; prints the address when it is ready.

    Without a database there is one for the time being, with a key of its own.
    """
    open_ = open_ or demo
    if open_ and not is_loopback(host):
        raise click.UsageError(_not_loopback(host, demo))
    from api.settings import Settings

    if database is not None:
        _serve(host, port, Settings(database=database, open_to_all=open_), demo)
        return
    with TemporaryDirectory(prefix="adjudicator-") as folder:
        file = f"{folder}/demo.sqlite"
        passing = Settings(f"sqlite:///{file}", signing_key=f"{file}.key", open_to_all=open_)
        _serve(host, port, passing, demo)


def _serve(host: str, port: int, settings: Settings, demo: bool) -> None:
    _prepare(settings, demo)
    try:
        address, port = _free(host, port)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        detail = f"cannot listen on {host!r} port {port}: {why}; choose others by --host, --port"
        raise click.ClickException(detail) from None
    threads = THREADS + settings.streams
    listen(address, port, threads, partial(load, settings, address, port, os.getpid()))


def _prepare(settings: Settings, demo: bool) -> None:
    """What can go wrong goes wrong here, before anything listens."""
    import rulebook
    from api.evidence.ledger import key_for
    from api.service.accounts import Access
    from api.service.demo import fill
    from api.store.sql import open_store
    from api.wiring import create_app

    rulebook.load().checked()
    store = open_store(settings.database)
    try:
        if settings.open_to_all and store.people.devices():
            raise click.ClickException(_devices_enrolled(settings.database, demo))
        if not settings.open_to_all and not Access(store.people).has_admin():
            raise click.ClickException(_nobody_enrolled(settings.database))
        key_for(store.ledger, settings.key_file)
        if demo:
            parts: Services = create_app(settings, store).extensions["adjudicator"]
            fill(parts.recorder, parts.store)
    finally:
        store.close()


def _free(host: str, port: int) -> tuple[str, int]:
    """The address to listen on; an error if somebody else does.

    The server's own socket may share a port, so it would not notice.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, where = sorted(found)[0]
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tried.bind(where)
        bound: tuple[Any, ...] = tried.getsockname()
    return str(bound[0]), int(bound[1])


def listen(address: str, port: int, threads: int, application: Callable[[], Flask]) -> None:
    """Serve an application, made in the process that serves it, until told to stop.

    That process is forked: here no thread may be left running that could hold a lock.
    """
    from granian.constants import HTTPModes, Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    server = Server(
        "adjudicator",
        address=address,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        blocking_threads=threads,
        backlog=QUEUE,
        log_level=LogLevels.error,
        workers_kill_timeout=GRACE,
    )
    server.serve(target_loader=application, wrap_loader=False)


def _announce(address: str, port: int) -> None:
    """Print the address as soon as somebody answers there."""

    def knock() -> None:
        while not _answers(address, port):
            time.sleep(0.01)
        click.echo(f"Adjudicator listens on http://{_shown(address)}:{port}")

    threading.Thread(target=knock, daemon=True).start()


def _answers(address: str, port: int) -> bool:
    try:
        with socket.create_connection((address, port), timeout=1) as line:
            # A port of the kind that clients get may be given to this very socket.
            return bool(line.getsockname() != line.getpeername())
    except OSError:
        return False


def load(settings: Settings, address: str, port: int, parent: int) -> Flask:
    """The application, to end when its parent does; prints the address when it is ready."""
    from api.wiring import create_app

    sys.setswitchinterval(SWITCH)
    app = create_app(settings)
    app.wsgi_app = _drained(app.wsgi_app)  # type: ignore[method-assign]
    parts: Services = app.extensions["adjudicator"]
    parts.sequencer.start()
    parts.tailer.start()
    util.Finalize(None, partial(_close, parts), exitpriority=1)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _when_asked_to_end(parts.tailer.stop)
    gc.collect()
    gc.freeze()  # law and code stay for good: nobody waits while they are looked through
    _announce(address, port)
    return app


def _when_asked_to_end(act: Callable[[], None]) -> None:
    """Do this as soon as the end is asked for.

    The server waits for requests in hand, and a live stream is one that never ends by
    itself. Its signal handlers come after this, so the signal is heard on the side.
    """
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told)

    def wait() -> None:
        os.read(heard, 1)
        act()

    threading.Thread(target=wait, daemon=True).start()


def _drained(application: Any) -> Any:
    """Read what a client still sends after it was refused.

    Otherwise the connection would be cut under it and the reason would never arrive.
    """

    def answer(environ: dict[str, Any], start: Any) -> Any:
        found = application(environ, start)
        left = DRAIN
        while left > 0 and (chunk := environ["wsgi.input"].read(65536)):
            left -= len(chunk)
        return found

    return answer


def _close(parts: Services) -> None:
    parts.tailer.stop()
    parts.sequencer.stop()
    parts.store.close()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _address_of(database: str) -> str:
    from sqlalchemy.engine import make_url

    return make_url(database).render_as_string(hide_password=True)


def _devices_enrolled(database: str, demo: bool) -> str:
    what = "--demo" if demo else "--open"
    return (
        f"{what}: devices are enrolled in {_address_of(database)}, and without tokens anybody\n"
        "on this machine could read its cards and write its record.\n"
        f"Serve it without {what}, or give another database, such as\n"
        f"  adjudicator serve {what} --database sqlite:///trial.sqlite"
    )


def _nobody_enrolled(database: str) -> str:
    return (
        "nobody may use this service yet: its database has no admin device.\n"
        "Make the first admin token with\n"
        f"  adjudicator device enrol office --role admin --database {_address_of(database)}\n"
        "and start again, or serve this machine only without tokens: --open or --demo."
    )


def _not_loopback(host: str, demo: bool) -> str:
    what = "--demo" if demo else "--open"
    allowed = "127.0.0.1, ::1, localhost"
    return f"{what} is for this machine only: found host {host!r}; allowed: {allowed}"


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
