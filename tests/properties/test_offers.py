"""Whatever is offered can be done, and whoever takes only what is offered plays whole hands.

Seeded tables of every game are played by somebody who knows no rule: they take one of the
taps that are told, fill in the fields it asks for, and post its entries. Nothing they do is
refused or ruled irregular, and every hand comes to its end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import builders
import pytest
from builders import STAKES, Log, table

from adjudicator.record.docket import Docket
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.view import state_json

Entry = dict[str, Any]
# What is ordered on a hand without a fault: how it goes on, and what it comes to.
REGULAR = frozenset(
    (
        "hand_live",
        "pot_layered",
        "pot_carries",
        "button_advances",
        "re_ante",
        "no_further_ante",
        "must_prove_openers",
        "loses_pot",
        "defer_fifth_card",
        "burn_then_card",
        "reshuffle_and_continue",
        "no_irregularity",
        "side_pot",
        "split_equally",
        "award",
    )
)
# What is said of chips that run short on the way, without anybody having erred.
SAID_OF_MONEY = frozenset(("draw-high/13a", "rrop-all-in"))
HANDS, MOST_TAPS = 2, 400


def told(docket: Docket) -> list[Entry]:
    """The taps at this moment."""
    found: list[Entry] = state_json(docket.state)["next"]
    return found


def filled(docket: Docket, tap: Entry, unseen: list[str]) -> Iterator[Entry]:
    """The entries of a tap as they are posted, with what it asks for and what the table sees."""
    for place, entry in enumerate(tap["events"]):
        asks = tap.get("asks", ()) if place == 0 else ()
        event = dict(entry)
        if "cards" in asks:
            hand = docket.state.the_hand
            seat = hand.seats[event["seat"]]
            count = seat.count or hand.profile.hand_size
            event["cards"] = [*seat.cards, *unseen][:count]
            del unseen[: count - len(seat.cards)]
        if "player" in asks:
            event |= {"player": f"P{event['seat']}", "chips": 40}
        if "amount" in asks:
            event["amount"] = 40
        if event["type"] == "dealt" and event["face"] == "up":
            event["card"] = unseen.pop()
        yield event


def post(docket: Docket, tap: Entry, unseen: list[str]) -> None:
    """Post a tap; nothing is refused and nothing about it is irregular."""
    for event in filled(docket, tap, unseen):
        entry = docket.record(event)
        assert entry is not None
        ruled = [one for one in entry.rulings if one.rule not in SAID_OF_MONEY]
        codes = {one.code for ruling in ruled for one in ruling.outcomes}
        assert codes <= REGULAR, (event, [(r.rule, r.text) for r in entry.rulings])


def choice(taps: list[Entry], rng: random.Random) -> Entry:
    """Any tap; mostly nobody folds, and the deal comes to its end."""
    calm = [
        one
        for one in taps
        if (one.get("verb") != "fold" or rng.random() < 0.2)
        and (one["type"] not in ("table_closed", "player_seated") or rng.random() < 0.1)
    ]
    return rng.choice(calm or taps)


def plays(docket: Docket, rng: random.Random, hands: int) -> None:
    """So many hands to their end by taps alone."""
    unseen: list[str] = []
    for _ in range(MOST_TAPS * hands):
        hand = docket.state.hand
        if docket.state.number >= hands and hand is not None and hand.ended:
            return
        if hand is None or hand.ended or not hand.dealt:
            unseen = rng.sample(STANDARD_DECK, len(STANDARD_DECK))
        taps = told(docket)
        if not taps and docket.state.closed:
            return
        assert taps, "nothing is offered"
        post(docket, choice(taps, rng), unseen)
    raise AssertionError(f"the hands do not end: {told(docket)}")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", sorted(STAKES))
def test_a_player_who_takes_only_what_is_offered_plays_whole_hands(game: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    seats = rng.randint(2, 6)
    chips = {seat: rng.choice((3, 12, 25, 60, 500)) for seat in range(1, seats + 1)}
    docket = table(game, seats=seats, chips=chips).judged()

    plays(docket, rng, HANDS)

    assert docket.state.number


@pytest.mark.parametrize("game", sorted(STAKES))
def test_a_new_table_offers_what_it_takes_to_begin(game: str) -> None:
    log = Log().add("table_opened", game=game, stakes=dict(STAKES[game]), seats=4)
    docket = log.judged()
    for _ in range(2):
        seats = [one for one in told(docket) if one["type"] == "player_seated"]
        post(docket, seats[0], [])
    kinds = [one["type"] for one in told(docket)]
    wanted = "draw_limit" in {one.get("topic") for one in told(docket)}

    assert kinds.count("player_seated") == 2
    assert kinds.count("hand_started") == 1
    assert wanted == (game == "blue-beacon")
    usual = [one["type"] for one in told(docket) if one["usual"]]
    assert usual == ["announced" if wanted else "hand_started"]


def test_one_player_cannot_begin() -> None:
    log = Log().add("table_opened", game="draw-high", stakes=builders.DRAW_STAKES, seats=4)
    log.add("player_seated", seat=2, player="Ann", chips=40)

    assert {one["type"] for one in told(log.judged())} == {"player_seated"}


def test_the_joker_is_announced_as_the_table_has_it_and_only_while_nobody_was_told() -> None:
    log = Log().add(
        "table_opened",
        game="draw-high",
        stakes=builders.DRAW_STAKES,
        seats=4,
        options={"joker_in_use": "on"},
    )
    said = [(one["topic"], one["value"]) for one in told(log.judged()) if "topic" in one]
    assert said == [("joker_in_use", "on")]

    log.add("announced", topic="joker_in_use", value="on")
    assert not [one for one in told(log.judged()) if "topic" in one]


@pytest.mark.parametrize(("count", "thrown"), [(2, 2), (5, 5), (7, 5)])
def test_no_more_is_thrown_away_than_is_held(count: int, thrown: int) -> None:
    log = builders.opened().add("draw_indicated", seat=2, count=count)
    offers = [one for one in told(log.judged()) if one["type"] == "discarded"]

    assert [(one["seat"], one["count"]) for one in offers] == [(2, thrown)]


@pytest.mark.parametrize(("chips", "offered"), [(0, False), (1, True), (2, True)])
def test_an_ante_is_asked_of_whoever_has_chips(chips: int, offered: bool) -> None:
    log = table(seats=3, chips={2: chips}).hand(3, seats=[1, 2, 3])
    posts = {one["seat"]: one["amount"] for one in told(log.judged()) if one["type"] == "posted"}

    assert (2 in posts) is offered
    assert posts.get(2, 0) == min(chips, 2)


@pytest.mark.parametrize("whole", [True, False])
def test_a_whole_pass_is_offered_while_every_seat_is_owed_the_same(whole: bool) -> None:
    log = table(seats=3).hand(3).antes(1, 2, 3)
    if not whole:
        log.cards(1)
    passes = [one["each"] for one in told(log.judged()) if one["type"] == "round_dealt"]

    assert passes == ([5] if whole else [])


def test_whose_draw_it_is_is_told_until_the_draw_is_over() -> None:
    log = builders.opened()
    assert builders.to_act(log) == 2
    log.add("draw_indicated", seat=2, count=1)
    assert builders.to_act(log) == 2
    log.add("discarded", seat=2, count=1)
    if state_json(log.judged().state)["next"][0].get("to") == "burn":
        log.cards("burn")
    assert builders.to_act(log) == 2
    assert builders.to_act(log.cards(2)) == 4
