"""A log told the way a hand is told at the bar.

``table("draw-high")`` seats six players with 500 each, six antes of 2 and a 10/20 limit;
every method adds entries and returns the log, so a hand reads as one sentence::

    table().hand(button=6).antes().deal().does("1 check", "2 bet 10", "3 fold")
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import rulebook
from adjudicator.judging.rulings import Ruling
from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.view import state_json

DRAW_STAKES = {"ante": 2, "small_bet": 10, "big_bet": 20}
STAKES: Mapping[str, Mapping[str, int]] = {
    "draw-high": DRAW_STAKES,
    "jacks-or-better": DRAW_STAKES,
    "blue-beacon": {"ante": 2, "bet": 5},
    "omaha-limit": {"lower": 6, "higher": 12, "unit": 1},
    "holdem-limit": {"small_bet": 6, "big_bet": 12, "small_blind": 3, "big_blind": 6},
    "baseball": {"ante": 1, "bet": 1},
    "five-card-stud": {"ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8},
    "seven-card-stud": {"ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8},
}


@cache
def law() -> Any:
    """The rulebook, read once for all tests."""
    return rulebook.load()


class Log:
    """Entries added one after another, judged when asked."""

    def __init__(self, events: list[dict[str, Any]] | None = None) -> None:
        self.events: list[dict[str, Any]] = list(events or [])

    def add(self, type_: str, **fields: Any) -> Log:
        """One entry as it stands on the wire."""
        self.events.append({"type": type_, **fields})
        return self

    def copy(self) -> Log:
        """A log that begins the same and goes its own way."""
        return Log(self.events)

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.events)

    def hand(self, button: int = 6, seats: list[int] | None = None) -> Log:
        """A hand starts."""
        fields: dict[str, Any] = {} if seats is None else {"seats": seats}
        return self.add("hand_started", button=button, **fields)

    def antes(self, *seats: int, amount: int = 2) -> Log:
        """These seats ante (all six by default)."""
        for seat in seats or range(1, 7):
            self.add("posted", seat=seat, kind="ante", amount=amount)
        return self

    def deal(self, each: int = 5, counts: Mapping[int, int] | None = None) -> Log:
        """The whole deal, and the dealer's signal that it is done."""
        fields = {"counts": {str(s): n for s, n in counts.items()}} if counts else {}
        return self.add("round_dealt", each=each, **fields).add("deal_completed")

    def does(self, *acts: str) -> Log:
        """Acts in short: "3 bet 10", "4 fold", "2 all-in 7"."""
        for act in acts:
            seat, verb, *to = act.split()
            fields: dict[str, Any] = {"seat": int(seat), "verb": verb}
            if verb == "all-in":
                fields |= {"verb": "bet", "all_in": True}
            if to:
                fields["to"] = int(to[0])
            self.add("acted", **fields)
        return self

    def draws(self, seat: int, count: int, burn: bool = False, **more: Any) -> Log:
        """A seat asks, discards and is served."""
        self.add("draw_indicated", seat=seat, count=count, **more)
        if count:
            chip = {"under_chip": True} if more.get("splitting") else {}
            self.add("discarded", seat=seat, count=count, **chip)
        if burn:
            self.add("dealt", to="burn")
        for _ in range(count):
            self.add("dealt", to=seat)
        return self

    def cards(self, *to: int | str) -> Log:
        """One card each, face down, in this order."""
        for place in to:
            self.add("dealt", to=place)
        return self

    def downs(self, passes: int = 1) -> Log:
        """So many face-down cards to every seat still in, one pass after another."""
        for _ in range(passes):
            self.add("round_dealt", face="down", each=1)
        return self

    def ups(self, *cards: str) -> Log:
        """Upcards one by one, as "3 Kc"."""
        for seat, card in (one.split() for one in cards):
            self.add("dealt", to=int(seat), face="up", card=card)
        return self

    def board(self, cards: str) -> Log:
        """Cards to the board, one entry each."""
        for card in cards.split():
            self.add("dealt", to="board", face="up", card=card)
        return self

    def shows(self, seat: int, cards: str, purpose: str = "showdown") -> Log:
        """A seat tables its cards."""
        return self.add("shown", seat=seat, cards=cards.split(), purpose=purpose)

    def calls_attention(self, about: str, **fields: Any) -> Log:
        """Somebody points something out."""
        return self.add("attention_called", about=about, **fields)

    def judged(self) -> Docket:
        """The log judged under the rulebook."""
        docket = Docket(law())
        for event in self.events:
            if docket.record(event) is None:
                docket.skip()
        return docket


def table(
    game: str = "draw-high",
    options: Mapping[str, Any] | None = None,
    chips: Mapping[int, int] | None = None,
    stakes: Mapping[str, Any] | None = None,
    seats: int = 6,
    places: int | None = None,
    draw_limit: int | None = 3,
) -> Log:
    """A table with players seated, and joker and draw limit announced as they are."""
    options = {"joker_in_use": "off", **(options or {})}
    log = Log().add(
        "table_opened",
        game=game,
        stakes=dict(stakes or STAKES[game]),
        options=dict(options),
        seats=places or seats,
    )
    for seat in range(1, seats + 1):
        tracked = game != "baseball" or seat in (chips or {})
        fields = {"chips": (chips or {}).get(seat, 500)} if tracked else {}
        log.add("player_seated", seat=seat, player=f"P{seat}", **fields)
    if game == "blue-beacon" and draw_limit is not None:
        log.add("announced", topic="draw_limit", value=draw_limit)
    return log.add("announced", topic="joker_in_use", value=options["joker_in_use"])


def opened(game: str = "draw-high", button: int = 1, **kwargs: Any) -> Log:
    """Seat 2 has bet 10, seat 4 has called: the draw is next (button on seat 1)."""
    log = table(game, **kwargs).hand(button).antes().deal()
    return log.does("2 bet 10", "3 fold", "4 call 10", "5 fold", "6 fold", "1 fold")


def state(log: Log) -> dict[str, Any]:
    """The state as readers see it."""
    return state_json(log.judged().state)


def seat_of(log: Log, seat: int) -> dict[str, Any]:
    """A seat in the hand, as readers see it."""
    found: dict[str, Any] = state(log)["hand"]["seats"][str(seat)]
    return found


def offered(log: Log) -> list[dict[str, Any]]:
    """What may properly come next."""
    return next_entries(log.judged().state)


def to_act(log: Log) -> int | None:
    """The seat whose turn it is."""
    found: int | None = state(log)["hand"]["to_act"]
    return found


def rulings(docket: Docket) -> list[Ruling]:
    """Every ruling of the log, with its status by now."""
    return list(docket.rulings.values())


def said(docket: Docket, status: str | None = None) -> set[tuple[str, str, int | None]]:
    """(rule, outcome code, seat) of every ruling."""
    return {
        (ruling.rule, one.code, one.seat)
        for ruling in rulings(docket)
        for one in ruling.outcomes
        if status is None or ruling.status == status
    }


def codes(docket: Docket, certainty: str | None = None) -> set[str]:
    """Outcome codes of every ruling that was not withdrawn."""
    return {
        one.code
        for ruling in rulings(docket)
        for one in ruling.outcomes
        if certainty in (None, ruling.certainty) and ruling.status != "withdrawn"
    }


def chips_in_all(docket: Docket) -> Any:
    """Stacks, pot, carried money and rake: what must never change."""
    shown = state_json(docket.state)["table"]
    hand = docket.state.hand
    pot = hand.pot if hand is not None and not hand.ended else 0
    carried = sum(one["amount"] for one in shown["carried"])
    return sum(shown["stacks"].values()) + pot + carried + shown.get("rake", 0)


def same_in_two_parts(events: list[dict[str, Any]], cut: int) -> None:
    """Judging a prefix, and then the rest on a copy of it, gives what judging the whole gives."""
    first = Log(events[:cut]).judged()
    later = first.fork()
    for event in events[cut:]:
        later.record(event)
    straight = Log(events).judged()

    assert state_json(later.state) == state_json(straight.state)
    assert [r.wire() for r in later.rulings.values()] == [
        r.wire() for r in straight.rulings.values()
    ]
