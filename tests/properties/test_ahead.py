"""What is told ahead comes true: the line of a round, the steps of a draw, words for all of it."""

from __future__ import annotations

import random
from typing import Any

import builders
import pytest
from builders import STAKES, state, table

from adjudicator.log.events import EVENTS
from adjudicator.record.docket import Docket
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.view import state_json
from adjudicator.view.words import entry_in_words
from tests.properties.test_offers import choice, post, told

QUIET = ("check", "call")


def line(docket: Docket) -> list[tuple[int, Any]]:
    """Who acts and for how much, if everybody checks or calls to the end of the round."""
    ahead, found = docket.fork(), []
    hand = docket.state.the_hand
    number, street = hand.number, hand.street
    while True:
        now = state_json(ahead.state)["hand"]
        if (now["number"], now["street"], now["phase"]) != (number, street, "betting"):
            return found
        acts = [one for one in told(ahead) if one["type"] == "acted"]
        forced = [one for one in acts if one["prompt"].startswith("Brings it in")][:1]
        act = next(iter(forced or [one for one in acts if one["verb"] in QUIET]), None)
        if act is None:
            return found
        found.append((now["to_act"], act["to"] if forced else now["to_call"]))
        ahead.record(act["events"][0])


def all_in_may_end_it(docket: Docket) -> bool:
    """Whether somebody may go all-in on the way, so that a round may end before its line."""
    hand = docket.state.the_hand
    state = docket.state
    return any(
        hand.seats[s].all_in or (state.has_limit(s) and state.players[s].purse < 100)
        for s in hand.live
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", sorted(STAKES))
def test_the_seats_that_are_told_act_in_this_order_for_this_price(game: str, seed: int) -> None:
    rng, docket, seen = random.Random(f"ahead {game} {seed}"), table(game).judged(), 0
    unseen: list[str] = []
    while docket.state.number < 2 and seen < 40:
        if docket.state.hand is None or not docket.state.the_hand.dealt:
            unseen = rng.sample(STANDARD_DECK, 52)
        ahead = state_json(docket.state)["ahead"]
        for one in (ahead or {}).get("choices", ()):
            if not all_in_may_end_it(docket):
                then = docket.fork()
                then.record({"type": "acted", "seat": docket.state.the_hand.to_act} | _act(one))
                expected = [(turn["seat"], turn["to_call"]) for turn in one["then"]]
                assert line(then) == expected if expected else True, (one, line(then))
                seen += 1
        post(docket, choice(told(docket), rng), unseen)

    assert seen


def _act(one: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in one.items() if name != "then"}


def steps(log: builders.Log) -> list[tuple[Any, ...]]:
    """The plan of the draw: what, whose, how many, and how far it is."""
    return [
        (one["step"], one.get("seat"), one.get("count"), one["state"]) for one in state(log)["plan"]
    ]


def test_the_plan_has_the_fifth_card_at_its_end() -> None:
    log = builders.opened()
    log.add("draw_indicated", seat=2, count=5).add("discarded", seat=2, count=5)
    log.cards("burn", 2, 2, 2, 2)

    assert steps(log) == [
        ("burn", None, None, "done"),
        ("says", 2, 5, "done"),
        ("discards", 2, 5, "done"),
        ("cards", 2, 4, "done"),
        ("says", 4, None, "now"),
        ("rest", 2, 1, "later"),
    ]


def test_the_plan_has_a_refused_card_replaced_after_everybody_was_served() -> None:
    log = builders.opened().add("draw_indicated", seat=2, count=2)
    log.add("discarded", seat=2, count=2).cards("burn").add("dealt", to=2, card="9c")
    log.add("exposed", card="9c", seat=2, by="dealer")

    assert steps(log)[3:] == [
        ("cards", 2, 2, "now"),
        ("says", 4, None, "later"),
        ("replacement", 2, 1, "later"),
    ]


def test_without_a_draw_there_is_no_plan() -> None:
    assert state(table().hand().antes().deal())["plan"] == []


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_entry_has_a_sentence(kind: str) -> None:
    given = {
        "seat": 1,
        "to": 2,
        "by": 2,
        "of": 1,
        "count": 1,
        "each": 1,
        "kind": "ante",
        "dealer": "Ann",
    }
    more = {"to": {"1": 4}} if kind == "pot_awarded" else {}
    text = entry_in_words(table().judged().state, {"type": kind} | given | more)

    assert text
    assert "{" not in text
    assert text[0].isupper() or text[0].isdigit()


def test_the_count_a_ruling_waits_for_is_a_choice() -> None:
    log = table().hand().antes().deal(counts={2: 4})
    log.calls_attention("short_hand", seat=2, by=2)
    counts = [one["count"] for one in told(log.judged()) if one["type"] == "hand_counted"]
    assert counts == [3, 4, 5, 6]

    log.add("hand_counted", seat=2, count=4)
    assert not [one for one in told(log.judged()) if one["type"] == "hand_counted"]
