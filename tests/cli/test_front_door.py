"""Whatever is wrong at the front door is told in words, never in a traceback."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import main
from api.evidence.note import SigningKey
from rulebook import book
from tests.tamper.conftest import ORIGIN, Room

Run = Callable[..., Result]
ROOT = Path(__file__).parents[2]
HAND = ROOT / "docs" / "hand.jsonl"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in an empty folder; no exception of its own may come out of it."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    monkeypatch.delenv("ADJUDICATOR_DATABASE", raising=False)
    monkeypatch.setenv("COLUMNS", "80")  # lines are broken to the width of the terminal

    def command(*words: str, **more: str) -> Result:
        told = CliRunner().invoke(main, words, **more)
        assert told.exception is None or isinstance(told.exception, SystemExit), told.exception
        return told

    return command


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A database with a signed table in it, and its key beside it."""
    made = Room(f"sqlite:///{tmp_path}/room.sqlite", SigningKey.new(ORIGIN))
    made.note("t", "one", "two")
    made.sign()
    key = tmp_path / "room.sqlite.key"
    key.write_text(made.key.text())
    key.chmod(0o600)
    yield made
    made.store.close()


# --- A rulebook that cannot be used ------------------------------------------------------


@pytest.fixture
def law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the rulebook's files, in place of the rulebook."""
    copy = tmp_path / "law"
    shutil.copytree(book.HOME, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(book, "HOME", copy)
    book.load.cache_clear()
    yield copy
    book.load.cache_clear()


BROKEN: list[tuple[str, bytes, str]] = [
    ("games/new.toml", b'id = "old"', "new.toml: id: found 'old'; allowed: the name of the file"),
    ("games/new.toml", b"id = ", "new.toml: found 'Invalid value"),
    ("games/new.toml", b"\xff\xfe", "allowed: text in UTF-8"),
    (
        "articles/new.toml",
        b"[[article]]\nid = 3",
        "new.toml: article[0].id: found 3; allowed: text",
    ),
    ("articles/new.toml", b"[", "new.toml: found"),
    ("decisions.toml", b"decision = 3", "decisions.toml: decision: found 3"),
    ("editions.toml", b"\xff", "editions.toml: found"),
]
ASKING = [
    ("check", "-"),
    ("rank", "Ks Kh 8d 8c 2h"),
    ("rulebook",),
    ("serve", "--demo", "--port", "0"),
]


@pytest.mark.parametrize(("file", "content", "told"), BROKEN)
def test_a_file_of_the_rulebook_with_a_mistake_is_named(
    run: Run, law: Path, file: str, content: bytes, told: str
) -> None:
    (law / file).write_bytes(content)
    found = run("rulebook")

    assert (found.exit_code, found.stdout) == (2, "")
    assert "the rulebook cannot be used" in found.stderr
    assert told in found.stderr


@pytest.mark.parametrize("asked", ASKING, ids=lambda asked: asked[0])
def test_every_command_that_needs_the_rulebook_says_so(
    run: Run, law: Path, asked: tuple[str, ...]
) -> None:
    (law / "editions.toml").write_text("edition = 3")
    found = run(*asked, input="")

    assert found.exit_code == 2
    assert "editions.toml: edition: found 3; allowed: a list of tables" in found.stderr


@pytest.mark.parametrize("asked", ASKING[:2], ids=lambda asked: asked[0])
def test_judging_asks_nothing_of_the_files_it_does_not_need(
    run: Run, law: Path, asked: tuple[str, ...]
) -> None:
    for name in ("games/new.toml", "articles/general/tda.toml", "decisions.toml"):
        (law / name).write_text("no TOML")

    assert run(*asked, input="").exit_code == 0


def test_a_folder_in_the_place_of_a_game_file_is_named(run: Run, law: Path) -> None:
    (law / "games" / "new.toml").mkdir()

    assert "new.toml: found 'Is a directory'" in run("rulebook").stderr


def test_a_replay_with_a_broken_rulebook_is_no_tampering(run: Run, room: Room, law: Path) -> None:
    (law / "games" / "new.toml").write_text("id = 3")
    found = run("verify", room.url, "--replay")

    assert found.exit_code == 2
    assert "new.toml" in found.stderr


# --- Files and databases -------------------------------------------------------------------

NO_TEXT = b"\xff\xfe no text"


@pytest.mark.parametrize(
    "asked",
    [
        ("verify", "FILE"),
        ("verify", "EXPORT", "--key", "FILE"),
        ("verify", "DATABASE", "--checkpoint", "FILE"),
        ("export", "t", "--database", "DATABASE", "--key", "FILE"),
        ("backup", "copy", "--database", "DATABASE", "--key", "FILE"),
        ("key", "show", "--key", "FILE"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("kind", ["missing", "folder", "no text", "empty"])
def test_a_file_that_cannot_be_used_is_named(
    run: Run, room: Room, tmp_path: Path, asked: tuple[str, ...], kind: str
) -> None:
    bad = tmp_path / "bad"
    if kind == "folder":
        bad.mkdir()
    elif kind != "missing":
        bad.write_bytes(NO_TEXT if kind == "no text" else b"")
        bad.chmod(0o600)
    run("export", "t", "--database", room.url, "-o", "t.jsonl")
    names = {"FILE": str(bad), "EXPORT": "t.jsonl", "DATABASE": room.url}
    found = run(*(names.get(word, word) for word in asked))
    if kind == "missing" and "--checkpoint" in asked:
        assert found.exit_code == 0
        return

    assert found.exit_code in (1, 2)
    assert found.output.strip()
    assert not Path("copy").exists()


@pytest.mark.parametrize("kind", ["no database", "damaged", "newer", "folder", "nowhere"])
@pytest.mark.parametrize(
    "asked",
    [
        ("device", "list"),
        ("device", "enrol", "office", "--role", "admin"),
        ("person", "list"),
        ("migrate",),
        ("backup", "copy"),
        ("doctor",),
        ("retention", "list"),
        ("export", "t"),
        ("serve", "--open", "--port", "0"),
    ],
    ids=" ".join,
)
def test_a_database_that_cannot_be_used_is_told(
    run: Run, room: Room, tmp_path: Path, asked: tuple[str, ...], kind: str
) -> None:
    file = tmp_path / "room.sqlite"
    room.store.close()
    if kind == "newer":
        with sqlite3.connect(file) as opened:
            opened.execute("UPDATE alembic_version SET version_num = '9999'")
        opened.close()
    elif kind == "damaged":
        content = file.read_bytes()
        file.write_bytes(content[:4096] + b"\xaa" * (len(content) - 4096))
    else:
        file.unlink()
    if kind == "no database":
        file.write_text("hello")
    elif kind == "folder":
        file.mkdir()
    elif kind == "nowhere":
        file = tmp_path / "nowhere" / "room.sqlite"
    found = run(*asked, "--database", f"sqlite:///{file}")

    assert found.exit_code == 1
    assert "database" in found.output or "key file" in found.output
    assert "migrate" not in found.output
    assert not Path("copy").exists()


def test_verify_ends_with_2_where_there_is_nothing_to_verify(run: Run, room: Room) -> None:
    for asked in ("nowhere", "sqlite:///nowhere", "foo://x", "postgresql://127.0.0.1:1/x"):
        assert run("verify", asked).exit_code == 2
    told = run("verify", "nowhere", "--replay")

    assert (told.exit_code, told.stderr) == (2, "nowhere: No such file or directory\n")


@pytest.mark.parametrize(
    "asked",
    [
        ("device", "list"),
        ("device", "renew", "x"),
        ("device", "revoke", "x"),
        ("person", "list"),
        ("person", "revoke", "x"),
        ("doctor",),
        ("backup", "copy"),
        ("export", "t", "-o", "t.jsonl"),
        ("key", "show"),
        ("retention", "list"),
        ("retention", "drop", "--by", "R", "--reason", "old"),
    ],
    ids=" ".join,
)
def test_a_command_that_reads_makes_no_database(run: Run, asked: tuple[str, ...]) -> None:
    assert run(*asked).exit_code == 1
    assert os.listdir() == []


def test_that_nobody_is_enrolled_is_said(run: Run) -> None:
    run("migrate")

    assert run("device", "list").output == "No device is enrolled.\n"
    assert run("person", "list").output == "No person is enrolled.\n"
    assert run("person", "list", "--json").output == ""


def test_the_first_device_is_enrolled_in_a_new_database(run: Run) -> None:
    assert run("device", "enrol", "office", "--role", "admin").exit_code == 0
    assert run("device", "list").output.startswith("office  admin")


@pytest.mark.parametrize(
    "url", ["sqlite:///a%00b", "sqlite:///", "postgresql://host:port/x", "mysql://x/y", "x"]
)
def test_an_address_that_is_no_databases_says_what_is_allowed(run: Run, url: str) -> None:
    for asked in (("doctor",), ("serve", "--open", "--port", "0"), ("device", "list")):
        assert "allowed: a file, such as sqlite:///" in run(*asked, "--database", url).output


# --- What is written is written whole ------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("there", "there: there is a file of this name"),
        ("folder", "folder: there is a file of this name"),
        ("no/where", "no/where: there is no folder no"),
    ],
)
@pytest.mark.parametrize("command", [("export", "t", "-o"), ("backup",)], ids=lambda c: c[0])
def test_a_name_that_cannot_be_written_is_told(
    run: Run, room: Room, command: tuple[str, ...], target: str, told: str
) -> None:
    Path("there").write_text("older")
    Path("folder").mkdir()
    found = run(*command, target, "--database", room.url)

    assert found.exit_code == 1
    assert told in found.stderr
    assert Path("there").read_text() == "older"
    assert sorted(os.listdir()) == ["folder", "there"]


def test_an_export_that_fails_leaves_nothing_behind(run: Run, room: Room) -> None:
    assert run("export", "nowhere", "-o", "n.jsonl", "--database", room.url).exit_code == 1
    assert run("export", "t", "-o", "t.jsonl", "--service", "http://127.0.0.1:1").exit_code == 1
    assert os.listdir() == []


def test_an_export_holds_cards_and_is_its_owners(run: Run, room: Room) -> None:
    assert run("export", "t", "-o", "t.jsonl", "--database", room.url).exit_code == 0
    assert os.stat("t.jsonl").st_mode & 0o777 == 0o600


def test_a_key_with_a_name_that_is_no_text_leaves_no_file(run: Run) -> None:
    assert run("key", "create", "a\udcff").exit_code == 2
    assert os.listdir() == []


def test_the_checkpoint_kept_is_replaced_and_everybodys(run: Run, room: Room) -> None:
    for _ in range(2):
        assert run("verify", room.url, "--checkpoint", "seen").exit_code == 0
        assert Path("seen").read_text().startswith(ORIGIN)
        room.note("t", "more")
        room.sign()
    assert os.listdir() == ["seen"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("asked", [["rulebook"], ["check", "docs/hand.jsonl", "--json"]])
def test_a_full_disk_under_the_answer_is_told_once(asked: list[str]) -> None:
    code = "from api.cli.main import main; main()"
    with open("/dev/full", "w", encoding="utf-8") as full:
        told = subprocess.run(
            [sys.executable, "-c", code, *asked],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert (told.returncode, told.stderr) == (2, "Error: No space left on device\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_command_may_be_started_without_input_or_output(closed: str) -> None:
    python, code = shlex.quote(sys.executable), "from api.cli.main import main; main()"
    for asked in ("check -", "rulebook joker/1", "rulebook nothing"):
        command = f"{python} -c '{code}' {asked} {closed}"
        told = subprocess.run(
            command, shell=True, cwd=ROOT, capture_output=True, text=True, input="", check=False
        )

        assert told.returncode == (2 if "nothing" in asked else 0)
        assert "Traceback" not in told.stderr


# --- Words that are no text ----------------------------------------------------------------


@pytest.mark.parametrize(
    "asked",
    [
        ("export", "a\udcff"),
        ("retention", "hold", "a\udcff", "--case", "c", "--by", "b", "--reason", "r"),
        ("retention", "hold", "t", "--case", "c\udcff", "--by", "b", "--reason", "r"),
        ("device", "renew", "a\udcff"),
        ("device", "enrol", "a\udcff", "--role", "admin"),
    ],
    ids=" ".join,
)
def test_a_word_that_is_no_text_is_refused(run: Run, room: Room, asked: tuple[str, ...]) -> None:
    found = run(*asked, "--database", room.url)

    assert found.exit_code in (1, 2)
    assert "allowed: " in found.stderr


def test_a_log_may_have_a_name_that_is_no_text(run: Run) -> None:
    with open(b"a\xff.jsonl", "w", encoding="utf-8") as file:
        file.write('{"type": "noted", "text": "x"}\n')
    there, missing = run("check", "a\udcff.jsonl", "--json"), run("check", "b\udcff", "--json")

    assert json.loads(there.stdout)["log"] == "a\ufffd.jsonl"
    assert json.loads(missing.stdout)["log"] == "b\ufffd"


# --- An export is a log too ----------------------------------------------------------------


def test_the_log_in_an_export_is_judged_under_its_own_numbers(run: Run) -> None:
    log = [json.loads(line) for line in HAND.read_text(encoding="utf-8").splitlines()]
    lines = [{"seq": n, "entry": {"event": event}} for n, event in enumerate(log, 1)]
    head = {"format": "adjudicator-export", "version": 1, "table": "main-3"}
    Path("log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in log))
    Path("export.jsonl").write_text("".join(json.dumps(one) + "\n" for one in [head, *lines]))
    plain, export = (
        json.loads(run("check", name, "--json").stdout) for name in ("log.jsonl", "export.jsonl")
    )

    assert export["refused"] == []
    assert {**export, "log": ""} == {**plain, "log": ""}
    until = json.loads(run("check", "export.jsonl", "--json", "--until", "9").stdout)
    assert until["entries"] == plain["entries"][:9]


def test_what_is_nested_too_deeply_is_refused_wherever_it_stands(run: Run) -> None:
    deep = "[" * 200_000
    Path("e.jsonl").write_text(f'{{"adjudicator-export": {deep}\n{deep}\n')
    Path("f.jsonl").write_text(f'{{"format": "adjudicator-export"}}\n{{"entry": {deep}\n')

    assert [run("check", name).exit_code for name in ("e.jsonl", "f.jsonl")] == [2, 2]


def test_a_line_of_an_export_that_is_none_is_refused_by_its_number(run: Run) -> None:
    Path("e.jsonl").write_text('{"format": "adjudicator-export"}\n{"entry": 3}\n"x"\n')
    found = run("check", "e.jsonl", "--json")

    assert found.exit_code == 2
    assert [one["line"] for one in json.loads(found.stdout)["refused"]] == [1, 2]


def test_an_export_as_it_is_written_is_judged(run: Run, room: Room) -> None:
    assert run("export", "t", "-o", "t.jsonl", "--database", room.url).exit_code == 0
    (answer,) = map(json.loads, run("check", "t.jsonl", "--json").stdout.splitlines())

    assert [one["code"] for one in answer["refused"]] == ["NO_TABLE", "NO_TABLE"]


def test_what_was_dropped_and_what_is_a_database_is_told_in_one_line(run: Run, room: Room) -> None:
    Path("gone.jsonl").write_text('{"format": "adjudicator-export"}\n{"seq": 1, "entry": null}\n')
    gone, database = run("check", "gone.jsonl"), run("check", str(room.file))

    assert (gone.exit_code, gone.stdout) == (2, "")
    assert "was dropped in its time" in gone.stderr
    assert (database.exit_code, database.stdout) == (2, "")
    assert "it is a database" in database.stderr


# --- The events on paper -------------------------------------------------------------------


def test_the_events_are_listed_and_one_is_told_with_its_fields(run: Run) -> None:
    listed, told = run("events").stdout, run("events", "acted").stdout

    assert "acted                A check, bet, call, raise or fold.\n" in listed
    assert "  seat (needed)\n" in told
    assert "one of check, bet, call, raise, fold" in " ".join(told.split())
    assert told.index("\n  verb") < told.index("\n  device_seq")


def test_an_unknown_event_is_answered_with_the_nearest(run: Run) -> None:
    found = run("events", "actd")

    assert found.exit_code == 2
    assert "did you mean 'acted'?" in found.stderr


# --- People --------------------------------------------------------------------------------


def test_a_pin_is_read_as_a_line_where_nobody_can_be_asked(run: Run) -> None:
    enrolled = run("person", "enrol", "maria", "--role", "floor", input="4711\n")

    assert (enrolled.exit_code, enrolled.output) == (0, "maria may log in as floor\n")


def test_no_pin_at_all_is_told(run: Run) -> None:
    enrolled = run("person", "enrol", "maria", "--role", "floor", input="")

    assert enrolled.exit_code == 1
    assert "pin: allowed: 4 to" in enrolled.stderr


# --- A house's database is not served without tokens ---------------------------------------


@pytest.mark.parametrize("flag", ["--open", "--demo"])
def test_a_database_with_devices_is_not_served_without_tokens(run: Run, flag: str) -> None:
    house = ("--database", "sqlite:///house.sqlite")
    run("device", "enrol", "office", "--role", "admin", *house)
    told = run("serve", flag, "--port", "0", *house)

    assert told.exit_code == 1
    assert "devices are enrolled in sqlite:///house.sqlite" in told.stderr
    assert f"adjudicator serve {flag} --database sqlite:///trial.sqlite" in told.stderr


def test_a_service_that_does_not_start_makes_no_key(run: Run) -> None:
    assert run("serve", "--port", "0").exit_code == 1
    assert run("key", "create", "casino.example/floor").exit_code == 0
