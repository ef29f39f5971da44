"""The positions of an experiment, as the command line asks for them."""

import re
from pathlib import Path
from typing import Any

import click

from tablero.agents.agent import check_least, check_most
from tablero.cli.common import Number
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.locale import _

USUAL_PLIES = "2-12"
MOST, MOST_PLIES = 100_000, 10_000
MOST_SEED = 1 << 61


def position_options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--positions"],
            type=Number(),
            metavar="N",
            help=_("So many random positions, all different; else the start alone."),
        ),
        click.Option(
            ["--plies"],
            default=USUAL_PLIES,
            show_default=True,
            metavar=_("LOW-HIGH"),
            help=_("After so many random moves, each number in turn."),
        ),
        click.Option(
            ["--from", "file"],
            type=click.Path(dir_okay=False, exists=True, path_type=Path),
            metavar=_("FILE"),
            help=_("The positions of this file, one a line."),
        ),
        seed_option(),
    ]


def seed_option() -> click.Option:
    return click.Option(
        ["--seed"],
        type=Number(),
        default=1,
        show_default=True,
        metavar="N",
        help=_("Where chance begins."),
    )


def check_seed(seed: int) -> None:
    check_most("seed", abs(seed), MOST_SEED)


def chosen_positions(
    rules: Game, positions: int | None, plies: str, file: Path | None, seed: int
) -> tuple[list[Any], str]:
    """The positions that were asked for, and what they are called.

    Raises TableroError for what cannot be.
    """
    from tablero.lab.positions import random_positions, read_positions

    check_seed(seed)
    if positions is not None and file is not None:
        raise OptionError(_("either --positions N or --from FILE, not both"))
    if file is not None:
        return read_positions(rules, file), _("positions of {file}").format(file=file)
    if positions is None:
        return [rules.start], _("the start")
    check_least("positions", positions, 1)
    check_most("positions", positions, MOST)
    found = random_positions(rules, positions, parse_plies(plies), seed)
    told = _("{positions} random positions after {plies} plies, seed {seed}")
    return found, told.format(positions=positions, plies=plies, seed=seed)


def parse_plies(text: str) -> range:
    """`4-12`, or one number."""
    numbers = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", text.strip())
    low, high = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (1, 0)
    if not low <= high <= MOST_PLIES:
        message = _("plies must be LOW-HIGH, like 4-12, up to {most}; not {text!r}")
        raise OptionError(message.format(most=MOST_PLIES, text=text))
    return range(low, high + 1)
