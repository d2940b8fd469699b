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
    open_ = open_ or demo
    if open_ and not is_loopback(host):
        raise click.UsageError(_not_loopback(host, demo))
    from adjudicator.errors import AdjudicatorError

    try:
        _serve(host, port, database, demo, open_)
    except AdjudicatorError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        detail = f"cannot listen on {host} port {port}: {error.strerror or error}"
        raise click.ClickException(detail) from None


def _serve(host: str, port: int, database: str, demo: bool, open_: bool) -> None:
    from waitress import create_server

    from api.demo import fill
    from api.services import Services
    from api.settings import Settings
    from api.wiring import create_app

    app = create_app(Settings(database=database, open_to_all=open_))
    parts: Services = app.extensions["adjudicator"]
    try:
        if not open_ and not parts.access.has_admin():
            raise click.ClickException(_nobody_enrolled(database))
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


def _nobody_enrolled(database: str) -> str:
    from sqlalchemy.engine import make_url

    shown = make_url(database).render_as_string(hide_password=True)
    return (
        "nobody may use this service yet: its database has no admin device.\n"
        "Make the first admin token with\n"
        f"  adjudicator device enrol office --role admin --database {shown}\n"
        "and start again, or serve this machine only without tokens: --open or --demo."
    )


def _not_loopback(host: str, demo: bool) -> str:
    what = "--demo" if demo else "--open"
    allowed = "127.0.0.1, ::1, localhost"
    return f"{what} is for this machine only: found host {host!r}; allowed: {allowed}"


def addresses(server: Any) -> list[str]:
    """The addresses the server listens on."""
    listening = getattr(server, "effective_listen", None)
    found = listening or [(server.effective_host, server.effective_port)]
    return [f"http://{_shown(host)}:{port}" for host, port in found]


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
