"""A deck that runs out in the draw.

| article | says | rule |
| --- | --- | --- |
| draw-exhaustion | deck runs out in the draw | ``stub_runs_out`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import Moment
from adjudicator.judging.rulings import Fact, Ruling, Weighed
from adjudicator.play.deal.outcomes import RESHUFFLE_AND_CONTINUE
from adjudicator.play.draw.findings import StubRunsOut
from rulebook.rules.shared import rule

SOURCES = {
    "last_card": "the last card",
    "folded": "the folded hands",
    "served_discards": "the discards of the seats already served",
}


@rule("draw-exhaustion", on=StubRunsOut)
def stub_runs_out(now: Moment[StubRunsOut]) -> Ruling:
    """The last card is never served; it is shuffled with folded hands and served discards."""
    seat = now.trigger.seat
    sources = [SOURCES[name] for name in now.policy.draw_reshuffle_sources]
    used = ", ".join(sources)
    why = "the cards come back by way of the reshuffle, so none of them is a duplicate"
    return Ruling(
        outcomes=(RESHUFFLE_AND_CONTINUE(by=({"type": "shuffled"},)),),
        seats=(seat,),
        because=(Fact(now.seq, f"one card is left in the stub and seat {seat} is to be served"),),
        considered=(Weighed("rrop-irregularities/4", why),),
        say=f"shuffle {used}; burns, exposed and kept cards and the drawer's own stay out",
    )


RULES = (stub_runs_out,)
