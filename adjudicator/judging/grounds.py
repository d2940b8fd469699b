"""The articles by which a game lays down what a finding departs from."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game.profile import Stage
from adjudicator.judging.rules import Trigger
from adjudicator.play.finding import Finding
from adjudicator.table.hand import Hand
from adjudicator.table.table import State


def laid_down(state: State, trigger: Trigger) -> tuple[str, ...]:
    """The articles of the stage, the round or the award that the finding is about."""
    hand = state.hand
    if hand is None or not isinstance(trigger, Finding) or not trigger.concerns:
        return ()
    if trigger.concerns == "award":
        return hand.profile.award_articles
    stages = hand.profile.stages
    named = getattr(trigger, "stage", "")
    for stage in stages:
        if stage.name == named:
            return stage.articles
    if trigger.concerns == "wager":
        return _of_the_round(hand)
    return _of_the_next_cards(stages, stages[max(hand.stage, 0) :])


def _of_the_round(hand: Hand) -> tuple[str, ...]:
    stage = hand.profile.stages[max(hand.stage, 0) :][:1]
    return stage[0].articles if stage and stage[0].kind == "bet" else ()


def _of_the_next_cards(stages: Sequence[Stage], ahead: Sequence[Stage]) -> tuple[str, ...]:
    """The next stage with cards, or the last where none is ahead."""
    with_cards = [stage for stage in ahead if stage.kind != "bet"]
    last = [stage for stage in stages if stage.kind != "bet"][-1:]
    return (with_cards or last)[0].articles
