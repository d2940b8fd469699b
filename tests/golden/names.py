"""The published names as plain text: what clients, logs and rulings rely on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from tests.golden.doors import (
    EVENTS,
    OUTCOME_CODES,
    PROBLEMS,
    REFUSAL_CODES,
    ROLES,
    RULES,
    load,
    main,
)
from tests.golden.inputs import logs, subjects
from tests.golden.outputs import command, lines_of


def published() -> str:
    """Every published name, a line each."""
    parts = (_events(), _law(), _options(), _codes(), _roles(), _commands())
    return "".join(f"{line}\n" for part in parts for line in part)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _events() -> Iterator[str]:
    for kind, event in EVENTS.items():
        yield f"event {kind}: {(event.__doc__ or '').strip()}"
        for name, spec in event.specs.items():
            needed = "required" if spec.required else "optional"
            allowed = f" of {', '.join(spec.choices)}" if spec.choices else ""
            yield f"event {kind}.{name}: {needed} {spec.kind.name}{allowed}; {spec.doc}"


def _law() -> Iterator[str]:
    law = load()
    yield from sorted({f"rule {rule.id}" for rule in RULES})
    for article in law.articles():
        options, games = ", ".join(article.options), ", ".join(article.games)
        yield f"article {article.id}: {article.heading}; {article.decided_by}; {options}; {games}"
    for game in law.games().values():
        yield f"game {game.id}: {game.name}; {_plain(game.usual_stakes)}"
    yield from (f"edition {one.id}: {one.since} {one.name}" for one in law.editions())
    yield from (f"decision {one.id}: {one.option}" for one in law.decisions())


def _options() -> Iterator[str]:
    for name, option in sorted(load().options().items()):
        wire = option.wire()
        told = {one: wire[one] for one in ("default", "values", "follows", "affects", "games")}
        yield f"option {name}: {_plain(told)}"


def _codes() -> Iterator[str]:
    yield from (f"outcome {code}" for code in sorted(OUTCOME_CODES))
    yield from (f"refusal {code}: {REFUSAL_CODES[code]}" for code in sorted(REFUSAL_CODES))
    for code, known in sorted(PROBLEMS.items()):
        yield f"problem {code}: {known.status} {known.title} {known.hint}"


def _roles() -> Iterator[str]:
    for name, role in ROLES.items():
        yield f"role {name}: concealed {role.concealed.value}; {', '.join(sorted(role.records))}"


def _commands(group: click.Group = main, above: str = "adjudicator") -> Iterator[str]:
    for name, one in sorted(group.commands.items()):
        yield f"command {above} {name}"
        for parameter in one.params:
            yield f"command {above} {name}: {_parameter(parameter)}"
        if isinstance(one, click.Group):
            yield from _commands(one, f"{above} {name}")


def _parameter(one: click.Parameter) -> str:
    words = "/".join((*one.opts, *one.secondary_opts))
    more = {
        "required": one.required,
        "many": one.multiple or one.nargs == -1,
        "flag": getattr(one, "is_flag", False),
    }
    marks = [name for name, so in more.items() if so]
    return " ".join((one.param_type_name, words, one.type.name, *marks))


# --- Questions ------------------------------------------------------------------------


def asked() -> str:
    """What a question about each subject brings in each game, a line each."""
    return "".join(f"{line}\n" for line in _asked())


def _asked() -> Iterator[str]:
    for name, events in logs("moments").items():
        for subject in subjects():
            question = {"type": "attention_called", "about": subject, "by": 2, "seat": 1}
            log = lines_of([*events, question])
            last = json.loads(command("check", "-", "--json", given=log))["entries"][-1]
            found = "; ".join(map(_answer, last["rulings"])) or "-"
            yield f"{name.removeprefix('moments/')} {subject}: {found}"


def _answer(ruling: Any) -> str:
    codes = [one["code"] for one in ruling["outcomes"]]
    presumed = [one["code"] for way in ruling["options"] for one in way["outcomes"]]
    words = (ruling["rule"], ruling["certainty"], *codes, *(f"({code})" for code in presumed))
    return " ".join(words)
