"""Library calls that make no sense raise an error of one line, the same at both speeds."""

from typing import NamedTuple

import pytest

import tablero.games as games
from tablero.errors import ImpossiblePosition, OutsideError, TableroError
from tablero.games import evaluations
from tablero.position import complete_evaluation
from tablero.search.deepening import Deepening
from tablero.search.run import Settings, search
from tablero.solve import solve, solver_of

FINISHED = {
    "connect4": "1212121",
    "kalah(pits=1,seeds=1)": "0 1 / 0 1 / 1",
    "quarry": "1x1x1",
    "tictactoe": "xxxoo....",
}


@pytest.mark.plain
@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_game_is_neither_searched_nor_solved(name: str):
    game = games.load(name)
    position, evaluation = game.read(FINISHED[name]), evaluations.load("zero", game)
    calls = [
        lambda: search(position, evaluation, Settings(depth=3)),
        lambda: Deepening(position, evaluation, Settings(depth=3)).run(),
        lambda: solve(solver_of(game), position),
    ]
    for call in calls:
        with pytest.raises(ImpossiblePosition, match="the game is already over in this position"):
            call()


@pytest.mark.parametrize("algorithm", ["alphabeta", "engine"])
def test_an_evaluation_of_another_game_is_named(algorithm: str):
    position, kalah = games.load("connect4").start, games.load("kalah")
    evaluation = evaluations.load("composite", kalah)
    with pytest.raises(TableroError) as error:
        search(position, evaluation, Settings(algorithm, depth=2, cache=True))
    message = str(error.value)
    assert message.startswith("the evaluation KalahComposite")
    assert "AttributeError: " in message
    assert "\n" not in message


@complete_evaluation
class Half(NamedTuple):
    """An evaluation of floats."""

    weight: int = 1

    def value(self, position: object) -> float:
        return self.weight / 2


def test_a_float_is_no_score():
    with pytest.raises(OutsideError, match="Half: value must return ints, not 0.5"):
        search(games.load("tictactoe").start, Half(), Settings(depth=2))  # type: ignore[arg-type]


@pytest.mark.plain
def test_an_evaluation_of_the_package_in_a_file_of_another_game(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from tablero.games import load\n"
        "from tablero.games.kalah.evaluations import composite\n"
        "from tablero.games.tictactoe import TicTacToe\n\n"
        "class Mine(TicTacToe):\n"
        "    name = 'mine'\n"
        "    evaluations = {'composite': lambda game: composite(load('kalah'))}\n"
    )
    with pytest.raises(OutsideError) as error:
        evaluations.load("composite", games.load(str(file)))
    assert str(error.value).startswith(f"{file}: the evaluation fails in the initial position: ")
