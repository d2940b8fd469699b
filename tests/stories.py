"""Hands of every game brought to a moment, so that a test can say what happens there.

``at("omaha-limit", "showdown")`` plays a hand in which nobody does more than they must, up
to the first time the hand is in that phase; ``street`` asks for a later round. Boards are
dealt from ``BOARD``, upcards from ``UPCARDS``; what lies face down stays unknown until
somebody shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builders import Log, table

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket

GAMES = ("draw-high", "jacks-or-better", "blue-beacon", "omaha-limit", "baseball")
BOARD = ("Kh", "9h", "2h", "5c", "Jd")
# Four seats on four streets of upcards: the first of them always shows the best.
UPCARDS = tuple(f"{rank}{suit}" for suit in "shdc" for rank in "AK86")
LONGEST = 200


def at(
    game: str,
    phase: str,
    street: int = 1,
    options: Mapping[str, Any] | None = None,
    seats: int = 4,
    chips: Mapping[int, int] | None = None,
) -> Log:
    """A hand with the button on the last seat, played on until it is in this phase."""
    log = table(game, options=options, seats=seats, chips=chips).hand(button=seats)
    docket = log.judged()
    cards = {"board": iter(BOARD), "up": iter(UPCARDS)}
    for _ in range(LONGEST):
        if _there(docket, phase, street):
            break
        entry = _next(docket, cards)
        log.events.append(entry)
        docket.record(entry)
    return log


def _there(docket: Docket, phase: str, street: int) -> bool:
    hand = docket.state.hand
    assert hand is not None
    late = phase == "showdown" or hand.street >= street
    return hand.phase == phase and late


def _next(docket: Docket, cards: Mapping[str, Iterator[str]]) -> dict[str, Any]:
    offered = next_entries(docket.state)
    hand = docket.state.hand
    assert hand is not None
    bets = hand.street == 1 and not hand.bet_to_match
    entry = dict(_quiet(offered, ("bet",) if bets else ("check", "call")))
    if entry["type"] == "draw_indicated":
        entry["count"] = 0
    if entry.get("to") == "board":
        entry["card"] = next(cards["board"])
    elif entry.get("face") == "up":
        entry["card"] = next(cards["up"])
    return entry


def _quiet(offered: list[dict[str, Any]], verbs: tuple[str, ...]) -> dict[str, Any]:
    """The first of these verbs that is offered, else whatever comes first."""
    for verb in verbs:
        for entry in offered:
            if entry.get("verb") == verb:
                return entry
    return offered[0]


def opened_at(game: str, **kwargs: Any) -> tuple[Log, int]:
    """A betting round with a bet to call, and the seat that is to act."""
    log = at(game, "betting", **kwargs)
    state = log.judged().state
    hand = state.hand
    assert hand is not None
    if not hand.bet_to_match:
        seat = hand.to_act
        log.add("acted", seat=seat, verb="bet", to=hand.bet_size)
    return log, to_act(log)


def to_act(log: Log) -> int:
    """The seat that is to act."""
    hand = log.judged().state.hand
    assert hand is not None
    assert hand.to_act is not None
    return hand.to_act


def hand_of(log: Log) -> Any:
    """The hand as it stands."""
    return log.judged().state.hand


def paid(log: Log) -> dict[int, Any]:
    """What the rules give each seat."""
    hand = hand_of(log)
    return {} if hand.result is None else {s: a for s, a in hand.result.paid.items() if a}


__all__ = ["BOARD", "GAMES", "at", "hand_of", "opened_at", "paid", "to_act"]
