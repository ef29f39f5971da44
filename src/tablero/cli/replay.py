"""`tablero replay`: show a recorded game step by step."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli import complain
from tablero.cli.common import Number, make_command, print_json
from tablero.cli.prompt import at_a_terminal
from tablero.errors import NotationError, OptionError
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.match.record import Record


def command() -> click.Command:
    text = _(
        "Show a recorded game: step by step at a terminal, otherwise every position. Lines of "
        "the file that are not legal games are reported and skipped.\n\n"
        "    tablero replay games.jsonl\n\n"
        "    tablero replay games.jsonl --game 7 --moves"
    )
    params: list[click.Parameter] = [
        *record_params(),
        click.Option(["--moves"], is_flag=True, help=_("Show only the moves.")),
        click.Option(
            ["--rules"],
            multiple=True,
            metavar=_("FILE"),
            help=_("Your game that the records name: its code is run."),
        ),
    ]
    return make_command("replay", text, replay, params)


def record_params() -> list[click.Parameter]:
    """Return the parameters for one game of a file, which `wanted_record` reads."""
    return [
        click.Argument(["file"], metavar=_("FILE"), type=click.Path(path_type=Path)),
        click.Option(
            ["--game", "number"],
            type=Number(),
            metavar="N",
            help=_("Number of the game in its match, or its line; default: the first game."),
        ),
    ]


def replay(
    file: Path, number: int | None, moves: bool, rules: tuple[str, ...], as_json: bool
) -> None:
    from tablero.cli.scroll import Scroll

    record = wanted_record(file, number, rules)
    scroll = Scroll(record)
    if as_json:
        print_json(asdict(record) | {"positions": scroll.texts()})
        return
    click.echo(scroll.header())
    if moves:
        click.echo("\n".join(scroll.move_list()))
    elif at_a_terminal():
        scroll.walk()
    else:
        for step in range(scroll.last + 1):
            scroll.show(step)
    click.echo(scroll.footer())


def wanted_record(file: Path, number: int | None, rules: tuple[str, ...]) -> "Record":
    """Return the game with this number in its match, or in this line if games have no numbers.

    Without a number, return the first game. Damaged lines are reported on stderr. Raise
    OptionError if there is no such game, and NotationError if its line is damaged.
    """
    from tablero.cli.records import lines_of
    from tablero.match.record import NO_MATCH, Record

    games: dict[int, Record] = {}
    damaged: dict[int, str] = {}
    line = 0
    for line, found in lines_of(file, rules):
        if isinstance(found, Record):
            games.setdefault(line if found.number == NO_MATCH else found.number, found)
        else:
            message = _("{file}, line {line}: {reason}")
            damaged[line] = message.format(file=file, line=line, reason=found)
    wanted = next(iter(games), 1) if number is None else number
    if wanted in damaged and wanted not in games:
        raise NotationError(damaged[wanted])
    for message in damaged.values():
        complain(message)
    if wanted not in games:
        message = _("{file} has no game {number}; its last line is {lines}")
        raise OptionError(message.format(file=file, number=wanted, lines=line))
    return games[wanted]
