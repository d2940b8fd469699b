"""Rows of the matrix about acts, hands, the showdown and conduct."""

from __future__ import annotations

from builders import Log

from matrix.cells import (
    AFTER,
    ALL,
    BASEBALL,
    BEFORE,
    DRAW,
    DRAWS,
    FLOP,
    Cell,
    Row,
    hand_of,
    offered,
    ready,
)

RROP, TDA = ("rrop",), ("tda",)
CASINO = (*DRAWS, *FLOP)
# At stud the first act of a hand is the bring-in and cannot be a check.
CHECKING = (*CASINO, *BASEBALL)
SHOWN = {
    "draw-high": ("As Ah 7c 7d Qh", "Ks Jh 6c 5d Qc"),
    "jacks-or-better": ("As Ah 7c 7d Qh", "Qs Qc 6c 5d Jd"),
    "blue-beacon": ("As Ah 7c 7d Qh", "Ks Jh 6c 4d Qc"),
    "omaha-limit": ("As Ah 7c 7d", "Ks Jh 6c 4d"),
    "holdem-limit": ("As Ah", "Ks 4d"),
}
BOARD = ("9s", "8c", "3h", "2d", "Tc")


def turn(log: Log) -> int:
    """The seat that is to act."""
    seat = hand_of(log).to_act
    assert seat is not None
    return seat


def wagers(log: Log, seat: int) -> Log:
    """The seat bets, or raises where there is a bet."""
    hand = hand_of(log)
    verb = "raise" if hand.bet_to_match else "bet"
    return log.add("acted", seat=seat, verb=verb, to=hand.last_full_bet + hand.bet_size)


def passes(log: Log, seat: int) -> Log:
    """The seat calls, or checks where there is nothing to call."""
    hand = hand_of(log)
    if hand.bet_to_match > hand.seats[seat].bet:
        return log.add("acted", seat=seat, verb="call", to=hand.bet_to_match)
    return log.add("acted", seat=seat, verb="check")


def next_seat(log: Log) -> int:
    """The seat that acts after the one whose turn it is."""
    hand, first = hand_of(log), turn(log)
    return hand.live[(hand.live.index(first) + 1) % len(hand.live)]


def bet_to_call(cell: Cell) -> Log:
    """Somebody has bet, the next seat is to act."""
    log = ready(cell)
    return wagers(log, turn(log))


def out_of_turn(cell: Cell) -> Log:
    log = ready(cell)
    first = turn(log)
    wagers(log, next_seat(log))
    return passes(log, first) if cell.moment == BEFORE else wagers(log, first)


def time_up(cell: Cell) -> Log:
    log = bet_to_call(cell)
    if cell.moment == AFTER:
        while hand_of(log).street < 2:
            quiet(log)
    return log.add("announced", topic="clock_expired")


def quiet(log: Log) -> Log:
    """One proper entry that asks for nothing more than must be."""
    entries = offered(log)
    for verb in ("check", "call"):
        for entry in entries:
            if entry.get("verb") == verb:
                log.events.append(entry)
                return log
    entry = dict(entries[0])
    if entry["type"] == "draw_indicated":
        entry["count"] = 0
    if entry.get("to") == "board":
        entry["card"] = BOARD[len(hand_of(log).board)]
    log.events.append(entry)
    return log


def absent(cell: Cell) -> Log:
    log = ready(cell)
    seat = turn(log)
    if cell.moment == AFTER:
        passes(log, seat)
    return log.calls_attention("absent", seat=seat)


def taken_in(cell: Cell) -> Log:
    log = bet_to_call(cell)
    return log.add("mucked", seat=turn(log), by="dealer", identifiable=cell.moment == BEFORE)


def showdown(cell: Cell) -> Log:
    """All six are at the showdown; four throw their hands away."""
    log = bet_to_call(cell)
    while hand_of(log).phase != "showdown":
        quiet(log)
    for seat in (3, 4, 5, 6):
        log.add("mucked", seat=seat, identifiable=True)
    return log


def fetched(cell: Cell) -> Log:
    log = showdown(cell).add("mucked", seat=2, identifiable=cell.moment == BEFORE)
    return log.shows(1, SHOWN[cell.game][1]).add("hand_retrieved", seat=2)


def asked_to_see(cell: Cell) -> Log:
    log = showdown(cell).shows(1, SHOWN[cell.game][1]).add("mucked", seat=2, identifiable=True)
    return log.calls_attention("see_hand", by=1 if cell.moment == BEFORE else 3, seat=2)


def unaware(cell: Cell) -> Log:
    log = bet_to_call(cell)
    put = hand_of(log).bet_to_match
    wagers(log, turn(log))
    seat = turn(log)
    log.add("acted", seat=seat, verb="call", to=put)
    if cell.moment == AFTER:
        log.add("acted", seat=turn(log), verb="fold")
        log.calls_attention("wrong_amount", seat=seat)
    return log


def second_trip(cell: Cell) -> Log:
    log = bet_to_call(cell)
    seat = turn(log)
    if cell.moment == AFTER:
        log.add("announced", topic="raise", by=seat)
    hand = hand_of(log)
    log.add("acted", seat=seat, verb="call", to=hand.bet_to_match)
    return log.add("acted", seat=seat, verb="raise", to=hand.bet_to_match + hand.bet_size)


def misquoted(cell: Cell) -> Log:
    log = bet_to_call(cell)
    put = hand_of(log).bet_to_match
    wagers(log, turn(log))
    seat = turn(log)
    log.add("announced", topic="raise", seat=seat)
    log.add("announced", topic="amount", value=put, seat=seat)
    return log.add("acted", seat=seat, verb="call", to=put)


def misconduct(cell: Cell) -> Log:
    log = ready(cell).calls_attention("conduct", by=1, seat=2)
    return log if cell.moment == BEFORE else log.calls_attention("disclosure", by=1, seat=2)


def wrong_award(cell: Cell) -> Log:
    best, other = SHOWN[cell.game]
    log = showdown(cell).shows(1, best).shows(2, other)
    log.add("pot_awarded", to={"2": hand_of(log).pot})
    if cell.moment == BEFORE:
        return log
    return log.add("hand_ended").add("shuffled").calls_attention("wrong_award", by=1, seat=1)


def short_bet(cell: Cell) -> Log:
    log = bet_to_call(cell)
    while hand_of(log).street < 2:
        quiet(log)
    seat, unit = turn(log), hand_of(log).bet_size
    log.add("acted", seat=seat, verb="bet", to=unit - 1)
    if cell.moment == AFTER:
        while hand_of(log).street < 3 and hand_of(log).phase != "showdown":
            quiet_but(log, seat)
        log.calls_attention("wrong_amount", seat=seat)
    return log


def quiet_but(log: Log, seat: int) -> Log:
    """A quiet entry that does not make this seat's bet good."""
    if offered(log)[0].get("seat") == seat and hand_of(log).seats[seat].acted:
        log.events.append(next(e for e in offered(log) if e.get("seat") != seat))
        return log
    return quiet(log)


def words(cell: Cell) -> Log:
    log = bet_to_call(cell)
    seat, hand = turn(log), hand_of(log)
    if cell.moment == BEFORE:
        log.add("announced", topic="raise", by=seat)
        return log.add("acted", seat=seat, verb="call", to=hand.bet_to_match)
    return log.add("acted", seat=seat, verb="call", to=hand.bet_to_match + hand.bet_size)


BOUND = {BEFORE: "action_binding", AFTER: "bet_returned"}
LATE = {BEFORE: "hand_dead", AFTER: "action_binding"}
WARNED = {BEFORE: "warning", AFTER: "penalty"}
ROWS: tuple[Row, ...] = (
    Row("rrop-betting/11", CHECKING, out_of_turn, BOUND, readings=RROP),
    Row("tda/53", CHECKING, out_of_turn, BOUND, readings=TDA),
    Row("rrop-dead-hand/1f", ALL, time_up, LATE, readings=RROP),
    Row("tda/29", ALL, time_up, LATE, readings=TDA),
    Row(
        "tda/30",
        CHECKING,
        absent,
        {BEFORE: {"rrop": "floor_decides", "tda": "hand_dead"}, AFTER: "floor_decides"},
    ),
    Row("rrop-irregularities/2", ALL, taken_in, {BEFORE: "hand_live", AFTER: "hand_dead"}),
    Row(
        "rrop-dead-hand/2",
        CASINO,
        fetched,
        {BEFORE: {"rrop": "floor_decides", "tda": "hand_live"}, AFTER: "hand_dead"},
    ),
    Row(
        "rrop-showdown/5",
        CASINO,
        asked_to_see,
        {BEFORE: "hand_live", AFTER: "hand_dead"},
        readings=RROP,
    ),
    Row(
        "tda/18",
        CASINO,
        asked_to_see,
        {BEFORE: "floor_decides", AFTER: "may_decline"},
        readings=TDA,
    ),
    Row(
        "rrop-betting/13",
        CASINO,
        unaware,
        {BEFORE: "bet_withdrawable", AFTER: "floor_decides"},
        readings=RROP,
    ),
    Row("tda/51", CASINO, unaware, {BEFORE: "floor_decides"}, readings=TDA),
    Row(
        "rrop-betting/string",
        ALL,
        second_trip,
        {BEFORE: "raise_not_allowed", AFTER: "bet_completed"},
        later="rrop-betting/verbal",
    ),
    Row("tda/49", ALL, misquoted, {BEFORE: "floor_decides"}),
    Row("rrop-etiquette", ALL, misconduct, WARNED, readings=RROP),
    Row("tda/67", ALL, misconduct, WARNED, readings=TDA),
    Row(
        "rrop-decision/6",
        CASINO,
        wrong_award,
        {BEFORE: "dealer_corrects", AFTER: "bet_stays"},
        later="rrop-decision/5",
    ),
    Row(
        "rrop-betting/limit-amounts",
        (*DRAW, *FLOP, "blue-beacon"),
        short_bet,
        {BEFORE: "bet_completed", AFTER: "bet_stays"},
    ),
    Row(
        "rrop-betting/verbal",
        CASINO,
        words,
        {BEFORE: "bet_completed", AFTER: "bet_returned"},
    ),
)
