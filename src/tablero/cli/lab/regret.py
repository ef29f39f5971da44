"""`tablero lab regret`: what the moves of agents lose against perfect play."""

import re
from pathlib import Path
from typing import Any

import click

from tablero.cli import complain
from tablero.cli.common import Number, check_time, game_argument, make_command, time_option
from tablero.cli.lab.output import asked, check_out, deliver, out_option
from tablero.cli.progress import run_counted
from tablero.errors import OptionError, TableroError
from tablero.locale import _

MOST_POSITIONS = 1_000_000


def command() -> click.Command:
    text = _(
        "How much the moves of agents lose against perfect play: in the same positions for all, "
        "of a game that can be solved.\n\n"
        "    tablero lab regret connect4 'alphabeta(depth=4)' 'alphabeta(depth=8)' "
        "--positions 100 --plies 2-10\n\n"
        "    tablero lab regret 'kalah(pits=4,seeds=3)' greedy random --out regret.svg\n\n"
        "    tablero lab regret quarry random --positions blocks.txt"
    )
    params: list[click.Parameter] = [
        game_argument(),
        click.Argument(["agents"], metavar=_("AGENT …"), nargs=-1, required=True),
        click.Option(
            ["--positions"],
            default="100",
            metavar=_("N|FILE"),
            help=_("So many random positions, or those of a file, one to a line."),
        ),
        click.Option(
            ["--plies"],
            default="2-8",
            metavar=_("LOW-HIGH"),
            help=_("Random positions come after so many moves."),
        ),
        click.Option(
            ["--seed"], type=Number(), default=1, metavar="N", help=_("Where chance begins.")
        ),
        time_option(_("Leave a position out that is not solved in so many seconds.")),
        out_option(),
    ]
    return make_command("regret", text, regret, params)


def regret(
    game: str,
    agents: tuple[str, ...],
    positions: str,
    plies: str,
    seed: int,
    seconds: float | None,
    out: tuple[Path, ...],
    as_json: bool,
) -> None:
    from tablero.games import load
    from tablero.lab.regret import Oracle, Seat, Survey
    from tablero.lab.regret_report import draw, survey_tables

    check_out(out)
    check_time(seconds)
    rules = load(game)
    oracle, seats = Oracle(rules, seconds), [Seat(text, rules, seed) for text in agents]
    places = _places(rules, positions, plies, seed)
    survey = Survey(oracle, seats, places)
    run_counted(survey.run, lambda: survey.done, len(places), survey.oracle.stop)
    if survey.skipped:
        message = _("{skipped} of {count} positions are left out: they were not solved in time")
        complain(message.format(skipped=len(survey.skipped), count=len(places)))
    if len(survey.skipped) == len(places):
        raise TableroError(_("no position was solved; more --time, or later positions"))
    tables = survey_tables(survey, seed, asked())
    deliver(tables, out, as_json, lambda: draw(survey, seed, asked()))


def _places(rules: Any, positions: str, plies: str, seed: int) -> list[Any]:
    """The positions asked for. Raises TableroError for what cannot be read."""
    from tablero.agents.agent import check_least, check_most
    from tablero.lab.regret import sample

    if not re.fullmatch(r"[+-]?[0-9]{1,18}", positions):
        return _read(rules, Path(positions))
    check_least("positions", int(positions), 1)
    check_most("positions", int(positions), MOST_POSITIONS)
    span = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", plies)
    low, high = (int(span[1]), int(span[2] or span[1])) if span else (1, 0)
    if low > high:
        message = _("plies must be LOW-HIGH, like 10-20, not {plies!r}")
        raise OptionError(message.format(plies=plies))
    return sample(rules, int(positions), (low, high), seed)


def _read(rules: Any, file: Path) -> list[Any]:
    """One position to a line."""
    from tablero.games.game import must_go_on

    places = []
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                places.append(rules.read(line))
                must_go_on(rules, places[-1])
            except TableroError as error:
                message = _("{file}, line {line}: {error}")
                raise OptionError(message.format(file=file, line=number, error=error)) from None
    if not places:
        raise OptionError(_("{file} holds no position").format(file=file))
    return places
