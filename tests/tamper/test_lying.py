"""Somebody with the database file, or a service that lies, against ``verify``."""

from __future__ import annotations

import io
import json
import shutil
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from api.cli.main import main
from api.evidence import bundle, whole
from api.evidence.ledger import Ledger
from api.evidence.note import SigningKey
from api.evidence.report import Report
from api.evidence.sources import AtService, InStore
from api.lib import logs
from api.settings import Settings
from api.store.canonical import START, canonical, entry_hash
from api.store.sql import open_store
from api.wiring import create_app
from tests.api.guarded import Guarded, concealed, named_in, the_draw, until_the_draw
from tests.api.talk import Talk, note
from tests.tamper.conftest import Room


@pytest.fixture
def played(room: Room) -> Room:
    """Three tables whose entries stand mixed in the ledger."""
    for number in range(1, 7):
        for table in ("a", "b", "c"):
            room.note(table, f"{table}{number}", f"{table}{number} too")
        room.sign()
    return room


def checked(room: Room, earlier: str | None = None) -> Report:
    return whole.check(InStore(room.store, "room", None), room.key.public, earlier)


def faults(room: Room) -> list[tuple[str, str | None, int | None]]:
    return [(fault.kind, fault.table, fault.seq) for fault in checked(room).faults]


class Burglar:
    """Has the file, knows the format, and takes the guards away first."""

    def __init__(self, file: Path) -> None:
        self.db = sqlite3.connect(file, isolation_level=None)
        guards = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name <> 'log'"
        for (name,) in self.db.execute(guards).fetchall():
            self.db.execute(f"DROP TRIGGER {name}")

    def run(self, statement: str, *values: Any) -> None:
        self.db.execute(statement, values)

    def rewrite(self, table: str, seq: int, **changed: Any) -> None:
        """Alter an entry and make the rest of its chain fit again."""
        asked = "SELECT seq, body FROM entries WHERE table_id = ? ORDER BY seq"
        previous = START
        for number, body in self.db.execute(asked, (table,)).fetchall():
            content = json.loads(body) | {"prev_hash": previous}
            if number == seq:
                content |= changed
            made = canonical(content)
            previous = entry_hash(made)
            self.run(
                "UPDATE entries SET body = ?, hash = ? WHERE table_id = ? AND seq = ?",
                made,
                previous,
                table,
                number,
            )
        self.run("UPDATE heads SET hash = ? WHERE table_id = ?", previous, table)


@pytest.fixture
def burglar(played: Room) -> Burglar:
    return Burglar(played.file)


def test_an_honest_record_verifies(played: Room) -> None:
    report = checked(played)

    assert report.verified
    assert (report.tables, report.entries, report.waiting) == (3, 36, 0)


def test_entries_too_new_for_the_ledger_are_counted(played: Room) -> None:
    played.note("a", "new")

    assert (checked(played).verified, checked(played).waiting) == (True, 1)


def test_an_altered_body_is_named(played: Room, burglar: Burglar) -> None:
    burglar.run("UPDATE entries SET body = replace(body, 'b3 too', 'b4 too') WHERE table_id = 'b'")

    assert faults(played) == [("altered", "b", 6)]


@pytest.mark.parametrize("seq", range(1, 13))
def test_an_altered_entry_is_named_though_its_chain_was_made_to_fit(
    played: Room, burglar: Burglar, seq: int
) -> None:
    burglar.rewrite("b", seq, event={"type": "noted", "text": "forged"})

    assert faults(played) == [("altered", "b", seq)]


def test_the_middle_of_a_chain_is_checked_even_where_its_ends_are_right(
    played: Room, burglar: Burglar
) -> None:
    """A forger who leaves the last hash alone does not get by."""
    burglar.run("UPDATE entries SET body = x'7b7d' WHERE table_id = 'b' AND seq = 6")

    assert faults(played) == [("altered", "b", 6)]


@pytest.mark.parametrize(("gone", "first"), [("seq = 1", 1), ("seq = 6", 6), ("seq > 9", 10)])
def test_removed_entries_are_named(played: Room, burglar: Burglar, gone: str, first: int) -> None:
    burglar.run(f"DELETE FROM entries WHERE table_id = 'b' AND {gone}")
    burglar.run("UPDATE heads SET version = 9 WHERE table_id = 'b' AND ? > 9", first)

    assert faults(played) == [("removed", "b", first)]


def test_a_removed_table_is_named(played: Room, burglar: Burglar) -> None:
    burglar.run("DELETE FROM entries WHERE table_id = 'b'")
    burglar.run("DELETE FROM heads WHERE table_id = 'b'")

    assert faults(played) == [("removed", "b", 1)]


def test_swapped_entries_are_named(played: Room, burglar: Burglar) -> None:
    burglar.run("UPDATE entries SET seq = 99 WHERE table_id = 'b' AND seq = 4")
    burglar.run("UPDATE entries SET seq = 4 WHERE table_id = 'b' AND seq = 5")
    burglar.run("UPDATE entries SET seq = 5 WHERE table_id = 'b' AND seq = 99")

    assert faults(played) == [("altered", "b", 4)]


def test_places_swapped_in_the_ledger_are_named(played: Room, burglar: Burglar) -> None:
    burglar.run("UPDATE ledger_runs SET place = 99 WHERE place = 8")
    burglar.run("UPDATE ledger_runs SET place = 8 WHERE place = 10")
    burglar.run("UPDATE ledger_runs SET place = 10 WHERE place = 99")

    [(kind, _, _)] = faults(played)
    assert kind == "altered"


def test_places_taken_from_the_ledger_are_named(played: Room, burglar: Burglar) -> None:
    burglar.run("DELETE FROM ledger_runs WHERE place = 8")

    assert [kind for kind, _, _ in faults(played)] == ["removed"]
    assert "place 8" in checked(played).faults[0].detail


def test_two_tables_altered_are_both_named(played: Room, burglar: Burglar) -> None:
    burglar.run("UPDATE entries SET body = replace(body, 'a2 too', 'a3 too') WHERE table_id = 'a'")
    burglar.rewrite("c", 2, event={"type": "noted", "text": "forged"})

    assert faults(played) == [("altered", "a", 4), ("altered", "c", 2)]


def test_a_ledger_made_anew_over_a_forged_record_is_a_fork(played: Room, burglar: Burglar) -> None:
    """With the signing key everything can be made to fit, except what others have kept."""
    kept = played.ledger.newest().note
    burglar.rewrite("b", 3, event={"type": "noted", "text": "forged"})
    for table in ("ledger", "ledger_runs", "ledger_tiles"):
        burglar.run(f"DELETE FROM {table}")
    played.sign()
    played.note("a", "more")
    played.sign()

    assert checked(played).verified
    assert [fault.kind for fault in checked(played, kept).faults] == ["forked"]


def test_an_older_file_put_back_is_a_rollback(room: Room, tmp_path: Path) -> None:
    room.note("a", "1", "2")
    room.sign()
    room.store.close()
    shutil.copy(room.file, tmp_path / "older.sqlite")
    room.store = open_store(room.url)
    room.ledger = Ledger(room.store.ledger, room.key)
    room.note("a", "3")
    room.sign()
    kept = room.ledger.newest().note
    older = open_store(f"sqlite:///{tmp_path}/older.sqlite")
    report = whole.check(InStore(older, "older", None), room.key.public, kept)
    older.close()

    assert [fault.kind for fault in report.faults] == ["rolled back"]


def test_a_checkpoint_kept_from_another_log_is_told(played: Room) -> None:
    other = SigningKey.new("example.com/other")
    kept = other.sign("example.com/other\n1\n" + "A" * 43 + "=\n")

    assert [fault.kind for fault in checked(played, kept).faults] == ["forked"]


# --- A service that lies -------------------------------------------------------------


Lie = Callable[[str, str], str]


class Between:
    """Stands before an honest service and answers as it likes."""

    def __init__(self, honest: FlaskClient) -> None:
        self.lie: Lie = lambda path, text: text
        between = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                sent = {
                    name: self.headers[name] for name in ("Authorization",) if name in self.headers
                }
                answer = honest.get(self.path, headers=sent)
                body = between.lie(self.path, answer.text).encode()
                self.send_response(answer.status_code)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Service:
    """An honest service with one table of nine entries in the ledger."""

    def __init__(self, file: Path) -> None:
        settings = Settings(database=f"sqlite:///{file}", open_to_all=True)
        app = create_app(settings, log=logs.new_log(io.StringIO()))
        self.parts = app.extensions["adjudicator"]
        self.client = app.test_client()
        self.talk = Talk(self.client)
        self.talk.start()
        self.talk.all(*(note(f"note {number}") for number in range(6, 10)))
        self.sign()

    def sign(self) -> None:
        self.parts.ledger.catch_up()


@pytest.fixture
def service(file: Path) -> Iterator[Service]:
    made = Service(file)
    yield made
    made.parts.store.close()


@pytest.fixture
def between(service: Service) -> Iterator[Between]:
    made = Between(service.client)
    yield made
    made.stop()


def told(between: Between, service: Service, earlier: str | None = None) -> list[Any]:
    record = AtService(between.address)
    report = whole.check(record, service.parts.ledger.key, earlier)
    return [(fault.kind, fault.seq) for fault in report.faults]


def in_entries(change: Callable[[list[Any]], None]) -> Lie:
    """A lie about the entries of the table."""

    def lie(path: str, text: str) -> str:
        if "/events" not in path:
            return text
        page = json.loads(text)
        change(page["entries"])
        return json.dumps(page)

    return lie


def alter(entries: list[Any]) -> None:
    entries[6]["event"]["text"] = "forged"


def alter_and_rehash(entries: list[Any]) -> None:
    alter(entries)
    for before, entry in pairwise(entries[5:]):
        entry["prev_hash"] = before["hash"]
        content = {name: value for name, value in entry.items() if name != "hash"}
        entry["hash"] = entry_hash(canonical({**content, "table": "t1"}))


def alter_first(entries: list[Any]) -> None:
    entries[0]["recorded_by"] = {"role": "floor"}


def remove(entries: list[Any]) -> None:
    del entries[6]


def cut(entries: list[Any]) -> None:
    del entries[6:]


def swap(entries: list[Any]) -> None:
    entries[6], entries[7] = entries[7], entries[6]


def repeat(entries: list[Any]) -> None:
    entries.insert(7, entries[6])


def mask(entries: list[Any]) -> None:
    """What is masked is still bound by its hash."""
    del entries[6]["salt"]
    entries[6]["masked"] = True
    entries[6]["hash"] = "00" * 32


@pytest.mark.parametrize(
    ("change", "kind", "seq"),
    [
        (alter, "altered", 7),
        (alter_and_rehash, "altered", 7),
        (remove, "removed", 7),
        (cut, "removed", 7),
        (swap, "reordered", 7),
        (repeat, "inserted", 7),
        (mask, "altered", 7),
    ],
)
def test_a_lie_about_entries_is_named(
    service: Service, between: Between, change: Callable[[list[Any]], None], kind: str, seq: int
) -> None:
    assert told(between, service) == []
    between.lie = in_entries(change)

    assert told(between, service) == [(kind, seq)]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"", "cannot reach http://"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\ncasino", "gives no whole answer (Inc"),
        (b"220 mail.example ready\r\n\r\n", "gives no whole answer (BadStatusLine"),
        (b"HTTP/1.1 500 No\r\nContent-Length: 50\r\n\r\n{", "answers 500"),
    ],
    ids=["nothing", "a piece", "mail", "a piece of a refusal"],
)
def test_a_service_that_does_not_answer_whole_is_told_in_words(answer: bytes, said: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            line, _ = server.accept()
            with line:
                line.recv(65536)
                line.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        found = CliRunner().invoke(main, ["verify", address])
        thread.join()

    assert found.exit_code == 2
    assert said in found.output


def test_a_table_kept_secret_is_named(service: Service, between: Between) -> None:
    def lie(path: str, text: str) -> str:
        return text.replace('"t1"', '"t2"') if path.startswith("/v1/tables?") else text

    between.lie = lie
    record = AtService(between.address)
    with pytest.raises(whole.Unreachable, match="answers 404"):
        whole.check(record, service.parts.ledger.key)
    nothing = json.dumps({"tables": [], "has_more": False, "next": None})
    between.lie = lambda path, text: nothing if path.startswith("/v1/tables?") else text

    assert told(between, service) == [("removed", 1)]


def test_another_key_and_checkpoint_deceive_nobody_who_has_the_key(
    service: Service, between: Between
) -> None:
    mallory = SigningKey.new(service.parts.ledger.key.name)

    def lie(path: str, text: str) -> str:
        if path == "/v1/ledger/key":
            return mallory.public.text()
        if path == "/v1/ledger/checkpoint":
            return mallory.sign(text.rpartition("\n\n")[0] + "\n")
        return text

    between.lie = lie

    assert told(between, service) == [("unsigned", None)]


def test_two_histories_for_two_clients_meet_in_a_kept_checkpoint(
    service: Service, between: Between, tmp_path: Path
) -> None:
    """The service's own key signs another history; proofs cannot join the two."""
    other = Service(tmp_path / "other.sqlite")
    other.talk.all(note("more"))
    key = service.parts.ledger
    twin = Ledger(other.parts.store.ledger, key._key)
    with sqlite3.connect(tmp_path / "other.sqlite") as file:
        file.execute("DELETE FROM ledger")
        file.execute("DROP TRIGGER ledger_runs_no_delete")
        file.execute("DELETE FROM ledger_runs")
        file.execute("DELETE FROM ledger_tiles")
    other.parts.ledger = twin
    other.sign()
    kept = service.parts.ledger.newest().note
    fork = Between(other.client)
    try:
        assert told(fork, service) == []
        assert told(fork, service, kept) == [("forked", None)]
        assert told(between, service, kept) == []
    finally:
        fork.stop()
        other.parts.store.close()


def test_a_service_that_went_back_in_time_is_told(service: Service, between: Between) -> None:
    older = service.parts.ledger.newest().note
    service.talk.all(note("more"))
    service.sign()
    kept = service.parts.ledger.newest().note
    between.lie = lambda path, text: older if path == "/v1/ledger/checkpoint" else text

    assert told(between, service, kept) == [("rolled back", None)]


@pytest.mark.parametrize("answer", ["", "[]", "{}", '{"entries": [1], "next": null}', "null"])
def test_an_answer_that_is_none_is_told_and_no_fault(
    service: Service, between: Between, answer: str
) -> None:
    between.lie = lambda path, text: answer if "/events" in path else text

    with pytest.raises(whole.Unreachable, match="answers"):
        told(between, service)


@pytest.mark.parametrize(("role", "withheld"), [("auditor", True), ("surveillance", False)])
def test_who_may_not_see_every_card_yet_verifies_by_the_hashes(
    file: Path, role: str, withheld: bool
) -> None:
    settings = Settings(database=f"sqlite:///{file}")
    guarded = Guarded.of(create_app(settings, log=logs.new_log(io.StringIO())))
    guarded.play(until_the_draw(), the_draw())
    parts = guarded.app.extensions["adjudicator"]
    parts.ledger.take_in()
    between = Between(guarded.client)
    report = whole.check(AtService(between.address, guarded.tokens[role]), parts.ledger.key)
    between.lie = in_entries(alter_first)
    altered = whole.check(AtService(between.address, guarded.tokens[role]), parts.ledger.key)
    between.stop()
    parts.store.close()

    assert report.verified, report.faults
    assert bool(report.withheld) is withheld
    assert [fault.kind for fault in altered.faults] == ["altered"]


def test_an_export_shows_what_its_reader_may_see_and_verifies(file: Path, tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{file}")
    guarded = Guarded.of(create_app(settings, log=logs.new_log(io.StringIO())))
    guarded.play(until_the_draw(), the_draw())
    between = Between(guarded.client)
    found = {}
    for role in ("dealer", "auditor", "surveillance"):
        exported = tmp_path / f"{role}.jsonl"
        asked = ["export", "t1", "-o", str(exported), "--service", between.address]
        told = CliRunner().invoke(main, [*asked, "--token", guarded.tokens[role]])
        assert told.exit_code == 0, told.output
        found[role] = bundle.check(bundle.read(exported.read_text().splitlines()))
        seen = named_in(exported.read_text(), concealed())
        assert bool(seen) is (role == "surveillance")
        judged = CliRunner().invoke(main, ["check", str(exported), "--json"])
        assert json.loads(judged.stdout)["refused"] == []
    between.stop()
    guarded.app.extensions["adjudicator"].store.close()

    assert all(report.verified for report in found.values()), found
    assert found["dealer"].withheld == found["auditor"].withheld > 0
    assert found["surveillance"].withheld == 0


def test_a_service_that_lets_nobody_in_is_told(file: Path) -> None:
    settings = Settings(database=f"sqlite:///{file}")
    guarded = Guarded.of(create_app(settings, log=logs.new_log(io.StringIO())))
    between = Between(guarded.client)
    told = CliRunner().invoke(main, ["verify", between.address, "--token", "adj_d_wrong"])
    between.stop()
    guarded.app.extensions["adjudicator"].store.close()

    assert told.exit_code == 2
    assert "answers 401" in told.output


@pytest.mark.parametrize("answered", ["", "<html>welcome</html>"])
def test_what_is_no_export_is_not_written_as_one(
    between: Between, tmp_path: Path, answered: str
) -> None:
    between.lie = lambda path, text: answered
    target = tmp_path / "t.jsonl"
    told = CliRunner().invoke(
        main, ["export", "t1", "--service", between.address, "-o", str(target)]
    )

    assert told.exit_code == 1
    assert "answers no export" in told.output
    assert not target.exists()


def test_verify_keeps_a_checkpoint_and_demands_that_it_is_continued(
    service: Service, between: Between, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    asked = ["verify", between.address, "--checkpoint", str(kept)]
    first = CliRunner().invoke(main, asked)
    older = kept.read_text()
    service.talk.all(note("more"))
    service.sign()
    second = CliRunner().invoke(main, asked)
    newer = kept.read_text()
    between.lie = lambda path, text: older if path == "/v1/ledger/checkpoint" else text
    third = CliRunner().invoke(main, asked)

    assert (first.exit_code, second.exit_code, third.exit_code) == (0, 0, 1)
    assert "rolled back: the ledger had 10 entries" in third.output
    assert kept.read_text() == newer != older
