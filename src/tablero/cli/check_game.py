"""`tablero check-game`: everything that is wrong with a game in a file."""

from typing import TYPE_CHECKING

import click

from tablero.cli.common import check_seed, make_command, number_option, print_json, seed_option
from tablero.cli.progress import run_counted
from tablero.limits import Between
from tablero.locale import _
from tablero.numbers import grouped

if TYPE_CHECKING:
    from tablero.games.harness import GameReport
    from tablero.games.harness.findings import GameFinding

GAMES = 50
"""Default number of random games."""

MOST_GAMES = 100_000
"""Largest number of random games."""


def command() -> click.Command:
    text = _(
        "Check a game of your own: random games interpreted and compiled, moves and positions "
        "read back, turns, margins, keys, and what the game brings. The exit code is 1 if "
        "something is wrong.\n\n"
        "    tablero check-game my_game.py\n\n"
        "    tablero check-game 'my_game.py(size=5)' --games 500 --json"
    )
    params: list[click.Parameter] = [
        click.Argument(["game"], metavar=_("FILE")),
        number_option("--games", _("Number of random games."), GAMES),
        seed_option(),
    ]
    return make_command("check-game", text, check_game, params)


def check_game(game: str, games: int, seed: int, as_json: bool) -> None:
    from tablero.games.harness import GameCheck

    Between(1, MOST_GAMES).check("games", games)
    check_seed(seed)
    exam = GameCheck(game, games, seed)
    report = run_counted(exam.run, lambda: exam.done, exam.total, exam.stop, lambda: _("checking"))
    if as_json:
        print_json(_record(report))
    else:
        _print(report)
    if not report.is_right:
        raise click.exceptions.Exit(1)


def _record(report: "GameReport") -> dict[str, object]:
    return {
        "game": report.game,
        "right": report.is_right,
        "games": report.games,
        "positions": report.positions,
        "shortest": report.shortest,
        "longest": report.longest,
        "speeds": report.speeds,
        "findings": [
            {
                "kind": finding.kind.value,
                "warning": finding.is_warning,
                "file": finding.file,
                "line": finding.line,
                "method": finding.method,
                "position": finding.position,
                "moves": finding.moves,
                "message": finding.text,
                "command": finding.command,
            }
            for finding in report.findings
        ],
    }


def _print(report: "GameReport") -> None:
    for finding in report.findings:
        _print_finding(finding)
    if report.games:
        message = _("{games} random games of {shortest} to {longest} moves, {positions} positions")
        counts = {"games": grouped(report.games), "positions": grouped(report.positions)}
        lengths = {"shortest": report.shortest, "longest": report.longest}
        click.echo(message.format(**counts, **lengths))
    if report.is_right:
        speeds = [_("interpreted"), _("interpreted and compiled")][report.speeds - 1]
        click.echo(_("nothing is wrong ({speeds})").format(speeds=speeds))


def _print_finding(finding: "GameFinding") -> None:
    kind = _("warning: {text}") if finding.is_warning else "{text}"
    click.echo(kind.format(text=finding.text))
    if finding.position:
        click.echo("  " + _("position {text}").format(text=finding.position))
    if finding.moves:
        click.echo("  " + _("moves played: {moves}").format(moves=" ".join(finding.moves)))
    click.echo("  " + _("to see it: {command}").format(command=finding.command) + "\n")
