"""Lines of input from the user at a terminal, or from a pipe."""

import contextlib
import sys

import click

UNREADABLE = "\ufffd"
"""Replacement for input that cannot be decoded."""


class Leave(BaseException):
    """The exception for a user who quits, or for the end of the input.

    As a BaseException it passes through the referee, which handles errors of players.
    """


def at_a_terminal() -> bool:
    """Return whether the input is a terminal, so that the user can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def read_line(question: str) -> str:
    """Return the answer to a question, stripped. Answers from a pipe are echoed.

    Raise Leave at the end of the input.
    """
    if sys.stdin is None:  # Python sets it to None if it is closed.
        raise Leave
    if at_a_terminal():
        with contextlib.suppress(ImportError):  # Some systems do not have it.
            import readline  # noqa: F401  It gives input() arrow keys.
    try:
        answer = input(question)
    except UnicodeDecodeError:
        answer = UNREADABLE
    except EOFError:
        click.echo()
        raise Leave from None
    except KeyboardInterrupt:
        click.echo()
        raise
    if not at_a_terminal():
        click.echo(answer)
    return answer.strip()
