"""Ratings in the standings: published ones, anchors, intervals that hold the truth."""

import math
from itertools import combinations

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from tablero.arena.standings.ranking import LEVEL, standings
from tablero.match.components import Components
from tablero.match.elo import POINTS_PER_NAT
from tablero.match.ratings import fit, rate
from tests.arena.standings.coverage import DESIGNS, measure, simulated
from tests.arena.standings.games import games, names
from tests.match.test_ratings import BASEBALL

pytestmark = pytest.mark.plain

CITATIONS = np.array([[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]])
"""Stigler, Citation patterns in the journals of statistics and probability, Statistical Science 9
(1994): how often the journal of a row was cited by that of a column. Biometrika, Communications in
Statistics, JASA, JRSS-B. As in the data set `citations` of R's BradleyTerry2, data/citations.txt
of github.com/hturner/BradleyTerry2."""

ABILITIES = (0.0, -2.9490725, -0.4795698, 0.2689541)
ERRORS = (0.10254534, 0.06058873, 0.07082997)
"""Relative to Biometrika, and standard errors of the three that are not 0: what R prints for
`BTabilities(citeModel)` in tests/BTabilities.Rout.save of the same repository. The model is the
first of Turner and Firth, Bradley-Terry Models in R: the BradleyTerry2 Package, Journal of
Statistical Software 48(9), 2012."""


def test_published_abilities_of_journals():
    """No seats: half of the citations are taken for games that either has started."""
    wins = CITATIONS / 2
    total = (wins + wins.T)[None]
    *ratings, seat = fit(total, wins[None], Components(total[0], wins))[0]
    assert np.array(ratings) - ratings[0] == pytest.approx(ABILITIES, abs=1e-6)
    assert seat == pytest.approx(0, abs=1e-9)


def test_published_standard_errors_are_those_of_the_bootstrap():
    """Citations as games in both seats at once: a pair of them has the weight of one citation,
    half of what two games have."""
    results = np.zeros((4, 4, 3, 3), int)
    for i, j in combinations(range(4), 2):
        results[i, j, 2, 2], results[i, j, 0, 0] = CITATIONS[i, j], CITATIONS[j, i]
    found = rate(results, seed=1, anchors={0: 0.0})
    assert found.players[0] == (0, 0, 0)
    for rating, ability, error in zip(found.players[1:], ABILITIES[1:], ERRORS, strict=True):
        assert rating.elo / POINTS_PER_NAT == pytest.approx(ability, abs=1e-6)
        width = (rating.high - rating.low) / POINTS_PER_NAT / (2 * 1.96)
        assert width == pytest.approx(error, rel=0.05)


WITHOUT_HOME = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)
HOME_ERRORS = (0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319)
"""Without home advantage, relative to Baltimore, and their standard errors: the first model in
tests/baseball.Rout.save of github.com/hturner/BradleyTerry2, which is Agresti's, table 10.11."""


def test_published_ratings_without_a_seat():
    """Games at home and away are taken together, half of them for either seat."""
    won = np.zeros((7, 7))
    for i, row in enumerate(BASEBALL.split("\n")[1:-1]):
        for j, cell in enumerate(row.split()):
            if cell != "-":
                wins, losses = map(int, cell.split("-"))
                won[i, j] += wins
                won[j, i] += losses
    results = np.zeros((7, 7, 3, 3), int)
    for i, j in combinations(range(7), 2):
        results[i, j, 2, 2], results[i, j, 0, 0] = won[i, j], won[j, i]
    found = rate(results, seed=1, anchors={6: 0.0})
    ratings = [each.elo / POINTS_PER_NAT for each in found.players]
    assert ratings == pytest.approx(WITHOUT_HOME, abs=6e-5)
    for each, error in zip(found.players, HOME_ERRORS, strict=False):
        width = (each.high - each.low) / POINTS_PER_NAT / (2 * 1.96)
        assert width == pytest.approx(error, rel=0.08)


CYCLE = """
ab 1-0 1-0 1-0 0-1
ba 0-1 0-1 0-1 1-0
bc 1-0 1-0 1-0 0-1
cb 0-1 0-1 0-1 1-0
"""
"""b gives a, and c gives b, one pair of four: 3 to 1, which is 400 * log10(3) Elo."""

STEP = 400 * math.log10(3)


def test_anchored_by_hand():
    """The mean of a and c is b, and that is 1000; c alone makes all others more."""
    found = standings(names("abc", references="ac"), games(CYCLE))
    assert [row.alias for row in found.rows] == ["alias A", "alias B", "alias C"]
    ratings = [row.rating.elo for row in found.rows]
    assert ratings == pytest.approx([1000 + STEP, 1000, 1000 - STEP], abs=1e-6)
    lowest = standings(names("abc", references="c"), games(CYCLE), level=500)
    assert [row.rating.elo for row in lowest.rows] == pytest.approx(
        [500 + 2 * STEP, 500 + STEP, 500], abs=1e-6
    )
    assert lowest.rows[2].rating.low == lowest.rows[2].rating.high == pytest.approx(500)


def test_references_with_numbers_of_their_own_are_met_on_average():
    """The games put a above c by 2 STEP, the numbers by 100: the scale is moved, not bent."""
    given = {"a": 1300.0, "c": 1200.0}
    found = standings(names("abc", references="ac"), games(CYCLE), levels=given)
    ratings = [row.rating.elo for row in found.rows]
    assert ratings == pytest.approx([1250 + STEP, 1250, 1250 - STEP], abs=1e-6)


def test_without_references_the_mean_of_all_is_fixed():
    found = standings(names("abc"), games(CYCLE))
    assert np.mean([row.rating.elo for row in found.rows]) == pytest.approx(LEVEL)


def test_intervals_are_relative_to_the_anchor():
    """One reference has none; nearer players have shorter ones than those beyond them."""
    more = "\n".join(f"{line} {' '.join(line.split()[1:])}" for line in CYCLE.split("\n") if line)
    found = {row.id: row.rating for row in standings(names("abc", "a"), games(more)).rows}
    widths = {id: rating.high - rating.low for id, rating in found.items()}
    assert widths["a"] == 0 < widths["b"] < widths["c"]


def test_a_reference_that_loses_everything_does_not_blur_the_others():
    """d is far below, nobody knows how far; the scale is fixed by a and c."""
    lost = "\n".join(f"{other}d 1-0 1-0 1-0 1-0\nd{other} 0-1 0-1 0-1 0-1" for other in "abc")
    found = standings(names("abcd", references="acd"), games(CYCLE + lost))
    *others, last = found.rows
    assert last.id == "d"
    assert last.rating.low == -math.inf
    assert all(math.isfinite(row.rating.low) for row in others)
    assert np.mean([row.rating.elo for row in others if row.id != "b"]) == pytest.approx(LEVEL)


def test_records_are_what_programs_are_promised():
    found = standings(names("abc", references="c"), games(CYCLE)).records()
    keys = "rank alias games wins draws losses rating low high same_as"
    assert [" ".join(record) for record in found] == [keys] * 3
    assert found[1] | {"low": 0, "high": 0} == {
        "rank": 2,
        "alias": "alias B",
        "games": 16,
        "wins": 8,
        "draws": 0,
        "losses": 8,
        "rating": 1190.8,
        "low": 0,
        "high": 0,
        "same_as": ["alias A", "alias C"],
    }


def test_who_cannot_be_told_apart_is_named_by_both():
    strong = "ab" + " 1-0" * 30 + "\nba" + " 0-1" * 30
    equal = "bc" + " 1-0 0-1" * 15 + "\ncb" + " 0-1 1-0" * 15
    chain = "ac" + " 1-0" * 30 + "\nca" + " 0-1" * 30
    found = {
        row.id: row.same_as
        for row in standings(names("abc"), games(f"{strong}\n{equal}\n{chain}")).rows
    }
    assert found == {"a": (), "b": ("alias C",), "c": ("alias B",)}


def test_a_single_pair_that_was_won_is_not_as_good_as_none():
    """One opening: c has won all there was, b and d have shared their pair."""
    found = standings(names("abcd"), games("ba 1-0\nab 0-1\nca 1-0\nac 0-1\nbd ½\ndb ½"))
    rows = {row.id: row for row in found.rows}
    assert [row.id for row in found.rows] == ["c", "b", "d", "a"], "of equal ones by their points"
    assert rows["b"].rating.elo == pytest.approx(rows["c"].rating.elo)
    lead = rows["c"].rating.elo - rows["a"].rating.elo
    assert lead == pytest.approx(math.log(2) * POINTS_PER_NAT), "2 won, and half a pair missed"


SWISS = """\
ab 0-1
ba 1-0
ad 1-0
da 1-0
ag 0-1
ga 1-0
bc 0-1
cb 1-0
bf 0-1
fb 1-0
cf 0-1
fc 1-0
cg 1-0
gc 0-1
fd 1-0
df 0-1
fe 1-0
ef 0-1
de 1-0
ed 0-1
dg 0-1
gd 0-1
eg 1-0
ge 1-0
"""


def test_who_is_unbeaten_is_above_who_has_lost_as_much_as_won():
    """A Swiss round of seven with one opening: f has won all four pairs of his, g four games of
    eight. A whole pair imagined as lost put g above f."""
    found = standings(names("abcdefg"), games(SWISS))
    places = [row.id for row in found.rows]
    assert places.index("f") < places.index("g")


def test_who_has_not_played_comes_last_and_nothing_is_known_of_him():
    found = standings(names("zab"), games("ab 0-1\nba ½"))
    assert [row.id for row in found.rows] == ["b", "a", "z"]
    assert found.rows[2].record() | {"rating": 0} == {
        "rank": 3,
        "alias": "alias Z",
        "games": 0,
        "wins": 0,
        "draws": 0,
        "losses": 0,
        "rating": 0,
        "low": None,
        "high": None,
        "same_as": ["alias B", "alias A"],
    }


def test_many_players_are_rated_as_few_are():
    """So many that BLAS would use several threads."""
    dice, design = np.random.default_rng(2), DESIGNS["20 pairs"]
    truth = dice.normal(0, 0.6, 70)
    found = rate(simulated(dice, truth, design), 1, resamples=30)
    ratings = np.array([each.elo for each in found.players]) / POINTS_PER_NAT
    assert ratings == pytest.approx(truth - truth.mean(), abs=0.25)
    assert np.corrcoef(ratings, truth)[0, 1] > 0.99


def test_one_thread_solves_and_others_have_their_threads_back(monkeypatch):
    def threads():
        return [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]

    solve, seen = np.linalg.solve, []

    def observed(*equations):
        seen.append(threads())
        return solve(*equations)

    monkeypatch.setattr(np.linalg, "solve", observed)
    with threadpool_limits(2, "blas"):
        before = threads()
        rate(simulated(np.random.default_rng(1), np.zeros(4), DESIGNS["20 pairs"]), 1, resamples=5)
        assert threads() == before != []
    assert {tuple(each) for each in seen} == {(1,) * len(before)}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["20 pairs, draws and seat", "3 pairs, draws and seat"])
def test_intervals_hold_the_truth_as_often_as_they_say(name):
    """The whole measurement is `python -m tests.arena.standings.coverage`."""
    told = measure(name, 120, seed=3, resamples=200)
    assert 0.93 <= told["held"] <= 0.97
    assert told["wrong"] < 0.025
