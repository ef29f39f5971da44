"""Searches on the same positions: the counts of the search itself, and what must agree."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.lab.compare import Comparison, counts, ratios
from tablero.lab.positions import random_positions
from tablero.lab.probe import SearchProber, agreement_key, effective_branching, load_search
from tablero.lab.table import ResultTable
from tablero.search.run import Settings, search

pytestmark = pytest.mark.plain

KALAH = games.load("kalah")
POSITIONS = random_positions(KALAH, 6, range(2, 8), seed=1)
SAME = (
    "minimax(depth=3)",
    "negamax(depth=3)",
    "alphabeta(depth=3)",
    "alphabeta(depth=3,order=best,cache=true)",
    "negascout(depth=3,lazy=false)",
    "mtdf(depth=3,cache=true)",
    "engine(depth=3)",
)


def records(table: ResultTable) -> list[dict[str, Any]]:
    return table.records()


def compared(*texts: str) -> Comparison:
    loaded = [load_search(text, KALAH) for text in texts]
    comparison = Comparison(KALAH, loaded, POSITIONS, seed=1)
    comparison.run()
    return comparison


@pytest.fixture(scope="module")
def same() -> Comparison:
    return compared(*SAME)


def test_searches_of_the_same_depth_and_evaluation_agree(same: Comparison):
    assert [same.differ(0, number) for number in range(len(SAME))] == [0] * len(SAME)
    assert same.contradictions() == []
    assert same.done == len(SAME) * len(POSITIONS)


def test_counts_are_those_of_the_search(same: Comparison):
    rows = {row["search"]: row for row in records(counts(same, "title", "command"))}
    settings = Settings("alphabeta", 3, order="best", cache=True)
    evaluation = evaluations.load("simple", KALAH)
    found = [search(position, evaluation, settings).statistics for position in POSITIONS]
    row = rows["alphabeta(depth=3,order=best,cache=true)"]
    for name, counter in {
        "nodes": "evaluated",
        "cuts": "cuts",
        "cache_hits": "cache_hits",
    }.items():
        assert row[name] == sum(each[counter] for each in found)
    assert rows["alphabeta(depth=3)"]["nodes"] < rows["minimax(depth=3)"]["nodes"]
    assert rows["minimax(depth=3)"]["cuts"] == 0


def test_a_branching_factor_lies_in_its_interval(same: Comparison):
    for row in records(counts(same, "title", "command")):
        assert row["low"] <= row["branching"] <= row["high"]
        assert row["plies"] == 3


def test_ratios_are_those_of_totals(same: Comparison):
    totals = [row["nodes"] for row in records(counts(same, "title", "command"))]
    rows = records(ratios(same, "command"))
    assert [row["nodes"] for row in rows] == pytest.approx([n / totals[0] for n in totals])
    assert (rows[0]["nodes_low"], rows[0]["nodes_high"]) == (1, 1)
    assert all(row["nodes_low"] <= row["nodes"] <= row["nodes_high"] for row in rows)


def test_another_depth_is_another_question():
    comparison = compared("alphabeta(depth=1)", "alphabeta(depth=4)")
    assert comparison.differ(0, 1) > 0
    assert comparison.contradictions() == []


def test_a_wrong_search_is_found_out(same: Comparison):
    wrong = compared(*SAME[:3])
    wrong.found[2][4] = replace(wrong.found[2][4], score=wrong.found[2][4].score + 1)
    assert wrong.differ(0, 2) == 1
    assert wrong.contradictions() == [(0, 2)]


def test_one_position_has_no_interval():
    comparison = Comparison(KALAH, [load_search("alphabeta(depth=2)", KALAH)], POSITIONS[:1], 1)
    comparison.run()
    (row,) = records(counts(comparison, "title", "command"))
    assert (row["low"], row["high"]) == (None, None)


def test_what_nothing_is_promised_about():
    for text in ("engine(time=1)", "engine(nodes=9)", "alphabeta(infer=true)"):
        assert agreement_key(load_search(text, KALAH), KALAH) is None
    usual, named = load_search("alphabeta", KALAH), load_search("mtdf(eval=simple)", KALAH)
    assert agreement_key(usual, KALAH) == agreement_key(named, KALAH)


@pytest.mark.parametrize("text", ["random", "mcts", "perfect", "human"])
def test_who_does_not_search(text: str):
    with pytest.raises(OptionError, match=f"{text} is not a search"):
        load_search(text, KALAH)


@given(b=st.floats(0.1, 40), plies=st.integers(1, 8))
def test_the_branching_factor_of_a_tree_with_so_many_branches(b: float, plies: int):
    nodes = sum(b**ply for ply in range(1, plies + 1))
    assert effective_branching(nodes, plies) == pytest.approx(b)


def test_a_whole_tree_has_as_many_branches_as_moves():
    connect4 = games.load("connect4")
    probe = SearchProber(load_search("minimax(depth=3)", connect4), connect4).ask(connect4.start)
    assert (probe.nodes, probe.plies) == (7 + 49 + 343, 3)
    assert probe.branching == pytest.approx(7)


def test_plies_end_where_all_games_do():
    tictactoe = games.load("tictactoe")
    last = tictactoe.read("xoxxoxo..")
    probe = SearchProber(load_search("alphabeta(depth=8)", tictactoe), tictactoe).ask(last)
    assert (probe.plies, probe.exact) == (2, True)
