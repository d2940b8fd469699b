"""Judging draw-poker logs, in events a second, beside pokerkit playing the same hands.

    pytest -m bench -s tests/bench/test_bench_check.py

Both take the same random legal hands of limit five-card draw in the same process:
Adjudicator reads log lines and gives state and rulings as JSON; pokerkit plays its
operations with every automation on and judges nothing. Numbers are printed, nothing
depends on them.
"""

import gc
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import rulebook
from api.cli.check import as_json, judge_log

pokerkit = pytest.importorskip("pokerkit")
pytestmark = pytest.mark.bench

PLAYERS = 6
HANDS = 300
ROUNDS = 5
ANTE, SMALL_BET, BIG_BET, STACK = 2, 10, 20, 100_000

Choice = tuple[str, Any]


def deal(seed: int) -> Any:
    """A hand of limit five-card draw in pokerkit: one draw, a bet and three raises."""
    random.seed(seed)
    left_of_button = pokerkit.Opening.POSITION
    first = pokerkit.Street(False, (False,) * 5, 0, False, left_of_button, SMALL_BET, 4)
    second = pokerkit.Street(False, (), 0, True, left_of_button, BIG_BET, 4)
    return pokerkit.State(
        tuple(pokerkit.Automation),
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        (first, second),
        pokerkit.BettingStructure.FIXED_LIMIT,
        True,
        ANTE,
        (0,) * PLAYERS,
        0,
        (STACK,) * PLAYERS,
        PLAYERS,
    )


def choose(state: Any, dice: random.Random) -> Choice:
    """What the player whose turn it is does, at random among what is legal.

    The last to speak opens if nobody has, for a pot that is passed out stays on the
    table in draw poker, and pokerkit knows no such thing.
    """
    drawer = state.stand_patter_or_discarder_index
    if drawer is not None:
        cards = list(state.hole_cards[drawer])
        return "draw", tuple(dice.sample(cards, dice.choice((0, 1, 2, 3, 3))))
    roll = dice.random()
    if not state.street_index and state.actor_index == PLAYERS - 1 and not any(state.bets):
        return "raise", None
    if roll < 0.25 and state.can_complete_bet_or_raise_to():
        return "raise", None
    if roll < 0.5 and state.can_fold() and state.checking_or_calling_amount:
        return "fold", None
    return "call", None


def do(state: Any, choice: Choice) -> None:
    what, cards = choice
    if what == "draw":
        state.stand_pat_or_discard(cards)
    elif what == "raise":
        state.complete_bet_or_raise_to()
    elif what == "fold":
        state.fold()
    else:
        state.check_or_call()


def play(seed: int) -> tuple[Any, list[Choice]]:
    """A random hand played to its end, and the choices that made it."""
    dice = random.Random(seed)
    state, choices = deal(seed), []
    while state.status:
        choices.append(choose(state, dice))
        do(state, choices[-1])
    return state, choices


def opening_events() -> list[dict[str, Any]]:
    options = {
        "joker_in_use": "off",
        "burn_before_draw": "off",
        "postdraw_first": "left_of_button",
        "max_raises_draw": 3,
    }
    stakes = {"ante": ANTE, "small_bet": SMALL_BET, "big_bet": BIG_BET}
    table = {"game": "draw-high", "stakes": stakes, "options": options}
    return [
        {"type": "table_opened", **table, "seats": PLAYERS},
        *(
            {"type": "player_seated", "seat": s, "player": f"P{s}", "chips": STACK}
            for s in range(1, PLAYERS + 1)
        ),
        {"type": "announced", "topic": "joker_in_use", "value": "off"},
    ]


def hand_events(state: Any) -> list[dict[str, Any]]:
    """The log of a hand that pokerkit played."""
    events: list[dict[str, Any]] = [{"type": "hand_started", "button": PLAYERS}]
    bets: Counter[int] = Counter()
    put_in: Counter[int] = Counter()
    drawn = drawn_cards(state)
    dealing = True
    for operation in state.operations:
        kind = type(operation).__name__
        seat = getattr(operation, "player_index", -1) + 1
        if kind == "AntePosting":
            posted = {"seat": seat, "kind": "ante", "amount": ANTE}
            events.append({"type": "posted", **posted})
            put_in[seat] += ANTE
        elif kind == "HoleDealing" and dealing:
            events += [dealt(seat, card) for card in operation.cards]
        elif kind in ACTIONS:
            if dealing:
                events.append({"type": "deal_completed"})
            dealing = False
            before = bets[seat]
            events.append(acted(operation, seat, bets))
            put_in[seat] += bets[seat] - before
        elif kind == "BetCollection":
            bets.clear()
        elif kind == "StandingPatOrDiscarding":
            events += draw(seat, operation.cards, drawn[seat])
        elif kind == "HoleCardsShowingOrMucking":
            events.append(shown(seat, operation.hole_cards))
    events.append({"type": "pot_awarded", "to": winnings(state, put_in)})
    return [*events, {"type": "hand_ended"}]


ACTIONS = ("Folding", "CheckingOrCalling", "CompletionBettingOrRaisingTo")


def acted(operation: Any, seat: int, bets: Counter[int]) -> dict[str, Any]:
    level = max(bets.values(), default=0)
    event = {"type": "acted", "seat": seat}
    kind = type(operation).__name__
    if kind == "Folding":
        return {**event, "verb": "fold"}
    if kind == "CheckingOrCalling" and not level:
        return {**event, "verb": "check"}
    if kind == "CheckingOrCalling":
        bets[seat] = level
        return {**event, "verb": "call", "to": level}
    bets[seat] = operation.amount
    return {**event, "verb": "raise" if level else "bet", "to": operation.amount}


def dealt(seat: int, card: Any) -> dict[str, Any]:
    return {"type": "dealt", "to": seat, "face": "down", "card": repr(card)}


def draw(seat: int, discards: Any, cards: list[Any]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = [
        {"type": "draw_indicated", "seat": seat, "count": len(discards)}
    ]
    if discards:
        thrown = {"count": len(discards), "cards": [*map(repr, discards)]}
        events.append({"type": "discarded", "seat": seat, **thrown})
    return events + [dealt(seat, card) for card in cards]


def drawn_cards(state: Any) -> dict[int, list[Any]]:
    """The cards each seat was dealt after its first five."""
    held: dict[int, list[Any]] = {seat: [] for seat in range(1, PLAYERS + 1)}
    for operation in state.operations:
        if type(operation).__name__ == "HoleDealing":
            held[operation.player_index + 1] += operation.cards
    return {seat: cards[5:] for seat, cards in held.items()}


def shown(seat: int, cards: Any) -> dict[str, Any]:
    if not cards:
        return {"type": "mucked", "seat": seat}
    return {"type": "shown", "seat": seat, "cards": [*map(repr, cards)]}


def winnings(state: Any, put_in: Counter[int]) -> dict[str, int]:
    """What each seat was pushed; a bet nobody called was never in the pot."""
    most, second = sorted(put_in.values(), reverse=True)[:2]
    pushed: dict[str, int] = {}
    for seat, chips in put_in.items():
        back = most - second if chips == most else 0
        won = state.stacks[seat - 1] - STACK + chips - back
        if won:
            pushed[str(seat)] = won
    return pushed


def seconds(work: Callable[[], None]) -> float:
    """Processor seconds of the best of several runs, garbage collection kept out of it."""
    best = float("inf")
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def test_check_beside_pokerkit(capsys: pytest.CaptureFixture[str]) -> None:
    hands = [play(seed) for seed in range(HANDS)]
    events = opening_events()
    for state, _ in hands:
        events += hand_events(state)
    lines = [json.dumps(event).encode() + b"\n" for event in events]
    operations = sum(len(state.operations) for state, _ in hands)
    law = rulebook.load()

    def ours() -> None:
        gc.disable()
        judged = judge_log(lines, law)
        assert not judged.refused
        for _ in as_json("log", judged):
            pass
        gc.enable()

    def theirs() -> None:
        for seed, (_, choices) in enumerate(hands):
            state = deal(seed)
            for choice in choices:
                do(state, choice)
            assert not state.status

    judged = judge_log(lines, law)
    our_rate, their_rate = len(lines) / seconds(ours), operations / seconds(theirs)

    assert not judged.refused
    assert not judged.docket.rulings, "a clean hand gives rise to none"
    with capsys.disabled():
        print(f"\n{HANDS} hands of five-card draw, {PLAYERS} players, one process")
        print(f"  check    {our_rate:10,.0f} events/s ({len(lines)} events)")
        print(f"  pokerkit {their_rate:10,.0f} operations/s ({operations} operations)")
        print(f"  check / pokerkit {our_rate / their_rate:.2f}")
