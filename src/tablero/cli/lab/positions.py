"""Options for the positions of an experiment."""

import re
from pathlib import Path
from typing import Any

import click

from tablero.cli.common import check_seed, number_option, seed_option
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.limits import Between
from tablero.locale import _

DEFAULT_PLIES = "2-12"
"""Default range of the number of random moves."""

MAX_POSITIONS, MAX_PLIES = 100_000, 10_000
"""Largest numbers of positions, and of random moves that lead to one."""


def position_options(
    default: int | None = None, plies: str = DEFAULT_PLIES
) -> list[click.Parameter]:
    """Return the options that select positions.

    default: default number of random positions; None: only the start.
    plies: default number of random moves that lead to them, as a range.
    """
    help = (
        _("Number of random positions, all different; default: only the initial position.")
        if default is None
        else _("Number of random positions, all different; default: {usual}.").format(
            usual=default
        )
    )
    return [
        number_option("--positions", help),
        click.Option(
            ["--plies"],
            default=plies,
            show_default=True,
            metavar=_("LOW-HIGH"),
            help=_("Random moves before each position; the numbers take turns."),
        ),
        click.Option(
            ["--from", "file"],
            type=click.Path(path_type=Path),
            metavar=_("FILE"),
            help=_("Read the positions from this file, one per line."),
        ),
        seed_option(),
    ]


def chosen_positions(
    rules: Game,
    positions: int | None,
    plies: str,
    file: Path | None,
    seed: int,
    default: int | None = None,
    choices: int = 1,
) -> tuple[list[Any], str]:
    """Return the selected positions and a text that describes them.

    Raise TableroError for invalid options.

    default: default number of positions, as in `position_options`.
    choices: smallest number of legal moves in a random position.
    """
    from tablero.lab.positions import describe_positions, random_positions, read_positions

    check_seed(seed)
    moves = parse_plies(plies)
    if positions is not None and file is not None:
        raise OptionError(_("either --positions N or --from FILE, not both"))
    if file is not None:
        return read_positions(rules, file), _("positions of {file}").format(file=file)
    positions = default if positions is None else positions
    if positions is None:
        return [rules.start], _("the initial position")
    Between(1, MAX_POSITIONS).check("positions", positions)
    found = random_positions(rules, positions, moves, seed, choices)
    return found, describe_positions(positions, moves, seed)


def parse_plies(text: str) -> range:
    """Parse a range such as `4-12`, or a single number. Raise OptionError for other texts."""
    numbers = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", text.strip())
    low, high = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (1, 0)
    if not low <= high <= MAX_PLIES:
        message = _("plies must be LOW-HIGH, like 4-12, up to {most}; not {text!r}")
        raise OptionError(message.format(most=MAX_PLIES, text=text))
    return range(low, high + 1)
