"""Judging Omaha logs with showdowns, in events a second, beside pokerkit playing the hands.

    pytest -m bench -s tests/bench/test_bench_omaha.py

As for five-card draw: Adjudicator reads log lines and gives state and rulings as JSON,
pokerkit plays its operations with every automation on. Seconds are the process's own, so
that others at work on the machine do not count.
"""

import gc
import json
import random
from collections import Counter
from typing import Any

import pytest
from bench.test_bench_check import (
    ACTIONS,
    PLAYERS,
    STACK,
    acted,
    dealt,
    do,
    seconds,
    shown,
    winnings,
)

import rulebook
from api.cli.check import as_json, judge_log

pokerkit = pytest.importorskip("pokerkit")
pytestmark = pytest.mark.bench

HANDS = 200
LOWER, HIGHER = 10, 20


def deal(seed: int) -> Any:
    """A hand of limit Omaha in pokerkit: four rounds of a bet and three raises."""
    random.seed(seed)
    first = pokerkit.Opening.POSITION
    streets = [((False,) * 4, 0, LOWER), ((), 3, LOWER), ((), 1, HIGHER), ((), 1, HIGHER)]
    return pokerkit.State(
        tuple(pokerkit.Automation),
        pokerkit.Deck.STANDARD,
        (pokerkit.OmahaHoldemHand,),
        tuple(
            pokerkit.Street(False, faces, board, False, first, unit, 4)
            for faces, board, unit in streets
        ),
        pokerkit.BettingStructure.FIXED_LIMIT,
        True,
        0,
        (LOWER // 2, LOWER),
        0,
        (STACK,) * PLAYERS,
        PLAYERS,
    )


def choose(state: Any, dice: random.Random) -> tuple[str, Any]:
    """A move at random among what is legal; most hands are called down."""
    roll = dice.random()
    raised = state.completion_betting_or_raising_count
    if roll < 0.25 and raised < 3 and state.can_complete_bet_or_raise_to():
        return "raise", None
    if roll > 0.8 and state.can_fold() and state.checking_or_calling_amount:
        return "fold", None
    return "call", None


def play(seed: int) -> tuple[Any, list[tuple[str, Any]]]:
    dice = random.Random(seed)
    state, choices = deal(seed), []
    while state.status:
        choices.append(choose(state, dice))
        do(state, choices[-1])
    return state, choices


def opening_events() -> list[dict[str, Any]]:
    options = {"big_blind_basis": "lower", "deal_start": "left_of_button"}
    stakes = {"lower": LOWER, "higher": HIGHER, "unit": 1}
    table = {"game": "omaha-limit", "stakes": stakes, "options": options}
    return [
        {"type": "table_opened", **table, "seats": PLAYERS},
        *(
            {"type": "player_seated", "seat": s, "player": f"P{s}", "chips": STACK}
            for s in range(1, PLAYERS + 1)
        ),
    ]


def hand_events(state: Any) -> list[dict[str, Any]]:
    """The log of a hand that pokerkit played, its cards dealt one at a time."""
    events: list[dict[str, Any]] = [{"type": "hand_started", "button": PLAYERS}]
    held: dict[int, list[Any]] = {}
    bets: Counter[int] = Counter()
    put_in: Counter[int] = Counter()
    dealing = True
    for operation in state.operations:
        kind = type(operation).__name__
        seat = (getattr(operation, "player_index", None) or 0) + 1
        if kind == "BlindOrStraddlePosting":
            name = "small_blind" if seat == 1 else "big_blind"
            events.append(
                {"type": "posted", "seat": seat, "kind": name, "amount": operation.amount}
            )
            bets[seat] = put_in[seat] = operation.amount
        elif kind == "HoleDealing":
            held.setdefault(seat, []).extend(operation.cards)
        elif kind == "BoardDealing":
            events += [
                {"type": "dealt", "to": "board", "face": "up", "card": repr(card)}
                for card in operation.cards
            ]
        elif kind in ACTIONS:
            if dealing:
                events += [dealt(s, held[s][n]) for n in range(4) for s in sorted(held)]
                events.append({"type": "deal_completed"})
            dealing = False
            before = bets[seat]
            events.append(acted(operation, seat, bets))
            put_in[seat] += bets[seat] - before
        elif kind == "BetCollection":
            bets.clear()
        elif kind == "HoleCardsShowingOrMucking":
            events.append(shown(seat, operation.hole_cards))
    events.append({"type": "pot_awarded", "to": winnings(state, put_in)})
    return [*events, {"type": "hand_ended"}]


def test_omaha_beside_pokerkit(capsys: pytest.CaptureFixture[str]) -> None:
    hands = [play(seed) for seed in range(HANDS)]
    events = opening_events()
    for state, _ in hands:
        events += hand_events(state)
    lines = [json.dumps(event).encode() + b"\n" for event in events]
    operations = sum(len(state.operations) for state, _ in hands)
    shows = sum(event["type"] == "shown" for event in events)
    law = rulebook.load()

    def ours() -> None:
        gc.disable()
        for _ in as_json("log", judge_log(lines, law)):
            pass
        gc.enable()

    def theirs() -> None:
        for seed, (_, choices) in enumerate(hands):
            state = deal(seed)
            for choice in choices:
                do(state, choice)

    judged = judge_log(lines, law)
    our_rate, their_rate = len(lines) / seconds(ours), operations / seconds(theirs)

    assert not judged.refused
    shared = {"split_equally", "odd_chip"}
    for ruling in judged.docket.rulings.values():
        assert {one.code for one in ruling.outcomes} <= shared, ruling.text
    with capsys.disabled():
        print(f"\n{HANDS} hands of limit Omaha, {PLAYERS} players, {shows} hands shown")
        print(f"  check    {our_rate:10,.0f} events/s ({len(lines)} events)")
        print(f"  pokerkit {their_rate:10,.0f} operations/s ({operations} operations)")
        print(f"  check / pokerkit {our_rate / their_rate:.2f}")
