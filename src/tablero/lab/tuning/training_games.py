"""Games to learn from; their openings are disjoint from those of the final match."""

from typing import Any, NamedTuple

import numpy as np

from tablero.agents.compiled import compiled_search
from tablero.agents.random_generator import derive
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.jit import kernel
from tablero.locale import _
from tablero.match.compiled import LONG_GAME, Fixtures, play_compiled
from tablero.match.openings import Openings
from tablero.match.plan import OPENINGS
from tablero.position import FIRST, ONGOING, SECOND
from tablero.search.run import Settings
from tablero.search.state import NO_LIMIT


class GameLog(NamedTuple):
    """Records of several games for learning, one game after the other.

    features: by move, the features of the last position of the principal variation, for the first
        player; after them a 1 in the column of the side to move there.
    results: by move, the margin for the first player if the game is over there, else ONGOING.
    ends: by game, the index of the next game's first move.
    margins: by game, the final margin for the first player.
    """

    features: Any
    results: Any
    ends: Any
    margins: Any


def new_log(games: int, moves: int, features: int) -> GameLog:
    shapes = (moves, features), moves, games, games
    return GameLog(*(np.zeros(shape, np.int64) for shape in shapes))


@kernel
def result_of(position: Any) -> int:
    """Return the margin for the first player, or ONGOING."""
    outcome: int = position.outcome()
    return -outcome if outcome != ONGOING and position.turn() != FIRST else outcome


@kernel
def log_games(
    start: Any, player: Any, units: Any, openings: Any, most_moves: int, log: GameLog
) -> int:
    """Play a game of the search against itself from every opening; return how many fit into the
    log. A game that has not ended after `most_moves` moves, without the opening, is a draw."""
    place = 0
    for number in range(len(openings)):
        position, end = start, place + most_moves
        for move in openings[number]:
            position = position.play(move)
        while position.outcome() == ONGOING and place < end:
            if place == len(log.results):
                return number
            move, _score = player.pick(position)
            leaf, state = position, player.task.state
            for ply in range(state.length[0]):
                leaf = leaf.play(state.line[0, ply])
            log.results[place] = result_of(leaf)
            if log.results[place] == ONGOING:
                sign = 1 if leaf.turn() == FIRST else -1
                for each in range(len(units)):
                    log.features[place, each] = sign * units[each].value(leaf)
                log.features[place, len(units) + leaf.turn()] = 1
            position = position.play(move)
            place += 1
        margin = result_of(position)
        log.ends[number], log.margins[number] = place, 0 if margin == ONGOING else margin
    return len(openings)


class TrainingGames:
    """Training games for evaluations of one game, all played by the same search.

    kept: number of openings reserved for the final match.
    """

    def __init__(self, game: Game, depth: int, plies: int, kept: int, seed: int) -> None:
        self.game, self.kept, self.plies = game, kept, plies
        self.settings = Settings("alphabeta", depth, order="best")
        self.drawing = Openings(plies).draw(game, derive(seed, OPENINGS))
        found = len(self.drawing.first(kept + 1))
        if found <= kept:
            message = _(
                "{game} has only {found} openings of {plies} plies, and the last match takes "
                "{kept}"
            )
            values = {"game": game, "found": found, "plies": plies, "kept": kept}
            raise OptionError(message.format(**values))

    def openings(self, first: int, number: int) -> Any:
        """Return `number` openings from `first` on; they repeat in turn when there are no more."""
        free = self.drawing.first(self.kept + first + number)[self.kept :]
        chosen = [free[place % len(free)] for place in range(first, first + number)]
        return np.array(chosen, np.int64).reshape(number, self.plies)

    def log(self, evaluation: Any, units: tuple[Any, ...], openings: Any) -> GameLog:
        """Return games of this evaluation against itself."""
        player, room = compiled_search(evaluation, self.settings, FIRST), LONG_GAME
        start, most_moves = self.game.start, self.game.move_limit or NO_LIMIT
        while True:
            log = new_log(len(openings), room * len(openings), len(units) + 2)
            if log_games(start, player, units, openings, most_moves, log) == len(openings):
                return log
            room *= 2

    def points(self, ours: Any, other: Any, openings: Any) -> float:
        """Return our points; each side is played once from every opening."""
        we, they = (
            tuple(compiled_search(evaluation, self.settings, side) for side in (FIRST, SECOND))
            for evaluation in (ours, other)
        )
        sides = np.tile([FIRST, SECOND], len(openings))
        seeds = np.zeros((len(sides), 2), np.int64)
        fixtures = Fixtures(sides, seeds, np.repeat(openings, 2, axis=0))
        most_moves = self.game.move_limit or None
        games = play_compiled(self.game.start, we, they, fixtures, most_moves)
        points = 0.0
        for played, side in zip(games, sides.tolist(), strict=True):
            points += 0.5 if played.winner is None else float(played.winner == side)
        return points
