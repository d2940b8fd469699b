"""Pages to read: the interface, the rulebook, the games, practice. All without a script."""

from __future__ import annotations

import re

from flask.testing import FlaskClient


def read(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    return answer.text


def links(page: str) -> set[str]:
    return set(re.findall(r'href="([^"]+)"', page))


def ids(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', page)


def test_the_interface_to_read_has_every_parameter_and_body(client: FlaskClient) -> None:
    page, document = read(client, "/docs"), client.get("/openapi.json").json
    asked = {
        one["name"]
        for item in document["paths"].values()
        for operation in (item, *item.values())
        if isinstance(operation, dict)
        for one in operation.get("parameters", ())
    }

    assert {"dry_run", "at", "tables", "rulings", "If-Match"} <= asked
    assert {name for name in asked if f"<code>{name}</code>" not in page} == set()
    assert set(document["components"]["schemas"]) <= set(ids(page))


def test_every_name_in_the_interface_leads_to_its_table_and_to_one_only(
    client: FlaskClient,
) -> None:
    page = read(client, "/docs")
    inner = {link[1:] for link in links(page) if link.startswith("#")}

    assert len(inner) > 50
    assert inner <= set(ids(page))
    assert len(ids(page)) == len(set(ids(page)))
