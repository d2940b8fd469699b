"""Serving: one process, one writer, many threads."""

from __future__ import annotations

import ipaddress
import signal
import sys
from typing import Any

import click

THREADS = 64
QUEUE = 512


def run(host: str, port: int, database: str, demo: bool, open_: bool) -> None:
    """Serve until told to stop; prints the address when it is ready."""
    if not is_loopback(host):
        raise click.UsageError(_not_loopback(host, demo, open_))
    from adjudicator.errors import AdjudicatorError

    try:
        _serve(host, port, database, demo)
    except AdjudicatorError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        detail = f"cannot listen on {host} port {port}: {error.strerror or error}"
        raise click.ClickException(detail) from None


def _serve(host: str, port: int, database: str, demo: bool) -> None:
    from waitress import create_server

    from api.demo import fill
    from api.services import Services
    from api.settings import Settings
    from api.wiring import create_app

    app = create_app(Settings(database=database))
    parts: Services = app.extensions["adjudicator"]
    try:
        if demo:
            fill(parts.recorder, parts.store)
        server = create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            backlog=QUEUE,
            ident="adjudicator",
        )
        for address in addresses(server):
            click.echo(f"Adjudicator listens on {address}")
        signal.signal(signal.SIGTERM, _stop)
        parts.sequencer.start()
        server.run()
    finally:
        parts.sequencer.stop()
        parts.store.close()


def _stop(*_: object) -> None:
    """Let the requests in hand be answered, then end."""
    sys.exit(0)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _not_loopback(host: str, demo: bool, open_: bool) -> str:
    what = "--demo" if demo else "--open" if open_ else "a service without tokens"
    allowed = "127.0.0.1, ::1, localhost"
    return f"{what} is for this machine only: found host {host!r}; allowed: {allowed}"


def addresses(server: Any) -> list[str]:
    """The addresses the server listens on."""
    listening = getattr(server, "effective_listen", None)
    found = listening or [(server.effective_host, server.effective_port)]
    return [f"http://{_shown(host)}:{port}" for host, port in found]


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
