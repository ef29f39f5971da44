"""The server: what can be asked of it."""

import asyncio
import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from fastapi.staticfiles import StaticFiles

import tablero
from tablero.errors import TableroError
from tablero.locale import _
from tablero.web import models
from tablero.web.catalogue import catalogue
from tablero.web.crew import Crew
from tablero.web.desk import Busy, Desk
from tablero.web.guard import Guard, new_token
from tablero.web.places import tell_line
from tablero.web.records import add_records
from tablero.web.shelf import Shelf

PAGE = Path(__file__).parent / "page"
"""Built from frontend/; a wheel carries it."""

ROOMS = ("/", "/play", "/tree", "/lab", "/arena", "/submit")
"""Addresses of the page; which of its rooms is shown is the page's own affair."""

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})

PROBLEMS: dict[int | str, dict[str, object]] = {"4XX": {"model": models.Problem}}


@dataclass(frozen=True)
class Terms:
    """hosts -- see guard.Guard; workers -- processes that search; language -- of the page, unless
    its address says otherwise; none: the browser's"""

    shelf: Shelf
    workers: int = 2
    hosts: frozenset[str] = LOOPBACK
    language: str = ""


def create_app(terms: Terms) -> FastAPI:
    """The server, and with it its workers from start to end."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        crew = Crew(terms.workers)
        app.state.desk = Desk(terms.shelf, crew)
        sweeper = asyncio.create_task(app.state.desk.sweep())
        try:
            yield
        finally:
            sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await sweeper
            await asyncio.to_thread(crew.close)

    app = FastAPI(
        title="Tablero",
        version=tablero.__version__,
        lifespan=running,
        docs_url=None,
        redoc_url=None,
    )
    token = new_token()
    app.state.terms, app.state.token = terms, token
    app.add_middleware(Guard, hosts=terms.hosts, token=token)
    app.add_exception_handler(TableroError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse)
    _add_routes(app, terms)
    _add_page(app, terms, token)
    return app


async def _refuse(request: Request, error: Exception) -> JSONResponse:
    """What is wrong with what was asked, in one line."""
    status = HTTPStatus.SERVICE_UNAVAILABLE if isinstance(error, Busy) else HTTPStatus.BAD_REQUEST
    detail = str(error)
    if isinstance(error, RequestValidationError):
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        detail = f"{place}: {first['msg']}"
    return JSONResponse({"detail": detail}, status)


def _add_routes(app: FastAPI, terms: Terms) -> None:
    @app.get("/api/catalogue", responses=PROBLEMS)
    def tell_catalogue() -> models.Catalogue:
        return catalogue(terms.shelf)

    @app.post("/api/line", responses=PROBLEMS)
    def line(asked: models.LineAsked) -> models.LineTold:
        return tell_line(terms.shelf, asked)

    add_records(app, terms.shelf, PROBLEMS)

    @app.post("/api/jobs", status_code=HTTPStatus.ACCEPTED, responses=PROBLEMS)
    async def post(posted: models.Posted, request: Request) -> models.Accepted:
        return models.Accepted(job=request.app.state.desk.post(posted.tab, posted.job))

    @app.delete("/api/jobs/{job}", status_code=HTTPStatus.NO_CONTENT, responses=PROBLEMS)
    async def cancel(job: str, request: Request) -> None:
        request.app.state.desk.cancel(job)

    @app.post("/api/tabs/{tab}/close", status_code=HTTPStatus.NO_CONTENT, responses=PROBLEMS)
    async def close(tab: models.Tab, request: Request) -> None:
        request.app.state.desk.close(tab)

    @app.get("/api/results/{job}", responses={**PROBLEMS, 200: {"model": models.TreeTold}})
    async def result(job: str, request: Request) -> Response:
        found = request.app.state.desk.results.get(job)
        if found is None:
            message = _("that result is not here any more: ask for it again")
            return JSONResponse({"detail": message}, HTTPStatus.NOT_FOUND)
        return Response(found, media_type="application/json", headers={"content-encoding": "gzip"})

    @app.get(
        "/api/events",
        response_class=EventSourceResponse,
        responses={**PROBLEMS, 200: {"model": models.Event, "description": "One after the other"}},
    )
    async def events(
        request: Request,
        tab: Annotated[models.Tab, Query()],
        since: Annotated[int, Query(ge=0)] = 0,
        last_event_id: Annotated[int, Header(ge=0)] = 0,
    ) -> AsyncIterator[ServerSentEvent]:
        heard = max(since, last_event_id)
        async for number, event in request.app.state.desk.stream(tab, heard):
            yield ServerSentEvent(data=event, id=str(number), retry=1000)


def _add_page(app: FastAPI, terms: Terms, token: str) -> None:
    text = (PAGE / "index.html").read_text(encoding="utf-8") if PAGE.is_dir() else ""

    async def page() -> HTMLResponse:
        told = html.escape(token), html.escape(terms.language)
        metas = '<meta name="tablero-token" content="{}"><meta name="tablero-lang" content="{}">'
        shown = re.sub("<head>", "<head>" + metas.format(*told), text, count=1)
        return HTMLResponse(shown, headers={"cache-control": "no-store"})

    for address in ROOMS:
        app.add_api_route(address, page, include_in_schema=False)
    if PAGE.is_dir():
        app.mount("/", StaticFiles(directory=PAGE))
