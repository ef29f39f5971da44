"""
The errors a caller may want to catch:

* TableroError         base class of all; the command line prints it on one line
  - NotationError      the text is not a move, a position or an option at all
  - IllegalMove        well written, but not allowed in this position
  - ImpossiblePosition well written, but no such position exists
  - UnknownName        no such game, evaluation, search or option
  - OptionError        the option exists, its value does not fit
  - OutsideError       a user's file or program cannot be read, used or compiled
    . RulesError       the rules of a user's game fail, whoever plays
  - SearchStopped      a search was stopped before it had an answer
    . TooLarge         the search would have to visit more nodes than allowed
  - Disagreement       two programs return different results for the same input
  - DamagedTable       a table on disk is damaged, or is not the requested one
  - WorkerDied         a worker process has exited before its task was done
"""

import errno
from collections.abc import Iterable

from tablero.locale import _


class TableroError(Exception):
    """Base class; the command line prints it without a traceback."""


class NotationError(TableroError, ValueError):
    """The text is not a move, a position or an option."""


class IllegalMove(TableroError, ValueError):
    """The move is well written, but not allowed in this position."""


class ImpossiblePosition(TableroError, ValueError):
    """The position is well written, but the rules never lead there, or nothing follows it."""


class UnknownName(TableroError, LookupError):
    """Nothing of this kind has this name; the message lists the known names."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = ", ".join(known) or _("none")
        message = _("no {kind} named {name!r}; known: {names}")
        super().__init__(message.format(kind=kind, name=name, names=names))


class OptionError(TableroError, ValueError):
    """The option exists, but its value does not fit."""


class OutsideError(TableroError):
    """A user's file or program cannot be read, used or compiled.

    line: the line of the user's file that the message names, if it names one.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class RulesError(OutsideError):
    """The rules of a user's game fail in a position, whoever plays."""


class SearchStopped(TableroError):
    """A search was stopped before it had an answer."""


class TooLarge(SearchStopped):
    """A search would have to visit more nodes than allowed, or to look too far ahead.

    nodes: the number of nodes allowed, if that is the reason.
    """

    def __init__(self, message: str, nodes: int | None = None) -> None:
        super().__init__(message)
        self.nodes = nodes


class Disagreement(TableroError):
    """Two programs, or one interpreted and compiled, return different results for one input."""


class DamagedTable(TableroError):
    """A table on disk has changed since it was written, or is not the requested one."""


class WorkerDied(TableroError):
    """A worker process has exited before its task was done."""


def system_reason(error: Exception) -> str:
    """Return the reason of a system error; the common reasons are in the user's language."""
    reasons = {
        errno.ENOENT: _("no such file or directory"),
        errno.ENOTDIR: _("a part of the path is not a directory"),
        errno.EISDIR: _("it is a directory"),
        errno.EACCES: _("permission denied"),
        errno.EROFS: _("it is read-only"),
        errno.ENOSPC: _("no space left"),
        errno.EMFILE: _("too many files are open"),
        errno.ENFILE: _("too many files are open"),
        errno.ENOMEM: _("there is not enough memory"),
        errno.EAGAIN: _("the system cannot start another process"),
        errno.ENOEXEC: _("it is not a program"),
        errno.EADDRINUSE: _("another program listens there already"),
        errno.EADDRNOTAVAIL: _("this machine has no such address"),
    }
    if not isinstance(error, OSError):
        return str(error)
    return reasons.get(error.errno or 0) or error.strerror or str(error)
