"""A kind of post is one row: whatever handles posts reads it, and names no kind itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from builders import Log, table, to_act

from adjudicator.log.events import EVENTS, Posted
from adjudicator.play.posting.transitions import MONEY, posted
from adjudicator.record.docket import Docket
from adjudicator.values.post_kinds import BLINDS, LIVE, POST_KINDS, PostKind
from api.cli.style import Style
from api.service.narration import narrate

ROOT = Path(__file__).parents[2]
# Where a kind is named, and why: the fields of a profile, and the wire form of a stake.
NAMES = {"adjudicator/values/post_kinds.py", "adjudicator/game/profile.py"}


@pytest.mark.parametrize("kind", POST_KINDS.values(), ids=POST_KINDS)
def test_the_chips_of_a_kind_go_somewhere_and_it_has_words(kind: PostKind) -> None:
    event = Posted(seat=1, kind=kind.name, amount=5)

    assert kind.money in MONEY
    assert narrate(event, Style(width=80)) == f"seat 1 posts 5 ({kind.words})"
    assert set(kind.pays) <= {blind.name for blind in BLINDS}


def test_the_event_allows_exactly_the_kinds_there_are() -> None:
    assert EVENTS["posted"].specs["kind"].choices == tuple(POST_KINDS)


def test_the_blinds_stand_in_their_order() -> None:
    assert [kind.blind for kind in BLINDS] == [0, 1]
    assert sum(kind.acts_last for kind in BLINDS) == 1


@pytest.mark.parametrize(
    "path", sorted((ROOT / "adjudicator").rglob("*.py")), ids=lambda path: path.stem
)
def test_the_engine_names_a_kind_of_post_in_its_row_only(path: Path) -> None:
    if str(path.relative_to(ROOT)) in NAMES:
        return
    tree = ast.parse(path.read_text())
    named = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in ("small_blind", "big_blind", "post")
    }

    assert not named


def holdem() -> Log:
    log = table("holdem-limit", seats=4).hand(4)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    return log.add("posted", seat=2, kind="big_blind", amount=6)


def test_a_straddle_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    row = PostKind(name="straddle", words="straddle", money=LIVE, acts_last=True)
    monkeypatch.setitem(POST_KINDS, "straddle", row)  # type: ignore[arg-type]  # a dict
    docket: Docket = holdem().judged()
    docket.state, found = posted(docket.state, Posted(seat=3, kind="straddle", amount=12))
    for event in Log().deal(2).events:
        docket.record(event)
    hand = docket.state.the_hand

    assert not found
    assert (hand.bet_to_match, hand.to_act) == (12, 4)
    for seat, verb in ((4, "call"), (1, "fold"), (2, "call")):
        docket.record({"type": "acted", "seat": seat, "verb": verb})
    assert docket.state.the_hand.to_act == 3
    assert not docket.rulings


def test_without_a_straddle_the_round_begins_left_of_the_big_blind() -> None:
    assert to_act(holdem().deal(2)) == 3
