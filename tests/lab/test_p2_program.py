"""The second paper's program: every number that the paper prints, and what each fault does."""

import json
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.cli import main
from tablero.games import evaluations, load
from tablero.lab.papers import p2, p2_faults, p2_inference, p2_searches
from tablero.lab.papers.p2_program import (
    PAPER,
    REPAIRED,
    QuarryFaults,
    is_wrong,
    nim_value,
    paper_value,
    run_program,
    successors,
)
from tablero.lab.papers.report import Chapter, PapersReport, PaperVerdict, report_text
from tablero.lab.table import as_text
from tablero.locale import speak
from tablero.position import INFINITY
from tablero.search.run import Search, Settings
from tablero.search.state import COUNTERS, MAX_PLY

pytestmark = pytest.mark.plain

PRINTED = """
4x4x4  minimax    -            24135  0 24135  0    0   0 9918 15   0   4x4x1
4x4x4  minimax    infer         2781  0  2781  0 1752   0  318  7   0   4x4x1
4x4x4  minimax    cache          516  0   516  0    0 381   18  7 118   4x4x1
4x4x4  minimax    infer,cache    360  0   360  0  147 141    6  7  67   4x4x1
4x4x4  alphabeta  -              424 29   395 19    0   0  166 15   0   1x4x4
4x4x4  alphabeta  infer          121 14   107  4   63   0   15  7   0   1x4x4
4x4x4  alphabeta  cache          125 20   105 10    0  54   14  7  38   1x4x4
4x4x4  alphabeta  infer,cache     80 14    66  4   35  11    4  7  17   1x4x4
3x3x3  alphabeta  infer,cache     32  7    25  2   15   0    2  3   9   1x3x3
1x2x3  alphabeta  infer,cache     10  0    10  0    0   1    4  3   6   1x2x2
1x2x1  alphabeta  infer,cache      1  0     1  0    0   0    1  1   1   1x1x1
"""
"""The paper's tables: created, lazy savings, evaluated, cuts, inferred, cache hits, leaves, depth
and different nodes, then the block that the move leaves."""

NAMES = [
    *("created", "lazy_savings", "evaluated", "cuts", "inferred"),
    *("cache_hits", "leaves", "depth", "distinct"),
]

SETS = [
    Settings(algorithm, MAX_PLY, "best", cache, lazy, infer)
    for algorithm, cache, lazy, infer in product(
        ("minimax", "alphabeta"), (False, True), (False, True), (False, True)
    )
]

BLOCKS = [sides for sides in product(range(1, 5), repeat=3) if sides != (1, 1, 1)]
SMALL = [sides for sides in product(range(1, 4), repeat=3) if sides != (1, 1, 1)]

PRUNING, CACHING = Settings(), Settings(cache=True)


def sides_of(text):
    return tuple(map(int, text.split("x")))


def rows():
    """Return the paper's rows: block, settings, counters, move."""
    for line in PRINTED.strip().splitlines():
        block, algorithm, options, *counters, move = line.split()
        settings = Settings(algorithm, cache="cache" in options, infer="infer" in options)
        yield sides_of(block), settings, tuple(map(int, counters)), sides_of(move)


def counted(result):
    return tuple(result.counters[name] for name in NAMES)


def without(field):
    return PAPER._replace(**{field: False})


def only(field):
    return REPAIRED._replace(**{field: True})


@cache
def maximum(sides, maximizing):
    """Return 1 if MAX wins, by searching all games."""
    values = [maximum(after, not maximizing) for after in successors(sides)]
    return (max if maximizing else min)(values, default=-1 if maximizing else 1)


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize(("block", "settings", "counters", "move"), [*rows()])
def test_every_number_of_the_paper(block, settings, counters, move, lazy):
    result = run_program(block, replace(settings, lazy=lazy))
    assert counted(result) == counters
    assert result.move == move
    assert result.score == 1


def test_the_report_shows_the_numbers_of_the_paper():
    assert [
        (each.block, each.settings.algorithm, each.settings.infer, each.settings.cache)
        for each in p2_searches.PRINTED
    ] == [(block, each.algorithm, each.infer, each.cache) for block, each, *_row in rows()]
    assert [(each.row.counters, each.row.move) for each in p2_searches.PRINTED] == [
        (counters, move) for _block, _settings, counters, move in rows()
    ]
    assert list(p2_searches.PRINTED_COUNTERS) == NAMES


def test_successors_in_the_order_of_the_paper():
    expected = "1x2x3 2x2x3 3x1x3 3x2x1 3x2x2"
    assert list(successors((3, 2, 3))) == [sides_of(text) for text in expected.split()]


def test_nim_is_what_a_search_of_all_games_finds():
    for sides, maximizing in product(BLOCKS, (True, False)):
        assert nim_value(sides, maximizing) == maximum(sides, maximizing)


@given(st.tuples(*[st.integers(1, 4)] * 3).filter(lambda sides: max(sides) > 1))
def test_the_repaired_program_finds_what_nim_says(sides):
    for settings in SETS:
        assert not is_wrong(sides, run_program(sides, settings, REPAIRED))


@given(st.tuples(*[st.integers(1, 8)] * 3).filter(lambda sides: max(sides) > 1))
def test_the_repaired_program_with_a_cache_finds_what_nim_says(sides):
    for settings in SETS:
        if settings.cache:
            assert not is_wrong(sides, run_program(sides, settings, REPAIRED))


def test_a_wrong_result_is_seen():
    """2x2x1 is lost for the side to move, 2x2x2 is won by cutting it down to that."""
    right = run_program((2, 2, 2), PRUNING, REPAIRED)
    assert not is_wrong((2, 2, 2), right)
    assert is_wrong((2, 2, 2), replace(right, score=-1))
    assert is_wrong((3, 2, 2), replace(right, move=(2, 2, 2)))


@given(st.tuples(*[st.integers(1, 4)] * 3).filter(lambda sides: max(sides) > 1))
def test_the_repaired_program_counts_what_our_search_counts(sides):
    """All nine counters, where both have the same window and nothing is inferred."""
    game = load("quarry")
    position = game.read("x".join(map(str, sides)))
    for settings in SETS:
        if settings.infer or settings.lazy:
            continue
        ours = Search(position, evaluations.load("zero", game), settings)
        score = ours.search_window(MAX_PLY, 1 - INFINITY, INFINITY - 1)
        program = run_program(sides, settings, REPAIRED)
        assert program.score == score
        assert program.counters == {name: getattr(ours.state, name) for name in COUNTERS}


def test_a_counter_that_adds_shows_only_powers_of_two_less_one():
    for block, settings, counters, _move in rows():
        right = run_program(block, settings, without("adding_depth"))
        depth = right.counters["depth"]
        assert counters[NAMES.index("depth")] == 2 ** depth.bit_length() - 1
        assert {**right.counters, "depth": 0} == {
            **run_program(block, settings).counters,
            "depth": 0,
        }
    assert run_program((4, 4, 4), Settings("minimax"), REPAIRED).counters["depth"] == 9


def test_an_entry_window_alone_prevents_every_cutoff():
    for sides in BLOCKS:
        result = run_program(sides, PRUNING, only("entry_window"))
        assert counted(result) == counted(run_program(sides, Settings("minimax"), REPAIRED))
        assert not is_wrong(sides, result)


def test_all_cutoffs_of_the_paper_come_from_the_borrowed_bound():
    for sides in BLOCKS:
        assert run_program(sides, PRUNING, without("borrowed_bound")).counters["cuts"] == 0


def test_windows_and_borrowed_bounds_do_not_go_together():
    for faults in (only("borrowed_bound"), without("entry_window"), without("strict_cut")):
        assert any(is_wrong(sides, run_program(sides, PRUNING, faults)) for sides in BLOCKS)


def test_a_strict_cutoff_costs_nodes_and_no_result():
    nodes = {True: 0, False: 0}
    for sides, strict in product(BLOCKS, nodes):
        result = run_program(sides, PRUNING, REPAIRED._replace(strict_cut=strict))
        nodes[strict] += result.counters["evaluated"]
        assert not is_wrong(sides, result)
    assert nodes[True] > 3 * nodes[False]


def test_a_key_with_the_window_costs_hits_where_windows_differ():
    for block, settings, counters, _move in rows():
        assert counted(run_program(block, settings, without("window_key"))) == counters
    faulty, right = (
        run_program((4, 4, 4), CACHING, each) for each in (only("window_key"), REPAIRED)
    )
    assert faulty.counters["cache_hits"] < right.counters["cache_hits"]
    assert faulty.counters["distinct"] > right.counters["distinct"]
    assert faulty.counters["evaluated"] > right.counters["evaluated"]
    assert not any(
        is_wrong(sides, run_program(sides, CACHING, only("window_key"))) for sides in BLOCKS
    )


def test_the_inference_is_wrong_for_four_blocks_with_max_to_move():
    wrong = {
        (tuple(sorted(sides)), maximizing)
        for sides, maximizing in product(SMALL, (True, False))
        if paper_value(sides, maximizing) != maximum(sides, maximizing)
    }
    assert wrong == {(sides, True) for sides in ((2, 2, 2), (2, 2, 3), (2, 3, 3), (3, 3, 3))}
    table = p2_inference.inference_table().records()
    assert len(table) == 18
    assert {
        (sides_of(str(row["block"])), row["mover"] == "MAX")
        for row in table
        if row["verdict"] == PaperVerdict.DIFFERS
    } == wrong


def test_the_inference_changes_no_number_of_the_paper():
    for block, settings, counters, move in rows():
        result = run_program(block, settings, without("wrong_inference"))
        assert (counted(result), result.move) == (counters, move)


def test_the_inference_loses_won_blocks():
    searches = p2_inference.searches_with_both()
    lost = {each.block for each in searches if is_wrong(each.block, each.faulty)}
    assert lost == {(3, 5, 6), (4, 5, 6)}
    assert not any(is_wrong(each.block, each.correct) for each in searches)
    cubes = [each for each in searches if len(set(each.block)) == 1 and each.block[0] <= 4]
    assert len(cubes) == 3 * 4
    assert not any(each.changed for each in cubes)
    finding = p2_inference.changed_moves(searches)
    assert finding.numbers["changed"] == (None, 0)
    assert finding.numbers["lost"] == (None, 2)
    assert "3x5x6, 4x5x6" in finding.ours


def test_the_report_says_that_all_numbers_are_the_same():
    section = p2_searches.printed_searches()
    counters, lazy = section.findings
    assert counters.numbers == {"counters": (99, 99), "moves": (11, 11)}
    assert counters.verdict is lazy.verdict is PaperVerdict.SAME
    records = [row for table in section.tables for row in table.records()]
    assert len(records) == 4 * 11
    assert {row["verdict"] for row in records if row["run"] == "paper"} == {None}
    assert {row["verdict"] for row in records if row["run"] == "program"} == {"same"}
    ours = [row for row in records if row["run"] == "tablero"]
    assert [row["depth"] for row in ours[:3]] == [9, 7, 5]
    assert {row["verdict"] for row in ours[:8]} == {"differs"}
    assert (ours[0]["move"], ours[0]["cut"]) == ("1x4x4", "x-3")


def test_a_wrong_number_would_be_seen(monkeypatch):
    last = p2_searches.PRINTED[-1]
    wrong = replace(last, row=replace(last.row, counters=(2, *last.row.counters[1:])))
    monkeypatch.setattr(p2_searches, "PRINTED", [wrong])
    section = p2_searches.printed_searches()
    assert section.findings[0].verdict is PaperVerdict.DIFFERS
    assert section.findings[0].numbers["counters"] == (9, 8)
    assert [row["verdict"] for row in section.tables[-1].records()] == [None, *["differs"] * 3]


def test_our_search_is_run_as_a_command_says(capsys):
    words = "search quarry 4x4x4 --algorithm alphabeta --order best --no-lazy --json"
    with pytest.raises(SystemExit):
        main(words.split())
    statistics = json.loads(capsys.readouterr().out)["statistics"]
    each = next(row for row in p2_searches.PRINTED if row.settings.algorithm == "alphabeta")
    assert p2_searches.by_tablero(each).counters == tuple(statistics[name] for name in NAMES)


def test_every_switch_has_its_fault():
    names = [f"p2-{field.replace('_', '-')}" for field in QuarryFaults._fields]
    assert [fault.key for fault in p2.faults()] == names
    for fault in p2.faults():
        assert fault.table.name == fault.key.replace("-", "_")
        assert fault.table.command == fault.command
        assert "\n" not in fault.faulty + fault.correct


@pytest.mark.parametrize("field", ["entry_window", "borrowed_bound", "strict_cut", "window_key"])
def test_a_comparison_begins_with_the_paper_and_ends_with_the_repaired_program(field):
    settings = CACHING if field == "window_key" else PRUNING
    first, *_between, last = p2_faults.programs_table(field, settings).records()
    names = "created", "evaluated", "cuts", "cache_hits", "distinct"
    for row, faults in ((first, PAPER), (last, REPAIRED)):
        counters = run_program((4, 4, 4), settings, faults).counters
        assert {name: row[name] for name in names} == {name: counters[name] for name in names}
        assert (row["score"], row["move"], row["cut"], row["wrong"]) == (1, "1x4x4", "x-3", 0)


def test_the_command_explains_a_fault(capsys):
    with pytest.raises(SystemExit) as end:
        main(["lab", "faults", "p2-adding-depth"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert "greatest += depth" in text
    assert "4x4x4  minimax    -               15               15           9" in text


def test_programs_read_the_same_comparisons_in_spanish():
    def records():
        tables = p2_faults.depth_table(), p2_inference.inference_table()
        return [table.records() for table in (*tables, compared_programs())]

    def compared_programs():
        return p2_faults.programs_table("window_key", CACHING)

    english = records()
    speak("es")
    assert records() == english
    assert "corregido, solo con este error" in as_text(compared_programs())


def test_the_faults_are_explained_in_spanish():
    speak("es")
    text = report_text(PapersReport([Chapter("p2", p2.title(), [p2_faults.program_faults()])], ""))
    assert "Los errores del programa del trabajo" in text
    assert "La poda es estricta" in text


def test_the_chapter_ends_with_the_faults():
    assert p2.sections(1)[-1] is p2_faults.program_faults
