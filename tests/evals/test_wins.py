"""The option `wins` of Connect-4's evaluations: quick wins preferred, or all wins alike."""

import json
from typing import Annotated, NamedTuple

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Limits
from tablero.cli import main
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.games.connect4.evaluations import INFINITE, QUICK
from tablero.options import Named, convert
from tablero.position import WIN
from tablero.search import ALGORITHMS
from tests.search import oracle
from tests.search.cases import random_positions, run

NAMES = "lines", "table", "potential"

OPEN_THREE = "1334457"
"""Three stones of the mover's in the bottom row, open at both ends: any column wins."""


@pytest.mark.plain
@pytest.mark.parametrize("name", NAMES)
def test_what_a_finished_game_is_worth(name: str):
    game = games.load("connect4")
    quick, infinite = (
        evaluations.load(f"{name}(wins={wins})", game) for wins in ("quick", "infinite")
    )
    assert quick == evaluations.load(name, game)
    assert [quick.final(margin) for margin in (-3, 0, 3)] == [-WIN - 3, 0, WIN + 3]
    assert [infinite.final(margin) for margin in (-18, -3, 0, 3, 18)] == [-WIN, -WIN, 0, WIN, WIN]
    assert infinite.span(-18, 18) == (-WIN, WIN)
    assert quick.span(-18, 18) == (-WIN - 18, WIN + 18)


@pytest.mark.plain
def test_kernels_see_an_int():
    game = games.load("connect4")
    both = [evaluations.load(text, game) for text in ("potential", "potential(wins=infinite)")]
    assert [evaluation.wins for evaluation in both] == [QUICK, INFINITE]
    assert {type(evaluation.wins) for evaluation in both} == {int}


@pytest.mark.plain
@pytest.mark.parametrize("wrong", ["never", "1", "", "quick infinite"])
def test_other_values_are_refused_in_one_line(wrong: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(OptionError, match="wins must be one of quick, infinite, not"):
        evaluations.load(f"lines(wins={wrong})", games.load("connect4"))
    with pytest.raises(SystemExit) as end:
        main(["search", "connect4", "--eval", f"potential(wins={wrong})"])
    assert end.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


@pytest.mark.plain
def test_names_of_an_evaluation_of_the_user_s():
    class Mine(NamedTuple):
        weight: int = 2
        mood: Annotated[int, Named(("calm", "bold", "wild"))] = 1

    evaluation = Mine()
    assert evaluations.weight_names(evaluation) == ["weight"]
    assert evaluations.option_texts(evaluation._replace(mood=2)) == {"weight": "2", "mood": "wild"}
    kinds = {"mood": Named(("calm", "bold", "wild"))}
    assert convert({"mood": "Wild"}, kinds) == {"mood": 2}


@pytest.mark.parametrize(
    ("first", "calls"),
    [("4", 21_414), ("1", 15_619), ("2", 18_216), ("5", 24_199), ("7", 22_433)],
)
def test_the_fifth_paper_s_calls_after_a_first_stone(first: str, calls: int):
    """The same at both speeds; 21 414 is the paper's count of move 2."""
    game = games.load("connect4")
    evaluation = evaluations.load("potential(wins=infinite)", game)
    result = run(game.read(first), evaluation, "alphabeta", 6, root_window="full")
    assert result.statistics["evaluated"] == calls


def test_quick_wins_take_more_calls():
    game = games.load("connect4")
    result = run(
        game.read("4"), evaluations.load("potential", game), "alphabeta", 6, root_window="full"
    )
    assert result.statistics["evaluated"] == 21_828


@pytest.mark.parametrize("name", NAMES)
def test_all_wins_alike_may_put_a_win_off(name: str):
    game = games.load("connect4")
    position = game.read(OPEN_THREE)
    moves = {
        wins: run(position, evaluations.load(f"{name}(wins={wins})", game), "alphabeta", 4)
        for wins in ("quick", "infinite")
    }
    found = {wins: game.move_name(position, result.move) for wins, result in moves.items()}
    assert found == {"quick": "2", "infinite": "1"}
    assert [result.score for result in moves.values()] == [WIN + 18, WIN]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_agrees_with_a_textbook(algorithm: str):
    game = games.load("connect4(columns=4,rows=4)")
    evaluation = evaluations.load("lines(wins=infinite)", game)
    scores = set()
    for position in random_positions(game.start, 30, seed=3, plies=12):
        for depth in (1, 4):
            found = run(position, evaluation, algorithm, depth)
            truth = oracle.minimax(position, depth, evaluation)
            assert found.score == truth.for_mover(position), position
            scores.add(found.score)
    assert {-WIN, WIN} < scores


@pytest.mark.parametrize(("option", "column"), [("", "2"), ("(wins=infinite)", "1")])
def test_an_agent_has_the_option(option: str, column: str):
    game = games.load("connect4")
    position = game.read(OPEN_THREE)
    agent = agents.load(f"alphabeta(depth=4,eval=lines{option})")
    player = agent.seat(game, position.turn())
    assert game.move_name(position, player.choose(position, Limits()).move) == column


def test_a_match_is_the_same_at_both_speeds(capsys: pytest.CaptureFixture[str]):
    """Compiled games, or interpreted ones: the figures are the same."""
    players = "alphabeta(depth=3,eval=lines(wins=infinite))", "greedy(eval=table(wins=infinite))"
    with pytest.raises(SystemExit) as end:
        main(["match", "connect4", *players, "--games", "6", "--seed", "1", "--json"])
    assert end.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["wins"], told["draws"], told["losses"]) == (5, 1, 0)
