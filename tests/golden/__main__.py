"""``write FOLDER [NAME...]``, ``pin`` and ``walk``: see the package's own words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from tests.golden import make
from tests.golden.expected import TEXTS, pin
from tests.golden.outputs import KINDS, answers, names


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    write = commands.add_parser("write", help="write answers to a folder, to compare with diff -r")
    write.add_argument("folder", type=Path)
    write.add_argument("names", nargs="*", help="only items whose name begins so")
    commands.add_parser("pin", help="take today's answers as the expected ones")
    commands.add_parser("walk", help="make the random walks anew")
    given = parser.parse_args()
    if given.command == "write":
        _write(given.folder, tuple(given.names) or ("",))
    elif given.command == "pin":
        pin()
    else:
        make.main()


def _write(folder: Path, wanted: tuple[str, ...]) -> None:
    for kind in KINDS:
        some = [name for name in names(kind) if name.startswith(wanted)]
        for name, answer in answers(kind, some) if some else ():
            _put(folder / kind / f"{name}.txt", "\n".join(_told(answer)) + "\n")
    for name, text in TEXTS.items():
        _put(folder / name, text())


def _told(answer: str) -> Iterator[str]:
    """An answer with a line for each value where it is JSON, so that a difference is short."""
    for line in answer.splitlines():
        try:
            yield json.dumps(json.loads(line), indent=1, ensure_ascii=False)
        except ValueError:
            yield line


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")


if __name__ == "__main__":
    main()
