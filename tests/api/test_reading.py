"""Pages to read: the interface, the rulebook, the games, practice. All without a script."""

from __future__ import annotations

import html
import re

import pytest
from flask.testing import FlaskClient

import rulebook
from api.service.practice import Practice
from api.web import pages
from api.web.law import sentences

LAW = rulebook.load()


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


# --- The law ------------------------------------------------------------------------------


def test_no_link_of_the_pages_about_the_law_leads_nowhere(client: FlaskClient) -> None:
    seen: set[str] = set()
    ahead = ["/rulebook", "/practice"]
    while ahead:
        path = ahead.pop()
        seen.add(path)
        found = {link.partition("#")[0] for link in links(read(client, path))}
        law = {one for one in found if re.match(r"/(rulebook|games|practice)", one)}
        once = {one for one in law if not re.match(r"/practice/.+/([2-9]|\d\d)", one)}
        ahead += sorted(once - seen - set(ahead))

    articles = {f"/rulebook/{one.id}" for one in LAW.articles()}
    assert articles | {f"/games/{id}" for id in LAW.games()} <= seen


def test_an_article_has_its_text_its_source_its_cases_and_the_options_that_bear(
    client: FlaskClient,
) -> None:
    page, told = read(client, "/rulebook/draw-high/8"), LAW.article("draw-high/8")
    assert told is not None
    cases, seen = LAW.cases(told.id), html.unescape(page)

    assert told.source in seen
    assert all(one in seen for one in sentences(told.text))
    assert all(one.case in seen for one in cases)
    assert all(f"<code>{name}</code>" in page for name in told.options)
    assert {f"/games/{game}" for game in told.games} <= links(page)


def test_a_search_finds_the_articles_that_have_all_the_words(client: FlaskClient) -> None:
    found = links(read(client, "/rulebook?q=Exposed+draw"))
    assert "/rulebook/draw-high/8" in found
    assert "/rulebook/baseball/ante" not in found
    nothing = read(client, "/rulebook?q=%3Cb%3Exyzzy")
    assert "No article has all the words" in nothing
    assert "<b>xyzzy" not in nothing


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/rulebook/draw-high/88", "/rulebook?q=draw-high/88"),
        ("/games/draw-low", "/rulebook?q=draw-low"),
        ("/practice/draw-high/9999", "/practice"),
        ("/practice/draw-low/1", "/practice"),
    ],
)
def test_what_is_not_there_leads_to_where_it_may_be_found(
    client: FlaskClient, path: str, leads_to: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (302, leads_to)


@pytest.mark.parametrize("id", LAW.games())
def test_a_game_is_drawn_stage_by_stage_from_its_file(client: FlaskClient, id: str) -> None:
    page, game = read(client, f"/games/{id}"), LAW.game(id)
    drawn = re.findall(r'<li class="stage (\w+)">(.*?)</li>', page, re.DOTALL)

    assert [kind for kind, _ in drawn] == [one.kind for one in game.stages]
    for stage, (_, picture) in zip(game.stages, drawn, strict=True):
        if stage.kind == "deal":
            assert picture.count('class="card back"') == stage.faces.count("down")
            assert picture.count('class="card none"') == stage.faces.count("up")
        if stage.kind == "board":
            assert picture.count('class="card none"') == stage.cards


def test_the_house_sees_where_an_option_decides_the_order_of_play(client: FlaskClient) -> None:
    page = read(client, "/games/draw-high")
    assert '<a href="#burn_before_draw">' in page
    assert '<a href="#postdraw_first">' in page
    assert "A card is burned first." in page
    assert "A card is burned first." not in read(client, "/games/baseball")


def test_templates_and_scripts_draw_the_same_cards() -> None:
    drawn = re.findall(r'"(M30[^"]+)"', (pages.TEMPLATES / "cards.html").read_text())
    scripts = (pages.STATIC / "js" / "cards.js").read_text()
    assert len(drawn) == 4
    assert all(one in scripts for one in drawn)


# --- Practice -----------------------------------------------------------------------------


def test_a_scene_is_asked_without_its_answer_and_then_told_with_its_article(
    client: FlaskClient,
) -> None:
    scene = Practice(LAW).scene("draw-high", 1)
    assert scene is not None
    right = next(n for n, one in enumerate(scene.choices, 1) if one.right)
    asked = read(client, "/practice/draw-high/1")
    assert scene.article not in asked
    assert html.escape(scene.example) not in asked
    assert links(asked) >= {f"/practice/draw-high/1?answer={n}" for n in (1, 2, 3, 4)}

    answered = read(client, f"/practice/draw-high/1?answer={right}")
    missed = read(client, f"/practice/draw-high/1?answer={right % 4 + 1}")
    assert "Yes, that is the ruling." in answered
    assert "Not this time." in missed
    assert "Not this time." not in answered
    wrong = [one for one in scene.choices if not one.right]
    assert all(one.example in html.unescape(answered) for one in wrong)
    assert read(client, "/practice/draw-high/1?answer=9") == asked


# --- What goes wrong ----------------------------------------------------------------------

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_a_browser_is_told_what_went_wrong_in_a_page_and_a_client_in_json(
    client: FlaskClient,
) -> None:
    page = client.get("/nowhere", headers={"Accept": BROWSER})
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "There is nothing at /nowhere." in page.text
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    for accept in ("*/*", "application/json", "application/problem+json", None):
        headers = {"Accept": accept} if accept else {}
        answer = client.get("/nowhere", headers=headers)
        assert (answer.mimetype, answer.json["code"]) == ("application/problem+json", "NOT_FOUND")


def test_the_interface_answers_in_json_whoever_asks(client: FlaskClient) -> None:
    answer = client.get("/v1/tables/nowhere", headers={"Accept": BROWSER})
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_what_a_path_says_is_shown_as_text(client: FlaskClient) -> None:
    page = client.get("/<script>alert(1)</script>", headers={"Accept": BROWSER})
    assert "<script>" not in page.text


@pytest.mark.parametrize(
    ("game", "book"),
    [("baseball", "Baseball"), ("omaha-limit", "Limit Omaha"), ("five-card-stud", "Stud")],
)
def test_a_games_own_books_come_first_and_one_is_open(
    client: FlaskClient, game: str, book: str
) -> None:
    opened = re.findall(r"<details open><summary>(.+?) <span", read(client, f"/games/{game}"))
    assert opened == [book]


def test_a_game_lists_the_articles_that_rule_it_by_name_or_not(client: FlaskClient) -> None:
    told = links(read(client, "/games/holdem-limit"))
    assert {"/rulebook/rrop-misdeal/1a", "/rulebook/rrop-betting/7"} <= told
    assert "/rulebook/draw-high/8" not in told
    assert "/games/holdem-limit" in links(read(client, "/rulebook/rrop-misdeal/1a"))
    assert "/games/holdem-limit" not in links(read(client, "/rulebook/draw-high/8"))
