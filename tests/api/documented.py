"""Whatever a test is answered is held against the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Flask, Response, request
from jsonschema_rs import Draft202012Validator

from api.http.openapi import METHODS
from api.service.roles import PAGES, documented


def held(app: Flask) -> list[str]:
    """What is answered beside the document, told as it happens."""
    document = app.extensions["adjudicator"].document
    beside: list[str] = []

    @cache
    def shape(name: str) -> Draft202012Validator:
        whole = {**json.loads(name), "components": document["components"]}
        return Draft202012Validator(whole)

    def hold(answer: Response) -> Response:
        method, rule = request.method.lower(), request.url_rule
        failed = answer.status_code == 500  # tests make it fail, and then say so
        if rule is None or method not in METHODS or failed:
            return answer
        if f"{request.method} {rule.rule}" in PAGES:
            return answer  # for people, who read no such document
        path = documented(rule.rule)
        known = document["paths"][path][method]["responses"].get(str(answer.status_code))
        said = f"{method} {path}: {answer.status_code} {answer.mimetype}"
        content = None if known is None else _content(document, known)
        if content is None or (content and answer.mimetype not in content):
            beside.append(f"{said} is not documented")
        elif content and answer.is_json and not answer.is_streamed:
            found = shape(json.dumps(content[answer.mimetype]["schema"]))
            wrong = found.iter_errors(json.loads(answer.get_data()))
            beside.extend(f"{said}: {one.instance_path}: {one.message[:300]}" for one in wrong)
        return answer

    app.after_request(hold)
    return beside


def _content(document: Mapping[str, Any], known: Mapping[str, Any]) -> Mapping[str, Any]:
    name = known.get("$ref", "").rpartition("/")[2]
    found: Mapping[str, Any] = document["components"]["responses"][name] if name else known
    return found.get("content") or {}
