"""Signing in and out."""

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from tablero.arena.course.model import Pair
from tablero.web.arena.access import COOKIE, SignedIn, is_used, private_of, session_id
from tablero.web.arena.sessions import TEACHER, Session
from tablero.web.arena.signing import WrongPassword
from tablero.web.door import cookie_of, place_of
from tablero.web.said import Said

if TYPE_CHECKING:
    from tablero.web.arena.private import Private

BROWSER = "tablero-browser-{port}"
"""The cookie of a browser that somebody has signed in with before: it opens nothing."""

PATH = "/api/arena"
"""Where cookies are shown: nothing else needs them."""

PairNumber: TypeAlias = Annotated[int, Field(ge=0, le=9999)]
Password: TypeAlias = Annotated[str, Field(max_length=200)]


class SignInAsked(Said):
    group: PairNumber
    pair: PairNumber
    password: Password


class TeacherSignInAsked(Said):
    password: Password


class SignOutAsked(Said):
    everywhere: bool = Field(default=False, description="In all other browsers too")


class MeTold(BaseModel):
    """Who is signed in."""

    who: Literal["nobody", "pair", "teacher"]
    group: int | None
    pair: int | None
    token: str = Field(description="To be said with every change, as x-tablero-session")
    teacher: bool = Field(description="Does the course have a password for its teacher?")


def add_entrance(router: APIRouter) -> None:
    @router.get("/me")
    def me(request: Request) -> MeTold:
        private = private_of(request)
        return _told(private, private.sessions.find(session_id(request), is_used(request)))

    @router.post("/sign-in")
    async def sign_in(asked: SignInAsked, request: Request, response: Response) -> MeTold:
        who = Pair(asked.group, asked.pair).id
        return await _let_in(request, response, who, asked.password)

    @router.post("/sign-in/teacher")
    async def teacher_sign_in(
        asked: TeacherSignInAsked, request: Request, response: Response
    ) -> MeTold:
        return await _let_in(request, response, TEACHER, asked.password)

    @router.post("/sign-out", status_code=HTTPStatus.NO_CONTENT)
    def sign_out(
        asked: SignOutAsked, session: SignedIn, request: Request, response: Response
    ) -> None:
        private = private_of(request)
        private.sessions.end(session_id(request))
        if asked.everywhere:
            private.sessions.end_all(session.who)
        response.delete_cookie(cookie_of(request.scope, COOKIE), PATH)
        private.note(session.who, "signed out", everywhere=asked.everywhere)


async def _let_in(request: Request, response: Response, who: str, password: str) -> MeTold:
    """A new session, in place of the one that the browser had. Raises WrongPassword and Busy."""
    private, place = private_of(request), place_of(request.scope)
    browser = request.cookies.get(cookie_of(request.scope, BROWSER), "")
    try:
        key = await private.signing.verify(who, password, place, browser)
    except WrongPassword as error:
        if error.last:
            await asyncio.to_thread(private.complain, "wrong passwords", asked=who, place=place)
        raise
    private.sessions.end(session_id(request))
    await asyncio.to_thread(private.note, who, "signed in", place=place)
    id, session = private.sessions.begin(who, key)
    _set_cookie(request, response, COOKIE, id)
    _set_cookie(request, response, BROWSER, private.signing.remember(who))
    return await asyncio.to_thread(_told, private, session)


def _set_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """Until the browser is closed. Nothing but the API needs it, which only pages of ours ask."""
    response.set_cookie(
        cookie_of(request.scope, name),
        value,
        path=PATH,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _told(private: "Private", session: Session | None) -> MeTold:
    pair = private.roll.pair(session.who) if session else None
    return MeTold(
        who="nobody" if session is None else "pair" if pair else "teacher",
        group=pair.group if pair else None,
        pair=pair.pair if pair else None,
        token=session.token if session else "",
        teacher=bool(private.roll.key_of(TEACHER)),
    )
