"""`tablero lab mistakes`: the moves of a recorded game that lose against perfect play."""

from pathlib import Path

import click

from tablero.cli import complain
from tablero.cli.common import asked, check_time, make_command, time_option
from tablero.cli.lab.output import check_out, deliver, out_option
from tablero.cli.progress import run_counted
from tablero.cli.replay import record_params, wanted_record
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "List the moves of a recorded game that lose something against perfect play, the worst "
        "first, with a better move and both exact scores; positions that are too large to be "
        "solved are left out.\n\n"
        "    tablero match 'kalah(pits=4,seeds=3)' greedy random --games 10 --out games.jsonl\n\n"
        "    tablero lab mistakes games.jsonl --game 7\n\n"
        "    tablero lab mistakes games.jsonl --game 7 --out mistakes.svg"
    )
    params: list[click.Parameter] = [
        *record_params(),
        time_option(_("Time limit for solving a move; a move that takes longer is left out.")),
        out_option(),
    ]
    return make_command("mistakes", text, mistakes, params)


def mistakes(
    file: Path, number: int | None, seconds: float | None, out: tuple[Path, ...], as_json: bool
) -> None:
    from tablero.games import load
    from tablero.lab.regret import GameReview, Oracle
    from tablero.lab.regret_report import draw_review, review_tables

    check_out(out)
    check_time(seconds)
    record = wanted_record(file, number, ())
    review = GameReview(record, Oracle(load(record.game), seconds))
    run_counted(review.run, lambda: review.done, review.total, review.oracle.stop)
    for line in review.warnings():
        complain(line)
    deliver(review_tables(review, asked()), out, as_json, lambda: draw_review(review, asked()))
