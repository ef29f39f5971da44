"""The room of a pair: its files checked and handed in, its players, and nobody else's."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from tablero.arena.player.templates import TEMPLATES
from tablero.locale import _, spoken
from tablero.web.arena import mine
from tablero.web.arena.access import ByPair, private_of, session_id

if TYPE_CHECKING:
    from tablero.web.arena.checking import Check


def add_submit(router: APIRouter) -> None:
    _add_players(router)
    _add_checks(router)

    @router.post("/mine/hand-ins")
    async def hand_in(asked: mine.HandInAsked, pair: ByPair, request: Request) -> mine.HandInTold:
        office = private_of(request).office
        return await office.hand_in(pair, asked.player, asked.text.encode(), asked.ticket)


def _add_players(router: APIRouter) -> None:
    @router.get("/templates")
    def templates(request: Request) -> mine.TemplatesTold:
        taken = private_of(request).public.course.game.tracks
        return mine.TemplatesTold(
            templates=[
                mine.TemplateTold(
                    kind=each.name,
                    track=str(each.track),
                    about=_(each.about),
                    text=each.text(spoken()),
                )
                for each in TEMPLATES.values()
                if each.track in taken
            ]
        )

    @router.get("/mine")
    def players(pair: ByPair, request: Request) -> mine.MineTold:
        from tablero.web.arena.own import mine_told

        private = private_of(request)
        check = private.office.checking.checks.get(pair.id)
        return mine_told(private.public, pair, check.told if check else None)

    @router.get(
        "/mine/players/{player}/versions/{version}",
        response_class=Response,
        responses={200: {"content": {"text/x-python": {"schema": {"type": "string"}}}}},
    )
    def file(
        player: mine.PlayerNumber, version: mine.VersionNumber, pair: ByPair, request: Request
    ) -> Response:
        from tablero.web.arena.own import own_file

        found = own_file(private_of(request).public, pair, player, version)
        named = f"attachment; filename=player{player}-version{version}.py"
        return Response(
            found.data, media_type="text/x-python", headers={"content-disposition": named}
        )


async def _check_of(number: mine.CheckNumber, pair: ByPair, request: Request) -> "Check":
    """One of this pair's. Raises NotHere."""
    return private_of(request).office.checking.find(pair, number)


def _add_checks(router: APIRouter) -> None:
    @router.post("/mine/checks", status_code=HTTPStatus.ACCEPTED)
    async def check(asked: mine.CheckAsked, pair: ByPair, request: Request) -> mine.CheckTold:
        checking = private_of(request).office.checking
        return checking.begin(pair, asked.player, asked.name, asked.text.encode()).told

    @router.delete("/mine/checks/{number}", status_code=HTTPStatus.NO_CONTENT)
    async def cancel(check: Annotated["Check", Depends(_check_of)], request: Request) -> None:
        private_of(request).office.checking.cancel(check)

    @router.get(
        "/mine/checks/{number}/events",
        response_class=EventSourceResponse,
        responses={200: {"model": mine.CheckTold, "description": "One after the other"}},
    )
    async def events(
        check: Annotated["Check", Depends(_check_of)], request: Request
    ) -> AsyncIterator[ServerSentEvent]:
        private = private_of(request)
        is_there = partial(private.sessions.holds, session_id(request))
        async with aclosing(private.office.checking.listen(check, is_there)) as stream:
            async for told in stream:
                yield ServerSentEvent(data=told)
