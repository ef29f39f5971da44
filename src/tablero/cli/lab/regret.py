"""`tablero lab regret`: what the moves of agents lose against perfect play."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from tablero.cli import complain
from tablero.cli.common import (
    asked,
    check_time,
    game_argument,
    load_machine,
    make_command,
    time_option,
)
from tablero.cli.lab.output import check_out, deliver, out_option
from tablero.cli.lab.positions import chosen_positions, position_options
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.cli.progress import run_counted
from tablero.errors import TableroError
from tablero.locale import _

DEFAULT_POSITIONS, DEFAULT_PLIES = 100, "2-8"
"""Defaults: the number of positions, and of random moves that lead to them."""


def command() -> click.Command:
    text = _(
        "Measure how much the moves of agents lose against perfect play, in the same positions "
        "of a game that can be solved.\n\n"
        "    tablero lab regret connect4 'alphabeta(depth=4)' 'alphabeta(depth=8)' --positions "
        "100 --plies 2-10\n\n"
        "    tablero lab regret 'kalah(pits=4,seeds=3)' greedy random --out regret.svg\n\n"
        "    tablero lab regret quarry random --from blocks.txt"
    )
    params: list[click.Parameter] = [
        game_argument(),
        click.Argument(["agents"], metavar=_("AGENT …"), nargs=-1, required=True),
        *position_options(DEFAULT_POSITIONS, DEFAULT_PLIES),
        *pool_options(),
        time_option(
            _("Time limit for solving a position; a position that takes longer is left out.")
        ),
        out_option(),
    ]
    return make_command("regret", text, regret, params)


def regret(
    game: str,
    agents: tuple[str, ...],
    seed: int,
    seconds: float | None,
    workers: int,
    cluster: str | None,
    out: tuple[Path, ...],
    as_json: bool,
    **where: Any,
) -> None:
    from tablero.games import load
    from tablero.lab.regret import Oracle, Survey, TwoSidedAgent
    from tablero.lab.regret_job import run_survey
    from tablero.lab.regret_report import draw, survey_tables

    check_out(out)
    check_time(seconds)
    check_pool(workers, cluster)
    rules = load(game)
    machines = [str(load_machine(text)) for text in agents]
    oracle = Oracle(rules, seconds)
    players = [TwoSidedAgent(text, rules, seed) for text in machines]
    positions, _description = chosen_positions(
        rules, seed=seed, default=DEFAULT_POSITIONS, choices=2, **where
    )
    survey = Survey(oracle, players, positions)
    with open_pool(workers, cluster) as pool:
        run_counted(
            partial(run_survey, survey, pool), lambda: survey.done, len(positions), survey.stop
        )
    for line in survey.warnings():
        complain(line)
    if len(survey.skipped) == len(positions):
        raise TableroError(_("no position was solved; give more --time, or later positions"))
    tables = survey_tables(survey, seed, asked())
    deliver(tables, out, as_json, lambda: draw(survey, seed, asked()))
