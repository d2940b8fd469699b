"""What may come next from the stub."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.deal.outcomes import MISDEAL_REDEAL
from adjudicator.play.draw.serving import serving
from adjudicator.play.offer import Entry, Offer, card
from adjudicator.play.posting.posts import posts_payable
from adjudicator.table import deal_plan
from adjudicator.table.hand import Hand
from adjudicator.table.standings import over
from adjudicator.table.table import State


def dealt(state: State) -> list[Entry]:
    hand = state.the_hand
    if hand.phase == "drawing":
        return _replacement(hand)
    if hand.phase == "posting" and posts_payable(state):
        return []
    due = deal_plan.due(hand)
    return [] if due is None else [card(due.to, due.face)]


def round_dealt(state: State) -> list[Entry]:
    """A whole pass to every seat still in, where all of them are owed the same cards."""
    hand = state.the_hand
    if hand.phase == "posting" and posts_payable(state):
        return []
    owed = deal_plan.pass_due(hand)
    return [] if owed is None else [{"type": "round_dealt", "face": owed.face, "each": owed.each}]


def _replacement(hand: Hand) -> list[Entry]:
    step = serving(hand)
    if step is None or step.discards:
        return []
    return [card("burn" if step.burn else step.seat, "down")]


def deal_completed(state: State) -> list[Entry]:
    """The dealer's signal, if it may begin the deal or complete one."""
    hand = state.the_hand
    at_deal = hand.here is not None and hand.here.kind == "deal"
    served = at_deal and deal_plan.due(hand) is None
    return [{"type": "deal_completed"}] if served or not hand.dealt else []


def shuffled(state: State) -> list[Entry]:
    """The first riffle for the next hand, which closes the dispute window."""
    return [{"type": "shuffled"}] if state.window and not over(state) else []


def misdeal_called(state: State) -> list[Entry]:
    """A ruled misdeal is carried out by calling it."""
    ruled = any(
        MISDEAL_REDEAL.names(one)
        for ruling in state.rulings.values()
        if ruling.status not in ("withdrawn", "overridden")
        for one in ruling.outcomes
    )
    return [{"type": "misdeal_called"}] if ruled else []


OFFERS: Mapping[type[Event], Offer] = {
    ev.Shuffled: shuffled,
    ev.Dealt: dealt,
    ev.RoundDealt: round_dealt,
    ev.DealCompleted: deal_completed,
    ev.MisdealCalled: misdeal_called,
}
UNOFFERED: Mapping[type[Event], str] = {
    ev.Cut: "a deal is in order without it, and no rule of these asks for it",
}
