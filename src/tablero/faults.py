"""Errors in the user's code, as messages of one line."""

import re
import traceback

from tablero.errors import OutsideError
from tablero.locale import _
from tablero.sources import outside_files, outside_path

_NO_REASON = (
    "During:",
    "-",
    ">>>",
    "None",
    "There are",
    "Overload",
    "With argument",
    "Rejected",
    "raised from",
    "No match",
    "Return of",
)
_PLACE = re.compile(
    r"(?:During:.*? at|Raised from|File) \"?(?P<file>.+?)\"?(?: \(|, line )(?P<line>\d+)[):]"
)


def compile_error(error: Exception) -> Exception:
    """Return an error whose message is one line: the place in the user's file, and the reason.

    A message of Numba has about fifty lines. It lists, from the cause outwards, a reason and then
    a place: `During: … at FILE (LINE)`, `Raised from FILE (LINE)`, or `File "FILE", line LINE:`
    with the source code below it. The first place in a user's file is that of the error. Without
    user files, return `error` itself.
    """
    if not outside_files():
        return error
    message = re.sub(r"\x1b\[[0-9;]*m|@tablero_outside_\w+", "", str(error))
    reason, quoting = "", False
    for text in map(str.strip, message.splitlines()):
        place = _PLACE.search(text)
        sentence = text[: place.start()].strip() if place else text
        quoting = text.startswith("File") or (quoting and bool(text) and not place)
        if sentence and not quoting and not sentence.startswith(_NO_REASON):
            reason = sentence
        file = outside_path(place["file"]) if place else None
        if place and file:
            template = _("{file}, line {line}: Numba cannot compile this: {reason}")
            message = template.format(file=file, line=place["line"], reason=reason)
            return OutsideError(message, int(place["line"]))
    template = _("{files}: Numba cannot compile this: {reason}")
    return OutsideError(template.format(files=outside_files(), reason=reason))


def running_error(error: Exception) -> Exception:
    """Return an error for an exception that the user's compiled code raised.

    Its message names the line of a `raise` or an `assert`. Of other exceptions, such as a division
    by zero, machine code knows no line. Without user files, return `error` itself.
    """
    if found := located(error):
        return found
    if not outside_files():
        return error
    template = _("{files}: {told}; NUMBA_DISABLE_JIT=1 shows the line")
    return OutsideError(template.format(files=outside_files(), told=reason_of(error)))


def located(error: Exception) -> OutsideError | None:
    """Return an error that names the user's file and the line where `error` was raised.

    Return None if it was not raised in a user's file, nor in what that file called.
    """
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if file := outside_path(frame.filename):
            place = _("{file}, line {line}").format(file=file, line=frame.lineno)
            return OutsideError(f"{place}: {reason_of(error)}", frame.lineno)
    return None


def reason_of(error: BaseException) -> str:
    """Return the class and the message of an exception, in one line."""
    return f"{type(error).__name__}: {error}".rstrip(": ")
