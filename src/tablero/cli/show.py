"""`tablero show`: draw a position and list its legal moves."""

from typing import Any

import click

import tablero.games as games
from tablero.cli.common import (
    game_argument,
    make_command,
    place_record,
    player_name,
    position_argument,
    print_json,
    terminal_paint,
)
from tablero.cli.last_seed import last_seed_line
from tablero.cli.positions import NamedPosition, SeveralMoves, moves_option, place_of
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING

MOST_MOVES = 60
"""Largest number of legal moves that are listed."""


def command() -> click.Command:
    text = _(
        "Draw a position, after the moves of --play if there are any, and print the side to move "
        "and the legal moves.\n\n"
        "    tablero show connect4 4453 --play 2 6\n\n"
        "    tablero show kalah '4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 / 1' --play 3"
    )
    params = [game_argument(), position_argument(), moves_option()]
    return make_command("show", text, show, params, SeveralMoves)


def show(game: str, position: str, moves: tuple[str, ...], as_json: bool) -> None:
    rules = games.load(game)
    place = place_of(rules, position, moves)
    if as_json:
        print_json(_record(rules, place))
    else:
        _print(rules, place)


def _record(rules: Game, place: NamedPosition) -> dict[str, Any]:
    board = place.position
    outcome = board.outcome()
    over = outcome != ONGOING
    return place_record(rules, board, place.text) | {
        "moves": list(rules.move_names(board)),
        "over": over,
        "score": outcome if over else None,
        "drawing": rules.draw(board),
    }


def _print(rules: Game, place: NamedPosition) -> None:
    """Print a position, after a line about the last seed of the last move, if it sowed seeds."""
    board = place.position
    click.echo(rules.draw(board, terminal_paint()) + "\n")
    if place.last:
        before, move = place.last
        if line := last_seed_line(rules, before, move):
            click.echo(f"{player_name(before.turn())}: {line}")
    if board.outcome() != ONGOING:
        click.echo(_result(board.turn(), board.outcome()))
        return
    click.echo(_("{player} to move").format(player=player_name(board.turn())))
    names = rules.some_move_names(board, MOST_MOVES)
    click.echo(_("legal moves: {names}").format(names=names))


def _result(side: int, score: int) -> str:
    if score == 0:
        return _("the game is drawn")
    winner = side if score > 0 else 1 - side
    message = _("the {player} has won by {margin}")
    return message.format(player=player_name(winner), margin=abs(score))
