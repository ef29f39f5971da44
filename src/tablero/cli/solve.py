"""`tablero solve`: the exact score of a position and of every move."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click

import tablero.games as games
from tablero.cli import complain
from tablero.cli.book import book_options, build
from tablero.cli.common import (
    Number,
    check_threads,
    check_time,
    game_argument,
    make_command,
    number_option,
    place_record,
    position_argument,
    print_json,
    print_table,
    terminal_paint,
    threads_option,
    time_option,
)
from tablero.cli.positions import NamedPosition, SeveralMoves, moves_option, unfinished_place
from tablero.cli.progress import run_watched
from tablero.cli.solving import giving_up, ready, solved_with
from tablero.errors import IllegalMove, ImpossiblePosition, NotationError, OptionError, UnknownName
from tablero.games.game import Game
from tablero.limits import Between
from tablero.locale import _
from tablero.numbers import grouped, signed

STDIN = "-"
"""The position that stands for the lines of standard input."""


def command() -> click.Command:
    from tablero.solve import MOST_NODES

    text = _(
        "Solve a position: its exact score for the side to move, the exact score of every move, "
        "and a principal variation. With - as the position, positions are read from standard "
        "input, one per line, and each is answered with a line: the score alone, or JSON. Games "
        "without a solver are searched exhaustively, where that takes no more than {nodes} "
        "nodes.\n\n"
        "    tablero solve connect4 4444441\n\n"
        "    tablero solve 'connect4(columns=6,rows=5)' --score-only\n\n"
        "    tablero solve 'kalah(capture=empty)' --score-only\n\n"
        "    tablero solve quarry 200x200x199\n\n"
        "    tablero solve my_game.py --play 4 4 5 --nodes 100000000\n\n"
        "    tablero solve 'connect4(columns=5,rows=5)' --build-book 8"
    ).format(nodes=grouped(MOST_NODES))
    params = [game_argument(), position_argument(), moves_option()]
    params += [*_search_options(), *book_options()]
    return make_command("solve", text, solve, params, SeveralMoves)


def _search_options() -> list[click.Parameter]:
    return [
        threads_option(_("Number of threads; default: one per processor."), os.cpu_count() or 1),
        time_option(_("Time limit; the exit code is 1 when it is reached.")),
        number_option("--nodes", _("Exhaustive search: nodes that it may visit.")),
        click.Option(
            ["--book/--no-book"],
            default=True,
            show_default=True,
            help=_("Use the opening book, where there is one."),
        ),
        click.Option(
            ["--endgame"],
            type=Number(),
            metavar=_("SEEDS"),
            help=_(
                "Seeds of the endgame tablebase, where the game has one; default: as suits the "
                "position."
            ),
        ),
        click.Option(
            ["--score-only"],
            is_flag=True,
            help=_("Print the score of the position without those of its moves."),
        ),
        click.Option(
            ["--compare"],
            is_flag=True,
            help=_("With -: compare each score with the expected one, the last word of its line."),
        ),
        click.Option(
            ["--whole-line"],
            is_flag=True,
            help=_(
                "Continue the principal variation beyond the opening book, which takes longer."
            ),
        ),
    ]


def solve(
    game: str,
    position: str,
    moves: tuple[str, ...],
    threads: int,
    seconds: float | None,
    nodes: int | None,
    book: bool,
    endgame: int | None,
    score_only: bool,
    compare: bool,
    whole_line: bool,
    stones: int | None,
    out: Path | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    from tablero.solve import solver_of

    check_threads(threads)
    check_time(seconds)
    Between(1).check("nodes", nodes)
    rules = games.load(game)
    if stones is not None and not position and not moves:
        build(rules, stones, out, threads, cluster, seconds, as_json)
    elif stones is not None or out is not None or cluster is not None:
        message = _("--build-book N takes no position; --out and --cluster need --build-book N")
        raise OptionError(message)
    else:
        if compare and position != STDIN:
            raise OptionError(_("--compare needs - for a position: lines with scores"))
        if moves and position == STDIN:
            raise OptionError(_("--play needs one position, not the lines of standard input"))
        if endgame is not None and not (rules.solver and rules.solver.endgames):
            kind = _("game with an endgame tablebase")
            raise UnknownName(kind, rules.name, solved_with("endgames"))
        solver = ready(lambda: solver_of(rules, threads, book, endgame, nodes))
        with giving_up(solver, seconds):
            if position == STDIN:
                _answer_lines(rules, solver, compare, score_only, whole_line, as_json)
            else:
                place = unfinished_place(rules, position, moves)
                record = _solved(rules, solver, place, score_only, whole_line)
                if as_json:
                    print_json(record)
                else:
                    click.echo(rules.draw(place.position, terminal_paint()) + "\n")
                    _print(record)
        if solver.complaint:
            complain(solver.complaint)


def _answer_lines(
    rules: Game, solver: Any, compare: bool, score_only: bool, whole_line: bool, as_json: bool
) -> None:
    """Print one answer per line of the input. Exit with code 1 if a score is not as expected."""
    wrong = 0
    for number, text in enumerate(map(str.strip, sys.stdin or ()), 1):
        if not text:
            continue
        with _in_line(number):
            position, wanted = _with_score(text) if compare else (text, None)
            place = unfinished_place(rules, position)
            record = _solved(rules, solver, place, score_only or not as_json, whole_line)
        (print_json if as_json else _print_score)(record)
        if wanted is not None and record["score"] != wanted:
            message = _(
                "line {number} of the input: {position} has the score {score}, not {wanted}"
            )
            details = {"number": number, "position": position, "wanted": signed(wanted)}
            complain(message.format(score=signed(record["score"]), **details))
            wrong += 1
    if wrong:
        raise click.exceptions.Exit(1)


def _with_score(line: str) -> tuple[str, int]:
    """Split a line into a position and its expected score. Raise NotationError if it has none."""
    position, _blank, score = line.rpartition(" ")
    if not position or not re.fullmatch(r"[+-]?[0-9]{1,9}", score):
        message = _(
            "{line!r} does not end with a score, expected a position, a space and a number"
        )
        raise NotationError(message.format(line=line))
    return position, int(score)


@contextmanager
def _in_line(number: int) -> Iterator[None]:
    """Add the number of the input line to the message of an error in a position."""
    try:
        yield
    except (NotationError, IllegalMove, ImpossiblePosition) as error:
        message = _("line {number} of the input: {reason}")
        raise type(error)(message.format(number=number, reason=error)) from None


def _solved(
    rules: Game, solver: Any, place: NamedPosition, score_only: bool, whole_line: bool
) -> dict[str, Any]:
    from tablero.solve import solve as solve_position

    start = place.position
    work = partial(solve_position, solver, start, score_only, whole_line)
    found = run_watched(work, lambda: _progress(solver), solver.stop)
    return place_record(rules, start, place.text) | {
        "score": found.score,
        "moves": {rules.move_name(start, move): score for move, score in found.moves.items()},
        "best": [rules.move_name(start, move) for move in found.best],
        "line": rules.line_names(start, found.line),
        "whole_line": found.whole,
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


def _progress(solver: Any) -> str:
    if solver.prepared() < 1:
        return _("endgame tablebase: {percent} %").format(percent=int(100 * solver.prepared()))
    return _("{nodes} nodes").format(nodes=grouped(solver.nodes))


def _print_score(record: dict[str, Any]) -> None:
    click.echo(record["score"])


def _print(record: dict[str, Any]) -> None:
    click.echo(_("score {score} (exact)").format(score=signed(record["score"])))
    if record["moves"]:
        moves = (f"{name} {signed(score)}" for name, score in record["moves"].items())
        click.echo(_("moves {moves}").format(moves=", ".join(moves)))
        goes_on = [] if record["whole_line"] else ["…"]
        click.echo(_("principal variation {line}").format(line=" ".join(record["line"] + goes_on)))
    click.echo()
    nodes, seconds = grouped(record["nodes"]), f"{record['seconds']:.3f}"
    print_table([(_("nodes visited"), nodes), (_("seconds"), seconds)])
