"""Positions to experiment on: random ones, or those of a file."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tablero.agents.random_generator import derive
from tablero.errors import NotationError, OptionError, TableroError
from tablero.games.game import Game, read_unfinished
from tablero.locale import _
from tablero.match.openings import PATIENCE, Openings
from tablero.position import ONGOING, position_key


def random_positions(
    game: Game, wanted: int, plies: range, seed: int, choices: int = 1
) -> list[Any]:
    """Return `wanted` different unfinished positions after random moves.

    plies: numbers of random moves, used in turn; a number is dropped when no new position is
        found.
    choices: least number of legal moves in a position.

    Raise OptionError if there are fewer positions.
    """
    found = list(islice(_different(game.start, plies, seed, choices), wanted))
    if len(found) < wanted:
        message = (
            _("{game} has only {found} different positions after {low} to {high} plies")
            if choices == 1
            else _("{game} has only {found} positions to choose in after {low} to {high} plies")
        )
        values = {"found": len(found), "low": plies[0], "high": plies[-1]}
        raise OptionError(message.format(game=game, **values))
    return found


def describe_positions(positions: int, plies: range, seed: int) -> str:
    """Return the description of random positions."""
    message = _("{positions} random positions after {plies} plies, seed {seed}")
    between = f"{plies[0]}-{plies[-1]}" if len(plies) > 1 else str(plies[0])
    return message.format(positions=positions, plies=between, seed=seed)


def _different(start: Any, plies: range, seed: int, choices: int) -> Iterator[Any]:
    known: set[Any] = set()
    sources = [_drawn(start, number, derive(seed, number), choices, known) for number in plies]
    while sources:
        for source in [*sources]:
            position = next(source, None)
            if position is None:
                sources.remove(source)
            else:
                yield position


def _drawn(start: Any, plies: int, seed: int, choices: int, known: set[Any]) -> Iterator[Any]:
    """Yield new positions after this number of plies, and add them to `known`."""
    generator, tries = [seed], 0
    while tries < PATIENCE:
        _moves, position = Openings(plies).random(start, generator)
        tries += 1
        if position.outcome() != ONGOING or position_key(position) in known:
            continue
        if len([*position.moves()]) >= choices:
            known.add(position_key(position))
            tries = 0
            yield position


def read_positions(game: Game, file: Path) -> list[Any]:
    """Return the positions of a file, one per line; empty lines are skipped.

    Raise NotationError for an invalid line, or if the file has no positions.
    """
    found = []
    text = file.read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                position = read_unfinished(game, line)
            except TableroError as error:
                message = _("{file}, line {line}: {reason}")
                values = {"file": file, "line": number, "reason": error}
                raise NotationError(message.format(**values)) from None
            found.append(position)
    if not found:
        raise NotationError(_("{file}: there are no positions").format(file=file))
    return found
