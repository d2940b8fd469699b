"""What an override takes back: everything that its ruling did or set going, and no more."""

from typing import Any

import pytest
from builders import Log, chips_in_all, opened, table
from stories import hand_of

from adjudicator.judging.rulings import Ruling
from adjudicator.play.offers import next_entries

TENS = "Ts Td 8c 5h 2s"


def ruling(log: Log, rule: str) -> Ruling:
    """The latest ruling by this rule."""
    return [one for one in log.judged().rulings.values() if one.rule == rule][-1]


def overrides(log: Log, rule: str, *outcomes: dict[str, Any]) -> Log:
    """The floor overrides that ruling and puts these outcomes in place."""
    more = {"outcomes": list(outcomes)} if outcomes else {}
    decided = {"ruling": ruling(log, rule).id, "decision": "overridden", "reason": "in fairness"}
    return log.add("floor_decided", **decided, **more)


def offered(log: Log) -> list[str]:
    """What may come next, as "who what"."""
    return [
        f"{entry.get('seat', entry.get('to'))} {entry.get('verb', entry['type'])}"
        for entry in next_entries(log.judged().state)
    ]


# --- A false opener whose hand stays alive ---------------------------------------------


def opened_falsely(*acts: str, **kwargs: Any) -> Log:
    """Three checks, seat 4 opens, and shows a pair of tens after these acts."""
    log = table("jacks-or-better", **kwargs).hand(6).antes().deal()
    log.does("1 check", "2 check", "3 check", "4 bet 10", *acts)
    return log.shows(4, TENS, "openers")


@pytest.mark.parametrize("outcomes", [[], [{"code": "hand_live", "seat": 4}]], ids=["bare", "put"])
@pytest.mark.parametrize(
    ("acts", "answers", "turn"),
    [
        ([], [], 5),
        (["5 call 10"], [], 6),
        ([], ["5 check"], 5),
        ([], ["5 check", "6 check"], 5),
        (["5 call 10"], ["5 check", "6 check"], 6),
    ],
    ids=["at once", "after a call", "one has declined", "all have", "all have after a call"],
)
def test_a_false_opener_kept_alive_leaves_nobody_to_be_asked_who_opens(
    acts: list[str], answers: list[str], turn: int, outcomes: list[dict[str, Any]]
) -> None:
    log = opened_falsely(*acts).does(*answers)
    assert f"{turn} call" not in offered(log)

    overrides(log, "jacks-or-better/2c", *outcomes)
    assert offered(log) == [f"{turn} call", f"{turn} raise", f"{turn} fold"]
    assert hand_of(log).opening.opener == 4
    assert hand_of(log).seats[4].live
    assert chips_in_all(log.judged()) == 3000


def test_a_false_opener_whose_ruling_is_upheld_stays_dead_and_the_question_stands() -> None:
    log = opened_falsely()
    found = ruling(log, "jacks-or-better/2c").id
    log.add("floor_decided", ruling=found, decision="upheld", reason="as ruled")

    assert offered(log) == ["5 pot_declared_open", "5 check"]
    assert not hand_of(log).seats[4].live


def test_a_new_opener_who_has_declared_keeps_the_pot_when_the_false_one_is_let_off() -> None:
    log = opened_falsely().add("pot_declared_open", seat=5, to=10)
    overrides(log, "jacks-or-better/2c")

    assert hand_of(log).opening.opener == 5


def test_an_override_of_a_fouled_hand_takes_the_question_who_opens_with_it() -> None:
    log = table("jacks-or-better").hand(6).antes().deal().does("1 bet 10")
    log.add("hand_counted", seat=1, count=6)
    assert offered(log) == ["2 pot_declared_open", "2 check"]

    overrides(log, "draw-high/4e", {"code": "hand_live", "seat": 1})
    assert offered(log) == ["2 call", "2 raise", "2 fold"]
    assert ruling(log, "jacks-or-better/2c").status == "withdrawn"


def test_a_ruling_that_another_did_not_set_going_stands_when_that_is_overridden() -> None:
    log = opened_falsely("5 bet 5")
    other = [one for one in log.judged().rulings.values() if one.seq < log.seq]
    overrides(log, "jacks-or-better/2c")

    assert other
    kept = log.judged().rulings
    assert [kept[one.id].status for one in other] == [one.status for one in other]


@pytest.mark.parametrize(("chips", "locked"), [(2, False), (500, None)], ids=["all-in", "deep"])
def test_an_all_in_false_opener_kept_alive_is_not_locked_out_either(
    chips: int, locked: bool | None
) -> None:
    log = table("jacks-or-better", chips={4: chips}).hand(6).antes().deal()
    log.does("1 check", "2 check", "3 check")
    log.add("pot_declared_open", seat=4, to=0 if chips == 2 else 10, all_in=chips == 2)
    log.shows(4, TENS, "openers")
    rules = {one.rule for one in log.judged().rulings.values()}
    assert ("jacks-or-better/5b" in rules) is (locked is not None)

    overrides(log, "jacks-or-better/2c")
    assert 4 not in log.judged().state.locked_out
    assert hand_of(log).seats[4].live


# --- Cards that are to be replaced ------------------------------------------------------


def exposed_on_the_draw(card: str | None = "6h") -> Log:
    """Seat 2 draws one, and it turns over."""
    log = opened().add("draw_indicated", seat=2, count=1).add("discarded", seat=2, count=1)
    known = {} if card is None else {"card": card}
    return log.cards("burn").add("dealt", to=2, **known).add("exposed", seat=2, card="6h")


KEEP = {"code": "card_keep", "seat": 2, "card": "6h"}


@pytest.mark.parametrize("outcomes", [[], [KEEP]], ids=["bare", "card_keep"])
@pytest.mark.parametrize("when", ["at once", "when all have drawn"])
def test_a_refused_card_that_the_floor_leaves_in_the_hand_counts_and_the_draw_ends(
    outcomes: list[dict[str, Any]], when: str
) -> None:
    log = exposed_on_the_draw()
    if when == "when all have drawn":
        log.draws(4, 1)
    overrides(log, "draw-high/8", *outcomes)
    if when == "at once":
        log.draws(4, 1)

    hand = hand_of(log)
    assert (hand.seats[2].count, hand.seats[2].cards) == (5, ("6h",))
    assert hand.piles.muck == ()
    assert (hand.phase, hand.to_act) == ("betting", 2)
    assert log.does("2 bet 20").judged().state.dues == ()
    assert not [one for one in log.judged().rulings.values() if one.seq == log.seq]


def test_a_refused_card_that_has_been_replaced_does_not_come_back() -> None:
    log = exposed_on_the_draw().draws(4, 1).cards(2)
    overrides(log, "draw-high/8", KEEP)

    hand = hand_of(log)
    assert (hand.seats[2].count, hand.piles.muck) == (5, ("6h",))


def exposed_in_omaha() -> Log:
    """The second card of seat 2 turns over in the deal."""
    log = table("omaha-limit", seats=4).hand(4)
    log.add("posted", seat=1, kind="small_blind", amount=5)
    log.add("posted", seat=2, kind="big_blind", amount=10).cards(1, 2, 3, 4, 1)
    return log.add("dealt", to=2, card="Ah").add("exposed", seat=2, card="Ah")


REST = (3, 4, 1, 2, 3, 4, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [((), REST, True), (REST, (), True), ((*REST, 2), (), False)],
    ids=["at once", "when the deal is done", "when it has been replaced"],
)
def test_an_exposed_card_the_floor_leaves_in_the_hand_is_not_dealt_for_again(
    before: tuple[int, ...], after: tuple[int, ...], kept: bool
) -> None:
    log = exposed_in_omaha().cards(*before)
    overrides(log, "rrop-holdem/1", {"code": "card_keep", "seat": 2, "card": "Ah"})
    log.cards(*after)

    hand = hand_of(log)
    assert (hand.seats[2].count, hand.phase) == (4, "betting")
    assert ("Ah" in hand.seats[2].cards) is kept
    assert ("Ah" in hand.piles.aside) is not kept


def test_a_joker_replaced_long_ago_does_not_come_back_as_the_card_of_a_later_street() -> None:
    """The replacement was dealt; on the next street the seat waits for another card."""
    log = table("baseball", seats=3).hand(3).antes(1, 2, 3, amount=10).downs(2)
    log.add("dealt", to=1, face="up", card="Jk").ups("2 9h", "3 Kd", "1 2c")
    log.does("3 bet 1", "1 call 1", "2 call 1").ups("3 8d")
    assert hand_of(log).phase == "dealing"
    before = hand_of(log).seats[1].count
    overrides(log, "rrop-irregularities/8")

    assert hand_of(log).seats[1].count == before
    assert "Jk" not in hand_of(log).seats[1].cards
