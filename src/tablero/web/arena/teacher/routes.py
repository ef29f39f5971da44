"""The teacher's addresses. All of them ask who asks; what changes something is a POST."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, TypeAlias

from fastapi import APIRouter, Depends, Query, Request, Response

from tablero.web.arena.access import ByTeacher, private_of
from tablero.web.arena.models import LiveTold, RoundNumber
from tablero.web.arena.teacher import models
from tablero.web.arena.teacher.models import Form

if TYPE_CHECKING:
    from tablero.web.arena.teacher.teacher import Teacher

TYPES: dict[Form, str] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "zip": "application/zip",
}


def add_teacher(router: APIRouter) -> None:
    """router -- that of the arena"""
    for add in (_add_pairs, _add_changes, _add_rounds, _add_course):
        add(router)


def _desk(request: Request, _who: ByTeacher) -> Iterator["Teacher"]:
    """Raises Stranger and Forbidden, and Busy if the database does not answer."""
    private = private_of(request)
    with private.public.asked():
        yield private.teacher


Desk: TypeAlias = Annotated["Teacher", Depends(_desk)]


def _add_pairs(router: APIRouter) -> None:
    @router.get("/teacher/overview")
    def overview(desk: Desk) -> models.OverviewTold:
        return desk.pairs().overview()

    @router.get("/teacher/pairs/{pair}")
    def pair_told(desk: Desk, pair: str) -> models.PairTold:
        return desk.pairs().pair_told(pair)

    @router.get("/teacher/files/{upload}")
    def file_told(desk: Desk, upload: models.RowNumber) -> models.FileTold:
        return desk.file(upload)

    @router.get("/teacher/grades.{form}", response_class=Response)
    def grades(desk: Desk, form: Form) -> Response:
        """zip: for Gradescope, a results.json for each pair."""
        return Response(desk.grades(form), media_type=TYPES[form])


def _add_changes(router: APIRouter) -> None:
    @router.post("/teacher/verdicts", status_code=HTTPStatus.NO_CONTENT)
    def judge(desk: Desk, asked: models.VerdictAsked) -> None:
        desk.pairs().judge(asked)

    @router.post("/teacher/verdicts/{verdict}/lift", status_code=HTTPStatus.NO_CONTENT)
    def lift(desk: Desk, verdict: models.RowNumber, asked: models.LiftAsked) -> None:
        desk.pairs().lift(verdict, asked)

    @router.post("/teacher/pairs/{pair}/secret")
    def new_secret(desk: Desk, pair: str) -> models.SecretTold:
        return desk.new_secret(pair)

    @router.post("/teacher/round/start", status_code=HTTPStatus.NO_CONTENT)
    def start(desk: Desk) -> None:
        desk.start()

    @router.post("/teacher/round/pause", status_code=HTTPStatus.NO_CONTENT)
    def pause(desk: Desk) -> None:
        desk.pause()


def _add_rounds(router: APIRouter) -> None:
    @router.get("/teacher/round")
    def state(desk: Desk) -> models.RoundState:
        return desk.rounds.state()

    @router.get("/teacher/live")
    def live(desk: Desk) -> LiveTold:
        return desk.rounds.live()

    @router.get("/teacher/rounds")
    def rounds(desk: Desk) -> models.RoundsSeen:
        return desk.rounds.all()

    @router.get("/teacher/rounds/{number}")
    def standings(desk: Desk, number: RoundNumber) -> models.StandingsSeen:
        return desk.rounds.standings(number)


def _add_course(router: APIRouter) -> None:
    @router.get("/teacher/calendar")
    def calendar(desk: Desk) -> models.CalendarTold:
        return desk.rounds.calendar()

    @router.get("/teacher/events")
    def events(
        desk: Desk, before: Annotated[models.RowNumber | None, Query()] = None
    ) -> models.EventsTold:
        return desk.events(before)
