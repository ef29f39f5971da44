"""`tablero export`: write an agent as a file for an external competition."""

from pathlib import Path
from typing import Any

import click

import tablero.games as games
from tablero import agents
from tablero.cli.common import file_option, make_command, print_json
from tablero.errors import OptionError, system_reason
from tablero.locale import _
from tablero.numbers import grouped

KAGGLE_SECONDS = 2
"""Seconds that Kaggle allows for a move."""


def command() -> click.Command:
    text = _(
        "Write an agent as one Python file that needs nothing else, for a competition: for "
        "Kaggle's ConnectX. It chooses the moves that the agent chooses here.\n\n"
        "    tablero export connectx 'alphabeta(depth=4)' --out submission.py"
    )
    where = click.Argument(["competition"], type=click.Choice(["connectx"]))
    who = click.Argument(["agent"], metavar=_("AGENT"))
    game = click.Option(
        ["--game"],
        default="connect4",
        show_default=True,
        metavar=_("GAME"),
        help=_("The board, if it is not the default one."),
    )
    out = file_option("--out", _("The file to write."))
    out.required = True
    return make_command("export", text, export, [where, who, game, out])


def export(competition: str, agent: str, game: str, out: Path, as_json: bool) -> None:
    from tablero.adapters.connectx import first_move_seconds, require_connect4, submission

    rules = require_connect4(games.load(game), competition)
    text = submission(agents.load(agent), rules)
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        message = _("cannot write {path}: {reason}")
        raise OptionError(message.format(path=out, reason=system_reason(error))) from None
    seconds = first_move_seconds(out, rules)
    record = {"file": str(out), "lines": text.count("\n"), "seconds": round(seconds, 6)}
    (print_json if as_json else _print)(record)


def _print(record: dict[str, Any]) -> None:
    lines = _("{lines} lines: {file}")
    click.echo(lines.format(lines=grouped(record["lines"]), file=record["file"]))
    message = _("first move: {seconds:.3f} seconds; Kaggle allows {most}")
    click.echo(message.format(seconds=record["seconds"], most=KAGGLE_SECONDS))
