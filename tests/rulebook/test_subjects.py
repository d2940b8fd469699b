"""What a question may be about stands in one table, and a rule knows no other name for it."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders import law, table

from adjudicator.errors import RulebookError
from adjudicator.judging.rules import ANYTHING_ELSE, EVERY_SUBJECT
from adjudicator.log.events import DeckFaultFound
from adjudicator.play.speech.refusals import TOPICS
from adjudicator.play.speech.transitions import AMOUNTS
from rulebook import in_force
from rulebook.reading.law_files import HOME, LawFiles
from rulebook.reading.subjects import Subject, read_subjects
from rulebook.rules import ALL
from rulebook.rules.general.questions import OF_DECISIONS

SUBJECTS = law().subjects()
HEARD = {subject for rule in ALL for subject in rule.about} - {*EVERY_SUBJECT, ANYTHING_ELSE}
ALIASES = [(alias, one.name) for one in SUBJECTS.values() for alias in one.aliases]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "subjects.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_rule_hears_every_subject_and_no_other() -> None:
    assert {*HEARD, *OF_DECISIONS} == SUBJECTS.keys()


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_subject_says_itself_in_a_sentence_and_has_an_article(subject: Subject) -> None:
    assert subject.meaning.endswith(".")
    assert law().article(subject.article) is not None


@pytest.mark.parametrize(("alias", "name"), ALIASES)
def test_an_alias_is_answered_as_its_subject(alias: str, name: str) -> None:
    story = table().hand(6).antes().deal()

    def answered(about: str) -> list[tuple[str, list[str]]]:
        docket = story.copy().calls_attention(about, by=2, seat=3).judged()
        entry = docket.entries[-1]
        said = [docket.rulings[id] for id in (*(one.id for one in entry.rulings), *entry.listed)]
        return [(one.rule, [outcome.code for outcome in one.outcomes]) for one in said]

    assert answered(alias) == answered(name) != []


def test_the_faults_of_a_deck_are_those_that_can_be_recorded() -> None:
    assert set(DeckFaultFound.specs["fault"].choices) == law().faults().keys()


def test_a_topic_whose_value_is_checked_is_told() -> None:
    assert TOPICS.keys() - set(AMOUNTS) <= law().topics().keys()
    assert law().topics().keys() & set(AMOUNTS)


@pytest.mark.parametrize("name", ["short_hnad", "not_dealt_in"])
def test_a_rule_about_no_subject_or_by_another_name_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_force, "ALL", (replace(ALL[0], about=(name,)),))

    with pytest.raises(RulebookError) as refused:
        in_force.check_rules(LawFiles(HOME))

    assert refused.value.key == "about"
    assert refused.value.found == name


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[one]\narticle = "rrop-misc"\n', "one.meaning"),
        ('[one]\nmeaning = "It."\n', "one.article"),
        ('[one]\narticle = "rrop-misc"\nmeaning = "It."\nalias = ["two"]\n', "one.alias"),
        ('[one]\narticle = "rrop-misc"\nmeaning = "It."\naliases = ["one"]\n', "one.aliases"),
        ('[one]\narticle = "rrop-misc"\nmeaning = "It."\nwhen = ["later"]\n', "one.when[0]"),
    ],
)
def test_a_wrong_table_is_refused_with_its_place(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(RulebookError) as refused:
        read_subjects(written(tmp_path, text))

    assert refused.value.key == key


def test_a_subject_is_told_as_plain_json() -> None:
    assert SUBJECTS["left_out"].wire() == {
        "name": "left_out",
        "label": "Left out",
        "article": "rrop-misdeal/1j",
        "meaning": "A player with a right to cards is said to have got none.",
        "aliases": ["not_dealt_in", "player_left_out", "not_dealt", "no_cards"],
        "facts": ["present"],
        "when": ["dealing", "betting"],
    }


@pytest.mark.parametrize("remedies", [{"hand_ded": ("hand_live",)}, {"hand_dead": ("hand_liv",)}])
def test_a_remedy_for_or_by_no_outcome_is_refused(remedies: dict[str, tuple[str, ...]]) -> None:
    in_force.check_remedies({"hand_dead": ("hand_live",)})
    with pytest.raises(RulebookError) as refused:
        in_force.check_remedies(remedies)

    assert "the code of an outcome; did you mean" in refused.value.allowed
