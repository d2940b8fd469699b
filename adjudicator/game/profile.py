"""What a game is: types only; the games themselves are data of the rulebook.

A ``Profile`` is a game file joined with a table's stakes and house options. Everything
a hand needs to know about its game stands here, so that no code asks which game it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from adjudicator.game.limits import Limits
from adjudicator.game.numbers import Numbers
from adjudicator.game.policy import Policy
from adjudicator.hands import Ranking
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import Frozen


class Stage(Frozen):
    """One step of a hand: cards to the seats, to the board, a draw or a betting round.

    ``faces`` are the cards of a ``deal`` in order; ``cards`` the board cards of a
    ``board``; ``unit`` and ``first`` belong to a ``bet``; ``burn`` says whether a burn
    comes before the first card; ``articles`` lay the stage down.
    """

    kind: str
    name: str
    faces: tuple[str, ...] = ()
    cards: int = 0
    unit: Amount = 0
    first: str = ""
    burn: bool = False
    start: str = "left_of_button"
    articles: tuple[str, ...] = ()


class Bonus(Frozen):
    """An upcard of this rank earns another one at once."""

    rank: str
    face: str = "up"


class Part(Frozen):
    """A part of every pot, and how the hands that may win it are read."""

    name: str
    ranking: Ranking


def hands_served(stages: Sequence[Stage], deck: int, limit: int | None) -> int:
    """How many hands a deck serves, with a full draw, the board and the burns."""
    hand = sum(len(stage.faces) for stage in stages)
    draws = any(stage.kind == "draw" for stage in stages)
    each = hand + ((hand if limit is None else limit) if draws else 0)
    shared = sum(stage.cards + stage.burn for stage in stages)
    return (deck - shared) // each


class Profile(Frozen, gc=True, dict=True):
    """A game as one table plays it, under an ``edition`` of the rulebook.

    ``books`` are the parts of the rulebook that govern it, the game's own first.
    Every layer of the pot is divided into ``parts``; an odd chip goes to the first.
    ``limits`` is the structure of its betting. With ``all_in`` off every wager is owed in
    full and balances may go below zero. ``policy`` is what the house has chosen; ``options``
    are the values that were chosen from, as they stand on the wire.
    ``exact_shares`` divides pots in fractions; otherwise an odd chip goes to one seat.
    Where ``everybody_shows`` no pot is pushed before every hand that is left was tabled.
    ``by_deck`` lets as many play as the ``deck`` serves; ``limit_known`` says that the
    house has fixed the limit on the draw. ``adopted`` are rules of other games that hold
    here, each with the article that says so, or with nothing where an option shuts it out.
    """

    id: str
    name: str
    edition: str
    books: tuple[str, ...]
    stages: tuple[Stage, ...]
    parts: tuple[Part, ...]
    policy: Policy
    numbers: Numbers
    options: Mapping[str, Any]
    stakes: Mapping[str, Any]
    ante: Amount
    small_blind: Amount
    big_blind: Amount
    bring_in: Amount
    limits: Limits
    all_in: bool
    exact_shares: bool
    players: tuple[int, int]
    hand_size: int
    jokers: int
    joker_known: bool
    draw_limit: int | None
    bonus: Bonus | None
    session_pots: int | None
    advisories: tuple[tuple[str, str], ...] = ()
    deck: int = 52
    by_deck: bool = False
    limit_known: bool = False
    adopted: tuple[tuple[str, str], ...] = ()
    citation: str = ""  # the edition by whose numbers a ruling cites; by id and title if none
    award_articles: tuple[str, ...] = ()
    everybody_shows: bool = False

    @property
    def ranking(self) -> Ranking:
        """How hands are read for the first part of the pot, and upcards and openers with them."""
        return self.parts[0].ranking

    @cached_property
    def schedule(self) -> tuple[tuple[str, ...], ...]:
        """For each stage, the faces of all cards a seat has been dealt by its end."""
        faces: tuple[str, ...] = ()
        found = []
        for stage in self.stages:
            faces += stage.faces
            found.append(faces)
        return tuple(found)

    def most(self, limit: int | None = None) -> int:
        """How many may play: as the game has it, or as many as the deck serves.

        A ``limit`` on the draw that was announced counts; while none is known, a table
        is too large only if it is so even without a draw.
        """
        if not self.by_deck:
            return self.players[1]
        known = limit if isinstance(limit, int) else self.draw_limit
        if not isinstance(limit, int) and not self.limit_known:
            known = 0
        return hands_served(self.stages, self.deck, known)

    @cached_property
    def plain_deal(self) -> tuple[bool, ...]:
        """For each stage, whether it deals cards face down to hands without upcards."""
        return tuple(
            stage.kind == "deal" and not stage.burn and "up" not in faces
            for stage, faces in zip(self.stages, self.schedule, strict=True)
        )

    @cached_property
    def draw_stages(self) -> tuple[int, ...]:
        """The places of the draws among the stages."""
        return tuple(place for place, stage in enumerate(self.stages) if stage.kind == "draw")

    @property
    def draws(self) -> bool:
        """Whether the game has a draw."""
        return bool(self.draw_stages)

    @cached_property
    def stud(self) -> bool:
        """Whether some of a hand's own cards lie face up."""
        return "up" in self.schedule[-1]

    @cached_property
    def board_size(self) -> int:
        """How many board cards the game deals."""
        return sum(stage.cards for stage in self.stages)

    @cached_property
    def opens_on_jacks(self) -> bool:
        """Whether the first bet needs a pair of jacks or better."""
        return self.draws and self.policy.opening_requirement == "jacks"

    @property
    def blind_sizes(self) -> tuple[Amount, Amount]:
        """The small and the big blind; 0 where none is posted."""
        return self.small_blind, self.big_blind

    @property
    def blinds(self) -> bool:
        """Whether blinds are posted."""
        return bool(self.big_blind)
