"""Makes the random walks that are stored in ``stored/``; needed only for new ones.

A walk mixes what the product offers as next entry with any event of the record, filled in
at random: acts out of turn, cards for nobody, questions, decisions, corrections, all-ins,
fractions, odd names. Some of what is refused stays in, so that refusals are answers too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.golden.doors import EVENTS, OUTCOME_CODES, Docket, Refused, load, state_json
from tests.golden.inputs import Event, store, subjects

WALKS = 200
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
NAMES = ("Ann", "Li Wei", "Søren Ørsted", "O'Brien", "Zoë", "الياس", "P7", "As", "山田太郎")
FACTS = (
    *("identifiable", "untouched", "told_of_raise", "knew_deck_fouled", "protected", "tabled"),
    *("order_known", "misinformed", "intentional", "touched", "looked", "seen", "accepted"),
)
TOPICS = (
    *("joker_in_use", "draw_limit", "raise", "time", "hand", "clock_expired", "amount"),
    *("variant", "check", "fold", "bet", "call", "all_in", "openers", "splitting", "pat"),
)
ODDNESS = (0.0, 0.05, 0.12, 0.2, 0.3, 0.45)
OUGHT = (  # what happens at a table more often than the number of event types would have it
    *("acted",) * 14,
    *("attention_called",) * 12,
    *("dealt",) * 6,
    *("floor_decided",) * 5,
    *("entry_corrected",) * 4,
    *("exposed", "hand_counted", "mucked", "shown", "card_moved", "discarded") * 3,
    *("announced", "rapped", "bet_taken_back", "pot_awarded", "boxed_found") * 2,
)


def walks() -> Iterator[tuple[str, list[Event]]]:
    """All of them, game by game."""
    for game in load().games():
        for number in range(WALKS):
            name = f"walks/{game}/{number:03}"
            yield name, Walk(game, random.Random(name), number).taken()


class Walk:
    """One session at one table."""

    def __init__(self, game: str, rng: random.Random, number: int) -> None:
        self.rng = rng
        self.docket = Docket(load())
        self.events: list[Event] = []
        self.known = rng.random() < 0.6
        self.oddness = ODDNESS[number % len(ODDNESS)]
        self.steps = rng.choice((40, 80, 120, 160))
        self._open(game)

    def taken(self) -> list[Event]:
        """The walk to its end."""
        for _ in range(self.steps):
            odd = self.rng.random() < self.oddness
            event = None if odd else self._proper()
            self._try(event or self._odd())
        return self.events

    def _try(self, event: Event) -> None:
        try:
            self.docket.record(event)
        except Refused:
            if self.rng.random() < 0.3:
                self.events.append(event)
                self.docket.skip()
            return
        except AssertionError:
            print("the engine gave up on", event)
            return
        self.events.append(event)

    # --- The table ------------------------------------------------------------------

    def _open(self, game: str) -> None:
        rng = self.rng
        seats = rng.randint(3, 7)
        opened: Event = {
            "type": "table_opened",
            "game": game,
            "stakes": {k: v * rng.choice((1, 1, 10)) for k, v in self._stakes(game).items()},
            "options": self._options(rng.choice((0, 0, 3, 6))),
            "seats": seats,
        }
        for event in (opened, opened | {"stakes": self._stakes(game)}, opened | {"options": {}}):
            try:
                self.docket.record(event)
            except Refused:
                continue
            self.events.append(event)
            break
        for seat in range(1, max(3, seats - rng.randint(0, 1)) + 1):
            chips = rng.choice((500, 500, 500, 200, 60, 25, 12, 5, "25/2"))
            named = rng.choice(NAMES) if rng.random() < 0.2 else f"P{seat}"
            seated = {"type": "player_seated", "seat": seat, "player": named, "chips": chips}
            if rng.random() < 0.03 or (game == "baseball" and rng.random() < 0.7):
                del seated["chips"]
            self._try(seated)
        if rng.random() < 0.8:
            value = rng.choice(("off", "off", "on"))
            self._try({"type": "announced", "topic": "joker_in_use", "value": value})
        if game == "blue-beacon":
            self._try({"type": "announced", "topic": "draw_limit", "value": rng.randint(1, 5)})

    def _stakes(self, game: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = load().game(game).usual_stakes
        return found

    def _options(self, most: int) -> dict[str, Any]:
        options = load().options()
        wanted = self.rng.sample(sorted(options), most)
        found = {}
        for name in wanted:
            values = options[name].wire().get("values")
            if isinstance(values, list):
                found[name] = self.rng.choice(values)
            elif isinstance(values, dict) and "least" in values:
                least = values["least"] or 0
                found[name] = self.rng.randint(least, min(values["most"] or 6, least + 6))
        return found

    # --- What may properly come next -----------------------------------------------------

    def _proper(self) -> Event | None:
        rng, state = self.rng, state_json(self.docket.state)
        offered = [one["events"][0] for one in state["next"]]
        if not offered:
            return None
        event = dict(rng.choice(offered))
        wagers = [one for one in offered if one.get("verb") in ("bet", "call", "check", "raise")]
        if wagers and rng.random() < 0.7:
            event = dict(rng.choice(wagers))
        kind, hand = event["type"], state["hand"] or {}
        if kind in ("misdeal_called", "hand_ended") and len(offered) > 1 and rng.random() < 0.7:
            event = dict(rng.choice(offered))
            kind = event["type"]
        if kind == "dealt" and "card" not in event:
            up = event.get("face") == "up" or event.get("to") == "board"
            if up or (self.known and rng.random() < 0.9):
                event["card"] = self._card()
        if kind == "exposed":
            event.setdefault("card", self._card())
        if kind == "draw_indicated":
            event.setdefault("count", rng.choice((0, 1, 2, 3, 3, 4, 5)))
        if kind == "shown":
            count = hand.get("seats", {}).get(str(event.get("seat")), {}).get("cards") or 5
            size = count if isinstance(count, int) else 5
            event.setdefault("cards", self._cards(size))
        if kind == "player_seated":
            event.setdefault("player", "Newcomer")
            event.setdefault("chips", 100)
        return event

    def _card(self) -> str:
        """Mostly one that has not been seen in this hand."""
        if self.rng.random() < 0.04:
            return self.rng.choice((*CARDS, "Jk"))
        used = set()
        for event in reversed(self.events):
            if event["type"] == "hand_started":
                break
            used.update(_cards_of(event))
        left = [card for card in CARDS if card not in used] or CARDS
        return self.rng.choice(left)

    def _cards(self, size: int) -> list[str]:
        return self.rng.sample(CARDS, min(size, len(CARDS)))

    # --- Anything ----------------------------------------------------------------------

    def _odd(self) -> Event:
        rng = self.rng
        kind = rng.choice(OUGHT) if rng.random() < 0.8 else rng.choice(sorted(EVENTS))
        if kind in ("table_closed", "table_opened") and rng.random() < 0.8:
            kind = "noted"
        event = getattr(self, f"_{kind}", lambda: self._filled(kind))()
        if rng.random() < 0.03:
            event["_device"] = {"note": "kept", "at": [1, None, True]}
        if rng.random() < 0.02:
            event["id"] = f"e{rng.randint(1, 9)}"
        if rng.random() < 0.02:
            event["at"] = "2026-01-01T21:10:00Z"
        if rng.random() < 0.02:
            event["hand"] = max(1, self.docket.state.number)
        if rng.random() < 0.01:
            event["observer"] = "camera 4"
        if rng.random() < 0.02:
            event[rng.choice(("seta", "amuont", "colour"))] = rng.choice((1, "x", None))
        return event

    def _acted(self) -> Event:
        rng = self.rng
        verb = rng.choice(("check", "call", "fold", "bet", "raise"))
        event: Event = {"type": "acted", "seat": self._seat(), "verb": verb}
        hand = self.docket.state.hand
        if rng.random() < 0.5 and hand is not None and hand.to_act is not None:
            event["seat"] = hand.to_act
        if verb in ("bet", "raise") or rng.random() < 0.1:
            event["to"] = rng.choice((rng.randint(0, 60), 5, 10, 15, 20, 30, 40, "7/2"))
        if rng.random() < 0.15:
            event["all_in"] = True
        if rng.random() < 0.12:
            event["chips"] = [rng.choice((1, 5, 25, 100)) for _ in range(rng.randint(1, 3))]
            if rng.random() < 0.6:
                event.pop("verb")
        return event

    def _attention_called(self) -> Event:
        rng = self.rng
        event: Event = {"type": "attention_called", "about": rng.choice(subjects())}
        if rng.random() < 0.7:
            event["by"] = rng.choice((self._seat(), self._seat(), "dealer", "floor"))
        if rng.random() < 0.8:
            event["seat"] = self._seat()
        if rng.random() < 0.2:
            event["entry"] = rng.randint(1, self.docket.state.seq + 1)
        if rng.random() < 0.4:
            event["facts"] = {f: rng.random() < 0.6 for f in rng.sample(FACTS, rng.randint(1, 3))}
        return event

    def _floor_decided(self) -> Event:
        rng, known = self.rng, list(self.docket.rulings)
        event: Event = {"type": "floor_decided", "decision": rng.choice(("upheld", "overridden"))}
        if known and rng.random() < 0.9:
            event["ruling"] = rng.choice(known[-4:])
        if rng.random() < 0.8:
            event["reason"] = rng.choice(("in fairness", "seat 3's Ah was seen", "…"))
        if event["decision"] == "overridden" and rng.random() < 0.7:
            event["outcomes"] = [self._outcome() for _ in range(rng.randint(1, 2))]
        return event

    def _outcome(self) -> dict[str, Any]:
        rng = self.rng
        found: dict[str, Any] = {"code": rng.choice(sorted(OUTCOME_CODES))}
        if rng.random() < 0.8:
            found["seat"] = self._seat()
        if rng.random() < 0.3:
            found["amount"] = rng.choice((1, 5, 10, "5/2"))
        if rng.random() < 0.1:
            found["card"] = self._card()
        return found

    def _entry_corrected(self) -> Event:
        rng = self.rng
        last = max(2, self.docket.state.seq)
        entry = rng.randint(max(2, last - 12), last) if rng.random() < 0.8 else rng.randint(1, last)
        event: Event = {"type": "entry_corrected", "entry": entry, "reason": "a slip"}
        if rng.random() < 0.7 and entry <= len(self.events):
            was = {k: v for k, v in self.events[entry - 1].items() if k != "id"}
            event["replacement"] = self._otherwise(was) if rng.random() < 0.8 else self._odd()
        return event

    def _otherwise(self, was: Event) -> Event:
        rng, new = self.rng, dict(was)
        for name in ("seat", "card", "to", "count", "amount", "verb"):
            if name in new and rng.random() < 0.6:
                new[name] = {
                    "seat": self._seat(),
                    "card": self._card(),
                    "to": rng.randint(1, 20) if new["type"] == "acted" else self._seat(),
                    "count": rng.randint(0, 6),
                    "amount": rng.randint(1, 12),
                    "verb": rng.choice(("check", "call", "fold")),
                }[name]
        return new

    def _filled(self, kind: str) -> Event:
        """An event with what it needs and some of what it may have, by what each field holds."""
        event: Event = {"type": kind}
        for name, spec in EVENTS[kind].specs.items():
            envelope = name in ("id", "at", "hand", "device_seq", "observer")
            if spec.required or (not envelope and self.rng.random() < 0.4):
                event[name] = self._value(name, spec)
        return event

    def _value(self, name: str, spec: Any) -> Any:
        rng = self.rng
        if spec.choices:
            return rng.choice(spec.choices)
        if name == "game":
            return rng.choice(sorted(load().games()))
        if name == "topic":
            return rng.choice(TOPICS)
        kinds: dict[str, Callable[[], Any]] = {
            "SEAT": self._seat,
            "PARTY": lambda: rng.choice((self._seat(), "dealer", "floor")),
            "PLACE": lambda: rng.choice(
                (self._seat(), self._seat(), "board", "burn", "stub", "discards", "aside", "scrap")
            ),
            "NUMBER": lambda: rng.randint(0, 3),
            "MANY_CARDS": lambda: rng.randint(0, 7),
            "POSITIVE": lambda: rng.randint(1, 9),
            "AMOUNT": lambda: rng.choice((rng.randint(0, 30), 2, 5, 10, "1/3")),
            "CARD": self._card,
            "CARDS": lambda: self._cards(rng.randint(1, 5)),
            "SEATS": lambda: sorted(rng.sample(range(1, 7), rng.randint(2, 5))),
            "TEXT": lambda: rng.choice((*NAMES, "a remark on the Kd", "x")),
            "FLAG": lambda: rng.random() < 0.5,
            "COUNTS": lambda: {str(self._seat()): rng.randint(0, 6)},
            "SHARES": lambda: {str(self._seat()): rng.choice((0, 5, 12, 40, "9/2"))},
            "AMOUNTS": lambda: [rng.choice((1, 5, 25)) for _ in range(rng.randint(1, 3))],
            "FACTS": lambda: {rng.choice(FACTS): rng.random() < 0.5},
            "SETTINGS": lambda: dict(self._stakes(rng.choice(sorted(load().games())))),
            "VALUE": lambda: rng.choice(("on", "off", 3, True, ["a"], {"pot": 12}, "hearts")),
        }
        return kinds[spec.kind.name]()

    def _seat(self) -> int:
        return self.rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, 9))


def _cards_of(event: Event) -> list[str]:
    one = event.get("card")
    return [*([one] if isinstance(one, str) else []), *(event.get("cards") or [])]


def main() -> None:
    """Walk anew and keep the walks."""
    store("walks", walks())
