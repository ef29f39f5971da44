"""Questions with a default, which is used for empty and for invalid answers."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from tablero.cli.prompt import read_line
from tablero.errors import TableroError
from tablero.locale import _, in_every_language

T = TypeVar("T")


def ask_word(question: str, words: Sequence[str], usual: str) -> str:
    """Ask for one of these words, in any language, or for a prefix of only one of them."""
    shown = " | ".join(map(_, words))
    answer = read_line(f"{question} ({shown}) [{said(usual)}]: ").lower()
    if not answer:
        return usual
    forms = {form.lower(): word for word in words for form in in_every_language(word)}
    found = {word for form, word in forms.items() if form.startswith(answer)}
    if answer in forms:
        return forms[answer]
    if len(found) == 1:
        return found.pop()
    message = _("{answer!r} is not one of these; using the default, {usual}")
    click.echo(message.format(answer=answer, usual=said(usual)))
    return usual


def ask_number(question: str, least: int, most: int, usual: int) -> int:
    """Ask for an integer; one that is too small or too large is replaced by the nearest limit."""
    answer = read_line(f"{question} ({least} - {most}) [{usual}]: ")
    if not answer:
        return usual
    try:
        number = int(answer)
    except ValueError:
        message = _("{answer!r} is not an integer; using the default, {usual}")
        click.echo(message.format(answer=answer, usual=usual))
        return usual
    nearest = max(least, min(number, most))
    if nearest != number:
        message = _("{number} is not possible; the nearest is {nearest}")
        click.echo(message.format(number=number, nearest=nearest))
    return nearest


def ask_text(question: str, parse: Callable[[str], T], usual: str) -> T:
    """Ask for a text and return it parsed; use the default if `parse` raises TableroError."""
    answer = read_line(f"{question} [{usual}]: ")
    try:
        return parse(answer or usual)
    except TableroError as error:
        message = _("{error}; using the default, {usual}")
        click.echo(message.format(error=error, usual=usual))
        return parse(usual)


def said(word: str) -> str:
    """Return a word in the current language."""
    return _(word)
