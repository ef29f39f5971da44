"""Who may ask for what. A server on a user's own machine is there for every page that he visits:
so we ask for the right Host, the right Origin, and a secret that only our own page knows."""

import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any, TypeAlias

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

from tablero.locale import LANGUAGES, _, speaking

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_HEADER = "x-tablero-token"
LONGEST_BODY = 1 << 20
READING = ("GET", "HEAD")

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class TooLong(Exception):
    """A body has more bytes than anybody sends in earnest."""


class Guard:
    """hosts -- what a browser may call us in `Host`; none: it may call us as it likes
    token -- our page's; nothing is changed without it
    """

    def __init__(self, app: App, hosts: frozenset[str], token: str) -> None:
        self.app, self.hosts, self.token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        with speaking(language_of(headers)):
            refusal = self._refusal(scope, headers)
            if refusal is not None:
                status, reason = refusal
                await JSONResponse({"detail": reason}, status)(scope, receive, _decorated(send))
                return
            await self._pass_on(scope, receive, _decorated(send))

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        taken = 0

        async def counted() -> MutableMapping[str, Any]:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LONGEST_BODY:
                raise TooLong
            return message

        try:
            await self.app(scope, counted, send)
        except TooLong:
            status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            await JSONResponse({"detail": _too_long()}, status)(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[HTTPStatus, str] | None:
        host = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
        if self.hosts and host not in self.hosts:
            return HTTPStatus.MISDIRECTED_REQUEST, _("this server is not called {host!r}").format(
                host=host
            )
        own = f"{scope['scheme']}://{headers.get('host', '')}"
        if headers.get("origin", own) != own:
            return HTTPStatus.FORBIDDEN, _("another page may not ask this server for anything")
        site = headers.get("sec-fetch-site", "none")
        if scope["path"].startswith("/api/") and site not in ("same-origin", "none"):
            return HTTPStatus.FORBIDDEN, _("another page may not ask this server for anything")
        if scope["method"] in READING:
            return None
        return self._refused_change(headers)

    def _refused_change(self, headers: Headers) -> tuple[HTTPStatus, str] | None:
        if not hmac.compare_digest(headers.get(TOKEN_HEADER, "").encode(), self.token.encode()):
            return HTTPStatus.FORBIDDEN, _("the page is older than the server: load it again")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and headers.get("content-length", "0") != "0":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, _("expected JSON, application/json")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:9]) > LONGEST_BODY:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _too_long()
        return None


def _too_long() -> str:
    return _("more than {most} bytes").format(most=LONGEST_BODY)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def language_of(headers: Headers) -> str:
    """What the page speaks."""
    wanted = headers.get("accept-language", "en")[:2].lower()
    return wanted if wanted in LANGUAGES else "en"


def _decorated(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
