"""Cards that the table has not seen: who finds them, where and from when on."""

from __future__ import annotations

import io
import json
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builders import STAKES, law, table

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.log.events import EVENTS
from adjudicator.play.offers import next_entries
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.values.fields import Kind
from adjudicator.values.frozen import replace
from api.lib import logs
from api.service.live_tables import LiveTable
from api.service.masking import HIDDEN, masked, masked_text, names_a_card
from api.service.roles import ROLES, Concealed
from api.service.visibility import Visibility
from api.settings import Settings
from api.wiring import create_app
from tests.api.guarded import (
    BURNT,
    EXPOSED,
    TABLE,
    Guarded,
    concealed,
    named_in,
    the_draw,
    the_end,
    until_the_draw,
)
from tests.api.talk import note

NOT_ENTITLED = [name for name, role in ROLES.items() if role.concealed is not Concealed.ALWAYS]
LOG = f"/v1/tables/{TABLE}/events?limit=1000"


@pytest.fixture
def guarded(file: Path, log: io.StringIO) -> Iterator[Guarded]:
    """A service with tokens."""
    settings = Settings(database=f"sqlite:///{file}")
    app = create_app(settings, log=logs.new_log(log))
    yield Guarded.of(app)
    app.extensions["adjudicator"].store.close()


@pytest.fixture
def drawn(guarded: Guarded) -> Guarded:
    """In the middle of the draw, every card known to the record."""
    guarded.play(until_the_draw(), the_draw())
    return guarded


def _event(guarded: Guarded, role: str, seq: int) -> Any:
    return guarded.get(role, f"/v1/tables/{TABLE}/events?after={seq - 1}&limit=1").json["entries"][
        0
    ]


# --- Entries ---------------------------------------------------------------------------


@pytest.mark.parametrize("role", NOT_ENTITLED)
def test_a_card_dealt_face_down_is_left_out_of_the_entry(drawn: Guarded, role: str) -> None:
    entry = _event(drawn, role, 13)

    assert entry["event"] == {"type": "dealt", "to": 5, "face": "down"}
    assert entry["masked"] is True
    assert "salt" not in entry
    assert len(entry["hash"]) == 64


def test_surveillance_reads_the_entry_as_it_stands(drawn: Guarded) -> None:
    entry = _event(drawn, "surveillance", 13)

    assert entry["event"] == {"type": "dealt", "to": 5, "face": "down", "card": "2s"}
    assert "masked" not in entry
    assert len(entry["salt"]) >= 22


@pytest.mark.parametrize("role", NOT_ENTITLED)
def test_an_exposed_card_is_shown_from_then_on_in_the_deal_too(drawn: Guarded, role: str) -> None:
    entries = drawn.get(role, LOG).json["entries"]
    cards = [one["event"]["card"] for one in entries if "card" in one["event"]]

    assert cards == [EXPOSED, EXPOSED]


def test_words_and_signs_in_a_note_are_masked_as_well(drawn: Guarded) -> None:
    entries = drawn.get("floor", LOG).json["entries"]
    noted = [one["event"]["text"] for one in entries if one["event"]["type"] == "noted"]

    assert noted == [f"Seat 3 says he folded {HIDDEN} and the {HIDDEN}, {HIDDEN} too"]


def test_a_correction_shows_neither_the_old_card_nor_the_new(drawn: Guarded) -> None:
    entry = drawn.get("auditor", LOG).json["entries"][-1]["event"]

    assert entry["replacement"] == {"type": "dealt", "to": 5, "face": "down"}
    assert entry["reason"] == f"it was not the {HIDDEN}"


def test_all_lines_of_a_log_are_masked(drawn: Guarded) -> None:
    lines = {"Accept": "application/x-ndjson"}
    masked_ = drawn.ask("floor", "GET", LOG, headers=lines).text
    whole = drawn.ask("surveillance", "GET", LOG, headers=lines).text

    assert named_in(masked_, concealed()) == set()
    assert named_in(whole, concealed()) == concealed()


@pytest.mark.parametrize("role", ["dealer", "floor"])
def test_the_answer_to_a_recording_and_to_its_retry_is_masked(guarded: Guarded, role: str) -> None:
    guarded.play(until_the_draw())
    event = {"type": "noted", "text": "flashed 4d", "id": "n-1", "_shoe": ["4d", {"x": "4♦"}]}
    first, again = guarded.record(role, event), guarded.record(role, event)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert named_in(first.text, ["4d"]) == set()


def test_entries_missed_are_masked_in_the_refusal(drawn: Guarded) -> None:
    answer = drawn.record("floor", note(), headers={"If-Match": '"12"'})

    assert answer.status_code == 412
    assert len(answer.json["entries"]) > 30
    assert named_in(answer.text, concealed()) == set()


# --- From when on ----------------------------------------------------------------------


def test_an_auditor_reads_a_hand_once_it_is_over(drawn: Guarded) -> None:
    paths = (LOG, f"/v1/tables/{TABLE}/hands/1")
    assert [named_in(drawn.get("auditor", path).text, concealed()) for path in paths] == [set()] * 2
    for event in the_end():
        assert drawn.record("dealer", event).status_code == 201

    now = [named_in(drawn.get("auditor", path).text, concealed()) for path in paths]
    assert now[0] == concealed()
    assert {"9d", "Qd", "Td"} <= now[1]
    for role in ("dealer", "floor", "admin"):
        assert named_in(drawn.get(role, LOG).text, [*concealed(), "9h"]) == set()


def test_the_next_hand_is_concealed_from_the_auditor_again(drawn: Guarded) -> None:
    more = [
        {"type": "hand_started", "button": 5},
        {"type": "posted", "seat": 6, "kind": "ante", "amount": 2},
        {"type": "dealt", "to": 6, "card": "8c"},
    ]
    for event in (*the_end(), *more):
        assert drawn.record("dealer", event).status_code == 201
    text = drawn.get("auditor", LOG).text

    assert named_in(text, concealed()) == concealed()
    assert named_in(text, ["8c"]) == set()
    state = drawn.get("auditor", f"/v1/tables/{TABLE}/state?at=40").json
    assert "9d" in state["hand"]["seats"]["5"]["cards"]


def test_cards_shown_down_are_for_everybody(drawn: Guarded) -> None:
    finish = [
        {"type": "dealt", "to": 6, "card": "9h"},
        {"type": "acted", "seat": 5, "verb": "check"},
        {"type": "acted", "seat": 6, "verb": "check"},
        {"type": "shown", "seat": 5, "cards": ["9d", "Jc", "Kh", "Tc", "4d"]},
    ]
    for event in finish:
        assert drawn.record("dealer", event).status_code == 201
    state = drawn.get("floor", f"/v1/tables/{TABLE}/state").json

    assert state["hand"]["seats"]["5"]["cards"] == ["9d", "Jc", "Kh", "Tc", "4d"]
    assert EXPOSED not in state["hand"]["seats"]["6"]["cards"]
    assert {"9d", "Tc"} <= named_in(drawn.get("floor", LOG).text, concealed())
    assert named_in(drawn.get("floor", LOG).text, ["Td", "Qc", "Ks", "2s", BURNT]) == set()


def test_a_card_recorded_face_up_by_mistake_is_masked_in_a_hand_long_past(
    tmp_path: Path,
) -> None:
    """Neither the hand nor its correction, in the next one, is in memory any more."""
    settings = Settings(database=f"sqlite:///{tmp_path}/past.sqlite", entries_in_memory=1)
    guarded = Guarded.of(create_app(settings))
    guarded.play(until_the_draw())
    wrong = {"type": "dealt", "to": "burn", "card": BURNT, "face": "up"}
    early = guarded.record("dealer", wrong).json["version"]
    for event in [*the_draw()[:-1], *the_end(), {"type": "shuffled"}]:
        if event.get("card") != BURNT:
            assert guarded.record("dealer", event).status_code == 201
    begin = {"type": "hand_started", "button": 5}
    assert guarded.record("dealer", begin).status_code == 201
    paths = [f"/v1/tables/{TABLE}/hands/1", f"/v1/tables/{TABLE}/events?after={early - 1}&limit=1"]
    before = [named_in(guarded.get("floor", path).text, [BURNT]) for path in paths]
    slip = {"type": "entry_corrected", "entry": early, "reason": "it lay face down"}
    struck = guarded.record("floor", {**slip, "replacement": {"type": "dealt", "to": "burn"}})
    for event in ({"type": "hand_ended"}, {"type": "shuffled"}, {**begin, "button": 6}):
        assert guarded.record("dealer", event).status_code == 201
    after = [named_in(guarded.get("floor", path).text, [BURNT]) for path in paths]
    guarded.app.extensions["adjudicator"].store.close()

    assert before == [{BURNT}, {BURNT}]
    assert struck.status_code == 201, struck.text
    assert after == [set(), set()]


# --- Questions that would find out ------------------------------------------------------


def _asked(guarded: Guarded, role: str, route: str, card: str) -> list[tuple[str, int]]:
    guessed = [{"type": "dealt", "to": 6, "card": card}]
    path = f"/v1/tables/{TABLE}/{route}"
    found = guarded.ask(role, "POST", path, {"events": guessed}).json["rulings"]
    return [(one["rule"], len(one["because"])) for one in found]


def test_a_question_does_not_tell_a_right_guess_from_a_wrong_one(drawn: Guarded) -> None:
    for route in ("what-if", "events?dry_run=true"):
        held, free = _asked(drawn, "floor", route, "Kh"), _asked(drawn, "floor", route, "Kc")
        assert held == free

    held, free = (_asked(drawn, "surveillance", "what-if", card) for card in ("Kh", "Kc"))
    assert len(held) > len(free)


def test_a_ruling_on_a_card_known_from_the_record_alone_is_for_surveillance(
    drawn: Guarded,
) -> None:
    answer = drawn.record("dealer", {"type": "dealt", "to": 6, "card": "Kh"})
    assert answer.json["rulings"] == []

    path = f"/v1/tables/{TABLE}/rulings"
    *_, found = drawn.get("surveillance", path).json["rulings"]
    assert (found["rule"], found["needs"][0]["card"]) == ("rrop-irregularities/4", "Kh")
    for role in NOT_ENTITLED:
        assert named_in(drawn.get(role, path).text, ["Kh"]) == set()
        assert drawn.get(role, f"{path}/{found['id']}").status_code == 404


def test_a_question_is_judged_whatever_ids_and_words_name_concealed_cards(
    drawn: Guarded,
) -> None:
    """Masked, two ids must not become one, and a text not longer than texts may be."""
    named = [note("a", id="shoe-Kh"), note("b", id="shoe-Kc"), note("b", id="shoe-2h")]
    for event in (*named, note("Kh " * 1333)):
        assert drawn.record("dealer", event).status_code == 201
    for route in ("what-if", "events?dry_run=true"):
        body = {"events": [note("c")]}
        answer = drawn.ask("floor", "POST", f"/v1/tables/{TABLE}/{route}", body)
        assert answer.status_code == 200, answer.text
    ids = [one["event"].get("id") for one in drawn.get("floor", LOG).json["entries"]]
    assert [name for name in ids if name] == []

    assert drawn.record("dealer", note("d", id="shoe-17")).json["entries"][0]["event"]["id"]
    assert drawn.record("dealer", named[0]).json["entries"][0]["event"]["text"] == "a"


# --- The service's own log --------------------------------------------------------------


def test_the_log_holds_neither_tokens_nor_cards(drawn: Guarded, log: io.StringIO) -> None:
    guarded = drawn
    guarded.ask("dealer", "POST", "/v1/logins", {"person": "nobody", "pin": "471147"})
    guarded.ask(None, "GET", LOG, headers={"Authorization": "Bearer adj_d_guessed"})
    guarded.ask("floor", "GET", f"{LOG}&token={guarded.tokens['floor']}&card=Kh")
    enrolled = guarded.ask("admin", "POST", "/v1/devices", {"device": "x", "role": "floor"}).json
    lines = log.getvalue()

    assert len(lines.splitlines()) > 40
    secrets = [*guarded.tokens.values(), enrolled["token"], "adj_d_", "471147"]
    assert [one for one in secrets if one in lines] == []
    assert named_in(lines, concealed()) == set()
    last = json.loads(lines.splitlines()[-1])
    assert (last["device"], last["role"], last["status"]) == ("admin-1", "admin", 201)


def test_what_libraries_say_is_logged_without_what_they_say_it_of(
    drawn: Guarded, log: io.StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    before = len(log.getvalue().splitlines())
    try:
        raise ValueError("the card was Kh")
    except ValueError:
        told = logging.getLogger("some.driver")
        told.warning("failing row contains %s", '{"card":"Kh"}', exc_info=True)
        told.info("not worth a line")
    (line,) = log.getvalue().splitlines()[before:]
    found = json.loads(line)

    assert (found["event"], found["source"], found["error"]) == (
        "library",
        "some.driver",
        "ValueError",
    )
    assert found["said"] == "failing row contains %s"
    assert named_in(line, concealed()) == set()
    assert capfd.readouterr().err == ""


def test_the_database_holds_no_token_and_no_pin(drawn: Guarded, file: Path) -> None:
    access = drawn.app.extensions["adjudicator"].accounts
    access.enrol_person("maria", "floor", "839201", {})
    access.log_in(access.caller(drawn.tokens["floor"]), "maria", "839201", 1)
    kept = b"".join(part.read_bytes() for part in file.parent.glob(f"{file.name}*"))

    assert b"839201" not in kept
    assert [name for name, token in drawn.tokens.items() if token.encode() in kept] == []
    assert b"adj_" not in kept


# --- Words ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Ks",
        "he has Ks.",
        "the king of spades",
        "King of Spades!",
        "K♠",
        "(Ks)",
        "Qc/Ks",
        "seat-3-Ks",
        "As and Kd",
        "10h",
        "Jk",
        "KsQc",
        "AsKd",
        "he had K♠Q♣.",
        "10hKs",
        "shoe_Ks_17",
    ],
)
def test_a_card_is_found_in_every_spelling(text: str) -> None:
    assert HIDDEN in masked_text(text, frozenset())
    assert names_a_card(text)
    seen = frozenset(("Ks", "As", "Kd", "Th", "Jk", "Qc"))
    assert masked_text(text, seen) == text


@pytest.mark.parametrize(
    "text",
    [
        "As nobody had acted, misdeal.",
        "Misdeal. As said.",
        "Ah, well",
        "tablet 4dc",
        "Kshs",
        "2d6x",
        "KsQcx",
        "xKsQc",
        "7f3b9a10-4d2c-4c8d-9d5c-0123456789ab",
    ],
)
def test_english_words_stay(text: str) -> None:
    assert masked_text(text, frozenset()) == text


def test_a_card_that_was_seen_stays_wherever_it_is_named() -> None:
    found = {"card": "Ks", "cards": ["Ks", "2c"], "text": "Ks and 2c", "n": 3, "none": None}

    assert masked(found, frozenset(("Ks",))) == {
        "card": "Ks",
        "cards": ["Ks"],
        "text": f"Ks and {HIDDEN}",
        "n": 3,
        "none": None,
    }


def test_a_card_in_the_name_of_a_field_is_masked_as_well() -> None:
    facts = {"facts": {"holds_Kh": True, "untouched": False, "holds_2c": True}}

    assert masked(facts, frozenset(("2c",)))["facts"] == {
        f"holds_{HIDDEN}": True,
        "untouched": False,
        "holds_2c": True,
    }


def test_of_cards_written_as_one_word_those_seen_stay() -> None:
    assert masked_text("AsKs, 9h8h", frozenset(("As", "9h", "8h"))) == f"As {HIDDEN}, 9h8h"


@pytest.mark.parametrize(
    ("event", "kept"),
    [
        ({"type": "dealt", "to": 1, "card": "Kh"}, False),
        ({"type": "dealt", "to": 1}, False),
        ({"type": "round_dealt", "each": 1}, False),
        ({"type": "discarded", "seat": 1, "count": 1, "cards": ["Kh"]}, False),
        ({"type": "dealt", "to": 1, "face": "up", "card": "Kh"}, True),
        ({"type": "noted", "text": "x"}, True),
    ],
)
def test_what_a_device_notes_on_a_card_nobody_has_seen_is_left_out(event: Any, kept: bool) -> None:
    """A shoe has its own ways to write a card; none of them can be told from the others."""
    live = LiveTable("t1", law())
    scan = {"_scan": {"rank": "K", "suit": "hearts"}, "_raw": "KH"}
    for one in (*table().hand(button=6).antes().events, event | scan):
        live.docket.record(one)
        live.index_hand(live.docket.state)
    for right, found in ((Concealed.NEVER, kept), (Concealed.ALWAYS, True)):
        last = Visibility(live, right).contents()[-1]
        assert {name: last.get(name) for name in scan} == (scan if found else dict.fromkeys(scan))


def test_every_field_of_an_event_that_holds_a_card_has_its_place() -> None:
    """A new event with a card must be taken into account where cards are masked."""
    holding = {
        (kind, spec.name)
        for kind, cls in EVENTS.items()
        for spec in cls.specs.values()
        if spec.kind in (Kind.CARD, Kind.CARDS)
    }
    known = {("shown", "cards"), ("discarded", "cards")}
    known |= {
        (kind, "card")
        for kind in ("dealt", "exposed", "boxed_found", "card_moved", "deck_fault_found")
    }

    assert holding == known


@pytest.mark.parametrize("game", sorted(STAKES))
@pytest.mark.parametrize("start", range(12))
def test_whatever_is_recorded_no_reader_finds_a_card_too_early(game: str, start: int) -> None:
    live = _walked(game, random.Random(start))
    visibility = Visibility(live, Concealed.NEVER)
    docket = live.docket
    seen = visibility._seen(docket.state.number).cards
    entries = [visibility.event(one.event.content(), one.seq) for one in docket.entries]
    # The explanation quotes the law, whose examples name cards as well.
    rulings = [
        visibility.ruling(replace(one, explanation="").wire()) for one in docket.rulings.values()
    ]
    told = [*entries, *rulings, visibility.state(docket.state)]
    dealt = {
        one.event.card
        for one in docket.entries
        if isinstance(one.event, ev.Dealt) and one.event.card and one.event.face == "down"
    }

    assert len(dealt - seen) > 3
    assert named_in(json.dumps(told, ensure_ascii=False), dealt - seen) == set()
    assert visibility.docket().state.seq == docket.state.seq


def _walked(game: str, rng: random.Random) -> LiveTable:
    """A hand in which the record knows every card, with odd entries among the proper ones."""
    live = LiveTable("t1", law())
    deck = list(map(str, STANDARD_DECK))
    rng.shuffle(deck)
    for event in table(game).hand(button=6).events:
        live.docket.record(event)
        live.index_hand(live.docket.state)
    for step in range(90):
        proper = next_entries(live.docket.state)
        cards = [one for one in proper if one["type"] == "dealt"]
        event = dict(rng.choice(cards or proper)) if proper else {"type": "noted", "text": "x"}
        if step > 45 and rng.random() < 0.15:
            event = _odd(rng, deck)
        if event["type"] in ("pot_awarded", "hand_ended", "misdeal_called"):
            continue
        if event["type"] == "dealt" and deck:
            event["card"] = deck.pop()
        if event["type"] == "shown":
            hand = live.docket.state.hand
            event["cards"] = list(hand.seats[event["seat"]].cards[:1]) if hand else []
        try:
            live.docket.record(event)
        except Refused:
            continue
        live.index_hand(live.docket.state)
    return live


def _odd(rng: random.Random, deck: list[str]) -> dict[str, Any]:
    seat, card = rng.randint(1, 6), rng.choice(list(map(str, STANDARD_DECK)))
    return rng.choice(
        [
            {"type": "dealt", "to": seat, "card": card},
            {"type": "dealt", "to": seat, "face": "up", "card": card},
            {"type": "exposed", "seat": seat, "card": card},
            {"type": "boxed_found", "card": card},
            {"type": "card_moved", "from": seat, "to": "aside", "card": card},
            {"type": "card_moved", "from": "stub", "to": "burn", "card": card},
            {"type": "discarded", "seat": seat, "count": 1, "cards": [card]},
            {"type": "attention_called", "about": "duplicate_card"},
            {"type": "hand_counted", "seat": seat, "count": 4},
        ]
    )
