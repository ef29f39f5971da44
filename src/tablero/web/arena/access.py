"""Who asks? Every route that is not for everybody depends on one of these."""

import hmac
from typing import TYPE_CHECKING, Annotated, TypeAlias

from fastapi import Depends, Request

from tablero.arena.course.model import Pair
from tablero.locale import _
from tablero.web.arena.sessions import TEACHER, Session
from tablero.web.door import cookie_of
from tablero.web.guard import READING
from tablero.web.refusals import Forbidden, NotHere, Stranger

if TYPE_CHECKING:
    from tablero.web.arena.private import Private

COOKIE = "tablero-arena-{port}"
"""Of a session."""

SESSION_HEADER = "x-tablero-session"
"""Has the session's token. Another page can have a browser show its cookies, but does not know
this; nor does a page of ours that somebody else is signed in at by now."""

UNATTENDED = "x-tablero-unattended"
"""Says that nobody has touched the page for a while: it looks by itself, which is no use of the
session."""


def private_of(request: Request) -> "Private":
    """The server's. Raises NotHere if it has no arena."""
    found: Private | None = request.app.state.private
    if found is None:
        raise NotHere(_("there is nothing at this address"))
    return found


def session_id(request: Request) -> str:
    """What the browser shows; "": nothing."""
    return request.cookies.get(cookie_of(request.scope, COOKIE), "")


def is_used(request: Request) -> bool:
    """Does somebody ask, and not a page that nobody has touched for a while?"""
    return UNATTENDED not in request.headers


def session_of(request: Request) -> Session:
    """Of whoever asks. Raises Stranger if he is not signed in, and Forbidden if he would change
    something without saying the session's token."""
    found = private_of(request).sessions.find(session_id(request), is_used(request))
    if found is None:
        raise Stranger(_("sign in first"))
    told = request.headers.get(SESSION_HEADER, "").encode()
    if request.method not in READING and not hmac.compare_digest(told, found.token.encode()):
        raise Forbidden(_("somebody else has signed in here: load the page again"))
    return found


def pair_of(request: Request) -> Pair:
    """The pair that asks. Raises Stranger and Forbidden."""
    session, roll = session_of(request), private_of(request).roll
    found = None if session.who == TEACHER else roll.pair(session.who)
    if found is None:
        raise Forbidden(_("this is for pairs"))
    return found


def teacher_of(request: Request) -> Session:
    """The teacher's session. Raises Stranger and Forbidden."""
    session = session_of(request)
    if session.who != TEACHER:
        raise Forbidden(_("this is for the teacher"))
    return session


SignedIn: TypeAlias = Annotated[Session, Depends(session_of)]
ByPair: TypeAlias = Annotated[Pair, Depends(pair_of)]
ByTeacher: TypeAlias = Annotated[Session, Depends(teacher_of)]
