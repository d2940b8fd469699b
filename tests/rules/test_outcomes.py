"""Every outcome there is follows from something, and nothing else is ever ordered."""

from collections.abc import Callable

import pytest
from builders import Log, chips_in_all, codes, opened, rulings, table
from stories import GAMES, at

from adjudicator.play.codes import CODES

# What a ruling says; other codes only come along with them.
SAID = {code.name for code in CODES.values() if code.said}


def dealt(game: str = "draw-high", **kwargs: object) -> Log:
    """Six players, antes in, five cards each, seat 1 to act."""
    return table(game, **kwargs).hand(6).antes().deal()  # type: ignore[arg-type]


def counted(log: Log, seat: int, count: int, **facts: bool) -> Log:
    """A hand said to be wrong, and counted."""
    about = "short_hand" if count < 5 else "extra_card"
    log.calls_attention(about, by=seat, seat=seat, facts=facts)
    return log.add("hand_counted", seat=seat, count=count)


def drawing() -> Log:
    """Seats 2 and 4 are left at the draw."""
    return opened()


def false_opener(*acts: str, **kwargs: object) -> Log:
    """Seat 1 opens falsely and shows it after these acts."""
    log = dealt("jacks-or-better", **kwargs).does("1 bet 10", *acts)
    return log.shows(1, "Ts Td 7c 4h 2s", "openers")


def passed_out() -> Log:
    """Nobody opens."""
    return dealt("jacks-or-better").does(*(f"{seat} check" for seat in range(1, 7)))


def next_hand(log: Log) -> Log:
    """The hand is over and the next one begins."""
    return log.add("hand_ended").hand(1)


def tied() -> Log:
    """Two equal hands for a pot with an odd chip."""
    log = table(stakes={"ante": 1, "small_bet": 10, "big_bet": 20}, seats=3).hand(3)
    log.antes(1, 2, 3, amount=1).deal().does("1 bet 10", "2 call 10", "3 fold")
    log.add("draw_indicated", seat=1, count=0).add("draw_indicated", seat=2, count=0)
    log.does("1 check", "2 check")
    return log.shows(1, "As Ad 7c 4h 2s").shows(2, "Ac Ah 7d 4s 2c")


def all_in() -> Log:
    """Heads-up in a tournament, both all-in before the flop."""
    options = {"format": "tournament"}
    log = table("holdem-limit", options=options, seats=2, chips={1: 6, 2: 6}).hand(1)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6).deal(2)
    return log.add("acted", seat=1, verb="call", to=6)


def miscounted() -> Log:
    """A tie pushed unevenly in a tournament, and found once the next hand has begun."""
    options = {"dispute_window": "tda"}
    log = table(options=options, stakes={"ante": 1, "small_bet": 10, "big_bet": 20}, seats=3)
    log.hand(3).antes(1, 2, 3, amount=1).deal().does("1 bet 10", "2 call 10", "3 fold")
    log.add("draw_indicated", seat=1, count=0).add("draw_indicated", seat=2, count=0)
    log.does("1 check", "2 check").shows(1, "As Ad 7c 4h 2s").shows(2, "Ac Ah 7d 4s 2c")
    log.add("pot_awarded", to={"1": 20, "2": 3})
    return next_hand(log).calls_attention("wrong_award", by=2)


def locked_out() -> Log:
    """Seat 1 is all-in for its ante, opens falsely and nobody declares."""
    log = table("jacks-or-better", chips={1: 2}).hand(6).antes().deal()
    log.add("pot_declared_open", seat=1, all_in=True)
    return log.shows(1, "Ts Td 7c 4h 2s", "openers")


STORIES: dict[str, Callable[[], Log]] = {
    "no_irregularity": lambda: dealt().calls_attention("burn_error", by=2),
    "misdeal_redeal": lambda: counted(dealt(), 3, 4),
    "hand_dead": lambda: dealt().does("1 bet 10").add("announced", topic="clock_expired"),
    "hand_fouled": lambda: counted(dealt().does("1 check"), 3, 6),
    "hand_live": lambda: counted(dealt().does("1 check"), 3, 4),
    "bet_stays": lambda: counted(dealt().does("1 check"), 3, 6),
    "bet_returned": lambda: dealt().does("1 bet 13"),
    "bet_withdrawable": lambda: dealt().does("1 bet 10", "2 raise 20", "3 call 10"),
    "undercall_forfeited": lambda: dealt(options={"general_rules": "tda"}).does(
        "1 bet 10", "2 raise 20", "3 call 10"
    ),
    "must_table": all_in,
    "award_given_back": miscounted,
    "award_made_up": miscounted,
    "bet_completed": lambda: dealt().does("1 bet 10", "2 call 5"),
    "action_binding": lambda: dealt().does("2 fold"),
    "action_backed_up": lambda: dealt().does("2 bet 10"),
    "action_void": lambda: dealt().does("1 bet 10", "2 check"),
    "raise_not_allowed": lambda: dealt().does("2 check", "1 bet 10", "2 raise 20"),
    "card_keep": lambda: table().hand(6).antes().add("dealt", to=1, face="up", card="As"),
    "card_replace_after_draw": lambda: (
        drawing()
        .add("draw_indicated", seat=2, count=1)
        .add("discarded", seat=2, count=1)
        .add("dealt", to="burn")
        .add("dealt", to=2, face="up", card="As")
    ),
    "card_replace_next": lambda: dealt().add("boxed_found", card="As"),
    "card_scrap": lambda: dealt().add("boxed_found", card="As"),
    "card_to_burn": lambda: counted(dealt(), 2, 6, untouched=True),
    "topup_fifth_card": lambda: counted(dealt(), 6, 4),
    "complete_on_draw": lambda: counted(dealt().does("1 check"), 3, 4),
    "defer_fifth_card": lambda: drawing().add("draw_indicated", seat=2, count=5),
    "burn_then_card": lambda: (
        drawing().add("draw_indicated", seat=2, count=0).add("draw_indicated", seat=4, count=5)
    ),
    "request_locked": lambda: at("draw-high", "drawing").add("announced", topic="clock_expired"),
    "request_may_change": lambda: (
        drawing().add("draw_indicated", seat=2, count=2).add("draw_indicated", seat=2, count=1)
    ),
    "must_answer": lambda: (
        drawing().add("draw_indicated", seat=2, count=0).add("draw_count_asked", by=4, of=2)
    ),
    "may_decline": lambda: (
        drawing().add("draw_indicated", seat=2, count=0).add("draw_count_asked", by=3, of=2)
    ),
    "must_not_answer": lambda: (
        drawing()
        .add("draw_indicated", seat=2, count=0)
        .add("draw_indicated", seat=4, count=0)
        .does("2 check")
        .add("draw_count_asked", by=4, of=2)
    ),
    "pot_plays": lambda: false_opener("2 call 10", "3 call 10"),
    "pot_carries": passed_out,
    "re_ante": passed_out,
    "no_further_ante": lambda: (
        next_hand(
            next_hand(passed_out()).antes().deal().does(*(f"{s} check" for s in (2, 3, 4, 5, 6, 1)))
        )
        .antes()
        .deal()
        .does(*(f"{s} check" for s in (2, 3, 4, 5, 6, 1)))
    ),
    "button_advances": passed_out,
    "button_stays": lambda: counted(dealt(), 3, 4),
    "must_prove_openers": lambda: dealt("jacks-or-better").does(
        "1 bet 10", *(f"{seat} fold" for seat in range(2, 7))
    ),
    "loses_pot": lambda: (
        (at("jacks-or-better", "showdown").shows(1, "Ts Td 7c 4h 2s").shows(2, "As Qh 7d 4s 2c"))
        .shows(3, "Ks Jd 8c 5h 3s")
        .shows(4, "Qs 9d 8d 5s 3c")
    ),
    "locked_out": locked_out,
    "entry_allowed": lambda: (
        table("jacks-or-better", places=7)
        .hand(6)
        .antes()
        .deal()
        .does(*(f"{seat} check" for seat in range(1, 7)))
        .add("hand_ended")
        .add("player_seated", seat=7, player="P7", chips=500)
        .hand(1)
    ),
    "entry_denied": lambda: (
        locked_out()
        .does(*(f"{seat} check" for seat in range(2, 7)))
        .add("hand_ended")
        .hand(1, seats=[1, 2, 3, 4, 5, 6])
    ),
    "seat_change_denied": lambda: (
        table("jacks-or-better", places=7)
        .hand(6)
        .antes()
        .deal()
        .does(*(f"{seat} check" for seat in range(1, 7)))
        .add("hand_ended")
        .add("seat_changed", seat=2, to=7)
    ),
    "full_opening_bet_due": lambda: (
        table("jacks-or-better", chips={1: 2})
        .hand(6)
        .antes()
        .deal()
        .add("pot_declared_open", seat=1, all_in=True)
        .does("2 call 4")
    ),
    "side_pot": lambda: dealt(chips={1: 8}).does(
        "1 all-in 6", "2 raise 16", "3 call 16", "4 fold", "5 fold", "6 fold"
    ),
    "award_follows_table": lambda: (
        dealt().does("1 bet 10", "2 raise 30", "3 fold", "4 fold", "5 fold", "6 fold", "1 fold")
    ).add("pot_awarded", to={"2": 52}),
    "pot_layered": lambda: table(chips={1: 2}).hand(6).antes(),
    "split_equally": tied,
    "odd_chip": tied,
    "all_action_void_refund": lambda: dealt().add("deck_fault_found", fault="duplicate"),
    "reshuffle_and_continue": lambda: dealt().add("deck_fault_found", fault="stub_dropped"),
    "dealer_corrects": lambda: table().hand(6).antes(1, 2, 3).deal(),
    "warning": lambda: dealt().calls_attention("conduct", by=1, seat=2),
    "penalty": lambda: (
        dealt().calls_attention("conduct", by=1, seat=2).calls_attention("advice", by=1, seat=2)
    ),
    "floor_decides": lambda: dealt().calls_attention("conduct", by=1, seat=2),
}


@pytest.mark.parametrize("code", sorted(SAID))
def test_an_outcome_is_reached(code: str) -> None:
    docket = STORIES[code]().judged()

    options = [one for ruling in rulings(docket) for one in ruling.options]
    offered = {one.code for option in options for one in option.outcomes}

    assert code in codes(docket) | offered
    assert chips_in_all(docket) >= 0


def test_there_are_so_many_outcomes_and_a_story_for_each() -> None:
    assert len(SAID) == 55
    assert STORIES.keys() == SAID


@pytest.mark.parametrize("code", sorted(STORIES))
def test_nothing_else_is_ordered_or_offered(code: str) -> None:
    for ruling in rulings(STORIES[code]().judged()):
        offered = {one.code for option in ruling.options for one in option.outcomes}
        assert {one.code for one in ruling.outcomes} | offered <= SAID


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("phase", ["betting", "showdown"])
def test_a_hand_without_a_fault_orders_nothing(game: str, phase: str) -> None:
    ordered = codes(at(game, phase).judged())

    assert ordered <= {"warning", "must_prove_openers"}
