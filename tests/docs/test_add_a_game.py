"""The game of docs/add-a-game.md brings an evaluation and a solver, which all commands use."""

from pathlib import Path
from typing import Any

import pytest

import tablero.games as games
from tablero.errors import OutsideError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.position import ONGOING
from tablero.search.run import Settings, search
from tablero.solve import solve, solver_of
from tablero.solve.exhaustive import ExhaustiveSearch
from tests.docs.commands import games_at_both_speeds, tablero
from tests.docs.pages import ROOT, write_files
from tests.search.cases import random_positions
from tests.web.live import Address, Tab, line
from tests.web.test_serve import running, token_of

AGENTS = ["alphabeta(depth=3)", "alphabeta(depth=2)"]
GIVEN_AWAY = "12,0,0,0"
"""Edges 2 and 3 are drawn: edge 0 would give a box away."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of the game, with all changes of the page."""
    folder = tmp_path_factory.mktemp("game")
    write_files(ROOT / "docs/add-a-game.md", folder)
    return str(folder / "boxes.py")


@pytest.fixture
def game(file: str) -> Game:
    return games.load(file)


def facts(solution: Any) -> tuple[Any, ...]:
    return solution.score, solution.moves, solution.best, solution.line, solution.whole


@pytest.mark.plain
@pytest.mark.parametrize("handicap", [0, 1])
def test_the_solver_agrees_with_exhaustive_search(file: str, handicap: int):
    game = games.load(f"{file}(handicap={handicap})")
    solver, exhaustive = solver_of(game), ExhaustiveSearch(game)
    assert type(solver).__name__ == "BoxesSolver"
    positions = [game.start, *random_positions(game.start, count=60, seed=3, plies=10)]
    assert len({*positions}) > 50
    for position in positions:
        if position.outcome() == ONGOING:
            assert facts(solve(solver, position)) == facts(solve(exhaustive, position)), position
    assert solver.nodes < 1 << 12 < exhaustive.nodes


@pytest.mark.plain
def test_the_evaluation_is_the_default_and_is_complete(game: Game):
    assert evaluations.names(game) == ["ready", "lead", "zero"]
    ready = evaluations.load("ready(ready=5)", game)
    assert ready._asdict() == {"lead": 10, "ready": 5}
    assert (ready.value(game.read("13,0,0,1")), ready.final(2)) == (5, 10_002)
    assert ready.span(-4, 4) == (-10_004, 10_004)


@pytest.mark.plain
def test_an_evaluation_that_the_game_brings_is_checked(file: str, tmp_path: Path):
    wrong, text = tmp_path / "wrong.py", Path(file).read_text(encoding="utf-8")
    assert text.count("return Ready()") == 1
    wrong.write_text(text.replace("return Ready()", "return Ready(lead=0.5)"), encoding="utf-8")
    with pytest.raises(OutsideError, match=r"wrong\.py: the weights must be ints"):
        evaluations.load("ready", games.load(str(wrong)))


@pytest.mark.compiled_only
def test_commands_use_what_the_game_brings(file: str):
    near = tablero("search", file, GIVEN_AWAY, "--depth", "1")
    assert (near["eval"], near["move"]) == ("ready", "1")
    solved = tablero("solve", file)
    assert (solved["score"], solved["nodes"]) == (2, (1 << 12) - 1)
    record = tablero("play", file, "perfect", AGENTS[0], "--silent")
    assert (record["winner"], record["reason"]) == (1, "won")
    assert record["margin"] >= 2
    searches = ["minimax(depth=3)", *AGENTS[:1]]
    counts = tablero("lab", "compare", file, *searches, "--positions", "4", "--plies", "1-4")
    assert [row["differ"] for row in counts["rows"]] == [0, 0]
    assert counts["rows"][0]["nodes"] > counts["rows"][1]["nodes"]


@pytest.mark.compiled_only
def test_compiled_games_are_those_of_the_referee(file: str, tmp_path: Path):
    few = ["--games", "10", "--openings", "plies=3", "--seed", "1"]
    compiled, refereed = games_at_both_speeds(tmp_path, file, *AGENTS, *few)
    assert compiled == refereed
    assert len(compiled) == 10


@pytest.mark.compiled_only
def test_the_page_uses_what_the_game_brings(file: str, game: Game):
    edges = ["2", "3"]
    position = game.read(GIVEN_AWAY)
    with running("--workers", "1", "--game", file) as (_process, url):
        tab = Tab(Address(url, token_of(url)))
        (offered,) = (
            each
            for each in tab.client.get("/api/catalogue").json()["games"]
            if each["name"] == "boxes"
        )
        here = line("boxes", *edges)
        shown = tab.client.post("/api/line", json=here).json()["positions"][-1]
        asked = {"algorithm": "alphabeta", "depth": 2, "eval": "ready"}
        grown = tab.ask(kind="grow", line=here, search=asked)
        analysed = tab.ask(kind="analyse", line=here)
        reviewed = tab.ask(kind="review", line=line("boxes", *edges, "0"))
        tab.close()
    assert offered["evaluations"] == ["ready", "lead", "zero"]
    assert shown["view"] == {"kind": "plain", "drawing": game.draw(position)}
    found = search(position, evaluations.load("ready", game), Settings("alphabeta", 2))
    assert grown["visited"] == found.statistics["evaluated"]
    solution = solve(solver_of(game), position)
    assert analysed["exact"]
    assert {int(each["move"]): each["score"] for each in analysed["scores"]} == solution.moves
    assert [mistake["move"] for mistake in reviewed["mistakes"]] == ["0"]
