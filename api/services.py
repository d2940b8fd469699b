"""What the routes work with, made once for each application."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from flask import current_app

from api.access import Access
from api.evidence.ledger import Ledger
from api.evidence.sequencer import Sequencer
from api.judging import Judge
from api.metrics import Metrics
from api.reading import Reader
from api.record import Recorder
from api.settings import Settings
from api.store.port import Store
from api.streaming import Streams
from api.tailing import Tailer
from rulebook import Rulebook


@dataclass
class Services:
    """The parts of one service."""

    settings: Settings
    store: Store
    access: Access
    law: Rulebook
    recorder: Recorder
    reader: Reader
    judge: Judge
    metrics: Metrics
    ledger: Ledger
    sequencer: Sequencer
    tailer: Tailer
    streams: Streams
    log: Any
    document: Mapping[str, Any]


def services() -> Services:
    """The parts of the application that serves this request."""
    return cast(Services, current_app.extensions["adjudicator"])
