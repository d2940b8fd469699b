"""House options: documented, checked, resolved."""

from pathlib import Path
from typing import Any

import pytest

import rulebook
from adjudicator.errors import Refused
from rulebook.policies import NAMES as POLICIES

# Part 5 of the catalogue and section 10 of the contract.
OURS = ("surplus_unless_told",)  # a doubt that the sources leave open
CATALOGUE = [
    "opening_requirement",
    "misdeal_action_threshold",
    "general_misdeal_threshold",
    "over_five_predraw",
    "button_topup_until",
    "button_topup_max",
    "predraw_exposed_misdeal_at",
    "draw_cure",
    "fifth_card_burn",
    "burn_before_draw",
    "draw_start",
    "draw_declaration",
    "false_draw_count_penalty",
    "rap_presumption",
    "pass_and_out",
    "max_raises_draw",
    "max_raises_multi_round",
    "cap_applies_heads_up",
    "open_with_raise",
    "open_raise_counts",
    "draw_reshuffle_sources",
    "ante_limit",
    "ante_after_false_open",
    "revive_folds_on_false_open",
    "involved",
    "unproved_uncontested",
    "openers_proof",
    "undeclared_split",
    "partial_open",
    "joker_in_use",
    "natural_beats_joker",
    "blue_beacon_schedule",
    "bb_draw_limit_default",
    "blue_beacon_draw_rules",
    "burn_before_board",
    "big_blind_basis",
    "small_blind_rounding",
    "deal_start",
    "headsup_blinds",
    "rake",
    "exposed_down_four",
    "stud_packet_deal",
    "session_pots",
    "format",
    "general_rules",
    "oot_policy",
    "dispute_window",
    "see_hand_policy",
    "four_card_flop",
    "burn_repair",
    "flop_without_burn",
    "all_in_face_up",
    "short_deck_policy",
    "event_heads_up",
    "wrong_blinds_after_cards",
    "button_error",
    "check_facing",
    "undercall",
    "premature_cards",
    "board_tie",
    "stud_last_up",
    "odd_chip_cards",
    "dropped_card",
    "protected_hand_refund",
    "button_method",
    "citation_edition",
    "discarded_bettor",
    "postdraw_first",
    "showdown_discard",
    "proof_from_log",
    "edition",
]


def resolved(game: str = "draw-high", **options: Any) -> Any:
    law = rulebook.load()
    return law.profile(game, law.game(game).usual_stakes, options).options


def refusal(**options: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        resolved(**options)
    assert refused.value.code == "UNKNOWN_OPTION"
    return refused.value


def test_the_options_are_those_of_catalogue_and_contract() -> None:
    assert sorted(rulebook.load().options()) == sorted((*CATALOGUE, *OURS))


@pytest.mark.parametrize("name", [*CATALOGUE, *OURS])
def test_every_option_is_documented_and_its_default_is_allowed(name: str) -> None:
    law = rulebook.load()
    option = law.option(name)

    assert len(option.doc) > 20
    assert option.doc.endswith(".")
    assert option.allowed.words
    assert option.allowed.read(option.default) == option.default
    assert all(law.article(id) is not None for id in option.affects)
    assert set(option.games) <= law.games().keys()
    assert option.wire()["name"] == name


def test_an_on_off_option_takes_a_json_boolean() -> None:
    assert resolved(pass_and_out=True)["pass_and_out"] == "on"
    assert resolved(burn_before_draw=False)["burn_before_draw"] == "off"


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("ante_limit", None, None),
        ("ante_limit", "none", None),
        ("ante_limit", 10, 10),
        ("predraw_exposed_misdeal_at", "none", None),
        ("predraw_exposed_misdeal_at", 2, 2),
        ("draw_reshuffle_sources", ["folded"], ("folded",)),
        ("draw_reshuffle_sources", [], ()),
        ("max_raises_draw", 6, 6),
        ("rake", None, None),
        (
            "rake",
            {"percent": 5, "cap": 3, "no_flop_no_drop": True},
            {"percent": 5, "cap": 3, "no_flop_no_drop": "on"},
        ),
        ("rake", {"percent": 5}, {"percent": 5, "cap": None, "no_flop_no_drop": "off"}),
        ("edition", "2026-11", "2026-11"),
    ],
)
def test_values_that_are_taken(name: str, value: Any, read: Any) -> None:
    assert resolved(**{name: value})[name] == read


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("opening_requirement", "jack", "did you mean 'jacks'?"),
        ("max_raises_draw", 5, "3, 4, 6"),
        ("max_raises_draw", True, "3, 4, 6"),
        ("max_raises_draw", "4", "3, 4, 6"),
        ("pass_and_out", "yes", "on, off"),
        ("pass_and_out", 1, "on, off"),
        ("bb_draw_limit_default", 6, "from 0 to 5"),
        ("ante_limit", 0, "from 1, or null"),
        ("session_pots", None, "from 1"),
        ("predraw_exposed_misdeal_at", 4, "null, 2, 3"),
        ("draw_reshuffle_sources", "folded", "a list"),
        ("draw_reshuffle_sources", ["fold"], "did you mean 'folded'?"),
        ("draw_reshuffle_sources", ["folded", "folded"], "at most once"),
        ("blue_beacon_schedule", "deal", "a list"),
        ("blue_beacon_schedule", ["bet", "deal"], "deal first"),
        ("blue_beacon_schedule", ["deal", "deal", "bet"], "only once"),
        ("blue_beacon_schedule", ["deal", "bet", "draw", "draw"], "at most one draw"),
        ("blue_beacon_schedule", ["deal", "draw"], "at least one bet"),
        ("blue_beacon_schedule", ["deal", "bets"], "did you mean 'bet'?"),
        ("blue_beacon_schedule", [], "deal first"),
        ("rake", 5, "percent"),
        ("rake", {"cap": 5}, "percent"),
        ("rake", {"percent": 101}, "0 to 100"),
        ("rake", {"percent": 1, "kap": 1}, "did you mean 'cap'?"),
        ("edition", "2026-10", "2026-11"),
    ],
)
def test_values_that_are_refused_with_what_is_allowed(name: str, value: Any, said: str) -> None:
    refused = refusal(**{name: value})

    assert list(refused.errors) == [f"options.{name}"]
    assert said in refused.errors[f"options.{name}"][0]
    assert name in refused.detail


def test_an_unknown_option_is_refused_with_the_nearest() -> None:
    refused = refusal(ante_limt=3)

    assert "did you mean 'ante_limit'?" in refused.detail
    (message,) = refused.errors["options.ante_limt"]
    assert "postdraw_first" in message


def test_all_that_is_wrong_is_named_at_once() -> None:
    refused = refusal(nonsense=1, dropped_card="lost")

    assert list(refused.errors) == ["options.nonsense", "options.dropped_card"]


def test_what_was_found_is_cut_short() -> None:
    assert len(refusal(dropped_card="x" * 4000).detail) < 200


FOLLOWERS = (
    "dispute_window",
    "see_hand_policy",
    "four_card_flop",
    "burn_repair",
    "button_error",
    "check_facing",
    "undercall",
    "premature_cards",
)


def test_options_that_follow_the_general_rules() -> None:
    cash, tournament = resolved(), resolved(general_rules="tda", oot_policy="rrop")

    for name in FOLLOWERS:
        assert (cash[name], tournament[name]) == ("rrop", "tda")
    assert tournament["short_deck_policy"] == "rrop"
    assert tournament["oot_policy"] == "rrop"
    assert cash["general_misdeal_threshold"] == "two_players"
    assert tournament["general_misdeal_threshold"] == "tda_sa"


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        ("draw-high", "opening_requirement", "any"),
        ("jacks-or-better", "opening_requirement", "jacks"),
        ("draw-high", "burn_before_draw", "on"),
        ("blue-beacon", "burn_before_draw", "off"),
        ("omaha-limit", "big_blind_basis", "higher"),
        ("omaha-limit", "deal_start", "left_of_big_blind"),
    ],
)
def test_defaults_of_a_game(game: str, name: str, value: str) -> None:
    assert resolved(game)[name] == value


def test_every_option_is_read_by_the_engine_a_game_or_a_rule() -> None:
    law, root = rulebook.load().options(), Path(rulebook.__file__).parent
    files = [*(root.parent / "adjudicator").rglob("*.py"), *root.glob("rules/**/*.py")]
    files += [
        root / "profiles.py",
        root / "reading" / "law_files.py",
        *root.glob("law/games/*.toml"),
    ]
    source = "\n".join(file.read_text() for file in files)

    def is_read(name: str) -> bool:
        return f"policy.{name}" in source if name in POLICIES else f'"{name}"' in source

    followed = {option.follows[0] for option in law.values() if option.follows}
    assert [name for name in CATALOGUE if not is_read(name) and name not in followed] == []
