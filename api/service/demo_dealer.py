"""A dealer for the demo: plays on at a table, one tap at a time, and never errs."""

from __future__ import annotations

from random import Random
from typing import Any

from api.service.append_request import AppendRequest
from api.service.queries import Queries
from api.service.recording import Recorder
from api.service.roles import ANYBODY

Json = dict[str, Any]
DECK = tuple(rank + suit for suit in "shdc" for rank in "23456789TJQKA")
CALLS, RAISES = 0.7, 0.12  # how often a seat calls, or raises


class DemoDealer:
    """Taps what the service offers, with cards from a deck of its own."""

    def __init__(self, queries: Queries, recorder: Recorder, table: str, seed: str) -> None:
        self._queries, self._recorder, self._table = queries, recorder, table
        self._rng = Random(f"{table} {seed}")
        self._hand, self._deck = 0, list[str]()

    def tap(self) -> None:
        """What commonly comes next; the next hand, where one is over."""
        told = self._queries.taps(ANYBODY, self._table)
        state = told["state"]
        self._shuffle(state["hand"])
        events = self._chosen(told["taps"]) or self._next_hand(state)
        self._recorder.record(self._table, AppendRequest(tuple(events), batch=True))

    def _shuffle(self, hand: Json | None) -> None:
        """A new deck for a new hand, without the cards that are out already."""
        if hand is None or hand["number"] == self._hand:
            return
        out = {*hand["board"], *(card for seat in hand["seats"].values() for card in seat["cards"])}
        deck = [card for card in DECK if card not in out]
        self._hand, self._deck = hand["number"], self._rng.sample(deck, len(deck))

    def _next_hand(self, state: Json) -> list[Json]:
        return [{"type": "hand_started", "button": state["table"]["next_button"] or 1}]

    def _chosen(self, taps: list[Json]) -> list[Json]:
        if not taps:
            return []
        usual = next((one for one in taps if one["usual"]), None)
        by_place = {one["place"]: one for one in taps}
        if "call" in by_place:
            usual = by_place[self._verb(by_place)]
        elif usual is None:
            usual = self._rng.choice(taps)
        return [self._with_cards(event, usual) for event in usual["events"]]

    def _verb(self, by_place: dict[str, Json]) -> str:
        luck, call = self._rng.random(), by_place["call"]
        if "raise" in by_place and luck < RAISES:
            return "raise"
        free = call["events"][0]["verb"] == "check"
        return "call" if free or luck < CALLS or "fold" not in by_place else "fold"

    def _with_cards(self, event: Json, tap: Json) -> Json:
        if event["type"] == "dealt" and event.get("face") == "up":
            return event | {"card": self._deck.pop()}
        if event["type"] == "shown":
            known = self._queries.taps(ANYBODY, self._table)["state"]["hand"]["seats"]
            held = known[str(event["seat"])]["cards"]
            unseen = [self._deck.pop() for _ in range(tap["cards"] - len(held))]
            return event | {"cards": [*held, *unseen]}
        return event
