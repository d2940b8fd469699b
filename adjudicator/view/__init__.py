"""How a table is told: its state, what may come next, and what follows from it, as JSON."""

from adjudicator.play.offers import dues as dues_json
from adjudicator.play.offers import next_entries as next_json
from adjudicator.view.state import calls_json, hand_json, state_json, table_json
from adjudicator.view.taps import DEALER

__all__ = [
    "DEALER",
    "calls_json",
    "dues_json",
    "hand_json",
    "next_json",
    "state_json",
    "table_json",
]
