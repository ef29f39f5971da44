"""The door of a server that others can reach: a password, asked once per browser."""

import hmac
import html
import secrets
import time
from collections import OrderedDict, deque
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tablero.locale import _, spoken
from tablero.web.refusals import refusal

COOKIE = "tablero-session"
ADDRESS, STYLE = "/login", "/login.css"
MOST_SESSIONS = 2000

MOST_TRIES, WINDOW = 10, 60.0
"""Wrong passwords from one address, in so many seconds; ten times as many from all together."""

ALL = "all"

CSS = """
:root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 90vh; place-content: center; }
form { display: grid; gap: 0.75rem; width: min(20rem, 90vw); }
h1 { margin: 0; font-size: 1.6rem; }
input, button { font: inherit; min-height: 44px; padding: 0 0.75rem; }
[role="alert"] { margin: 0; font-weight: 600; }
"""

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tablero</title><link rel="stylesheet" href="/login.css">
<main><form method="post" action="/login">
<h1>Tablero</h1>{complaint}
<label for="password">{label}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required
 autofocus>
<button>{button}</button>
</form></main></html>
"""


class Door:
    """sessions -- what the browsers that know the password show us; the oldest is forgotten
    failures -- when wrong passwords came, by address; those from ALL of them too
    """

    def __init__(self, password: str) -> None:
        self.password = password.encode()
        self.sessions: OrderedDict[str, None] = OrderedDict()
        self.failures: OrderedDict[str, deque[float]] = OrderedDict()

    def knows(self, headers: Headers) -> bool:
        """Has this browser been let in?"""
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        return COOKIE in cookies and cookies[COOKIE].value in self.sessions

    def answer(self, scope: Any, headers: Headers, body: bytes) -> Response:
        """What a stranger is told."""
        if scope["path"] == STYLE:
            return Response(CSS, media_type="text/css")
        if scope["path"] == ADDRESS and scope["method"] == "POST":
            return self.let_in((scope.get("client") or ("",))[0], body)
        if scope["path"].startswith("/api/"):
            return refusal(HTTPStatus.UNAUTHORIZED, _("the password is asked for first: load /"))
        return _page("", HTTPStatus.OK)

    def let_in(self, address: str, body: bytes) -> Response:
        """If the form that was sent from this address holds the password."""
        if self._is_late(address, MOST_TRIES) or self._is_late(ALL, 10 * MOST_TRIES):
            complaint = _("too many wrong passwords: wait a minute")
            return _page(complaint, HTTPStatus.TOO_MANY_REQUESTS)
        told = parse_qs(body[:2000].decode(errors="replace")).get("password", [""])[0]
        if not hmac.compare_digest(told.encode(), self.password):
            for who in (address, ALL):
                self.failures.setdefault(who, deque()).append(time.monotonic())
            while len(self.failures) > MOST_SESSIONS:
                self.failures.popitem(last=False)
            return _page(_("that is not the password"), HTTPStatus.FORBIDDEN)
        session = secrets.token_urlsafe(24)
        self.sessions[session] = None
        while len(self.sessions) > MOST_SESSIONS:
            self.sessions.popitem(last=False)
        answer = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        answer.set_cookie(COOKIE, session, httponly=True, samesite="strict")
        return answer

    def _is_late(self, address: str, most: int) -> bool:
        """Have so many wrong passwords come from there lately?"""
        tries = self.failures.get(address, deque())
        while tries and time.monotonic() - tries[0] > WINDOW:
            tries.popleft()
        if not tries:
            self.failures.pop(address, None)
        return len(tries) >= most


def _page(complaint: str, status: HTTPStatus) -> HTMLResponse:
    shown = f'<p role="alert">{html.escape(complaint)}</p>' if complaint else ""
    words = {"label": _("Password"), "button": _("Come in")}
    return HTMLResponse(PAGE.format(language=spoken(), complaint=shown, **words), status)
