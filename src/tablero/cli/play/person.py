"""The user at the prompt: moves and commands."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.agents.agent import NO_LIMITS, RESIGN, Choice
from tablero.cli import with_file
from tablero.cli.common import player_name
from tablero.cli.play.coach import Coach
from tablero.cli.play.commands import COMMANDS, command_of
from tablero.cli.prompt import Leave, read_line
from tablero.cli.records import append
from tablero.errors import IllegalMove, NotationError, TableroError
from tablero.locale import _
from tablero.numbers import signed
from tablero.position import Move

if TYPE_CHECKING:
    from tablero.cli.play.session import PlaySession

MAX_LISTED_MOVES = 60
"""Largest number of legal moves that `help` lists."""


class TakeBack(BaseException):
    """The exception that takes back the last turn of the user.

    As a BaseException it passes through the referee, which handles errors of players.
    """


class Person:
    """The user of a session. If both sides are human, they share one instance."""

    def __init__(self, session: "PlaySession") -> None:
        self.session, self.game = session, session.game
        self.coach = Coach(session.game)
        self.hinted_position: Any = None
        self.commands: dict[str, Callable[[Any, str], Choice | None]] = {
            "": self._move,
            "undo": self._undo,
            "hint": self._hint,
            "best": self._best,
            "auto": self._auto,
            "save": self._save,
            "resign": lambda position, rest: Choice(RESIGN),
            "help": self._help,
            "quit": self._quit,
        }

    def ask(self, position: Any) -> Choice:
        """Ask for a move until it is valid; return it, or RESIGN. Print each error as one line.

        Raise TakeBack or Leave for the commands `undo` and `quit`.
        """
        question = _("{player}, your move: ").format(player=player_name(position.turn()))
        while True:
            command, rest = command_of(read_line(question))
            try:
                choice = self.commands[command](position, rest)
            except (TableroError, OSError, ValueError) as error:
                click.echo(with_file(error))
            else:
                if choice is not None:
                    return choice

    def _move(self, position: Any, text: str) -> Choice | None:
        try:
            return Choice(self.game.parse_move(position, text))
        except (IllegalMove, NotationError) as error:
            nearest = self.game.nearest_move(position, text)
            if nearest is None:
                click.echo(_("{error}; or type help").format(error=error))
                return None
        message = _("{number} is not possible; the nearest is {nearest}")
        click.echo(message.format(number=text, nearest=self._name(position, nearest)))
        return Choice(nearest)

    def _undo(self, position: Any, rest: str) -> None:
        if self.session.own_turn_before() is None:
            click.echo(_("there is nothing to undo"))
        else:
            raise TakeBack

    def _hint(self, position: Any, rest: str) -> None:
        advice = self.coach.advise(position)
        if self.hinted_position == position:
            click.echo(_("try {move}").format(move=self._name(position, advice.line[0])))
            return
        self.hinted_position = position
        message = _("best score {score} ({kind}), by {count} of {all} moves")
        counts = {"count": len(advice.best), "all": len(advice.scores)}
        click.echo(message.format(**counts, score=signed(advice.score), kind=advice.kind))

    def _best(self, position: Any, rest: str) -> None:
        advice = self.coach.advise(position)
        found = _("best move {move}, score {score} ({kind})")
        move = self._name(position, advice.line[0])
        click.echo(found.format(move=move, score=signed(advice.score), kind=advice.kind))
        line = " ".join(self.game.line_names(position, advice.line))
        click.echo(_("principal variation {line}").format(line=line))

    def _auto(self, position: Any, rest: str) -> Choice:
        with closing(self.session.substitute(position.turn())) as player:
            return player.choose(position, NO_LIMITS)

    def _save(self, position: Any, rest: str) -> None:
        if not rest:
            click.echo(_("no file; type: save FILE"))
            return
        append(Path(rest), self.session.record())
        click.echo(_("saved; to resume: tablero play --resume {file}").format(file=rest))

    def _help(self, position: Any, rest: str) -> None:
        names = self.game.some_move_names(position, MAX_LISTED_MOVES)
        click.echo(_("legal moves: {names}").format(names=names))
        width = max(len(_(command)) for command in COMMANDS)
        for command, meaning in COMMANDS.items():
            click.echo("  " + _(command).ljust(width) + "  " + _(meaning))

    def _quit(self, position: Any, rest: str) -> None:
        raise Leave

    def _name(self, position: Any, move: Move) -> str:
        return self.game.move_name(position, move)
