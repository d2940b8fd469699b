"""What may be tapped: a dealer who only taps plays whole hands, and nothing is ruled on."""

import random
from typing import Any

import pytest
from builders import Log, table
from stories import GAMES, at

from adjudicator.record.docket import Docket
from adjudicator.view import state_json
from api.service.taps import taps

DECK = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]
PROPER = {"rrop-all-in", "jacks-or-better/3", "draw-high/5b", "draw-high/5c", "jacks-or-better/1b"}
Tap = dict[str, Any]


def offered(docket: Docket) -> list[Tap]:
    """The taps at this moment."""
    return taps(state_json(docket.state), docket.state.players)


def tapped(docket: Docket, tap: Tap, deck: list[str]) -> set[str]:
    """Record one tap, cards that the table sees named; the articles that were ruled under."""
    ruled = set()
    for event in tap["events"]:
        sees = event["type"] == "dealt" and event.get("face") == "up"
        card = {"card": deck.pop()} if sees else {}
        entry = docket.record(event | card)
        assert entry is not None
        ruled |= {one.rule for one in entry.rulings}
    return ruled


def without_cards(found: list[Tap]) -> list[Tap]:
    """Taps of a table that records no hand; nobody folds for nothing."""
    return [one for one in found if one["events"][0]["type"] != "shown"] or found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", [one for one in GAMES if one != "baseball"])
def test_a_dealer_who_only_taps_plays_a_hand_to_its_end(game: str, seed: int) -> None:
    rng, docket = random.Random(f"{game} {seed}"), table(game).hand(button=1).judged()
    deck, ruled, count = rng.sample(DECK, 52), set(), 0
    while not docket.state.the_hand.ended:
        choices = without_cards(offered(docket))
        usual = [one for one in choices if one["usual"] and one["place"] == "step"]
        calm = [one for one in choices if one["place"] != "fold" or rng.random() < 0.2]
        ruled |= tapped(docket, (usual or [rng.choice(calm or choices)])[0], deck)
        count += 1
        assert count < 120

    assert not ruled - PROPER


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_deal_is_one_tap_and_the_first_card_of_it_another(game: str) -> None:
    docket = table(game).hand(button=1).judged()
    while offered(docket)[0]["events"][0]["type"] == "posted":
        tapped(docket, offered(docket)[0], [])
    whole, *rest = offered(docket)
    first = next(one for one in rest if one["events"][0]["type"] == "dealt")

    assert whole["usual"]
    assert whole["events"][0]["type"] == "round_dealt"
    assert len(first["events"]) == 1
    tapped(docket, whole, list(DECK))
    # Where an upcard may earn another the first of them has to be seen before the next.
    assert docket.state.the_hand.phase == ("dealing" if game == "baseball" else "betting")


def test_antes_of_everybody_are_one_tap() -> None:
    docket = table("draw-high", seats=5).hand(button=1).judged()
    assert [len(one["events"]) for one in offered(docket)] == [5, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(("game", "most"), [("draw-high", 5), ("blue-beacon", 3)])
def test_a_seat_may_ask_for_as_many_cards_as_its_game_allows(game: str, most: int) -> None:
    log: Log = at(game, "drawing")
    asked = [one for one in offered(log.judged()) if one["place"] == "draw"]
    texts = ["Pat", "1 card", *(f"{count} cards" for count in range(2, most + 1))]
    assert [one["text"] for one in asked] == texts
    assert [len(one["events"]) for one in asked[:2]] == [1, 2]


def test_at_a_showdown_without_cards_every_seat_may_take_the_pot() -> None:
    docket = at("holdem-limit", "showdown").judged()
    takes = [one for one in offered(docket) if one["events"][0]["type"] == "pot_awarded"]
    alone = [one for one in takes if len(one["events"][0]["to"]) == 1]
    assert len(alone) == len(docket.state.the_hand.live) == 4
    assert len(takes) == 4 + 6 + 1
    tapped(docket, alone[1], [])
    assert offered(docket)[0]["text"] == "The hand is over"


def test_where_everybody_shows_the_pot_is_not_pushed_blindly() -> None:
    docket = at("baseball", "showdown").judged()
    assert {one["events"][0]["type"] for one in offered(docket)} == {"shown"}


def test_a_call_for_all_one_has_says_so() -> None:
    docket = at("holdem-limit", "betting", chips=dict.fromkeys(range(1, 5), 4)).judged()
    texts = {one["text"] for one in offered(docket)}
    assert any(text.endswith(", all in") for text in texts)
