"""Limit Omaha, step by step of its source.

| article | says | rule |
| --- | --- | --- |
| omaha-limit/step-1a, 1b | who posts which blind | ``small_blind``, ``big_blind`` |
| omaha-limit/step-2a, 2b | four cards each, and in which order | cited by the general rules |
| omaha-limit/step-3a to 9 | turns, limits, board | the engine; general rules cite the step |
| omaha-limit/step-10a | no showdown for a lone hand | ``nobody_called`` |
| omaha-limit/step-10b | two from the hand, three from the board | the engine; cited |
| omaha-limit/step-10c | award, ties and rake | the engine; general rules cite the step |
"""

from __future__ import annotations

from adjudicator.judging.rules import Moment
from adjudicator.judging.rulings import Ruling
from adjudicator.log.events import AttentionCalled
from adjudicator.play.posting.findings import PostWrong
from rulebook.rules.general.blinds import blind_put_right
from rulebook.rules.general.showdown import unseen
from rulebook.rules.shared import rule

AMOUNTS = ("rrop-betting/limit-amounts",)


@rule("omaha-limit/step-1a", on=PostWrong, cites=AMOUNTS, displaces=AMOUNTS)
def small_blind(now: Moment[PostWrong]) -> Ruling | None:
    """The small blind is half the lower limit, rounded as the house has it."""
    return blind_put_right(now, "small_blind")


@rule("omaha-limit/step-1b", on=PostWrong, cites=AMOUNTS, displaces=AMOUNTS)
def big_blind(now: Moment[PostWrong]) -> Ruling | None:
    """The big blind is the limit the house names; whoever posts less owes the rest."""
    return blind_put_right(now, "big_blind")


@rule(
    "omaha-limit/step-10a",
    about=("see_hand",),
    cites=("rrop-showdown/5",),
    displaces=("rrop-showdown/5",),
)
def nobody_called(now: Moment[AttentionCalled]) -> Ruling | None:
    """There is a showdown only where two or more are left; a lone hand stays unseen."""
    return unseen(now)


RULES = (small_blind, big_blind, nobody_called)
