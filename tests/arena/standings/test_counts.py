"""Counts: W + D + L = N, by player, by pair and by seat."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.arena.standings.counts import Score, count
from tablero.arena.standings.cross import cross_records, cross_table
from tablero.arena.standings.ranking import standings
from tablero.match.referee import Reason
from tests.arena.standings.games import game, games, names

pytestmark = pytest.mark.plain

THREE = """
ab 1-0 ½
ba 0-1 0-1
bc 1-0 1-0
cb 1-0 ½
ca 0-1 -
"""


def test_worked_out_by_hand():
    counts = count(names("abc"), games(THREE))
    assert counts.total("a") == Score(4, 1, 0)
    assert counts.total("b") == Score(2, 2, 4)
    assert counts.total("c") == Score(1, 1, 3)
    assert counts.seated("a", "b") == (Score(1, 1, 0), Score(2, 0, 0))
    assert counts.seated("b", "a") == (Score(0, 0, 2), Score(0, 1, 1))
    assert str(counts.against("b", "c")) == "2-1-1"
    assert counts.total("a").points == 4.5


def test_only_complete_pairs_are_rated():
    """a and c have met once, in one seat only."""
    pairs = count(names("abc"), games(THREE)).pairs()
    assert pairs.sum() == 4
    assert pairs[0, 1, 2, 2] == 1  # opening 1: a wins both
    assert pairs[0, 1, 1, 2] == 1  # opening 2: a draws what he starts, wins the other
    assert pairs[1, 2, 2, 0] == 1  # opening 1: who starts wins
    assert pairs[1, 2, 2, 1] == 1
    assert pairs[0, 2].sum() == pairs[2, 0].sum() == 0


def test_who_is_not_among_the_players_does_not_count():
    """A banned player's games are gone, and nothing else."""
    found = standings(names("ab"), games(THREE))
    assert [row.score.games for row in found.rows] == [4, 4]
    assert found.counts.total("a") == Score(3, 1, 0)


def test_a_game_that_is_there_twice_counts_once():
    assert count(names("abc"), games(THREE) * 2).total("b") == Score(2, 2, 4)


RESULTS = st.lists(
    st.tuples(
        st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(1, 3),
        st.sampled_from(["1-0", "0-1", "½"]),
    ),
    max_size=40,
)  # fmt: skip


@given(RESULTS)
def test_wins_draws_and_losses_are_all_games(results):
    played = [game(*each) for each in results if each[0] != each[1]]
    found = standings(names("abcd", references="d"), played, resamples=20)
    unique = {(each.first, each.second, each.number): each for each in played}
    for row in found.rows:
        score = row.score
        own = [each for each in unique.values() if row.id in (each.first, each.second)]
        assert score.wins + score.draws + score.losses == score.games == len(own)
        won = [each for each in own if (each.first, each.second)[each.winner - 1] == row.id]
        assert score.wins == sum(bool(each.winner) for each in won)
    assert sum(row.score.points for row in found.rows) == len(unique)
    for row, cells in zip(found.rows, cross_table(found), strict=True):
        total = sum((cell.score for cell in cells if cell), Score())
        assert total == row.score


@given(RESULTS, st.randoms(use_true_random=False))
def test_order_does_not_matter(results, dice: random.Random):
    unique = {each[:3]: each for each in results if each[0] != each[1]}
    played = [game(*each) for each in unique.values()]
    truth = standings(names("abcd", references="bd"), played, resamples=20)
    dice.shuffle(played)
    players = names("abcd", references="bd")
    dice.shuffle(players)
    again = standings(players, played, resamples=20)
    assert again.records() == truth.records()
    assert cross_records(again) == cross_records(truth)


def test_the_cross_table_is_its_own_mirror():
    found = standings(names("abc"), games(THREE))
    table = cross_table(found)
    for i, j in np.ndindex(3, 3):
        cell, mirror = table[i][j], table[j][i]
        if i == j:
            assert cell is None
            continue
        assert cell is not None
        assert mirror is not None
        assert cell.started == Score(
            mirror.answered.losses, mirror.answered.draws, mirror.answered.wins
        )
    told = cross_records(found)[0]
    assert told["alias"] == "alias A"
    assert told["against"]["alias B"] == {
        "points": 3.5,
        "games": 4,
        "score": "3-1-0",
        "started": "1-1-0",
        "answered": "2-0-0",
    }


def test_games_that_are_the_same_are_counted():
    played = [game("a", "b", number, "1-0", moves=["0", "1"]) for number in (1, 2, 3)]
    played += [game("b", "a", number, "½", moves=[str(number)]) for number in (1, 2)]
    played += [game("b", "a", 3, "1-0", moves=["0", "1"])]
    assert count(names("ab"), played).repeated() == {("a", "b"): 2}


def test_faults_are_counted_and_the_first_is_shown():
    crash = {"reason": Reason.CRASH, "margin": None}
    played = [
        game("b", "a", 2, "0-1", detail="line 3: boom", **crash),
        game("b", "a", 1, "0-1", detail="line 2: first", **crash),
        game("a", "b", 1, "1-0", reason=Reason.TIMEOUT, margin=None),
        game("a", "b", 2, "1-0"),
    ]
    found = count(names("ab"), played).faults()
    assert found.keys() == {"b"}
    assert found["b"].reasons == {Reason.CRASH: 2, Reason.TIMEOUT: 1}
    assert found["b"].first.reason is Reason.TIMEOUT  # of game a b 1
    assert count(names("ab"), played).total("b") == Score(losses=4)


@pytest.mark.parametrize("players", ["", "a"])
def test_nobody_to_compare(players):
    assert [row.score.games for row in standings(names(players), []).rows] == [0] * len(players)
