"""Cards leaving the stub: one by one, or a whole pass at a time.

``deal`` puts a card where it went and reports how that differs from where it was due. A
card that goes where it was due triggers no rule.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log.events import Dealt, RoundDealt
from adjudicator.play.cards.findings import JokerSeen
from adjudicator.play.cards.seen import see, unseen
from adjudicator.play.deal import burns
from adjudicator.play.deal.board import to_board
from adjudicator.play.deal.findings import FirstCard, PlayerTookCard
from adjudicator.play.deal.to_seats import to_seat
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.deal_plan import deal_line, due
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.cards import JOKER
from adjudicator.values.frozen import replace


def deal(state: State, event: Dealt, remedy: bool) -> Applied:
    """One card leaves the stub; ``remedy`` when a due of this seat asks for it."""
    if not state.the_hand.on:
        return state, []
    state, found = begun(state, event.to)
    if _joker_in_sight(state.the_hand, event):
        state, more = _joker(state, event)
        return state, found + more
    found += _taken_by_player(state.the_hand, event)
    state, seen = _out_of_the_stub(state, event.card)
    state, more = _to_its_place(state, event, remedy)
    return state, found + seen + more


def _to_its_place(state: State, event: Dealt, remedy: bool) -> Applied:
    if event.to == "burn":
        return burns.burn(state, event.card)
    if event.to == "board":
        return to_board(state, event)
    return to_seat(state, event, event.to, remedy) if isinstance(event.to, int) else (state, [])


def as_planned(hand: Hand, event: Dealt) -> bool:
    """Whether a downcard goes to the next seat in line, in a game without upcards.

    Nearly every card of a night is one: the fast path skips all other checks.
    """
    line = hand.deal.line
    return (
        hand.phase == "dealing"
        and event.face == "down"
        and hand.profile.plain_deal[hand.stage]
        and bool(line)
        and line[hand.deal.turn] == event.to
        and _plain(hand, event)
    )


def _plain(hand: Hand, event: Dealt) -> bool:
    """Whether nothing else about the card needs attention.

    The first two cards of a hand are never plain: they may cause a misdeal
    (rrop-misdeal/1a).
    """
    card = event.card
    return (
        hand.cards_out >= 2
        and not hand.burn.wrong
        and event.by is None
        and not event.off_table
        and (card is None or card not in hand.seen or unseen(hand, card))
        and card != JOKER
    )


def follow_plan(state: State, event: Dealt) -> State:
    """Deal a card as planned and move on to the next seat."""
    hand, seat, card = state.the_hand, event.to, event.card
    assert isinstance(seat, int)
    mine = hand.seats[seat]
    cards = mine.cards if card is None else (*mine.cards, card)
    new = replace(
        hand,
        seats={**hand.seats, seat: replace(mine, count=mine.count + 1, cards=cards)},
        cards_out=hand.cards_out + 1,
        seen=hand.seen if card is None else {**hand.seen, card: state.seq},
        deal=replace(
            hand.deal,
            to_stage=hand.deal.to_stage + 1,
            turn=(hand.deal.turn + 1) % len(hand.deal.line),
        ),
    )
    return replace(state, hand=new)


def begun(state: State, first: int | str = "") -> Applied:
    """Begin the deal, if it has not begun: with a card, a pass or the dealer's signal."""
    hand = state.the_hand
    if hand.dealt:
        return state, []
    anted = any(seat.ante for seat in hand.seats.values())
    stage = max(hand.stage, 0)
    hand = replace(
        hand,
        dealt=True,
        phase="dealing",
        stage=stage,
        anted=anted,
        deal=replace(hand.deal, first_card=first),
    )
    hand = replace(hand, deal=replace(hand.deal, line=deal_line(hand)))
    return replace(state, hand=hand, anted_deals=state.anted_deals + anted), [FirstCard()]


def _joker_in_sight(hand: Hand, event: Dealt) -> bool:
    """Whether a joker turns up in a game that has none."""
    in_sight = event.face == "up" or event.to == "board"
    return event.card == JOKER and not hand.profile.jokers and in_sight


def _joker(state: State, event: Dealt) -> Applied:
    """The joker is a scrap of paper; whoever got it is owed another card."""
    state, found = see(state, event.card)
    hand = state.the_hand
    holder = event.to if isinstance(event.to, int) else None
    scrap = state.with_hand(
        replace(hand, piles=replace(hand.piles, scrap=(*hand.piles.scrap, JOKER)))
    )
    return scrap, [*found, JokerSeen(holder, acted=False)]


def _taken_by_player(hand: Hand, event: Dealt) -> list[Finding]:
    """A player took a card from the stub, due or not."""
    if not isinstance(event.by, int):
        return []
    now, up = due(hand), event.face == "up"
    proper = now is not None and (now.to, now.face) == (event.to, event.face)
    return [PlayerTookCard(event.by, event.to, event.card, up, proper)]


def _out_of_the_stub(state: State, card: str | None) -> Applied:
    """Take a card off the stub, noting its face if known."""
    hand = state.the_hand
    state = state.with_hand(replace(hand, cards_out=hand.cards_out + 1))
    return see(state, card)


def deal_pass(state: State, event: RoundDealt) -> Applied:
    """A whole pass: to each live seat ``each`` cards, or as counted."""
    if not state.the_hand.on:
        return state, []
    state, found = begun(state)
    hand = state.the_hand
    found += burns.missing(hand)
    counts: Mapping[int, int] = event.counts or {}
    in_hand = {n: counts.get(n, event.each if s.live else 0) for n, s in hand.seats.items()}
    elsewhere = {n: given for n, given in counts.items() if n not in hand.seats}
    dealt = sum(in_hand.values()) + sum(elsewhere.values())
    hand = replace(
        hand,
        seats={n: _given(hand.seats[n], many, event.face) for n, many in in_hand.items()},
        cards_out=hand.cards_out + dealt,
        deal=replace(
            hand.deal,
            strays=(*hand.deal.strays, *((n, state.seq) for n, many in elsewhere.items() if many)),
            to_stage=hand.deal.to_stage + dealt,
        ),
    )
    return state.with_hand(hand), found


def _given(seat: Seat, many: int, face: str) -> Seat:
    """A seat with this many more unrecorded cards."""
    ups = many if face == "up" else 0
    return replace(seat, count=seat.count + many, ups=seat.ups + ups)
