"""Questions with a default, which is used for empty and for invalid answers."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from tablero.cli.prompt import read_line
from tablero.errors import TableroError
from tablero.locale import _, in_every_language

T = TypeVar("T")


def ask_word(question: str, words: Sequence[str], default: str) -> str:
    """Ask for one of these words, in any language, or for a prefix of only one of them."""
    shown, shown_default = " | ".join(map(_, words)), _(default)
    answer = read_line(f"{question} ({shown}) [{shown_default}]: ").lower()
    if not answer:
        return default
    forms = {form.lower(): word for word in words for form in in_every_language(word)}
    found = {word for form, word in forms.items() if form.startswith(answer)}
    if answer in forms:
        return forms[answer]
    if len(found) == 1:
        return found.pop()
    message = _("{answer!r} is not one of these; using the default, {usual}")
    click.echo(message.format(answer=answer, usual=shown_default))
    return default


def ask_number(question: str, least: int, most: int, default: int) -> int:
    """Ask for an integer; one that is too small or too large is replaced by the nearest limit."""
    answer = read_line(f"{question} ({least} - {most}) [{default}]: ")
    if not answer:
        return default
    try:
        number = int(answer)
    except ValueError:
        message = _("{answer!r} is not an integer; using the default, {usual}")
        click.echo(message.format(answer=answer, usual=default))
        return default
    nearest = max(least, min(number, most))
    if nearest != number:
        message = _("{number} is not possible; the nearest is {nearest}")
        click.echo(message.format(number=number, nearest=nearest))
    return nearest


def ask_text(question: str, parse: Callable[[str], T], default: str) -> T:
    """Ask for a text and return it parsed; use the default if `parse` raises TableroError."""
    answer = read_line(f"{question} [{default}]: ")
    try:
        return parse(answer or default)
    except TableroError as error:
        message = _("{error}; using the default, {usual}")
        click.echo(message.format(error=error, usual=default))
        return parse(default)
