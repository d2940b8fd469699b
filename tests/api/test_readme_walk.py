"""The README's disputed hand, told in curl, is sent as it stands to a real service."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.served import Answer, Served

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def commands() -> list[list[str]]:
    """The curl commands of the walk, each as its words."""
    section = README.split("## A disputed hand, told in curl\n", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    words = shlex.split("\n;\n".join(blocks).replace("\ncurl", "\n;\ncurl"), comments=True)
    found: list[list[str]] = [[]]
    for word in words:
        if word == ";":
            found.append([])
        else:
            found[-1].append(word)
    return [command for command in found if command[:1] == ["curl"]]


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.delenv("ADJUDICATOR_DATABASE", raising=False)
    served = Served(None, "--demo")
    yield served
    served.stop()


def sent(service: Served, command: list[str]) -> Answer:
    path = next(word for word in command if word.startswith("$v1")).replace("$v1", "/v1")
    if "-d" not in command:
        return service.get(path)
    return service.post(path, data=command[command.index("-d") + 1])


def test_the_walk_of_the_readme_gives_what_it_says(service: Served) -> None:
    opened, dealt, counted, what_if, listed, explained, decided = (
        sent(service, command) for command in commands()
    )

    assert (opened.status_code, dealt.status_code) == (201, 201)
    told = [(one["rule"], one["certainty"]) for one in counted.json["rulings"]]
    assert told == [("draw-high/4b", "conditional"), ("draw-high/4b", "final")]
    assert "draw-high/4c" in what_if.text
    assert "1-13-1" in [one["id"] for one in listed.json["rulings"]]
    assert explained.json["rule"] == "draw-high/4b"
    assert decided.status_code == 201
    assert service.get("/v1/tables/main-3/rulings/1-13-1").json["status"] == "upheld"
    again = sent(service, commands()[0])
    assert (again.status_code, again.json["code"]) == (409, "TABLE_OPEN")
