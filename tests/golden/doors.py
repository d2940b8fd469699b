"""Every import of the product that the golden outputs need; nothing else here has any."""

from adjudicator.errors import CODES as REFUSAL_CODES
from adjudicator.errors import Refused
from adjudicator.log.events import EVENTS
from adjudicator.play.codes import CODES as OUTCOME_CODES
from adjudicator.record.docket import Docket
from adjudicator.view import state_json
from api.cli.main import main
from api.service.problems import TABLE as PROBLEMS
from api.service.rate_limits import Rate, Rates
from api.service.roles import ROLES
from api.settings import Settings
from api.wiring import create_app
from rulebook import load
from rulebook.rules import ALL as RULES

__all__ = [
    "EVENTS",
    "OUTCOME_CODES",
    "PROBLEMS",
    "REFUSAL_CODES",
    "ROLES",
    "RULES",
    "Docket",
    "Rate",
    "Rates",
    "Refused",
    "Settings",
    "create_app",
    "load",
    "main",
    "state_json",
]
