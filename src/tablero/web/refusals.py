"""Refusals: one line that says what is wrong, never a traceback."""

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from tablero.errors import TableroError
from tablero.locale import _

LONGEST = 1000
"""Letters of a reason: it may hold what was sent."""


class Busy(TableroError):
    """There is more to do than anybody should have to wait for."""


def refusal(status: HTTPStatus, reason: str) -> JSONResponse:
    """What a models.Problem looks like; what is no letter is told by its number."""
    detail = reason[:LONGEST].encode(errors="backslashreplace").decode()
    return JSONResponse({"detail": detail}, status)


def add_refusals(app: FastAPI) -> None:
    """Have all that goes wrong told so."""
    app.add_exception_handler(TableroError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_words)
    app.add_exception_handler(HTTPException, _refuse_address)


async def _refuse(request: Request, error: Exception) -> JSONResponse:
    busy = isinstance(error, Busy)
    status = HTTPStatus.TOO_MANY_REQUESTS if busy else HTTPStatus.BAD_REQUEST
    return refusal(status, str(error))


async def _refuse_words(request: Request, error: Exception) -> JSONResponse:
    """The first of the things that are not as they should be, and where it stands."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, f"{place}: {first['msg']}")


async def _refuse_address(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    reasons = {
        HTTPStatus.NOT_FOUND: _("there is nothing at this address"),
        HTTPStatus.METHOD_NOT_ALLOWED: _("that cannot be done at this address"),
        HTTPStatus.BAD_REQUEST: _("this is no JSON that can be read"),
    }
    status = HTTPStatus(error.status_code)
    answer = refusal(status, reasons.get(status, error.detail))
    answer.headers.update(error.headers or {})
    return answer
