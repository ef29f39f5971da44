"""The server: what can be asked of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, FastAPI, Header, Query, Request
from fastapi.responses import Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

import tablero
from tablero.locale import _
from tablero.web import jobs, models
from tablero.web.arena.routes import add_arena
from tablero.web.catalogue import catalogue
from tablero.web.clerk import Clerk, clerk_of
from tablero.web.crew import Crew
from tablero.web.desk import Desk
from tablero.web.door import Door
from tablero.web.errands import game_of, real_job
from tablero.web.front import Front
from tablero.web.guard import LOOPBACK, Guard, new_token
from tablero.web.places import tell_line
from tablero.web.records import add_records
from tablero.web.refusals import add_refusals, refusal
from tablero.web.said import TabName
from tablero.web.shelf import Shelf
from tablero.web.site import BUILT, add_site
from tablero.web.tabs import Tab

if TYPE_CHECKING:
    from tablero.web.arena.public import Public

PROBLEMS: dict[int | str, dict[str, object]] = {"4XX": {"model": models.Problem}}


@dataclass(frozen=True)
class Terms:
    """workers  -- processes that search
    hosts    -- see guard.Guard
    password -- of all who come; none: nobody is asked
    language -- of the page, unless its address says otherwise; none: the browser's
    page     -- the folder of the built page; None: there is only the API
    warm     -- see crew.Crew
    arena    -- the tournament that is shown; None: the page has no room for one
    front    -- see guard.Guard
    """

    shelf: Shelf
    workers: int = 2
    hosts: frozenset[str] = LOOPBACK
    password: str = ""
    language: str = ""
    page: Path | None = BUILT
    warm: bool = True
    arena: "Public | None" = None
    front: Front | None = None


def create_app(terms: Terms) -> FastAPI:
    """The server, and with it its workers from start to end. Raises TableroError if the page
    is not built."""
    app = FastAPI(
        title="Tablero",
        version=tablero.__version__,
        lifespan=partial(_running, terms),
        docs_url=None,
        redoc_url=None,
    )
    app.state.token = new_token()
    door = Door(terms.password, terms.language) if terms.password else None
    hosts, token = terms.hosts, app.state.token
    app.add_middleware(Guard, hosts=hosts, token=token, door=door, front=terms.front)
    add_refusals(app)
    _add_questions(app, terms.shelf, terms.arena is not None)
    add_arena(app, terms.arena, PROBLEMS)
    _add_jobs(app)
    _add_stream(app)
    if terms.page is not None:
        add_site(app, terms.page, app.state.token, terms.language)
    return app


@asynccontextmanager
async def _running(terms: Terms, app: FastAPI) -> AsyncIterator[None]:
    """With all who work for it."""
    crew, app.state.clerk = Crew(terms.workers, terms.warm), Clerk(terms.shelf)
    app.state.desk = Desk(crew)
    if app.state.private is not None:
        app.state.private.open(terms.warm)
    sweeper = asyncio.create_task(app.state.desk.sweep())
    try:
        yield
    finally:
        sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await sweeper
        await app.state.clerk.leave()
        await asyncio.to_thread(crew.close)
        if app.state.private is not None:
            await app.state.private.close()


def _add_questions(app: FastAPI, shelf: Shelf, arena: bool) -> None:
    """What is answered at once."""

    @app.get("/api/catalogue", responses=PROBLEMS)
    async def tell_catalogue(request: Request) -> models.Catalogue:
        last = shelf.game_names[-1]  # a file's, if there is any
        return await clerk_of(request).ask(last, catalogue, arena)

    @app.post("/api/line", responses=PROBLEMS)
    async def line(asked: models.LineAsked, request: Request) -> models.LineTold:
        return await clerk_of(request).ask(asked.game, tell_line, asked)

    add_records(app, PROBLEMS)


def _add_jobs(app: FastAPI) -> None:
    """What takes longer, and is told through a stream."""

    @app.post("/api/jobs", status_code=HTTPStatus.ACCEPTED, responses=PROBLEMS)
    async def post(posted: jobs.Posted, request: Request) -> jobs.Accepted:
        job = await clerk_of(request).ask(game_of(posted.job), real_job, posted.job)
        return jobs.Accepted(job=request.app.state.desk.post(posted.tab, job))

    @app.delete("/api/jobs/{job}", status_code=HTTPStatus.NO_CONTENT, responses=PROBLEMS)
    async def cancel(job: str, request: Request) -> None:
        request.app.state.desk.cancel(job)

    @app.post("/api/tabs/{tab}/close", status_code=HTTPStatus.NO_CONTENT, responses=PROBLEMS)
    async def close(tab: TabName, request: Request) -> None:
        request.app.state.desk.close(tab)

    @app.get(
        "/api/results/{job}",
        responses={**PROBLEMS, 200: {"model": jobs.TreeTold}},
    )
    async def result(job: str, request: Request) -> Response:
        found = request.app.state.desk.results.get(job)
        if found is None:
            message = _("that result is not here any more: ask for it again")
            return refusal(HTTPStatus.NOT_FOUND, message)
        return Response(found, media_type="application/json", headers={"content-encoding": "gzip"})


def _add_stream(app: FastAPI) -> None:
    async def tab_of(request: Request, tab: Annotated[TabName, Query()]) -> Tab:
        return request.app.state.desk.tab(tab)  # type: ignore[no-any-return]

    @app.get(
        "/api/events",
        response_class=EventSourceResponse,
        responses={
            **PROBLEMS,
            200: {"model": jobs.Event | jobs.Underway, "description": "One after the other"},
        },
    )
    async def events(
        tab: Annotated[Tab, Depends(tab_of)],
        since: Annotated[int, Query(ge=0)] = 0,
        last_event_id: Annotated[int, Header(ge=0)] = 0,
    ) -> AsyncIterator[ServerSentEvent]:
        heard = max(since, last_event_id)
        async with aclosing(tab.listen(heard)) as stream:
            async for told in stream:
                if isinstance(told, jobs.Underway):
                    yield ServerSentEvent(data=told, event="underway")
                else:
                    number, event = told
                    yield ServerSentEvent(data=event, id=str(number))
