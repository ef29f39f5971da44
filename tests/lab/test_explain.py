"""Sentences about nodes: true of the tree, and there for every node in both languages."""

from typing import Any

import pytest

import tablero.games as games
from tablero.games import evaluations
from tablero.lab.tree.explain import bound_origin, explain, explain_line
from tablero.lab.tree.tree import CUT, EXACT, EXPANDED, Tree, read_tree
from tablero.locale import speak
from tablero.search.log import new_log
from tablero.search.run import Search, Settings
from tests.search.cases import CASES, HEAP, Case
from tests.search.trees import grow, recorders

pytestmark = pytest.mark.plain


def grow_named(
    name: str, text: str, evaluation: str, nodes: int = 1000, **options: Any
) -> tuple[Tree, Any]:
    """The tree of a search from a position, and a function from names of moves to moves."""
    game = games.load(name)
    start, settings, log = game.read(text), Settings(**options), new_log(nodes)
    search = Search(start, evaluations.load(evaluation, game), settings, log=log)
    search.run()

    def moves(line: str) -> list[int]:
        position, found = start, []
        for each in line.split():
            found.append(game.parse_move(position, each))
            position = position.play(found[-1])
        return found

    return read_tree(log, game, start, settings, evaluation, search.span), moves


@pytest.fixture(scope="module")
def noughts() -> tuple[Tree, Any]:
    """o moves, and wins by 8.

    x o x
    . o x
    . . .
    """
    return grow_named("tictactoe", "xox.ox...", "zero", depth=3)


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        (
            "",
            [
                "At the root: MAX moves, remaining depth 3, window -∞..+∞.",
                "Every move was searched. The best for MAX is 8: exactly +1.",
            ],
        ),
        (
            "8",
            [
                "After 8: MIN moves, remaining depth 2, window -1..+∞.",
                "The game is over, won by MAX, margin 1: exactly +1.",
            ],
        ),
        (
            "4 9",
            [
                "After 4 9: MAX moves, remaining depth 1, window -∞..0.",
                "The game is over, won by MIN, margin 1: exactly -1.",
            ],
        ),
        (
            "4 8 7",
            [
                "After 4 8 7: MIN moves, remaining depth 0, window -∞..+1.",
                "The horizon: the remaining depth is 0, and zero evaluates the position as 0.",
            ],
        ),
        (
            "9",
            [
                "After 9: MIN moves, remaining depth 2, window +1..+∞.",
                "A cutoff: with 4 MIN holds MAX to at most +1 here.",
                "At the root MAX already has +1 with 8: this is no better for MAX.",
                "So the other moves do not matter and were pruned: 7 8.",
            ],
        ),
        (
            "9 8 4",
            [
                "After 9 8 4: pruned. The reason is found after 9.",
                "A cutoff: with 4 MIN holds MAX to at most +1 here.",
                "At the root MAX already has +1 with 8: this is no better for MAX.",
                "So the other moves do not matter and were pruned: 7 8.",
            ],
        ),
        (
            "4 8 7 9",
            [
                "After 4 8 7 9: pruned. The reason is found after 4 8 7.",
                "The horizon: the remaining depth is 0, and zero evaluates the position as 0.",
            ],
        ),
        (
            "9 4",
            [
                "After 9 4: MAX moves, remaining depth 1, window +1..+∞.",
                "Every move was searched, and none gives MAX more than +1: it is at most +1.",
                "At the root MAX already has +1 with 8: this is no better for MAX.",
            ],
        ),
        (
            "7",
            [
                "After 7: MIN moves, remaining depth 2, window -1..+∞.",
                "With 9, the last move to be searched, MIN holds MAX to at most -1.",
                "At the root MAX already has -1 with 4: this is no better for MAX.",
            ],
        ),
    ],
)
def test_noughts_and_crosses(noughts, line: str, sentences: list[str]):
    tree, moves = noughts
    assert explain_line(tree, moves(line), tree.roots[-1]) == sentences


def test_spanish(noughts):
    tree, moves = noughts
    speak("es")
    assert explain_line(tree, moves("9"), tree.roots[0]) == [
        "Tras 9: mueve MIN, profundidad restante 2, ventana +1..+∞.",
        "Una poda: con 4 MIN frena aquí a MAX: a lo sumo +1.",
        "En la raíz MAX ya tiene +1 con 8: esto no es mejor para MAX.",
        "Así que las demás jugadas no importan y se podaron: 7 8.",
    ]


def sentences_of(tree: Tree) -> str:
    return "\n".join(sentence for node in tree.nodes for sentence in explain(tree, node))


def test_a_beta_cut():
    """Mirrored: what MIN has makes the rest irrelevant to a MAX node."""
    tree, moves = grow_named("tictactoe", "xox.ox...", "zero", depth=3, order="best")
    node = tree.find(moves("7 8"), tree.roots[0])[0]
    assert node.kind == CUT
    assert explain(tree, node)[1:] == [
        "A cutoff: with 9 MAX gets at least 0 here.",
        "After 7 MIN already holds MAX to -1 with 9: this is no better for MIN.",
        "So the other moves do not matter and were pruned: 4.",
    ]


@pytest.mark.parametrize(
    ("game", "text", "evaluation", "options", "sentence"),
    [
        ("quarry", "2x2x2", "zero", {}, "No score is above +1: it cannot get better for MAX."),
        (
            "quarry",
            "3x2x2",
            "zero",
            {"infer": True},
            "theoretical value of this position is known: exactly -1",
        ),
        (
            "quarry",
            "3x3x2",
            "zero",
            {"cache": True, "depth": 6},
            "From the transposition table: this",
        ),
        ("kalah(pits=2,seeds=2)", "", "stores", {}, "an extra turn: MAX has just moved and"),
        (
            "connect4",
            "44",
            "lines",
            {"algorithm": "negascout"},
            "2 better than the best so far: it is searched",
        ),
        (
            "connect4",
            "44",
            "lines",
            {"algorithm": "negascout"},
            "a null window only tests whether MAX",
        ),
        (
            "connect4",
            "44",
            "lines",
            {"algorithm": "negascout"},
            "a null window only tests whether MIN",
        ),
        ("connect4", "44", "lines", {"algorithm": "negascout"}, "The window is null: the search"),
        ("connect4", "44", "lines", {"algorithm": "mtdf"}, "This pass only tests whether MAX can"),
        ("connect4", "44", "lines", {"algorithm": "mtdf"}, "This pass only tests whether MIN can"),
        ("connect4", "44", "lines", {"depth": 4}, "and none holds MAX below"),
        (
            "tictactoe",
            "xxo.oox..",
            "zero",
            {"algorithm": "minimax"},
            "MAX moves, remaining depth 3.",
        ),
    ],
)
def test_every_reason_is_given_somewhere(game, text, evaluation, options, sentence):
    tree, _moves = grow_named(game, text, evaluation, nodes=5000, **{"depth": 3, **options})
    assert sentence in sentences_of(tree)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_node_can_be_explained(boards, case: Case):
    board = boards(case)
    for options in recorders(case):
        _result, tree = grow(board, board.positions(2, seed=51)[-1], options)
        for language in ("en", "es"):
            speak(language)
            for node in tree.nodes[:100]:
                sentences = explain(tree, node)
                assert len(sentences) >= 2
                assert not any("{" in sentence for sentence in sentences)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_bound_is_owned_by_an_ancestor(boards, case: Case):
    board = boards(case)
    for options in recorders(case):
        _result, tree = grow(board, board.positions(2, seed=52)[-1], options)
        for node in tree.nodes:
            if node.kind not in (EXPANDED, CUT) or node.window is None or node.bound == EXACT:
                continue
            end = 1 if node.value >= node.window[1] else 0
            source, child = bound_origin(tree, node, end)
            path = tree.path(node)
            assert source in path
            below = path[path.index(source) + 1 :]
            assert {each.window[end] for each in below if each.window} <= {node.window[end]}
            if child is not None:
                assert child.value == node.window[end]
                assert child.parent == source.number
                assert child.number < below[0].number
                assert source.is_max == (end == 0)


def test_where_there_was_no_room(boards):
    board = boards(HEAP)
    _result, tree = grow(board, board.game.start, {"algorithm": "alphabeta"}, nodes=5)
    root = tree.roots[0]
    assert "because the tree was full" in explain(tree, root)[-1]
    assert explain_line(tree, [3, 3], root) == [
        "After 3 3: not recorded, because the tree was full."
    ]


def test_what_was_stopped_means_nothing(boards):
    board = boards(HEAP)
    log = new_log()
    search = Search(board.game.start, board.evaluation, Settings("alphabeta", 5), log=log)
    search.state.budget = 5
    search.kernel(*search._arguments(5, *search.span))
    tree = read_tree(log, board.game, search.position, search.settings, "lead", search.span)
    assert explain(tree, tree.roots[0])[-1] == (
        "The search was stopped below this node: its value means nothing."
    )
    assert "The search was stopped here: there is no value." in sentences_of(tree)
