"""Stud: forced bet and high board, cards that turn over or come early, odd chips."""

import pytest
from builders import Log, codes, offered, rulings, said, seat_of, state, table, to_act


def five(*ups: str, chips: dict[int, int] | None = None) -> Log:
    """Five-card stud for three, bring-in 2, bets of 4 and 8; seat 3 deals."""
    log = table("five-card-stud", seats=3, chips=chips).hand(3).antes(1, 2, 3, amount=1)
    return log.downs().ups(*(ups or ("1 Kc", "2 2d", "3 7h")))


def seven(*ups: str, players: int = 3, chips: dict[int, int] | None = None) -> Log:
    """Seven-card stud; the last seat deals."""
    seats = range(1, players + 1)
    log = table("seven-card-stud", seats=players, chips=chips).hand(players)
    log.antes(*seats, amount=1).downs(2)
    return log.ups(*(ups or ("1 Kc", "2 2d", "3 7h")))


def street(log: Log, *ups: str) -> Log:
    """A burn, then an upcard to everybody."""
    return log.add("dealt", to="burn").ups(*ups)


def to_the_last_card() -> Log:
    """Seven-card stud for three, the last downcards to come."""
    log = seven().does("2 bet 2", "3 call 2", "1 call 2")
    for ups in (("1 Ks", "2 5d", "3 9h"), ("1 4c", "2 6d", "3 Th"), ("1 5c", "2 8d", "3 Jh")):
        street(log, *ups).does("1 check", "2 check", "3 check")
    return log.add("dealt", to="burn")


def rules_of(log: Log) -> set[str]:
    """Every rule that spoke."""
    return {ruling.rule for ruling in rulings(log.judged())}


@pytest.mark.parametrize("begins", [1, 2, 3])
def test_where_upcards_were_not_recorded_any_seat_may_be_the_right_one_to_begin(
    begins: int,
) -> None:
    log = table("seven-card-stud", seats=3).hand(3).antes(1, 2, 3, amount=1).downs(2)
    log.add("round_dealt", face="up", each=1)
    assert {one["seat"] for one in offered(log)} == {1, 2, 3}

    log.does(f"{begins} bet 2")
    assert not rulings(log.judged())
    assert to_act(log) == begins % 3 + 1
    assert {one["seat"] for one in offered(log)} == {begins % 3 + 1}


def test_upcards_that_were_recorded_and_are_not_the_lowest_do_not_begin() -> None:
    log = table("seven-card-stud", seats=3).hand(3).antes(1, 2, 3, amount=1).downs(2)
    log.ups("1 2c").add("dealt", to=2, face="up").ups("3 Kd")
    assert {one["seat"] for one in offered(log)} == {1, 2}

    assert ("rrop-stud/1", "action_backed_up", 3) in said(log.does("3 bet 2").judged())


# --- The forced bet -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ups", "first"),
    [
        (("1 Kc", "2 2d", "3 7h"), 2),
        (("1 2h", "2 2d", "3 2s"), 2),
        (("1 2c", "2 2d", "3 Ac"), 1),
        (("1 Ac", "2 Kd", "3 Qs"), 3),
    ],
)
def test_the_lowest_upcard_brings_it_in_by_suit_if_equal(ups: tuple[str, ...], first: int) -> None:
    log = five(*ups)

    assert to_act(log) == first
    assert offered(log) == [
        {"type": "acted", "seat": first, "verb": "bet", "to": 2},
        {"type": "acted", "seat": first, "verb": "bet", "to": 4},
        {"type": "acted", "seat": first, "verb": "fold"},
    ]


def test_the_low_card_cannot_check_and_the_others_could_not_either() -> None:
    log = five().does("2 check")

    assert said(log.judged()) == {("rrop-stud/1", "action_void", 2)}
    assert to_act(log) == 2
    assert codes(five().does("2 bet 2").judged()) == set()


@pytest.mark.parametrize(
    ("act", "level", "code"),
    [
        ("2 bet 2", 2, None),
        ("2 bet 4", 4, None),
        ("2 bet 1", 2, "bet_completed"),
        ("2 bet 3", 4, "bet_completed"),
        ("2 bet 5", 4, "bet_returned"),
    ],
)
def test_the_forced_bet_or_a_full_one_is_made(act: str, level: int, code: str | None) -> None:
    docket = five().does(act).judged()

    assert codes(docket) == ({code} if code else set())
    assert docket.state.hand is not None
    assert docket.state.hand.bet_to_match == level


def test_completing_the_forced_bet_is_the_bet_and_no_raise() -> None:
    log = five().does("2 bet 2", "3 call 2", "1 raise 4")
    hand = state(log)["hand"]

    assert codes(log.judged()) == set()
    assert (hand["raises"], hand["to_act"], hand["to_call"]) == (0, 2, 2)
    log.does("2 raise 8", "3 raise 12", "1 raise 16")
    assert codes(log.judged()) == set()
    assert codes(log.does("2 raise 20").judged()) == {"raise_not_allowed", "bet_returned"}


def test_a_forced_bet_that_is_only_called_ends_the_round() -> None:
    log = five().does("2 bet 2", "3 call 2", "1 call 2")

    assert state(log)["hand"]["phase"] == "dealing"
    assert offered(log) == [{"type": "dealt", "to": "burn", "face": "down"}]


def test_a_player_all_in_for_the_ante_does_not_bring_it_in() -> None:
    log = five(chips={2: 1})

    assert to_act(log) == 3


def test_an_all_in_for_less_than_the_forced_bet_leaves_the_price() -> None:
    log = five(chips={2: 2}).does("2 bet 1")

    assert codes(log.judged()) == set()
    assert state(log)["hand"]["to_call"] == 2


@pytest.mark.parametrize(
    ("ups", "first"),
    [
        (("1 3s", "2 2h", "3 8c"), 2),
        (("1 3s", "2 5h", "3 Kh"), 3),
        (("1 9s", "2 5h", "3 8h"), 1),
    ],
)
def test_the_high_board_begins_the_later_rounds(ups: tuple[str, ...], first: int) -> None:
    log = street(five().does("2 bet 2", "3 call 2", "1 call 2"), *ups)

    assert to_act(log) == first
    assert {"type": "acted", "seat": first, "verb": "check"} in offered(log)


def test_a_wrong_low_card_is_put_right_until_the_next_has_acted() -> None:
    early = five().does("1 bet 2")
    assert said(early.judged()) == {("rrop-stud/1", "action_backed_up", 1)}
    assert to_act(early) == 2

    late = five().does("3 bet 2", "1 call 2")
    docket = late.judged()
    assert ("rrop-stud/7", "action_binding", 3) in said(docket)
    assert docket.state.hand is not None
    assert [docket.state.hand.seats[s].bet for s in (3, 1)] == [2, 2]
    assert to_act(late) == 2


def test_bets_double_from_the_third_street_of_upcards() -> None:
    log = five().does("2 bet 2", "3 call 2", "1 call 2")
    street(log, "1 3s", "2 5h", "3 8c").does("1 bet 4", "2 call 4", "3 fold")
    street(log, "1 4s", "2 6h")

    assert codes(log.does("1 bet 8").judged()) == set()
    assert seat_of(log, 1)["bet"] == 8


# --- Antes ----------------------------------------------------------------------------------


def test_a_missing_ante_is_collected() -> None:
    log = table("five-card-stud", seats=3).hand(3).antes(1, 2, amount=1).downs()

    assert said(log.judged()) == {("rrop-stud/ante", "dealer_corrects", 3)}
    assert rules_of(five()) == set()


@pytest.mark.parametrize(("amount", "code"), [(1, None), (2, "bet_returned"), (3, "bet_returned")])
def test_an_ante_of_the_wrong_size_is_put_right(amount: int, code: str | None) -> None:
    log = table("five-card-stud", seats=3).hand(3).add("posted", seat=1, kind="ante", amount=amount)

    assert codes(log.judged()) == ({code} if code else set())
    assert state(log)["table"]["stacks"]["1"] == 499


# --- Cards that turn over -------------------------------------------------------------------


def test_a_hole_card_turned_up_is_the_upcard_and_the_next_comes_down() -> None:
    log = table("five-card-stud", seats=3).hand(3).antes(1, 2, 3, amount=1).cards(1)
    log.add("dealt", to=2, card="Qs").add("exposed", card="Qs", seat=2, by="dealer").cards(3)
    docket = log.ups("1 Kc").judged()

    assert said(docket) == {("rrop-stud/5", "card_keep", 2)}
    assert seat_of(log, 2)["up"] == ["Qs"]
    assert offered(log)[0] == {"type": "dealt", "to": 2, "face": "down"}


def test_a_hole_card_dealt_face_up_is_read_the_same_way() -> None:
    log = table("seven-card-stud", seats=3).hand(3).antes(1, 2, 3, amount=1).ups("1 Qs")

    assert said(log.judged()) == {("rrop-stud/5", "card_keep", 1)}
    log.cards(2, 3, 1, 2, 3)
    assert offered(log)[0] == {"type": "dealt", "to": 1, "face": "down"}


def test_with_both_hole_cards_up_the_hand_is_dead_and_the_ante_comes_back() -> None:
    log = table("seven-card-stud", seats=3).hand(3).antes(1, 2, 3, amount=1)
    log.add("dealt", to=1, card="Qs").add("exposed", card="Qs", seat=1, by="dealer").cards(2, 3)
    log.add("dealt", to=1, card="4s").add("exposed", card="4s", seat=1, by="dealer")
    docket = log.judged()

    assert ("rrop-stud/5", "hand_dead", 1) in said(docket)
    assert ("rrop-stud/5", "bet_returned", 1) in said(docket)
    assert state(log)["table"]["stacks"]["1"] == 500
    assert "misdeal_redeal" not in codes(docket)
    assert offered(log)[0]["to"] == 2


def test_a_down_card_that_flashes_after_the_upcard_stays_down() -> None:
    log = seven().add("exposed", card="Qs", seat=1, by="dealer")

    assert said(log.judged()) == {("rrop-stud/5", "card_keep", 1)}
    assert seat_of(log, 1)["up"] == ["Kc"]


def test_a_card_the_owner_shows_just_plays() -> None:
    log = seven().add("exposed", card="Qs", seat=1, by="owner")

    assert seat_of(log, 1)["up"] == ["Kc"]
    assert codes(log.judged()) == {"hand_live"}


def test_an_upcard_dealt_down_is_turned_up() -> None:
    log = street(seven().does("2 bet 2", "3 call 2", "1 call 2"))
    log.add("dealt", to=1, card="Ks")
    assert said(log.judged()) == {("rrop-stud/5", "dealer_corrects", 1)}

    log.add("exposed", card="Ks", seat=1, by="dealer").ups("2 5d", "3 9h")
    assert seat_of(log, 1)["up"] == ["Kc", "Ks"]
    assert to_act(log) == 1
    assert len(rulings(log.judged())) == 1


@pytest.mark.parametrize(("players", "says"), [(3, "all-in"), (2, "both")])
def test_a_last_card_face_up_is_kept(players: int, says: str) -> None:
    log = to_the_last_card()
    if players == 2:
        log.events[-1:] = []
        log.events[-1]["verb"] = "bet"
        log.events[-1]["to"] = 8
        log.does("1 call 8", "2 fold").add("dealt", to="burn")
    log.add("dealt", to=1, face="up", card="Ac")
    (ruling,) = rulings(log.judged())

    assert (ruling.rule, ruling.outcomes[0].code) == ("rrop-stud/17", "card_keep")
    assert says in ruling.text
    assert "Ac" not in seat_of(log, 1)["up"]
    up = {"type": "dealt", "to": 3, "face": "up"}
    assert offered(log) == ([up] if players == 2 else [{**up, "to": 2, "face": "down"}])
    if players == 2:
        log.add("dealt", to=3, face="up", card="Ad")
        assert len(rulings(log.judged())) == 1
        assert log.judged().state.dues == ()
        assert to_act(log) is not None


def test_the_second_of_two_players_whose_last_card_came_up_may_declare_to_be_all_in() -> None:
    log = to_the_last_card()
    log.events[-1:] = []
    log.events[-1] |= {"verb": "bet", "to": 8}
    log.does("1 call 8", "2 fold").add("dealt", to="burn").add("dealt", to=1)
    (ruling,) = rulings(log.add("dealt", to=3, face="up", card="Ac").judged())

    assert [one.code for one in ruling.outcomes] == ["card_keep"]
    assert "all-in" in ruling.text


# --- Streets --------------------------------------------------------------------------------


def test_a_street_dealt_too_early_is_taken_away() -> None:
    log = seven().does("2 bet 2", "3 call 2").ups("1 Ks")
    assert said(log.judged()) == {("rrop-stud/14", "dealer_corrects", 1)}
    assert seat_of(log, 1)["up"] == ["Kc"]

    log.add("card_moved", card="Ks", to="aside", **{"from": 1}).does("1 fold")
    assert log.judged().state.dues == ()
    assert codes(street(log, "2 5d", "3 9h").judged()) == {"dealer_corrects"}


@pytest.mark.parametrize(("count", "code"), [(7, None), (6, "floor_decides"), (8, "hand_fouled")])
def test_seven_cards_make_a_hand(count: int, code: str | None) -> None:
    log = to_the_last_card().cards(1, 2, 3).does("1 check", "2 check", "3 check")
    about = "extra_card" if count > 7 else "short_hand"
    log.calls_attention(about, seat=2).add("hand_counted", seat=2, count=count)
    docket = log.judged()

    assert ("rrop-stud/18", code or "no_irregularity", 2) in said(docket)
    assert "misdeal_redeal" not in codes(docket)


def test_the_last_players_missing_upcard_still_comes_before_anyone_acts() -> None:
    log = five("1 Kc", "2 2d").add("deal_completed").calls_attention("short_hand", seat=3)
    log.add("hand_counted", seat=3, count=1)
    assert ("rrop-misdeal/1e", "dealer_corrects", 3) in said(log.judged())
    assert {"type": "dealt", "to": 3, "face": "up"} in offered(log)

    log.ups("3 2c")
    assert to_act(log) == 3
    log.does("3 bet 2", "1 call 2", "2 call 2").add("dealt", to="burn").ups("1 Ks", "2 5d")
    assert offered(log) == [{"type": "dealt", "to": 3, "face": "up"}]


def test_a_whole_street_dealt_without_its_burn_names_the_first_seat_served() -> None:
    log = to_the_last_card()
    log.events.pop()
    ruling = rulings(log.downs().judged())[0]

    assert ruling.rule == "rrop-irregularities/16"
    assert ruling.outcomes[0].by[0]["from"] == 1


# --- The end --------------------------------------------------------------------------------


@pytest.mark.parametrize(("king", "winner"), [(("Kd", "Ks"), 2), (("Kh", "Kc"), 1)])
def test_the_odd_chip_goes_to_the_highest_card_by_suit(king: tuple[str, str], winner: int) -> None:
    log = five(f"1 {king[0]}", f"2 {king[1]}", "3 2h").does("3 bet 2", "1 call 2", "2 call 2")
    street(log, "1 Qd", "2 Qs", "3 3h").does("1 bet 4", "2 call 4", "3 fold")
    street(log, "1 Jd", "2 Js").does("1 check", "2 check")
    street(log, "1 9d", "2 9s").does("1 check", "2 check")
    log.shows(1, f"8d {king[0]} Qd Jd 9c").shows(2, f"8s {king[1]} Qs Js 9h")
    paid = state(log)["hand"]["result"]["paid"]

    assert sum(paid.values()) == 17
    assert paid[str(winner)] == 9
    assert ("rrop-ties/5b", "odd_chip", winner) in said(log.judged())


def test_an_even_pot_has_no_odd_chip() -> None:
    stakes = {"ante": 2, "bring_in": 2, "small_bet": 4, "big_bet": 8}
    log = table("five-card-stud", seats=2, stakes=stakes).hand(2).antes(1, 2).downs()
    log.ups("1 Kd", "2 Qs").does("2 bet 2", "1 call 2")
    for one, two in (("Qd", "Ks"), ("Jd", "Js"), ("9d", "9s")):
        street(log, f"1 {one}", f"2 {two}").does("1 check", "2 check")
    log.shows(1, "8d Kd Qd Jd 9c").shows(2, "8s Ks Qs Js 9h")

    assert state(log)["hand"]["result"]["paid"] == {"1": 4, "2": 4}
    assert codes(log.judged()) == {"split_equally"}


def test_a_whole_hand_of_seven_card_stud_wakes_no_rule() -> None:
    log = to_the_last_card().cards(1, 2, 3).does("1 bet 8", "2 raise 16", "3 fold", "1 call 16")
    log.shows(2, "3d 4d 2d 5d 6d 8d Ah").shows(1, "Kh 2s Kc Ks 4c 5c 9c")
    result = state(log)["hand"]["result"]

    assert rules_of(log) == set()
    assert result["hands"]["2"]["category"] == "straight_flush"
    assert result["paid"] == {"2": 41}


# --- A last card that came too early and was kept ----------------------------------------


def kept_early() -> Log:
    """Seat 1 is dealt its last card before the fourth round is over, and takes it in."""
    log = seven().does("2 bet 2", "3 call 2", "1 call 2")
    for ups in (("1 Ks", "2 5d", "3 9h"), ("1 4c", "2 6d", "3 Th")):
        street(log, *ups).does("1 check", "2 check", "3 check")
    street(log, "1 5c", "2 8d", "3 Jh").does("1 check", "2 check").add("dealt", to=1)
    log.calls_attention("premature_card", seat=1, facts={"untouched": False})
    log.add("card_moved", to=1, **{"from": "aside"}).does("3 check")
    return log.add("dealt", to="burn").add("dealt", to=2).add("dealt", to=3)


def verbs(log: Log) -> set[str]:
    return {entry["verb"] for entry in offered(log) if entry["type"] == "acted"}


def test_who_kept_an_early_last_card_is_offered_no_bet() -> None:
    log = kept_early()
    assert to_act(log) == 1
    assert verbs(log) == {"check", "fold"}

    log.does("1 check", "2 bet 8", "3 call 8")
    assert verbs(log) == {"call", "fold"}


def test_the_others_may_bet_as_ever() -> None:
    assert verbs(kept_early().does("1 check")) == {"check", "bet", "fold"}


@pytest.mark.parametrize(
    ("acts", "legal"), [(("1 bet 8",), 3), (("1 check", "2 bet 8", "3 call 8", "1 raise 16"), 11)]
)
def test_a_bet_on_a_card_seen_early_is_no_bet(acts: tuple[str, ...], legal: int) -> None:
    log = kept_early().does(*acts)
    ruling = rulings(log.judged())[-1]
    assert ruling.rule == "rrop-stud/14"

    assert {one.code for one in ruling.outcomes} == {"raise_not_allowed", "bet_returned"}
    assert seat_of(log, 1)["put_in"] == legal


def test_before_the_last_round_he_may_still_bet() -> None:
    log = seven().does("2 bet 2", "3 call 2", "1 call 2")
    street(log, "1 Ks", "2 5d", "3 9h").does("1 check", "2 check").add("dealt", to=1)
    log.calls_attention("premature_card", seat=1, facts={"untouched": False}).does("3 bet 4")

    assert "raise" in verbs(log)


# --- Burns of the streets ----------------------------------------------------------------


def test_a_street_without_a_burn_is_put_right_until_somebody_acts() -> None:
    log = seven().does("2 bet 2", "3 call 2", "1 call 2").ups("1 Ks")
    assert said(log.judged()) == {("rrop-irregularities/16", "dealer_corrects", None)}
    assert {"type": "card_moved", "card": "Ks", "from": 1, "to": "burn"} in offered(log)

    log.ups("2 5d", "3 9h").does("1 bet 4").calls_attention("burn_error")
    last = rulings(log.judged())[-1]
    assert [one.code for one in last.outcomes] == ["bet_stays"]
    assert "the cards stand" in last.text


def test_a_street_with_its_burn_is_regular() -> None:
    log = street(seven().does("2 bet 2", "3 call 2", "1 call 2"), "1 Ks", "2 5d", "3 9h")
    assert not rulings(log.judged())

    answer = rulings(log.calls_attention("burn_error").judged())[-1]
    assert [one.code for one in answer.outcomes] == ["no_irregularity"]


def test_two_burns_before_a_street_are_one_too_many() -> None:
    log = seven().does("2 bet 2", "3 call 2", "1 call 2").add("dealt", to="burn")
    assert not rulings(log.judged())
    log.add("dealt", to="burn")
    assert said(log.judged()) == {("rrop-irregularities/16", "dealer_corrects", None)}


def test_a_high_board_that_is_all_in_leaves_the_start_to_the_next() -> None:
    log = seven(chips={1: 3}).does("2 bet 2", "3 call 2", "1 call 2")
    street(log, "1 Ks", "2 5d", "3 9h")

    assert seat_of(log, 1)["all_in"]
    assert to_act(log) == 2
