"""What a reader may not see has no influence on anything he is told.

A name that is left out is not enough: that a ruling was given, its number, a missing step
or another error would tell as much. So the same log is looked at twice, with a card that
the table has not seen and with another in its place, and must read the same.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from builders import STAKES, Log, law, table

from adjudicator.errors import Refused
from adjudicator.record.docket import Docket
from adjudicator.values.cards import JOKER, STANDARD_DECK
from adjudicator.values.frozen import replace
from api.lib import logs
from api.service.live_tables import LiveTable
from api.service.masking import HIDDEN
from api.service.roles import ROLES, Concealed
from api.service.visibility import Visibility
from api.settings import Settings
from api.wiring import create_app
from tests.api.guarded import EXPOSED, TABLE, Guarded, the_draw, until_the_draw
from tests.api.talk import Event, act
from tests.properties import draw_walks, stud_walks
from tests.properties.walks import seeds

NOT_ENTITLED = [name for name, role in ROLES.items() if role.concealed is not Concealed.ALWAYS]
DECK = (*map(str, STANDARD_DECK), str(JOKER))
STUD = stud_walks.GAMES
ODD = 0.25


def live_of(events: list[Event]) -> LiveTable:
    """A table as a process holds it once these entries are recorded."""
    live = LiveTable("t1", law())
    for event in events:
        live.docket.record(event)
        live.index_hand(live.docket.state)
    return live


def told(live: LiveTable) -> dict[str, Any]:
    """Everything that a reader who is entitled to no card is told of a table."""
    visibility, docket = Visibility(live, Concealed.NEVER), live.docket
    # The explanation quotes the law, whose examples name cards as well.
    rulings = [replace(one, explanation="").wire() for one in docket.rulings.values()]
    return {
        "entries": visibility.contents(),
        "rulings": visibility.rulings(rulings),
        "state": visibility.state(docket.state),
    }


def as_recorded(live: LiveTable) -> LiveTable:
    """The table as it would stand if the record knew no more than the reader."""
    return live_of(Visibility(live, Concealed.NEVER).contents())


def same_words(found: Any) -> Any:
    """Without the difference between a card that is left out and one that nobody knew."""
    return json.loads(json.dumps(found).replace(HIDDEN, "card"))


# --- Walks in which the record knows the cards -----------------------------------------


def walk(game: str, seed: int, steps: int) -> Iterator[LiveTable]:
    """A table after each entry of a walk, odd entries among the proper ones."""
    rng = random.Random(seed)
    live = live_of(table(game, chips={2: 12, 5: 2}, places=7).events)
    for _ in range(steps):
        event = _next(live.docket, rng, stud_walks if game in STUD else draw_walks)
        try:
            live.docket.record(_with_cards(event, live.docket, rng))
        except Refused:
            continue
        live.index_hand(live.docket.state)
        yield live


def _next(docket: Docket, rng: random.Random, walks: Any) -> Event:
    proper = None if rng.random() < ODD else walks.proper_entry(docket, rng)
    return dict(proper or walks.odd_entry(rng))


def _with_cards(event: Event, docket: Docket, rng: random.Random) -> Event:
    """What a sensor shoe would add: now and then a card that lies elsewhere already."""
    hand = docket.state.hand
    if hand is None:
        return event
    seat = hand.seats.get(event.get("seat", 0))
    known = list(seat.cards) if seat is not None else []
    free = [card for card in STANDARD_DECK if card not in hand.seen]
    kind = event["type"]
    if kind == "dealt" and "card" not in event and rng.random() < 0.9:
        return event | {"card": rng.choice(free if free and rng.random() < 0.9 else DECK)}
    if kind == "discarded" and len(known) >= event["count"] and rng.random() < 0.7:
        return event | {"cards": known[: event["count"]]}
    if kind == "shown":
        return event | {"cards": known or rng.sample(free, 5) if len(free) > 4 else known}
    if kind == "exposed" and known:  # otherwise the table would see that the record is wrong
        return event | {"card": rng.choice(known)}
    return event


@pytest.mark.parametrize("game", sorted(STAKES))
@seeds(2, 12)
def test_a_reader_is_told_what_follows_from_what_he_may_know(
    game: str, seeds: Sequence[int]
) -> None:
    for seed in seeds:
        for step, live in enumerate(walk(game, seed, 130)):
            if step % 21 == 20:
                assert same_words(told(live)) == same_words(told(as_recorded(live))), (seed, step)


@pytest.mark.parametrize("game", sorted(STAKES))
@seeds(2, 12)
def test_another_card_in_a_concealed_place_changes_nothing(game: str, seeds: Sequence[int]) -> None:
    changed = 0
    for seed in seeds:
        rng = random.Random(seed)
        *_, live = walk(game, seed, 90)
        events = [entry.event.content() for entry in live.docket.entries]
        for place in _never_seen(live, rng):
            other = [*events]
            # With a card that the hand showed later it would be the record that is right.
            lit = Visibility(live, Concealed.NEVER)._seen(live.hand_of(place + 1)).spots
            cards = [card for card in DECK if (events[place]["to"], card) not in lit]
            other[place] = events[place] | {"card": rng.choice(cards)}
            until = rng.randint(place + 1, len(events))
            assert told(live_of(other[:until])) == told(live_of(events[:until])), (seed, place)
            changed += 1

    assert changed > 5


def _never_seen(live: LiveTable, rng: random.Random) -> list[int]:
    """Entries that deal a card nobody sees and no other entry speaks of."""
    visibility, entries = Visibility(live, Concealed.NEVER), live.docket.entries
    text = [json.dumps(entry.event.content()) for entry in entries]
    found = [
        place
        for place, entry in enumerate(entries)
        if entry.event.type == "dealt"
        and (card := entry.event.content().get("card"))
        and "card" not in visibility.event(entry.event.content(), entry.seq)
        and sum(f'"{card}"' in one for one in text) == 1
    ]
    return rng.sample(found, min(len(found), 12))


# --- A card that lies in two places ------------------------------------------------------


def twice(seen: str | None, again: str, **second: Any) -> Log:
    """Seat 1 is dealt a card face down, or one that nobody knows; then it comes again."""
    log = table("holdem-limit").hand()
    for number, card in enumerate((seen, "3d", "4s", "5h", "6c", "7c", "8d", "9d")):
        log.add("dealt", to=number % 6 + 1, face="down", **({"card": card} if card else {}))
    return log.add(**{"type_": "dealt", "card": again} | second)


@pytest.mark.parametrize(
    "second",
    [
        {"to": "burn"},
        {"to": 3},
        {"to": "board", "face": "up"},
        {"to": 3, "face": "up"},
        {"to": 1, "face": "up"},
        {"type_": "exposed", "seat": 3},
        {"type_": "boxed_found"},
        {"type_": "shown", "seat": 3, "card": None, "cards": ["2c"]},
        {"type_": "card_moved", "from": "stub", "to": 3},
    ],
)
def test_that_a_concealed_card_came_again_is_told_to_surveillance_alone(
    second: Mapping[str, Any],
) -> None:
    fields = {name: value for name, value in second.items() if value is not None}
    if "cards" in second:
        log = twice("2c", "2c").copy()
        log.events[-1] = {"type": fields.pop("type_"), **fields}
    else:
        log = twice("2c", "2c", **fields)
    live = live_of(log.events)
    alone = [replace(one, explanation="").wire() for one in live.docket.rulings.values()]

    assert [one["rule"] for one in alone].count("rrop-irregularities/4") == 1
    assert alone[-1]["needs"][0]["card"] == "2c"
    assert Visibility(live, Concealed.ALWAYS).rulings(alone) == alone
    assert "rrop-irregularities/4" not in json.dumps(told(live)["rulings"])


def test_a_card_dealt_unseen_stays_so_when_its_twin_comes_to_the_same_seat_face_up() -> None:
    log = twice("2c", "2c", to=1, face="up")
    entries = told(live_of(log.events))["entries"]
    to_seat = [one for one in entries if one["type"] == "dealt" and one["to"] == 1]

    assert ("card" in to_seat[0], to_seat[-1]["card"]) == (False, "2c")


def test_once_both_are_seen_everybody_is_told() -> None:
    log = twice("2c", "2c", to="board", face="up")
    assert told(live_of(log.events))["rulings"][-1]["rule"] != "rrop-irregularities/4"
    log.add("exposed", seat=1, card="2c")
    rulings = told(live_of(log.events))["rulings"]
    (found,) = [one for one in rulings if one["rule"] == "rrop-irregularities/4"]

    assert found["needs"] == [{"type": "deck_fault_found", "fault": "duplicate", "card": "2c"}]
    assert [fact["seq"] for fact in found["because"]] == [log.seq - 9, log.seq - 1]


def test_two_cards_alike_on_the_board_are_there_for_all_to_see() -> None:
    log = twice("2d", "2c", to="board", face="up").add("dealt", to="board", card="2c", face="up")

    assert "rrop-irregularities/4" in json.dumps(told(live_of(log.events))["rulings"])


def test_what_is_withheld_leaves_no_gap_in_the_numbers() -> None:
    """A boxed card that lies in a hand as well: the boxed card's ruling is the first."""
    live = live_of(twice("2c", "2c", type_="boxed_found").events)
    seq = live.docket.state.seq

    assert [one.id for one in live.docket.rulings.values() if one.seq == seq] == [
        f"1-{seq}-1",
        f"1-{seq}-2",
    ]
    assert [one["id"] for one in told(live)["rulings"] if one["seq"] == seq] == [f"1-{seq}-1"]


def test_a_correction_numbers_it_last_as_well() -> None:
    log = twice("2d", "2c", type_="boxed_found")
    log.add("exposed", seat=1, card="2d")
    fixed = {"type": "dealt", "to": 1, "face": "down", "card": "2c"}
    first = next(n for n, one in enumerate(log.events, 1) if one.get("card") == "2d")
    log.add("entry_corrected", entry=first, replacement=fixed, reason="misread")
    live = live_of(log.events)
    new = [one for one in live.docket.rulings.values() if one.seq == log.seq]

    assert [bool(one.unconfirmed) for one in new] == sorted(bool(one.unconfirmed) for one in new)


def test_a_card_that_is_public_elsewhere_is_not_named_where_it_lies_concealed() -> None:
    """One burn too many is a card that also lies on the board."""
    log = table("holdem-limit").hand()
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6).deal(2)
    log.does("3 call", "4 fold", "5 fold", "6 fold", "1 call", "2 check")
    log.add("dealt", to="burn", card="9s").add("dealt", to="burn", card="Kd")
    log.add("dealt", to="board", face="up", card="Kd")
    found = told(live_of(log.events))["rulings"]

    assert "Kd" not in json.dumps(found)
    assert "king of diamonds" not in json.dumps(found)


@pytest.mark.parametrize("instead", [None, {"type": "exposed", "seat": 3, "card": "9c"}])
def test_a_card_that_was_not_exposed_after_all_bars_no_question(instead: Event | None) -> None:
    log = twice("2c", "2d", to=3).add("exposed", seat=3, card="Kh")
    log.add("entry_corrected", entry=log.seq, replacement=instead, reason="not that card")
    visibility = Visibility(live_of(log.events), Concealed.NEVER)

    assert "Kh" not in json.dumps(visibility.contents())
    assert ("9c" in visibility.docket().state.hand.seats[3].cards) is bool(instead)
    assert visibility.docket().state.seq == log.seq


def flop_with(third: Mapping[str, Any]) -> Log:
    """A flop whose third card comes like this."""
    log = table("holdem-limit").hand()
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6).deal(2)
    log.does("3 call", "4 fold", "5 fold", "6 fold", "1 call", "2 check")
    log.add("dealt", to="burn").board("9s 4c")
    return log.add("dealt", to="board", **third)


def test_a_board_card_that_lies_face_down_is_concealed_until_it_is_turned_up() -> None:
    down = flop_with({"face": "down", "card": "Kd"})
    assert told(live_of(down.events)) == told(live_of(flop_with({"face": "down"}).events))
    assert told(live_of(down.events)) == told(
        live_of(flop_with({"face": "down", "card": "Qd"}).events)
    )

    turned = told(live_of(down.add("exposed", card="Kd", by="dealer").events))
    assert turned["state"]["hand"]["board"] == ["9s", "4c", "Kd"]
    assert "rrop-irregularities/4" not in json.dumps(turned["rulings"])
    face_up = told(live_of(flop_with({"face": "up", "card": "Kd"}).events))
    assert face_up["state"]["hand"]["board"] == ["9s", "4c", "Kd"]


def test_a_board_card_recorded_as_another_is_what_it_shows_once_turned_up() -> None:
    log = flop_with({"face": "down", "card": "Qd"}).add("exposed", card="Kd", by="dealer")

    assert told(live_of(log.events))["state"]["hand"]["board"] == ["9s", "4c", "Kd"]
    log.does("1 check", "2 check", "3 check").add("dealt", to="burn").board("Qd")
    assert told(live_of(log.events))["state"]["hand"]["board"][-1] == "Qd"


def test_a_board_card_nobody_has_seen_leaves_the_board_whatever_it_is() -> None:
    back = {"from": "board", "to": "stub", "card": "Kd"}
    right = flop_with({"face": "down", "card": "Kd"}).add("card_moved", **back)
    wrong = flop_with({"face": "down", "card": "Qd"}).add("card_moved", **back)

    assert told(live_of(right.events)) == told(live_of(wrong.events))
    assert right.judged().state.hand.blank_board == 0


def test_a_card_moved_to_where_an_upcard_is_wanting_lies_there_for_all_to_see() -> None:
    """Seat 1 has its two hole cards and is due an upcard; seat 2's hole card goes there."""
    log = table("seven-card-stud", seats=3).hand(3).add("dealt", to=1, face="down", card="2c")
    for seat, card in ((2, "3c"), (3, "4c"), (1, "5c"), (2, "6c"), (3, "7c")):
        log.add("dealt", to=seat, face="down", card=card)
    log.add("card_moved", card="6c", to=1, **{"from": 2})
    found = told(live_of(log.events))

    assert found["state"]["hand"]["seats"]["1"]["up"] == ["6c"]
    assert found["entries"][-1]["card"] == "6c"
    assert [one for one in found["entries"] if one["type"] == "dealt" and "card" in one] == []


def test_a_correction_that_makes_a_moved_card_an_upcard_shows_it() -> None:
    log = table("seven-card-stud", seats=3).hand(3).downs(2).ups("1 2c")
    log.add("card_moved", card="6c", to=1, **{"from": 2})
    before = told(live_of(log.events))
    log.add("entry_corrected", entry=log.seq - 1, reason="it went elsewhere")
    after = told(live_of(log.events))

    assert "6c" not in json.dumps(before)
    assert after["state"]["hand"]["seats"]["1"]["up"] == ["6c"]
    assert after["entries"][-2]["card"] == "6c"


def test_a_card_moved_where_a_hole_card_is_wanting_stays_concealed() -> None:
    log = table("seven-card-stud", seats=3).hand(3).add("dealt", to=1, face="down", card="2c")
    log.add("dealt", to=2, face="down", card="6c")
    log.add("card_moved", card="6c", to=1, **{"from": 2})
    found = told(live_of(log.events))

    assert found["state"]["hand"]["seats"]["1"]["cards"] == []
    assert "card" not in found["entries"][-1]


def shown_again(concealed: str) -> Log:
    """Seat 3 shows 9h, which lies concealed at seat 2 or does not, and 2c from the board."""
    log = flop_with({"face": "up", "card": "2c"})
    log.add("card_moved", card=concealed, to=2, **{"from": "stub"})
    return log.add("shown", seat=3, cards=["9h", "2c"], purpose="courtesy")


def test_of_two_cards_that_came_again_the_withheld_one_leaves_no_gap() -> None:
    again, other = (told(live_of(shown_again(card).events)) for card in ("9h", "9d"))
    alone = shown_again("9h").judged().rulings

    assert [one.unconfirmed for one in alone.values() if one.unconfirmed] == [("9h",), ("2c",)]
    assert again["rulings"] == other["rulings"]
    assert again["rulings"][-1]["needs"][0]["card"] == "2c"


@pytest.mark.parametrize("by", ["dealer", "owner"])
def test_who_holds_a_joker_that_was_found_is_told_once_the_table_has_seen_it(by: str) -> None:
    fault = {"type": "deck_fault_found", "fault": "foreign", "card": "Jk"}
    held = twice(None, "Jk", to=3).copy()
    other = twice(None, "2d", to=3).copy()
    for log in (held, other):
        log.events.append(fault)
    assert told(live_of(held.events)) == told(live_of(other.events))

    held.events.insert(-1, {"type": "exposed", "seat": 3, "card": "Jk", "by": by})
    (*_, found) = told(live_of(held.events))["rulings"]
    assert (found["rule"], found["seats"]) == ("rrop-irregularities/8", [3])


def test_a_card_that_was_shown_and_comes_back_face_down_is_concealed_again() -> None:
    log = twice(None, "2d", to=3)
    log.add("exposed", seat=3, card="2d").add("card_moved", card="2d", **{"from": 3, "to": "stub"})
    log.add("shuffled").add("dealt", to=3, face="down", card="2d")
    found = told(live_of(log.events))

    assert "2d" not in found["state"]["hand"]["seats"]["3"]["cards"]
    assert "card" not in found["entries"][-1]
    assert found["entries"][log.seq - 4]["card"] == "2d"


@pytest.mark.parametrize("to", [1, 3, "burn"])
def test_a_joker_that_lies_face_down_is_a_card_like_any_other(to: Any) -> None:
    """In a game without jokers it is found once it is turned over."""
    with_joker = live_of(twice("2c", "Jk", to=to).events)

    assert told(with_joker) == told(live_of(twice("2c", "2d", to=to).events))
    assert not {one.rule for one in with_joker.docket.rulings.values()} & {"rrop-irregularities/8"}


def test_a_question_is_answered_as_if_the_card_had_not_come_again() -> None:
    for about in ("weather", "missing_card", "foreign_card"):
        again = twice("2c", "2c", to=3).calls_attention(about)
        other = twice("2c", "2d", to=3).calls_attention(about)

        assert told(live_of(again.events))["rulings"] == told(live_of(other.events))["rulings"]


# --- Over the wire -----------------------------------------------------------------------


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Guarded, Guarded]]:
    """Two services; in the second, seat 3 holds the card that lies open at seat 6."""
    found = []
    for name, card in (("plain", "Qd"), ("twice", EXPOSED)):
        settings = Settings(database=f"sqlite:///{tmp_path}/{name}.sqlite")
        app = create_app(settings, log=logs.new_log(io.StringIO()))
        guarded = Guarded.of(app)
        guarded.play(_swapped(until_the_draw(), card), the_draw())
        found.append(guarded)
    yield found[0], found[1]
    for one in found:
        one.app.extensions["adjudicator"].store.close()


def _swapped(events: list[Event], card: str) -> list[Event]:
    return [event | {"card": card} if event.get("card") == "Qd" else event for event in events]


def _plain(answer: Any) -> Any:
    """An answer without times, hashes and requests, which differ anyway."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "time", answer.get_data(as_text=True))
    text = re.sub(r"\b[0-9a-f]{64}\b", "hash", text)
    text = re.sub(r'"(request_id|salt)": ?"[^"]*"', "", text)
    return answer.status_code, text


READ = (
    f"/v1/tables/{TABLE}",
    f"/v1/tables/{TABLE}/state",
    f"/v1/tables/{TABLE}/events?limit=1000",
    f"/v1/tables/{TABLE}/hands",
    f"/v1/tables/{TABLE}/hands/1",
    f"/v1/tables/{TABLE}/rulings",
    f"/v1/tables/{TABLE}/rulings?limit=1",
    "/v1/rulings?rule=rrop-irregularities/4",
    "/v1/rulings?limit=1&status=open",
    "/v1/tables",
)


def _given(guarded: Guarded) -> str:
    """The id of the ruling on the card that came again."""
    path = "/v1/rulings?rule=rrop-irregularities/4"
    (found,) = guarded.get("surveillance", path).json["rulings"]
    return str(found["id"])


@pytest.mark.parametrize("role", NOT_ENTITLED)
def test_every_route_reads_the_same_with_another_concealed_card(
    two: tuple[Guarded, Guarded], role: str
) -> None:
    plain, twice_ = two
    name = _given(twice_)
    for path in (*READ, f"/v1/tables/{TABLE}/rulings/{name}"):
        assert _plain(twice_.get(role, path)) == _plain(plain.get(role, path)), path


def test_the_counts_for_operators_read_the_same(two: tuple[Guarded, Guarded]) -> None:
    counted = [
        [line for line in one.get("floor", "/metrics").text.splitlines() if "_rulings_" in line]
        for one in two
    ]

    assert [line.split("_created")[0] for line in counted[0] if "_created" not in line] == [
        line for line in counted[1] if "_created" not in line
    ]


def test_the_live_stream_tells_the_same(two: tuple[Guarded, Guarded]) -> None:
    parts = [one.app.extensions["adjudicator"] for one in two]
    caller = parts[0].accounts.caller(two[0].tokens["floor"])
    last = two[0].get("floor", f"/v1/tables/{TABLE}/state").json["version"]
    told = [
        [one["rulings"] for one in part.queries.happened(caller, TABLE, 1, last)] for part in parts
    ]

    assert told[0] == told[1]
    assert len(told[0]) == last


def test_a_decision_on_what_is_withheld_is_one_on_no_ruling(
    two: tuple[Guarded, Guarded],
) -> None:
    name = _given(two[1])
    decision = {"type": "floor_decided", "ruling": name, "decision": "upheld"}
    paths = (f"/v1/tables/{TABLE}/rulings/{name}/decision", f"/v1/tables/{TABLE}/events")
    for path, body in zip(paths, ({"decision": "upheld"}, decision), strict=True):
        answers = [_plain(one.ask("floor", "POST", path, body)) for one in two]
        assert answers[0][0] == 404
        assert answers[0] == answers[1]


def test_answers_to_what_comes_next_read_the_same(two: tuple[Guarded, Guarded]) -> None:
    asked = [
        {"type": "attention_called", "by": 5, "about": "weather"},
        {"type": "hand_counted", "seat": 3, "count": 5},
        {"type": "dealt", "to": 6, "face": "down", "card": "9h"},
        act(5, "bet", 20),
    ]
    for event in asked:
        for path in (f"/v1/tables/{TABLE}/events?dry_run=true", f"/v1/tables/{TABLE}/what-if"):
            body = {"events": [event]}
            answers = [_plain(one.ask("floor", "POST", path, body)) for one in two]
            assert answers[0] == answers[1]
        assert _plain(two[0].record("dealer", event)) == _plain(two[1].record("dealer", event))


def test_a_repeated_id_does_not_tell_a_right_guess_from_a_wrong_one(
    two: tuple[Guarded, Guarded],
) -> None:
    """Only the device that recorded a card can repeat the entry."""
    guarded = two[0]
    event = {"type": "dealt", "to": 6, "face": "down", "card": "9h", "id": "shoe-1"}
    keyed = {"headers": {"Idempotency-Key": "key-1"}}
    first = guarded.record("dealer", event, **keyed)
    for more in ({}, keyed):
        guesses = [
            _plain(guarded.record("floor", event | {"card": card}, **more)) for card in ("9h", "9c")
        ]
        assert guesses[0] == guesses[1]
        assert guesses[0][0] in (409, 422)

    assert first.status_code == 201
    assert guarded.record("dealer", event).json == first.json
    assert guarded.record("dealer", event, **keyed).json == first.json


def test_a_repeated_batch_does_not_tell_either(two: tuple[Guarded, Guarded]) -> None:
    guarded = two[0]
    note = {"type": "noted", "text": "x", "id": "n-1"}
    card = {"type": "dealt", "to": 6, "face": "down", "card": "9h"}
    assert guarded.record("dealer", note, card).status_code == 201
    version = guarded.get("floor", f"/v1/tables/{TABLE}/state").json["version"]
    path = f"/v1/tables/{TABLE}/events?dry_run=true"
    for guess in ("9h", "9c"):
        body = {"events": [note, card | {"card": guess}]}
        answer = guarded.ask("floor", "POST", path, body)
        assert answer.json["version"] == version + 1  # nothing of it is taken for a retry
