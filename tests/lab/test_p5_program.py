"""The fifth paper's program: every printed count, both games, and each fault by itself."""

from itertools import accumulate

import pytest

import tablero.games as games
from tablero.games import evaluations
from tablero.lab.papers.p5_faults import faults, score_text
from tablero.lab.papers.p5_game import (
    mean_of_moves,
    paper_game,
    saved_in_all,
    saved_on_average,
)
from tablero.lab.papers.p5_program import (
    CALLS,
    CORRECT,
    GAMES,
    PAPER,
    choose,
    recorded_moves,
    replay,
)
from tablero.lab.papers.report import PaperVerdict
from tablero.position import INFINITY, ONGOING, WIN
from tablero.search.run import Settings, search
from tests.search.cases import at_this_speed, random_positions

PRINTED = """
137256/20567 137255/21414 137002/26325 134956/25970 136178/22667 131690/16335 109871/12776
55835/7511 55660/9252 54375/8700 53287/9593 51366/7319 40678/5684 18719/3591
17868/4055 12295/2888 14126/5909 16318/6412 15384/4575 13575/2944 12498/2571
12054/1848 12185/2873 8903/2004 7352/1014 5062/900 1651/115 1379/265
1597/40 1225/107 1052/66 1884/99 1356/100 318/65 188/16
91/21 22/17 16/7 7/2 6/3 2/1 1/1
"""
"""Calls of every move by minimax and by alpha-beta."""

MINIMAX, ALPHABETA = zip(*(map(int, both.split("/")) for both in PRINTED.split()), strict=True)
BOTH = "43444445555556633613113111"
COLUMNS = {"minimax": BOTH + "2277763777222266", "alphabeta": BOTH + "6377776622772222"}
FREE = {"minimax": [27, 29, 35, 37, 41], "alphabeta": [27, 29, 33, 35, 37, 39]}
"""Moves for which no search found a column."""

LATE = 26
"""Moves before these are left to compiled searches."""


def column(position, choice):
    return None if choice.move is None else games.load("connect4").move_name(position, choice.move)


def test_the_paper_s_counts_are_those_of_the_report():
    assert (*CALLS["minimax"],) == MINIMAX
    assert (*CALLS["alphabeta"],) == ALPHABETA
    assert (sum(MINIMAX), sum(ALPHABETA)) == (1_412_543, 236_622)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_the_paper_s_games_are_those_of_the_report(algorithm):
    names = GAMES[algorithm].split()
    assert "".join(names).replace("*", "") == COLUMNS[algorithm]
    assert [turn for turn, name in enumerate(names, 1) if "*" in name] == FREE[algorithm]
    *_moves, last = recorded_moves(algorithm)
    assert last.position.outcome() == ONGOING
    end = games.load("connect4").read(COLUMNS[algorithm])
    assert (end.outcome(), end.stones) == (0, 42)


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("algorithm", "printed"), [("minimax", MINIMAX), ("alphabeta", ALPHABETA)]
)
def test_the_program_makes_the_paper_s_calls_and_moves(algorithm, printed):
    choices = replay(algorithm)
    assert [choice.calls for choice in choices] == [*printed]
    moves = zip(recorded_moves(algorithm), choices, strict=True)
    found = [column(move.position, choice) for move, choice in moves]
    played = [*COLUMNS[algorithm]]
    for turn in FREE[algorithm]:
        played[turn - 1] = None
    assert found == played


@pytest.mark.parametrize(
    ("algorithm", "printed"), [("minimax", MINIMAX), ("alphabeta", ALPHABETA)]
)
def test_late_moves_are_the_same_at_both_speeds(algorithm, printed):
    pruning = algorithm == "alphabeta"
    late = [*recorded_moves(algorithm)][LATE:]
    choices = [choose(move.position, pruning) for move in late]
    assert [choice.calls for choice in choices] == [*printed[LATE:]]
    assert all(move.is_found(choice) for move, choice in zip(late, choices, strict=True))


def test_another_move_would_be_noticed():
    *_earlier, last = recorded_moves("alphabeta")
    choice = choose(last.position, pruning=True)
    assert last.is_found(choice)
    assert not last.is_found(choice._replace(move=None))
    assert not last._replace(name="3").is_found(choice)
    assert last._replace(name="2*").is_found(choice._replace(move=None))


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_without_its_faults_it_is_our_own_search(algorithm):
    """Score, column and nodes, in the positions of the game and in others."""
    game = games.load("connect4")
    evaluation = evaluations.load("potential", game)
    late = [move.position for move in recorded_moves(algorithm)][LATE:]
    depth = 3
    others = random_positions(game.start, at_this_speed(20), seed=5, plies=30)
    for position in [*late, *others]:
        choice = choose(position, algorithm == "alphabeta", CORRECT, depth)
        ours = search(position, evaluation, Settings(algorithm, depth, root_window="full"))
        found = choice.move, choice.score, choice.calls
        assert found == (ours.move, ours.score, ours.statistics["evaluated"]), position


@pytest.mark.compiled_only
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_without_its_faults_it_is_our_own_search_at_full_depth(algorithm):
    game = games.load("connect4")
    evaluation, settings = (
        evaluations.load("potential", game),
        Settings(algorithm, 6, root_window="full"),
    )
    ours = [search(move.position, evaluation, settings) for move in recorded_moves(algorithm)]
    assert [
        (choice.move, choice.score, choice.calls) for choice in replay(algorithm, CORRECT)
    ] == [(each.move, each.score, each.statistics["evaluated"]) for each in ours]


@pytest.mark.compiled_only
def test_infinite_wins_alone_are_our_option():
    """With only this fault the program is a search with potential(wins=infinite)."""
    game = games.load("connect4")
    evaluation = evaluations.load("potential(wins=infinite)", game)
    settings = Settings("alphabeta", 6, root_window="full")
    choices = replay("alphabeta", CORRECT._replace(infinite_edge=True))
    for move, choice in zip(recorded_moves("alphabeta"), choices, strict=True):
        ours = search(move.position, evaluation, settings)
        assert (ours.move, ours.statistics["evaluated"]) == (choice.move, choice.calls)


def test_which_average_the_paper_gives():
    """By hand for two moves: 10 and 20 calls become 5 and 5."""
    assert saved_in_all([10, 20], [5, 5]) == pytest.approx(1 - 10 / 30)
    assert mean_of_moves([10, 20], [5, 5]) == pytest.approx((0.5 + 0.75) / 2)
    assert saved_on_average([10, 20], [5, 5]) == pytest.approx(1 - (5 + 10) / (10 + 30))
    averages = [measure(MINIMAX, ALPHABETA) for measure in (saved_on_average, saved_in_all)]
    assert [f"{100 * average:.2f}" for average in averages] == ["83.49", "83.25"]
    assert f"{100 * mean_of_moves(MINIMAX, ALPHABETA):.2f}" == "76.87"


@pytest.mark.compiled_only
def test_the_report_has_every_move_with_its_verdict():
    section = paper_game()
    assert [finding.verdict for finding in section.findings] == [PaperVerdict.SAME] * 3
    rows = section.tables[0].records()
    assert len(rows) == 42
    assert {row["verdict"] for row in rows} == {"same"}
    for algorithm, printed in ("minimax", MINIMAX), ("alphabeta", ALPHABETA):
        assert [row[f"{algorithm}_paper"] for row in rows] == [*printed]
        assert [row[f"{algorithm}_program"] for row in rows] == [*printed]
        assert [row[f"{algorithm}_sum"] for row in rows] == [*accumulate(printed)]
    assert rows[1]["alphabeta_correct"] == 21_828
    assert (rows[26]["minimax_move"], rows[26]["alphabeta_move"]) == ("2*", "6*")
    assert rows[0]["saved"] == pytest.approx(1 - 20_567 / 137_256)


def test_a_wrong_count_is_told():
    section = paper_game(depth=2)
    assert {finding.verdict for finding in section.findings} == {PaperVerdict.DIFFERS}
    rows = section.tables[0].records()
    assert [row["verdict"] for row in rows[:26]] == ["differs"] * 26
    assert (rows[0]["minimax_paper"], rows[0]["minimax_program"]) == (137_256, 56)


def fault_rows(key):
    (fault,) = (fault for fault in faults() if fault.key == key)
    assert fault.table.name == key
    return fault.table.records()


def rows_by_turn(key):
    return {row["turn"]: row for row in fault_rows(key)}


@pytest.mark.compiled_only
def test_the_wrong_side():
    rows = rows_by_turn("p5-wrong-side")
    assert [*rows] == [*range(1, 43, 2)]
    assert (rows[3]["faulty_calls"], rows[3]["mended_calls"]) == (26_325, 25_450)
    assert rows[1]["faulty_calls"] == rows[1]["mended_calls"]
    other = [turn for turn, row in rows.items() if row["faulty_move"] != row["mended_move"]]
    assert other[0] == 13
    lost = [turn for turn, row in rows.items() if row["faulty_score"] == -INFINITY]
    assert lost == FREE["alphabeta"]
    assert all(rows[turn]["mended_score"] > -WIN for turn in lost)


@pytest.mark.compiled_only
def test_infinity_at_the_edge():
    rows = rows_by_turn("p5-infinite-edge")
    assert (rows[2]["faulty_calls"], rows[2]["mended_calls"]) == (21_414, 21_828)
    assert all(row["faulty_calls"] <= row["mended_calls"] for row in rows.values())
    scores = {row["faulty_score"]: row["mended_score"] for row in rows.values()}
    assert scores[INFINITY] > WIN
    assert scores[-INFINITY] < -WIN


def test_infinity_puts_a_win_off_and_leaves_minimax_s_calls_alone():
    position = games.load("connect4").read("1334457")
    mended = PAPER._replace(infinite_edge=False)
    faulty, quick = (choose(position, True, switches) for switches in (PAPER, mended))
    assert (column(position, faulty), column(position, quick)) == ("1", "2")
    assert (faulty.score, quick.score) == (INFINITY, WIN + 18)
    late = [move.position for move in recorded_moves("minimax")][LATE:]
    for each in late:
        assert choose(each, False).calls == choose(each, False, mended).calls


@pytest.mark.plain
def test_no_move_where_all_lose():
    rows = fault_rows("p5-no-move")
    for algorithm, turns in FREE.items():
        assert [row["turn"] for row in rows if row["game"] == algorithm] == turns
    assert len(rows) == 11
    for row in rows:
        assert (row["faulty"], row["score"]) == (None, -INFINITY)
        assert row["mended"] in {"1", "2", "3", "6", "7"}
        assert row["correct_score"] > -WIN
        assert row["turn"] % 2 == 1


@pytest.mark.plain
def test_a_fault_mended_changes_no_count():
    mended = PAPER._replace(no_move=False)
    for move in [*recorded_moves("alphabeta")][LATE:]:
        faulty, kept = (choose(move.position, True, switches) for switches in (PAPER, mended))
        assert (faulty.calls, faulty.score) == (kept.calls, kept.score)
        assert kept.move is not None


@pytest.mark.plain
def test_texts_of_scores():
    scores = INFINITY, -INFINITY, 3, 0, None
    assert [*map(score_text, scores)] == ["+∞", "-∞", "+3", "0", "-"]
