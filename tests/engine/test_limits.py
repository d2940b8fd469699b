"""The seam of the betting structure: another one is one class, and nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from builders import Log, codes, offered, said

from adjudicator.game.limits import STRUCTURES, Cap, FixedLimit, Round
from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.values.amounts import Amount
from rulebook.book import HOME, Rulebook

STAKES = {"small_bet": 100, "big_bet": 100, "small_blind": 50, "big_blind": 100}


class NoLimit:
    """A raise adds at least the last full one; a seat's whole stack is the most."""

    cap = Cap()

    def opening(self, round: Round) -> Amount:
        return round.bet_size

    def first_bet(self, round: Round, to: Amount) -> Amount:
        return to

    def least(self, round: Round) -> Amount:
        return round.bet_to_match + max(round.step, round.bet_size)

    def most(self, round: Round, bet: Amount) -> Amount | None:
        return None

    def steps(self, round: Round, to: Amount) -> int:
        return int(to >= self.least(round))

    def full_bet(self, round: Round, to: Amount) -> Amount:
        return to

    def reopens(self, round: Round, to: Amount, bet: Amount) -> bool:
        return to - bet >= max(round.step, round.bet_size)

    def without_words(self, round: Round, bet: Amount, to: Amount) -> Amount:
        half = 2 * (to - round.bet_to_match) >= self.least(round) - round.bet_to_match
        return max(to, self.least(round)) if half else round.bet_to_match


class PotLimit(NoLimit):
    """No more than the pot after calling."""

    def most(self, round: Round, bet: Amount) -> Amount:
        return round.bet_to_match + round.pot + (round.bet_to_match - bet)


@pytest.fixture(scope="module", params=["no_limit", "pot_limit"])
def structure(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rulebook]:
    """The house's games and hold'em without a limit and with the pot as the limit."""
    folder = tmp_path_factory.mktemp("games")
    text = (HOME / "games" / "holdem-limit.toml").read_text()
    with pytest.MonkeyPatch.context() as patch:
        for name, made in (("no_limit", NoLimit), ("pot_limit", PotLimit)):
            patch.setitem(STRUCTURES, name, lambda _cap, made=made: made())  # type: ignore[arg-type]
            own = text.replace('id = "holdem-limit"', f'id = "{name}"')
            own = own.replace("[limits]", f'[limits]\nstructure = "{name}"')
            (folder / f"{name}.toml").write_text(own)
        yield Rulebook(HOME, sorted(folder.glob("*.toml")))


def holdem(game: str, chips: dict[int, int] | None = None) -> Log:
    """Three seats, blinds 50 and 100 posted, two cards dealt; seat 3 has the button."""
    log = Log().add("table_opened", game=game, stakes=STAKES, seats=3)
    for seat in (1, 2, 3):
        stack = (chips or {}).get(seat, 2000)
        log.add("player_seated", seat=seat, player=f"P{seat}", chips=stack)
    log.hand(button=3).add("posted", seat=1, kind="small_blind", amount=50)
    return log.add("posted", seat=2, kind="big_blind", amount=100).deal(2)


def judged(book: Rulebook, log: Log) -> Docket:
    docket = Docket(book)
    for event in log.events:
        docket.record(event)
    return docket


def raise_offered(docket: Docket) -> dict[str, Any] | None:
    found = next_entries(docket.state)
    return next((one for one in found if one.get("verb") in ("bet", "raise")), None)


def test_the_next_steps_offer_the_least_and_the_most(book: Rulebook) -> None:
    free, by_pot = (raise_offered(judged(book, holdem(g))) for g in ("no_limit", "pot_limit"))

    assert free is not None
    assert by_pot is not None
    assert (free["to"], free["least"], free["most"]) == (200, 200, 2000)
    assert (by_pot["to"], by_pot["least"], by_pot["most"]) == (200, 200, 350)


def test_a_raise_adds_at_least_the_last_full_one_and_counts_once(book: Rulebook) -> None:
    docket = judged(book, holdem("no_limit").does("3 raise 400"))
    again = raise_offered(docket)

    assert not docket.rulings
    assert again is not None
    assert again["least"] == 700
    assert docket.state.hand.raises == 1


def test_a_raise_too_small_is_made_up_to_the_least(book: Rulebook) -> None:
    short = judged(book, holdem("no_limit").does("3 raise 400", "1 raise 699"))
    full = judged(book, holdem("no_limit").does("3 raise 400", "1 raise 700"))

    assert "bet_completed" in codes(short)
    assert not full.rulings
    assert full.state.hand.raises == 2


@pytest.mark.parametrize(("to", "over"), [(350, False), (351, True)])
def test_more_than_the_pot_goes_back(book: Rulebook, to: int, over: bool) -> None:
    docket = judged(book, holdem("pot_limit").does(f"3 raise {to}"))

    assert ("bet_returned" in codes(docket)) is over
    assert docket.state.hand.seats[3].bet == 350
    assert docket.state.hand.raises == 1


def test_a_short_all_in_lets_nobody_raise_again_who_has_acted(
    book: Rulebook, structure: str
) -> None:
    log = holdem(structure, {1: 380}).does("3 raise 300", "1 all-in 380", "2 fold")
    docket = judged(book, log)

    assert raise_offered(docket) is None
    assert docket.state.hand.raises == 1
    docket = judged(book, log.does("3 raise 580"))
    assert ("rrop-betting/7", "raise_not_allowed", 3) in said(docket)


def test_short_all_ins_that_come_to_a_full_raise_reopen_the_betting(book: Rulebook) -> None:
    log = holdem("no_limit", {1: 380, 2: 500}).does("3 raise 300", "1 all-in 380", "2 all-in 500")
    hand = judged(book, log).state.the_hand

    assert hand.seats[3].may_raise
    assert hand.profile.limits.least(hand) == 700


def test_silent_chips_are_a_raise_from_half_a_step(book: Rulebook) -> None:
    def pushes(*chips: int) -> Docket:
        return judged(book, holdem("no_limit").add("acted", seat=3, chips=list(chips)))

    assert pushes(100, 25, 20).state.hand.bet_to_match == 100
    assert pushes(50, 50, 50).state.hand.bet_to_match == 200
    assert pushes(100, 100, 100).state.hand.bet_to_match == 300


def test_fixed_limit_offers_one_size_without_bounds(book: Rulebook) -> None:
    log = holdem("holdem-limit")
    raising = [one for one in offered(log) if one.get("verb") == "raise"]

    assert raising == [{"type": "acted", "seat": 3, "verb": "raise", "to": 200}]
    assert STRUCTURES["fixed"] is FixedLimit
