"""A house's choices reach the engine as typed fields, one for each option it asks about."""

import re
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest
from builders import STAKES, law

from adjudicator.game.policy import Policy, Rake
from rulebook.policies import NAMES, policy_of
from rulebook.reading.allowed import Choice, Several, Whole

ROOT = Path(__file__).parents[2]
TYPES = get_type_hints(Policy)
BY_NAME = re.compile(r"options\.get\(|\.options\[|\.option\(|profile\.on\(")


def policy(**options: Any) -> Policy:
    """The policy of a draw game with these options."""
    return law().profile("jacks-or-better", STAKES["jacks-or-better"], options).policy


def values(name: str) -> list[Any]:
    """Values an option allows, on both ends where it is a number."""
    allowed = law().options()[name].allowed
    if isinstance(allowed, Choice):
        return list(allowed.values)
    if isinstance(allowed, Several):
        return [(), allowed.values]
    if isinstance(allowed, Whole):
        return [allowed.least, allowed.most or 9, *([None] if allowed.open else [])]
    return [None, {"percent": 5, "cap": 10, "no_flop_no_drop": "on"}]


@pytest.mark.parametrize("name", NAMES)
def test_a_field_has_an_option_and_takes_every_value_it_may_have(name: str) -> None:
    plain = dict.fromkeys(NAMES) | {one: values(one)[0] for one in NAMES}

    for value in values(name):
        found = getattr(policy_of({**plain, name: value}), name)
        assert msgspec.convert(found, TYPES[name]) == found


def test_a_choice_that_no_type_allows_would_be_found() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert("sometimes", TYPES["fifth_card_burn"])


def test_a_switch_is_a_bool_and_a_schedule_an_object() -> None:
    rake = {"percent": 5, "cap": 10, "no_flop_no_drop": "on"}

    assert policy(pass_and_out="on").pass_and_out is True
    assert policy(pass_and_out="off").pass_and_out is False
    assert policy_of({**dict.fromkeys(NAMES), "rake": rake}).rake == Rake(5, 10, True)


def test_what_follows_another_choice_follows_it() -> None:
    assert policy(general_rules="tda").oot_policy == "tda"
    assert policy(general_rules="tda", oot_policy="rrop").oot_policy == "rrop"


@pytest.mark.parametrize("folder", ["adjudicator", "rulebook/rules"])
def test_no_option_is_read_by_name(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if BY_NAME.search(line)
    ]

    assert found == []
