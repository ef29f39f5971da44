"""Games, evaluations, agents and searches of a program: objects wherever a text is accepted."""

import subprocess
import sys
from typing import NamedTuple

import pytest

import tablero
from tablero import definitions
from tablero.agents.searches import is_search
from tablero.errors import OptionError, OutsideError, UnknownName
from tablero.games import evaluations

PROGRAM = """
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import tablero
from tablero.agents.searches import is_search
from tablero.agents.agent import Agent, Choice
from tablero.jit import kernel
from tablero.lab.compare import Comparison
from tablero.lab.probe import load_search
from tablero.limits import Between
from tablero.position import INFINITY, ONGOING, rules
from tablero.search.node import NO_MOVE, enter, improve, leave, sign_of, visit
from tablero.workers.processes import local_pool


@rules
class Pile(NamedTuple):
    left: int
    side: int

    def moves(self):
        for number in range(1, min(3, self.left) + 1):
            yield number

    def play(self, move):
        return Pile(self.left - move, 1 - self.side)

    def outcome(self):
        return ONGOING if self.left else -1

    def turn(self):
        return self.side


@dataclass(frozen=True)
class Sticks(tablero.Game):
    name = "sticks"
    size: Annotated[int, Between(1, 60)] = 21

    @property
    def start(self):
        return Pile(self.size, 0)


class Fours(NamedTuple):
    weight: int = 3

    def value(self, position):
        return self.weight if position.left % 4 else -self.weight


@dataclass(frozen=True)
class Most(Agent):
    name = "most"

    def seat(self, game, side):
        return MostPlayer()


class MostPlayer:
    compiled = None

    def begin(self, seed):
        pass

    def choose(self, position, limits):
        return Choice(max(position.moves()))

    def close(self):
        pass


@kernel
def whole(position, depth, ply, alpha, beta, task):
    known, score = enter(task, position, depth, ply, alpha, beta)
    if known:
        return score
    best, best_move = -INFINITY, NO_MOVE
    for move in task.order.arrange(position):
        child = visit(task, position, move, ply)
        sign = sign_of(position, child)
        score = sign * whole(child, depth - 1, ply + 1, -INFINITY, INFINITY, task)
        if score > best:
            best, best_move = score, move
            improve(task, ply, move)
    return leave(task, position, depth, ply, alpha, beta, best, best_move)


if __name__ == "__main__":
    game = Sticks(13)
    board = tablero.Board(game)
    by_object, by_name = board.search(3, Fours(5), algorithm=whole), board.search(3, Fours(5))
    assert by_object.score == by_name.score == 5, by_object
    assert board.choose(Most()) == "3"
    mine = tablero.agent(whole, depth=3, eval=Fours(2))
    assert str(mine) == "whole(depth=3,eval=fours(weight=2))", mine
    for rivals in ((mine, Most()), (mine, "random"), ("alphabeta(eval=fours)", "random")):
        alone, together = (tablero.match(game, *rivals, 4, workers=n) for n in (1, 2))
        assert alone == together, (alone, together)
        assert alone.wins == 4, alone
    searches = [load_search(text, game) for text in (str(mine), "alphabeta(depth=3)")]
    comparison = Comparison(game, searches, [game.start, game.start.play(2)], 1)
    with local_pool(2) as pool:
        comparison.run(pool)
    assert [probe.score for probe in comparison.found[0]] == [2, 2], comparison.found
    print("done")
"""


def test_objects_of_a_program_enter_searches_matches_experiments_and_processes(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, cwd=tmp_path)
    assert run.stdout == "done\n", run.stderr


def test_a_class_that_is_defined_again_replaces_the_first():
    scores = []
    for weight in (1, 2):

        class Again(NamedTuple):
            factor: int = weight

            def value(self, position):
                return self.factor

        scores.append(tablero.search("tictactoe", depth=1, eval=Again()).score)
    assert scores == [-1, -2]


def test_two_classes_of_one_name_meet_as_two(tmp_path):
    agents = []
    for weight in (1, -1):

        class Twin(NamedTuple):
            factor: int = weight

            def value(self, position):
                return self.factor * position.full.bit_count()

        agents.append(tablero.agent("alphabeta", depth=1, eval=Twin()))
    assert [str(agent).partition("eval=")[2] for agent in agents] == [
        "twin(factor=1))",
        "twin_2(factor=-1))",
    ]


def test_weights_that_are_no_ints_are_refused():
    class Half(NamedTuple):
        factor: float = 0.5

        def value(self, position):
            return 1

    with pytest.raises(OutsideError, match="the weights must be ints"):
        tablero.search("tictactoe", depth=1, eval=Half())


def test_names_that_are_taken_are_refused():
    class Lines(NamedTuple):
        weight: int = 1

        def value(self, position):
            return self.weight

    with pytest.raises(OptionError, match="'lines' cannot be the name of your evaluation: it is"):
        tablero.search("connect4", depth=1, eval=Lines())


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("connect4", "lines"),
        ("connect4(columns=5)", "potential(wins=infinite)"),
        ("kalah", "composite(stores=20)"),
        ("kalah", "tuned"),
        ("mancala11", "good"),
        ("quarry", "zero"),
    ],
)
def test_evaluations_of_the_package_have_texts(game, text):
    rules = tablero.load(game)
    evaluation = evaluations.load(text, rules)
    again = evaluations.load(evaluations.as_text(evaluation), rules)
    assert again == evaluation
    assert type(again) is type(evaluation)


def test_an_evaluation_of_a_file_has_the_path_in_its_text(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from typing import NamedTuple\n"
        "class Mine(NamedTuple):\n    w: int = 3\n    def value(self, position):\n"
        "        return self.w\n"
    )
    game = tablero.load("tictactoe")
    evaluation = evaluations.load(f"{path}(w=4)", game)
    assert evaluations.as_text(evaluation) == f"{path}(w=4)"
    agent = tablero.agent("alphabeta", depth=1, eval=evaluation)
    assert str(agent) == f"alphabeta(depth=1,eval={path}(w=4))"


def test_definitions_of_another_process_belong_to_the_thread_that_runs_its_job():
    definitions.define(definitions.Kind.SEARCH, "mine", print)
    try:
        dumped = definitions.dump_definitions()
    finally:
        del definitions._of_process[definitions.Kind.SEARCH]["mine"]
    from concurrent.futures import ThreadPoolExecutor

    def names():
        definitions.load_definitions(dumped)
        return [*definitions.defined(definitions.Kind.SEARCH)]

    with ThreadPoolExecutor(1) as pool:
        assert "mine" in pool.submit(names).result()
    assert "mine" not in definitions.defined(definitions.Kind.SEARCH)


SEARCH = """
from tablero.jit import kernel
from tablero.search.node import enter

@kernel
def {name}(position, depth, ply, alpha, beta, task):
    return enter(task, position, depth, ply, alpha, beta)[1]
"""


def test_a_search_in_a_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(SEARCH.format(name="one"))
    agent = tablero.agent(f"{path}(depth=2)")
    assert agent.name == str(path)
    assert str(agent) == f"{path}(depth=2)"
    path.write_text(SEARCH.format(name="one") + SEARCH.format(name="two"))
    with pytest.raises(OutsideError, match="expected one kernel with the parameters position, "):
        tablero.search("tictactoe", algorithm=str(path))
    with pytest.raises(UnknownName, match="no search named 'half'"):
        tablero.search("tictactoe", algorithm="half")


@pytest.mark.plain
def test_a_file_with_a_search_is_not_run_to_find_out(tmp_path):
    path = tmp_path / "player.py"
    path.write_text("import os\nos._exit(3)\n")
    assert not is_search(str(path))
