"""`tablero solve`: what best play leads to, and the exact score of every move."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from tablero import games
from tablero.cli.common import (
    Number,
    game_argument,
    grouped,
    make_command,
    place_record,
    position_argument,
    print_json,
    print_table,
    signed,
    terminal_paint,
)
from tablero.cli.progress import run_watched
from tablero.errors import OptionError
from tablero.games.game import Game, must_go_on
from tablero.locale import _

STDIN = "-"


def command() -> click.Command:
    text = _(
        "Solve a position: its exact score for the side to move, the exact score of every move, "
        "and a best line. A position of - reads one position from each line of the input and "
        "answers each with a line: the score alone, or JSON.\n\n"
        "    tablero solve connect4 4444441\n\n"
        "    tablero solve 'connect4(columns=6,rows=5)' --score-only\n\n"
        "    tablero solve quarry 200x200x199"
    )
    options: list[click.Parameter] = [
        click.Option(
            ["--threads"],
            type=Number(),
            default=os.cpu_count() or 1,
            metavar="N",
            help=_("Threads that search together; else one for every processor."),
        ),
        click.Option(
            ["--book/--no-book"],
            default=True,
            show_default=True,
            help=_("Ask the opening table, where there is one."),
        ),
        click.Option(["--score-only"], is_flag=True, help=_("Leave the single moves out.")),
    ]
    return make_command("solve", text, solve, [game_argument(), position_argument(), *options])


def solve(
    game: str, position: str, threads: int, book: bool, score_only: bool, as_json: bool
) -> None:
    from tablero.solve import solver_of

    if threads < 1:
        raise OptionError(_("threads must be 1 or more, not {threads}").format(threads=threads))
    rules = games.load(game)
    solver = run_watched(
        lambda: solver_of(rules, threads, book), lambda: _("compiling …"), lambda: None
    )
    if position == STDIN:
        for text in _lines():
            record = _solved(rules, solver, text, score_only or not as_json)
            if as_json:
                print_json(record)
            else:
                click.echo(record["score"])
        return
    record = _solved(rules, solver, position, score_only)
    if as_json:
        print_json(record)
    else:
        click.echo(rules.draw(rules.read(position), terminal_paint()) + "\n")
        _print(record)


def _lines() -> Iterator[str]:
    """The lines of the input that are not empty."""
    for line in sys.stdin:
        if line.strip():
            yield line.strip()


def _solved(rules: Game, solver: Any, text: str, score_only: bool) -> dict[str, Any]:
    from tablero.solve import solve as solve_position

    start = rules.read(text)
    must_go_on(rules, start)
    found = run_watched(
        lambda: solve_position(solver, start, score_only),
        lambda: _("{nodes} nodes").format(nodes=grouped(solver.nodes)),
        solver.stop,
    )
    return place_record(rules, start, rules.after(text, [], start)) | {
        "score": found.score,
        "moves": {rules.move_name(start, move): score for move, score in found.moves.items()},
        "best": [rules.move_name(start, move) for move in found.best],
        "line": rules.line_names(start, found.line),
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


def _print(record: dict[str, Any]) -> None:
    click.echo(_("score {score} (exact)").format(score=signed(record["score"])))
    if record["moves"]:
        moves = (f"{name} {signed(score)}" for name, score in record["moves"].items())
        click.echo(_("moves {moves}").format(moves=", ".join(moves)))
        click.echo(_("best line {line}").format(line=" ".join(record["line"])))
    click.echo()
    nodes, seconds = grouped(record["nodes"]), f"{record['seconds']:.3f}"
    print_table([(_("nodes visited"), nodes), (_("seconds"), seconds)])
