"""The server: one worker process that listens, with one writer thread and many request threads.

A parent process supervises it. If either dies the other exits too, so that nothing is left
behind that holds the port or the database.
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
    from flask import Flask

    from api.http.services import Services
    from api.settings import Settings

THREADS = 64  # for requests; each live stream occupies one more
BACKLOG = 512  # connections waiting to be accepted
DRAIN = 32 * 1024 * 1024  # bytes of a refused request body that are read and dropped
GRACE = 10  # seconds for requests in flight to finish on shutdown
# Seconds of the GIL switch interval. Lower thrashes; higher lets a long read delay an append.
SWITCH_INTERVAL = 0.002
DEMO_PAUSE = 1.5  # seconds between the taps of the demo's dealers


def run(host: str, port: int, database: str | None, demo: bool, open_: bool) -> None:
    """Serve until stopped; prints the address once it is ready.

    Without a database it makes a temporary one, with a key of its own.
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
        settings = Settings(f"sqlite:///{file}", signing_key=f"{file}.key", open_to_all=open_)
        _serve(host, port, settings, demo)


def _serve(host: str, port: int, settings: Settings, demo: bool) -> None:
    _prepare(settings, demo)
    try:
        address, port = _free(host, port)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        detail = f"cannot listen on {host!r} port {port}: {why}; choose others by --host, --port"
        raise click.ClickException(detail) from None
    threads = THREADS + settings.streams
    listen(address, port, threads, partial(load, settings, address, port, os.getpid(), demo))


def _prepare(settings: Settings, demo: bool) -> None:
    """Fail here, before anything listens, on whatever could fail later."""
    import rulebook
    from api.evidence.ledger import key_for
    from api.service.accounts import Accounts
    from api.service.demo import fill
    from api.store.sql import open_store
    from api.wiring import create_app

    rulebook.load().checked()
    store = open_store(settings.database)
    try:
        if settings.open_to_all and store.people.devices():
            raise click.ClickException(_devices_enrolled(settings.database, demo))
        if not settings.open_to_all and not Accounts(store.people).has_admin():
            raise click.ClickException(_nobody_enrolled(settings.database))
        key_for(store.ledger, settings.key_file)
        if demo:
            parts: Services = create_app(settings, store).extensions["adjudicator"]
            fill(parts.recorder, parts.queries, parts.store)
    finally:
        store.close()


def _free(host: str, port: int) -> tuple[str, int]:
    """The address to listen on; an error if it is in use.

    The server itself would not notice: it sets SO_REUSEPORT.
    """
    candidates = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, where = sorted(candidates)[0]
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(where)
        bound: tuple[Any, ...] = probe.getsockname()
    return str(bound[0]), int(bound[1])


def listen(address: str, port: int, threads: int, application: Callable[[], Flask]) -> None:
    """Serve an application, created in the worker process, until stopped.

    The worker is forked: no thread may be running here that could hold a lock.
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
        backlog=BACKLOG,
        log_level=LogLevels.error,
        workers_kill_timeout=GRACE,
    )
    server.serve(target_loader=application, wrap_loader=False)


def _announce(address: str, port: int) -> None:
    """Print the address as soon as it accepts connections."""

    def knock() -> None:
        while not _answers(address, port):
            time.sleep(0.01)
        click.echo(f"Adjudicator listens on http://{_shown(address)}:{port}")

    threading.Thread(target=knock, daemon=True).start()


def _answers(address: str, port: int) -> bool:
    try:
        with socket.create_connection((address, port), timeout=1) as line:
            # On an ephemeral port the kernel may connect this socket to itself.
            return bool(line.getsockname() != line.getpeername())
    except OSError:
        return False


def load(settings: Settings, address: str, port: int, parent: int, demo: bool = False) -> Flask:
    """The worker's application; exits with its parent, prints the address once it is ready."""
    from api.wiring import create_app

    sys.setswitchinterval(SWITCH_INTERVAL)
    app = create_app(settings)
    app.wsgi_app = _drained(app.wsgi_app)  # type: ignore[method-assign]
    parts: Services = app.extensions["adjudicator"]
    parts.sequencer.start()
    parts.tailer.start()
    util.Finalize(None, partial(_close, parts), exitpriority=1)
    threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()
    _on_shutdown(parts.tailer.stop)
    if demo:
        _play_on(parts)
    gc.collect()
    gc.freeze()  # law and code live for good: no collection has to traverse them
    _announce(address, port)
    return app


def _play_on(parts: Services) -> None:
    """Somebody plays at the tables of the demo, so that there is something to see."""
    from api.service.demo import play_on

    what = (parts.recorder, parts.queries, DEMO_PAUSE)
    threading.Thread(target=play_on, args=what, daemon=True).start()


def _on_shutdown(act: Callable[[], None]) -> None:
    """Run this on the first signal.

    The server waits for requests in flight, and a live stream never ends by itself. The server
    installs its signal handlers after this, so a wakeup descriptor notices the signal instead.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing)

    def wait() -> None:
        os.read(reading, 1)
        act()

    threading.Thread(target=wait, daemon=True).start()


def _drained(application: Any) -> Any:
    """Read the rest of a body whose request was refused early.

    Otherwise the connection would be reset and the response never arrive.
    """

    def respond(environ: dict[str, Any], start: Any) -> Any:
        response = application(environ, start)
        left = DRAIN
        while left > 0 and (chunk := environ["wsgi.input"].read(65536)):
            left -= len(chunk)
        return response

    return respond


def _close(parts: Services) -> None:
    parts.tailer.stop()
    parts.sequencer.stop()
    parts.store.close()


def _exit_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)


def is_loopback(host: str) -> bool:
    """Whether the address is reachable from this machine only."""
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
