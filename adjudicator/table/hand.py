"""One deal from the posts to the award: its fields and the questions it answers."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game.profile import Profile, Stage
from adjudicator.table.draw_progress import NO_DRAW, DrawProgress, SeatDraw
from adjudicator.table.hand_parts import (
    Action,
    BoardFaults,
    Burns,
    Closing,
    Deal,
    Deck,
    Opening,
    Piles,
    Positions,
    Posting,
    Questions,
    Undo,
)
from adjudicator.table.parts import Layer, Result
from adjudicator.table.seat import LIVE, Move, Seat
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import NOTHING, Frozen, replace


class Hand(Frozen, kw_only=True):
    """One deal from the posts to the award."""

    number: int  # the hand's number at this table, from 1
    button: int  # the seat that has the button
    dealt_in: tuple[int, ...]  # seats dealt in, clockwise from the button's left
    seats: Mapping[int, Seat]  # the seats dealt in
    profile: Profile  # the game as it is played on this hand
    edition: str  # the edition of the law it is judged by
    started: int  # entry that began it
    carried_in: tuple[Layer, ...] = ()  # money carried in from earlier deals, as it was
    carried_pot: tuple[Layer, ...] = ()  # what of it is still played for, and who may win it
    common: Amount = 0  # chips in the pot that are nobody's bet: dead posts
    phase: str = "posting"  # posting, dealing, betting, drawing, showdown or ended
    stage: int = -1  # place in the game's stages, from 0; -1 before the deal
    street: int = 0  # betting rounds begun
    to_act: int | None = None  # the seat whose turn it is to bet; None while nobody's is
    bet_to_match: Amount = 0  # the highest total of the round, from 0
    last_full_bet: Amount = 0  # the total of the round's last full bet or raise, from 0
    step: Amount = 0  # the size of that bet or raise, from 0
    raises: int = 0  # raises in this round; the bet itself is none
    capped: bool = False  # the cap was reached while three or more could still bet
    aggressor: int | None = None  # the seat that last made the bet to match
    first_actor: int | None = None  # the seat that was to begin the round
    calls: frozenset[int] = frozenset()  # seats that have called a bet
    move: Move | None = None  # the act to be carried out once no rule says otherwise
    # the seat acted past, and the verbs of those behind it
    skipped: tuple[int, Mapping[int, str]] = (0, NOTHING)
    dealt: bool = False  # a card has been dealt
    anted: bool = False  # an ante had been put in when the first card was dealt
    board: tuple[str, ...] = ()  # board cards that are known, in order
    blank_board: int = 0  # board cards that are not
    cards_out: int = 0  # cards that have left the stub
    seen: Mapping[str, int] = NOTHING  # entry at which each known card was first seen
    round_began: int = 0  # entry that began this betting round
    draws: Mapping[int, DrawProgress] = NOTHING  # the draw of each stage that has one
    draw_stage: int = -1  # the stage of the current draw, or else the next or last; -1 without one
    street_closed: int = 0  # entry that closed the last betting round
    # seats that went out with chips nobody else could win any more, and the stake beyond which
    won_before: Mapping[int, Amount] = NOTHING
    last_out: int = 0  # entry at which a seat last went out
    # chips pushed to each seat, by pot; None: said of no one pot
    awards: Mapping[int | None, Mapping[int, Amount]] = NOTHING
    riffled: int = 0  # entry of the next deal's first riffle, which closes the pot
    result: Result | None = None  # what the rules give, once the hand is decided
    ended: int = 0  # entry that closed it
    denied: tuple[int, ...] = ()  # seats whose entry was denied; nothing they post counts
    action: Action = Action()  # how much has been acted
    opening: Opening = Opening()  # the first bet
    positions: Positions = Positions()  # where button and blinds were due
    posting: Posting = Posting()  # forced bets
    deal: Deal = Deal()  # how far the deal has come
    burn: Burns = Burns()  # cards burned
    board_faults: BoardFaults = BoardFaults()  # board cards that are not as they should be
    piles: Piles = Piles()  # cards that lie apart
    deck: Deck = Deck()  # what befell the stub
    questions: Questions = Questions()  # what was pointed out
    closing: Closing = Closing()  # the decision and its chips
    undo: Undo = Undo()  # what an override puts back

    @property
    def here(self) -> Stage | None:
        """The stage the hand is in."""
        stages, place = self.profile.stages, self.stage
        return stages[place] if 0 <= place < len(stages) else None

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that may still win, clockwise from the button's left."""
        seats = self.seats
        return tuple([s for s in self.dealt_in if seats[s].status == LIVE])

    @property
    def contested(self) -> bool:
        """Whether two or more hands are live."""
        found = False
        for seat in self.seats.values():
            if seat.status == LIVE:
                if found:
                    return True
                found = True
        return False

    @property
    def able(self) -> tuple[int, ...]:
        """Live seats with chips behind."""
        return tuple(s for s in self.live if not self.seats[s].all_in)

    @property
    def on(self) -> bool:
        """Whether play goes on: neither ended, voided nor carried over."""
        return self.phase != "ended"

    @property
    def bet_size(self) -> Amount:
        """The bet of this round."""
        stage = self.here
        return stage.unit if stage and stage.kind == "bet" else 0

    @property
    def multihanded(self) -> bool:
        """Three or more live seats that are not all-in."""
        return len(self.able) >= 3

    @property
    def cap(self) -> int | None:
        """Raises this round may take."""
        return self.profile.limits.cap.in_force(self)

    @property
    def capped_out(self) -> bool:
        """Whether the round has had all the raises it may take."""
        return self.profile.limits.cap.reached(self)

    @property
    def board_stage_ahead(self) -> bool:
        """Whether board cards are still to come after this stage."""
        return any(s.kind == "board" for s in self.profile.stages[self.stage + 1 :])

    @property
    def seat_stage_ahead(self) -> bool:
        """Whether the seats are dealt more cards, other than by a draw."""
        return any(s.kind == "deal" for s in self.profile.stages[self.stage + 1 :])

    def only_calls(self, seat: Seat) -> bool:
        """Whether the seat may not bet or raise now, for what it did or saw too early."""
        return seat.limited or (seat.kept_early and not self.seat_stage_ahead)

    @property
    def acted_since_draw(self) -> bool:
        """Whether there has been betting action after the draw that was last."""
        done = self.draw.done
        return bool(done) and (self.action.on_street > 0 or self.street_closed > done)

    @property
    def draw(self) -> DrawProgress:
        """The draw that is on, else the last one that was, else the first one to come."""
        return self.draws.get(self.draw_stage, NO_DRAW)

    def draw_of(self, stage: int) -> DrawProgress:
        """The draw of a stage, whether it has begun or not."""
        return self.draws.get(stage, NO_DRAW)

    @property
    def drawn(self) -> bool:
        """Whether a draw has begun in this hand."""
        return any(draw.begun for draw in self.draws.values())

    @property
    def draw_over(self) -> bool:
        """Whether a draw is over in this hand."""
        return any(draw.done for draw in self.draws.values())

    def in_draws(self, number: int) -> tuple[SeatDraw, ...]:
        """What a seat has done in each draw."""
        return tuple(draw.of(number) for draw in self.draws.values())

    @property
    def draw_ahead(self) -> int | None:
        """The stage of the next draw, if there is one after this stage."""
        ahead = (stage for stage in self.profile.draw_stages if stage > self.stage)
        return next(ahead, None)

    @property
    def draw_meant(self) -> int:
        """The stage of the draw that is meant by what is asked, thrown or served now.

        While no draw is on that is the next one, for which it comes too early.
        """
        ahead = None if self.phase == "drawing" else self.draw_ahead
        return self.draw_stage if ahead is None else ahead

    @property
    def opened(self) -> bool:
        """Whether somebody has made the first voluntary bet."""
        return self.opening.opener is not None

    @property
    def pot(self) -> Amount:
        """All chips in the middle, this round's bets and carried money included."""
        seats = sum(s.put_in - s.dead + s.held for s in self.seats.values())
        riding = sum(layer.amount for layer in self.carried_pot)
        pushed = sum(sum(award.values()) for award in self.awards.values())
        return seats + riding + self.common - pushed - self.closing.raked

    def with_draw(self, draw: DrawProgress, stage: int | None = None) -> Hand:
        """The same with one draw changed: the one that is on or was last, or another."""
        stage = self.draw_stage if stage is None else stage
        return replace(self, draws={**self.draws, stage: draw})

    def with_seat(self, number: int, seat: Seat) -> Hand:
        """The same with one seat changed."""
        return replace(self, seats={**self.seats, number: seat})
