"""What happened at a table, in lines a person can follow.

The reader of a log file owns it, so its cards are printed. Rulings speak for
themselves: their words reveal no concealed card.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.values.cards import Card, symbols
from adjudicator.values.fields import to_wire

if TYPE_CHECKING:
    from adjudicator.hands import HandReading
    from adjudicator.judging.rulings import Option, Ruling
    from adjudicator.log.events import Event
    from adjudicator.play.outcome import Outcome
    from adjudicator.record.docket import Docket, Entry
    from rulebook import Article, Decision, Rulebook

NARROWEST, WIDEST = 50, 100
_COLOURS = {
    "heading": "1",
    "refused": "1;31",
    "final": "1;32",
    "conditional": "1;33",
    "floor": "1;35",
    "faint": "2",
    "red": "31",
}
_RED_CARD = re.compile("[2-9TJQKA][♥♦]")
_SYMBOLS = "♠♥♦♣"


@dataclass(frozen=True)
class Style:
    """How lines are dressed: colours, suit symbols and width."""

    colour: bool = False
    symbols: bool = True
    width: int = 80

    @classmethod
    def of(cls, stream: TextIO, environment: Mapping[str, str]) -> Style:
        """What a stream can show; ``NO_COLOR`` is honoured."""
        shows_colour = stream.isatty() and environment.get("TERM") != "dumb"
        columns = get_terminal_size((WIDEST, 24)).columns
        return cls(
            colour=shows_colour and not environment.get("NO_COLOR"),
            symbols=_can_show(stream, _SYMBOLS + "│✗·"),
            width=max(NARROWEST, min(columns, WIDEST)),
        )

    def paint(self, text: str, colour: str) -> str:
        """The text in a colour, or as it is."""
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.colour else text

    def card(self, card: str) -> str:
        """One card as people read it."""
        return symbols(Card(card)) if self.symbols else card

    def cards(self, cards: Sequence[str]) -> str:
        """Several cards with spaces between them."""
        return " ".join(map(self.card, cards))

    def dress(self, text: str) -> str:
        """The text with its red cards in red."""
        if not self.colour:
            return text
        return _RED_CARD.sub(lambda met: self.paint(met[0], "red"), text)

    def wrapped(self, text: str, first: str, rest: str) -> Iterator[str]:
        """The text in lines of the style's width behind these margins."""
        yield from textwrap.wrap(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=rest,
            break_on_hyphens=False,
        )


def _can_show(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def timeline(
    name: str,
    docket: Docket,
    refused: Sequence[tuple[int, str, str]],
    style: Style,
) -> Iterator[str]:
    """A judged log in lines: entries in words, rulings set apart, where it ends.

    ``refused`` are lines that were not taken: number, code and detail.
    """
    yield style.paint(_clean(name), "heading")
    corrected = _corrected(docket.entries)
    waiting = sorted(refused)
    number = 0
    for entry in docket.entries:
        while waiting and waiting[0][0] < entry.seq:
            yield from _refused(waiting.pop(0), style)
        if isinstance(entry.event, ev.HandStarted) and entry.seq not in corrected:
            number += 1
            yield ""
            yield style.paint(f"Hand {number}", "heading")
        yield _entry(entry, corrected.get(entry.seq), style)
        for ruling in docket.listed(entry):
            yield from ruling_lines(ruling, style)
    for line in waiting:
        yield from _refused(line, style)
    yield ""
    yield from _ending(docket, len(refused), style)
    yield ""


def _corrected(entries: Sequence[Entry]) -> dict[int, int]:
    """Entries that a correction struck or replaced, and the entry that did it."""
    found: dict[int, int] = {}
    for entry in entries:
        if isinstance(entry.event, ev.EntryCorrected):
            undone = [old for old, by in found.items() if by == entry.event.entry]
            for old in undone:
                del found[old]
            found[entry.event.entry] = entry.seq
    return found


def _entry(entry: Entry, corrected_by: int | None, style: Style) -> str:
    words = style.dress(in_words(entry.event, style))
    if corrected_by is not None:
        words += style.paint(f"  (corrected by entry {corrected_by})", "faint")
    return f"{style.paint(f'{entry.seq:5}', 'faint')}  {words}"


def _refused(line: tuple[int, str, str], style: Style) -> Iterator[str]:
    number, code, detail = line
    mark = "✗" if style.symbols else "x"
    head, *rest = style.wrapped(
        f"{mark} refused {code}: {_clean(detail)}", f"{number:5}  ", " " * 9
    )
    yield style.paint(head, "refused")
    yield from rest


# --- Rulings ---------------------------------------------------------------------


def ruling_lines(ruling: Ruling, style: Style) -> Iterator[str]:
    """A ruling set apart: its id and rule, what it says, and what proves it."""
    bar = "│" if style.symbols else "|"
    margin = f"       {bar} "
    status = ruling.status.replace("_", " ")
    head = f"RULING {ruling.id}  {ruling.rule}  {ruling.certainty}, {status}"
    yield margin + style.paint(head, _certainty(ruling))
    for first, text in _parts(ruling):
        lead = f"{margin}{first}: " if first else margin
        yield from style.wrapped(_clean(text), lead, margin + "  " * bool(first))


def _certainty(ruling: Ruling) -> str:
    return ruling.certainty if ruling.certainty in _COLOURS else "final"


def _parts(ruling: Ruling) -> Iterator[tuple[str, str]]:
    if ruling.text:
        yield "", ruling.text
    if ruling.outcomes:
        yield "orders", "; ".join(map(_outcome, ruling.outcomes))
    for fact in ruling.because:
        yield "because", f"{fact.fact} (entry {fact.seq})"
    for weighed in ruling.considered:
        yield f"not {weighed.rule}", weighed.why_not
    if ruling.needs:
        yield "needs", "; ".join(map(_need, ruling.needs))
    for option in ruling.options:
        yield "option", _option(option)
    if ruling.factors:
        yield "weigh", "; ".join(ruling.factors)
    others = [cite for cite in ruling.cites if cite != ruling.rule]
    if others:
        yield "see also", ", ".join(others)


def _outcome(outcome: Outcome) -> str:
    wire = outcome.wire()
    code = str(wire.pop("code")).replace("_", " ")
    details = ", ".join(f"{name} {_value(value)}" for name, value in wire.items())
    return f"{code} ({details})" if details else code


def _need(need: Mapping[str, Any]) -> str:
    details = {name: value for name, value in need.items() if name != "type"}
    words = ", ".join(f"{name} {_value(value)}" for name, value in details.items())
    kind = str(need.get("type", "")).replace("_", " ")
    return f"{kind} ({words})" if words else kind


def _option(option: Option) -> str:
    words = option.label or "; ".join(map(_outcome, option.outcomes)) or "no change"
    return f"{words} (presumed)" if option.presumed else words


def _value(value: object) -> str:
    wire = to_wire(value)
    if isinstance(wire, list):
        return " ".join(map(str, wire))
    return str(wire)


# --- Where it ends ---------------------------------------------------------------


def _ending(docket: Docket, refused: int, style: Style) -> Iterator[str]:
    from adjudicator.view import state_json

    rulings = docket.rulings.values()
    waiting = sum(ruling.status == "open" for ruling in rulings)
    total = f"{_many(len(docket.entries), 'entry', 'entries')}, "
    total += _many(len(rulings), "ruling")
    total += f" ({waiting} open)" if waiting else ""
    total += f", {_many(refused, 'line')} refused" if refused else ""
    yield style.paint(total, "heading")
    state = state_json(docket.state)
    hand = state["hand"] or {}
    result = hand.get("result") or {}
    for seat, reading in (result.get("hands") or {}).items():
        cards = style.cards([*reading["own"], *reading["board"]])
        yield style.dress(f"  seat {seat}: {cards}  {reading['text']}")
    yield from _amounts("paid by the rules", result.get("paid"), style)
    yield from _amounts("stacks", state["table"].get("stacks"), style)
    yield from _amounts("balances", state["table"].get("balances"), style)
    carried = [layer["amount"] for layer in state["table"].get("carried") or ()]
    if carried:
        yield f"  carried to the next hand: {' + '.join(map(str, carried))}"
    for due in state["dues"]:
        yield f"  due: {_due(due)}"
    if hand.get("to_act") is not None:
        yield f"  to act: seat {hand['to_act']}, {hand.get('to_call', 0)} to call"


def _amounts(name: str, amounts: Mapping[str, Any] | None, style: Style) -> Iterator[str]:
    if amounts:
        dot = " · " if style.symbols else ", "
        shown = dot.join(f"seat {s} {a}" for s, a in amounts.items())
        yield from style.wrapped(f"{name}: {shown}", "  ", "    ")


def _due(due: Mapping[str, Any]) -> str:
    code = str(due["code"]).replace("_", " ")
    named = ("seat", "amount", "card")
    words = [f"{n} {due[n]}" for n in named if due.get(n) is not None]
    by = f"ruling {due['ruling']}" if due.get("ruling") else ""
    return ", ".join(word for word in (code, *words, by) if word)


def _many(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


# --- Entries in words ------------------------------------------------------------


def in_words(event: Event, style: Style) -> str:
    """An event as somebody at the table would tell it."""
    tell = _TOLD.get(event.type, _anything)
    seen = f" (seen by {event.observer})" if event.observer else ""
    return _clean(tell(event, style) + seen)


def _clean(text: str) -> str:
    """Without control characters, which could rewrite a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def _anything(event: Event, style: Style) -> str:
    content = event.content()
    kind = str(content.pop("type")).replace("_", " ")
    for name in ("id", "at", "hand", "observer", "device_seq"):
        content.pop(name, None)
    details = ", ".join(f"{k} {_plain(v)}" for k, v in content.items())
    return f"{kind}: {details}" if details else kind


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value))
    return str(to_wire(value))


def _who(party: int | str | None) -> str:
    if party is None:
        return "somebody"
    return f"seat {party}" if isinstance(party, int) else f"the {party}"


def _place(place: int | str) -> str:
    names = {"aside": "the cards set aside", "burn": "the burns", "scrap": "the scrap"}
    if isinstance(place, int):
        return f"seat {place}"
    return names.get(place, f"the {place}")


def _table_opened(event: ev.TableOpened, style: Style) -> str:
    words = f"table opened: {event.game}, {_many(event.seats, 'place')}"
    for name, given in (("stakes", event.stakes), ("options", event.options)):
        if given:
            words += f"; {name} {_plain(given)}"
    return words


def _game_changed(event: ev.GameChanged, style: Style) -> str:
    words = f"from the next hand on: {event.game}; stakes {_plain(event.stakes)}"
    return words + (f"; options {_plain(event.options)}" if event.options else "")


def _player_seated(event: ev.PlayerSeated, style: Style) -> str:
    chips = "" if event.chips is None else f" with {event.chips}"
    return f"seat {event.seat}: {event.player} sits down{chips}"


def _hand_started(event: ev.HandStarted, style: Style) -> str:
    seats = f"; dealt in: {_plain(event.seats)}" if event.seats else ""
    return f"hand started, button at seat {event.button}{seats}"


def _announced(event: ev.Announced, style: Style) -> str:
    said = event.topic.replace("_", " ")
    said += "" if event.value is None else f" {_plain(event.value)}"
    to = f" to seat {event.seat}" if event.seat is not None else ""
    return f"{_who(event.by)} announces{to}: {said}"


def _posted(event: ev.Posted, style: Style) -> str:
    kind = event.kind.replace("_", " ")
    what = {"post": "extra blind", "dead": "dead money", "payment": "payment"}
    all_in = ", all-in" if event.all_in else ""
    return f"seat {event.seat} posts {event.amount} ({what.get(kind, kind)}){all_in}"


def _dealt(event: ev.Dealt, style: Style) -> str:
    card = style.card(event.card) if event.card else "a card"
    words = f"{card} face {event.face} to {_place(event.to)}"
    if event.to == "burn":
        words = f"burn: {card}"
    if event.by is not None:
        words += f", taken by {_who(event.by)}"
    return words + (", off the table" if event.off_table else "")


def _round_dealt(event: ev.RoundDealt, style: Style) -> str:
    words = f"{_many(event.each, 'card')} face {event.face} to every seat"
    if event.counts:
        but = ", ".join(f"seat {s} {n}" for s, n in event.counts.items())
        words += f", but {but}"
    return words


def _exposed(event: ev.Exposed, style: Style) -> str:
    of = f" of seat {event.seat}" if event.seat is not None else ""
    by = {"dealer": "the dealer", "owner": "its owner", "other": "somebody else"}
    off = ", off the table" if event.off_table else ""
    return f"{style.card(event.card)}{of} is exposed by {by[event.by]}{off}"


def _boxed_found(event: ev.BoxedFound, style: Style) -> str:
    card = style.card(event.card) if event.card else "a card"
    return f"{card} lies face up in the stub"


def _card_moved(event: ev.CardMoved, style: Style) -> str:
    card = style.card(event.card) if event.card else "a card"
    return f"{card} goes from {_place(event.from_)} to {_place(event.to)}"


def _deck_fault(event: ev.DeckFaultFound, style: Style) -> str:
    card = f", {style.card(event.card)}" if event.card else ""
    where = f", in the {event.where}" if event.where else ""
    return f"deck fault: {event.fault.replace('_', ' ')}{card}{where}"


def _attention(event: ev.AttentionCalled, style: Style) -> str:
    words = f"{_who(event.by)} points out: {event.about.replace('_', ' ')}"
    words += f" of seat {event.seat}" if event.seat is not None else ""
    words += f" (entry {event.entry})" if event.entry is not None else ""
    if event.facts:
        facts = [("" if yes else "not ") + name for name, yes in event.facts.items()]
        words += f"; {', '.join(facts).replace('_', ' ')}"
    return words


_VERBS = {
    "check": "checks",
    "bet": "bets",
    "call": "calls",
    "raise": "raises",
    "fold": "folds",
}


def _acted(event: ev.Acted, style: Style) -> str:
    words = f"seat {event.seat} {_VERBS.get(event.verb or '', 'acts')}"
    if event.to is not None:
        before = {"bet": " ", "raise": " to "}.get(event.verb or "", ", in for ")
        words += f"{before}{event.to}"
    if event.chips:
        words += f", pushing in {' + '.join(map(str, event.chips))}"
    return words + (", all-in" if event.all_in else "")


def _pot_declared(event: ev.PotDeclaredOpen, style: Style) -> str:
    amount = f" for {event.to}" if event.to else " for the antes"
    all_in = ", all-in" if event.all_in else ""
    return f"seat {event.seat} declares the pot open{amount}{all_in}"


def _draw_indicated(event: ev.DrawIndicated, style: Style) -> str:
    wants = f"wants {_many(event.count, 'card')}" if event.count else "stands pat"
    return f"seat {event.seat} {wants}{', splitting' if event.splitting else ''}"


def _discarded(event: ev.Discarded, style: Style) -> str:
    cards = f": {style.cards(event.cards)}" if event.cards else ""
    chip = ", under a chip" if event.under_chip else ""
    return f"seat {event.seat} discards {event.count}{cards}{chip}"


def _count_answered(event: ev.DrawCountAnswered, style: Style) -> str:
    answer = "gives no answer" if event.count is None else f"says {event.count}"
    if event.refused:
        answer = "refuses to say"
    return f"{_who(event.by)} {answer} (draw of seat {event.of})"


def _shown(event: ev.Shown, style: Style) -> str:
    why = "" if event.purpose == "showdown" else f" ({event.purpose})"
    return f"seat {event.seat} shows {style.cards(event.cards)}{why}"


def _mucked(event: ev.Mucked, style: Style) -> str:
    words = f"seat {event.seat} mucks"
    if event.by == "dealer":
        words = f"the dealer mucks the hand of seat {event.seat}"
    known = {True: ", still identifiable", False: ", not identifiable", None: ""}
    return words + known[event.identifiable]


def _pot_awarded(event: ev.PotAwarded, style: Style) -> str:
    which = "the pot" if event.pot is None else f"side pot {event.pot}"
    which = "the main pot" if event.pot == 0 else which
    shares = ", ".join(f"{amount} to seat {s}" for s, amount in event.to.items())
    return f"{which} is pushed: {shares}"


def _floor_decided(event: ev.FloorDecided, style: Style) -> str:
    what = f"ruling {event.ruling}" if event.ruling else "on its own"
    words = f"the floor decides {what}: {event.decision}"
    codes = [str(one["code"]).replace("_", " ") for one in event.outcomes or ()]
    words += f"; {', '.join(codes)}" if codes else ""
    return words + (f" ({event.reason})" if event.reason else "")


def _entry_corrected(event: ev.EntryCorrected, style: Style) -> str:
    words = f"the record is corrected: entry {event.entry} is struck"
    if event.replacement is not None:
        try:
            new = in_words(ev.parse(to_wire(event.replacement)), style)
        except Refused:
            new = _plain(event.replacement)
        words = f"the record is corrected: entry {event.entry} reads: {new}"
    return f"{words} ({event.reason})"


def _by_seat(words: str) -> Callable[[Any, Style], str]:
    return lambda event, style: f"seat {event.seat} {words}"


def _always(words: str) -> Callable[[Any, Style], str]:
    return lambda event, style: words


def _filled(words: str) -> Callable[[Any, Style], str]:
    return lambda event, style: words.format(e=event)


_TOLD: Mapping[str, Callable[[Any, Style], str]] = {
    "table_opened": _table_opened,
    "player_seated": _player_seated,
    "player_left": _by_seat("leaves"),
    "sat_out": _by_seat("sits out"),
    "sat_in": _by_seat("sits in again"),
    "seat_changed": _filled("seat {e.seat} moves to seat {e.to}"),
    "chips_bought": _filled("seat {e.seat} buys {e.amount}"),
    "dealer_changed": _filled("dealer: {e.dealer}"),
    "game_changed": _game_changed,
    "table_closed": _always("table closed"),
    "hand_started": _hand_started,
    "announced": _announced,
    "posted": _posted,
    "shuffled": _always("shuffle"),
    "cut": _always("cut"),
    "dealt": _dealt,
    "round_dealt": _round_dealt,
    "deal_completed": _always("the deal is complete"),
    "exposed": _exposed,
    "boxed_found": _boxed_found,
    "card_moved": _card_moved,
    "hand_counted": lambda e, style: f"seat {e.seat} holds {_many(e.count, 'card')}",
    "deck_fault_found": _deck_fault,
    "attention_called": _attention,
    "acted": _acted,
    "rapped": _by_seat("raps the table"),
    "pot_declared_open": _pot_declared,
    "draw_indicated": _draw_indicated,
    "discarded": _discarded,
    "draw_count_asked": lambda e, style: f"{_who(e.by)} asks what seat {e.of} drew",
    "draw_count_answered": _count_answered,
    "shown": _shown,
    "mucked": _mucked,
    "hand_retrieved": _by_seat("gets the hand back from the muck"),
    "bet_taken_back": _filled("seat {e.seat} takes back {e.amount}"),
    "pot_awarded": _pot_awarded,
    "misdeal_called": lambda e, style: f"{_who(e.by)} calls a misdeal",
    "hand_ended": _always("the hand is over"),
    "floor_called": lambda e, style: f"{_who(e.by)} calls the floor",
    "floor_decided": _floor_decided,
    "entry_corrected": _entry_corrected,
    "noted": _filled("note: {e.text}"),
}


# --- Hands compared --------------------------------------------------------------


def ranking_lines(
    hands: Sequence[Sequence[str]],
    readings: Sequence[HandReading],
    opens: Sequence[bool] | None,
    style: Style,
) -> Iterator[str]:
    """Each hand with its name, and which of several wins."""
    best = max(reading.value for reading in readings)
    winners = [n for n, one in enumerate(readings, 1) if one.value == best]
    shown = [style.cards(hand) for hand in hands]
    widest = max(map(len, shown))
    for number, (cards, reading) in enumerate(zip(shown, readings, strict=True), 1):
        words = reading.text
        if opens is not None:
            words += "; opens" if opens[number - 1] else "; does not open"
        yield style.dress(f"{number}. {cards:{widest}}  {words}")
    if len(hands) > 1 and len(winners) == 1:
        yield f"Hand {winners[0]} wins."
    elif len(hands) > 1:
        named = ", ".join(map(str, winners[:-1])) + f" and {winners[-1]}"
        yield f"Hands {named} tie."


# --- The rulebook on paper -------------------------------------------------------


def contents_lines(articles: Sequence[Article], style: Style) -> Iterator[str]:
    """One line for each article: id, heading, and whether the floor decides it."""
    widest = max(len(one.id) for one in articles)
    for one in articles:
        floor = style.paint("  (floor)", "floor") if one.decided_by == "floor" else ""
        yield f"{one.id:{widest}}  {one.heading}{floor}"


def article_lines(
    law: Rulebook, article: Article, readings: Sequence[Decision], style: Style
) -> Iterator[str]:
    """One article with its text, source and examples, and how its doubts are settled."""
    yield style.paint(f"{article.id}  {article.heading}", "heading")
    yield from style.wrapped(" ".join(article.text.split()), "  ", "  ")
    section = article.section
    place = f"section {section}" if section[:1].isdigit() else section
    yield style.paint(f"  {', '.join(filter(None, (article.source, place)))}", "faint")
    by = "the program" if article.decided_by == "code" else "the floor"
    yield from style.wrapped(f"Decided by {by}. {article.why}", "  ", "  ")
    if article.games:
        yield from style.wrapped(f"Governs {', '.join(article.games)}.", "  ", "    ")
    for words, others in (
        ("House options:", article.options),
        ("Takes the place of:", law.displaces(article.id)),
        ("Gives way to:", law.displaced_by(article.id)),
    ):
        if others:
            yield from style.wrapped(f"{words} {', '.join(others)}", "  ", "    ")
    yield from _example_lines(law, article, style)
    for one in readings:
        yield ""
        yield from style.wrapped(f"{one.id}  {one.question}", "  ", "  ")
        yield from style.wrapped(" ".join(one.reading.split()), "    ", "    ")


def _example_lines(law: Rulebook, article: Article, style: Style) -> Iterator[str]:
    found = law.examples(article.id)
    if found:
        yield ""
        yield style.paint("  Examples", "heading")
    for one in found:
        words = f"(beside it) {one.case}" if one.near else one.case
        yield from style.wrapped(words, "  - ", "    ")


# --- The events on paper ---------------------------------------------------------


def event_list_lines(style: Style) -> Iterator[str]:
    """One line for each type of event, and what it says happened."""
    widest = max(map(len, ev.EVENTS))
    for kind, event in ev.EVENTS.items():
        yield from style.wrapped(f"{kind:{widest}}  {_told(event)}", "", " " * (widest + 2))


def event_lines(event: type[Event], style: Style) -> Iterator[str]:
    """One type of event with its fields; those that every event may have come last."""
    yield style.paint(event.type, "heading")
    yield from style.wrapped(_told(event), "  ", "  ")
    common = {one.name for one in fields(ev.Event)}
    for spec in sorted(event.specs.values(), key=lambda spec: spec.attribute in common):
        needed = " (needed)" if spec.required else ""
        holds = f"one of {', '.join(spec.choices)}" if spec.choices else spec.kind.value
        yield ""
        yield f"  {style.paint(spec.name, 'heading')}{needed}"
        yield from style.wrapped(f"{spec.doc}; {holds}", "    ", "    ")


def _told(event: type[Event]) -> str:
    return " ".join((event.__doc__ or "").split())
