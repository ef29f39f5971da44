"""The guide that `tablero` prints if there is no command."""

import click

import tablero.games as games
from tablero.cli.common import terminal_paint
from tablero.locale import _


def show_guide() -> None:
    """Print a board, and the commands to try first."""
    paint = terminal_paint()
    game = games.load("connect4")
    click.echo(game.draw(game.read("44536"), paint) + "\n")
    click.echo(
        _("Tablero: two-player board games, searched at C speed from plain Python rules.") + "\n"
    )
    tries = [
        ("tablero games", _("the games, their options and evaluations")),
        ("tablero serve", _("the page: play, analyse, watch the search")),
        ("tablero play", _("a game against the machine, or between any two agents")),
        ("tablero show connect4 44536", _("draw a position and list its moves")),
        (
            "tablero search connect4 44536 --depth 10",
            _("the best move, and the statistics of the search"),
        ),
        ("tablero solve connect4 4444443", _("the exact score of every move")),
        (
            "tablero search quarry 4x4x4 --algorithm minimax",
            _("exhaustive search to the end of the game"),
        ),
        ("tablero perft kalah --depth 8", _("count the sequences of moves")),
        ("tablero --help", _("all commands; each has its own --help")),
    ]
    width = max(len(command) for command, _meaning in tries)
    for command, meaning in tries:
        click.echo(f"  {paint(command.ljust(width), 'label')}  {meaning}")
