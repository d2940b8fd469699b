"""Articles, editions and rules: all there, each once, and the right ones in force."""

import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from builders import rulings, table

import rulebook
from adjudicator.errors import Refused, RulebookError
from adjudicator.judging.rules import EVERY_SUBJECT, RuleSet
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled
from adjudicator.play.outcome import Outcome
from adjudicator.values.frozen import replace
from rulebook.book import HOME, Rulebook
from rulebook.explain.sentences import clauses, listed, sentence
from rulebook.rules import ALL

# How many rules each of the source books has; ids of catalogue part 1.
SEED_BOOKS = {
    "draw-high": 31,
    "jacks-or-better": 19,
    "joker": 4,
    "glossary": 16,
    "blue-beacon": 13,
    "omaha-limit": 15,
    "baseball": 28,
}

# Catalogue 0.6.
CODES = [
    "no_irregularity",
    "misdeal_redeal",
    "hand_dead",
    "hand_fouled",
    "hand_live",
    "bet_stays",
    "bet_returned",
    "bet_withdrawable",
    "bet_completed",
    "action_binding",
    "action_backed_up",
    "action_void",
    "raise_not_allowed",
    "card_keep",
    "card_replace_after_draw",
    "card_replace_next",
    "card_scrap",
    "card_to_burn",
    "topup_fifth_card",
    "complete_on_draw",
    "defer_fifth_card",
    "burn_then_card",
    "request_locked",
    "request_may_change",
    "must_answer",
    "may_decline",
    "must_not_answer",
    "pot_plays",
    "pot_carries",
    "re_ante",
    "no_further_ante",
    "button_advances",
    "button_stays",
    "must_prove_openers",
    "loses_pot",
    "locked_out",
    "entry_allowed",
    "entry_denied",
    "seat_change_denied",
    "full_opening_bet_due",
    "side_pot",
    "pot_layered",
    "split_equally",
    "odd_chip",
    "all_action_void_refund",
    "reshuffle_and_continue",
    "dealer_corrects",
    "warning",
    "penalty",
    "floor_decides",
]


def rule_ids(rules: RuleSet) -> set[str]:
    groups = [*rules.by_trigger.values(), *rules.by_subject.values()]
    return {rule.id for group in groups for rule in group}


def in_force(game: str, **options: str) -> RuleSet:
    law = rulebook.load()
    return law.rules(law.profile(game, law.game(game).usual_stakes, options))


def test_the_rules_of_the_source_books_are_all_there_once() -> None:
    ids = [article.id for article in rulebook.load().articles()]

    assert sum(SEED_BOOKS.values()) == 126
    assert len(ids) == len(set(ids))
    found = {book: sum(id.startswith(f"{book}/") for id in ids) for book in SEED_BOOKS}
    assert found == SEED_BOOKS


def test_every_article_says_who_decides_and_why() -> None:
    for article in rulebook.load().articles():
        assert article.heading
        assert article.text
        assert article.source
        assert bool(article.why) == (article.decided_by == "floor"), article.id
        assert article.wire()["id"] == article.id


def test_every_rule_has_its_article() -> None:
    law = rulebook.load()

    assert {rule.id for rule in ALL if law.article(rule.id) is None} == set()


def test_decisions_name_articles_and_options_that_exist() -> None:
    law = rulebook.load()

    for decision in law.decisions():
        assert all(law.article(id) is not None for id in decision.articles)
        assert decision.wire()["reading"]


def test_an_article_that_does_not_exist() -> None:
    law = rulebook.load()

    assert law.article("draw-high/99") is None
    assert "draw-high/9" in law.near("draw-hig/9")
    with pytest.raises(Refused, match="no house option"):
        law.option("jokers_in_use")


# --- Which rules are in force ------------------------------------------------------


def test_rules_go_by_the_books_of_the_game() -> None:
    assert any(id.startswith("jacks-or-better") for id in rule_ids(in_force("jacks-or-better")))
    assert not any(id.startswith("jacks-or-better") for id in rule_ids(in_force("draw-high")))
    for game in ("omaha-limit", "baseball"):
        assert not any(id.startswith("draw-high") for id in rule_ids(in_force(game)))
    assert "rrop-decision/6" in rule_ids(in_force("baseball"))


def test_questions_wake_rules_by_their_subject() -> None:
    rules = in_force("draw-high")
    by_subject = {rule.id for rule in rules.by_subject["short_hand"]}

    assert "draw-high/4b" in by_subject
    assert AttentionCalled not in rules.by_trigger
    assert "rrop-decision/5" in {rule.id for rule in rules.any_subject}
    assert all(rule.about == EVERY_SUBJECT for rule in rules.any_subject)


def test_the_rules_of_a_game_are_found_once() -> None:
    assert in_force("draw-high") is in_force("draw-high")


# --- Editions ----------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("articles", "games"):
        shutil.copytree(HOME / name, tmp_path / name)
    for path in HOME.glob("*.toml"):
        shutil.copy(path, tmp_path / path.name)
    return tmp_path


def test_the_newest_edition_is_in_force_unless_one_is_pinned(folder: Path) -> None:
    with (folder / "editions.toml").open("a") as file:
        file.write(
            '[[edition]]\nid = "2020-01"\nfrom = 2020-01-01\nname = "Old"\n'
            'without = ["draw-high/4b"]\ndefaults = { max_raises_draw = 3 }\n'
        )
    law = Rulebook(folder)
    usual = law.game("draw-high").usual_stakes
    new = law.profile("draw-high", usual, {})
    old = law.profile("draw-high", usual, {"edition": "2020-01"})

    assert law.edition == "2026-11"
    assert [one.id for one in law.editions()] == ["2020-01", "2026-11"]
    assert law.editions()[0].wire()["from"] == "2020-01-01"
    assert (new.limits.cap.raises, old.limits.cap.raises) == (4, 3)
    assert "draw-high/4b" in rule_ids(law.rules(new))
    assert "draw-high/4b" not in rule_ids(law.rules(old))


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("editions.toml", "2026-11-01", '"soon"', "a date"),
        ("editions.toml", "[[edition]]", "[edition]", "a list of tables"),
        ("decisions.toml", 'id = "AMB-01"', 'idd = "AMB-01"', "did you mean 'idd'"),
        ("decisions.toml", 'option = "draw_cure"', 'option = "cure"', "an option"),
        ("articles/draw/joker.toml", 'id = "joker/2"', 'id = "jokers/2"', "book joker"),
        ("articles/draw/joker.toml", 'id = "joker/2"', 'id = "joker/1"', "each id once"),
        ("articles/draw/joker.toml", '"natural_beats_joker"', '"natural"', "an option"),
        ("articles/draw/joker.toml", '"code"', '"cod"', "did you mean 'code'"),
    ],
)
def test_a_bad_file_of_the_law_is_refused(
    folder: Path, file: str, old: str, new: str, said: str
) -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))

    with pytest.raises(RulebookError, match=said):
        Rulebook(folder).checked()


def test_there_is_at_least_one_edition(folder: Path) -> None:
    (folder / "editions.toml").write_text("edition = []")

    with pytest.raises(RulebookError, match="at least one"):
        Rulebook(folder).checked()


WORDS = rulebook.load().wordings


# --- Words -------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_every_outcome_can_be_said_with_and_without_a_seat(code: str) -> None:
    full = Outcome(code, 3, 20, "Ts", "pot_won_by_another", 0)
    bare = Outcome(code)

    assert code in WORDS.outcomes
    for outcome in (full, bare):
        (said,) = clauses([outcome], WORDS)
        assert said
        assert "{" not in said
        assert "_" not in said
    assert clauses([full], WORDS)[0].startswith("seat 3: ")


def test_seats_with_one_outcome_share_a_clause() -> None:
    dead = [Outcome("hand_dead", seat=seat) for seat in (1, 2, 4)]

    assert clauses(dead, WORDS) == ["seats 1, 2 and 4: the hand is dead, chips already in stay in"]
    assert listed([]) == ""
    assert clauses([Outcome("split_equally", 2, Fraction(7, 3))], WORDS) == [
        "seat 2: the pot is split equally, 7/3 each"
    ]
    assert clauses([Outcome("card_scrap", card="Jk")], WORDS) == [
        "the joker is treated as if it were not in the deck"
    ]


def test_a_final_ruling_is_read_aloud_in_one_sentence() -> None:
    ruling = Ruling(
        outcomes=(Outcome("misdeal_redeal"), Outcome("button_stays")),
        because=(Fact(9, "seat 3 received 4 of 5 cards"),),
    )

    assert sentence(ruling, WORDS) == (
        "Misdeal: everything put in on this deal goes back, reshuffle and redeal;"
        " the button stays; seat 3 received 4 of 5 cards."
    )
    assert sentence(replace(ruling, say="nobody had acted"), WORDS).endswith(
        "the button stays; nobody had acted."
    )


def test_a_conditional_ruling_says_so() -> None:
    ruling = Ruling(
        certainty=CONDITIONAL,
        outcomes=(Outcome("hand_fouled", seat=2),),
        needs=({"type": "hand_counted", "seat": 2},),
    )

    text, explanation = rulebook.load().phrase(ruling)

    assert text.startswith("If verified: seat 2: the hand is fouled")
    assert "To be verified: the cards of seat 2 counted." in explanation


def test_a_floor_ruling_names_the_presumption() -> None:
    options = (
        Option((Outcome("loses_pot", seat=4),), label="the proof fails"),
        Option((Outcome("hand_live", seat=4),), presumed=True),
    )
    ruling = Ruling(certainty=FLOOR, options=options, factors=("who threw the cards",))
    law = rulebook.load()

    text, explanation = law.phrase(ruling)

    assert text == ("For the floor to decide; presumed: seat 4: the hand is live.")
    assert "Or: the proof fails (seat 4: cannot win the pot)." in explanation
    assert "The floor weighs: who threw the cards." in explanation
    labelled = replace(ruling, options=(Option((), presumed=True, label="cards stand"),))
    assert sentence(labelled, WORDS).endswith("presumed: cards stand.")
    nothing = Ruling(certainty=FLOOR, outcomes=(Outcome("floor_decides"),))
    assert sentence(nothing, WORDS) == "For the floor to decide."
    said = replace(nothing, say="the amounts were never agreed")
    assert sentence(said, WORDS) == ("For the floor to decide; the amounts were never agreed.")


def test_an_explanation_gives_article_facts_and_what_was_considered() -> None:
    ruling = Ruling(
        rule="draw-high/4b",
        cites=("draw-high/4b", "glossary/action"),
        outcomes=(Outcome("misdeal_redeal"),),
        because=(Fact(9, "seat 3 received 4 of 5 cards"),),
        considered=(Weighed("draw-high/4c", "nobody had acted"),),
        needs=({"type": "odd_entry"},),
        edition="2026-11",
    )
    law = rulebook.load()
    article = law.article("draw-high/4b")
    assert article is not None

    _, explanation = law.phrase(ruling)

    for part in (
        f"Rule draw-high/4b ({article.heading}).",
        article.text,
        article.source,
        "See also glossary/action (action).",
        "Fact, entry 9: seat 3 received 4 of 5 cards.",
        "Considered draw-high/4c (",
        "): nobody had acted.",
        "To be verified: odd entry.",
        "House option misdeal_action_threshold (first_action, two_players, tda_sa): ",
        "Edition 2026-11.",
    ):
        assert part in explanation


def test_a_floor_ruling_says_why_it_is_for_the_floor() -> None:
    law = rulebook.load()
    floor = next(a for a in law.articles() if a.decided_by == "floor")

    _, explanation = law.phrase(Ruling(rule=floor.id, certainty=FLOOR))

    assert f"Why the floor: {floor.why}" in explanation


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'hand_live = "the hand is live"\n',
            "",
            "outcomes.hand_live: found None; allowed: a wording",
        ),
        ('"If verified: {order}."', '"If verified: {odrer}."', "allowed: text with {order}"),
        ("conditional = ", "condition = ", "did you mean 'condition'"),
        ('"the hand is live"', '"the hand {is live"', "a wording with blanks in braces"),
        ('"the hand is live"', "3", "hand_live: found 3; allowed: a list of texts"),
        ("[places]", "[place]", "places: found None"),
    ],
)
def test_a_language_that_lacks_a_wording_is_refused(
    folder: Path, old: str, new: str, said: str
) -> None:
    file = folder / "wordings.en.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))

    with pytest.raises(RulebookError, match=re.escape(said)):
        Rulebook(folder).checked()


def test_a_notice_at_set_up_has_no_seat() -> None:
    assert clauses([Outcome("warning")], WORDS) == ["please note"]
    assert clauses([Outcome("something_new", seat=1)], WORDS) == ["seat 1: something new"]


# --- Standing -------------------------------------------------------------------------


LAW = rulebook.load()


def test_what_displaces_is_displaced_by() -> None:
    for one in LAW.articles():
        for weaker in LAW.displaces(one.id):
            assert one.id in LAW.displaced_by(weaker)
            assert weaker != one.id


# --- Numbers of the editions --------------------------------------------------------------


def cited(edition: str, id: str) -> str:
    """The first line of an explanation that says under which article a ruling is given."""
    _, explanation = rulebook.load().phrase(Ruling(rule=id, citation=edition))
    return explanation.splitlines()[1]


@pytest.mark.parametrize(
    ("edition", "id", "line"),
    [
        ("", "tda/18", "Rule tda/18 (asking to see a hand)."),
        ("tda-2024", "tda/18", "Rule tda/18 (asking to see a hand; TDA 2024, 18)."),
        ("tda-2026", "tda/18", "Rule tda/18 (asking to see a hand; TDA 2026, 19)."),
        ("tda-2026", "tda/22", "Rule tda/22 (disputed hands and pots)."),
        ("tda-2026", "tda-rp/5", "Rule tda-rp/5 (prematurely dealt cards; TDA 2026, RP-5)."),
        (
            "tda-2026",
            "rrop-showdown/7",
            "Rule rrop-showdown/7 (who shows first; Robert's Rules v11, 8).",
        ),
        ("tda-2024", "rrop-stud/7", "Rule rrop-stud/7 (wrong player starts)."),
        ("tda-2024", "baseball/deal", "Rule baseball/deal (the deal)."),
    ],
)
def test_a_ruling_cites_by_the_numbers_of_the_edition_its_table_has(
    edition: str, id: str, line: str
) -> None:
    assert cited(edition, id) == line


def test_the_edition_of_the_table_reaches_its_rulings() -> None:
    log = table(options={"general_rules": "tda", "citation_edition": "tda-2026"}).hand(6).antes()
    found = rulings(log.deal().does("1 bet 10", "2 check").judged())[0]

    assert found.citation == "tda-2026"
    assert "Rule tda/55 (declarations that cannot be)." in found.explanation
