"""What may come next with the table and its players."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Entry, Offer
from adjudicator.table.standings import over
from adjudicator.table.table import State


def table_closed(state: State) -> list[Entry]:
    return [{"type": "table_closed"}] if over(state) else []


OFFERS: Mapping[type[Event], Offer] = {ev.TableClosed: table_closed}
UNOFFERED: Mapping[type[Event], str] = {
    ev.TableOpened: "a log begins with it",
    ev.GameChanged: "the house changes the game when it likes",
    ev.PlayerSeated: "nobody knows who comes",
    ev.PlayerLeft: "players leave when they like",
    ev.SatOut: "players sit out when they like",
    ev.SatIn: "players sit in when they like",
    ev.SeatChanged: "only a due asks for it, where a change of seat was denied",
    ev.ChipsBought: "players buy chips when they like",
    ev.DealerChanged: "the house changes dealers when it likes",
}
