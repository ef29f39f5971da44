"""What is read out of the log of a search: every node against minimax and its children."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablero.jit import INTERPRETED
from tablero.lab.tree.tree import (
    CACHED,
    CUT,
    EXACT,
    EXPANDED,
    LEAST,
    MOST,
    OVER,
    THEORY,
    Node,
    Tree,
)
from tablero.position import FIRST
from tablero.search import ENGINE
from tests.search import oracle
from tests.search.cases import CASES, GRID, HEAP, SMALL_CONNECT4, SMALL_KALAH, Case
from tests.search.trees import grow, recorders

CUTTING = ("alphabeta", "negascout", "mtdf")


def true_value(tree: Tree, node: Node, evaluation: Any) -> int:
    """What a textbook's minimax says of a node, for MAX."""
    question = oracle._asked(tree.positions[0], evaluation, "natural", tree.settings.infer)
    position = oracle.node_of(tree.positions[node.number])
    verdict = oracle._minimax(
        oracle.class_of(evaluation), question, position, node.left, at_root=node.ply == 0
    )
    return verdict.score if tree.positions[0].turn() == FIRST else -verdict.score


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_value_says_what_minimax_says(boards, case: Case):
    board = boards(case)
    said = set()
    for options in recorders(case):
        for position in board.positions(2, seed=41):
            _result, tree = grow(board, position, options)
            for node in tree.nodes:
                truth = true_value(tree, node, board.evaluation)
                said.add(node.bound)
                assert {
                    EXACT: node.value == truth,
                    LEAST: node.value <= truth,
                    MOST: node.value >= truth,
                }[node.bound], (options, node)
    assert {EXACT, LEAST, MOST} <= said or case.game.startswith("quarry")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_value_comes_from_the_children(boards, case: Case):
    board = boards(case)
    for options in recorders(case):
        result, tree = grow(board, board.positions(2, seed=42)[-1], options)
        for node in tree.nodes:
            children = {child.move: child.value for child in tree.children(node)}
            assert node.size == 1 + sum(child.size for child in tree.children(node))
            assert (node.kind in (EXPANDED, CUT)) == bool(children)
            if children:
                best = max if node.is_max else min
                assert node.value == best(children.values())
                assert children[node.best] == node.value
            if node.parent is not None:
                assert node.again == (node.is_max == tree.nodes[node.parent].is_max)
        line = [node.move for node in tree.line(tree.roots[-1])]
        names = board.game.line_names(tree.positions[0], result.line)
        assert line == names[: len(line)]
        assert options["cache"] or line == names


@pytest.mark.parametrize("case", CASES, ids=str)
def test_kinds_are_counted_like_the_search_counts(boards, case: Case):
    board = boards(case)
    for options in recorders(case):
        result, tree = grow(board, board.positions(2, seed=43)[-1], options)
        counts, statistics = tree.counts(), result.statistics
        assert counts.get(OVER, 0) == statistics["leaves"]
        assert counts.get(THEORY, 0) == statistics["inferred"]
        assert counts.get(CACHED, 0) == statistics["cache_hits"]
        assert tree.visited == tree.kept == statistics["evaluated"]
        if options["algorithm"] != ENGINE:
            assert counts.get(CUT, 0) == statistics["cuts"]
            skipped = [tree.skipped_names(node) for node in tree.nodes]
            assert sum(map(len, skipped)) == statistics["lazy_savings"]
            assert [len(names) for names in skipped] == [node.skipped for node in tree.nodes]


def expected_windows(tree: Tree, node: Node) -> list[tuple[int, int]]:
    """The windows of alpha-beta's children, as a textbook has them."""
    assert node.window is not None
    alpha, beta = node.window
    windows = []
    for child in tree.children(node):
        windows.append((alpha, beta))
        if node.ply > 0 or tree.settings.root_window == "shared":
            alpha = max(alpha, child.value) if node.is_max else alpha
            beta = beta if node.is_max else min(beta, child.value)
    return windows


@pytest.mark.parametrize("case", CASES, ids=str)
def test_windows_narrow_as_the_textbook_has_them(boards, case: Case):
    board = boards(case)
    for options in recorders(case):
        if options["algorithm"] in ("alphabeta", "mtdf"):
            _result, tree = grow(board, board.positions(2, seed=44)[-1], options)
            for node in tree.nodes:
                found = [child.window for child in tree.children(node)]
                assert found == expected_windows(tree, node)


@pytest.mark.parametrize("case", GRID, ids=str)
def test_scouts_come_before_the_search_in_earnest(boards, case: Case):
    board = boards(case)
    repeated = 0
    for position in board.positions(8, seed=45):
        _result, tree = grow(board, position, {"algorithm": "negascout", "order": "natural"})
        for node in tree.nodes:
            for scout, child in zip(node.children, node.children[1:], strict=False):
                if tree.nodes[child].repeated:
                    repeated += 1
                    assert tree.nodes[scout].move == tree.nodes[child].move
                    assert tree.nodes[scout].window != tree.nodes[child].window
    assert repeated > 0


def test_minimax_has_no_windows(boards):
    _result, tree = grow(boards(HEAP), boards(HEAP).game.start, {"algorithm": "minimax"})
    assert {(node.window, node.bound) for node in tree.nodes} == {(None, EXACT)}


def test_skipped_sizes_are_what_minimax_visits(boards):
    """What alpha-beta has visited and what it has left out are together minimax's nodes."""
    for case in (HEAP, SMALL_KALAH, SMALL_CONNECT4):
        board = boards(case)
        position = board.game.start
        _result, tree = grow(board, position, {"algorithm": "alphabeta"})
        left_out = sum(sum(tree.skipped_sizes(node)) for node in tree.nodes)
        assert left_out > 0
        whole = oracle.minimax(position, case.depth, board.evaluation).evaluated
        assert tree.visited + left_out == whole


@given(most=st.integers(1, 300))
@settings(max_examples=10 if INTERPRETED else 30)
def test_part_of_a_tree(boards, most: int):
    board = boards(HEAP)
    position = board.game.start
    _result, whole = grow(board, position, {"algorithm": "alphabeta"})
    _result, part = grow(board, position, {"algorithm": "alphabeta"}, nodes=most)
    assert part.visited == whole.visited
    assert part.is_whole == (most >= whole.visited)
    for node, true in zip(part.nodes, whole.nodes, strict=False):
        assert (node.value, node.size, node.window) == (true.value, true.size, true.window)
        assert node.whole == (node.number + node.size <= 1 + most)
        assert node == true or not node.whole


def test_find(boards):
    board = boards(HEAP)
    _result, tree = grow(board, board.game.start, {"algorithm": "negascout"})
    for node in tree.nodes:
        path = tree.path(node)
        moves = []
        for above, below in zip(path, path[1:], strict=False):
            moves.append(board.game.parse_move(tree.positions[above.number], below.move))
        assert node in tree.find(moves, path[0])
    assert tree.find([], tree.roots[0]) == [tree.roots[0]]


def test_top(boards):
    board = boards(HEAP)
    _result, tree = grow(board, board.game.start, {"algorithm": "alphabeta"})
    for plies, node in product(range(4), tree.nodes):
        assert (node in tree.top(plies)) == (node.ply <= plies)
    assert tree.top(None) == list(tree.nodes)
