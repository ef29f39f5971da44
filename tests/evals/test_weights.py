"""Weights are fields: they change the opinion, and machine code serves them all."""

import pytest

from tablero import games
from tablero.games import evaluations
from tablero.position import WIN
from tablero.search.alphabeta import alphabeta
from tests.search import oracle
from tests.search.cases import run

JUDGES = [
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
@pytest.mark.parametrize(("name", "start", "usual", "others"), JUDGES)
def test_other_weights_need_no_other_code(name: str, start: str, usual: str, others: list[str]):
    game = games.load(name)
    position = game.read(start)
    scores, overloads = set(), set()
    for text in [usual, *others]:
        judge = evaluations.load(text, game)
        result = run(position, judge, "alphabeta", 3)
        assert result.score == oracle.minimax(position, 3, judge).for_mover(position), text
        scores.add(result.score)
        overloads.add(len(alphabeta.dispatcher.overloads))  # type: ignore[attr-defined]
    assert len(scores) > 1
    assert len(overloads) == 1


def test_no_opinion_counts_as_much_as_a_win():
    game = games.load("connect4(columns=4,rows=4)")
    position = game.read("1213")
    scores = {
        run(position, evaluations.load(f"lines(line={line})", game), "alphabeta", depth).score
        for line in (10**5, -(10**5))
        for depth in (1, 2)
    }
    assert scores == {1 - WIN, 0, WIN - 1}
