"""The first paper's minimax: with its fault it plays the first successor, without it correctly."""

import json

import pytest

from tablero import agents
from tablero.cli import main
from tablero.games import evaluations, load
from tablero.lab.papers import p1, p1_games
from tablero.lab.papers.measure import match
from tablero.lab.papers.p1_faults import compare_comparison
from tablero.lab.papers.p1_program import (
    CORRECT,
    MINIMAX,
    PAPER,
    PaperMinimax,
    PaperMinimaxAgent,
    games_against_random,
    paper_agents,
)
from tablero.lab.papers.report import PaperVerdict
from tablero.locale import speak
from tablero.match.openings import random_game
from tablero.match.plan import MatchTerms, Plan, agents_by_side
from tablero.match.players import MatchPlayers
from tablero.position import FIRST, ONGOING, SECOND
from tablero.search.run import Settings, search

GAME = "kalah(seeds=5,capture=leave)"
PRINTED = 314, 4, 182
"""The paper's games of minimax against random: won, drawn, lost."""

ORDERS = [False, True]


def positions(count):
    """Unfinished positions of random games, with both sides to move."""
    for seed in range(count):
        game = [after for _move, after in random_game(load(GAME).start, [seed])]
        yield [after for after in game if after.outcome() == ONGOING][seed % 12]


def records(table):
    """The rows of a table, of any type of cell."""
    return table.records()


def program(depth, last_pit_first, faults):
    return PaperMinimax(evaluations.load("simple", load(GAME)), depth, last_pit_first, faults)


def test_the_report_has_the_printed_numbers():
    assert MINIMAX == PRINTED


@pytest.mark.parametrize("last_pit_first", ORDERS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_faulty_program_plays_its_first_successor(depth, last_pit_first):
    for position in positions(12):
        successors = list(position.moves())
        first = successors[-1 if last_pit_first else 0]
        assert program(depth, last_pit_first, PAPER).pick(position) == (first, -(10**9))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_without_its_fault_the_program_is_our_minimax(depth):
    evaluation = evaluations.load("simple", load(GAME))
    sides = set()
    for position in positions(24):
        ours = search(position, evaluation, Settings("minimax", depth))
        sides.add(position.turn())
        assert program(depth, False, CORRECT).pick(position) == (ours.move, ours.score)
    assert sides == {FIRST, SECOND}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_order_decides_between_equal_successors_alone(depth):
    other_moves = 0
    for position in positions(24):
        first, value = program(depth, False, CORRECT).pick(position)
        last, same = program(depth, True, CORRECT).pick(position)
        assert (same, last >= first) == (value, True)
        other_moves += last != first
    assert other_moves, "some positions have several best moves"


@pytest.mark.parametrize("last_pit_first", ORDERS)
def test_a_referee_sees_the_games_that_are_compiled(last_pit_first):
    players = [PaperMinimaxAgent(1, last_pit_first, PAPER), agents.load("random")]
    plan = Plan(MatchTerms(GAME, ("random", "random"), 8, seed=1), players=players)
    seats = MatchPlayers(plan)
    assert seats.are_compiled
    for number, played in seats.run(range(1, 9)):
        refereed = seats.play(number)
        assert (refereed.moves, refereed.scores) == (played.moves, played.scores)
        position, own = load(GAME).start, agents_by_side(number).index(0)
        for move in played.moves:
            successors = list(position.moves())
            if position.turn() == own:
                assert move == successors[-1 if last_pit_first else 0]
            position = position.play(move)
        assert position.outcome() != ONGOING


def test_the_correct_program_plays_the_games_of_our_minimax():
    ours = match(MatchTerms(GAME, ("minimax(depth=2)", "random"), 10, seed=3))
    agent = PaperMinimaxAgent(2, last_pit_first=False, faults=CORRECT)
    assert games_against_random(agent, 10, 3) == ours.counts


@pytest.mark.compiled_only
def test_the_order_decides_how_many_games_the_faulty_program_wins():
    """Of its games that are not drawn, about 32 % with the first pit first, 68 % with the last."""
    shares = {}
    for order, agent in paper_agents(depth=1, faults=PAPER).items():
        won, _drawn, lost = games_against_random(agent, 10_000, seed=5)
        shares[order] = won / (won + lost)
    assert shares == pytest.approx({"first_pit": 0.32, "last_pit": 0.68}, abs=0.015)


@pytest.mark.compiled_only
def test_neither_order_gives_the_papers_draws():
    section = p1_games.against_random(seed=1, many=1000)
    correct, first, last = section.findings
    assert (correct.ours, correct.verdict) == ("485 / 5 / 10", PaperVerdict.BETTER)
    assert (first.verdict, last.verdict) == (PaperVerdict.DIFFERS, PaperVerdict.DIFFERS)
    samples = {row["sample"]: row for row in records(section.tables[0])}
    paper = samples["paper"]
    assert (paper["won"], paper["drawn"], paper["lost"]) == PRINTED
    assert samples["first_pit"]["high"] < paper["low"]
    assert samples["last_pit"]["low"] < paper["share"] < samples["last_pit"]["high"]
    assert min(samples[order]["drawn"] for order in ("first_pit", "last_pit")) > 10


def test_the_comparison_has_both_programs_in_both_orders():
    paper, *ours = records(compare_comparison(depth=1, games=6))
    assert (paper["won"], paper["drawn"], paper["lost"], paper["p"]) == (*PRINTED, None)
    assert [(row["program"], row["order"]) for row in ours] == [
        ("faulty", "first_pit"),
        ("faulty", "last_pit"),
        ("correct", "first_pit"),
        ("correct", "last_pit"),
    ]
    for row in ours:
        assert row["won"] + row["drawn"] + row["lost"] == 6
        assert row["low"] <= row["share"] <= row["high"]
        assert 0 < row["p"] <= 1


def test_the_fault_is_explained_in_both_languages():
    (english,) = p1.faults()
    speak("es")
    (spanish,) = p1.faults()
    assert english.key == spanish.key == "p1-comparison"
    assert (english.faulty, english.correct) == (spanish.faulty, spanish.correct)
    for name in ("title", "what", "effect"):
        assert getattr(english, name) != getattr(spanish, name)


@pytest.mark.compiled_only
def test_a_command_shows_both_programs(capsys):
    with pytest.raises(SystemExit) as end:
        main(["lab", "faults", "p1-comparison", "--json"])
    assert end.value.code == 0
    faults, compared = map(json.loads, capsys.readouterr().out.splitlines())
    assert faults["rows"][0]["command"] == "tablero lab faults p1-comparison"
    won = {(row["program"], row["order"]): row["won"] for row in compared["rows"]}
    assert won["correct", "first_pit"] == 485
    assert won["faulty", "first_pit"] < 314 < won["correct", "last_pit"]
