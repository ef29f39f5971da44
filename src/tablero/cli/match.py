"""`tablero match`: many games between two agents, and their statistics."""

import re
from typing import Any

import click

from tablero.cli.common import (
    depth_option,
    file_option,
    game_argument,
    make_command,
    number_option,
    openings_option,
    time_option,
)
from tablero.cli.pool import pool_options
from tablero.locale import _

LISTS = ("--sprt", "--openings")
"""Options whose value is a list of `name=value`."""

VALUE = re.compile(r"\w+=[^()]*")
"""An item of such a list."""


def command() -> click.Command:
    text = _(
        "Play many games between two agents, half of them started by each: wins, draws and "
        "losses of the first, the difference in Elo and its confidence interval. Games come in "
        "pairs with the same opening and sides swapped.\n\n"
        "    tablero match kalah minimax random --games 100 --seed 1\n\n"
        "    tablero match connect4 'alphabeta(depth=4)' 'alphabeta(depth=2)' --games 200 "
        "--openings plies=4 --workers 2\n\n"
        "    tablero match connect4 'alphabeta(depth=4)' 'alphabeta(depth=3)' --games 10000 "
        "--openings plies=6 --sprt elo0=0,elo1=50 --out games.jsonl"
    )
    who: list[click.Parameter] = [
        game_argument(),
        click.Argument(["first"], metavar=_("FIRST")),
        click.Argument(["second"], metavar=_("SECOND")),
    ]
    return make_command("match", text, match, [*who, *_options(), *_limits()], Spaced)


class Spaced(click.Command):
    """A command in which `--sprt elo0=0 elo1=5` is the same as `--sprt elo0=0,elo1=5`."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        words: list[str] = []
        for word in args:
            if VALUE.fullmatch(word) and len(words) > 1 and words[-2] in LISTS:
                words[-1] += f",{word}"
            else:
                words.append(word)
        return super().parse_args(context, words)


def _options() -> list[click.Parameter]:
    return [
        number_option(
            "--games", _("Number of games, even; with --sprt, the maximum."), required=True
        ),
        number_option("--seed", _("Seed of the random generator; default: drawn and shown.")),
        *pool_options(),
        openings_option(),
        click.Option(
            ["--sprt"],
            metavar="elo0=A,elo1=B",
            help=_(
                "Stop as soon as the sequential test accepts a hypothesis; also alpha=, beta= "
                "and model=normalized|logistic."
            ),
        ),
        file_option("--out", _("Write a line of JSON for each game.")),
        click.Option(
            ["--resume"],
            is_flag=True,
            help=_("Play only the games that are missing in that file."),
        ),
    ]


def _limits() -> list[click.Parameter]:
    return [
        depth_option(_("Depth limit of an agent, in plies.")),
        number_option("--nodes", _("Nodes that an agent may visit per move.")),
        time_option(_("Seconds that an agent may take per move.")),
        number_option("--max-moves", _("Move limit: a game of this length is a draw.")),
    ]


def match(**choices: Any) -> None:
    from tablero.cli.contest import play_match

    play_match(**choices)
