"""A line from whoever sits at the terminal, or from a pipe."""

import contextlib
import sys

import click

UNREADABLE = "\ufffd"
"""Stands for bytes that are no text."""


class Leave(BaseException):
    """Somebody wants to stop, or the input is at its end. That is no error, so no referee takes
    it for one."""


def at_a_terminal() -> bool:
    """Is there somebody to ask?"""
    return sys.stdin is not None and sys.stdin.isatty()


def read_line(question: str) -> str:
    """The answer, without blanks around it; a pipe's answers are printed, as a terminal does.

    Raises Leave at the end of the input.
    """
    if sys.stdin is None:  # it may have been closed
        raise Leave
    if at_a_terminal():
        with contextlib.suppress(ImportError):  # not on every system
            import readline  # noqa: F401  input() has its arrow keys from it
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
