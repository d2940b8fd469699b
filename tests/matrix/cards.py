"""Rows of the matrix about cards, boards, burns, misdeals and the deck."""

from __future__ import annotations

from typing import Any

from builders import Log

from matrix.cells import (
    ACTS,
    AFTER,
    ALL,
    BEFORE,
    BOARD,
    DRAW,
    DRAWS,
    EACH,
    FLOP,
    STUD,
    Cell,
    Row,
    acts,
    dealt,
    hand_of,
    offered,
    posted,
    ready,
    seated,
    to_stage,
)

MISDEAL = {BEFORE: "misdeal_redeal", AFTER: "hand_live"}
PLAYED_ON = "rrop-misdeal/2"


def one_by_one(cell: Cell, first_pass: list[int]) -> Log:
    """The first pass goes round in this order, the others as they should."""
    log = posted(cell, seated(cell))
    for seat in first_pass:
        log.add("dealt", to=seat)
    while True:
        cards = [e for e in offered(log) if e["type"] == "dealt"]
        if not cards:
            break
        log.events.append(cards[0])
    return acts(log, ACTS[cell.moment])


def out_of_sequence(cell: Cell) -> Log:
    return one_by_one(cell, [1, 2, 4, 3, 5, 6]).calls_attention("deal_order")


def first_card_wrong(cell: Cell) -> Log:
    return one_by_one(cell, [2, 1, 3, 4, 5, 6]).calls_attention("first_card")


def wrong_button(cell: Cell) -> Log:
    log = seated(cell).hand(6).add("hand_ended")
    log = acts(dealt(cell, posted(cell, log, button=3)), ACTS[cell.moment])
    return log.calls_attention("wrong_button")


def card_to_nobody(cell: Cell) -> Log:
    log = dealt(cell, posted(cell, seated(cell, places=7))).add("dealt", to=7)
    return acts(log, ACTS[cell.moment]).calls_attention("wrong_seat", seat=7)


def left_out(cell: Cell) -> Log:
    log = dealt(cell, posted(cell, seated(cell), button=5, seats=[1, 2, 3, 4, 5]))
    return acts(log, ACTS[cell.moment]).calls_attention("left_out", by=6, seat=6)


def counted(cell: Cell, seat: int, count: int) -> Log:
    log = acts(ready(cell), ACTS[cell.moment])
    about = "short_hand" if count < EACH[cell.game] else "extra_card"
    log.calls_attention(about, by=seat, seat=seat)
    return log.add("hand_counted", seat=seat, count=count)


def boxed_twice(cell: Cell) -> Log:
    log = posted(cell, seated(cell)).add("boxed_found", card="2c")
    if cell.moment == AFTER:
        log = acts(dealt(cell, log), 3)
    return log.add("boxed_found", card="3c")


def boxed_once(cell: Cell) -> Log:
    log = posted(cell, seated(cell))
    if cell.moment == AFTER:
        log = acts(dealt(cell, log), 1)
    return log.add("boxed_found", card="2c")


def exposed(cell: Cell, *cards: str) -> Log:
    """These cards of the first pass are dealt face up."""
    log = posted(cell, seated(cell))
    for card in cards:
        to = next(e["to"] for e in offered(log) if e["type"] == "dealt")
        if card == "-":
            log.add("dealt", to=to)
        else:
            log.add("dealt", to=to, card=card).add("exposed", seat=to, card=card)
    return log


def dropped(cell: Cell) -> Log:
    log = posted(cell, seated(cell)) if cell.moment == BEFORE else ready(cell)
    if cell.moment == BEFORE:
        log = dealt(cell, log)
    else:
        acts(log, 2)
    return log.add("exposed", seat=3, card="Kc", by="owner", off_table=True)


def shown_by_owner(cell: Cell) -> Log:
    log = ready(cell)
    if cell.moment == AFTER:
        acts(log, 2)
    return log.add("exposed", seat=3, card="Kc", by="owner")


def fault(cell: Cell, fault: str, **fields: str) -> Log:
    log = ready(cell)
    if cell.moment == AFTER:
        acts(log, 3)
    return log.add("deck_fault_found", fault=fault, **fields)


def duplicate_and_window(cell: Cell) -> Log:
    log = acts(ready(cell), 3).add("deck_fault_found", fault="duplicate", card="Kc")
    if cell.moment == AFTER:
        log.add("hand_ended").add("shuffled").calls_attention("duplicate_card", entry=log.seq - 2)
    return log


def early_board(cell: Cell) -> Log:
    log = acts(ready(cell), 1)
    log.add("dealt", to="burn").add("dealt", to="board", face="up", card="4h")
    return log


def early_turn(cell: Cell) -> Log:
    log = flop(cell)
    log.add("dealt", to="burn")
    if cell.moment == AFTER:
        acts(log, 1)
    return log.add("dealt", to="board", face="up", card="4h")


def flop(cell: Cell, burn: bool = True) -> Log:
    """The first board cards are out and nobody has bet on them."""
    log = to_stage(ready(cell), "board")
    if burn:
        log.add("dealt", to="burn")
    for card in ("5c", "Th", "Jh") if cell.game in FLOP else ("5c",):
        log.add("dealt", to="board", face="up", card=card)
    return log


def four_card_flop(cell: Cell) -> Log:
    return flop(cell).add("dealt", to="board", face="up", card="2s")


def burned_twice(cell: Cell) -> Log:
    log = to_stage(ready(cell), "board").add("dealt", to="burn").add("dealt", to="burn")
    at = log.seq
    if cell.moment == AFTER:
        for card in ("5c", "Th", "Jh") if cell.game in FLOP else ("5c",):
            log.add("dealt", to="board", face="up", card=card)
        acts(log, 1).calls_attention("burn_error", entry=at)
    return log


def forgotten_burn(cell: Cell) -> Log:
    log = flop(cell, burn=False)
    if cell.moment == AFTER:
        acts(log, 1).calls_attention("burn_error")
    return log


def joker(cell: Cell) -> Log:
    log = ready(cell)
    if cell.moment == AFTER:
        log.events.append(_stays_in(log))
        seat = log.events[-1]["seat"]
    else:
        seat = hand_of(log).to_act
    return log.add("shown", seat=seat, cards=["Jk"], purpose="accident")


def _stays_in(log: Log) -> dict[str, Any]:
    return next(e for e in offered(log) if e["type"] == "acted" and e["verb"] != "fold")


def one_extra(cell: Cell) -> Log:
    log = acts(ready(cell), 0 if cell.moment == BEFORE else 1)
    log.calls_attention("extra_card", by=5, seat=5)
    return log.add("hand_counted", seat=5, count=EACH[cell.game] + 1)


def short_button(cell: Cell) -> Log:
    log = ready(cell)
    turn = hand_of(log).to_act
    while turn != (6 if cell.moment == BEFORE else 1):
        log.events.append(_stays_in(log))
        turn = hand_of(log).to_act
    log.calls_attention("short_hand", by=6, seat=6)
    return log.add("hand_counted", seat=6, count=EACH[cell.game] - 1)


def short_in_draw(cell: Cell) -> Log:
    log = acts(ready(cell), 0 if cell.moment == BEFORE else 3)
    return log.calls_attention("short_hand", seat=5).add("hand_counted", seat=5, count=4)


def asked_again(cell: Cell) -> Log:
    log = exposed(cell, "-", "-", "Kc")
    return log.calls_attention("exposed_card", seat=log.events[-1]["seat"])


def wrong_blinds(cell: Cell) -> Log:
    log = seated(cell).hand(6)
    log.add("posted", seat=2, kind="small_blind", amount=3)
    log.add("posted", seat=3, kind="big_blind", amount=6)
    return acts(dealt(cell, log), ACTS[cell.moment]).calls_attention("wrong_blinds")


def runs_out(cell: Cell) -> Log:
    log = ready(cell).does("1 bet 10", *(f"{seat} call 10" for seat in range(2, 7)))
    for seat in range(1, 6):
        log.draws(seat, 4, burn=seat == 1)
    return log.add("draw_indicated", seat=6, count=2).add("discarded", seat=6, count=2)


BURNS = {BEFORE: {"rrop": "dealer_corrects", "tda": "card_keep"}}

ROWS: tuple[Row, ...] = (
    Row("rrop-misdeal/1f", ALL, out_of_sequence, MISDEAL, later=PLAYED_ON, acts=True),
    Row("rrop-misdeal/1h", ALL, first_card_wrong, MISDEAL, later=PLAYED_ON, acts=True),
    Row(
        "rrop-misdeal/1g",
        tuple(game for game in ALL if game not in STUD),
        wrong_button,
        {BEFORE: "misdeal_redeal", AFTER: "dealer_corrects"},
        later="rrop-irregularities/1",
        acts=True,
        readings=("rrop",),
    ),
    Row(
        "rrop-misdeal/1g",
        tuple(game for game in ALL if game not in STUD),
        wrong_button,
        {BEFORE: "misdeal_redeal", AFTER: "bet_stays"},
        later="tda/34",
        acts=True,
        readings=("tda",),
    ),
    Row(
        "rrop-misdeal/1i",
        ALL,
        card_to_nobody,
        {BEFORE: "misdeal_redeal", AFTER: "hand_dead"},
        acts=True,
    ),
    Row("rrop-misdeal/1j", ALL, left_out, MISDEAL, later=PLAYED_ON, acts=True),
    Row(
        "rrop-misdeal/1e",
        FLOP,
        lambda cell: counted(cell, 1, EACH[cell.game] - 1),
        {BEFORE: "misdeal_redeal", AFTER: "hand_dead"},
        later="rrop-dead-hand/1d",
        acts=True,
    ),
    Row(
        "rrop-misdeal/1d",
        FLOP,
        lambda cell: counted(cell, 1, EACH[cell.game] + 2),
        {BEFORE: "misdeal_redeal", AFTER: "hand_dead"},
        later="rrop-dead-hand/1d",
        acts=True,
    ),
    Row(
        "rrop-misdeal/1c",
        ALL,
        boxed_twice,
        {BEFORE: "misdeal_redeal", AFTER: "card_scrap"},
        later="rrop-irregularities/7",
    ),
    Row(
        "rrop-irregularities/7",
        ALL,
        boxed_once,
        {BEFORE: "card_scrap", AFTER: "card_scrap"},
    ),
    Row("rrop-misdeal/1a", FLOP, lambda cell: exposed(cell, "Kc"), {BEFORE: "misdeal_redeal"}),
    Row(
        "rrop-misdeal/1a",
        DRAWS,
        lambda cell: exposed(cell, "Kc"),
        {BEFORE: "card_keep"},
        instead=dict.fromkeys(DRAWS, "draw-high/3"),
    ),
    Row(
        "rrop-holdem/1",
        FLOP,
        lambda cell: exposed(cell, "-", "-", "Kc"),
        {BEFORE: "card_replace_next"},
    ),
    Row(
        "rrop-misdeal/1b",
        FLOP,
        lambda cell: exposed(cell, "-", "-", "Kc", "Qc"),
        {BEFORE: "misdeal_redeal"},
    ),
    Row(
        "rrop-misdeal/1b",
        DRAW,
        lambda cell: exposed(cell, "-", "-", "Kc", "Qc"),
        {BEFORE: "card_keep"},
        instead=dict.fromkeys(DRAW, "draw-high/3"),
    ),
    Row(
        "rrop-misdeal/1a",
        STUD,
        lambda cell: exposed(cell, "Kc"),
        {BEFORE: "card_keep"},
        instead=dict.fromkeys(STUD, "rrop-stud/5"),
    ),
    Row("rrop-irregularities/14", ALL, dropped, {BEFORE: "hand_live", AFTER: "hand_live"}),
    Row(
        "rrop-irregularities/12",
        ALL,
        shown_by_owner,
        {BEFORE: "hand_live", AFTER: "hand_live"},
    ),
    Row(
        "rrop-irregularities/3",
        ALL,
        lambda cell: fault(cell, "foreign", card="Kc", where="stub"),
        {BEFORE: "card_scrap", AFTER: "card_scrap"},
        readings=("rrop",),
    ),
    Row(
        "tda/35",
        ALL,
        lambda cell: fault(cell, "foreign", card="Kc", where="stub"),
        {BEFORE: "misdeal_redeal", AFTER: "card_scrap"},
        readings=("tda",),
    ),
    Row(
        "rrop-irregularities/4",
        ALL,
        duplicate_and_window,
        {BEFORE: "all_action_void_refund", AFTER: "all_action_void_refund"},
    ),
    Row(
        "rrop-irregularities/17",
        ALL,
        lambda cell: fault(cell, "stub_dropped"),
        {BEFORE: "reshuffle_and_continue", AFTER: "reshuffle_and_continue"},
    ),
    Row("rrop-holdem/4", FLOP, early_board, {BEFORE: "reshuffle_and_continue"}),
    Row(
        "rrop-holdem/premature",
        ("blue-beacon",),
        early_board,
        {BEFORE: "reshuffle_and_continue"},
        readings=("rrop",),
    ),
    Row(
        "tda-rp/5",
        ("blue-beacon",),
        early_board,
        {BEFORE: "reshuffle_and_continue"},
        readings=("tda",),
    ),
    Row(
        "rrop-irregularities/15",
        BOARD,
        early_turn,
        {BEFORE: "reshuffle_and_continue", AFTER: "reshuffle_and_continue"},
    ),
    Row(
        "rrop-holdem/3",
        FLOP,
        four_card_flop,
        {BEFORE: "reshuffle_and_continue"},
        readings=("rrop",),
    ),
    Row("tda/39", FLOP, four_card_flop, {BEFORE: "card_to_burn"}, readings=("tda",)),
    Row(
        "rrop-irregularities/16",
        BOARD,
        burned_twice,
        {**BURNS, AFTER: {"rrop": "card_to_burn", "tda": "card_keep"}},
    ),
    Row(
        "rrop-holdem/4-v11",
        FLOP,
        forgotten_burn,
        {BEFORE: "reshuffle_and_continue"},
        readings=("rrop",),
    ),
    Row(
        "tda/39",
        FLOP,
        forgotten_burn,
        {BEFORE: "card_to_burn", AFTER: "bet_stays"},
        later="rrop-irregularities/16",
        readings=("tda",),
    ),
    Row(
        "rrop-irregularities/16",
        ("blue-beacon",),
        forgotten_burn,
        {**BURNS, AFTER: {"rrop": "bet_stays", "tda": "card_keep"}},
    ),
    Row(
        "rrop-irregularities/8",
        (*DRAWS, *STUD),
        joker,
        {BEFORE: "card_scrap", AFTER: "hand_dead"},
        readings=("rrop",),
    ),
    Row(
        "tda/35",
        (*DRAWS, *STUD),
        joker,
        {BEFORE: "misdeal_redeal", AFTER: "misdeal_redeal"},
        readings=("tda",),
    ),
    Row(
        "rrop-irregularities/3",
        ALL,
        lambda cell: fault(cell, "foreign", card="Kc", where="play"),
        {BEFORE: "all_action_void_refund", AFTER: "all_action_void_refund"},
        readings=("rrop",),
    ),
    Row(
        "tda/35",
        ALL,
        lambda cell: fault(cell, "foreign", card="Kc", where="play"),
        {BEFORE: "misdeal_redeal", AFTER: "card_scrap"},
        readings=("tda",),
    ),
    Row(
        "rrop-irregularities/10",
        (*DRAWS, *FLOP),
        lambda cell: fault(cell, "missing", card="Js"),
        {BEFORE: "hand_live", AFTER: "hand_live"},
    ),
    Row(
        "rrop-irregularities/11",
        FLOP,
        one_extra,
        {BEFORE: "card_to_burn", AFTER: "misdeal_redeal"},
        later="rrop-misdeal/1e",
    ),
    Row(
        "tda/37",
        FLOP,
        short_button,
        {BEFORE: "dealer_corrects", AFTER: "hand_dead"},
        readings=("tda",),
    ),
    Row(
        "rrop-misdeal/1e",
        DRAWS,
        short_in_draw,
        {BEFORE: "misdeal_redeal"},
        instead=dict.fromkeys(DRAWS, "draw-high/4b"),
    ),
    Row(
        "rrop-dead-hand/1d",
        DRAWS,
        short_in_draw,
        {AFTER: "complete_on_draw"},
        instead=dict.fromkeys(DRAWS, "draw-high/4c"),
    ),
    Row("rrop-irregularities/13", FLOP, asked_again, {BEFORE: "card_replace_next"}),
    Row("rrop-irregularities/13", DRAWS, asked_again, {BEFORE: "card_keep"}),
    Row(
        "rrop-button-blind/1",
        FLOP,
        wrong_blinds,
        {BEFORE: "dealer_corrects", AFTER: "bet_stays"},
        acts=True,
    ),
    Row("draw-exhaustion", DRAW, runs_out, {BEFORE: "reshuffle_and_continue"}),
)
