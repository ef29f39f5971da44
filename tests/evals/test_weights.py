"""Weights are fields: they change the score, and machine code serves them all."""

import pytest

import tablero.games as games
from tablero.games import evaluations
from tablero.position import WIN, Evaluation, Judge
from tablero.search.alphabeta import alphabeta
from tests.search import oracle
from tests.search.cases import run

EVALUATIONS = [
    (
        "connect4(columns=4,rows=4)",
        "3",
        "lines",
        ["lines(line=3)", "lines(line=-1)", "lines(wins=infinite)"],
    ),
    ("connect4(columns=5,rows=4)", "3", "table", ["table(offset=0)", "table(offset=7)"]),
    ("kalah(pits=2,seeds=2)", "start", "stores", ["stores(pits=3)", "simple", "simple(stores=9)"]),
    (
        "kalah(seeds=5,capture=empty,end=mover)",
        "start",
        "composite",
        ["composite(stores=0)", "composite(extra=99)"],
    ),
    ("tictactoe", "start", "zero", ["zero(draw=5)"]),
    ("mancala11", "start", "regular", ["regular(marker=-2)"]),
    ("mancala11", "start", "composite", ["composite(stores=0)", "tuned", "tuned(mobility=0)"]),
]


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "start", "usual", "others"), EVALUATIONS)
def test_other_weights_need_no_other_code(name: str, start: str, usual: str, others: list[str]):
    game = games.load(name)
    position = game.read(start)
    scores, overloads = set(), set()
    for text in [usual, *others]:
        evaluation = evaluations.load(text, game)
        result = run(position, evaluation, "alphabeta", 3)
        assert result.score == oracle.minimax(position, 3, evaluation).for_mover(position), text
        scores.add(result.score)
        overloads.add(len(alphabeta.dispatcher.overloads))  # type: ignore[attr-defined]
    assert len(scores) > 1
    assert len(overloads) == 1


def test_no_evaluation_counts_as_much_as_a_win():
    game = games.load("connect4(columns=4,rows=4)")
    position = game.read("1213")
    scores = {
        run(position, evaluations.load(f"lines(line={line})", game), "alphabeta", depth).score
        for line in (10**5, -(10**5))
        for depth in (1, 2)
    }
    assert scores == {1 - WIN, 0, WIN - 1}


def test_a_users_file_may_import_the_evaluation_by_its_other_names(tmp_path):
    assert Judge is Evaluation
    file = tmp_path / "mine.py"
    file.write_text(
        "from typing import NamedTuple\n"
        "from tablero.position import Judge, opinion\n"
        "@opinion\n"
        "class Mine(NamedTuple):\n"
        "    weight: int = 3\n"
        "    def value(self, position):\n"
        "        return self.weight\n"
        "def copy(judge: Judge) -> Judge:\n"
        "    return judge\n"
    )
    mine = evaluations.load(str(file), games.load("tictactoe"))
    assert (mine.value(None), mine.final(1), mine.span(-1, 1)) == (3, WIN + 1, (-WIN - 1, WIN + 1))
