"""The floor's console, the audit and the other pages."""

from typing import Any

import pytest

from tests.api.served import Served
from tests.browser.conftest import Open, Watched
from tests.browser.tables import entries, opened, rulings, send

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def false_opener(service: Served) -> str:
    """Seat 1 has opened and shows no openers; the floor is called."""
    table = opened(service, "jacks-or-better")
    send(service, {"type": "hand_started", "button": 4})
    antes = [{"type": "posted", "seat": s, "kind": "ante", "amount": 2} for s in (1, 2, 3, 4)]
    send(service, *antes, {"type": "round_dealt", "each": 5, "face": "down"})
    send(service, {"type": "deal_completed"}, {"type": "acted", "seat": 1, "verb": "bet", "to": 10})
    shown = {"type": "shown", "seat": 1, "cards": ["2s", "3h", "5d", "7c", "9s"]}
    send(service, shown | {"purpose": "openers"})
    send(service, {"type": "floor_called", "by": 2, "seat": 1, "about": "openers"})
    return table


def exposed(service: Served) -> str:
    """A card exposed on the draw: a ruling that stays open."""
    table = opened(service, "draw-high")
    send(service, {"type": "hand_started", "button": 4})
    antes = [{"type": "posted", "seat": s, "kind": "ante", "amount": 2} for s in (1, 2, 3, 4)]
    send(service, *antes, {"type": "round_dealt", "each": 5, "face": "down"})
    send(service, {"type": "deal_completed"})
    acts = [(1, "bet", 10), (2, "call", 10), (3, "fold", None), (4, "fold", None)]
    for seat, verb, to in acts:
        send(service, {"type": "acted", "seat": seat, "verb": verb} | ({"to": to} if to else {}))
    send(service, {"type": "draw_indicated", "seat": 1, "count": 2})
    send(service, {"type": "discarded", "seat": 1, "count": 2}, {"type": "dealt", "to": "burn"})
    send(service, {"type": "dealt", "to": 1, "face": "down"})
    send(service, {"type": "exposed", "seat": 1, "card": "9c", "by": "dealer"})
    return table


def console(open_page: Open, **more: Any) -> Watched:
    watched = open_page(**more).go("/floor")
    watched.page.locator("#queue button").first.wait_for()
    return watched


def test_what_waits_is_listed_and_the_ruling_told_in_one_line(
    open_page: Open, service: Served
) -> None:
    exposed(service)
    page = console(open_page)
    page.page.locator(".verdict").wait_for()

    assert "Ana (seat 1): the nine of clubs may not be kept" in page.text(".verdict")
    assert "draw-high/8" in page.text("#ruling")
    assert "1 waiting" in page.text("#sum")


def test_a_ruling_is_upheld_by_the_keyboard_alone(open_page: Open, service: Served) -> None:
    exposed(service)
    page = console(open_page)
    page.page.locator("#bar").wait_for()
    page.page.keyboard.press("u")
    page.page.get_by_text("Nothing is waiting.").wait_for()

    assert entries(service)[-1] | {"id": ""} == {
        "type": "floor_decided",
        "ruling": rulings(service)[0]["id"],
        "decision": "upheld",
        "id": "",
    }


def test_an_override_needs_a_reason_and_records_it(open_page: Open, service: Served) -> None:
    exposed(service)
    page = console(open_page)
    page.page.locator("#bar").wait_for()
    page.tap("Override")
    page.page.locator("textarea").fill("The player had looked at it.")
    page.tap("Record the decision")
    page.page.get_by_text("Nothing is waiting.").wait_for()

    assert rulings(service)[0]["status"] == "overridden"
    assert entries(service)[-1]["reason"] == "The player had looked at it."


def test_a_call_comes_in_live_and_is_answered(open_page: Open, service: Served) -> None:
    table = opened(service, "draw-high")
    page = open_page().go("/floor")
    page.page.get_by_text("Nothing is waiting.").wait_for()
    send(service, {"type": "floor_called", "by": "dealer", "seat": 2}, table=table)
    page.page.locator("#queue button").first.click()
    page.tap("Answer the call")
    page.page.locator("textarea").fill("Played on.")
    page.tap("Record the decision")
    page.page.get_by_text("Nothing is waiting.").wait_for()

    assert service.get("/v1/calls").json["calls"] == []


def test_the_big_view_is_turned_round(open_page: Open, service: Served) -> None:
    exposed(service)
    page = console(open_page)
    page.page.locator("#bar").wait_for()
    page.page.keyboard.press("b")
    page.page.keyboard.press("f")
    assert page.page.locator(".big.flip .verdict").is_visible()
    page.page.keyboard.press("Escape")
    assert page.page.locator(".big").count() == 0


def test_a_hand_is_replayed_to_a_linked_moment(open_page: Open, service: Served) -> None:
    table = false_opener(service)
    number = next(n for n, one in enumerate(entries(service), 1) if one["type"] == "shown")
    page = open_page().go(f"/audit/{table}/1#e{number}")
    page.page.locator("li.at").wait_for()

    assert "shows" in page.text("#now")
    assert "jacks-or-better/2c" in page.text("li.at")
    page.page.keyboard.press("ArrowLeft")
    assert f"#e{number - 1}" in page.page.url
    page.page.keyboard.press("j")
    assert f"#e{number}" in page.page.url


def test_rulings_are_found_by_article(open_page: Open, service: Served) -> None:
    exposed(service)
    page = open_page().go("/audit?rule=draw-high/8")
    page.page.locator("#found tr").wait_for()
    assert page.page.locator("#found tr").count() == 1
    page.page.goto(f"{service.address}/audit?rule=draw-high/4b")
    page.page.get_by_text("Nothing was found.").wait_for()


PAGES = ["/", "/floor", "/audit", "/audit/one/1", "/rulebook", "/rulebook/draw-high/8"]
PAGES += ["/games/draw-high", "/tablet/one", "/docs", "/practice", "/devices", "/enrol/adj_e_1"]
PAGES += ["/practice/draw-high/1", "/practice/draw-high/1?answer=2", "/rulebook?q=exposed"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(open_page: Open, service: Served, path: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    exposed(service)
    watched = open_page(scheme=scheme).go(path)
    watched.page.wait_for_timeout(700)
    found = axe.Axe().run(watched.page).response["violations"]

    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []


@pytest.mark.parametrize("path", [one for one in PAGES if not one.startswith("/tablet")])
def test_a_page_is_usable_on_a_phone(open_page: Open, service: Served, path: str) -> None:
    exposed(service)
    page = open_page(size=PHONE).go(path).page
    page.wait_for_timeout(500)

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("path", ["/", "/rulebook?q=exposed", "/rulebook/draw-high/8", "/docs"])
def test_a_page_to_read_needs_no_script(open_page: Open, service: Served, path: str) -> None:
    page = open_page(java_script_enabled=False).go(path)

    assert len(page.text("main")) > 200


def test_a_person_reads_the_pages_in_german(open_page: Open, service: Served) -> None:
    page = open_page(locale="de-DE").go("/")
    assert page.page.locator("html").get_attribute("lang") == "de"
    assert "Regelbuch" in page.text("main")
