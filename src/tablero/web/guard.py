"""Who may ask for what. A server on a user's own machine is there for every page that he visits:
so we ask for the right Host, the right Origin, and a secret that only our own page knows."""

import asyncio
import hmac
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from http import HTTPStatus
from operator import itemgetter
from typing import Any, TypeAlias

from starlette.datastructures import Headers, MutableHeaders

from tablero.locale import LANGUAGES, _, speaking
from tablero.web.door import Door
from tablero.web.front import Front
from tablero.web.refusals import refusal

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})

TOKEN_HEADER = "x-tablero-token"
READING = ("GET", "HEAD")

LONGEST_BODY = 1 << 20
PATIENCE = 10.0
"""Bytes of what is sent to us, and seconds that it may take."""

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

ALONE = {"cross-origin-opener-policy": "same-origin"}
"""Where a browser believes it: on this machine, and by https. Else it would complain of it."""


class Refused(Exception):
    """With this status, for this reason."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(status, reason)
        self.status, self.reason = status, reason


class Guard:
    """hosts -- what a browser may call us in `Host`; none: it may call us as it likes
    token -- our page's; nothing is changed without it
    door  -- where strangers are asked for a password; None: there are no strangers
    front -- whose requests are taken as browsers have sent them; None: there is nobody between
    """

    def __init__(
        self,
        app: App,
        hosts: frozenset[str],
        token: str,
        door: Door | None,
        front: Front | None = None,
    ) -> None:
        self.app, self.hosts, self.token = app, hosts, token
        self.door, self.front = door, front

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            headers = Headers(scope=scope)
            if self.front is not None:
                scope = self.front.seen(scope, headers)
            decorated = _decorated(send, labels(scope, headers))
            with speaking(language_of(headers)):
                await self._answer(scope, headers, receive, decorated)

    async def _answer(
        self, scope: Message, headers: Headers, receive: Receive, send: Send
    ) -> None:
        """Whoever is no stranger is answered by the app, others by the door."""
        try:
            self._check_origin(scope, headers)
            body = b""
            if scope["method"] not in READING:
                body = await _whole_body(headers, receive)
                receive = _replayed(body, receive)
            if self.door is not None and self.door.is_asked(scope, headers):
                answer = self.door.answer(scope, headers, body)
            else:
                self._check_change(scope, headers, body)
                await self.app(scope, receive, send)
                return
        except Refused as refused:
            answer = refusal(refused.status, refused.reason)
        await answer(scope, receive, send)

    def _check_origin(self, scope: Message, headers: Headers) -> None:
        """Raise Refused for what another page has asked us."""
        host = headers.get("host", "")
        if self.hosts and name_of(host) not in self.hosts:
            message = _("this server is not called {host!r}")
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, message.format(host=host))
        own = f"{scope['scheme']}://{host}"
        site = headers.get("sec-fetch-site", "none")
        api = scope["path"].startswith("/api/")
        if headers.get("origin", own) != own or (api and site not in ("same-origin", "none")):
            message = _("another page may not ask this server for anything")
            raise Refused(HTTPStatus.FORBIDDEN, message)

    def _check_change(self, scope: Message, headers: Headers, body: bytes) -> None:
        """Raise Refused unless it is only read, or our own page asks for it in JSON."""
        if scope["method"] in READING:
            return
        if not hmac.compare_digest(headers.get(TOKEN_HEADER, "").encode(), self.token.encode()):
            message = _("the page is older than the server: load it again")
            raise Refused(HTTPStatus.FORBIDDEN, message)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and kind != "application/json":
            message = _("expected JSON, application/json")
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, message)


def name_of(host: str) -> str:
    """A host without its port; `[::1]` is one."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() and not name.endswith(":") else host.lower()


async def _whole_body(headers: Headers, receive: Receive) -> bytes:
    """All of it. Raises Refused if it is too much, or comes too slowly."""
    told = headers.get("content-length", "0")
    announced = int(told) if told.isdecimal() and len(told) < 9 else LONGEST_BODY + 1
    body, more = b"", True
    try:
        async with asyncio.timeout(PATIENCE):
            while more and max(announced, len(body)) <= LONGEST_BODY:
                message = await receive()
                body += message.get("body", b"")
                more = message.get("more_body", False)
    except TimeoutError:
        reason = _("not all of it has come within {seconds:g} seconds").format(seconds=PATIENCE)
        raise Refused(HTTPStatus.REQUEST_TIMEOUT, reason) from None
    if max(announced, len(body)) > LONGEST_BODY:
        reason = _("more than {most} bytes").format(most=LONGEST_BODY)
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, reason)
    return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Says what was said already, then what comes."""
    unsaid = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return unsaid.pop() if unsaid else await receive()

    return again


def new_token() -> str:
    return secrets.token_urlsafe(24)


def language_of(headers: Headers) -> str:
    """The one that is liked best of those asked for that we speak; else English."""
    liked = sorted(_languages(headers.get("accept-language", "")), reverse=True, key=itemgetter(1))
    return next((name for name, weight in liked if name in LANGUAGES and weight > 0), "en")


def _languages(asked: str) -> Iterator[tuple[str, float]]:
    """`es-MX, en;q=0.5`: languages, and how much each is liked, 0 to 1."""
    for part in asked.split(","):
        name, *settings = part.lower().split(";")
        weights = [re.fullmatch(r"\s*q\s*=\s*([01](?:\.[0-9]*)?)\s*", each) for each in settings]
        told = [float(weight[1]) for weight in weights if weight]
        yield name.strip().partition("-")[0], told[0] if told else 1.0


def labels(scope: Message, headers: Headers) -> dict[str, str]:
    """What is written on the answer to this request."""
    near = scope["scheme"] == "https" or name_of(headers.get("host", "")) in LOOPBACK
    return HEADERS | ALONE if near else HEADERS


def _decorated(send: Send, labels: dict[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in labels.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
