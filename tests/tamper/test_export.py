"""An export proves itself; whatever is done to it is found and named."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.cli.main import main
from api.evidence import bundle, keys
from api.evidence.bundle import BadBundle
from api.evidence.chain import Fault
from api.evidence.keys import BadKeyFile
from api.evidence.ledger import Ledger, key_for
from api.evidence.note import SigningKey
from api.evidence.report import Report
from api.store.canonical import canonical, entry_hash
from tests.tamper.conftest import Room

Lines = list[dict[str, Any]]
NOW = "2026-01-01T20:00:00.000000Z"


@pytest.fixture
def lines(room: Room) -> Lines:
    """The export of a table of eight entries, in a room where others play too."""
    room.note("other", "x", "y")
    room.note("t", *(f"note {number}" for number in range(1, 5)))
    room.sign()
    room.note("other", "z")
    room.note("t", *(f"note {number}" for number in range(5, 9)))
    return [json.loads(line) for line in bundle.lines(room.store, room.ledger, "t", NOW)]


def checked(lines: Lines, key: SigningKey | None = None) -> Report:
    found = bundle.read(map(json.dumps, lines))
    return bundle.check(found, key.public if key else None)


def only_fault(lines: Lines) -> tuple[str, int | None]:
    [fault] = checked(lines).faults
    assert isinstance(fault, Fault)
    return fault.kind, fault.seq


def rehash(lines: Lines, first: int = 1) -> None:
    """Make the chain fit again, as a forger would."""
    for before, line in zip(lines[first - 1 :], lines[first:], strict=False):
        if "entry" in before:
            line["entry"]["prev_hash"] = before["hash"]
        line["hash"] = entry_hash(canonical(line["entry"]))
    lines[0]["head"] = lines[-1]["hash"]


def test_an_export_verifies_and_says_what_it_proves(lines: Lines, key: SigningKey) -> None:
    report = checked(lines, key)

    assert report.verified
    assert (report.entries, report.tables, report.withheld) == (8, 1, 0)
    assert report.checkpoint is not None
    assert report.checkpoint.size == 10


def test_order_of_names_and_white_space_do_not_matter(lines: Lines) -> None:
    turned = [json.dumps(dict(reversed(line.items())), indent=1) for line in lines]
    loose = [line.replace("\n", " ") for line in turned]

    assert bundle.check(bundle.read(loose)).verified


@pytest.mark.parametrize("seq", [1, 4, 8])
def test_an_altered_entry_is_named(lines: Lines, seq: int) -> None:
    lines[seq]["entry"]["event"]["text"] = "forged"

    assert only_fault(lines) == ("altered", seq)


@pytest.mark.parametrize("seq", [1, 4, 8])
def test_an_altered_entry_is_named_though_its_chain_was_made_to_fit(lines: Lines, seq: int) -> None:
    lines[seq]["entry"]["event"]["text"] = "forged"
    rehash(lines, seq)

    assert only_fault(lines) == ("altered", seq)


@pytest.mark.parametrize("name", ["seq", "recorded_at", "recorded_by", "salt", "table"])
def test_no_part_of_an_entry_can_be_altered(lines: Lines, name: str) -> None:
    lines[3]["entry"][name] = {"seq": 4, "recorded_by": {"role": "floor"}}.get(name, "forged")

    assert only_fault(lines) == ("inserted" if name == "table" else "altered", 3)


@pytest.mark.parametrize("seq", [1, 4, 7])
def test_a_removed_entry_is_named(lines: Lines, seq: int) -> None:
    del lines[seq]

    assert only_fault(lines) == ("removed", seq)


def test_removed_entries_are_named_from_the_first_on(lines: Lines) -> None:
    del lines[3:6]

    assert checked(lines).faults[0].detail == "entries 3 to 5 of table 't' missing"


def test_a_cut_tail_is_named(lines: Lines) -> None:
    del lines[7:]

    assert only_fault(lines) == ("removed", 7)


def test_renumbering_does_not_hide_a_removal(lines: Lines) -> None:
    del lines[4]
    for seq, line in enumerate(lines[1:], 1):
        line["seq"] = line["entry"]["seq"] = seq
    rehash(lines, 4)
    lines[0]["entries"] = 7

    assert only_fault(lines) == ("altered", 4)


@pytest.mark.parametrize("seq", [1, 4, 8])
def test_an_entry_that_stands_twice_is_named(lines: Lines, seq: int) -> None:
    lines.insert(seq + 1, lines[seq])

    assert only_fault(lines) == ("inserted", seq)


def test_an_inserted_entry_is_named_before_the_one_it_pushed_aside(lines: Lines) -> None:
    forged = json.loads(json.dumps(lines[4]))
    forged["entry"]["event"]["text"] = "forged"
    forged["hash"] = entry_hash(canonical(forged["entry"]))
    lines.insert(4, forged)

    assert only_fault(lines) == ("inserted", 4)
    assert "twice" in checked(lines).faults[0].detail


def test_an_entry_put_behind_the_last_is_named(lines: Lines) -> None:
    forged = json.loads(json.dumps(lines[8]))
    forged["seq"] = forged["entry"]["seq"] = 9
    lines.append(forged)
    lines[0]["entries"] = 9
    rehash(lines, 9)

    assert only_fault(lines) == ("altered", 9)


@pytest.mark.parametrize(("one", "other"), [(1, 2), (3, 7), (7, 8)])
def test_reordered_entries_are_named_from_the_first_on(lines: Lines, one: int, other: int) -> None:
    lines[one], lines[other] = lines[other], lines[one]

    assert only_fault(lines) == ("reordered", one)


def test_an_entry_of_another_table_is_named(lines: Lines, room: Room) -> None:
    strange = [json.loads(line) for line in bundle.lines(room.store, room.ledger, "other", NOW)]
    lines[2] = strange[2]

    assert only_fault(lines) == ("inserted", 2)


def test_a_proof_of_another_place_proves_nothing(lines: Lines) -> None:
    lines[2]["place"], lines[2]["proof"] = lines[3]["place"], lines[3]["proof"]

    assert only_fault(lines) == ("altered", 2)


def test_a_ledger_that_has_the_entries_in_another_order_is_named(room: Room) -> None:
    """Whoever holds the key signs a ledger in which entry 2 stands before entry 1."""
    from api.evidence.ledger import leaf_of
    from api.evidence.merkle import inclusion, root
    from api.evidence.note import Checkpoint
    from api.evidence.tiles import Tiled, grown

    room.note("t", "a", "b")
    lines = [json.loads(line) for line in bundle.lines(room.store, room.ledger, "t", NOW)]
    tiles = grown(lambda level, at: b"", 0, [leaf_of(lines[seq]["hash"]) for seq in (2, 1)])
    nodes = Tiled(lambda level, at: tiles[level, at])
    lines[0]["checkpoint"] = room.key.sign(Checkpoint(room.key.name, 2, root(nodes, 2)).text())
    for seq, place in ((1, 1), (2, 0)):
        proof = [step.hex() for step in inclusion(nodes, place, 2)]
        lines[seq] |= {"place": place, "proof": proof}

    assert only_fault(lines) == ("reordered", 2)


def test_a_forger_with_a_key_of_his_own_is_found_by_a_pinned_key(room: Room, lines: Lines) -> None:
    mallory = SigningKey.new(room.key.name)
    signed = lines[0]["checkpoint"].rpartition("\n\n")[0] + "\n"
    lines[0] |= {"checkpoint": mallory.sign(signed), "key": mallory.public.text()}

    assert checked(lines).verified  # nobody said whose key it should be
    assert not checked(lines).pinned
    assert [fault.kind for fault in checked(lines, room.key).faults] == ["unsigned"]


def test_a_checkpoint_that_was_touched_is_not_trusted(lines: Lines) -> None:
    lines[0]["checkpoint"] = lines[0]["checkpoint"].replace("\n10\n", "\n11\n")

    assert only_fault(lines) == ("unsigned", None)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_flipped_bit_never_verifies(lines: Lines, data: st.DataObject) -> None:
    """Any one character of any line but the date and the hint at the key."""
    number = data.draw(st.integers(0, 8))
    hints = {name: lines[number][name] for name in ("exported_at", "key") if number == 0}
    kept = {name: value for name, value in lines[number].items() if name not in hints}
    text = json.dumps(kept)
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("0123456789abcdef").filter(lambda one: one != text[at]))
    changed = text[:at] + other + text[at + 1 :]
    written = [json.dumps(line) for line in lines]
    try:
        line = json.loads(changed)
        written[number] = json.dumps({**hints, **line})
        assert line == kept or not bundle.check(bundle.read(written)).verified
    except (BadBundle, ValueError):
        pass


def _cut(text: str) -> str:
    return text[: len(text) // 2]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: "{}\n",
        lambda text: "[1]\n",
        lambda text: '{"format": "adjudicator-export", "version": 2}',
        lambda text: '{"format": "adjudicator-export", "version": 1}',
        lambda text: text.replace('"place"', '"palce"', 1),
        lambda text: text.replace('"seq"', '"seq":1,"seq"', 1),
        _cut,
    ],
)
def test_what_is_no_export_is_refused(lines: Lines, spoil: Callable[[str], str]) -> None:
    text = "".join(json.dumps(line) + "\n" for line in lines)

    with pytest.raises(BadBundle):
        bundle.read(spoil(text).splitlines())


class TestCommands:
    @pytest.fixture
    def exported(self, room: Room, lines: Lines, tmp_path: Path) -> Path:
        kept = room.file.with_name(f"{room.file.name}.key")
        kept.write_text(room.key.text())
        kept.chmod(0o600)
        exported = tmp_path / "t.jsonl"
        asked = ["export", "t", "-o", str(exported), "--database", room.url]
        told = CliRunner().invoke(main, asked)
        assert told.exit_code == 0, told.output
        return exported

    def test_an_export_verifies_from_the_command_line(self, room: Room, exported: Path) -> None:
        told = CliRunner().invoke(main, ["verify", str(exported), "--key", room.key.public.text()])

        assert told.exit_code == 0
        assert told.output.startswith("export of table 't': verified\n  8 entries of 1 table")

    def test_an_export_verifies_from_a_pipe(self, exported: Path, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_text, args=(exported.read_text(),))
        writer.start()
        told = CliRunner().invoke(main, ["verify", str(pipe)])
        writer.join()

        assert told.exit_code == 0, told.output

    def test_an_altered_export_ends_with_1_and_names_the_entry(self, exported: Path) -> None:
        text = exported.read_text()
        exported.write_text(text.replace("note 3", "note 4", 1))
        told = CliRunner().invoke(main, ["verify", str(exported)])
        machine = CliRunner().invoke(main, ["verify", str(exported), "--json"])

        assert told.exit_code == machine.exit_code == 1
        assert "NOT verified\n  altered: the content of entry 3 of table 't'" in told.output
        assert json.loads(machine.output)["faults"][0]["seq"] == 3

    def test_what_cannot_be_read_ends_with_2(self, exported: Path, tmp_path: Path) -> None:
        exported.write_text("no export")
        for asked in ([str(exported)], [str(tmp_path / "nowhere")], ["http://127.0.0.1:1"]):
            told = CliRunner().invoke(main, ["verify", *asked, "--json"])
            assert told.exit_code == 2
            assert json.loads(told.stdout)["error"]

    def test_an_export_is_never_written_over_a_file(self, room: Room, exported: Path) -> None:
        asked = ["export", "t", "-o", str(exported), "--database", room.url]

        assert "there is a file of this name" in CliRunner().invoke(main, asked).output

    def test_an_unknown_table_is_named(self, room: Room, exported: Path) -> None:
        told = CliRunner().invoke(main, ["export", "nowhere", "--database", room.url])

        assert told.exit_code == 1
        assert "found 'nowhere'" in told.output

    def test_keys_are_made_and_shown(self, tmp_path: Path) -> None:
        asked = ["--key", str(tmp_path / "log.key")]
        made = CliRunner().invoke(main, ["key", "create", "example.com/floor", *asked])
        shown = CliRunner().invoke(main, ["key", "show", *asked])

        assert made.output == shown.output
        assert made.output.startswith("example.com/floor+")
        assert keys.load(tmp_path / "log.key").public.text() + "\n" == shown.output


class TestLostKey:
    def replaced(self, room: Room, tmp_path: Path) -> Any:
        asked = ["key", "replace", "example.com/floor-2", "--database", room.url]
        return CliRunner().invoke(main, [*asked, "--key", str(tmp_path / "new.key")])

    def test_a_new_key_goes_on_where_the_old_one_is_lost(
        self, room: Room, lines: Lines, tmp_path: Path
    ) -> None:
        told = self.replaced(room, tmp_path)
        made = keys.load(tmp_path / "new.key")
        ledger = Ledger(room.store.ledger, made)
        room.note("t", "later")
        after = [json.loads(line) for line in bundle.lines(room.store, ledger, "t", NOW)]

        assert told.output == made.public.text() + "\n"
        assert key_for(room.store.ledger, tmp_path / "new.key") == made
        assert checked(after, made).verified
        assert [fault.kind for fault in checked(after, room.key).faults] == ["unsigned"]

    def test_a_key_that_is_there_is_not_replaced(
        self, room: Room, lines: Lines, tmp_path: Path
    ) -> None:
        self.replaced(room, tmp_path)
        first = (tmp_path / "new.key").read_text()
        told = self.replaced(room, tmp_path)

        assert told.exit_code == 1
        assert "Move it away first" in told.output
        assert (tmp_path / "new.key").read_text() == first

    def test_a_changed_ledger_is_not_signed_anew(
        self, room: Room, lines: Lines, tmp_path: Path
    ) -> None:
        with sqlite3.connect(room.file) as file:
            file.execute("UPDATE ledger_tiles SET hashes = zeroblob(32 * 10) WHERE level = 0")
        told = self.replaced(room, tmp_path)

        assert told.exit_code == 1
        assert "not the one that was signed" in told.output
        assert not (tmp_path / "new.key").exists()

    def test_no_key_is_made_beside_a_ledger_that_was_signed(
        self, room: Room, lines: Lines, tmp_path: Path
    ) -> None:
        with pytest.raises(BadKeyFile, match=r"there is none.* adjudicator key replace"):
            key_for(room.store.ledger, tmp_path / "nowhere.key")
        assert not (tmp_path / "nowhere.key").exists()

    def test_another_key_does_not_start_the_service(
        self, room: Room, lines: Lines, tmp_path: Path
    ) -> None:
        keys.create(tmp_path / "other.key", room.key.name)

        with pytest.raises(BadKeyFile, match="not the one that signed the ledger"):
            key_for(room.store.ledger, tmp_path / "other.key")


def test_a_ledger_with_another_key_exports_nothing(room: Room, lines: Lines) -> None:
    room.note("t", "later")
    other = Ledger(room.store.ledger, SigningKey.new("example.com/other"))

    with pytest.raises(Exception, match="not by the key"):
        list(bundle.lines(room.store, other, "t", NOW))
