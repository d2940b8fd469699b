"""Random legal hands end as another engine ends them: the same turns, pots and stacks.

Both play the same cards and the same moves side by side. A move is chosen among those
that both hold to be legal, so where houses differ (how many raises, what a short all-in
re-opens) the hands go where they agree; whose turn it is and what a call costs must be
the same at every step.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from builders import chips_in_all, law

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.view import state_json

pokerkit = pytest.importorskip("pokerkit")

BY_ITSELF = tuple(
    one
    for one in pokerkit.Automation
    if one.name not in ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING")
)
ANTE, SMALL, BIG, BRING_IN = 2, 4, 8, 1


@dataclass(frozen=True)
class Game:
    """A game as both engines know it."""

    id: str
    stakes: dict[str, int]
    options: dict[str, Any]
    theirs: Callable[[list[int]], Any]


def street(
    faces: tuple[bool, ...], board: int, unit: int, draw: bool = False, opening: str = "POSITION"
) -> Any:
    how = pokerkit.Opening[opening]
    return pokerkit.Street(False, faces, board, draw, how, unit, 4)


def state(hand_type: Any, streets: tuple[Any, ...], stacks: list[int], **forced: Any) -> Any:
    given = {"raw_antes": 0, "raw_blinds_or_straddles": 0, "bring_in": 0, **forced}
    return pokerkit.State(
        BY_ITSELF,
        pokerkit.Deck.STANDARD,
        (hand_type,),
        streets,
        pokerkit.BettingStructure.FIXED_LIMIT,
        True,
        raw_starting_stacks=stacks,
        player_count=len(stacks),
        **given,
    )


def omaha(stacks: list[int]) -> Any:
    down = (False,) * 4
    units = ((down, 0, SMALL), ((), 3, SMALL), ((), 1, BIG), ((), 1, BIG))
    streets = tuple(street(*one) for one in units)
    blinds = (SMALL // 2, SMALL)
    return state(pokerkit.OmahaHoldemHand, streets, stacks, raw_blinds_or_straddles=blinds)


def five_card_draw(stacks: list[int]) -> Any:
    streets = (street((False,) * 5, 0, SMALL), street((), 0, BIG, draw=True))
    return state(pokerkit.StandardHighHand, streets, stacks, raw_antes=ANTE)


def seven_card_stud(stacks: list[int]) -> Any:
    first = street((False, False, True), 0, SMALL, opening="LOW_CARD")
    later = [((True,), SMALL), ((True,), BIG), ((True,), BIG), ((False,), BIG)]
    rest = tuple(street(faces, 0, unit, opening="HIGH_HAND") for faces, unit in later)
    forced = {"raw_antes": ANTE, "bring_in": BRING_IN}
    return state(pokerkit.StandardHighHand, (first, *rest), stacks, **forced)


CAPPED = {"cap_applies_heads_up": "on"}
GAMES = {
    "omaha": Game(
        "omaha-limit",
        {"lower": SMALL, "higher": BIG, "unit": 1},
        {**CAPPED, "big_blind_basis": "lower", "deal_start": "left_of_button"},
        omaha,
    ),
    "draw": Game(
        "draw-high",
        {"ante": ANTE, "small_bet": SMALL, "big_bet": BIG},
        {
            **CAPPED,
            "joker_in_use": "off",
            "burn_before_draw": "off",
            "postdraw_first": "left_of_button",
        },
        five_card_draw,
    ),
    "stud": Game(
        "seven-card-stud",
        {"ante": ANTE, "bring_in": BRING_IN, "small_bet": SMALL, "big_bet": BIG},
        CAPPED,
        seven_card_stud,
    ),
}


class Table:
    """One hand in both engines."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = random.Random(f"{game.id} {seed}")
        self.game = game
        self.seats = self.rng.randint(2, 6)
        stacks = [self.rng.choice((5, 9, 13, 40, 200)) for _ in range(self.seats)]
        self.deck = self.rng.sample(STANDARD_DECK, len(STANDARD_DECK))
        self.docket = Docket(law())
        self.theirs = game.theirs(list(stacks))
        self.dealt: dict[int, list[str]] = {}
        self.board: list[str] = []
        self.thrown: dict[int, list[str]] = {}
        self.open(stacks)

    def open(self, stacks: list[int]) -> None:
        game = self.game
        self.add("table_opened", game=game.id, stakes=game.stakes, options=game.options, seats=9)
        for seat, chips in enumerate(stacks, start=1):
            self.add("player_seated", seat=seat, player=f"P{seat}", chips=chips)
        self.add("announced", topic="joker_in_use", value="off")
        self.add("hand_started", button=self.seats)

    def add(self, type_: str, **fields: Any) -> None:
        self.docket.record({"type": type_, **fields})

    @property
    def hand(self) -> Any:
        return self.docket.state.hand

    def play(self) -> bool:
        """Until the pot has been pushed; whether it was, or is carried for want of a bet."""
        while self.hand.pot or not self.hand.awards:
            if not self.hand.on:
                return False
            offered = next_entries(self.docket.state)
            self.step([dict(one) for one in offered])
        return True

    def step(self, offered: list[dict[str, Any]]) -> None:
        first = offered[0]
        kind = first["type"]
        if kind == "acted":
            self.deal_theirs()
            self.act(offered)
        elif kind == "dealt":
            self.deal(first)
        elif kind == "draw_indicated":
            self.docket.record({**first, "count": self.rng.randint(0, 3)})
        elif kind == "discarded":
            seat = self.hand.seats[first["seat"]]
            cards = self.rng.sample(seat.cards, first["count"])
            self.thrown[first["seat"]] = cards
            self.docket.record({**first, "cards": cards})
        elif kind == "shown":
            self.docket.record({**first, "cards": list(self.hand.seats[first["seat"]].cards)})
        else:
            self.docket.record(first)

    def deal(self, entry: dict[str, Any]) -> None:
        to = entry["to"]
        card = None if to == "burn" else self.deck.pop()
        if to == "board":
            self.board.append(card or "")
        elif card is not None:
            self.dealt.setdefault(to, []).append(card)
        self.docket.record({**entry, **({"card": card} if card else {})})

    def deal_theirs(self) -> None:
        """The other engine gets the cards that ours has dealt since the last round."""
        theirs = self.theirs
        while True:
            if theirs.stand_patter_or_discarder_index is not None:
                seat = theirs.stand_patter_or_discarder_index + 1
                theirs.stand_pat_or_discard("".join(self.thrown.pop(seat, ())))
            elif theirs.hole_dealee_index is not None:
                due = len(theirs.hole_dealing_statuses[theirs.hole_dealee_index])
                theirs.deal_hole(taken(self.dealt[theirs.hole_dealee_index + 1], due))
            elif theirs.can_deal_board():
                theirs.deal_board(taken(self.board, max(theirs.board_dealing_counts)))
            else:
                return

    def act(self, offered: list[dict[str, Any]]) -> None:
        theirs, seat = self.theirs, offered[0]["seat"]
        if theirs.can_post_bring_in():
            return self.bring_in(offered)
        assert theirs.actor_index == seat - 1
        acts = {one["verb"]: one for one in offered}
        price = self.hand.bet_to_match - self.hand.seats[seat].bet
        owed = min(price, self.docket.state.players[seat].purse)
        assert theirs.checking_or_calling_amount == owed
        self.choose(acts)

    def bring_in(self, offered: list[dict[str, Any]]) -> None:
        """The low card brings it in, for the least or for a whole bet."""
        theirs = self.theirs
        assert theirs.actor_indices[0] == offered[0]["seat"] - 1
        if self.rng.random() < 0.8 or not theirs.can_complete_bet_or_raise_to(offered[1]["to"]):
            assert theirs.effective_bring_in_amount == offered[0]["to"]
            theirs.post_bring_in()
            self.docket.record(offered[0])
        else:
            theirs.complete_bet_or_raise_to(offered[1]["to"])
            self.docket.record(offered[1])

    def choose(self, acts: dict[str, dict[str, Any]]) -> None:
        theirs = self.theirs
        raising = acts.get("bet") or acts.get("raise")
        may = raising is not None and theirs.can_complete_bet_or_raise_to(raising["to"])
        if may and self.rng.random() < 0.35:
            assert raising is not None
            theirs.complete_bet_or_raise_to(raising["to"])
            self.docket.record(raising)
        elif "call" in acts and self.rng.random() < 0.2 and theirs.can_fold():
            theirs.fold()
            self.docket.record(acts["fold"])
        else:
            theirs.check_or_call()
            self.docket.record(acts.get("check") or acts["call"])


def taken(cards: list[str], number: int) -> str:
    """The first cards of a pile, which they leave."""
    found = "".join(cards[:number])
    del cards[:number]
    return found


def odd_chips(table: Table) -> int:
    """How many chips may go elsewhere: houses differ only in who gets those left over.

    Here each pot is split by itself and nobody gets two of them.
    """
    pots = state_json(table.docket.state)["hand"]["result"]["pots"]
    return sum(pot["amount"] % len(pot["shares"]) for pot in pots if len(pot["shares"]) > 1)


def same_end(table: Table) -> None:
    """Stacks as the other engine has them, but for odd chips; none made or lost."""
    table.deal_theirs()
    ours = [table.docket.state.players[n].purse for n in range(1, table.seats + 1)]
    odd = odd_chips(table)
    assert all(abs(a - b) <= odd for a, b in zip(table.theirs.stacks, ours, strict=True))
    assert sum(table.theirs.stacks) == sum(ours)
    assert chips_in_all(table.docket) == sum(ours)
    assert not [one.text for one in table.docket.rulings.values() if corrects(one)]


def corrects(ruling: Any) -> bool:
    regular = {"side_pot", "split_equally", "odd_chip", "hand_live", "pot_layered"}
    return any(one.code not in regular for one in ruling.outcomes)


def side_by_side(game: str, seeds: range) -> None:
    shown = layered = 0
    for seed in seeds:
        table = Table(GAMES[game], seed)
        if not table.play():
            continue
        same_end(table)
        result = state_json(table.docket.state)["hand"]["result"]
        shown += len(result["hands"]) > 1
        layered += len(result["pots"]) > 1
    assert shown > len(seeds) // 3
    assert layered > len(seeds) // 10


@pytest.mark.parametrize("game", GAMES)
def test_random_legal_hands_end_as_another_engine_ends_them(game: str) -> None:
    side_by_side(game, range(40))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_more_random_legal_hands_end_as_another_engine_ends_them(game: str) -> None:
    side_by_side(game, range(40, 800))
