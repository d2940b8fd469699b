"""Pages for people: the front page, signing in, the tablet, the console, the audit."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, Response, redirect, request, send_from_directory, url_for
from werkzeug.wrappers import Response as Answer

from api.http import authentication
from api.http.authentication import DEVICE_COOKIE, LOGIN_COOKIE
from api.http.schemas.rulings import STATUSES
from api.http.services import services
from api.service.problems import Problem
from api.service.roles import ANYBODY, Caller
from api.store.port import StoreUnavailable
from api.web import pages
from api.web.texts import LANGUAGES

routes = Blueprint("pages", __name__)
SHIFT, KEPT = 12 * 3600, 365 * 24 * 3600  # seconds that a login and a device's cookie last
ASSETS = 3600


def signed_in() -> Caller | None:
    """Who looks at the page, if they have signed in."""
    if services().settings.open_to_all:
        return ANYBODY
    try:
        return services().accounts.caller(authentication.token())
    except Problem:
        return None


@routes.get("/")
def home() -> str:
    """The front page."""
    return _front("", request.args.get("after", ""))


def _front(wrong: str, after: str) -> str:
    caller = signed_in()
    try:
        services().store.ready()
        ready = True
        tables = services().queries.tables(caller, "", 100)["tables"] if caller else []
    except StoreUnavailable:
        ready, tables = False, []
    return pages.home(caller, ready, tables, wrong, after)


@routes.post("/sign-in")
def sign_in() -> Answer:
    """Sign in by a device's token, and a person's PIN where one is given."""
    authentication.check_origin()
    given, after = request.form, request.form.get("after", "")
    device = given.get("token", "").strip() or request.cookies.get(DEVICE_COOKIE, "")
    try:
        caller, login = services().accounts.caller(device), None
        if given.get("person"):
            hours = SHIFT // 3600
            found = services().accounts.log_in(caller, given["person"], given["pin"], hours)
            login = found[1]
    except Problem as problem:
        return Response(_front(problem.detail, after), problem.status, mimetype="text/html")
    answer = redirect(after if _within(after) else url_for("pages.home"), 303)
    keep(answer, DEVICE_COOKIE, device, KEPT)
    if login is not None:
        keep(answer, LOGIN_COOKIE, login, SHIFT)
    else:
        answer.delete_cookie(LOGIN_COOKIE)
    return answer


def _within(path: str) -> bool:
    """Whether it is a page of this service, and nothing that a browser takes elsewhere."""
    return path.startswith("/") and not path.startswith(("//", "/\\"))


def keep(answer: Answer, name: str, token: str, seconds: int) -> None:
    """Have the browser keep a value where no script and no other site can use it."""
    answer.set_cookie(
        name, token, seconds, secure=request.is_secure, httponly=True, samesite="Strict"
    )


@routes.post("/sign-out")
def sign_out() -> Answer:
    """The person signs out; with ``forget`` the device too."""
    authentication.check_origin()
    login = request.cookies.get(LOGIN_COOKIE)
    if login is not None:
        with suppress(Problem):  # it had ended by itself
            services().accounts.log_out(login)
    answer = redirect(url_for("pages.home"), 303)
    answer.delete_cookie(LOGIN_COOKIE)
    if request.form.get("forget"):
        answer.delete_cookie(DEVICE_COOKIE)
    return answer


@routes.post("/settings")
def settings() -> Answer:
    """How this browser shows the pages: their language and look, or as it asks for them."""
    authentication.check_origin()
    answer = redirect(url_for("pages.home"), 303)
    for name, allowed in (("language", LANGUAGES), ("theme", pages.THEMES)):
        if request.form.get(name) in allowed:
            keep(answer, name, request.form[name], KEPT)
        else:
            answer.delete_cookie(name)
    return answer


@routes.get("/tablet/<table>")
def tablet(table: str) -> str:
    """A dealer's tablet; its script asks for everything else."""
    subjects = [one.wire() for one in services().law.subjects().values()]
    return pages.page("tablet.html", table=table, subjects=subjects)


@routes.get("/floor")
def floor() -> str:
    """The floor's console."""
    return pages.page("floor.html")


@routes.get("/audit")
def audit() -> str:
    """Finding hands and rulings."""
    return pages.page("audit.html", statuses=STATUSES)


@routes.get("/audit/<table>/<int:number>")
def replay(table: str, number: int) -> str:
    """One hand, entry by entry."""
    return pages.page("replay.html", table=table, number=number)


@routes.get("/static/<path:name>")
def asset(name: str) -> Response:
    """A style sheet, a script, a font."""
    return send_from_directory(pages.STATIC, name, max_age=ASSETS)


@routes.get("/worker.js")
def worker() -> Response:
    """The tablet's service worker, at the root so that it may serve the tablet's pages."""
    answer = send_from_directory(pages.STATIC / "js", "worker.js", max_age=0)
    answer.headers["Content-Security-Policy"] = pages.WORKER_MAY_LOAD
    return answer
