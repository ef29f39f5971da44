"""A search can be stopped at any node, and says so."""

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Limits, TimeIsUp
from tablero.errors import SearchStopped
from tablero.position import FIRST
from tablero.search import ALGORITHMS
from tablero.search.run import Search, Settings
from tests.search.cases import GRID, Case, at_this_speed


@pytest.mark.parametrize("case", GRID, ids=str)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_budget_is_kept(boards, case: Case, algorithm: str):
    board = boards(case)
    settings = Settings(algorithm, case.depth)
    whole = Search(board.game.start, board.evaluation, settings)
    whole.run()
    for budget in range(1, whole.nodes, 1 + whole.nodes // at_this_speed(90)):
        search = Search(board.game.start, board.evaluation, settings)
        search.state.budget = budget
        with pytest.raises(SearchStopped):
            search.run()
        assert search.nodes == budget
    enough = Search(board.game.start, board.evaluation, settings)
    enough.state.budget = whole.nodes
    assert enough.run().statistics["evaluated"] == whole.nodes


@pytest.mark.parametrize("case", GRID, ids=str)
@pytest.mark.parametrize("algorithm", ["alphabeta", "negascout"])
def test_a_stopped_search_leaves_nothing_wrong_in_the_table(boards, case: Case, algorithm: str):
    board = boards(case)
    settings = Settings(algorithm, case.depth, cache=True, table_bits=12)
    truth = Search(board.game.start, board.evaluation, settings).run()
    for budget in range(1, int(truth.statistics["evaluated"]), 7):
        stopped = Search(board.game.start, board.evaluation, settings)
        stopped.state.budget = budget
        with pytest.raises(SearchStopped):
            stopped.run()
        again = Search(board.game.start, board.evaluation, settings, stopped.task.table).run()
        assert (again.score, again.line) == (truth.score, truth.line)


@pytest.mark.parametrize(("depth", "needed"), [(1, 7), (2, 41)])
def test_a_node_limit_that_is_enough_costs_nobody_the_game(depth: int, needed: int):
    game = games.load("connect4")
    player = agents.load(f"alphabeta(depth={depth},eval=lines)").seat(game, FIRST)
    assert player.choose(game.start, Limits(nodes=needed)).statistics["evaluated"] == needed
    for nodes in (1, needed - 1):
        with pytest.raises(TimeIsUp, match=f"after {nodes} nodes"):
            player.choose(game.start, Limits(nodes=nodes))
