"""Positions on the command line: a text, and the moves of `--play`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from tablero.errors import IllegalMove, NotationError
from tablero.games.game import Game, unfinished
from tablero.locale import _
from tablero.position import Move


class SeveralMoves(click.Command):
    """A command whose option `--play` takes all words that follow it."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        spread: list[str] = []
        playing = False
        for word in args:
            if word.startswith("-"):
                playing = word == "--play" or word.startswith("--play=")
                spread += ["--play", word[7:]] if word.startswith("--play=") else [word]
            else:
                spread += ["--play", word] if playing and spread[-1] != "--play" else [word]
        return super().parse_args(context, spread)


def moves_option() -> click.Option:
    """Return the option `--play`, for commands that are SeveralMoves."""
    return click.Option(
        ["--play", "moves"],
        multiple=True,
        metavar=_("MOVE …"),
        help=_("Moves to play first, one by one."),
    )


@dataclass(frozen=True)
class NamedPosition:
    """A position and how it was reached.

    text: its notation.
    last: the last of the moves that led to it and the position before; None without moves.
    """

    position: Any
    text: str
    last: tuple[Any, Move] | None = None


def place_of(rules: Game, text: str, moves: Sequence[str] = ()) -> NamedPosition:
    """Return the position that `moves` lead to from the position of a text."""
    position, names, last = rules.read(text), [], None
    for words in moves:
        for name in _names(rules, position, words):
            move = rules.parse_move(position, name)
            names.append(rules.move_name(position, move))
            last, position = (position, move), position.play(move)
    return NamedPosition(position, rules.after(text, names, position), last)


def unfinished_place(rules: Game, text: str, moves: Sequence[str] = ()) -> NamedPosition:
    """Return the same. Raise ImpossiblePosition if the game is over there."""
    place = place_of(rules, text, moves)
    unfinished(rules, place.position)
    return place


def _names(rules: Game, position: Any, words: str) -> list[str]:
    """Return the moves of a text: it is the name of one move, or several names with blanks."""
    names = words.split()
    if _is_legal(rules, position, words) or not _is_legal(rules, position, "".join(names[:1])):
        return [words]
    return names


def _is_legal(rules: Game, position: Any, name: str) -> bool:
    try:
        rules.parse_move(position, name)
    except (IllegalMove, NotationError):
        return False
    return True
