"""Runs a page as its reader would: block after block, in a folder of its own.

The blocks of a page are one session. ``sh`` is run by bash. A block whose first line names
a file, ``# rulebook/law/games/x.toml``, is written there, and with ``# in`` before the path
it is added to that file; a ``diff`` is made, see ``edits``; other ``toml`` only has to be
read; other ``python`` is run.

A ``json`` or ``text`` block shows what the last block printed: every member and item of the
JSON must be in the answer, every line of the text in the output, in order; ``…`` stands for
anything. Where it shows an error, the block before is meant to fail.

``adjudicator serve`` goes on in the background, and what is sent to port 8000 reaches it
wherever it listens.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.docs.pages import ROOT, Block

PATIENCE = 120  # seconds a page may take
MARK = "\x1e"  # comes before the number of a block and what it printed
CLONED = ("adjudicator", "rulebook", "api", "docs", "tests")
SETTINGS = "pyproject.toml"
# What a page may call. Nothing else is found, so that no page installs or changes anything
# on the machine that tests it.
OURS = ("adjudicator", "python")
THEIRS = ("bash", "cat", "cp", "curl", "grep", "head", "mkdir", "mv", "sleep", "tail")
SESSION = r"""
set -e
server= served= documented=http://127.0.0.1:8000
adjudicator() {
  [[ $1 == serve ]] || { command adjudicator "${@//$documented/$served}"; return; }
  [[ -z $server ]] || { kill $server && wait $server || true; }
  command adjudicator "$@" --port 0 >.served 2>.serving &
  server=$!
  until grep -q 'http://' .served; do
    kill -0 $server || { cat .serving >&2; return 1; }
    sleep 0.05
  done
  served=$(grep -o 'http://.*' .served)
  served=${served/0.0.0.0/127.0.0.1}
  cat .served
}
curl() { command curl --max-time 60 ${strict:+--fail-with-body} "${@//$documented/$served}"; }
pytest() {
  [[ $measured ]] || { python -m pytest -n0 -q -p no:cacheprovider "$@"; return; }
  local mark=test_ one
  [[ ! "$*" =~ -m\ ([a-z]+)\  ]] || mark="mark.${BASH_REMATCH[1]}"
  for one in "$@"; do
    [[ $one != tests/* ]] || grep -rq --include='*.py' "$mark" "$one"
  done
}
python() {
  [[ ! $measured || $2 != tests.simulator ]] || set -- "$@" --hands 16 --jobs 1
  command python "$@"
}
block() { printf '\n\x1e%s\n' "$1"; strict=$2; }
"""


@dataclass(frozen=True)
class Ran:
    """What the blocks of a page printed, up to the one that failed, if any."""

    printed: dict[int, str]
    code: int
    complaint: str


def run(blocks: Sequence[Block], folder: Path, measured: bool = False) -> Iterator[str]:
    """Run the blocks of a page; yields what is wrong with them.

    Tests that a page has ``measured`` take minutes: they only have to be there.
    """
    _furnish(folder)
    ran = _session(blocks, folder, measured)
    if ran.code:
        last = blocks[max(ran.printed)] if ran.printed else blocks[0]
        said = "\n".join((*ran.printed.values(),))[-1500:]
        yield f"{last.where} ended with {ran.code}:\n{said}\n{ran.complaint[-1500:]}"
        return
    before = ""
    for number, block in enumerate(blocks):
        if block.language in ("json", "text"):
            yield from (f"{block.where}: {said}" for said in _differs(block, before))
        elif block.language == "toml" and not block.file:
            tomllib.loads(block.code)
        else:
            before = ran.printed[number]


def _furnish(folder: Path) -> None:
    """A clone as far as a page needs one; what the page changes there is its own."""
    for name in CLONED:
        shutil.copytree(ROOT / name, folder / name)
    (folder / SETTINGS).symlink_to(ROOT / SETTINGS)


def _tools(folder: Path) -> Path:
    """A folder with the commands that a page may call."""
    tools = folder / ".tools"
    tools.mkdir()
    ours = {name: str(Path(sys.executable).parent / name) for name in OURS}
    theirs = {name: shutil.which(name) for name in THEIRS}
    for name, real in {**ours, **theirs}.items():
        if real is not None:
            tool = tools / name
            tool.write_text(f'#!/bin/sh\nexec {real} "$@"\n')
            tool.chmod(0o755)
    return tools


def _session(blocks: Sequence[Block], folder: Path, measured: bool) -> Ran:
    script = [SESSION, f"measured={'yes' if measured else ''}"]
    for number, block in enumerate(blocks):
        fails = _is_error(blocks[number + 1]) if number + 1 < len(blocks) else False
        script.append(f"block {number} {'' if fails else 'strict'}")
        script.extend(_commands(block, number, folder, fails))
    known = {"ADJUDICATOR_DATABASE", "ADJUDICATOR_KEY", "ADJUDICATOR_TOKEN", "PYTEST_ADDOPTS"}
    kept = {name: value for name, value in os.environ.items() if name not in known}
    paths = {"PATH": str(_tools(folder)), "PYTHONPATH": str(folder), "COLUMNS": "100"}
    with (folder / ".complaint").open("w") as complaint:
        process = subprocess.Popen(
            [shutil.which("bash") or "bash", "-c", "\n".join(script)],
            cwd=folder,
            env=kept | paths | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaint,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=PATIENCE)
        finally:
            _end(process)
    parts = re.findall(rf"{MARK}(\d+)\n(.*?)(?=\n{MARK}|\Z)", said, re.DOTALL)
    complained = (folder / ".complaint").read_text()
    return Ran({int(number): text for number, text in parts}, process.returncode, complained)


def _end(process: subprocess.Popen[str]) -> None:
    """The services that the page has started end with it."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
    except ProcessLookupError:
        return
    process.wait(timeout=PATIENCE)


def _is_error(shown: Block) -> bool:
    """Whether a block shows an error, which is then what the reader is to see."""
    if shown.language == "text":
        return shown.code.startswith("Error:")
    found = json.loads(shown.code) if shown.language == "json" else None
    return isinstance(found, dict) and found.get("status") in range(400, 600)


def _commands(block: Block, number: int, folder: Path, fails: bool) -> Iterator[str]:
    kept = folder / f".block-{number}"
    kept.write_text(block.content, encoding="utf-8")
    if block.file:
        yield f"mkdir -p {Path(block.file).parent}"
        yield f"cat {kept} {'>>' if block.adds else '>'} {block.file}"
    elif block.language == "sh":
        yield f"{{\n{block.code}}} 2>&1 || true" if fails else block.code
    elif block.language == "python":
        yield f"python {kept}"
    elif block.language == "diff":
        yield f"python -m tests.docs.edits <{kept}"


def _differs(block: Block, printed: str) -> Iterator[str]:
    if block.language == "json":
        yield from _lacks(json.loads(block.code), _last_json(printed))
    else:
        yield from _misses(block.code.splitlines(), printed.splitlines())


def _last_json(printed: str) -> Any:
    """The last document of several that were printed one after the other."""
    reader, rest, found = json.JSONDecoder(), printed.strip(), None
    while rest:
        found, end = reader.raw_decode(rest)
        rest = rest[end:].strip()
    return found


def _lacks(shown: Any, found: Any, path: str = "$") -> Iterator[str]:
    if shown == "…":
        return
    if isinstance(shown, dict) and isinstance(found, dict):
        for name, value in shown.items():
            yield from _lacks(value, found.get(name), f"{path}.{name}")
    elif isinstance(shown, list) and isinstance(found, list):
        whole = shown[-1:] != ["…"]
        if whole and len(shown) != len(found):
            yield f"{path} shows {len(shown)} items where there are {len(found)}"
        for number, value in enumerate(shown if whole else shown[:-1]):
            yield from _lacks(
                value, found[number] if number < len(found) else None, f"{path}[{number}]"
            )
    elif isinstance(shown, str) and "…" in shown:
        if not re.fullmatch(_pattern(shown), str(found)):
            yield f"{path} shows {shown!r} where there is {found!r}"
    elif shown != found:
        yield f"{path} shows {shown!r} where there is {found!r}"


def _misses(shown: Sequence[str], printed: Sequence[str]) -> Iterator[str]:
    rest = iter(printed)
    for line in shown:
        if line.strip() in ("…", ""):
            continue
        if not any(re.fullmatch(_pattern(line.rstrip()), one.rstrip()) for one in rest):
            yield f"nothing further printed is {line!r}; printed:\n" + "\n".join(printed)
            return


def _pattern(shown: str) -> str:
    return ".*".join(map(re.escape, shown.split("…")))
