"""What rulings make somebody owe: made in one way, whoever orders it, and over in time."""

from collections.abc import Mapping
from typing import Any

from builders import law, table

from adjudicator.judging.judge import judge
from adjudicator.judging.rulings import FLOOR, Option, Ruling
from adjudicator.log.reading import parse
from adjudicator.play.betting.outcomes import BET_STAYS
from adjudicator.play.outcome import Outcome
from adjudicator.play.speech.outcomes import DEALER_CORRECTS
from adjudicator.table.due import Due
from adjudicator.table.table import State
from adjudicator.values.frozen import replace

SHUFFLED: Mapping[str, Any] = {"type": "shuffled"}
OVERRIDE = {"type": "floor_decided", "ruling": "1-1-1", "decision": "overridden", "reason": "fair"}


def betting(*other: Outcome) -> State:
    """A hand in its first betting round, with a choice of the floor's on it."""
    state = table().hand(6).antes().deal().judged().state
    presumed = Option((BET_STAYS(1),), presumed=True)
    choice = Ruling(
        id="1-1-1", certainty=FLOOR, options=(presumed, Option(other)), status="open", seats=(1,)
    )
    return replace(state, rulings={choice.id: choice})


def after(state: State, entry: Mapping[str, Any]) -> State:
    return judge(state, parse(entry), law())[0]


def owed(state: State) -> list[Due]:
    return [due for due in state.dues if due.ruling == "1-1-1"]


def test_an_override_keeps_when_a_due_is_ripe_and_that_it_lapses_with_action() -> None:
    late = DEALER_CORRECTS(1, by=(SHUFFLED,), when=4, before_action=True)

    (due,) = owed(after(betting(late), OVERRIDE))

    assert due.when == 4
    assert due.before_action


def test_a_due_of_an_override_lapses_with_the_next_action() -> None:
    state = after(betting(DEALER_CORRECTS(by=(SHUFFLED,), before_action=True)), OVERRIDE)

    assert owed(state)
    assert not owed(after(state, {"type": "acted", "seat": 1, "verb": "check"}))


def test_a_due_of_an_override_waits_for_its_stage() -> None:
    state = after(betting(DEALER_CORRECTS(by=(SHUFFLED,), when=4)), OVERRIDE)

    assert owed(after(state, SHUFFLED))
