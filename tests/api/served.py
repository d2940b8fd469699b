"""A service in a process of its own, spoken to over real HTTP."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SERVE = "from api.cli.main import main; main()"
ROOT = Path(__file__).parents[2]


@dataclass
class Answer:
    """An answer as it came over the wire."""

    status_code: int
    headers: Any
    text: str

    @property
    def json(self) -> Any:
        """The body."""
        return json.loads(self.text)


class Served:
    """``adjudicator serve`` on a database, or on none that is named, on a port of its own."""

    def __init__(self, database: str | None, *flags: str) -> None:
        self.database = database
        command = [sys.executable, "-c", SERVE, "serve", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, *(("--database", database) if database else ()), *flags],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        self.address = said.split()[-1] if said else ""

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._gone()

    def stop(self) -> int:
        """SIGTERM, and the code the process ended with."""
        self.process.terminate()
        return self._gone()

    def _gone(self) -> int:
        code = self.process.wait(timeout=60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """GET a path."""
        return self._send(urllib.request.Request(self.address + path), headers or {})

    def post(
        self,
        path: str,
        json: Any = None,
        data: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """POST JSON, or the text of a body as it stands."""
        body = data or _encoded(json)
        asked = urllib.request.Request(self.address + path, body.encode())
        kind = {"Content-Type": "application/json"}
        return self._send(asked, {**kind, **(headers or {})})

    def _send(self, asked: urllib.request.Request, headers: Mapping[str, str]) -> Answer:
        for name, value in headers.items():
            asked.add_header(name, value)
        try:
            with urllib.request.urlopen(asked, timeout=60) as got:
                return Answer(got.status, got.headers, got.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode()
            return Answer(error.code, error.headers, text)


def _encoded(content: Any) -> str:
    return json.dumps(content)
