"""What the table has seen of a hand's cards, and where.

A card counts as seen in a place (a seat, the board, a pile) once an entry in force put it
there face up, exposed it or showed it. Nothing here asks who wants to know: a reader's
rights are another matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.record.corrections import Fixes
from adjudicator.record.docket import Docket
from adjudicator.table.hand import Hand
from adjudicator.values.fields import PLACES
from adjudicator.values.frozen import Frozen

Place = int | str | None  # None: nobody's in particular
Spot = tuple[Place, str]

# Entries after which a card lies where the stub has it, or where it was dealt from the stub.
OFF_THE_DECK = (ev.Dealt, ev.RoundDealt, ev.CardMoved, ev.Discarded)


class Seen(Frozen):
    """What the table has seen of a hand's cards: where, until which entry, and at all.

    ``dealt`` are the entries that last dealt a card to where it lies, ``buried`` those whose
    card nobody had seen when its twin was dealt to the same place.
    """

    spots: Mapping[Spot, int]
    dealt: Mapping[Spot, int]
    buried: Mapping[int, Spot]
    also: frozenset[str] = frozenset()

    def shows(self, spot: Spot, dealt: int = 0) -> bool:
        """Whether the card was seen there since it was dealt there by an entry."""
        return dealt not in self.buried and self.spots.get(spot, -1) >= dealt

    def lies_open(self, spot: Spot) -> bool:
        """Whether the card that lies there by now was seen there, and is no unseen twin."""
        twin = spot in self.buried.values()
        return not twin and self.shows(spot, self.dealt.get(spot, 0))

    @property
    def cards(self) -> frozenset[str]:
        """Every card that was seen somewhere."""
        return self.also.union(card for _, card in self.spots)


@dataclass
class Sightings:
    """The cards of a hand that the table has seen, as far as the entries were looked at.

    ``until`` is how many of the docket's entries were, under the corrections ``fixes``.
    ``spots`` has the last entry that showed a card at a place, ``dealt`` the last that
    dealt it there, ``buried`` those that dealt it there unseen before its twin came.
    """

    until: int
    fixes: Fixes
    spots: dict[Spot, int] = field(default_factory=dict)
    dealt: dict[Spot, int] = field(default_factory=dict)
    buried: dict[int, Spot] = field(default_factory=dict)

    def look(self, docket: Docket, until: int, played: Hand | None) -> Seen:
        """Go on to the docket's first ``until`` entries; ``played`` is the hand at its last."""
        for entry in docket.entries[self.until : until]:
            event = docket.in_force(entry)
            if event is not None:
                if isinstance(event, ev.Dealt):
                    self._deal(spots_of(event), entry.seq)
                turned = turned_up(docket, event, entry.seq, played)
                self.spots |= dict.fromkeys((*self._shown_by(event), *turned), entry.seq)
        self.until = until
        return Seen(self.spots, self.dealt, self.buried)

    def _deal(self, spots: Iterable[Spot], seq: int) -> None:
        for spot in spots:
            before = self.dealt.get(spot)
            if before is not None and self.spots.get(spot, -1) < before:
                self.buried[before] = spot
            self.dealt[spot] = seq

    def _shown_by(self, event: Event) -> Iterator[Spot]:
        if isinstance(event, ev.CardMoved):
            if event.to == "board" or (event.from_, event.card) in self.spots:
                yield from spots_of(event)
        elif isinstance(event, ev.Dealt):
            if event.card is not None and (event.face == "up" or event.off_table):
                yield from ((event.to, event.card), ("aside", event.card))
        elif isinstance(event, ev.Exposed | ev.BoxedFound | ev.DeckFaultFound | ev.Shown):
            for place, card in spots_of(event):
                yield place, card
                if place is None:
                    yield from ((other, card) for other in PLACES)


def spots_of(event: Event) -> list[Spot]:
    """The cards an entry names, and where they lie."""
    if isinstance(event, ev.Dealt):
        found: list[tuple[Place, str | None]] = [(event.to, event.card)]
    elif isinstance(event, ev.CardMoved):
        found = [(event.to, event.card), (event.from_, event.card)]
    elif isinstance(event, ev.Exposed):
        found = [(event.seat, event.card)]
    elif isinstance(event, ev.BoxedFound | ev.DeckFaultFound):
        found = [(None, event.card)]
    elif isinstance(event, ev.Discarded | ev.Shown):
        found = [(event.seat, card) for card in event.cards or ()]
    else:
        found = []
    return [(place, card) for place, card in found if card is not None]


def dealt_by(event: Event, seq: int) -> int:
    """The entry since when a card lies where this one has it, if it came from the stub."""
    return seq if isinstance(event, ev.Dealt) else 0


def turned_up(docket: Docket, event: Event, seq: int, played: Hand | None) -> Iterator[Spot]:
    """A card moved to where the hand was short of an upcard lies face up there."""
    if not isinstance(event, ev.CardMoved) or not isinstance(event.to, int):
        return
    if event.card is None or played is None or not played.profile.stud:
        return
    then = docket.state_at(seq).hand
    for hand in (then, played):  # a correction since may have made it an upcard
        seat = hand.seats.get(event.to) if hand is not None else None
        if seat is not None and event.card in seat.up:
            yield event.to, event.card


def open_cards(hand: Hand) -> Iterator[str]:
    """The cards that lie or lay open in a hand."""
    yield from hand.board
    for seat in hand.seats.values():
        yield from (*seat.up, *seat.exposed, *seat.shown)
