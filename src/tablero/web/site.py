"""The page itself: its built files, read once. No address leads to the file system."""

import gzip
import hashlib
import html
import re
from dataclasses import dataclass
from http import HTTPStatus
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from tablero.errors import TableroError
from tablero.locale import _
from tablero.web.refusals import refusal

BUILT = Path(__file__).parent / "page"
"""Made from frontend/; a wheel carries it."""

ROOMS = ("/", "/play", "/tree", "/lab", "/arena", "/submit")
"""Addresses of the page; which of its rooms is shown is the page's own affair."""

FOR_EVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"
"""Files whose names hold a hash of them never change; others are asked for again."""

KINDS = {".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}


@dataclass(frozen=True)
class File:
    plain: bytes
    packed: bytes
    kind: str
    tag: str
    keep: str


def built_files(folder: Path) -> dict[str, File]:
    """By their addresses. Raises TableroError if the page was not built."""
    if not (folder / "index.html").is_file():
        raise TableroError(
            _(
                "this installation has no page, as it was built without npm; to build it in a "
                "checkout: make setup; elsewhere: pip install 'tablero[web]'"
            )
        )
    paths = [path for path in sorted(folder.rglob("[!.]*")) if path.is_file()]
    return {f"/{path.relative_to(folder).as_posix()}": _file(path, folder) for path in paths}


def _file(path: Path, folder: Path) -> File:
    plain = path.read_bytes()
    hashed = path.relative_to(folder).parts[0] == "assets"
    kind = KINDS.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return File(plain, gzip.compress(plain, 9, mtime=0), kind, tag, FOR_EVER if hashed else ANEW)


def add_site(app: FastAPI, folder: Path, token: str, language: str) -> None:
    """Answer with the page at all of its addresses, and with its files."""
    files = built_files(folder)
    told = html.escape(token), html.escape(language)
    metas = '<meta name="tablero-token" content="{}"><meta name="tablero-lang" content="{}">'
    text = files.pop("/index.html").plain.decode()
    shown = re.sub("<head>", "<head>" + metas.format(*told), text, count=1)

    async def page() -> HTMLResponse:
        return HTMLResponse(shown)

    async def file(request: Request) -> Response:
        found = files.get(request.scope["path"])
        return _answer(found, request) if found else _nothing()

    for address in ROOMS:
        app.add_api_route(address, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/{path:path}", file, methods=["GET", "HEAD"], include_in_schema=False)


def _answer(file: File, request: Request) -> Response:
    headers = {"cache-control": file.keep, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        packed = headers | {"content-encoding": "gzip"}
        return Response(file.packed, media_type=file.kind, headers=packed)
    return Response(file.plain, media_type=file.kind, headers=headers)


def _nothing() -> Response:
    return refusal(HTTPStatus.NOT_FOUND, _("there is nothing at this address"))
