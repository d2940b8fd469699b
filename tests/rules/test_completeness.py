"""No article is without code or a stated reason for being the floor's."""

from importlib import import_module

import pytest
from builders import law

from rulebook.rules import ALL, IN_THE_ENGINE

DRAW = ("draw-high", "jacks-or-better", "joker", "glossary")
ARTICLES = [one.id for one in law().articles()]
SPOKEN = {name for rule in ALL for name in (rule.id, *rule.cites)}
CITED_IN_PASSING = {
    "jacks-or-better/2d",
    "jacks-or-better/2f",
    "draw-high/13b",
    "rrop-irregularities/9",
}


def test_all_articles_of_the_sources_are_there() -> None:
    books = [article.split("/")[0] for article in ARTICLES]

    assert sum(book in DRAW for book in books) == 31 + 19 + 4 + 16
    assert sum(book.startswith(("rrop", "tda", "house-ca", "draw-ex")) for book in books) == 133
    assert [books.count(one) for one in ("blue-beacon", "omaha-limit", "baseball")] == [13, 15, 28]


@pytest.mark.parametrize("article", ARTICLES)
def test_an_article_is_ruled_on_played_by_or_left_to_the_floor(article: str) -> None:
    found = law().article(article)
    assert found is not None
    if found.decided_by == "floor":
        assert found.why
        return
    assert article in SPOKEN | IN_THE_ENGINE.keys() | CITED_IN_PASSING


@pytest.mark.parametrize("place", sorted(set(IN_THE_ENGINE.values())))
def test_what_the_engine_plays_by_is_where_it_is_said_to_be(place: str) -> None:
    module, name = place.rsplit(".", 1)

    assert hasattr(import_module(module), name)


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: f"{rule.id} {rule.judge.__name__}")
def test_a_rule_has_an_article_and_says_itself_in_one_sentence(rule: object) -> None:
    article = law().article(rule.id)  # type: ignore[attr-defined]  # a Rule

    assert article is not None
    assert rule.doc.strip().endswith(".")  # type: ignore[attr-defined]  # a Rule
    for cited in rule.cites:  # type: ignore[attr-defined]  # a Rule
        assert law().article(cited) is not None or "/" in cited


@pytest.mark.parametrize("game", sorted(law().games()))
def test_what_a_game_file_cites_is_in_the_rulebook_and_no_rule_twice(game: str) -> None:
    plan = law().game(game)
    taken = [rule for one in plan.adopts for rule in one.rules]

    assert all(law().article(one) is not None for one in plan.cited().values())
    assert len(taken) == len(set(taken))


def test_what_blue_beacon_takes_over_is_what_the_articles_say_it_shares() -> None:
    own = law().game("blue-beacon")
    taken = {rule for one in own.adopts for rule in one.rules if rule.startswith("draw-high/")}
    shared = {one.id for one in law().articles() if "blue-beacon" in one.games}

    assert taken == {one for one in shared if one.startswith("draw-high/")}
