"""What the routes work with, created once per application."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from flask import current_app

from api.evidence.ledger import Ledger
from api.evidence.sequencer import Sequencer
from api.lib.metrics import Metrics
from api.service.accounts import Accounts
from api.service.hand_search import HandSearch
from api.service.practice import Practice
from api.service.queries import Queries
from api.service.recording import Recorder
from api.service.search import Search
from api.service.streams import Streams
from api.service.tailing import Tailer
from api.service.what_if import Judge
from api.settings import Settings
from api.store.port import Store
from rulebook import Rulebook


@dataclass
class Services:
    """The parts of one service."""

    settings: Settings
    store: Store
    accounts: Accounts
    law: Rulebook
    practice: Practice
    recorder: Recorder
    queries: Queries
    judge: Judge
    metrics: Metrics
    ledger: Ledger
    sequencer: Sequencer
    tailer: Tailer
    streams: Streams
    search: Search
    hands: HandSearch
    log: Any
    document: Mapping[str, Any]


def services() -> Services:
    """The parts of the application handling this request."""
    return cast(Services, current_app.extensions["adjudicator"])
