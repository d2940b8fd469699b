"""The short language in which the log of a worked example is told, one step a line.

``3 calls`` is a call by seat 3, ``deal`` a whole deal, ``asked short_hand of 3`` a question;
``PHRASES`` lists every form. What a step leaves out (the amount of a call, who antes) is
filled in from what may properly come next, so a script reads like a hand told at the bar.
Any event can be told by its type: ``rapped seat=3``. ``@name`` at the end of a step names
its entry; ``entry=@name`` refers to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from adjudicator.log.events import EVENTS
from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.values.frozen import Frozen
from adjudicator.view import state_json
from rulebook.reading.toml_table import nearest

Entry = dict[str, Any]

# What the dealer turns up where the script does not say: a dull board, and upcards of
# which the first of four seats always shows the best.
BOARD = ("Kh", "9h", "2h", "5c", "Jd")
UPCARDS = tuple(
    f"{rank}{suit}" for ranks in ("AK86", "QJT752") for suit in "shdc" for rank in ranks
)
LONGEST = 200  # entries until a hand that is played on must have got somewhere


class Step(Frozen):
    """One step: the seats it begins with, its verb, further words, and the fields given."""

    text: str
    seats: tuple[int, ...]
    verb: str
    words: tuple[str, ...]
    fields: Mapping[str, Any]
    mark: str

    @property
    def seat(self) -> int:
        """The one seat that does it."""
        if len(self.seats) != 1:
            raise ScriptError(self.text, "one seat, before the verb")
        return self.seats[0]

    def number(self, place: int = 0) -> int | None:
        """A number among its words, if it stands there."""
        found = self.words[place] if len(self.words) > place else ""
        return int(found) if found.isdecimal() else None


class ScriptError(ValueError):
    """A step that cannot be read, and what would be allowed."""

    def __init__(self, step: str, allowed: str) -> None:
        super().__init__(f"found {step!r}; allowed: {allowed}")


@dataclass
class Telling:
    """A log as far as it has been told, judged as it goes."""

    docket: Docket
    marks: dict[str, int] = field(default_factory=dict)
    cards: Iterator[str] = field(default_factory=lambda: iter(BOARD))
    upcards: Iterator[str] = field(default_factory=lambda: iter(UPCARDS))

    def add(self, entry: Mapping[str, Any]) -> None:
        """Record one entry."""
        self.docket.record(entry)

    def tell(self, step: Step) -> None:
        """Record the entries of one step; each may ask what the one before led to."""
        for entry in _phrase(step)(self, step):
            self.add({**entry, **step.fields})
        if step.mark:
            self.marks[step.mark] = self.docket.state.seq

    @property
    def offers(self) -> list[Entry]:
        """What may properly come next."""
        return next_entries(self.docket.state)

    @property
    def hand(self) -> Mapping[str, Any] | None:
        """The hand as readers see it."""
        found: Mapping[str, Any] | None = state_json(self.docket.state)["hand"]
        return found

    @property
    def bet_to_match(self) -> Any:
        """The highest bet of the round."""
        seats = (self.hand or {}).get("seats", {})
        return max((seat["bet"] for seat in seats.values()), default=0)

    def offered(self, **like: Any) -> Iterator[Entry]:
        """The proper next entries that have these values."""
        return (one for one in self.offers if like.items() <= one.items())


def steps(script: str, starts: Mapping[str, str], marks: Mapping[str, int]) -> Iterator[Step]:
    """The steps of a script; a name of ``starts`` stands for the script it names."""
    for text in _lines(script):
        if text in starts:
            yield from steps(starts[text], starts, marks)
        else:
            yield _step(text, marks)


def _lines(script: str) -> Iterator[str]:
    for text in script.replace(";", "\n").splitlines():
        if text.strip():
            yield " ".join(text.split())


def _step(text: str, marks: Mapping[str, int]) -> Step:
    words = text.split()
    mark = words.pop()[1:] if words[-1].startswith("@") else ""
    told, given = _parted(words, "given")
    fields = dict(_field(word, marks) for word in told if "=" in word)
    if given:
        fields["facts"] = _facts(" ".join(given))
    seats, plain = _seats([word for word in told if "=" not in word])
    if not plain:
        raise ScriptError(text, "a verb")
    return Step(text, seats, plain[0], tuple(plain[1:]), fields, mark)


def _parted(words: list[str], mark: str) -> tuple[list[str], list[str]]:
    """What comes before a word, and what after it."""
    place = words.index(mark) if mark in words else len(words)
    return words[:place], words[place + 1 :]


def _field(word: str, marks: Mapping[str, int]) -> tuple[str, Any]:
    name, value = word.split("=", 1)
    return name, _value(value, marks)


def _seats(words: list[str]) -> tuple[tuple[int, ...], list[str]]:
    """The seats that a step begins with, and the words after them."""
    seats = tuple(map(int, takewhile(str.isdecimal, words)))
    return seats, words[len(seats) :]


def _facts(text: str) -> dict[str, bool]:
    found = [one.strip() for one in text.split(",")]
    return {one.removeprefix("not "): not one.startswith("not ") for one in found}


def _value(text: str, marks: Mapping[str, int]) -> Any:
    """A value of a field: the number of a marked entry, JSON, or plain text."""
    if text.startswith("@"):
        return marks[text[1:]]
    try:
        return json.loads(text)
    except ValueError:
        return text


# --- Phrases ----------------------------------------------------------------------------

Phrase = Callable[[Telling, Step], Iterable[Entry]]


def _phrase(step: Step) -> Phrase:
    """What the verb of a step stands for; any type of event stands for itself."""
    if step.verb in PHRASES:
        return PHRASES[step.verb]
    if step.verb in EVENTS:
        return _itself
    known = (*PHRASES, *EVENTS)
    raise ScriptError(step.text, f"a verb or type of event{nearest(step.verb, known)}")


def _itself(told: Telling, step: Step) -> Iterable[Entry]:
    seat = {"seat": step.seat} if step.seats else {}
    return [{"type": step.verb, **seat}]


def _places(words: Iterable[str]) -> list[int | str]:
    return [_place(word) for word in words]


def _place(word: str) -> int | str:
    return int(word) if word.isdecimal() else word


def _after(step: Step, word: str) -> str | None:
    """The word that follows another."""
    words = step.words
    return words[words.index(word) + 1] if word in words[:-1] else None


def _party(step: Step, word: str = "by") -> dict[str, Any]:
    found = _after(step, word)
    return {} if found is None else {"by": _place(found)}


# The hand, the posts and the deal.


def _hand(told: Telling, step: Step) -> Iterable[Entry]:
    """``hand 6``: a hand with the button on seat 6; ``hand 6 with 1 2 6`` names the seats."""
    given = [int(word) for word in step.words[2:]]
    seats = {"seats": given} if given else {}
    return [{"type": "hand_started", "button": step.number(), **seats}]


def _antes(told: Telling, step: Step) -> Iterator[Entry]:
    """``antes``: every ante that is due; ``1 3 ante`` only these."""
    due = [one for one in told.offered(type="posted") if one["kind"] in ("ante", "antes")]
    yield from (one for one in due if not step.seats or one["seat"] in step.seats)


def _blinds(told: Telling, step: Step) -> Iterator[Entry]:
    """``blinds``: every blind that is due."""
    due = [one for one in told.offered(type="posted") if one["kind"].endswith("blind")]
    yield from due


def _posts(told: Telling, step: Step) -> Iterator[Entry]:
    """``3 posts big_blind``: as it is due; ``3 posts ante 1`` another amount."""
    for seat in step.seats:
        kind, amount = step.words[0], step.number(1)
        due = next(told.offered(type="posted", seat=seat, kind=kind), {})
        yield {**due, "type": "posted", "seat": seat, "kind": kind} | (
            {} if amount is None else {"amount": amount}
        )


def _deal(told: Telling, step: Step) -> Iterator[Entry]:
    """``deal``: all face-down cards of the stage and the dealer's word that it is done."""
    yield from _pass(told, step)
    yield {"type": "deal_completed"}


def _pass(told: Telling, step: Step) -> Iterator[Entry]:
    """``round 4``: four cards to each; ``round 5 but 3 has 4`` says where it went wrong."""
    profile = told.docket.state.profile
    assert profile is not None
    each = step.number() or len(profile.stages[0].faces)
    words = step.words
    wrong = {words[n - 1]: int(words[n + 1]) for n, w in enumerate(words) if w == "has"}
    yield {"type": "round_dealt", "each": each, **({"counts": wrong} if wrong else {})}


def _done(told: Telling, step: Step) -> Iterable[Entry]:
    """``done``: the dealer says that the deal is done."""
    return [{"type": "deal_completed"}]


def _cards(told: Telling, step: Step) -> Iterable[Entry]:
    """``card 2 3 burn``: one card each, face down; ``card 2 Kh`` says which."""
    return _dealt(step, "down")


def _ups(told: Telling, step: Step) -> Iterable[Entry]:
    """``up 1 Kc 2 2d``: upcards."""
    return _dealt(step, "up")


def _dealt(step: Step, face: str) -> Iterator[Entry]:
    places: list[Entry] = []
    for word in step.words:
        if word in ("board", "burn") or word.isdecimal():
            places.append({"type": "dealt", "to": _place(word), "face": face})
        else:
            places[-1]["card"] = word
    yield from places


def _burn(told: Telling, step: Step) -> Iterable[Entry]:
    """``burn``: a card is burned; ``burn Kh`` says which."""
    card = {"card": step.words[0]} if step.words else {}
    return [{"type": "dealt", "to": "burn", **card}]


def _board(told: Telling, step: Step) -> Iterable[Entry]:
    """``board Kh 9h 2h``: one board card after another."""
    return [{"type": "dealt", "to": "board", "face": "up", "card": card} for card in step.words]


def _exposed(told: Telling, step: Step) -> Iterable[Entry]:
    """``exposed Kh of 2``: a hidden card is seen; ``by owner``, ``by other`` or the dealer."""
    seat = _after(step, "of")
    of = {} if seat is None else {"seat": int(seat)}
    return [{"type": "exposed", "card": step.words[0], **of, **_party(step)}]


def _flips(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 flips Kh``: a card on its way to seat 2 turns over."""
    card = step.words[0]
    return [
        {"type": "dealt", "to": step.seat, "card": card},
        {"type": "exposed", "card": card, "seat": step.seat},
    ]


def _boxed(told: Telling, step: Step) -> Iterable[Entry]:
    """``boxed Kh``: a card lies face up in the stub."""
    return [{"type": "boxed_found", **({"card": step.words[0]} if step.words else {})}]


def _moved(told: Telling, step: Step) -> Iterable[Entry]:
    """``moved Kh from 2 to scrap``: a remedy by hand; the card may be left out."""
    known = step.words[0] != "from"
    card = {"card": step.words[0]} if known else {}
    ends = {name: _place(_after(step, name) or "") for name in ("from", "to")}
    return [{"type": "card_moved", **card, **ends}]


def _counts(told: Telling, step: Step) -> Iterable[Entry]:
    """``3 counts 4``: seat 3's cards are counted, and there are four."""
    return [{"type": "hand_counted", "seat": step.seat, "count": step.number()}]


def _deck(told: Telling, step: Step) -> Iterable[Entry]:
    """``deck duplicate Ks in play``: the deck itself is wrong."""
    where = _after(step, "in")
    card = step.words[1] if len(step.words) > 1 and step.words[1] != "in" else None
    more = {"card": card, "where": where}
    given = {name: value for name, value in more.items() if value is not None}
    return [{"type": "deck_fault_found", "fault": step.words[0], **given}]


# Questions and talk.


def _asked(told: Telling, step: Step) -> Iterable[Entry]:
    """``asked short_hand of 3 by 5 given untouched, not identifiable``: it is pointed out."""
    seat = _after(step, "of")
    of = {} if seat is None else {"seat": int(seat)}
    return [{"type": "attention_called", "about": step.words[0], **of, **_party(step)}]


def _says(told: Telling, step: Step) -> Iterable[Entry]:
    """``dealer says draw_limit 3``, ``2 says raise``: an announcement, or a player's claim."""
    by: dict[str, Any] = {"by": step.seat} if step.seats else {}
    to = _after(step, "to")
    value = {"value": _value(step.words[1], {})} if step.words[1:] and step.words[1] != "to" else {}
    seat = {} if to is None else {"seat": int(to)}
    return [{"type": "announced", "topic": step.words[0], **value, **seat, **by}]


def _dealer(told: Telling, step: Step) -> Iterable[Entry]:
    """``dealer says ...``"""
    return _says(told, Step(step.text, (), "says", step.words[1:], {}, ""))


def _wonders(told: Telling, step: Step) -> Iterable[Entry]:
    """``5 wonders about 2``: seat 5 asks how many cards seat 2 drew."""
    return [{"type": "draw_count_asked", "by": step.seat, "of": step.number(1)}]


def _answers(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 answers 3``: seat 2 says it drew three."""
    return [
        {"type": "draw_count_answered", "by": step.seat, "of": step.seat, "count": step.number()}
    ]


def _floor(told: Telling, step: Step) -> Iterable[Entry]:
    """``floor upholds``, ``floor overrides with hand_dead 3``: the last ruling is decided."""
    last = list(told.docket.rulings)[-1]
    if step.words[0] == "upholds":
        return [{"type": "floor_decided", "ruling": last, "decision": "upheld"}]
    words = step.words
    outcome: Entry = {"code": words[2]}
    if step.number(3) is not None:
        outcome["seat"] = step.number(3)
    if "amount" in words:
        outcome["amount"] = step.number(words.index("amount") + 1)
    decided = {"ruling": last, "decision": "overridden", "reason": "fairness"}
    return [{"type": "floor_decided", **decided, "outcomes": [outcome]}]


# Betting.


def _acts(verb: str) -> Phrase:
    """``2 bets 10``, ``3 4 fold``, ``5 calls``: an amount left out is the proper one."""

    def acts(told: Telling, step: Step) -> Iterator[Entry]:
        for seat in step.seats:
            proper = next(told.offered(type="acted", seat=seat, verb=verb), {})
            amount = step.number()
            to = {"to": amount} if amount is not None else {}
            if not proper and verb == "call" and amount is None:
                to = {"to": told.bet_to_match}
            all_in = {"all_in": True} if "all-in" in step.words else {}
            yield {**proper, "type": "acted", "seat": seat, "verb": verb, **to, **all_in}

    return acts


def _pushes(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 pushes 25``: chips go in without a word; ``chips=[25]`` where their values matter."""
    return [{"type": "acted", "seat": step.seat, "to": step.number()}]


def _raps(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 raps``: a knock on the table."""
    return [{"type": "rapped", "seat": step.seat}]


def _declares(told: Telling, step: Step) -> Iterable[Entry]:
    """``5 declares 10``: seat 5 declares the pot open."""
    to = {} if step.number() is None else {"to": step.number()}
    return [{"type": "pot_declared_open", "seat": step.seat, **to}]


def _takes_back(told: Telling, step: Step) -> Iterable[Entry]:
    """``3 takes back 10``: chips come out of the pot again."""
    return [{"type": "bet_taken_back", "seat": step.seat, "amount": step.number(1)}]


# The draw.


def _asks(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 asks for 3``: the number of cards wanted; ``splitting`` if openers are split."""
    splitting = {"splitting": True} if "splitting" in step.words else {}
    count = step.number(1)
    return [{"type": "draw_indicated", "seat": step.seat, "count": count, **splitting}]


def _pat(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 4 pat``: no cards are wanted."""
    return [{"type": "draw_indicated", "seat": seat, "count": 0} for seat in step.seats]


def _throws(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 throws 3``, ``2 throws Jh 4c``, with ``under chip`` where they are kept apart."""
    cards = [word for word in step.words if word not in ("under", "chip") and not word.isdecimal()]
    which = {"cards": cards} if cards else {}
    chip = {"under_chip": True} if "chip" in step.words else {}
    count = step.number() or len(cards)
    return [{"type": "discarded", "seat": step.seat, "count": count, **which, **chip}]


def _draws(told: Telling, step: Step) -> Iterator[Entry]:
    """``2 draws 3``: asks, throws, and is served, after a burn where one is due."""
    for seat in step.seats:
        count = step.number() or 0
        yield {"type": "draw_indicated", "seat": seat, "count": count}
        if count:
            yield {"type": "discarded", "seat": seat, "count": count}
        known = list(step.words[1:])
        for _ in range(count):
            if any(told.offered(type="dealt", to="burn")):
                yield {"type": "dealt", "to": "burn"}
            card = {"card": known.pop(0)} if known else {}
            yield {"type": "dealt", "to": seat, **card}


# The showdown.


def _shows(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 shows Ks Kh 8d 8c 2h``; ``to open``, ``on request`` and the like say why."""
    why = {"purpose": step.words[-1]} if "for" in step.words else {}
    cards = step.words[: step.words.index("for")] if why else step.words
    return [{"type": "shown", "seat": step.seat, "cards": list(cards), **why}]


def _mucks(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 mucks``: the hand goes to the muck; ``by dealer``, ``apart`` or ``mixed`` in."""
    mixed, apart = "mixed" in step.words, "apart" in step.words
    known = {"identifiable": apart} if mixed or apart else {}
    return [{"type": "mucked", "seat": seat, **known, **_party(step)} for seat in step.seats]


def _retrieves(told: Telling, step: Step) -> Iterable[Entry]:
    """``2 retrieves``: the hand comes back from the muck."""
    return [{"type": "hand_retrieved", "seat": step.seat}]


def _award(told: Telling, step: Step) -> Iterator[Entry]:
    """``award``: the pot as the rules give it; ``award 100 to 3, 20 to 4`` as it was pushed."""
    words = [word.rstrip(",") for word in step.words]
    pushed = {words[n + 1]: int(words[n - 1]) for n, word in enumerate(words) if word == "to"}
    if pushed:
        yield {"type": "pot_awarded", "to": pushed}
    while not pushed and (due := next(told.offered(type="pot_awarded"), None)):
        yield due


# Coming and going.


def _joins(told: Telling, step: Step) -> Iterable[Entry]:
    """``7 joins 500``: a player sits down with so many chips."""
    chips = {} if step.number() is None else {"chips": step.number()}
    return [{"type": "player_seated", "seat": step.seat, "player": f"P{step.seat}", **chips}]


def _seat_event(kind: str) -> Phrase:
    """An event that says no more than its seat."""
    return lambda told, step: [{"type": kind, "seat": seat} for seat in step.seats]


def _plain_event(kind: str) -> Phrase:
    """An event that says nothing but that it happened."""
    return lambda told, step: [{"type": kind}]


def _buys(told: Telling, step: Step) -> Iterable[Entry]:
    """``3 buys 200``: chips are bought."""
    return [{"type": "chips_bought", "seat": step.seat, "amount": step.number()}]


def _moves(told: Telling, step: Step) -> Iterable[Entry]:
    """``3 moves to 5``: a player takes another place."""
    return [{"type": "seat_changed", "seat": step.seat, "to": step.number(1)}]


def _sits(told: Telling, step: Step) -> Iterable[Entry]:
    """``3 sits out``, ``3 sits in``."""
    return [{"type": f"sat_{step.words[0]}", "seat": seat} for seat in step.seats]


# Playing on.


def _on(told: Telling, step: Step) -> Iterator[Entry]:
    """``on to showdown``, ``on to betting 2``: everybody does no more than they must."""
    phase, street = step.words[1], step.number(2) or 1
    for _ in range(LONGEST):
        hand = told.hand
        if hand is None:
            yield {"type": "hand_started", "button": told.docket.state.places}
            continue
        if hand["phase"] == phase and (phase == "showdown" or hand["street"] >= street):
            return
        yield _quiet_entry(told, hand)


def _quiet_entry(told: Telling, hand: Mapping[str, Any]) -> Entry:
    offers = told.offers
    opens = hand["street"] == 1 and not told.bet_to_match
    wanted = ("bet",) if opens else ("check", "call")
    quiet = (one for verb in wanted for one in offers if one.get("verb") == verb)
    entry = dict(next(quiet, offers[0]))
    if entry["type"] == "draw_indicated":
        entry["count"] = 0
    if entry.get("to") == "board":
        entry["card"] = next(told.cards)
    elif entry.get("face") == "up":
        entry["card"] = next(told.upcards)
    return entry


PHRASES: Mapping[str, Phrase] = {
    "hand": _hand,
    "antes": _antes,
    "ante": _antes,
    "blinds": _blinds,
    "posts": _posts,
    "deal": _deal,
    "round": _pass,
    "done": _done,
    "card": _cards,
    "up": _ups,
    "burn": _burn,
    "board": _board,
    "exposed": _exposed,
    "flips": _flips,
    "boxed": _boxed,
    "moved": _moved,
    "counts": _counts,
    "deck": _deck,
    "asked": _asked,
    "says": _says,
    "dealer": _dealer,
    "wonders": _wonders,
    "answers": _answers,
    "floor": _floor,
    **{verb: _acts(verb.removesuffix("s")) for verb in ("checks", "bets", "calls", "raises")},
    **{verb: _acts(verb) for verb in ("check", "bet", "call", "raise", "fold")},
    "folds": _acts("fold"),
    "pushes": _pushes,
    "raps": _raps,
    "declares": _declares,
    "takes": _takes_back,
    "asks": _asks,
    "pat": _pat,
    "throws": _throws,
    "draws": _draws,
    "draw": _draws,
    "shows": _shows,
    "mucks": _mucks,
    "muck": _mucks,
    "retrieves": _retrieves,
    "award": _award,
    "joins": _joins,
    "leaves": _seat_event("player_left"),
    "buys": _buys,
    "moves": _moves,
    "sits": _sits,
    "shuffled": _plain_event("shuffled"),
    "cut": _plain_event("cut"),
    "ended": _plain_event("hand_ended"),
    "misdeal": _plain_event("misdeal_called"),
    "on": _on,
}
