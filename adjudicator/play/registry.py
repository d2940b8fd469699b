"""One transition per event type, found by type.

A transition records what happened, however irregular, and returns its findings; it never
judges.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game.law import Games
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.betting.transitions import acted, bet_taken_back, rapped
from adjudicator.play.cards.transitions import boxed_found, card_moved, exposed, hand_counted
from adjudicator.play.deal.transitions import cut, deal_completed, dealt, round_dealt, shuffled
from adjudicator.play.draw.transitions import discarded, draw_indicated
from adjudicator.play.finding import Finding
from adjudicator.play.muck import transitions as mucking
from adjudicator.play.opening.transitions import pot_declared_open
from adjudicator.play.posting.new_hand import hand_started
from adjudicator.play.posting.transitions import posted
from adjudicator.play.seating.findings import TableAdvisory
from adjudicator.play.seating.transitions import (
    chips_bought,
    dealer_changed,
    player_left,
    player_seated,
    sat_in,
    sat_out,
    seat_changed,
    table_closed,
)
from adjudicator.play.showdown.transitions import hand_ended, misdeal_called, pot_awarded, shown
from adjudicator.play.speech import transitions as speech
from adjudicator.play.speech.transitions import attention
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def apply(state: State, event: Event, games: Games) -> Applied:
    """The state after the entry, before any rule has spoken, and what was found."""
    transition = TRANSITIONS.get(type(event))
    if transition is not None:
        return transition(state, event)
    if isinstance(event, ev.TableOpened | ev.GameChanged):
        return _game(state, event, games)
    return state, []


def _game(state: State, event: ev.TableOpened | ev.GameChanged, games: Games) -> Applied:
    profile = games.profile(event.game, event.stakes, event.options or {})
    found: list[Finding] = [TableAdvisory(rule, text) for rule, text in profile.advisories]
    if isinstance(event, ev.GameChanged):
        return replace(state, upcoming=profile), found
    edition = profile.options.get("edition") or games.edition
    opened = replace(state, profile=profile, edition=edition, places=event.seats)
    return opened, found


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.PlayerSeated: player_seated,
    ev.PlayerLeft: player_left,
    ev.SatOut: sat_out,
    ev.SatIn: sat_in,
    ev.SeatChanged: seat_changed,
    ev.ChipsBought: chips_bought,
    ev.DealerChanged: dealer_changed,
    ev.TableClosed: table_closed,
    ev.Announced: speech.announced,
    ev.HandStarted: hand_started,
    ev.Posted: posted,
    ev.Shuffled: shuffled,
    ev.Cut: cut,
    ev.Dealt: dealt,
    ev.RoundDealt: round_dealt,
    ev.DealCompleted: deal_completed,
    ev.Exposed: exposed,
    ev.BoxedFound: boxed_found,
    ev.CardMoved: card_moved,
    ev.HandCounted: hand_counted,
    ev.AttentionCalled: attention,
    ev.Acted: acted,
    ev.Rapped: rapped,
    ev.PotDeclaredOpen: pot_declared_open,
    ev.DrawIndicated: draw_indicated,
    ev.Discarded: discarded,
    ev.Shown: shown,
    ev.Mucked: mucking.muck,
    ev.HandRetrieved: mucking.retrieve,
    ev.BetTakenBack: bet_taken_back,
    ev.PotAwarded: pot_awarded,
    ev.MisdealCalled: misdeal_called,
    ev.HandEnded: hand_ended,
}
