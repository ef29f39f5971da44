"""The door of a server that others can reach: a password, asked once per browser."""

import hmac
import ipaddress
import secrets
from collections import OrderedDict
from contextlib import AbstractContextManager
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response

from tablero.locale import LANGUAGES, _, speaking, spoken
from tablero.web.login import CSS, login_page
from tablero.web.refusals import refusal
from tablero.web.site import ROOMS
from tablero.web.tries import Tries

COOKIE = "tablero-session-{port}"
"""By port: browsers send the cookies of all servers of a machine to each of them."""

ADDRESS, STYLE = "/login", "/login.css"
OPEN = ("/icon.svg",)
"""What strangers may see too."""

NOWHERE = ("", 0)
"""Where one is that has gone already."""

LONGEST_FORM = 1 << 18
MOST_SESSIONS = 2000

MOST_TRIES = 10
"""Wrong passwords from one place, in a minute."""


class Door:
    """language -- of its page, unless the address says otherwise; none: the browser's
    sessions -- what the browsers that know the password show us; the oldest is forgotten
    tries    -- wrong passwords, by the place that they came from
    """

    def __init__(self, password: str, language: str = "") -> None:
        self.password, self.language = password.encode(), language
        self.sessions: OrderedDict[str, None] = OrderedDict()
        self.tries = Tries(MOST_TRIES)

    def is_asked(self, scope: Any, headers: Headers) -> bool:
        """Is this for the door to answer? Whatever a stranger asks for is."""
        if scope["path"] in (ADDRESS, STYLE):
            return True
        return scope["path"] not in OPEN and not self.knows(scope, headers)

    def knows(self, scope: Any, headers: Headers) -> bool:
        """Has this browser been let in?"""
        return cookie_parser(headers.get("cookie", "")).get(cookie_of(scope)) in self.sessions

    def answer(self, scope: Any, headers: Headers, body: bytes) -> Response:
        """What is told at the door."""
        path = scope["path"]
        if path == STYLE:
            return Response(CSS, media_type="text/css")
        if path.startswith("/api/"):
            return refusal(HTTPStatus.UNAUTHORIZED, _("the password is asked for first: load /"))
        if path == ADDRESS and scope["method"] == "POST":
            password, wanted = read_form(body)
            with self._speaking(wanted):
                return self.let_in(scope, password, wanted)
        if path == ADDRESS and self.knows(scope, headers):
            return RedirectResponse("/", HTTPStatus.SEE_OTHER)
        wanted = room_of(f"{path}?{scope['query_string'].decode('latin-1')}")
        with self._speaking(wanted):
            return login_page(HTTPStatus.OK, "", wanted)

    def let_in(self, scope: Any, password: str, wanted: str = "/") -> Response:
        """Whoever tells the password is led to the room that he wanted."""
        place = place_of(scope)
        if self.tries.are_spent(place):
            complaint = _("Too many wrong passwords: wait a minute.")
            return login_page(HTTPStatus.TOO_MANY_REQUESTS, complaint, wanted)
        if not hmac.compare_digest(password.encode(), self.password):
            self.tries.count(place)
            return login_page(HTTPStatus.FORBIDDEN, _("That is not the password."), wanted)
        session = secrets.token_urlsafe(24)
        self.sessions[session] = None
        while len(self.sessions) > MOST_SESSIONS:
            self.sessions.popitem(last=False)
        answer = RedirectResponse(wanted, HTTPStatus.SEE_OTHER)
        safe = scope["scheme"] == "https"
        answer.set_cookie(cookie_of(scope), session, httponly=True, samesite="lax", secure=safe)
        return answer

    def _speaking(self, wanted: str) -> AbstractContextManager[None]:
        """The language of the page that is wanted."""
        asked = parse_qs(wanted.partition("?")[2]).get("lang", [""])[0]
        return speaking(asked if asked in LANGUAGES else self.language or spoken())


def read_form(body: bytes) -> tuple[str, str]:
    """(the password, the room that is wanted) of a form that was sent."""
    form = parse_qs(body[:LONGEST_FORM].decode(errors="replace"))
    password, wanted = (form.get(name, [""])[0] for name in ("password", "wanted"))
    return password, room_of(wanted)


def room_of(address: str) -> str:
    """The same address if it is one of a room, whatever it says about it; else the first room's.
    Nobody is led anywhere else."""
    path, _mark, query = address.partition("?")
    if path not in ROOMS:
        return ROOMS[0]
    return address if query else path


def cookie_of(scope: Any, name: str = COOKIE) -> str:
    return name.format(port=(scope["server"] or NOWHERE)[1])


def place_of(scope: Any) -> str:
    """Where a request comes from: its address. Of IPv6 somebody elsewhere has a whole network of
    them, which counts as one; in our own sits the class."""
    client, server = ((scope[side] or NOWHERE)[0] for side in ("client", "server"))
    there = _network(client)
    return client if there in ("", _network(server)) else there


def _network(address: str) -> str:
    """That of an address of IPv6; of any other, empty."""
    try:
        return str(ipaddress.IPv6Interface(f"{address}/64").network)
    except ValueError:
        return ""
