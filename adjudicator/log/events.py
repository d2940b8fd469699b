"""Every event of a table's log, each defined once.

An event is a fact that somebody saw; it is recorded as it happened, however irregular,
and judged afterwards. The fields below are the whole definition: reading a log, the HTTP
schemas, the API document and the printed reference all come from them. What every event
may carry beside them stands in ``Event``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.log.definition import EVENTS, Event, maybe, needed
from adjudicator.values.amounts import Amount
from adjudicator.values.fields import Kind
from adjudicator.values.post_kinds import POST_KINDS

__all__ = ["EVENTS", "Event"]

VERBS = ("check", "bet", "call", "raise", "fold")
FACES = ("up", "down")


# --- The table and its people ------------------------------------------------


class TableOpened(Event, tag="table_opened"):
    """A table opens for a game; the first event of every log."""

    game: str = needed(Kind.TEXT, "a profile id, such as jacks-or-better")
    stakes: Mapping[str, Any] = needed(Kind.SETTINGS, "the stakes the game asks for")
    options: Mapping[str, Any] | None = maybe(Kind.SETTINGS, "house options by name")
    seats: int = needed(Kind.POSITIVE, "how many places the table has")


class PlayerSeated(Event, tag="player_seated"):
    """A player takes an empty place."""

    seat: int = needed(Kind.SEAT, "the place")
    player: str = needed(Kind.TEXT, "the player, as the house calls them")
    chips: Amount | None = maybe(Kind.AMOUNT, "chips on the table; absent: not tracked")


class PlayerLeft(Event, tag="player_left"):
    """A player gives up the place."""

    seat: int = needed(Kind.SEAT, "the place")


class SatOut(Event, tag="sat_out"):
    """A seated player is not dealt in until sitting in again."""

    seat: int = needed(Kind.SEAT, "the place")


class SatIn(Event, tag="sat_in"):
    """A player who sat out is dealt in again."""

    seat: int = needed(Kind.SEAT, "the place")


class SeatChanged(Event, tag="seat_changed"):
    """A player moves to another place."""

    seat: int = needed(Kind.SEAT, "the old place")
    to: int = needed(Kind.SEAT, "the new place")


class ChipsBought(Event, tag="chips_bought"):
    """A player adds chips; during a hand they count from the next one."""

    seat: int = needed(Kind.SEAT, "the place")
    amount: Amount = needed(Kind.AMOUNT, "chips added")


class DealerChanged(Event, tag="dealer_changed"):
    """Another dealer sits down."""

    dealer: str = needed(Kind.TEXT, "the new dealer")


class GameChanged(Event, tag="game_changed"):
    """The table plays another game, stakes or options from the next hand on."""

    game: str = needed(Kind.TEXT, "a profile id")
    stakes: Mapping[str, Any] = needed(Kind.SETTINGS, "the stakes the game asks for")
    options: Mapping[str, Any] | None = maybe(Kind.SETTINGS, "house options by name")


class TableClosed(Event, tag="table_closed"):
    """The table closes; no hand may follow."""


# --- A hand begins ------------------------------------------------------------


class HandStarted(Event, tag="hand_started"):
    """A new hand; its number is given by the engine."""

    button: int = needed(Kind.SEAT, "the dealer position (in Baseball the dealing player)")
    seats: tuple[int, ...] | None = maybe(
        Kind.SEATS,
        "dealt in; absent: all seated, not sitting out, locked out or denied",
    )


class Announced(Event, tag="announced"):
    """Something was said aloud; by the dealer it stands, by a player it is a claim."""

    topic: str = needed(Kind.TEXT, "what it is about: joker_in_use, draw_limit, raise, ...")
    value: Any = maybe(Kind.VALUE, "what was said")
    seat: int | None = maybe(Kind.SEAT, "to whom, if to one player only")
    by: int | str = maybe(Kind.PARTY, "who said it; absent: the dealer", default="dealer")


class Posted(Event, tag="posted"):
    """Forced or entry money put in before the cards."""

    seat: int = needed(Kind.SEAT, "the place")
    kind: str = needed(Kind.TEXT, "what for", tuple(POST_KINDS))
    amount: Amount = needed(Kind.AMOUNT, "chips put in")
    all_in: bool = maybe(Kind.FLAG, "nothing is left behind", default=False)


class Shuffled(Event, tag="shuffled"):
    """The deck is shuffled: the next hand's first riffle, or a reshuffle in play."""

    seat: int | None = maybe(Kind.SEAT, "the player who shuffled, where players deal")


class Cut(Event, tag="cut"):
    """The deck is cut."""

    seat: int | None = maybe(Kind.SEAT, "the player who cut, where players deal")


# --- Cards ---------------------------------------------------------------------


class Dealt(Event, tag="dealt"):
    """One card leaves the stub."""

    to: int | str = needed(Kind.PLACE, 'a seat, "board" or "burn"')
    face: str = maybe(Kind.TEXT, "the face it was meant to have", FACES, default="down")
    card: str | None = maybe(Kind.CARD, "the card, if known")
    off_table: bool = maybe(Kind.FLAG, "it left the table on its way", default=False)
    by: int | str | None = maybe(Kind.PARTY, "a seat: a player helped himself")


class RoundDealt(Event, tag="round_dealt"):
    """A whole pass: each seat still in gets ``each`` cards, one at a time, in order."""

    face: str = maybe(Kind.TEXT, "the face of all of them", FACES, default="down")
    each: int = needed(Kind.MANY_CARDS, "cards to each seat")
    counts: Mapping[int, int] | None = maybe(Kind.COUNTS, "where it really went otherwise")


class DealCompleted(Event, tag="deal_completed"):
    """The dealer signals the end of a deal."""


class Exposed(Event, tag="exposed"):
    """A card meant to stay hidden was seen; who showed it decides which rule applies."""

    card: str = needed(Kind.CARD, "the card")
    seat: int | None = maybe(Kind.SEAT, "whose card it is, if anybody's")
    by: str = maybe(Kind.TEXT, "who showed it", ("dealer", "owner", "other"), "dealer")
    off_table: bool = maybe(Kind.FLAG, "it left the table", default=False)


class BoxedFound(Event, tag="boxed_found"):
    """A card lies face up in the stub."""

    card: str | None = maybe(Kind.CARD, "the card")


class CardMoved(Event, tag="card_moved"):
    """A remedy carried out by hand."""

    card: str | None = maybe(Kind.CARD, "the card, if known")
    from_: int | str = needed(Kind.PLACE, "where it lay")
    to: int | str = needed(Kind.PLACE, "where it lies now")


class HandCounted(Event, tag="hand_counted"):
    """A hand's cards were counted; this outranks the count implied by the log."""

    seat: int = needed(Kind.SEAT, "whose hand")
    count: int = needed(Kind.MANY_CARDS, "how many cards")


class DeckFaultFound(Event, tag="deck_fault_found"):
    """The deck itself is wrong."""

    fault: str = needed(
        Kind.TEXT,
        "what is wrong",
        ("duplicate", "missing", "foreign", "short", "stub_dropped", "stub_mixed"),
    )
    card: str | None = maybe(Kind.CARD, "the card")
    where: str | None = maybe(Kind.TEXT, "where it was found", ("play", "stub"))


# --- Actions -------------------------------------------------------------------


class AttentionCalled(Event, tag="attention_called"):
    """Somebody points something out; before/after tests are judged at this moment."""

    by: int | str | None = maybe(Kind.PARTY, "who points it out")
    about: str = needed(Kind.TEXT, "what about: short_hand, wrong_button, refund, ...")
    seat: int | None = maybe(Kind.SEAT, "whose hand, bet or blind")
    entry: int | None = maybe(Kind.POSITIVE, "the entry it is about")
    facts: Mapping[str, bool] | None = maybe(
        Kind.FACTS, "facts the floor has established: identifiable, untouched, ..."
    )


class Acted(Event, tag="acted"):
    """A check, bet, call, raise or fold."""

    seat: int = needed(Kind.SEAT, "who")
    verb: str | None = maybe(Kind.TEXT, "what; may be left out where chips speak", VERBS)
    to: Amount | None = maybe(Kind.AMOUNT, "the seat's total for the betting round")
    all_in: bool = maybe(Kind.FLAG, "nothing is left behind", default=False)
    chips: tuple[Amount, ...] | None = maybe(
        Kind.AMOUNTS, "the values pushed in one motion, where that matters"
    )


class Rapped(Event, tag="rapped"):
    """A knock on the table, kept raw; what it means depends on the moment."""

    seat: int = needed(Kind.SEAT, "who")


class PotDeclaredOpen(Event, tag="pot_declared_open"):
    """A player declares the pot open, after a false opening or for the antes only."""

    seat: int = needed(Kind.SEAT, "who")
    to: Amount = maybe(Kind.AMOUNT, "the seat's total, chips already in included", default=0)
    all_in: bool = maybe(Kind.FLAG, "nothing is left behind", default=False)


class DrawIndicated(Event, tag="draw_indicated"):
    """A player says how many cards they want; 0 is pat."""

    seat: int = needed(Kind.SEAT, "who")
    count: int = needed(Kind.MANY_CARDS, "cards wanted")
    splitting: bool = maybe(Kind.FLAG, "declared to be splitting openers", default=False)


class Discarded(Event, tag="discarded"):
    """A player throws cards away to make room for new ones."""

    seat: int = needed(Kind.SEAT, "who")
    count: int = needed(Kind.MANY_CARDS, "how many")
    cards: tuple[str, ...] | None = maybe(Kind.CARDS, "which, if known")
    under_chip: bool = maybe(Kind.FLAG, "kept apart under a chip", default=False)


class DrawCountAsked(Event, tag="draw_count_asked"):
    """Somebody asks how many cards a player drew."""

    by: int | str = needed(Kind.PARTY, "who asks")
    of: int = needed(Kind.SEAT, "whose draw")


class DrawCountAnswered(Event, tag="draw_count_answered"):
    """The answer, or the refusal to give one."""

    by: int | str = needed(Kind.PARTY, "who answers")
    of: int = needed(Kind.SEAT, "whose draw")
    count: int | None = maybe(Kind.MANY_CARDS, "the number given")
    refused: bool = maybe(Kind.FLAG, "no number was given", default=False)


class Shown(Event, tag="shown"):
    """A player turns cards face up for the table."""

    seat: int = needed(Kind.SEAT, "whose cards")
    cards: tuple[str, ...] = needed(Kind.CARDS, "the cards")
    purpose: str = maybe(
        Kind.TEXT,
        "why",
        ("openers", "showdown", "request", "discards", "courtesy", "accident"),
        "showdown",
    )


class Mucked(Event, tag="mucked"):
    """A hand goes to the muck."""

    seat: int = needed(Kind.SEAT, "whose hand")
    by: str = maybe(Kind.TEXT, "who put it there", ("owner", "dealer"), "owner")
    identifiable: bool | None = maybe(Kind.FLAG, "it can be told from the rest")


class HandRetrieved(Event, tag="hand_retrieved"):
    """A hand comes back from the muck."""

    seat: int = needed(Kind.SEAT, "whose hand")


class BetTakenBack(Event, tag="bet_taken_back"):
    """A player takes chips back from the pot."""

    seat: int = needed(Kind.SEAT, "who")
    amount: Amount = needed(Kind.AMOUNT, "how much")


# --- The end, and what people say about it -------------------------------------


class PotAwarded(Event, tag="pot_awarded"):
    """The dealer pushes the pot, right or wrong."""

    to: Mapping[int, Amount] = needed(Kind.SHARES, "what each seat was pushed")
    pot: int | None = maybe(Kind.NUMBER, "which layer, main pot 0; absent: all")


class MisdealCalled(Event, tag="misdeal_called"):
    """The dealer or the floor stops the deal."""

    by: int | str | None = maybe(Kind.PARTY, "who")


class HandEnded(Event, tag="hand_ended"):
    """The hand is closed."""


class FloorCalled(Event, tag="floor_called"):
    """Somebody asks for the floor; the call waits until it is answered or taken back."""

    by: int | str | None = maybe(Kind.PARTY, "who")
    seat: int | None = maybe(Kind.SEAT, "the seat it is about")
    about: str | None = maybe(Kind.TEXT, "what it is about, in words or as a subject")


class CallClosed(Event, tag="call_closed"):
    """A call for the floor is taken back: nothing is to be decided."""

    call: int = needed(Kind.POSITIVE, "the entry that called the floor")
    reason: str | None = maybe(Kind.TEXT, "why")


class FloorDecided(Event, tag="floor_decided"):
    """The floor's own decision on a ruling, or on something that was not ruled."""

    ruling: str | None = maybe(Kind.TEXT, "the ruling it decides")
    decision: str = needed(Kind.TEXT, "the decision", ("upheld", "overridden"))
    outcomes: tuple[Mapping[str, Any], ...] | None = maybe(
        Kind.OUTCOMES, "what the floor puts in place"
    )
    reason: str | None = maybe(Kind.TEXT, "why; needed to override")
    call: int | None = maybe(Kind.POSITIVE, "the entry of the call that it answers")


class OpinionAsked(Event, tag="opinion_asked"):
    """The floor asks a second person about a ruling or a call."""

    ruling: str | None = maybe(Kind.TEXT, "the ruling it is about")
    call: int | None = maybe(Kind.POSITIVE, "the entry of the call it is about")
    of: str = needed(Kind.TEXT, "who is asked")
    question: str | None = maybe(Kind.TEXT, "what is asked, where more than how they see it")


class OpinionGiven(Event, tag="opinion_given"):
    """A second person's view of a ruling or a call; it decides nothing."""

    ruling: str | None = maybe(Kind.TEXT, "the ruling it is about")
    call: int | None = maybe(Kind.POSITIVE, "the entry of the call it is about")
    by: str | None = maybe(Kind.TEXT, "whose view it is; absent: the sender's own")
    opinion: str = needed(Kind.TEXT, "how they see it")


class EntryCorrected(Event, tag="entry_corrected"):
    """The record is repaired; what was entered stays readable."""

    entry: int = needed(Kind.POSITIVE, "the entry")
    replacement: Mapping[str, Any] | None = maybe(
        Kind.EVENT, "what should stand there; absent: the entry is struck"
    )
    reason: str = needed(Kind.TEXT, "why")


class Noted(Event, tag="noted"):
    """A remark without effect."""

    text: str = needed(Kind.TEXT, "the remark")
