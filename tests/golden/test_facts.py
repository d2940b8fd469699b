"""A fact cites the entry that proves it, in everything the stored logs come to."""

import re
from collections.abc import Iterator

import pytest

from adjudicator.log.events import EntryCorrected, Event
from tests.golden.doors import Docket, Refused, load
from tests.golden.inputs import logs

SOURCES = ("docs", "cases", "tests", "hands", "walks")
PARTS = 8
ASKED = ("attention_called",)
ACTS = ("acted", "rapped", "mucked", "pot_declared_open", "announced")
# What a fact says, and the entries that can prove it.
PROVED_BY = {
    r"a question about |pointed out: |pointed out of |.* is said to |the rulebook knows no": ASKED,
    r"seat \d+ is not at the table|nobody knows the order of the board": ASKED,
    r"seat \d+ (picked up|threw its cards into|showed its cards to another)": ASKED,
    r"pointed out (before|after) ": (
        *ASKED,
        "misdeal_called",
        "hand_counted",
        "deck_fault_found",
        "boxed_found",
        "shown",
        "card_moved",
        "exposed",
        "dealt",
    ),
    r"seat \d+ (was there and acted|had acted|acted|has acted)": ACTS,
    r"seat \d+ (put in|made the last bet|opened|started the betting|called and put)": ACTS,
    r"seat \d+ (kept the discards under)": ("discarded",),
    r"seat \d+ (said it was splitting|asked for|draws last and wants)": ("draw_indicated",),
    r"seat \d+ (posted|antes|anted|paid)": ("posted",),
    r"seat \d+ (showed|tabled)": ("shown", "exposed", "attention_called", "dealt"),
    r"seat \d+ (was served|got its replacement)": ("dealt",),
    r"a (fifth|replacement) card .*(went|to seat|was dealt)": ("dealt", "exposed", "round_dealt"),
    r"a card (was dealt|went|due|to seat)": ("dealt", "exposed", "round_dealt"),
    r"a card lay face up in the deck": ("boxed_found",),
    r"the .* came without a burn|one more card was burned": ("dealt", "round_dealt"),
    r".* was pushed$|chips were pushed": ("pot_awarded",),
    r"the button (is|was) at|seat \d+ (sat out|was entitled)": ("hand_started", "table_opened"),
}
# What a fact says that a seat has done: the entry is that seat's own.
OWN = re.compile(
    r"seat (\d+) (was there and acted|had acted|acted|put in|made the last|opened|started the|kept"
    r"|said it was|asked for|posted|antes|anted|paid|showed|tabled|was served|got its|declares the)"
)


def judged(events: list[dict[str, object]]) -> Docket:
    """A stored log, with what is refused left out."""
    docket = Docket(load())
    for line, raw in enumerate(events, 1):
        while docket.state.seq < line - 1:
            docket.skip()
        try:
            docket.record(raw)
        except Refused:
            if line == 1:
                break
    return docket


def misplaced(fact: str, event: Event | None) -> str | None:
    """Why an entry cannot be the proof of a fact; ``None`` if it can."""
    if event is None:
        return "there is no such entry"
    for said, types in PROVED_BY.items():
        if re.match(said, fact) and event.type not in types:
            return f"{event.type} proves no such thing"
    own = OWN.match(fact)
    seat = getattr(event, "seat", None) or getattr(event, "to", None)
    if own and event.type != "announced" and isinstance(seat, int) and seat != int(own[1]):
        return f"it is about seat {seat}"
    return None


def wrong(docket: Docket) -> Iterator[str]:
    """Facts of a log that cite an entry which does not prove them."""
    stands = {entry.seq: docket.in_force(entry) for entry in docket.entries}
    for ruling in docket.rulings.values():
        if ruling.status == "withdrawn":
            continue
        for fact in ruling.because:
            event = None if fact.seq > ruling.seq else stands.get(fact.seq)
            why = misplaced(fact.fact, event)
            if why is not None:
                yield f"{ruling.rule} {ruling.id} cites {fact.seq} for {fact.fact!r}: {why}"


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_fact_cites_an_entry_that_proves_it(source: str, part: int) -> None:
    told = [
        f"{name}: {one}"
        for name, events in list(logs(source).items())[part::PARTS]
        if all(event.get("type") != EntryCorrected.type for event in events)
        for one in wrong(judged(events))
    ]
    assert not told, "\n".join(told[:20])


def test_a_fact_that_cites_another_entry_is_found() -> None:
    """The same words with the entry before or after, another seat's act, and no entry at all."""
    docket = judged(logs("docs")["docs/hand"])
    by_type = {entry.event.type: entry.event for entry in docket.entries}
    act, card = by_type["acted"], by_type["dealt"]
    seat = getattr(act, "seat", 0)

    assert misplaced(f"seat {seat} put in 5 of 10", act) is None
    assert misplaced(f"seat {seat + 1} put in 5 of 10", act) is not None
    assert misplaced(f"seat {seat} put in 5 of 10", card) is not None
    assert misplaced("a question about the weather", card) is not None
    assert misplaced("the hand is over", None) is not None
