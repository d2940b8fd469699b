"""Dependencies point one way: api, then rulebook, then adjudicator; within each, room by room."""

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "adjudicator": {"adjudicator"},
    "rulebook": {"adjudicator", "rulebook"},
    "api": {"adjudicator", "rulebook", "api"},
}
# The rooms of the engine, from the ground up: each may import from those before it.
ENGINE = (
    "errors",
    "values",
    "hands",
    "game",
    "log",
    "table",
    "play",
    "judging",
    "record",
    "view",
)
# The rooms of each package, and the others that each may import from.
ROOMS: Mapping[str, Mapping[str, set[str]]] = {
    "adjudicator": {room: {*ENGINE[:place]} for place, room in enumerate(ENGINE)},
    "api": {
        "lib": set(),
        "store": set(),
        "service": {"lib", "store"},
        "settings": {"service", "store"},
        "evidence": {"lib", "service", "store"},
        "web": {"lib", "service"},
        "http": {"evidence", "lib", "service", "settings", "store", "web"},
        "wiring": {"evidence", "http", "lib", "service", "settings", "store", "web"},
        "server": {"evidence", "http", "service", "settings", "store", "wiring"},
        "ops": {"evidence", "lib", "store"},
        "cli": {"evidence", "lib", "ops", "server", "service", "settings", "store"},
    },
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


def modules(source: str) -> Iterator[str]:
    """Everything a source imports by its whole name, wherever it does so."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports(source: str) -> Iterator[str]:
    """The top-level name of everything a source imports."""
    yield from dict.fromkeys(name.partition(".")[0] for name in modules(source))


def room_of(path: Path, package: str) -> str:
    return path.relative_to(ROOT / package).parts[0].removesuffix(".py")


def arrows(package: str) -> dict[str, dict[str, Path]]:
    """For each room of a package, the rooms it imports from, and a file that does."""
    paths = [path for path in sources(package) if path != ROOT / package / "__init__.py"]
    found: dict[str, dict[str, Path]] = {room_of(path, package): {} for path in paths}
    for path in paths:
        room = room_of(path, package)
        for name in modules(path.read_text()):
            within, _, rest = name.partition(".")
            other = rest.partition(".")[0]
            if within == package and other in found and other != room:
                found[room].setdefault(other, path.relative_to(ROOT))
    return found


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


@pytest.mark.parametrize("package", ROOMS)
def test_a_room_imports_only_from_rooms_below_it(package: str) -> None:
    allowed, found = ROOMS[package], arrows(package)
    wrong = {
        f"{path} imports {other}"
        for room, others in found.items()
        for other, path in others.items()
        if other not in allowed[room]
    }

    assert found.keys() <= allowed.keys(), "a room without a place in the table"
    assert not wrong


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_there_is_no_circle_of_rooms(package: str) -> None:
    rooms = {room: set(others) for room, others in arrows(package).items()}

    assert {*TopologicalSorter(rooms).static_order()} == rooms.keys()


def test_no_arrow_of_the_service_is_one_that_nobody_needs() -> None:
    assert ROOMS["api"] == {room: set(others) for room, others in arrows("api").items()}


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
