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
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING

MOST_MOVES = 60
"""Largest number of legal moves that are listed."""


class SeveralMoves(click.Command):
    """A command whose option `--play` takes all words that follow it."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        spread: list[str] = []
        playing = False
        for word in args:
            if word.startswith("-"):
                playing = word == "--play" or word.startswith("--play=")
                spread += ["--play", word[7:]] if word.startswith("--play=") else [word]
            else:
                spread += ["--play", word] if playing and spread[-1] != "--play" else [word]
        return super().parse_args(context, spread)


def command() -> click.Command:
    text = _(
        "Draw a position, after the moves of --play if there are any, and print the side to move "
        "and the legal moves.\n\n"
        "    tablero show connect4 4453 --play 2 6\n\n"
        "    tablero show kalah '4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 / 1' --play 3"
    )
    play = click.Option(
        ["--play"], multiple=True, metavar=_("MOVE …"), help=_("Moves to play first, one by one.")
    )
    params = [game_argument(), position_argument(), play]
    return make_command("show", text, show, params, SeveralMoves)


def show(game: str, position: str, play: tuple[str, ...], as_json: bool) -> None:
    rules = games.load(game)
    board = rules.read(position)
    names: list[str] = []
    sown = ""
    for text in play:
        move = rules.parse_move(board, text)
        names.append(rules.move_name(board, move))
        line = last_seed_line(rules, board, move)
        sown = line and f"{player_name(board.turn())}: {line}"
        board = board.play(move)
    if as_json:
        print_json(_record(rules, board, rules.after(position, names, board)))
    else:
        _print(rules, board, sown)


def _record(rules: Game, board: Any, text: str) -> dict[str, Any]:
    outcome = board.outcome()
    over = outcome != ONGOING
    return place_record(rules, board, text) | {
        "moves": list(rules.move_names(board)),
        "over": over,
        "score": outcome if over else None,
        "drawing": rules.draw(board),
    }


def _print(rules: Game, board: Any, sown: str) -> None:
    """Print a position, after the line `sown` about the last seed of the last move, if any."""
    click.echo(rules.draw(board, terminal_paint()) + "\n")
    if sown:
        click.echo(sown)
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
