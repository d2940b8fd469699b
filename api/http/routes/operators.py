"""For operators: is it up, can it work, how is it doing; and the documentation."""

from __future__ import annotations

from flask import Response

from api.http.responses import send
from api.http.routes.blueprint import Routes
from api.http.schemas.operators import DocumentJson, HealthJson, ReadyJson
from api.http.services import services
from api.lib.metrics import CONTENT_TYPE_LATEST
from api.web import pages

routes = Routes("operators", __name__, description="For operators.")


@routes.on("GET", "/healthz")
@routes.gives(200, HealthJson)
def healthz() -> Response:
    """Whether the process is up."""
    return send({"status": "ok"})


@routes.on("GET", "/readyz")
@routes.gives(200, ReadyJson)
def readyz() -> Response:
    """Whether the service can work; 503 while its database does not answer."""
    services().store.ready()
    return send({"status": "ready", "edition": services().law.edition})


@routes.on("GET", "/metrics")
@routes.answers(200, "Counters as Prometheus reads them.", "text/plain")
def metrics() -> Response:
    """Counters for Prometheus."""
    text = services().metrics.text(services().store.open_dues())
    return Response(text, content_type=CONTENT_TYPE_LATEST)


@routes.on("GET", "/openapi.json")
@routes.gives(200, DocumentJson)
def openapi() -> Response:
    """This service as an OpenAPI 3.1 document."""
    return send(services().document)


@routes.on("GET", "/docs")
@routes.answers(200, "The documentation.", "text/html")
def docs() -> str:
    """The documentation to read."""
    return pages.documentation(services().document)
