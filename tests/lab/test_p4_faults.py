"""The fourth paper's flat win: it is put off, but never lost."""

import pytest

import tablero.games as games
from tablero.games import evaluations
from tablero.lab.papers.p4_faults import (
    FLAT,
    QUICK,
    faults,
    plies_to_win,
    put_off,
    won_positions,
)
from tablero.search.run import Settings


def rows(table):
    return {row["depth"]: row for row in table.records()}


def test_a_win_that_is_put_off():
    """Three in the bottom row, open at both ends: one ply is enough."""
    game = games.load("connect4")
    position, settings = game.read("1334457"), Settings(depth=4)
    flat, quick = (evaluations.load(text, game) for text in (FLAT, QUICK))
    assert plies_to_win(position, quick, quick, settings) == 1
    assert plies_to_win(position, flat, quick, settings) > 1


def test_at_depth_1_and_2_there_is_nothing_to_put_off():
    for row in rows(put_off(depths=(1, 2), positions=30)).values():
        assert row["positions"] > 0
        assert (row["put_off"], row["flat_most"], row["quick_most"]) == (0, 1, 1)
        assert row["flat_nodes"] <= row["quick_nodes"]


@pytest.mark.compiled_only
def test_what_the_fault_s_text_says():
    (fault,) = faults()
    assert fault.key == "p4-flat-wins"
    found = rows(fault.table)
    assert (found[6]["put_off"], found[6]["positions"], found[6]["flat_most"]) == (27, 62, 21)
    for row in found.values():
        assert row["flat_nodes"] < row["quick_nodes"]
        assert row["flat_mean"] >= row["quick_mean"]
    assert found[6]["flat_mean"] > 3 * found[6]["quick_mean"]
    game, settings = games.load("connect4"), Settings(depth=6)
    flat, quick = (evaluations.load(text, game) for text in (FLAT, QUICK))
    taken = [
        tuple(plies_to_win(position, evaluation, quick, settings) for evaluation in (quick, flat))
        for position in won_positions(6, 200)
    ]
    assert (3, 21) in taken
    assert max(taken, key=lambda plies: plies[1])[1] == 21
