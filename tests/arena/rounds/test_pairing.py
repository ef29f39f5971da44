"""Who meets whom: worked out by hand, and laws for any results."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.arena.rounds.keys import DRAWN, LOST, WON, GameKey, Meeting, points, seed_of
from tablero.arena.rounds.pairing import Gauntlet, Knockout, RoundRobin, Swiss
from tablero.arena.rounds.pairing.knockout import seeded
from tablero.errors import OptionError, UnknownName

pytestmark = pytest.mark.plain


def names(players: int) -> list[str]:
    return [f"p{number:03}" for number in range(players)]


def new() -> dict[GameKey, int]:
    """No results yet."""
    return {}


def met(meetings) -> list[str]:
    return [f"{meeting.one}{meeting.other}" for meeting in meetings]


def play(meetings, results, better=None, dice=None):
    """Write down results: the better one wins both games, or chance decides."""
    for meeting in meetings:
        for key in meeting.games():
            if dice is not None:
                results[key] = dice.choice((LOST, DRAWN, WON))
            else:
                results[key] = WON if better(key.first, key.second) else LOST


def by_name(one: str, other: str) -> bool:
    return one < other


def test_a_round_robin_has_every_pair_from_both_seats():
    meetings = RoundRobin(3).meetings(names(5), {})
    games = [key for meeting in meetings for key in meeting.games()]
    assert len(games) == len({*games}) == RoundRobin(3).expected(5) == 60
    assert {frozenset(key[:2]) for key in games} == {
        frozenset(pair) for pair in combinations(names(5), 2)
    }
    assert all(key.swapped in games for key in games)
    assert {key.opening for key in games} == {1, 2, 3}


def test_a_gauntlet_is_run_by_some():
    some = Gauntlet(("B", "D"), openings=2)
    assert met(some.meetings(list("ABCD"), {})) == ["AB", "AD", "BC", "BD", "CD"]
    games = [key for each in some.meetings(list("ABCD"), {}) for key in each.games()]
    assert len(games) == some.expected(4)
    with pytest.raises(UnknownName, match="no player named 'B'"):
        some.meetings(["A", "D"], {})


def test_points_of_a_meeting():
    results = {GameKey("A", "B", 1): WON, GameKey("B", "A", 1): DRAWN, GameKey("C", "A", 1): WON}
    assert points(Meeting("A", "B", [1, 2]), results) == (3, 1)
    assert points(Meeting("B", "A", [1]), results) == (1, 3)


def test_swiss_worked_out_by_hand():
    """Eight players, the better one always wins: upper half against lower half of each group."""
    swiss, ids, results = Swiss(4), list("ABCDEFGH"), new()
    stages = []
    while meetings := swiss.meetings(ids, results):
        stages.append(met(meetings))
        play(meetings, results, by_name)
    assert stages[0] == ["AE", "BF", "CG", "DH"]
    assert stages[1] == ["AC", "BD", "EG", "FH"]
    assert stages[2] == ["AB", "CE", "DF", "GH"]  # A, B lead; C to F are equal; G, H
    assert len(stages) == 4
    assert max(swiss.points(ids, results).items(), key=lambda each: each[1]) == ("A", 8)


def test_the_odd_one_is_free_from_below_and_never_twice():
    """Of five, E is free first, then the last of those with fewest points, D."""
    swiss, ids, results = Swiss(3), list("ABCDE"), new()
    free: list[str] = []
    while meetings := swiss.meetings(ids, results):
        free += {*ids} - {*"".join(met(meetings))}
        play(meetings, results, by_name)
    assert free[:2] == ["E", "D"]
    assert len({*free}) == 3


@given(st.integers(2, 30), st.integers(0, 1000), st.booleans())
def test_swiss_has_no_meeting_twice_and_a_free_stage_once(players, seed, chance):
    """For as many stages as are promised, whatever the results."""
    stages = (players + 1) // 2
    swiss, ids, results = Swiss(stages), names(players), new()
    dice = Random(seed)
    pairs: set[frozenset[str]] = set()
    free: list[str] = []
    for _stage in range(stages):
        meetings = swiss.meetings(ids, results)
        seated = [name for each in meetings for name in (each.one, each.other)]
        assert len({*seated}) == len(seated) == players - players % 2
        free += {*ids} - {*seated}
        now = {frozenset((each.one, each.other)) for each in meetings}
        assert not now & pairs
        pairs |= now
        play(meetings, results, by_name, dice if chance else None)
    assert swiss.meetings(ids, results) == []
    assert len(free) == len({*free}) == stages * (players % 2)
    assert len(results) == swiss.expected(players)
    assert sum(swiss.points(ids, results).values()) == 2 * len(pairs) + 2 * len(free)


@pytest.mark.parametrize("system", [Swiss(4, 2), Knockout(2, 1, 1)])
def test_a_stage_is_paired_the_same_while_it_is_played(system):
    """What is known of a stage does not change who meets in it, in whatever order it comes."""
    ids, results, dice = names(9), new(), Random(3)
    while meetings := system.meetings(ids, results):
        games = [key for each in meetings for key in each.games() if key not in results]
        dice.shuffle(games)
        for key in games[:-1]:
            results[key] = dice.choice((LOST, DRAWN, WON))
            again = system.meetings(ids, results)
            assert {each.one: each.other for each in again}.items() <= {
                each.one: each.other for each in meetings
            }.items()
            assert key in results
        results[games[-1]] = WON


@pytest.mark.parametrize(("players", "stages"), [(2, 2), (6, 4), (7, 5), (1, 1)])
def test_more_swiss_stages_than_can_be_paired_are_refused(players, stages):
    with pytest.raises(OptionError, match=f"{players} players can play"):
        Swiss(stages).meetings(names(players), {})


def test_a_knockout_where_the_better_seed_always_wins():
    cup, ids, results = Knockout(), list("ABCDEF"), new()
    stages = []
    while meetings := cup.meetings(ids, results):
        stages.append(met(meetings))
        play(meetings, results, by_name)
    assert stages == [["DE", "CF"], ["AD", "BC"], ["AB"]]  # A and B are free at first
    assert cup.champion(ids, results) == "A"
    assert len(results) == cup.expected(6)


def test_seeds_meet_as_late_as_can_be():
    assert seeded(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    for size in (2, 4, 16, 64):
        order = seeded(size)
        assert sorted(order) == list(range(size))
        assert all(
            one + other == size - 1 for one, other in zip(order[::2], order[1::2], strict=True)
        )


def test_an_equal_tie_is_played_on_and_then_the_better_seed_goes_on():
    cup, ids, results = Knockout(openings=2, replays=2, further=3), ["A", "B"], new()
    numbers = []
    while meetings := cup.meetings(ids, results):
        (tie,) = meetings
        numbers.append(len(tie.openings))
        for key in tie.games():
            results[key] = DRAWN
    assert numbers == [2, 5, 8]
    assert cup.most_openings == 8
    assert cup.champion(ids, results) == "A"


def test_a_replay_decides():
    cup, ids, results = Knockout(replays=1), ["A", "B"], new()
    for first, second, opening, outcome in [
        ("A", "B", 1, WON),
        ("B", "A", 1, WON),
        ("A", "B", 2, DRAWN),
        ("B", "A", 2, WON),
    ]:
        assert cup.champion(ids, results) is None
        results[GameKey(first, second, opening)] = outcome
    assert cup.champion(ids, results) == "B"


@given(st.integers(2, 40), st.integers(0, 1000))
def test_a_knockout_has_one_winner_who_lost_no_tie(players, seed):
    cup, ids, results, dice = Knockout(replays=1), names(players), new(), Random(seed)
    while meetings := cup.meetings(ids, results):
        play(meetings, results, dice=dice)
    ties = [tie for stage in cup.bracket(ids, results) for tie in stage if tie.other is not None]
    assert len(ties) == players - 1
    lost = Counter({tie.better, tie.other}.difference({tie.winner}).pop() for tie in ties)
    assert set(lost.values()) == {1}
    champion = cup.champion(ids, results)
    assert champion is not None
    assert ids.index(champion) not in lost


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: RoundRobin(0),
        lambda: Gauntlet(("A",), 0),
        lambda: Swiss(0),
        lambda: Swiss(2, 0),
        lambda: Knockout(0),
        lambda: Knockout(replays=-1),
        lambda: Knockout().meetings(["A"], {}),
    ],
)
def test_systems_that_cannot_be(wrong):
    with pytest.raises(OptionError):
        wrong()


def test_chance_depends_on_round_game_and_side():
    seeds = [
        seed_of(seed, GameKey(first, second, opening), side)
        for seed in (1, 2)
        for first, second in (("A", "B"), ("B", "A"))
        for opening in (1, 2)
        for side in (0, 1)
    ]
    assert len({*seeds}) == len(seeds)
    assert all(0 <= seed < 1 << 62 for seed in seeds)
    assert seed_of(1, GameKey("A", "B", 1), 0) == seeds[0] == 0x936E21C4E63E64  # by sha256sum
