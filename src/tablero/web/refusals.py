"""Refusals: one line that says what is wrong, never a traceback."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from tablero.errors import TableroError
from tablero.locale import _, mark

LONGEST = 1000
"""Letters of a reason: it may hold what was sent."""

_NUMBER, _WHOLE_NUMBER = mark("expected a number"), mark("expected a whole number")
_TRUTH, _OBJECT = mark("expected true or false"), mark("expected an object")
_OTHER = mark("this is not what is expected here")

SENTENCES = {
    "bool_parsing": _TRUTH,
    "bool_type": _TRUTH,
    "extra_forbidden": mark("nothing of that name is known here"),
    "finite_number": _NUMBER,
    "float_parsing": _NUMBER,
    "float_type": _NUMBER,
    "greater_than": mark("must be more than {gt}"),
    "greater_than_equal": mark("must be {ge} or more"),
    "int_from_float": _WHOLE_NUMBER,
    "int_parsing": _WHOLE_NUMBER,
    "int_parsing_size": _WHOLE_NUMBER,
    "int_type": _WHOLE_NUMBER,
    "json_invalid": mark("this is no JSON that can be read"),
    "less_than": mark("must be less than {lt}"),
    "less_than_equal": mark("must be {le} or less"),
    "list_type": mark("expected a list"),
    "literal_error": mark("expected one of {expected}"),
    "missing": mark("is missing"),
    "model_attributes_type": _OBJECT,
    "model_type": _OBJECT,
    "string_pattern_mismatch": mark("expected a text like {pattern}"),
    "string_too_long": mark("must have {max_length} letters or fewer"),
    "string_type": mark("expected a text"),
    "string_unicode": mark("expected a text without halves of letters"),
    "too_long": mark("must have {max_length} entries or fewer"),
    "too_short": mark("{min_length} or more are needed"),
    "union_tag_invalid": mark("{discriminator} must be one of {expected_tags}"),
    "union_tag_not_found": mark("{discriminator} is missing"),
}
"""What pydantic finds wrong with our models, in our words."""


class Busy(TableroError):
    """There is more to do than anybody should have to wait for."""


class NotHere(TableroError):
    """There is no such thing; or nobody may know of it yet."""


class Stranger(TableroError):
    """Only who is signed in may ask for this."""


class Forbidden(TableroError):
    """Others may ask for this, and not who does."""


STATUSES = {
    Busy: HTTPStatus.TOO_MANY_REQUESTS,
    NotHere: HTTPStatus.NOT_FOUND,
    Stranger: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
}
"""Of refusals that are not for what was asked."""


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
    fitting = (status for kind, status in STATUSES.items() if isinstance(error, kind))
    return refusal(next(fitting, HTTPStatus.BAD_REQUEST), str(error))


async def _refuse_words(request: Request, error: Exception) -> JSONResponse:
    """The first of the things that are not as they should be, and where it stands."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    reason = sentence(first["type"], first.get("ctx", {}))
    return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, f"{place}: {reason}")


def sentence(kind: str, context: Mapping[str, Any]) -> str:
    """What is wrong with a value, and what would be right. 60.0 is told as 60; choices are told
    without pydantic's `or`."""
    told = {name: str(value).removesuffix(".0") for name, value in context.items()}
    told["expected"] = told.get("expected", "").replace(" or ", ", ")
    return _(SENTENCES.get(kind, _OTHER)).format(**told)


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
