"""Output of a game at the terminal, with a switch for each kind of output."""

from dataclasses import dataclass
from typing import Any

import click

from tablero.agents.agent import Agent, Choice
from tablero.cli.common import print_table, terminal_paint
from tablero.cli.ending import called, pairing, result
from tablero.cli.last_seed import last_seed_line
from tablero.cli.play.commands import COMMANDS
from tablero.cli.search import statistics_rows, trace_heading, trace_row
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.games.student.functions import load_plain
from tablero.locale import _
from tablero.match.referee import MovePlayed, Played
from tablero.numbers import signed
from tablero.position import FIRST


@dataclass(frozen=True)
class OutputOptions:
    """Switches for the output of a game.

    events: every move with its player, and the effect of the last seed of a sowing.
    board: the board after every move.
    marker: the number of seeds that each player holds.
    evaluation: the value of the board by an evaluation function.
    trace: the results of a search, depth by depth.
    statistics: the statistics of every search.
    summary: the players at the beginning, and the result at the end.
    """

    events: bool = False
    board: bool = False
    marker: bool = False
    evaluation: bool = False
    trace: bool = False
    statistics: bool = False
    summary: bool = True


DEFAULT_OUTPUT = OutputOptions(events=True, board=True)
DEBUG_OUTPUT = OutputOptions(events=True, board=True, evaluation=True)
SUMMARY_ONLY = OutputOptions()
NO_OUTPUT = OutputOptions(summary=False)


class GameOutput:
    """The output of one game.

    eval_text: the name of the evaluation of the board; "": the default of the game.
    """

    def __init__(
        self, game: Game, agents: tuple[Agent, Agent], shown: OutputOptions, eval_text: str = ""
    ) -> None:
        self.game, self.shown = game, shown
        self.agents = str(agents[0]), str(agents[1])
        self.eval_text = eval_text or evaluations.default_name(game)
        self.evaluation = load_plain(self.eval_text, game)
        self.paint = terminal_paint()
        if shown.marker and game.markers(game.start) is None:
            message = _("{game} has no markers")
            raise OptionError(message.format(game=game.name))

    def open(self, position: Any) -> None:
        """Print the header and the board."""
        if self.shown.summary:
            click.echo(pairing(str(self.game), self.agents))
            if "human" in self.agents:
                commands = ", ".join(map(_, COMMANDS))
                click.echo(_("Type a move, or: {commands}").format(commands=commands))
        self.show(position)

    def show(self, position: Any) -> None:
        """Print the board, the markers and the evaluation."""
        if self.shown.board:
            click.echo("\n" + self.game.draw(position, self.paint) + "\n")
        if self.shown.marker:
            click.echo(_("marker {0} : {1}").format(*self.game.markers(position) or ()))
        if self.shown.evaluation:
            message = _("evaluation {value} for the first player ({evaluation})")
            value = signed(self._value(position))
            click.echo(message.format(value=value, evaluation=self.eval_text))

    def moved(self, number: int, step: MovePlayed) -> None:
        """Print the move with this number, its search, and the position after it."""
        assert step.choice is not None
        if self.shown.events:
            click.echo(self._event(number, step, step.choice))
            if line := last_seed_line(self.game, step.before, step.move):
                click.echo(line)
        if self.shown.trace and step.choice.trace:
            click.echo(trace_heading())
            for result in step.choice.trace:
                click.echo(trace_row(self.game, step.before, result))
        if self.shown.statistics and step.choice.statistics:
            print_table(statistics_rows(step.choice.statistics))
        self.show(step.after)

    def close(self, text: str, played: Played) -> None:
        """Print the result and `text`, the notation of the final position."""
        if self.shown.summary:
            reason = played.winner, played.margin, played.reason, played.detail
            click.echo(f"{result(self.agents, *reason)}: {text}".removesuffix(": "))

    def _event(self, number: int, step: MovePlayed, choice: Choice) -> str:
        values = {
            "number": number,
            "player": called(step.before.turn(), self.agents),
            "move": self.game.move_name(step.before, step.move),
        }
        if choice.score is None:
            return _("move {number}, {player}: {move}").format(**values)
        kind = _("exact") if choice.exact else _("expected")
        message = _("move {number}, {player}: {move}, score {score} ({kind})")
        return message.format(**values, score=signed(choice.score), kind=kind)

    def _value(self, position: Any) -> int:
        evaluation = self.evaluation
        if hasattr(evaluation, "seen_by"):
            evaluation = evaluation.seen_by(position.turn())
        value = evaluation.value(position)
        return int(value if position.turn() == FIRST else -value)
