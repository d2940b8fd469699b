"""Every event of a table's log, each defined once.

An event is a fact that somebody saw; it is recorded as it happened, however irregular,
and judged afterwards. The fields below are the whole definition: reading a log, the HTTP
schemas, the API document and the printed reference all come from them. The fields of
``Event`` itself may stand in every event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, ClassVar, TypeVar, dataclass_transform

from adjudicator.errors import Refused
from adjudicator.values.amounts import Amount
from adjudicator.values.fields import PLAIN, QUICK, READERS, Kind, found_words, plain, to_wire
from adjudicator.values.post_kinds import POST_KINDS

VERBS = ("check", "bet", "call", "raise", "fold")
FACES = ("up", "down")

Reader = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field as the world sees it.

    ``read`` says what is wrong with a value; ``quick`` knows values as they nearly always
    are, and raises something at any other.
    """

    name: str
    attribute: str
    kind: Kind
    required: bool
    choices: tuple[str, ...]
    doc: str
    read: Reader
    quick: Reader


def _one_of(choices: tuple[str, ...]) -> Reader:
    def read(found: object) -> str:
        if isinstance(found, str) and found in choices:
            return found
        near = get_close_matches(str(found), choices, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"found {found_words(found)}; allowed: {', '.join(choices)}{hint}")

    return read


def needed(kind: Kind, doc: str, choices: tuple[str, ...] = ()) -> Any:
    """A field that must be there."""
    return field(metadata={"kind": kind, "doc": doc, "choices": choices})


def maybe(kind: Kind, doc: str, choices: tuple[str, ...] = (), default: Any = None) -> Any:
    """A field that may be left out; absent means not known or not so."""
    meta = {"kind": kind, "doc": doc, "choices": choices}
    return field(default=default, metadata=meta)


@dataclass(frozen=True, kw_only=True, eq=True)
class Event:
    """What every event may carry beside its own fields."""

    type: ClassVar[str] = ""
    specs: ClassVar[Mapping[str, FieldSpec]] = {}
    readers: ClassVar[Mapping[str, tuple[str, Reader]]] = {}
    required: ClassVar[frozenset[str]] = frozenset()

    id: str | None = maybe(Kind.TEXT, "the device's own unique id; makes a retry harmless")
    at: str | None = maybe(Kind.TIME, "device time; evidence only, never used for ordering")
    hand: int | None = maybe(Kind.POSITIVE, "the number of the hand it belongs to")
    observer: str | None = maybe(Kind.TEXT, "who saw it, where that is not the sender")
    device_seq: int | None = maybe(Kind.NUMBER, "the device's own running number")
    extras: Mapping[str, Any] | None = field(default=None, repr=False)

    def content(self) -> dict[str, Any]:
        """The event as plain JSON, type first, absent fields left out."""
        held = self.__dict__
        if PLAIN.issuperset(map(type, held.values())) and "from_" not in held:
            return {"type": self.type, **held}
        wire: dict[str, Any] = {"type": self.type}
        for name, value in held.items():
            if value is not None and name != "extras":
                wire[name.rstrip("_")] = to_wire(value)
        return wire | (to_wire(self.extras) if self.extras else {})


E_co = TypeVar("E_co", bound=Event)
EVENTS: dict[str, type[Event]] = {}


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(needed, maybe))
def event(kind: str) -> Callable[[type[E_co]], type[E_co]]:
    """Make a class the definition of the event type ``kind``."""

    def define(cls: type[E_co]) -> type[E_co]:
        made = dataclass(frozen=True, kw_only=True)(cls)
        made.type = kind
        specs = [_spec(f) for f in fields(made) if "kind" in f.metadata]
        made.specs = {spec.name: spec for spec in specs}
        quick = {spec.name: (spec.attribute, spec.quick) for spec in specs}
        made.readers = {"type": ("type", _known((kind,))), **quick}
        made.required = frozenset(spec.name for spec in specs if spec.required)
        EVENTS[kind] = made
        return made

    return define


def _spec(f: Any) -> FieldSpec:
    kind, choices = f.metadata["kind"], f.metadata["choices"]
    read = _one_of(choices) if choices else READERS[kind]
    quick = _known(choices) if choices else QUICK.get(kind, read)
    doc, missing = f.metadata["doc"], f.default is MISSING
    return FieldSpec(f.name.rstrip("_"), f.name, kind, missing, choices, doc, read, quick)


def _known(values: tuple[str, ...]) -> Reader:
    return {value: value for value in values}.__getitem__


def parse(raw: Mapping[str, Any]) -> Event:
    """The event a JSON object stands for; ``Refused`` names every field that is wrong."""
    kind = raw.get("type")
    cls = EVENTS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise _unknown_type(kind)
    readers = cls.readers
    values: dict[str, Any] = {}
    try:
        for name, found in raw.items():
            attribute, read = readers[name]
            values[attribute] = read(found)
    except (KeyError, TypeError, ValueError):
        return _read_closely(cls, raw)
    if raw.keys() >= cls.required:
        return made(cls, values)
    return _read_closely(cls, raw)


def _read_closely(cls: type[Event], raw: Mapping[str, Any]) -> Event:
    """The event field by field, with every fault named, renamed and kept fields in place."""
    specs = cls.specs
    values: dict[str, Any] = {}
    wrong: dict[str, list[str]] = {}
    for name, found in raw.items():
        spec = specs.get(name)
        if spec is None:
            if name != "type" and name[:1] != "_":
                wrong[name] = [_unknown_field(cls, name)]
            continue
        if found is None and not spec.required:
            continue
        try:
            values[spec.attribute] = spec.read(found)
        except ValueError as error:
            wrong[name] = [str(error)]
    for name, spec in specs.items():
        if spec.required and name not in raw:
            wrong[name] = [f"missing; needed: {spec.kind.value}"]
    if wrong:
        raise _not_readable(cls, raw, wrong)
    if any(name[:1] == "_" for name in raw):
        values["extras"] = _kept(raw)
    return made(cls, values)


def made(cls: type[E_co], values: dict[str, Any]) -> E_co:
    """An event from checked values; defaults stay on the class, which makes it cheap."""
    new = _new(cls)
    _set(new, "__dict__", values)
    return new


_new, _set = object.__new__, object.__setattr__


def _kept(raw: Mapping[str, Any]) -> Any:
    try:
        return plain({k: v for k, v in raw.items() if k[:1] == "_"})
    except ValueError as error:
        raise Refused("MALFORMED", str(error), {"_": [str(error)]}) from None


def _unknown_type(kind: object) -> Refused:
    near = get_close_matches(str(kind), EVENTS, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    allowed = ", ".join(sorted(EVENTS))
    code = "MALFORMED" if kind is None else "UNKNOWN_TYPE"
    found = found_words(kind)
    message = f"found {found}; allowed: {allowed}{hint}"
    return Refused(code, f"No event of type {found}{hint}.", {"type": [message]})


def _unknown_field(cls: type[Event], name: str) -> str:
    near = get_close_matches(name, cls.specs, 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"unknown field; {hint}allowed: {', '.join(sorted(cls.specs))}"


def _not_readable(cls: type[Event], raw: Mapping[str, Any], wrong: dict[str, list[str]]) -> Refused:
    unknown = [name for name in wrong if name not in cls.specs]
    code = "UNKNOWN_FIELD" if unknown and len(unknown) == len(wrong) else "MALFORMED"
    first = next(iter(wrong))
    return Refused(code, f"{cls.type}: {first}: {wrong[first][0]}", wrong)


# --- The table and its people ------------------------------------------------


@event("table_opened")
class TableOpened(Event):
    """A table opens for a game; the first event of every log."""

    game: str = needed(Kind.TEXT, "a profile id, such as jacks-or-better")
    stakes: Mapping[str, Any] = needed(Kind.SETTINGS, "the stakes the game asks for")
    options: Mapping[str, Any] | None = maybe(Kind.SETTINGS, "house options by name")
    seats: int = needed(Kind.POSITIVE, "how many places the table has")


@event("player_seated")
class PlayerSeated(Event):
    """A player takes an empty place."""

    seat: int = needed(Kind.SEAT, "the place")
    player: str = needed(Kind.TEXT, "the player, as the house calls him")
    chips: Amount | None = maybe(Kind.AMOUNT, "chips on the table; absent: not tracked")


@event("player_left")
class PlayerLeft(Event):
    """A player gives up the place."""

    seat: int = needed(Kind.SEAT, "the place")


@event("sat_out")
class SatOut(Event):
    """A seated player is not dealt in until sitting in again."""

    seat: int = needed(Kind.SEAT, "the place")


@event("sat_in")
class SatIn(Event):
    """A player who sat out is dealt in again."""

    seat: int = needed(Kind.SEAT, "the place")


@event("seat_changed")
class SeatChanged(Event):
    """A player moves to another place."""

    seat: int = needed(Kind.SEAT, "the old place")
    to: int = needed(Kind.SEAT, "the new place")


@event("chips_bought")
class ChipsBought(Event):
    """A player adds chips; during a hand they count from the next one."""

    seat: int = needed(Kind.SEAT, "the place")
    amount: Amount = needed(Kind.AMOUNT, "chips added")


@event("dealer_changed")
class DealerChanged(Event):
    """Another dealer sits down."""

    dealer: str = needed(Kind.TEXT, "the new dealer")


@event("game_changed")
class GameChanged(Event):
    """The table plays another game, stakes or options from the next hand on."""

    game: str = needed(Kind.TEXT, "a profile id")
    stakes: Mapping[str, Any] = needed(Kind.SETTINGS, "the stakes the game asks for")
    options: Mapping[str, Any] | None = maybe(Kind.SETTINGS, "house options by name")


@event("table_closed")
class TableClosed(Event):
    """The table closes; no hand may follow."""


# --- A hand begins ------------------------------------------------------------


@event("hand_started")
class HandStarted(Event):
    """A new hand; its number is given by the engine."""

    button: int = needed(Kind.SEAT, "the dealer position (in Baseball the dealing player)")
    seats: tuple[int, ...] | None = maybe(
        Kind.SEATS,
        "dealt in; absent: all seated, not sitting out, locked out or denied",
    )


@event("announced")
class Announced(Event):
    """Something was said aloud; by the dealer it stands, by a player it is a claim."""

    topic: str = needed(Kind.TEXT, "what it is about: joker_in_use, draw_limit, raise, ...")
    value: Any = maybe(Kind.VALUE, "what was said")
    seat: int | None = maybe(Kind.SEAT, "to whom, if to one player only")
    by: int | str = maybe(Kind.PARTY, "who said it; absent: the dealer", default="dealer")


@event("posted")
class Posted(Event):
    """Forced or entry money put in before the cards."""

    seat: int = needed(Kind.SEAT, "the place")
    kind: str = needed(Kind.TEXT, "what for", tuple(POST_KINDS))
    amount: Amount = needed(Kind.AMOUNT, "chips put in")
    all_in: bool = maybe(Kind.FLAG, "nothing is left behind", default=False)


@event("shuffled")
class Shuffled(Event):
    """The deck is shuffled: the next hand's first riffle, or a reshuffle in play."""

    seat: int | None = maybe(Kind.SEAT, "the player who shuffled, where players deal")


@event("cut")
class Cut(Event):
    """The deck is cut."""

    seat: int | None = maybe(Kind.SEAT, "the player who cut, where players deal")


# --- Cards ---------------------------------------------------------------------


@event("dealt")
class Dealt(Event):
    """One card leaves the stub."""

    to: int | str = needed(Kind.PLACE, 'a seat, "board" or "burn"')
    face: str = maybe(Kind.TEXT, "the face it was meant to have", FACES, default="down")
    card: str | None = maybe(Kind.CARD, "the card, if known")
    off_table: bool = maybe(Kind.FLAG, "it left the table on its way", default=False)
    by: int | str | None = maybe(Kind.PARTY, "a seat: a player helped himself")


@event("round_dealt")
class RoundDealt(Event):
    """A whole pass: each seat still in gets ``each`` cards, one at a time, in order."""

    face: str = maybe(Kind.TEXT, "the face of all of them", FACES, default="down")
    each: int = needed(Kind.MANY_CARDS, "cards to each seat")
    counts: Mapping[int, int] | None = maybe(Kind.COUNTS, "where it really went otherwise")


@event("deal_completed")
class DealCompleted(Event):
    """The dealer signals the end of a deal."""


@event("exposed")
class Exposed(Event):
    """A card meant to stay hidden was seen; who showed it decides which rule applies."""

    card: str = needed(Kind.CARD, "the card")
    seat: int | None = maybe(Kind.SEAT, "whose card it is, if anybody's")
    by: str = maybe(Kind.TEXT, "who showed it", ("dealer", "owner", "other"), "dealer")
    off_table: bool = maybe(Kind.FLAG, "it left the table", default=False)


@event("boxed_found")
class BoxedFound(Event):
    """A card lies face up in the stub."""

    card: str | None = maybe(Kind.CARD, "the card")


@event("card_moved")
class CardMoved(Event):
    """A remedy carried out by hand."""

    card: str | None = maybe(Kind.CARD, "the card, if known")
    from_: int | str = needed(Kind.PLACE, "where it lay")
    to: int | str = needed(Kind.PLACE, "where it lies now")


@event("hand_counted")
class HandCounted(Event):
    """A hand's cards were counted; this outranks the count implied by the log."""

    seat: int = needed(Kind.SEAT, "whose hand")
    count: int = needed(Kind.MANY_CARDS, "how many cards")


@event("deck_fault_found")
class DeckFaultFound(Event):
    """The deck itself is wrong."""

    fault: str = needed(
        Kind.TEXT,
        "what is wrong",
        ("duplicate", "missing", "foreign", "short", "stub_dropped", "stub_mixed"),
    )
    card: str | None = maybe(Kind.CARD, "the card")
    where: str | None = maybe(Kind.TEXT, "where it was found", ("play", "stub"))


# --- Actions -------------------------------------------------------------------


@event("attention_called")
class AttentionCalled(Event):
    """Somebody points something out; before/after tests are judged at this moment."""

    by: int | str | None = maybe(Kind.PARTY, "who points it out")
    about: str = needed(Kind.TEXT, "what about: short_hand, wrong_button, refund, ...")
    seat: int | None = maybe(Kind.SEAT, "whose hand, bet or blind")
    entry: int | None = maybe(Kind.POSITIVE, "the entry it is about")
    facts: Mapping[str, bool] | None = maybe(
        Kind.FACTS, "facts the floor has established: identifiable, untouched, ..."
    )


@event("acted")
class Acted(Event):
    """A check, bet, call, raise or fold."""

    seat: int = needed(Kind.SEAT, "who")
    verb: str | None = maybe(Kind.TEXT, "what; may be left out where chips speak", VERBS)
    to: Amount | None = maybe(Kind.AMOUNT, "the seat's total for the betting round")
    all_in: bool = maybe(Kind.FLAG, "nothing is left behind", default=False)
    chips: tuple[Amount, ...] | None = maybe(
        Kind.AMOUNTS, "the values pushed in one motion, where that matters"
    )


@event("rapped")
class Rapped(Event):
    """A knock on the table, kept raw; what it means depends on the moment."""

    seat: int = needed(Kind.SEAT, "who")


@event("pot_declared_open")
class PotDeclaredOpen(Event):
    """A player declares the pot open, after a false opening or for the antes only."""

    seat: int = needed(Kind.SEAT, "who")
    to: Amount = maybe(Kind.AMOUNT, "the seat's total, chips already in included", default=0)
    all_in: bool = maybe(Kind.FLAG, "nothing is left behind", default=False)


@event("draw_indicated")
class DrawIndicated(Event):
    """A player says how many cards he wants; 0 is pat."""

    seat: int = needed(Kind.SEAT, "who")
    count: int = needed(Kind.MANY_CARDS, "cards wanted")
    splitting: bool = maybe(Kind.FLAG, "declared to be splitting openers", default=False)


@event("discarded")
class Discarded(Event):
    """A player throws cards away to make room for new ones."""

    seat: int = needed(Kind.SEAT, "who")
    count: int = needed(Kind.MANY_CARDS, "how many")
    cards: tuple[str, ...] | None = maybe(Kind.CARDS, "which, if known")
    under_chip: bool = maybe(Kind.FLAG, "kept apart under a chip", default=False)


@event("draw_count_asked")
class DrawCountAsked(Event):
    """Somebody asks how many cards a player drew."""

    by: int | str = needed(Kind.PARTY, "who asks")
    of: int = needed(Kind.SEAT, "whose draw")


@event("draw_count_answered")
class DrawCountAnswered(Event):
    """The answer, or the refusal to give one."""

    by: int | str = needed(Kind.PARTY, "who answers")
    of: int = needed(Kind.SEAT, "whose draw")
    count: int | None = maybe(Kind.MANY_CARDS, "the number given")
    refused: bool = maybe(Kind.FLAG, "no number was given", default=False)


@event("shown")
class Shown(Event):
    """A player turns cards face up for the table."""

    seat: int = needed(Kind.SEAT, "whose cards")
    cards: tuple[str, ...] = needed(Kind.CARDS, "the cards")
    purpose: str = maybe(
        Kind.TEXT,
        "why",
        ("openers", "showdown", "request", "discards", "courtesy", "accident"),
        "showdown",
    )


@event("mucked")
class Mucked(Event):
    """A hand goes to the muck."""

    seat: int = needed(Kind.SEAT, "whose hand")
    by: str = maybe(Kind.TEXT, "who put it there", ("owner", "dealer"), "owner")
    identifiable: bool | None = maybe(Kind.FLAG, "it can be told from the rest")


@event("hand_retrieved")
class HandRetrieved(Event):
    """A hand comes back from the muck."""

    seat: int = needed(Kind.SEAT, "whose hand")


@event("bet_taken_back")
class BetTakenBack(Event):
    """A player takes chips back from the pot."""

    seat: int = needed(Kind.SEAT, "who")
    amount: Amount = needed(Kind.AMOUNT, "how much")


# --- The end, and what people say about it -------------------------------------


@event("pot_awarded")
class PotAwarded(Event):
    """The dealer pushes the pot, right or wrong."""

    to: Mapping[int, Amount] = needed(Kind.SHARES, "what each seat was pushed")
    pot: int | None = maybe(Kind.NUMBER, "which layer, main pot 0; absent: all")


@event("misdeal_called")
class MisdealCalled(Event):
    """The dealer or the floor stops the deal."""

    by: int | str | None = maybe(Kind.PARTY, "who")


@event("hand_ended")
class HandEnded(Event):
    """The hand is closed."""


@event("floor_called")
class FloorCalled(Event):
    """Somebody asks for the floor."""

    by: int | str | None = maybe(Kind.PARTY, "who")


@event("floor_decided")
class FloorDecided(Event):
    """The floor's own decision on a ruling, or on something that was not ruled."""

    ruling: str | None = maybe(Kind.TEXT, "the ruling it decides")
    decision: str = needed(Kind.TEXT, "the decision", ("upheld", "overridden"))
    outcomes: tuple[Mapping[str, Any], ...] | None = maybe(
        Kind.OUTCOMES, "what the floor puts in place"
    )
    reason: str | None = maybe(Kind.TEXT, "why; needed to override")


@event("entry_corrected")
class EntryCorrected(Event):
    """The record is repaired; what was entered stays readable."""

    entry: int = needed(Kind.POSITIVE, "the entry")
    replacement: Mapping[str, Any] | None = maybe(
        Kind.EVENT, "what should stand there; absent: the entry is struck"
    )
    reason: str = needed(Kind.TEXT, "why")


@event("noted")
class Noted(Event):
    """A remark without effect."""

    text: str = needed(Kind.TEXT, "the remark")
