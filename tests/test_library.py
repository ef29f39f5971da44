"""What `import tablero` offers: examples, types, boards, results, objects and pictures."""

import doctest
import importlib
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero
import tablero.games as games_package
from tablero.errors import IllegalMove, ImpossiblePosition, NotationError
from tablero.games import evaluations

FORTY_TWO: Any = 42
"""An argument of a wrong type."""

GAMES = sorted(games_package.GAMES)
MODULES = (
    "tablero",
    "tablero.board",
    "tablero.library",
    "tablero.results",
    "tablero.match.result",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.plain
def test_every_public_name_has_a_docstring_with_an_example():
    own = [name for name in tablero.__all__ if name not in ("Agent", "Game", "TableroError")]
    for name in own:
        public = getattr(tablero, name)
        source = inspect.unwrap(public)
        members = vars(public).items() if inspect.isclass(public) else ()
        named = [(name, source)] + [(key, value) for key, value in members if key[0] != "_"]
        for key, value in named:
            if callable(value) or isinstance(value, property):
                assert ">>>" in (inspect.getdoc(value) or ""), (name, key)


@pytest.mark.plain
def test_the_front_door_is_lazy_and_lists_its_names():
    code = (
        "import sys, tablero; assert not {'numba', 'numpy', 'click', 'typing'} & {*sys.modules}, "
        "'heavy'; print(*dir(tablero))"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == sorted([*tablero.__all__, "__version__"])
    with pytest.raises(AttributeError, match="no attribute 'serach'"):
        tablero.serach  # type: ignore[attr-defined] # noqa: B018


@pytest.mark.plain
def test_packages_are_called_like_their_functions():
    from tablero.library import search as function
    from tablero.search.run import search as lower

    assert tablero.search.__wrapped__ is function  # type: ignore[attr-defined]
    assert inspect.signature(tablero.search) == inspect.signature(function)
    assert lower is not function
    assert tablero.games() == games_package.names()


@pytest.mark.plain
def test_mypy_finds_mistakes_in_a_users_program(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import tablero\n"
        "from tablero.search.run import Settings, search\n"
        "from tablero.games import evaluations, load\n"
        "board = tablero.Board('connect4')\n"
        "board.position.plya(3)\n"
        "tablero.search('oops', 42)\n"
        "board.push(3)\n"
        "\n"
        "search('oops', 42, Settings())\n"
        "found = board.search(depth=8, eval='lines')\n"
        "found.scroe\n"
        "board.search(order='bets')\n"
        "name: str = found.move\n"
        "tablero.match('kalah', 'random', tablero.agent('level(3)'), games=2).elo\n"
    )
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir"]
    run = subprocess.run(
        [*mypy, str(tmp_path / "cache"), str(program)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    lines = {int(line.split(":")[1]) for line in run.stdout.splitlines() if "error" in line}
    assert lines == {5, 6, 7, 9, 11, 12}, run.stdout


@given(st.data())
@pytest.mark.parametrize("name", GAMES)
def test_a_board_is_its_text_and_takes_back_what_it_plays(name, data):
    board = tablero.Board(name)
    texts = [board.text]
    for _ply in range(data.draw(st.integers(0, 8))):
        if board.is_over:
            break
        board.push(data.draw(st.sampled_from(board.legal_moves)))
        texts.append(board.text)
        again = tablero.Board(name, board.text)
        assert again.position.outcome() == board.position.outcome()
        if name != "quarry":  # its text leaves out whose turn it is where that is said beside it
            assert again == board
    assert tablero.Board(name, moves=board.moves) == board
    while board.moves:
        assert board.text == texts.pop()
        board.pop()
    with pytest.raises(IndexError):
        board.pop()


def test_wrong_moves_raise_and_leave_the_board():
    board = tablero.Board("connect4", "444444")
    for move, error in (("4", IllegalMove), ("9", NotationError), ("", NotationError)):
        with pytest.raises(error):
            board.push(move)
    assert board.text == "444444"
    assert board.moves == []


@pytest.mark.parametrize("ask", ["search", "solve", "choose", "analyse"])
def test_a_finished_game_has_nothing_to_search(ask):
    board = tablero.Board("tictactoe", "xxxoo....")
    with pytest.raises(ImpossiblePosition, match="already over"):
        list(getattr(board, ask)(*["random"] if ask == "choose" else []))


def test_outcomes_are_the_first_players():
    second = tablero.Board("tictactoe", "ooox.xx..")
    assert second.outcome == tablero.Outcome(2, -1)
    assert tablero.Board("tictactoe", "xoxxoxoxo").outcome == tablero.Outcome(0, 0)
    assert tablero.Board("tictactoe").outcome is None


def test_a_copy_is_another_board():
    board = tablero.Board("kalah", moves=["3"])
    other = board.copy()
    other.push("6")
    assert board.moves == ["3"]
    assert other != board
    with pytest.raises(TypeError):
        hash(board)


def test_an_evaluation_may_be_an_object():
    board = tablero.Board("connect4", "4453")
    weights = evaluations.load("lines", board.game)
    by_object, by_name = board.search(4, weights), board.search(4, "lines")
    assert by_object.line == by_name.line
    assert by_object.statistics["evaluated"] == by_name.statistics["evaluated"] == 1082


def test_an_agent_may_be_an_object():
    board = tablero.Board("tictactoe", "xx.oo....")
    assert board.choose(tablero.agent("negamax")) == board.choose("negamax") == "3"
    texts = tablero.match("tictactoe", "level(3)", "random(seed=7)", 10, seed=3)
    agents = tablero.agent("level(3)"), tablero.agent("random(seed=7)")
    assert tablero.match(tablero.load("tictactoe"), *agents, 10, seed=3) == texts


def test_a_match_in_two_processes_has_the_same_result():
    alone = tablero.match("tictactoe", "alphabeta(depth=2)", "random", 12, openings=1)
    assert (
        tablero.match("tictactoe", "alphabeta(depth=2)", "random", 12, openings=1, workers=2)
        == alone
    )


def test_the_tree_of_a_result_is_that_of_its_search():
    found = tablero.search("tictactoe", "xox.o....", depth=3)
    tree = found.tree()
    assert tree.visited == found.statistics["evaluated"]
    *_earlier, deepest = tablero.Board("tictactoe", "xox.o....").analyse(depth=3)
    assert deepest.tree().nodes[0].value == deepest.score


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_svg(name):
    board = tablero.Board(name)
    picture = ElementTree.fromstring(board._repr_svg_())
    assert picture.tag.endswith("svg")
    shapes = {element.tag.rpartition("}")[2] for element in picture.iter()}
    assert shapes & {"circle", "text"}


def test_results_have_pictures():
    found = tablero.search("tictactoe", "xox.o....", depth=2)
    drawn = tablero.match("tictactoe", "random", "random", 4)
    for shown in (found, drawn):
        assert ElementTree.fromstring(str(shown._repr_svg_())).tag.endswith("svg")


@pytest.mark.parametrize(
    "program", sorted(Path("examples/library").glob("*.py")), ids=lambda p: p.stem
)
def test_ten_programs(program):
    """Run each example, and compare what it prints with the comment at its end."""
    text = program.read_text()
    code, _mark, comment = text.partition("# prints:\n")
    assert len([line for line in code.splitlines() if line.strip()]) < 15
    printed = [line.removeprefix("#").strip() for line in comment.splitlines()]
    run = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=True
    )
    assert [line.strip() for line in run.stdout.splitlines()] == printed


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tablero.Board(FORTY_TWO), "a game must be a text or a Game, not 42"),
        (lambda: tablero.Board("connect4", FORTY_TWO), "not a position of connect4: 42"),
        (
            lambda: tablero.Board("kalah", tablero.Board("tictactoe").position),
            "not a position of k",
        ),
        (lambda: tablero.search("kalah", depth=0), "option depth must be 1 to 1000, not 0"),
        (lambda: tablero.search("kalah", algorithm="engine"), "use analyse, not search"),
        (
            lambda: tablero.search("kalah", algorithm=FORTY_TWO),
            "a search must be a text or a kernel, not 42",
        ),
        (
            lambda: tablero.search("kalah", eval=FORTY_TWO),
            "an evaluation must be a text or a NamedTuple",
        ),
        (
            lambda: tablero.Board("kalah").analyse(-1),
            "option seconds must be 0.001 or more, not -1",
        ),
        (lambda: tablero.Board("kalah").analyse(nodes=0), "option nodes must be 1 or more, not 0"),
        (
            lambda: tablero.Board("kalah").solve(threads=0),
            "option threads must be 1 to 256, not 0",
        ),
        (lambda: tablero.match("kalah", "random", "random", 3), "games must be an even number"),
        (
            lambda: tablero.match("kalah", "random", "random", 2, workers=0),
            "option workers must be",
        ),
        (
            lambda: tablero.match("kalah", "random", "random", 2, depth=0),
            "option depth must be 1 to",
        ),
    ],
)
def test_wrong_arguments_are_named_in_one_line(call, message):
    with pytest.raises(tablero.TableroError) as raised:
        call()
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_seed_of_an_agent_is_its_own():
    board = tablero.Board("connect4")
    chosen = {board.choose(f"random(seed={seed})") for seed in range(8)}
    assert len(chosen) > 1
    assert {board.choose("random(seed=5)", seed=seed) for seed in range(4)} == {
        board.choose("random(seed=5)")
    }


@pytest.mark.plain
def test_packages_that_are_called_have_the_docstring_of_the_function():
    assert "Return the best move of a position" in str(tablero.search.__doc__)
