"""The five papers on small sizes: what must be exact is, and every figure can be had again."""

import json
import math
import shlex

import pytest

from tablero.cli import main
from tablero.errors import UnknownName
from tablero.games import evaluations, load
from tablero.lab.papers import (
    MINUTE,
    PAPERS,
    PapersRun,
    p1,
    p1_program,
    p2,
    p3,
    p4,
    p5,
    tournament,
)
from tablero.lab.papers.horizon import horizon, scores_of
from tablero.lab.papers.measure import seconds_text, whole_game
from tablero.lab.papers.mixture import EVEN, Share, mixed
from tablero.lab.papers.reach import cube_search
from tablero.lab.papers.report import PaperVerdict, exact, faster, more, verdict_name
from tablero.lab.papers.significance import (
    chi_square,
    counts_verdict,
    p_value,
    reproduction_verdict,
    share,
)
from tablero.lab.papers.worth import Costs, compared, cost, deeper_duels
from tablero.locale import speak
from tablero.match.elo import DEVIATIONS, estimate, score_of
from tablero.match.openings import Openings
from tablero.search.run import Settings, search
from tablero.search.state import MAX_PLY

ENDING = "1 0 0 0 1 1 20 / 0 1 0 0 1 1 34 / 1"
"""Of the first paper's Kalah."""


def rows(section, table=0):
    return section.tables[table].records()


def printed(command, capsys):
    """The JSON that a command prints."""
    with pytest.raises(SystemExit) as end:
        main([*shlex.split(command)[1:], "--json"])
    assert end.value.code == 0
    return json.loads(capsys.readouterr().out)


def test_chance_of_two_samples():
    """By hand: 15, 10 and 5 are expected in each; the tail with two degrees is e**(-x/2)."""
    some, others = (20, 10, 0), (10, 10, 10)
    assert chi_square(some, others) == pytest.approx(2 * (25 / 15 + 25 / 5))
    assert p_value(some, others) == pytest.approx(math.exp(-20 / 3))
    assert chi_square((20, 10, 0), (200, 100, 0)) == pytest.approx(0)
    assert p_value(*[(1, 0, 0)] * 2) == 1


def test_one_in_twenty_is_the_border():
    """5.991 is in every table of chi-square: two degrees, 5 %."""
    assert (
        chi_square((500, 0, 500), (554, 0, 446)) < 5.991 < chi_square((500, 0, 500), (555, 0, 445))
    )
    assert counts_verdict((500, 0, 500), (554, 0, 446)) is PaperVerdict.NOT_SIGNIFICANT
    assert counts_verdict((500, 0, 500), (555, 0, 445)) is PaperVerdict.BETTER
    assert counts_verdict(p1.RANDOM, (444, 64, 492)) is PaperVerdict.NOT_SIGNIFICANT
    assert counts_verdict(p1.RANDOM, (550, 53, 397)) is PaperVerdict.BETTER
    assert counts_verdict(p1.RANDOM, (397, 53, 550)) is PaperVerdict.DIFFERS
    assert counts_verdict(p1_program.MINIMAX, (970, 10, 20)) is PaperVerdict.BETTER
    assert reproduction_verdict((500, 0, 500), (554, 0, 446)) is PaperVerdict.NOT_SIGNIFICANT
    assert reproduction_verdict((500, 0, 500), (555, 0, 445)) is PaperVerdict.DIFFERS


def test_people_read_the_verdicts_in_plain_words():
    assert verdict_name("not_told_apart") == "not significantly different"
    speak("es")
    assert verdict_name("not_told_apart") == "sin diferencia significativa"


def test_the_interval_of_a_share():
    """Wilson's own example has 95 % of ten tosses without a head below 27.8 %."""
    seen, low, high = share(0, 10)
    assert seen == 0
    assert low == pytest.approx(0, abs=1e-12)
    assert high == pytest.approx(0.2775, abs=1e-4)
    seen, low, high = share(500, 1000)
    assert low < seen < high
    assert high - seen == pytest.approx(seen - low) == pytest.approx(0.031, abs=1e-3)


def test_verdicts():
    assert exact(3, 3) is PaperVerdict.SAME
    assert exact(3, 4) is PaperVerdict.DIFFERS
    assert faster(2.0, 1.0) is PaperVerdict.BETTER
    assert faster(1.0, 2.0) is PaperVerdict.DIFFERS
    assert [more(2, ours) for ours in (3, 2, 1)] == [
        PaperVerdict.BETTER,
        PaperVerdict.SAME,
        PaperVerdict.DIFFERS,
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(498.0, "8.3 min"), (7.0, "7 s"), (0.397, "397 ms"), (0.000025, "25 µs"), (None, "-")],
)
def test_times_are_readable(seconds, text):
    assert seconds_text(seconds) == text


def test_p1_random_games(capsys):
    section = p1.random_games(seed=1, games=20, many=60)
    theirs, ours, many = rows(section)
    (finding,) = section.findings
    assert (theirs["won"], theirs["drawn"], theirs["lost"]) == p1.RANDOM
    assert ours["won"] + ours["drawn"] + ours["lost"] == 20
    assert many["won"] + many["drawn"] + many["lost"] == 60
    again = printed(finding.command, capsys)
    assert (again["wins"], again["draws"], again["losses"]) == (
        ours["won"],
        ours["drawn"],
        ours["lost"],
    )


def test_p1_minimax_against_random():
    section = p1.against_random(seed=1, games=4, depth=1, many=6)
    for finding in section.findings:
        assert finding.theirs == "314 / 4 / 182"
        assert sum(ours or 0 for _theirs, ours in finding.numbers.values()) == 4
        assert finding.numbers["won"][0] == 314
    keys = "minimax_against_random", "faulty_minimax_first_pit", "faulty_minimax_last_pit"
    assert tuple(finding.key for finding in section.findings) == keys
    assert [row["sample"] for row in rows(section)] == ["paper", "first_pit", "last_pit", "ours"]
    assert [row["won"] for row in rows(section)[1:3]] == [
        finding.numbers["won"][1] for finding in section.findings[1:]
    ]


def test_p1_alphabeta_visits_less_and_finds_the_same():
    section = p1.both_searches(depth=4, deepest=4, position=ENDING)
    two, four = rows(section)
    assert (two["depth"], four["depth"]) == (2, 4)
    assert four["alphabeta"] < four["minimax"] == four["alphabeta"] * four["ratio"]
    game = load(p1_program.GAME)
    ways = [Settings("minimax", 4), Settings("alphabeta", 4)]
    turns = whole_game(game, evaluations.load("simple", game), ways, game.read(ENDING))
    assert all(slow.score == fast.score for slow, fast in (turn.results for turn in turns))


def test_p1_composite(capsys):
    section = p1.composite(seed=1, games=4, depths=(1, 2))
    (finding,) = section.findings
    assert finding.verdict is PaperVerdict.ANSWERED
    assert [row["depth"] for row in rows(section)] == [1, 2]
    again = printed(finding.command, capsys)
    assert again["wins"] == rows(section)[1]["won"]
    assert "depth=2" in finding.command


def test_p2_the_counters_of_the_paper(capsys):
    section = p2.statistics()
    (finding,) = section.findings
    assert finding.verdict is PaperVerdict.SAME
    table = rows(section)
    assert len(table) == len({tuple(row.values())[:4] for row in table}) == 16
    plain = table[0]
    assert (plain["created"], plain["leaves"], plain["depth"]) == (24_135, 9_918, 9)
    assert finding.numbers == {
        "created": (24_135, 24_135),
        "leaves": (9_918, 9_918),
        "depth": (15, 15),
        "greatest_depth": (None, 9),
    }
    assert printed(finding.command, capsys)["statistics"]["created"] == 24_135
    lazy = [row for row in table if row["lazy"]]
    assert all(row["created"] == row["evaluated"] for row in lazy)


def test_p2_a_wrong_count_would_be_seen():
    (finding,) = p2.statistics(side=3, sets=p2.SETS[:1]).findings
    assert finding.verdict is PaperVerdict.DIFFERS


def test_p2_every_set_of_options_has_its_command(capsys):
    for settings in p2.SETS:
        nodes = cube_search(3, settings).run().statistics
        again = printed(p2.command(3, settings), capsys)["statistics"]
        assert {**nodes, "seconds": 0} == {**again, "seconds": 0}


def test_p2_the_papers_blocks():
    section = p2.papers_blocks([(3, Settings(depth=MAX_PLY, infer=True))])
    (finding,) = section.findings
    assert finding.command == "tablero search quarry 3x3x3 --algorithm alphabeta --infer"
    assert [side for side, _settings in p2.REACHED] == [9, 12, 200]


def test_p2_largest_says_its_budget():
    section = p2.largest(budget=30, sets=p2.SETS[-1:], side=4)
    assert "30 s" in section.tables[0].title
    assert rows(section)[0]["side"] == 4
    assert section.findings[0].verdict is PaperVerdict.DIFFERS


def test_p2_the_papers_sets_stand_beside_the_papers_cubes():
    ours = [settings for _side, settings in p2.REACHED]
    section = p2.largest(MINUTE, ours, side=5)
    assert [finding.numbers["side"] for finding in section.findings] == [(9, 5), (12, 5), (200, 5)]
    assert {finding.verdict for finding in section.findings} == {PaperVerdict.DIFFERS}


def test_p2_the_papers_sets_do_not_have_their_minute_twice():
    quick, patient = (len(p2.sections(1, budget)) for budget in (p2.DEFAULT_BUDGET, MINUTE))
    assert (quick, patient) == (6, 5)


def positions(game, number):
    for opening in Openings(5).draw(game, 3).first(number):
        position = game.start
        for move in opening:
            position = position.play(move)
        yield position


@pytest.mark.parametrize("game", [tournament.GAME, "mancala11"])
def test_p3_good_without_its_fault_is_regular_a_ply_deeper(game):
    rules = load(game)
    honest, regular, good = (
        evaluations.load(name, rules)
        for name in (tournament.MENDED, tournament.REGULAR, tournament.GOOD)
    )
    ends = [rules.read(text) for text in ("1 0 0 0 0 5 5 / 0 0 0 0 1 0 24 / 1",)]
    differ = 0
    for position in [*positions(rules, 8), *ends]:
        for depth in (1, 2, 3):
            deeper = search(position, regular, Settings(depth=depth + 1))
            assert search(position, honest, Settings(depth=depth)).score == deeper.score
            differ += search(position, good, Settings(depth=depth)).score != deeper.score
    assert differ, "the fault shows somewhere"


def test_p3_good_loses_a_won_ending():
    """By hand: the first player has 19 seeds, the other 17, and one seed is left in his row. After
    pit 4 he must play it, and the game ends 19 : 17. Pit 5 sows four seeds into his row: 15 : 21.
    """
    (fault,) = p3.faults()
    good, mended = p3.compare_ends(games=4).records()
    assert (fault.key, fault.command) == ("p3-flat-end", "tablero lab faults p3-flat-end")
    assert (good["move"], good["score"], good["margin"]) == ("5", 15 - 21, 15 - 21)
    assert (mended["move"], mended["score"], mended["margin"]) == ("4", 19 - 17, 19 - 17)
    for row, evaluation in ((good, tournament.GOOD), (mended, tournament.MENDED)):
        duels = tournament.played(evaluation, tournament.REGULAR, (2,), 4, 1)
        assert (row["won"], row["drawn"], row["lost"]) == duels[2].counts


def test_p3_alphabeta_plays_the_moves_of_negamax():
    game = load(tournament.GAME)
    for name in (tournament.REGULAR, tournament.GOOD, tournament.MENDED):
        evaluation = evaluations.load(name, game)
        for position in positions(game, 6):
            slow, fast = (
                search(position, evaluation, Settings(algorithm, 3))
                for algorithm in ("negamax", "alphabeta")
            )
            assert (slow.move, slow.score) == (fast.move, fast.score)


def test_p3_matches_by_depth(capsys):
    section = p3.does_good_win(seed=1, games=4, depths=(1, 2))
    tournament, resistance = section.findings
    assert "depth=2,eval=good" in tournament.command
    assert printed(tournament.command, capsys)["wins"] == rows(section)[1]["won"]
    assert "depth 1" in resistance.ours
    assert "depth 2" in resistance.ours


def test_p3_remedy_and_strength_play_the_same_games():
    """Good without its fault is regular a ply deeper, so these are the same matches."""
    leads = rows(p3.remedy(seed=1, games=6, depths=(1, 2)), table=1)
    plies = rows(p3.strength(seed=1, games=6, depths=(2, 3)))
    for one, other in zip(leads, plies, strict=True):
        assert {**one, "depth": one["depth"] + 1} == other


def test_p3_negamax_visits_the_same_nodes_for_both():
    table, costs = cost(depths=(1, 2))
    assert [row["regular_nodes"] for row in table.records()] == [6, 42]
    assert [row["good_nodes"] for row in table.records()] == [6, 42]
    assert costs.growth == {1: 42 / 6, 2: 225 / 42}
    assert len(costs.ratios) > 1


def test_p3_the_share_of_games_makes_the_times_equal():
    """Regular needs 1 second a node, and 4 times the nodes a ply deeper."""
    costs = Costs(ratios=(2.4, 2.5, 2.9), growth={2: 4.0, 3: 1.5})
    share, error = costs.share(2)
    assert share * 4.0 + (1 - share) * 1.0 == costs.ratio == 2.5
    assert error == pytest.approx((2.9 - 2.5) / (4 - 1))
    assert costs.share(3) == (1, 0)


def test_p3_a_mixture_of_two_matches():
    """By hand: 60 % and 40 %, half of each, are even; errors add up as squares."""
    some, others = estimate((40, 0, 60)), estimate((60, 0, 40))
    both = mixed(Share(0.5), some, others)
    assert both.score == pytest.approx(0.5)
    error = math.hypot(0.5, 0.5) * math.sqrt(0.24 / 100)
    assert score_of(both.high) - 0.5 == pytest.approx(DEVIATIONS * error)
    assert mixed(Share(1.0), some, others).low == pytest.approx(some.low)
    assert mixed(Share(0.0), some, EVEN) == EVEN
    uncertain = mixed(Share(0.5, 0.1), some, others)
    reach = math.hypot(DEVIATIONS * error, 0.1 * 0.2)
    assert score_of(uncertain.high) - 0.5 == pytest.approx(reach)


def test_p3_good_at_the_same_nodes_and_at_the_same_time():
    found = compared({1: Share(0.0), 2: Share(0.0)}, games=6, seed=1)
    for depth, each in found["same_time"].items():
        assert each.score == found["same_nodes"][depth].score
    assert all(each.elo == 0 for each in found["suggested"].values())
    deeper = deeper_duels((1, 2), games=6, seed=2)
    found = compared({1: Share(1.0), 2: Share(1.0)}, games=6, seed=1)
    assert [each.score for each in found["same_time"].values()] == pytest.approx(
        [duel.estimate.score for duel in deeper.values()]
    )


def test_p3_the_horizon_has_an_interval():
    section = horizon(seed=1, positions=12, depths=(1, 2, 3))
    (finding,) = section.findings
    scores = scores_of(seed=1, positions=12, depths=(1, 2, 3))
    assert [row["mean"] for row in rows(section)] == pytest.approx(list(scores.mean(axis=1)))
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows(section))
    numbers = {name: ours or 0.0 for name, (_theirs, ours) in finding.numbers.items()}
    assert numbers["apart"] == pytest.approx(numbers["odd"] - numbers["even"])
    assert numbers["low"] < numbers["apart"] < numbers["high"]


def test_p4_nodes_by_depth(capsys):
    section = p4.time_by_depth(deepest=3)
    assert [row["nodes"] for row in rows(section)] == [7, 41, 173]
    assert rows(section)[2]["nodes_growth"] == 173 / 41
    assert section.findings == []
    assert printed(p4.command(3), capsys)["statistics"]["evaluated"] == 173


def test_p4_the_papers_times_stand_beside_ours():
    game = load("connect4")
    result = search(game.start, evaluations.load("lines", game), Settings(depth=1))
    finding = p4.timed(11, result)
    assert finding.theirs == "8.3 min"
    assert finding.verdict is PaperVerdict.BETTER


@pytest.mark.compiled_only
def test_p4_stronger_searches_agree():
    section = p4.stronger(depth=5)
    assert len({row["score"] for row in rows(section)}) == 1
    fewer, unbeatable = section.findings
    assert fewer.because.endswith("all find the same score.")
    least = min(rows(section), key=lambda row: row["nodes"])
    assert fewer.command == least["search"]
    assert fewer.numbers["best"] == (None, least["nodes"])
    assert unbeatable.ours == "score +1, by column 4"


@pytest.mark.compiled_only
def test_p5_the_calls_of_the_paper():
    minimax, alphabeta = p5.first_move().findings
    assert (minimax.ours, minimax.verdict) == ("137 256", PaperVerdict.SAME)
    assert (alphabeta.ours, alphabeta.verdict) == ("20 567", PaperVerdict.SAME)


def test_p5_another_depth_has_other_calls(capsys):
    minimax, alphabeta = p5.first_move(depth=2).findings
    assert (minimax.ours, minimax.verdict) == ("56", PaperVerdict.DIFFERS)
    assert str(printed(alphabeta.command, capsys)["statistics"]["evaluated"]) == alphabeta.ours


def test_p5_a_game_by_its_moves():
    section = p5.game_by_move(seed=1, depth=2, games=2)
    table = rows(section)
    off, on = (sum(row[name] for row in table) for name in ("minimax", "alphabeta"))
    (finding,) = section.findings
    assert finding.ours == f"{100 * (1 - on / off):.2f} %"
    assert finding.numbers["share"] == (1 - 236_622 / 1_412_543, 1 - on / off)
    assert table[0]["minimax"] == 56
    assert all(row["alphabeta"] <= row["minimax"] for row in table)
    position = load("connect4").start
    for row in table:
        position = position.play(load("connect4").parse_move(position, row["move"]))
    assert position.outcome() == 0 or position.outcome() < 0


def test_all_papers_by_name():
    assert PapersRun([], seed=1).total == sum(PapersRun([name], seed=1).total for name in PAPERS)
    with pytest.raises(UnknownName, match="p1, p2, p3, p4, p5"):
        PapersRun(["p6"], seed=1)
