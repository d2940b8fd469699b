"""``adjudicator check``: logs in, rulings out, for machines and for people."""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.cli.main import main

Write = Callable[[Iterable[Any]], Path]

TABLE: dict[str, Any] = {
    "type": "table_opened",
    "game": "draw-high",
    "stakes": {"ante": 2, "small_bet": 10, "big_bet": 20},
    "options": {"joker_in_use": "off"},
    "seats": 6,
}
SEATED = [
    {"type": "player_seated", "seat": seat, "player": f"P{seat}", "chips": 500}
    for seat in (1, 2, 3)
]
STARTED = [
    {"type": "announced", "topic": "joker_in_use", "value": "off"},
    {"type": "hand_started", "button": 3},
    *({"type": "posted", "seat": seat, "kind": "ante", "amount": 2} for seat in (1, 2, 3)),
]
DEALT = [{"type": "round_dealt", "each": 5}, {"type": "deal_completed"}]
BET = {"type": "acted", "seat": 1, "verb": "bet", "to": 10}
SHORT_DEAL = [
    {"type": "round_dealt", "each": 5, "counts": {"2": 4}},
    {"type": "deal_completed"},
    {"type": "attention_called", "by": 2, "about": "short_hand", "seat": 2},
    {"type": "hand_counted", "seat": 2, "count": 4},
]
QUIET = [TABLE, *SEATED, *STARTED, *DEALT, BET]
SHORT = [TABLE, *SEATED, *STARTED, *SHORT_DEAL]


def check(*arguments: object, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, arguments)], input=stdin)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_clean_log_is_read_whole(write_log: Write) -> None:
    path = write_log(QUIET)

    result = check(path, "--json")
    (answer,) = answers(result)

    assert result.exit_code == 0
    assert list(answer) == ["log", "entries", "refused", "state"]
    assert answer["log"] == str(path)
    assert [entry["seq"] for entry in answer["entries"]] == [*range(1, 13)]
    assert answer["entries"][-1]["event"] == BET
    assert answer["refused"] == []
    assert answer["state"]["hand"]["pot"] == 16


def test_a_ruling_stands_under_the_entry_that_led_to_it(write_log: Write) -> None:
    (answer,) = answers(check(write_log(SHORT), "--json"))

    (ruling,) = answer["entries"][-1]["rulings"]

    assert ruling["rule"] == "draw-high/4b"
    assert ruling["certainty"] == "final"
    assert "misdeal_redeal" in [one["code"] for one in ruling["outcomes"]]


def test_rulings_alone_do_not_change_the_exit_code(write_log: Write) -> None:
    assert check(write_log(SHORT)).exit_code == 0


def test_several_logs_give_a_line_each_in_order(write_log: Write) -> None:
    paths = [write_log(QUIET), write_log(SHORT), write_log([TABLE])]

    logs = [answer["log"] for answer in answers(check(*paths, "--json"))]

    assert logs == [str(path) for path in paths]


def test_a_dash_is_standard_input() -> None:
    log = "".join(json.dumps(event) + "\n" for event in QUIET)

    (answer,) = answers(check("-", "--json", stdin=log))

    assert answer["log"] == "-"
    assert len(answer["entries"]) == len(QUIET)


@pytest.mark.parametrize(
    "line",
    [
        '{"type": "noted", "text": ',
        '"noted"',
        "[]",
        "null",
        '{"type": "noted", "text": "a", "text": "b"}',
        '{"type": "noted", "_weight": NaN}',
        "[" * 200_000,
        '{"type": "noted"}',
    ],
)
def test_a_bad_line_is_refused_and_reading_goes_on(write_log: Write, line: str) -> None:
    result = check(write_log([TABLE, line, *SEATED]), "--json")
    (answer,) = answers(result)

    (refused,) = answer["refused"]

    assert result.exit_code == 2
    assert (refused["line"], refused["code"]) == (2, "MALFORMED")
    assert refused["detail"]
    assert refused["errors"]
    assert [entry["seq"] for entry in answer["entries"]] == [1, 3, 4, 5]


def test_bytes_that_are_no_text_are_refused() -> None:
    result = check("-", "--json", stdin=json.dumps(TABLE).encode() + b'\n"\xff"\n')

    assert result.exit_code == 2
    assert answers(result)[0]["refused"][0]["code"] == "MALFORMED"


def test_a_byte_order_mark_is_no_fault() -> None:
    log = b"\xef\xbb\xbf" + json.dumps(TABLE).encode()

    assert check("-", "--json", stdin=log).exit_code == 0


@pytest.mark.parametrize(("line", "found"), [("[1, null]", "[1, null]"), ("1.5", "1.5")])
def test_a_line_that_is_no_object_is_told_as_it_stands(
    write_log: Write, line: str, found: str
) -> None:
    (answer,) = answers(check(write_log([TABLE, line]), "--json"))
    (refused,) = answer["refused"]

    assert refused["detail"] == f"found {found}; allowed: one JSON object a line."


def test_blank_lines_are_counted_and_otherwise_ignored(write_log: Write) -> None:
    result = check(write_log(["", TABLE, "  ", *SEATED]), "--json")

    assert result.exit_code == 0
    assert [entry["seq"] for entry in answers(result)[0]["entries"]] == [2, 4, 5, 6]


def test_a_repeated_id_is_skipped_and_uses_up_its_number(write_log: Write) -> None:
    note = {"type": "noted", "text": "hello", "id": "a"}

    result = check(write_log([TABLE, note, note, SEATED[0]]), "--json")

    assert result.exit_code == 0
    assert [entry["seq"] for entry in answers(result)[0]["entries"]] == [1, 2, 4]


def test_an_id_with_another_content_is_refused(write_log: Write) -> None:
    notes = [{"type": "noted", "text": text, "id": "a"} for text in ("one", "two")]

    result = check(write_log([TABLE, *notes]), "--json")

    assert result.exit_code == 2
    assert answers(result)[0]["refused"][0]["code"] == "ID_REUSED"


def test_the_same_line_twice_is_two_entries(write_log: Write) -> None:
    note = {"type": "noted", "text": "hello"}

    (answer,) = answers(check(write_log([TABLE, note, note]), "--json"))

    assert [entry["event"] for entry in answer["entries"][1:]] == [note, note]
    assert [entry["seq"] for entry in answer["entries"]] == [1, 2, 3]


def test_the_same_bad_line_twice_is_refused_twice(write_log: Write) -> None:
    nobody = {"type": "acted", "seat": True, "verb": "fold"}

    (answer,) = answers(check(write_log([TABLE, nobody, nobody]), "--json"))

    assert [one["line"] for one in answer["refused"]] == [2, 3]


def test_a_line_that_came_too_early_is_taken_when_its_time_has_come(write_log: Write) -> None:
    hand = {"type": "hand_started", "button": 3}

    (answer,) = answers(check(write_log([TABLE, hand, *SEATED, hand]), "--json"))

    assert [one["line"] for one in answer["refused"]] == [2]
    assert answer["entries"][-1] == {"seq": 6, "event": hand, "rulings": []}


def test_until_stops_after_the_entry_with_that_number(write_log: Write) -> None:
    (answer,) = answers(check(write_log(QUIET), "--json", "--until", 4))

    assert [entry["seq"] for entry in answer["entries"]] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("burn_before_draw", "off", "off"),
        ("burn_before_draw", '"off"', "off"),
        ("max_raises_draw", "3", 3),
        ("predraw_exposed_misdeal_at", "null", None),
        ("draw_reshuffle_sources", '["folded"]', ["folded"]),
    ],
)
def test_an_option_acts_as_if_the_table_had_it(
    write_log: Write, name: str, text: str, value: object
) -> None:
    (answer,) = answers(check(write_log(QUIET), "--json", "--option", f"{name}={text}"))

    assert answer["state"]["table"]["options"][name] == value
    assert answer["entries"][0]["event"] == TABLE


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("joker=off", "There is no house option 'joker'"),
        ("joker_in_us=off", "did you mean 'joker_in_use'?"),
        ("max_raises_draw=-1", "found -1; allowed: 3, 4, 6"),
    ],
)
def test_a_mistake_in_an_option_is_told_once_and_nothing_is_judged(
    write_log: Write, option: str, told: str
) -> None:
    result = check(write_log(QUIET), write_log(SHORT), "--json", "--option", option)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count(told) == 1


def test_an_option_needs_a_name_and_a_value(write_log: Write) -> None:
    result = check(write_log([TABLE]), "--option", "joker_in_use")

    assert result.exit_code == 2
    assert "NAME=VALUE" in result.stderr


def test_a_file_that_is_not_there_is_told_and_the_next_is_read(
    write_log: Write, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.jsonl"

    result = check(missing, write_log(QUIET), "--json")
    first, second = answers(result)

    assert result.exit_code == 2
    assert first["refused"][0]["code"] == "UNREADABLE"
    assert first["state"] is None
    assert len(second["entries"]) == len(QUIET)
    assert str(missing) in result.stderr


def test_an_empty_log_has_no_entries(write_log: Write) -> None:
    result = check(write_log([]), "--json")

    assert result.exit_code == 0
    assert answers(result)[0]["entries"] == []


def test_people_get_a_timeline(write_log: Write) -> None:
    told = check(write_log(QUIET)).stdout

    assert "Hand 1" in told
    assert re.search(r"^ +12  seat 1 bets 10$", told, re.MULTILINE)
    assert "12 entries, 0 rulings" in told


def test_a_ruling_is_set_apart_with_what_proves_it(write_log: Write) -> None:
    told = check(write_log(SHORT)).stdout

    assert "RULING 1-13-1  draw-high/4b  final" in told
    assert "│ because: " in told
    assert "(entry 13)" in told or "(entry 12)" in told


def test_a_refused_line_stands_in_its_place(write_log: Write) -> None:
    lines = check(write_log([TABLE, "{", *SEATED])).stdout.splitlines()

    (place,) = [n for n, line in enumerate(lines) if "refused MALFORMED" in line]

    assert "table opened" in lines[place - 1]
    assert any("seat 1: P1" in line for line in lines[place + 1 :])


def test_cards_are_shown_with_their_suits(write_log: Write) -> None:
    card = {"type": "dealt", "to": 1, "card": "10h"}

    assert "T♥ face down to seat 1" in check(write_log([*QUIET[:-3], card])).stdout


def test_a_corrected_entry_says_so(write_log: Write) -> None:
    slip = {"type": "entry_corrected", "entry": 12, "reason": "slip"}
    fixed = {**slip, "replacement": {**BET, "seat": 1, "verb": "check", "to": None}}

    told = check(write_log([*QUIET, fixed])).stdout

    assert "seat 1 bets 10  (corrected by entry 13)" in told
    assert "entry 12 reads: seat 1 checks" in told


def test_text_in_a_log_cannot_steer_the_terminal(write_log: Write) -> None:
    note = {"type": "noted", "text": "\x1b[2J\rhello"}

    told = check(write_log([TABLE, note])).stdout

    assert "hello" in told
    assert "\x1b" not in told


def test_the_end_says_who_is_paid_and_why(write_log: Write) -> None:
    showdown = [
        *({"type": "acted", "seat": seat, "verb": "call", "to": 10} for seat in (2, 3)),
        *({"type": "draw_indicated", "seat": seat, "count": 0} for seat in (1, 2, 3)),
        *({"type": "acted", "seat": seat, "verb": "check"} for seat in (1, 2, 3)),
        {"type": "shown", "seat": 1, "cards": ["Ks", "Kh", "8d", "8c", "2h"]},
        {"type": "shown", "seat": 2, "cards": ["Qs", "Qh", "7d", "7c", "3h"]},
        {"type": "mucked", "seat": 3},
    ]

    told = check(write_log([*QUIET, *showdown])).stdout

    assert "seat 1: K♠ K♥ 8♦ 8♣ 2♥  two pair, kings and eights, two kicker" in told
    assert "paid by the rules: seat 1 36" in told


def test_the_end_says_what_is_due(write_log: Write) -> None:
    exposed = [
        *({"type": "acted", "seat": seat, "verb": "call", "to": 10} for seat in (2, 3)),
        {"type": "draw_indicated", "seat": 1, "count": 1},
        {"type": "discarded", "seat": 1, "count": 1},
        {"type": "dealt", "to": 1},
        {"type": "exposed", "card": "7h", "seat": 1},
    ]

    told = check(write_log([*QUIET, *exposed])).stdout

    assert "due: card replace after draw, seat 1" in told
    assert re.search(r"rulings? \(\d open\)", told)
