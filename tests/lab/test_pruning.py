"""One game, searched without pruning and with it."""

from typing import Any

import pytest

import tablero.games as games
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.lab.papers.measure import nodes, whole_game
from tablero.lab.probe import load_search
from tablero.lab.pruning import PruningExperiment, opening_position, pruning_table
from tablero.lab.pruning_picture import draw_pruning
from tablero.position import ONGOING
from tablero.search.run import Settings

TICTACTOE = games.load("tictactoe")


def pruned(*texts: str, start: str = "") -> PruningExperiment:
    searches = [load_search(text, TICTACTOE) for text in texts]
    pruning = PruningExperiment(TICTACTOE, searches, TICTACTOE.read(start))
    pruning.run()
    return pruning


def records(pruning: PruningExperiment) -> list[dict[str, Any]]:
    return pruning_table(pruning, "title", "command").records()


def test_it_is_the_game_of_the_fifth_paper_s_measure():
    """Move by move, and node by node."""
    game = games.load("connect4(columns=5,rows=4)")
    searches = [load_search(f"{name}(depth=4)", game) for name in ("minimax", "alphabeta")]
    pruning = PruningExperiment(game, searches, game.start)
    pruning.run()
    ways = [Settings(name, 4) for name in ("minimax", "alphabeta")]
    evaluation = evaluations.load(evaluations.default_name(game), game)
    turns = whole_game(game, evaluation, ways)
    assert [turn.move for turn in pruning.turns] == [turn.move for turn in turns]
    found = [[turn.found[number].nodes for number in (0, 1)] for turn in pruning.turns]
    assert found == [[*map(nodes, turn.results)] for turn in turns]


def test_trees_counted_by_hand():
    """o wins by 8 at once; 9 is answered by 8. Nothing is cut where there is no other answer."""
    (row,) = records(pruned("minimax(depth=2)", "alphabeta(depth=2)", start="xoxxoxo.."))
    assert (row["move"], row["minimax(depth=2)"], row["alphabeta(depth=2)"]) == ("8", 3, 3)
    assert (row["saved"], row["first"]) == (0, None)


def test_the_table():
    pruning = pruned("minimax(depth=3)", "alphabeta(depth=3)")
    rows = records(pruning)
    assert rows[0]["minimax(depth=3)"] == 9 + 72 + 504
    assert [row["turn"] for row in rows] == [*range(1, len(pruning.turns) + 1)]
    for row in rows:
        assert row["saved"] == 1 - row["alphabeta(depth=3)"] / row["minimax(depth=3)"]
    saved = 1 - pruning.nodes(1) / pruning.nodes(0)
    assert f"{100 * saved:.1f} %" in pruning.summary()


def test_the_moves_are_a_whole_game():
    position: Any = TICTACTOE.start
    for turn in pruned("minimax(depth=1)", "negamax(depth=2)", "alphabeta(depth=2)").turns:
        assert (turn.position, len(turn.found)) == (position, 3)
        position = position.play(TICTACTOE.parse_move(position, turn.move))
    assert position.outcome() != ONGOING


def test_stopped_before_the_game_is_over():
    searches = [
        load_search(text, TICTACTOE) for text in ("minimax(depth=2)", "alphabeta(depth=2)")
    ]
    pruning = PruningExperiment(TICTACTOE, searches, TICTACTOE.start)
    pruning.stop()
    pruning.run()
    assert (pruning.turns, pruning.total, pruning.complete_turns) == ([], 0, [])


def test_one_search_has_nothing_to_be_compared_with():
    with pytest.raises(OptionError, match="two searches"):
        pruned("minimax(depth=2)")


def test_random_moves_open_it():
    assert opening_position(TICTACTOE, 0, seed=1) == TICTACTOE.start
    assert TICTACTOE.write(opening_position(TICTACTOE, 3, seed=5)).count(".") == 6
    with pytest.raises(OptionError):
        opening_position(TICTACTOE, 9, seed=1)


def test_its_picture_counts_turns_from_1_on():
    pruning = pruned("minimax(depth=2)", "alphabeta(depth=2)")
    (axes,) = draw_pruning(pruning, "title", "command").axes
    assert axes.get_xlim() == (0.5, len(pruning.turns) + 0.5)
