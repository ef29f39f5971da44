"""
The errors a caller may want to catch:

* TableroError         one name to catch; the command line prints it on one line
  - NotationError      the text is not a move, a position or an option at all
  - IllegalMove        well written, but not allowed in this position
  - ImpossiblePosition well written, but no such position exists
  - UnknownName        no such game, evaluation, search or option
  - OptionError        the option exists, its value does not fit
  - OutsideError       a file or a program of the user's cannot be read, used or compiled
  - SearchStopped      a search was stopped before it had an answer
    . TooLarge         it would have to visit more nodes than it may
  - Disagreement       two programs answer the same question differently
  - DamagedTable       a table on disk is damaged, or another one than it should be
  - WorkerDied         a process that worked for us is gone
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
    """Nothing of this kind has this name; says which names there are."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = ", ".join(known) or _("none")
        message = _("no {kind} named {name!r}; known: {names}")
        super().__init__(message.format(kind=kind, name=name, names=names))


class OptionError(TableroError, ValueError):
    """The option exists, but its value does not fit."""


class OutsideError(TableroError):
    """A file or a program of the user's cannot be read, used or compiled."""


class SearchStopped(TableroError):
    """A search was stopped before it had an answer."""


class TooLarge(SearchStopped):
    """Nobody has stopped it: it would have to visit more nodes than it may."""


class Disagreement(TableroError):
    """Two programs, or one at two speeds, answer the same question differently."""


class DamagedTable(TableroError):
    """A table on disk is not what it was when it was written, or not the one that was wanted."""


class WorkerDied(TableroError):
    """A process that worked for us is gone, and what it was at is not done."""


def system_reason(error: Exception) -> str:
    """Why the system has refused something; the usual reasons in the language spoken."""
    usual = {
        errno.ENOENT: _("no such file or directory"),
        errno.ENOTDIR: _("a part of the path is not a directory"),
        errno.EISDIR: _("it is a directory"),
        errno.EACCES: _("permission denied"),
        errno.EROFS: _("nothing can be written there"),
        errno.ENOSPC: _("no space left"),
        errno.EMFILE: _("too many files are open"),
        errno.ENFILE: _("too many files are open"),
        errno.ENOMEM: _("there is not enough memory"),
        errno.EAGAIN: _("the system has no room for another process"),
        errno.ENOEXEC: _("it is not a program"),
        errno.EADDRINUSE: _("another program listens there already"),
        errno.EADDRNOTAVAIL: _("this machine has no such address"),
    }
    if not isinstance(error, OSError):
        return str(error)
    return usual.get(error.errno or 0) or error.strerror or str(error)
