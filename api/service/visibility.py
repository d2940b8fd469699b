"""What a reader may see: cards that the table has not seen are left out, shape by shape.

Whatever names a card is masked for a reader not entitled to the hand, unless the table
has seen the card there (``adjudicator.record.public_knowledge``).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.rulings import Ruling
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.log.reading import parse
from adjudicator.record.docket import ENVELOPE, Docket
from adjudicator.record.public_knowledge import (
    OFF_THE_DECK,
    Seen,
    Sightings,
    dealt_by,
    open_cards,
    spots_of,
)
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.cards import JOKER
from adjudicator.values.frozen import replace
from adjudicator.view import calls_json, state_json
from api.service.live_tables import LiveTable
from api.service.masking import EVERY_CARD, HIDDEN, cards_in, masked, masked_text
from api.service.problems import Problem
from api.service.roles import Caller, Concealed

Json = dict[str, Any]


def _without_notes(content: Json) -> Json:
    """Without what a device noted for itself: a card may stand there in any form."""
    return {name: value for name, value in content.items() if name[:1] != "_"}


class Visibility:
    """What one reader may see of one table; only for whoever holds the table's lock."""

    def __init__(self, live: LiveTable, right: Concealed) -> None:
        self._live = live
        self._right = right
        self._known: dict[int, Seen] = {}

    @classmethod
    def of(cls, live: LiveTable, caller: Caller) -> Visibility:
        """What a caller may see of a table."""
        return cls(live, caller.role.concealed)

    @property
    def whole(self) -> bool:
        """Whether nothing is masked for the reader."""
        return self._right is Concealed.ALWAYS

    def clear(self, hand: int) -> bool:
        """Whether the reader is entitled to every card of a hand."""
        if self._right is Concealed.AFTER_HAND:
            now = self._live.docket.state
            return hand < now.number or not now.hand_on
        return self.whole

    def _seen(self, hand: int) -> Seen:
        if hand not in self._known:
            self._known[hand] = self._seen_in(hand)
        return self._known[hand]

    def _seen_in(self, hand: int) -> Seen:
        live, docket = self._live, self._live.docket
        first, last = bisect_left(live.hand_numbers, hand), bisect_right(live.hand_numbers, hand)
        sightings = live.sightings.get(hand)
        if sightings is None or sightings.fixes != docket.fixes:
            live.sightings.clear()
            sightings = live.sightings[hand] = Sightings(first, docket.fixes)
        played = live.hand_ends.get(hand)
        return sightings.look(docket, last, None if played is None else played.hand)

    def _hand_of(self, seq: int) -> int:
        return self._live.hand_of(seq)

    def event(self, content: Json, seq: int) -> Json:
        """An event of the record."""
        hand = self._hand_of(seq)
        return content if self.clear(hand) else self._event(content, seq, hand)

    def _event(self, content: Json, seq: int, hand: int) -> Json:
        seen = self._seen(hand)
        try:
            event = parse(content)
        except Refused:
            return dict(masked(content, frozenset()))  # a replacement that cannot be read
        if isinstance(event, ev.EntryCorrected):
            return self._correction(content, hand, event)
        named = spots_of(event)
        dealt = dealt_by(event, seq)
        shown = frozenset(spot[1] for spot in named if seen.shows(spot, dealt))
        all_seen = bool(named) and shown.issuperset(card for _, card in named)
        if isinstance(event, OFF_THE_DECK) and not all_seen:
            content = _without_notes(content)
        return dict(masked(content, shown if named else seen.cards))

    def _correction(self, content: Json, hand: int, event: ev.EntryCorrected) -> Json:
        about = self._hand_of(event.entry)
        visible: Json = masked({**content, "replacement": None}, self._seen(hand).cards)
        if event.replacement is None:
            del visible["replacement"]
            return visible
        inside = dict(content["replacement"])
        return visible | {"replacement": self._event(inside, event.entry, about)}

    def entry(self, content: Json) -> Json:
        """An entry: who recorded what, and its hashes.

        Entries of the first release have no salt; from their hashes a card could be found.
        """
        event = content["event"]
        visible = self.event(event, content["seq"])
        unsalted = "salt" not in content and not self.clear(self._hand_of(content["seq"]))
        if visible == event and not unsalted:
            return content
        left_out = ("salt", "hash", "prev_hash") if unsalted else ("salt",)
        kept = {name: value for name, value in content.items() if name not in left_out}
        return kept | ({} if visible == event else {"event": visible, "masked": True})

    def entries(self, entries: Sequence[Json]) -> list[Json]:
        """Entries in order."""
        return list(entries) if self.whole else [self.entry(one) for one in entries]

    def withholds(self, content: Json) -> bool:
        """Whether a ruling rests on a card where the reader may not see it.

        That such a ruling was given, and when, would tell what lies there.
        """
        if self.clear(content["hand"]):
            return False
        rests_on = [need["card"] for need in content["needs"] if "card" in need]
        proofs = [fact["seq"] for fact in content["because"]]
        return not all(self._saw(seq, card) for seq in proofs for card in rests_on)

    def knows_of(self, ruling: Ruling) -> bool:
        """Whether the reader may know that there is this ruling."""
        return not ruling.unconfirmed or not self.withholds(ruling.wire())

    def ruling(self, content: Json) -> Json:
        """A ruling that is not withheld: its outcomes, needs, options and words.

        A card is named where the table has seen it at every place the ruling is about. Its
        words name no card but those in its fields, and cards in examples of the law.
        """
        hand = content["hand"]
        if self.clear(hand):
            return content
        about = {content["seq"], *(fact["seq"] for fact in content["because"])}
        seen = self._seen(hand).cards | {JOKER}  # a joker is spoken of before one is seen
        named = cards_in(content)
        hidden = named - seen
        hidden |= {one for one in named - hidden for seq in about if self._hides(seq, one)}
        return dict(masked(content, EVERY_CARD - hidden))

    def _saw(self, seq: int, card: str) -> bool:
        """Whether an entry puts the card where the table has seen it."""
        *_, event = self._versions(seq)
        return event is not None and self._seen_where_put(seq, event, card) is True

    def _hides(self, seq: int, card: str) -> bool:
        """Whether an entry puts the card, or put it at first, where nobody has seen it."""
        versions = filter(None, self._versions(seq))
        return any(self._seen_where_put(seq, event, card) is False for event in versions)

    def _versions(self, seq: int) -> tuple[Event | None, ...]:
        """An entry as it was recorded, and what stands for it now."""
        docket = self._live.docket
        if seq <= docket.base:
            return (None,)
        entry = docket.entry(seq)
        return entry.event, docket.in_force(entry)

    def _seen_where_put(self, seq: int, event: Event, card: str) -> bool | None:
        """Whether the table has seen the card where an entry has it; ``None`` if it has not."""
        seen, dealt = self._seen(self._hand_of(seq)), dealt_by(event, seq)
        put = [spot for spot in spots_of(event) if spot[1] == card]
        return any(seen.shows(spot, dealt) for spot in put) if put else None

    def rulings(self, rulings: Iterable[Json]) -> list[Json]:
        """Rulings in order, without those that are withheld."""
        return [self.ruling(one) for one in rulings if not self.withholds(one)]

    def steps(self, steps: list[Json]) -> list[Json]:
        """Dues, or the entries that may come next."""
        hand = self._live.docket.state.number
        if self.clear(hand):
            return steps
        return list(masked(steps, self._seen(hand).cards))

    def response(self, content: Json) -> Json:
        """The response to an append."""
        if self.whole:
            return content
        told: Json = {n: self.rulings(content[n]) for n in ("rulings", "changed") if n in content}
        return (
            content
            | told
            | {
                "entries": self.entries(content["entries"]),
                "dues": self.steps(content["dues"]),
                "next": self.steps(content["next"]),
            }
        )

    def state(self, state: State) -> Json:
        """The table after an entry."""
        content = state_json(state)
        if self.clear(state.number):
            return content
        seen = self._seen(state.number)
        if state.hand is not None:
            seen = replace(seen, also=frozenset(open_cards(state.hand)))
            content["hand"] = self._hand(content["hand"], state.hand, seen)
        content["table"]["announced"] = masked(content["table"]["announced"], seen.cards)
        for name in ("dues", "next", "calls"):
            content[name] = masked(content[name], seen.cards)
        return content

    def calls(self, state: State) -> list[Json]:
        """The calls for the floor after an entry."""
        return self.steps(calls_json(state))

    def hand(self, hand: Hand, content: Json) -> Json:
        """A hand as it stood."""
        if self.clear(hand.number):
            return content
        return self._hand(content, hand, self._seen(hand.number))

    @staticmethod
    def _hand(content: Json, hand: Hand, seen: Seen) -> Json:
        seats = {}
        for name, shown in content["seats"].items():
            number = int(name)
            seat = hand.seats[number]
            public = {*seat.up, *seat.shown}
            cards = [c for c in shown["cards"] if c in public or seen.lies_open((number, c))]
            # In the order they came to light: that of the hand tells what lies between.
            lit = sorted(dict.fromkeys(cards), key=lambda c: seen.spots.get((number, c), -1))
            seats[name] = {**shown, "cards": lit}
        return {**content, "seats": seats}

    def problem(self, problem: Problem) -> Problem:
        """An error, without concealed cards that its words would give away."""
        if self.whole:
            return problem
        seen = self._seen(self._live.docket.state.number).cards
        more = {n: v if n == "entries" else masked(v, seen) for n, v in problem.more.items()}
        if "entries" in more:
            more["entries"] = self.entries(more["entries"])
        return Problem(
            problem.code,
            masked_text(problem.detail, seen),
            {
                path: [masked_text(one, seen) for one in said]
                for path, said in problem.errors.items()
            },
            problem.status,
            **more,
        )

    def docket(self) -> Docket:
        """The table judged on what the reader may know, free to be added to.

        What would follow from an entry must not tell a guessed card from a wrong guess.
        """
        docket = self._live.docket
        known = self.contents()
        if self.whole or known == [one.event.content() for one in docket.entries]:
            return docket.fork()
        judged = Docket(docket.law, base=docket.began)
        for event in known:
            judged.record(event)
        return judged

    def contents(self) -> list[Json]:
        """Every event of the log as the reader may know it, each fit to be judged."""
        return [self._fit(one.event.content(), one.seq) for one in self._live.docket.entries]

    def _fit(self, content: Json, seq: int) -> Json:
        visible = self.event(content, seq)
        return visible if visible == content else _readable(visible)


def _readable(content: Json) -> Json:
    """An event, or a note in place of one that is nothing without the card it named.

    Such an entry has been corrected: what stands was shown to the table, and is not masked.
    """
    try:
        parse(content)
    except Refused:
        kept = {name: content[name] for name in ENVELOPE if name in content}
        return {"type": "noted", "text": HIDDEN} | kept
    return content
