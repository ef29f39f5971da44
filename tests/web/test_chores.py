"""What workers find out is what the commands say."""

import gzip
import json
import threading
from typing import Any

import pytest
from click.testing import CliRunner

import tablero.games as games
from tablero.cli import program
from tablero.errors import SearchStopped, TableroError
from tablero.games import evaluations
from tablero.position import ONGOING, WIN
from tablero.web import jobs, models
from tablero.web.chores import CHORES, analyse, chore_of
from tablero.web.chores.analyse import margin_of
from tablero.web.chores.choose import PLAYERS
from tablero.web.errands import real_job
from tablero.web.rehearsals import rehearsals
from tablero.web.shelf import Shelf

pytestmark = pytest.mark.plain

SHELF = Shelf()


def do(job: jobs.JobAsked):
    """(all that is told, the chore)."""
    told: list[Any] = []
    chore = chore_of(real_job(SHELF, job))
    chore.run(told.append)
    return told, chore


def line(game: str, start: str = "", *moves: str) -> models.Line:
    return models.Line(game=game, start=start, moves=list(moves))


def says(*words: str):
    """What a command prints with --json."""
    done = CliRunner().invoke(program(), [*words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


SOLVED = [
    ("connect4", "4444443567767"),
    ("connect4", "12345671234567"),
    ("connect4(columns=5,rows=4)", "3333"),
    ("kalah(pits=3,seeds=3)", ""),
    ("quarry", "5x3x4"),
    ("quarry", "2x2"),
]


@pytest.mark.parametrize(("game", "start"), SOLVED)
@pytest.mark.compiled_only
def test_an_analysis_says_what_solve_says(game, start):
    told, _chore = do(jobs.Analyse(line=line(game, start), seconds=60))
    found = says("solve", game, start)
    last = told[-1]
    assert last.exact
    assert last.depth is None
    assert last.score == found["score"]
    assert {each.move: each.score for each in last.scores} == found["moves"]
    assert last.line[0] in found["best"]


@pytest.mark.parametrize("start", ["", "x...o....", "xo..x...."])
def test_a_small_game_is_searched_to_its_end(start):
    """Nobody solves it; whole lines do."""
    told, _chore = do(jobs.Analyse(line=line("tictactoe", start), seconds=60))
    game = games.load("tictactoe")
    position = game.read(start)
    for each in told[-1].scores:
        child = position.play(game.parse_move(position, each.move))
        assert each.exact
        assert each.score == -best(child)
    assert told[-1].score == best(position)


def best(position) -> int:
    if position.outcome() != ONGOING:
        return int(position.outcome())
    return max(-best(position.play(move)) for move in position.moves())


def test_a_result_is_certain_when_it_is_proven_or_seen():
    """Three in a row, open: a search sees the end; the solver counts the moves to it."""
    told, _chore = do(jobs.Analyse(line=line("connect4(columns=5,rows=4)", "2233"), seconds=60))
    assert (told[-1].exact, told[-1].decided, told[-1].plies) == (True, True, 3)
    assert all(each.plies is None for each in told if not each.exact)


def test_a_margin_is_told_only_where_one_margin_has_the_score():
    game = games.load("connect4")
    quick, infinite = (
        evaluations.load(f"lines(wins={wins})", game) for wins in ("quick", "infinite")
    )
    zero = evaluations.load("zero", game)
    assert [margin_of(quick, score) for score in (WIN + 3, -WIN - 3, 0, 7)] == [3, -3, 0, None]
    assert [margin_of(infinite, score) for score in (WIN, -WIN, 0, 7)] == [None, None, 0, None]
    assert [margin_of(zero, score) for score in (3, 0)] == [3, 0]


def test_infinite_wins_are_decided_without_a_margin():
    """Before the solver has answered, a search has seen the end."""
    asked = jobs.Analyse(
        line=line("connect4(columns=5,rows=4)", "2233"), seconds=60, eval="lines(wins=infinite)"
    )
    told, _chore = do(asked)
    searched = [each for each in told if each.depth is not None and each.score is not None]
    assert searched[-1].score == WIN
    assert searched[-1].decided
    assert not searched[-1].exact


def test_an_opinion_comes_before_the_solution():
    told, _chore = do(jobs.Analyse(line=line("connect4(columns=5,rows=5)", "3"), seconds=0.4))
    assert (told[0].depth, told[0].decided) == (2, False)
    assert [each.move for each in told[0].scores] == ["1", "2", "3", "4", "5"]
    assert {each.move for each in told[-1].scores} == {"1", "2", "3", "4", "5"}


@pytest.mark.compiled_only
def test_nothing_is_exact_while_a_move_has_no_score():
    """Of an opening the table tells one move after the other."""
    told, _chore = do(jobs.Analyse(line=line("connect4"), seconds=60))
    known = [(len(each.scores), each.exact, each.score) for each in told]
    assert known == [*((n, False, None) for n in range(1, 7)), *[(7, True, 1)] * 2]


def test_many_moves_have_small_tables():
    told, chore = do(jobs.Analyse(line=line("quarry", "30x30x30"), seconds=5))
    assert len(told[-1].scores) == 87
    assert told[-1].exact
    assert told[-1].score == 1


@pytest.mark.parametrize(
    "job",
    [
        jobs.Analyse(line=line("quarry(side=1000)")),
        jobs.Analyse(line=line("quarry", "1x1x1")),
        jobs.Choose(line=line("connect4", "1212121"), agent="random"),
        jobs.Choose(line=line("connect4"), agent="nobody"),
        jobs.Count(line=line("connect4"), eval="nothing"),
        jobs.Grow(line=line("connect4"), search=jobs.Search(algorithm="engine")),
        jobs.Grow(line=line("connect4"), search=jobs.Search(algorithm="dice")),
        jobs.Grow(line=line("connect4"), search=jobs.Search(depth=0)),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(job):
    with pytest.raises(TableroError):
        real_job(SHELF, job)


@pytest.mark.parametrize("agent", ["random", "level(2)", "alphabeta(depth=2)", "engine(depth=2)"])
def test_agents_choose_what_they_always_choose(agent):
    job = jobs.Choose(line=line("kalah"), agent=agent, seed=7)
    (first,), _chore = do(job)
    (second,), _chore = do(job)
    assert first.move == second.move
    assert first.move in "123456"


@pytest.mark.parametrize(("algorithm", "depth"), [("alphabeta", 9), ("engine", 2)])
def test_the_numbers_of_a_choice_are_those_of_search(algorithm, depth):
    """A search of nine plies has a depth of nine, though the game is over four plies later."""
    agent = f"{algorithm}(depth={depth})"
    (told,), _chore = do(jobs.Choose(line=line("tictactoe", "xox.ox..."), agent=agent))
    words = ["--algorithm", algorithm, "--depth", str(depth)]
    found = says("search", "tictactoe", "xox.ox...", *words)
    assert (told.nodes, told.depth) == (found["statistics"]["evaluated"], found["depth"])
    assert told.depth == depth


@pytest.mark.parametrize(("game", "depth"), [("connect4", 4), ("kalah", 3), ("quarry", 3)])
def test_counts_are_those_of_the_searches(game, depth):
    (told,), _chore = do(jobs.Count(line=line(game), depth=depth))
    for algorithm, nodes in (("alphabeta", told.pruned), ("minimax", told.whole)):
        found = says("search", game, "--algorithm", algorithm, "--depth", str(depth))
        assert nodes == found["statistics"]["evaluated"]


def test_too_many_nodes_are_not_counted(monkeypatch):
    monkeypatch.setattr("tablero.web.chores.count.MOST_NODES", 500)
    (told,), _chore = do(jobs.Count(line=line("connect4"), depth=4))
    assert told.whole is None


def test_a_tree_is_that_of_search(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    search = jobs.Search(depth=3, order="best", infer=False)
    told, chore = do(jobs.Grow(line=line("connect4", "44"), search=search))
    tree = json.loads(gzip.decompress(chore.result))
    words = tree["command"].split()[1:]
    assert CliRunner().invoke(program(), words).exit_code == 0
    _head, *nodes = map(json.loads, (tmp_path / "tree.jsonl").read_text().splitlines())
    assert 1 + told[-1].nodes == len(nodes) == len(tree["parent"])
    assert tree["value"] == [node["value"] for node in nodes]
    assert tree["move"] == [node["move"] for node in nodes]


def test_a_node_is_explained():
    grow = jobs.Grow(line=line("tictactoe"), search=jobs.Search(depth=2))
    told, _chore = do(jobs.Explain(grow=grow, node=1))
    assert told[-1].sentences
    with pytest.raises(TableroError, match="there is no node 99999"):
        do(jobs.Explain(grow=grow, node=99_999))


@pytest.mark.compiled_only
def test_a_review_finds_what_lab_mistakes_finds(tmp_path):
    moves = ["4", "4", "4", "4", "4", "2", "3", "1", "1", "1", "1"]
    told, _chore = do(jobs.Review(line=line("connect4", "", *moves), seconds=60))
    last = told[-1]
    assert last.done == last.total == len(moves)
    solver_says = says("solve", "connect4", "44444")
    for mistake in last.mistakes:
        if mistake.ply == 5:
            assert mistake.best == solver_says["score"]
            assert mistake.score == solver_says["moves"][mistake.move]
            assert mistake.better in solver_says["best"]
    assert all(mistake.regret == mistake.best - mistake.score > 0 for mistake in last.mistakes)


def test_an_agent_may_resign(tmp_path):
    file = tmp_path / "hopeless.py"
    file.write_text("def choose(position):\n    return 'resign'\n")
    job = jobs.Choose(line=line("connect4"), agent="hopeless")
    told: list[Any] = []
    chore_of(real_job(Shelf((), [str(file)]), job)).run(told.append)
    assert [each.move for each in told] == [None]
    for key in [*PLAYERS.things]:
        PLAYERS.drop(key)


ENDLESS = """
def choose(position):
    while True:
        pass
"""


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("mancala11", "minimax(depth=40)"),
        ("mancala11", "engine"),
        ("connect4(columns=9,rows=5)", "perfect"),
        ("connect4", "mcts(simulations=1000000)"),
        ("connect4", "endless"),
    ],
)
def test_an_agent_can_be_stopped(game, agent, tmp_path):
    """Before it has begun, and while it thinks."""
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    job = jobs.Choose(line=line(game), agent=agent, seconds=60)
    real = real_job(Shelf((), [str(file)]), job)
    chore = chore_of(real)
    chore.stop()
    with pytest.raises(SearchStopped):
        chore.run(lambda told: None)
    chore = chore_of(real)
    clock = threading.Timer(1.0, chore.stop)
    clock.start()
    with pytest.raises(SearchStopped):
        chore.run(lambda told: None)
    clock.join()


SLOW = [
    jobs.Analyse(line=line("connect4(columns=9,rows=5)"), seconds=60),
    jobs.Analyse(line=line("kalah"), seconds=60),
    jobs.Count(line=line("mancala11"), depth=40),
    jobs.Grow(line=line("connect4"), search=jobs.Search(depth=40)),
    jobs.Review(line=line("connect4(columns=8)", "", "1", "2", "3"), seconds=60),
]


@pytest.mark.parametrize("job", SLOW, ids=lambda job: job.kind)
def test_a_chore_can_be_stopped(job):
    chore = chore_of(real_job(SHELF, job))
    clock = threading.Timer(1.0, chore.stop)
    clock.start()
    with pytest.raises(SearchStopped):
        chore.run(lambda told: None)
    clock.join()


@pytest.mark.parametrize("job", SLOW, ids=lambda job: job.kind)
def test_a_chore_that_was_stopped_before_it_began(job):
    chore = chore_of(real_job(SHELF, job))
    chore.stop()
    with pytest.raises(SearchStopped):
        chore.run(lambda told: None)


def test_a_stopped_solver_is_not_asked_again():
    job = jobs.Analyse(line=line("kalah(pits=3,seeds=3)"), seconds=60)
    chore = chore_of(real_job(SHELF, job))
    chore.stop()
    with pytest.raises(SearchStopped):
        chore.run(lambda told: None)
    assert "kalah(pits=3,seeds=3)" not in analyse.SOLVERS.things


def test_every_worker_rehearses_everything():
    """Each begins elsewhere."""
    one, other = ([job.model_dump_json() for job in rehearsals(place, 2)] for place in range(2))
    assert sorted(one) == sorted(other)
    assert one[:1] != other[:1] or not one
    kinds = {json.loads(job)["kind"] for job in one}
    assert kinds <= set(CHORES)
