"""What a hand knows of one matter, apart from what changes with every entry.

An *entry* below is an entry's number, 0 while it has not come. Whatever is a tuple is in
the order in which it came about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.table.parts import GoneBack, OpenCall
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import NOTHING, Frozen

if TYPE_CHECKING:
    from adjudicator.table.hand import Hand


class Claim(Frozen):
    """Something pointed out, judged by the hand as it stood at that moment."""

    seq: int  # the entry
    about: str  # the subject, as the entry has it
    by: int | str | None  # a seat, "dealer" or "floor"
    facts: Mapping[str, bool]  # what the entry states beside it
    hand: Hand  # before the entry


class Action(Frozen, kw_only=True):
    """How much has been acted; acts out of turn count once they are carried out."""

    first: int = 0  # entry of the first act of the hand
    last: int = 0  # entry of the latest one
    last_actor: int | None = None  # the seat of the latest one
    last_put: Amount = 0  # chips it put in
    actors: frozenset[int] = frozenset()  # seats that have acted in the hand
    count: int = 0  # acts in the hand
    wagers: int = 0  # bets and raises among them
    on_street: int = 0  # acts in this betting round


class Opening(Frozen, kw_only=True):
    """The first voluntary bet, and what has become of it where it needs openers."""

    opener: int | None = None  # the seat that made it
    seq: int = 0  # its entry
    raised_by_other: bool = False  # somebody else has raised since
    in_when_opened: tuple[int, ...] = ()  # live seats at that moment
    in_when_false: tuple[int, ...] = ()  # live seats when it proved false, the opener with them
    turn_when_false: int | None = None  # the seat that was to act then
    call: OpenCall | None = None  # who is still asked, after a false opening
    plays_unopened: bool = False  # the pot is played though nobody has opened it
    proof_said: str = ""  # what was last found of the opener's proof


class Positions(Frozen, kw_only=True):
    """Where the button and the blinds were due, whatever was done; small blind first."""

    button_due: int | None = None  # the seat, None where any would do
    blinds_at: tuple[int | None, int | None] = (None, None)  # by the button as it is
    blinds_due: tuple[int | None, int | None] = (None, None)  # by the button as it was due


class Posting(Frozen, kw_only=True):
    """What was put in before the cards."""

    posts: tuple[tuple[int, str, int], ...] = ()  # seat, kind, entry
    blinds: Mapping[int, Amount] = NOTHING  # chips each seat posted as a blind, from 0
    big_at: int | None = None  # the seat that posted the big blind, rightly or not


class Deal(Frozen, kw_only=True):
    """How far the deal has come, and what was out of order in it."""

    line: tuple[int, ...] = ()  # seats in the order of this stage's cards
    turn: int = 0  # place in the line of the seat that gets the next card, from 0
    to_stage: int = 0  # cards dealt in this stage
    done: int = 0  # entry that ended the first deal
    first_card: int | str | None = None  # where the hand's first card went
    first_cards: tuple[int, ...] = ()  # entries of each seat's first card
    off_order: int = 0  # entry of the first card out of order
    strays: tuple[tuple[int, int], ...] = ()  # seat, entry: cards to seats not dealt in


class Burns(Frozen, kw_only=True):
    """Cards burned."""

    count: int = 0  # cards in the pile
    taken: int = 0  # entry of the burn of this stage
    wrong: int = 0  # entry of a burn that no stage has
    cards: tuple[str, ...] = ()  # those whose face was seen
    waived: tuple[int, ...] = ()  # stages that take no burn of their own
    spare: int = 0  # burned too often; they count for burns to come


class BoardFaults(Frozen, kw_only=True):
    """Board cards that do not lie there as they should."""

    down: int = 0  # cards that lie face down
    hidden: tuple[str, ...] = ()  # those of them that are known
    premature: int = 0  # cards dealt before this round was over
    early: tuple[str, ...] = ()  # cards dealt before their time, to be shuffled back
    refused: tuple[str, ...] = ()  # cards of a stage that is dealt again
    extra: str | None = None  # the one too many, "" where it is not known


class Piles(Frozen, kw_only=True):
    """Cards that lie apart, as far as they are known."""

    aside: tuple[str, ...] = ()  # to be put somewhere by the dealer
    scrap: tuple[str, ...] = ()  # out of play for this hand
    muck: tuple[str, ...] = ()  # folded and discarded


class Deck(Frozen, kw_only=True):
    """What has befallen the stub."""

    reshuffled: int = 0  # entry of the latest reshuffle
    exhausted: int = 0  # entry at which it ran out for the draw
    boxed: tuple[int, ...] = ()  # entries of cards found face up in it
    exposed: tuple[tuple[int | None, str, int], ...] = ()  # seat, card, entry: by the dealer


class Questions(Frozen, kw_only=True):
    """What was pointed out."""

    called: tuple[tuple[str, int | None, int], ...] = ()  # subject, seat, entry
    claims: Mapping[int, Claim] = NOTHING  # the latest one about each seat


class Closing(Frozen, kw_only=True):
    """The decision, and the chips it moves."""

    result_of: tuple[Any, ...] = ()  # what the result was reckoned from, compared by identity
    decided: int = 0  # entry of the first result
    returned: Mapping[int, Amount] = NOTHING  # uncalled chips given back to each seat
    went_back: tuple[GoneBack, ...] = ()  # chips that went back to seats, in order
    left_over: bool = False  # chips nobody was awarded went to the next deal
    raked: Amount = 0  # chips taken for the house


class Undo(Frozen, kw_only=True):
    """What is put back where a ruling is overridden."""

    void: Hand | None = None  # before it was voided
    before_out: Mapping[int, Hand] = NOTHING  # before each seat was ruled out
    before_carry: Hand | None = None  # before its pot was carried
    counts_before: tuple[int, bool, tuple[int, ...], int] | None = None  # the table's counters
