"""Three PostgreSQL nodes under Patroni with etcd, on one machine.

    python -m api.ops.cluster up FOLDER        start them, wait, print the URL for --database
    python -m api.ops.cluster status FOLDER    who leads, who follows, who is in the quorum
    python -m api.ops.cluster kill FOLDER N    SIGKILL everything of node N (0, 1 or 2)
    python -m api.ops.cluster start FOLDER N   bring node N back
    python -m api.ops.cluster pause FOLDER N   stand node N still, as it is
    python -m api.ops.cluster resume FOLDER N  let it go on, as if nothing had been
    python -m api.ops.cluster down FOLDER      stop everything

Needs etcd, a PostgreSQL server and Patroni 4 (see docs/storage.md). For trying things and
for the tests; in a house each node is a machine, with the same three programs and the
configuration that this writes into FOLDER/N/patroni.json.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

NODES = 3
NUMBERS = [[str(node)] for node in range(NODES)]
NAME = "adjudicator"
SETTINGS = {
    "ttl": 20,
    "loop_wait": 2,
    "retry_timeout": 5,
    "maximum_lag_on_failover": 64 * 1024 * 1024,
    # A commit is acknowledged once one standby of the quorum has it on its disk, and
    # never without one.
    "synchronous_mode": "quorum",
    "synchronous_mode_strict": True,
    "synchronous_node_count": 1,
}
PARAMETERS = {
    "synchronous_commit": "on",
    # Commits wait for a standby: it should be back soon after the leader is, not in 5 s.
    "wal_retrieve_retry_interval": "500ms",
    "wal_log_hints": "on",
    "max_connections": 200,
    "max_wal_senders": 10,
    "max_replication_slots": 10,
    "wal_keep_size": "256MB",
    "shared_buffers": "64MB",
}
ASYNCHRONOUS = {"synchronous_mode": False, "synchronous_mode_strict": False}


class Missing(Exception):
    """A program that the cluster is made of is not installed."""


def programs() -> dict[str, Path]:
    """Where the programs are; ``Missing`` says what to install."""
    servers = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    places = {
        "etcd": shutil.which("etcd"),
        "patroni": os.environ.get("PATRONI") or shutil.which("patroni"),
        "postgres": str(servers[-1]) if servers else shutil.which("postgres"),
    }
    missing = [name for name, place in places.items() if place is None]
    if missing:
        raise Missing(f"not installed: {', '.join(missing)}; see docs/storage.md")
    return {name: Path(place or "") for name, place in places.items()}


def _version(program: Path) -> int:
    return int(program.parts[-3])


class Cluster:
    """The nodes and their ports; a folder holds all of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "cluster.json"
        self.programs = programs()
        self.started: list[subprocess.Popen[bytes]] = []
        self.user = "nobody" if os.geteuid() == 0 else None
        known = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.ports: list[dict[str, int]] = known.get("ports", [])
        self.quorum: bool = known.get("quorum", True)

    # --- The whole ---------------------------------------------------------------

    def make(self, **changes: Any) -> None:
        """Lay out the folder: ports, and each node's configuration."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        ports = _free_ports(4 * NODES)
        names = ("client", "peer", "rest", "sql")
        self.ports = [dict(zip(names, ports[4 * n : 4 * n + 4], strict=True)) for n in range(NODES)]
        settings = {**SETTINGS, **changes}
        self.quorum = bool(settings["synchronous_mode"])
        self.file.write_text(json.dumps({"ports": self.ports, "quorum": self.quorum}))
        for node in range(NODES):
            self._lay_out(node, settings)

    def up(self) -> None:
        """Start every node and wait until a commit would wait for the quorum."""
        for node in range(NODES):
            self.start(node)
        self.wait(NODES)

    def wait(self, nodes: int, seconds: float = 120) -> int:
        """Wait until one leads and the others stream from it; the leader's number."""
        quorum = self.quorum and nodes > 1
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for status in self.status():
                leads = status is not None and status.get("role") == "primary"
                if status and leads and _followed(status, nodes - 1, quorum):
                    return int(status["patroni"]["name"][-1])
            time.sleep(0.2)
        raise TimeoutError(f"no leader with {nodes - 1} followers within {seconds:g} s")

    def down(self) -> None:
        """End everything."""
        for node in range(NODES):
            self.kill(node)

    def leader(self, seconds: float = 60) -> int:
        """The number of the node that takes writes."""
        return self.wait(1, seconds)

    def status(self) -> list[dict[str, Any] | None]:
        """What each node says of itself; ``None`` from one that does not answer."""
        return [self._ask(node) for node in range(NODES)]

    def _ask(self, node: int) -> dict[str, Any] | None:
        url = f"http://127.0.0.1:{self.ports[node]['rest']}/patroni"
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                found: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                found = json.load(error)
        except (OSError, ValueError):
            return None
        return found

    def url(self, database: str = "postgres") -> str:
        """All three nodes; the driver finds the one that takes writes."""
        hosts = "&".join(f"host=127.0.0.1:{one['sql']}" for one in self.ports)
        return f"postgresql://postgres@/{database}?{hosts}"

    # --- One node ----------------------------------------------------------------

    def start(self, node: int) -> None:
        """Start a node's etcd and Patroni, which starts PostgreSQL."""
        home = self.folder / str(node)
        known = "existing" if (home / "etcd").exists() else "new"
        etcd = [self.programs["etcd"], *self._etcd_flags(node), "--initial-cluster-state", known]
        self._spawn(node, "etcd", etcd)
        self._spawn(node, "patroni", [self.programs["patroni"], home / "patroni.json"])

    def kill(self, node: int) -> None:
        """SIGKILL to everything of a node, as a power cut would."""
        while pids := self.pids(node):
            for pid in pids:
                _signal(pid, signal.SIGKILL)
            time.sleep(0.02)
        self.started = [one for one in self.started if one.poll() is None]

    def pause(self, node: int) -> None:
        """SIGSTOP to everything of a node: it holds its connections and does nothing."""
        while awake := [pid for pid in self.pids(node) if _state(pid) != "T"]:
            for pid in awake:
                _signal(pid, signal.SIGSTOP)
            time.sleep(0.02)

    def resume(self, node: int) -> None:
        """SIGCONT to everything of a node: it believes what it believed before."""
        for pid in self.pids(node):
            _signal(pid, signal.SIGCONT)

    def kill_postgres(self, node: int) -> None:
        """SIGKILL to a node's PostgreSQL alone; Patroni stays."""
        for pid in self._postgres(node):
            _signal(pid, signal.SIGKILL)

    def freeze(self, node: int) -> None:
        """Stop what receives the log from the leader: the node falls behind."""
        self._receivers(node, signal.SIGSTOP)

    def cut(self, node: int) -> None:
        """Drop what was sent to a frozen node and not taken, as a cut cable would."""
        self._receivers(node, signal.SIGKILL)

    def _receivers(self, node: int, number: int) -> None:
        for pid in self._postgres(node):
            if "walreceiver" in _command(pid):
                _signal(pid, number)

    def pids(self, node: int) -> list[int]:
        """The processes of a node, known by the folder they run in."""
        home = str(self.folder / str(node))
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(process / "cwd").startswith(home):
                    found.append(int(process.name))
            except OSError:
                continue
        return [pid for pid in found if pid != os.getpid() and _state(pid) != "Z"]

    def _postgres(self, node: int) -> list[int]:
        home = str(self.folder / str(node) / "data")
        return [pid for pid in self.pids(node) if _folder(pid).startswith(home)]

    def _spawn(self, node: int, name: str, command: list[Any]) -> None:
        home = self.folder / str(node)
        with (home / f"{name}.log").open("ab") as log:
            started = subprocess.Popen(
                list(map(str, command)),
                cwd=home,
                user=self.user,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(home)},
            )
        self.started.append(started)

    def _etcd_flags(self, node: int) -> list[str]:
        client, peer = (f"http://127.0.0.1:{self.ports[node][one]}" for one in ("client", "peer"))
        peers = (f"e{n}=http://127.0.0.1:{one['peer']}" for n, one in enumerate(self.ports))
        flags = {
            "name": f"e{node}",
            "data-dir": "etcd",
            "listen-client-urls": client,
            "advertise-client-urls": client,
            "listen-peer-urls": peer,
            "initial-advertise-peer-urls": peer,
            "initial-cluster": ",".join(peers),
            "initial-cluster-token": NAME,
            "log-level": "warn",
        }
        return [part for name, value in flags.items() for part in (f"--{name}", value)]

    def _lay_out(self, node: int, settings: dict[str, Any]) -> None:
        home = self.folder / str(node)
        home.mkdir()
        (home / "patroni.json").write_text(json.dumps(self._patroni(node, settings), indent=2))
        if self.user:
            shutil.chown(home, self.user, pwd.getpwnam(self.user).pw_gid)
        home.chmod(0o700)

    def _patroni(self, node: int, settings: dict[str, Any]) -> dict[str, Any]:
        home, ports = self.folder / str(node), self.ports[node]
        sql, rest = f"127.0.0.1:{ports['sql']}", f"127.0.0.1:{ports['rest']}"
        server = {"use_pg_rewind": True, "use_slots": True, "parameters": PARAMETERS}
        login = {"username": "postgres"}
        return {
            "scope": NAME,
            "name": f"node{node}",
            "restapi": {"listen": rest, "connect_address": rest},
            "etcd3": {"hosts": [f"127.0.0.1:{one['client']}" for one in self.ports]},
            "bootstrap": {
                "dcs": {**settings, "postgresql": server},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
            },
            "postgresql": {
                "listen": sql,
                "connect_address": sql,
                "data_dir": str(home / "data"),
                "bin_dir": str(self.programs["postgres"].parent),
                "pgpass": str(home / "pgpass"),
                "authentication": {"superuser": login, "replication": login, "rewind": login},
                "pg_hba": [
                    "local all all trust",
                    "host all all 127.0.0.1/32 trust",
                    "host replication all 127.0.0.1/32 trust",
                ],
                "parameters": {"unix_socket_directories": str(home)},
            },
        }


def _followed(status: dict[str, Any], followers: int, quorum: bool) -> bool:
    """Whether so many stream from the leader and commits wait for them if they should."""
    found = status.get("replication", ())
    nodes = (one for one in found if one.get("application_name", "").startswith("node"))
    streaming = [one["sync_state"] for one in nodes if one.get("state") == "streaming"]
    return len(streaming) >= followers and (not quorum or "quorum" in streaming)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def _folder(pid: int) -> str:
    try:
        return os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return ""


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def up(cluster: Cluster) -> None:
    """Start what is laid out already, or lay it out first; print its URL."""
    if not cluster.ports:
        cluster.make()
    cluster.up()
    print(cluster.url())


def show_status(cluster: Cluster) -> None:
    """Print what each node says of itself."""
    for number, status in enumerate(cluster.status()):
        print(f"node {number}: {json.dumps(status)}")


OF_ALL = {"up": up, "status": show_status, "down": Cluster.down}
OF_ONE = {
    "kill": Cluster.kill,
    "start": Cluster.start,
    "pause": Cluster.pause,
    "resume": Cluster.resume,
}


def main(asked: list[str]) -> None:
    """Carry out what the command line asks."""
    if len(asked) < 2 or asked[0] not in OF_ALL.keys() | OF_ONE.keys():
        sys.exit(__doc__)
    verb, folder, *rest = asked
    try:
        cluster = Cluster(Path(folder).resolve())
    except Missing as missing:
        sys.exit(str(missing))
    if not cluster.ports and verb != "up":
        sys.exit(f"found no cluster in {folder}; make one with: up {folder}")
    if verb in OF_ALL:
        OF_ALL[verb](cluster)
    elif rest in NUMBERS:
        OF_ONE[verb](cluster, int(rest[0]))
    else:
        found = " ".join(rest) or "none"
        sys.exit(f"{verb}: found node {found}; allowed: 0, 1 or 2")


if __name__ == "__main__":
    main(sys.argv[1:])
