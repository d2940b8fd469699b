"""The composition root: store, law, services, routes."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Flask

import rulebook
from api.evidence.ledger import Ledger, key_for
from api.evidence.sequencer import Sequencer
from api.http import authentication, headers, openapi, problem_documents, request_log
from api.http.routes import (
    enrolment,
    events,
    law,
    live,
    operators,
    people,
    reading,
    rulings,
    tables,
    transparency,
)
from api.http.routes import pages as page_routes
from api.http.services import Services
from api.lib import logs
from api.lib.metrics import Metrics
from api.service.accounts import Accounts
from api.service.hand_search import HandSearch
from api.service.live_tables import LiveTables
from api.service.practice import Practice
from api.service.queries import Queries
from api.service.rate_limits import Limits
from api.service.recording import Recorder
from api.service.search import Search
from api.service.streams import Streams
from api.service.tailing import Tailer
from api.service.what_if import Judge
from api.settings import Settings
from api.store.port import Store
from api.store.sql import open_store
from api.web import pages

ROUTES = tuple(
    subject.routes
    for subject in (tables, events, rulings, live, law, people, transparency, operators)
)


def create_app(
    settings: Settings | None = None, store: Store | None = None, log: Any = None
) -> Flask:
    """The application, on a store of its own unless one is passed in."""
    settings = settings or Settings()
    app = Flask("api", static_folder=None, template_folder=pages.TEMPLATES)
    app.config["MAX_CONTENT_LENGTH"] = settings.largest_body
    app.url_map.strict_slashes = app.url_map.merge_slashes = False
    limits = Limits(settings.rates)
    parts = _services(settings, store or open_store(settings.database), limits, log)
    app.extensions["adjudicator"] = parts
    problem_documents.register(app)
    headers.register(app)
    request_log.register(app, parts.log, parts.metrics)
    authentication.register(app, parts.accounts, limits, settings.open_to_all)
    for one in ROUTES:
        app.register_blueprint(one)
    app.register_blueprint(page_routes.routes)
    app.register_blueprint(enrolment.routes)
    app.register_blueprint(reading.routes)
    app.jinja_env.filters.update(pages.FILTERS)
    parts.document = openapi.document(_version(), ROUTES)
    return app


def _services(settings: Settings, store: Store, limits: Limits, log: Any) -> Services:
    house, metrics = rulebook.load().checked(), Metrics()
    log = log or logs.new_log()
    ledger = Ledger(store.ledger, key_for(store.ledger, settings.key_file))
    sequencer = Sequencer(ledger, metrics, log)
    store.appended.append(sequencer.touch)
    tailer = Tailer(store.ledger, settings.streams, metrics.streams)
    sequencer.taken_in.append(tailer.wake)
    tables = LiveTables(store, house, settings.tables_in_memory, settings.entries_in_memory)
    recorder = Recorder(store, tables, metrics, limits, settings.answers_in_memory)
    accounts, queries = Accounts(store.people), Queries(store, tables, house)
    return Services(
        settings=settings,
        store=store,
        accounts=accounts,
        law=house,
        practice=Practice(house),
        recorder=recorder,
        queries=queries,
        judge=Judge(tables, house),
        metrics=metrics,
        ledger=ledger,
        sequencer=sequencer,
        tailer=tailer,
        search=Search(house),
        hands=HandSearch(store, tables, queries),
        streams=Streams(store.ledger, tailer, queries, accounts, settings.heartbeat),
        log=log,
        document={},
    )


def _version() -> str:
    try:
        return version("adjudicator")
    except PackageNotFoundError:
        return "0"
