"""`tablero ugi`: an engine that speaks UGI, the Universal Game Interface."""

import sys

import click

import tablero.games as games
from tablero.cli import language_option
from tablero.cli.common import game_argument, load_machine
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "An agent as an engine that speaks UGI, the Universal Game Interface, on stdin and "
        "stdout. Everything is compiled before it answers readyok.\n\n"
        "    tablero ugi connect4 engine\n\n"
        "    tablero match connect4 'ugi(tablero ugi connect4 engine)' 'alphabeta(depth=4)' "
        "--games 10 --time 0.5"
    )
    agent = click.Argument(["agent"], metavar=_("AGENT"))
    return click.Command(
        "ugi",
        help=text,
        callback=ugi,
        params=[game_argument(), agent, language_option()],
        options_metavar=_("[OPTIONS]"),
    )


def ugi(game: str, agent: str) -> None:
    from tablero.adapters.ugi import UgiEngine

    def write(line: str) -> None:
        click.echo(line)
        sys.stdout.flush()

    UgiEngine(games.load(game), load_machine(agent), write).run(sys.stdin)
