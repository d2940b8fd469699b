"""Dependencies point one way: api, then rulebook, then adjudicator."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "adjudicator": {"adjudicator"},
    "rulebook": {"adjudicator", "rulebook"},
    "api": {"adjudicator", "rulebook", "api"},
}
# The engine reads no clock, no file, no environment and no dice.
OUTSIDE_WORLD = {
    "asyncio",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
    "urllib",
    "uuid",
}
CALLS_OUTSIDE = {"open", "print", "input", "exec", "eval", "now", "utcnow", "today"}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(source: str) -> Iterator[str]:
    """The top-level name of everything a source imports, wherever it does so."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_from_its_own_layer_down(package: str) -> None:
    layers = MAY_IMPORT.keys()
    upwards = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(package)
        for name in imports(path.read_text())
        if name in layers and name not in MAY_IMPORT[package]
    }

    assert sources(package)
    assert not upwards


def test_the_engine_imports_the_standard_library_and_msgspec_only() -> None:
    foreign = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("adjudicator")
        for name in imports(path.read_text())
        if name not in {"adjudicator", "msgspec"} and name not in sys.stdlib_module_names
    }

    assert not foreign


def test_the_engine_touches_nothing_outside_itself() -> None:
    touched = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("adjudicator")
        for name in imports(path.read_text())
        if name in OUTSIDE_WORLD
    }

    assert not touched


def test_the_engine_calls_no_clock_and_opens_no_file() -> None:
    called = {
        f"{path.relative_to(ROOT)}:{node.lineno} calls {name}"
        for path in sources("adjudicator")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and (name := _name(node.func)) in CALLS_OUTSIDE
    }

    assert not called


def test_the_walk_sees_an_import_inside_a_function() -> None:
    assert list(imports("def f():\n    from api.cli import main\n")) == ["api"]


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
