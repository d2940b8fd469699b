"""For operators: health, and this very document."""

from __future__ import annotations

import marshmallow as ma

from api.http.schemas.fields import many
from api.http.schemas.json_types import shaped


class HealthJson(ma.Schema):
    """The process answers."""

    status = shaped({"const": "ok"})


class ReadyJson(ma.Schema):
    """The service can work."""

    status = shaped({"const": "ready"})
    edition = ma.fields.String(required=True)


class InfoJson(ma.Schema):
    """What the document is about."""

    title = ma.fields.String(required=True)
    version = ma.fields.String(required=True)
    description = ma.fields.String(required=True)


class TagJson(ma.Schema):
    """A subject of routes."""

    name = ma.fields.String(required=True)
    description = ma.fields.String(required=True)


class ServerJson(ma.Schema):
    """Where the routes begin."""

    url = ma.fields.String(required=True)


class DocumentJson(ma.Schema):
    """This document."""

    openapi = ma.fields.String(required=True)
    info = ma.fields.Nested(InfoJson, required=True)
    servers = many(ServerJson)
    tags = many(TagJson)
    paths = ma.fields.Dict(required=True)
    components = ma.fields.Dict(required=True)
