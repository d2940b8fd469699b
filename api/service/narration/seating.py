"""The table, its game, and who sits at it."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.lib.words import many, plain
from api.service.narration.narrator import CardStyle, Narrators, always, filled, of_seat


def table_opened(event: ev.TableOpened, style: CardStyle) -> str:
    words = f"table opened: {event.game}, {many(event.seats, 'place')}"
    for name, given in (("stakes", event.stakes), ("options", event.options)):
        if given:
            words += f"; {name} {plain(given)}"
    return words


def game_changed(event: ev.GameChanged, style: CardStyle) -> str:
    words = f"from the next hand on: {event.game}; stakes {plain(event.stakes)}"
    return words + (f"; options {plain(event.options)}" if event.options else "")


def player_seated(event: ev.PlayerSeated, style: CardStyle) -> str:
    chips = "" if event.chips is None else f" with {event.chips}"
    return f"seat {event.seat}: {event.player} sits down{chips}"


NARRATORS: Narrators = {
    ev.TableOpened: table_opened,
    ev.GameChanged: game_changed,
    ev.PlayerSeated: player_seated,
    ev.PlayerLeft: of_seat("leaves"),
    ev.SatOut: of_seat("sits out"),
    ev.SatIn: of_seat("sits in again"),
    ev.SeatChanged: filled("seat {e.seat} moves to seat {e.to}"),
    ev.ChipsBought: filled("seat {e.seat} buys {e.amount}"),
    ev.DealerChanged: filled("dealer: {e.dealer}"),
    ev.TableClosed: always("table closed"),
}
