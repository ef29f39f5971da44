"""Questions about an arena. Those here only read, and who asks need not be known."""

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, FastAPI
from starlette.requests import Request

from tablero.locale import _
from tablero.web.arena import models
from tablero.web.arena.entrance import add_entrance
from tablero.web.arena.submit import add_submit
from tablero.web.arena.teacher.routes import add_teacher
from tablero.web.refusals import NotHere

if TYPE_CHECKING:
    from tablero.web.arena.private import Private
    from tablero.web.arena.public import Public


def add_arena(app: FastAPI, arena: "Public | None", problems: dict[int | str, Any]) -> None:
    """Where there is no arena, there is nothing at these addresses."""
    app.state.arena, app.state.private = arena, _private(arena)
    router = APIRouter(prefix="/api/arena", responses=problems)
    _add_course(router)
    _add_rounds(router)
    add_entrance(router)
    add_submit(router)
    add_teacher(router)
    app.include_router(router)


def _private(arena: "Public | None") -> "Private | None":
    """Only where there is an arena is what it needs installed."""
    if arena is None:
        return None
    from tablero.web.arena.private import Private

    return Private(arena)


def arena_of(request: Request) -> "Public":
    """The server's. Raises NotHere if it has none."""
    found: Public | None = request.app.state.arena
    if found is None:
        raise NotHere(_("there is nothing at this address"))
    return found


def _add_course(router: APIRouter) -> None:
    @router.get("/course")
    def course(request: Request) -> models.CourseTold:
        return arena_of(request).course_told()

    @router.get("/progress")
    def progress(request: Request) -> models.ProgressTold:
        return arena_of(request).progress()

    @router.get("/live")
    def live(request: Request) -> models.LiveTold:
        return arena_of(request).live()

    @router.get("/history")
    def history(request: Request) -> models.HistoryTold:
        return arena_of(request).history()


def _add_rounds(router: APIRouter) -> None:
    @router.get("/rounds/{number}")
    def round_told(request: Request, number: models.RoundNumber) -> models.RoundTold:
        return arena_of(request).round_told(number)

    @router.get("/rounds/{number}/notable")
    def notable(request: Request, number: models.RoundNumber) -> models.NotablesTold:
        return arena_of(request).notable(number)

    @router.get("/rounds/{number}/games/{one}/{other}")
    def games(
        request: Request, number: models.RoundNumber, one: models.Rank, other: models.Rank
    ) -> models.GamesTold:
        return arena_of(request).games_of(number, one, other)

    @router.get("/rounds/{number}/games/{first}/{second}/{opening}")
    def game(
        request: Request,
        number: models.RoundNumber,
        first: models.Rank,
        second: models.Rank,
        opening: models.OpeningNumber,
    ) -> models.GameTold:
        return arena_of(request).game(number, first, second, opening)
