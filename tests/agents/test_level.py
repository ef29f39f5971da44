"""Levels: what is overlooked and what is not, how far they look, and who is stronger."""

from collections import Counter

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS, Limits
from tablero.agents.beginner import OverlookingOrder
from tablero.agents.level import PERFECT, SKILLS, LevelPlayer, Skill
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.jit import INTERPRETED
from tablero.match.referee import play_game
from tablero.position import ONGOING
from tablero.search.node import sign_of
from tests.agents.test_perfect import best_by_search
from tests.search.cases import random_positions, run


@pytest.mark.parametrize("missed", [0, 100, 800, 1000])
def test_so_many_moves_are_overlooked(missed: int):
    game = games.load("connect4")
    seen: Counter[int] = Counter()
    for salt in range(1000):
        moves = list(OverlookingOrder(missed, [salt * 7919]).arrange(game.start))
        assert moves
        assert len(set(moves)) == len(moves)
        seen.update(moves)
    counts = [seen[move] for move in game.start.moves()]
    if missed == 0:
        assert counts == [1000] * 7
    elif missed == 100:
        assert all(850 < count < 950 for count in counts)
    elif missed == 1000:
        assert sorted(counts) == [0] * 6 + [1000]


def test_one_mood_overlooks_the_same():
    game = games.load("kalah")
    order = OverlookingOrder(500, [12345])
    for position in random_positions(game.start, 10, 1, 8):
        assert list(order.arrange(position)) == list(order.arrange(position))


@pytest.mark.parametrize("text", ["connect4(columns=5,rows=4)", "kalah(pits=3,seeds=2)"])
def test_who_overlooks_nothing_sees_what_alphabeta_sees(text: str):
    game = games.load(text)
    evaluation = evaluations.load(evaluations.default_name(game), game)
    for number, position in enumerate(random_positions(game.start, 8, 5, 8)):
        player = LevelPlayer(evaluation, Skill(3, 0), position.turn())
        player.begin(number)
        choice = player.choose(position, NO_LIMITS)
        assert choice.score == run(position, evaluation, "alphabeta", 3).score
        child = position.play(choice.move)
        if child.outcome() == ONGOING:
            after = run(child, evaluation, "alphabeta", 2).score
            assert choice.score == sign_of(position, child) * after


def test_equal_moves_get_their_turn():
    """Nothing is known of a block but that it does not end at once."""
    game = games.load("quarry(side=5)")
    player = LevelPlayer(evaluations.load("zero", game), Skill(1, 0), 0)
    chosen = set()
    for seed in range(200):
        player.begin(seed)
        chosen.add(player.choose(game.start, NO_LIMITS).move)
    assert chosen == set(game.start.moves())


def test_limits():
    """A ply that would go beyond the limit of nodes is not believed, the first one always is."""
    game = games.load("connect4")
    player = LevelPlayer(evaluations.load("lines", game), Skill(6, 0), 0)

    def evaluated(limits: Limits) -> float:
        player.begin(1)
        return player.choose(game.start, limits).statistics["evaluated"]

    assert evaluated(Limits(depth=1)) == 7
    assert evaluated(Limits(nodes=1)) == 7 + 7
    assert evaluated(Limits(nodes=100)) < 100 + 7 * 7
    assert evaluated(NO_LIMITS) > 1000


def test_a_wide_game_is_not_searched_deep():
    game = games.load("quarry(side=200)")
    player = LevelPlayer(evaluations.load("zero", game), Skill(8, 100), 0)
    limited = player.compiled._replace(max_considered=600_000)
    player.compiled = limited
    player.begin(1)
    assert player.choose(game.start, NO_LIMITS).statistics["evaluated"] < 2000


def test_the_last_level_plays_any_of_the_best_moves():
    game = games.load("connect4(columns=4,rows=4)")
    several = False
    for position in random_positions(game.start, 4, 2, 8):
        score, best = best_by_search(position)
        player, chosen = agents.load(f"level({PERFECT})").seat(game, 0), set()
        for seed in range(60):
            player.begin(seed)
            choice = player.choose(position, NO_LIMITS)
            assert choice.exact
            assert choice.score == score
            chosen.add(choice.move)
        assert chosen == set(best)
        several = several or len(best) > 1
    assert several


def test_higher_levels_look_further_and_overlook_less():
    assert len(SKILLS) == PERFECT - 1 == 9
    for lower, higher in zip(SKILLS, SKILLS[1:], strict=False):
        assert higher.depth > lower.depth
        assert higher.missed < lower.missed


@pytest.mark.parametrize("text", ["connect4", "kalah(pits=4,seeds=3)"])
def test_two_levels_more_win_most_games(text: str):
    game, won, count = games.load(text), 0.0, 10 if INTERPRETED else 60
    levels = agents.load("level(4)"), agents.load("level(2)")
    for number in range(count):
        side = number % 2
        seats = [level.seat(game, side ^ seat) for seat, level in enumerate(levels)]
        for seat, player in enumerate(seats):
            player.begin(100 * number + seat)
        played = play_game(game, (seats[side], seats[1 - side]), game.start)
        won += 0.5 if played.winner is None else played.winner == side
    assert won > 0.6 * count


def test_texts():
    assert str(agents.load("level(3)")) == "level(3)"
    assert str(agents.load("level( number=3 , seed=7 )")) == "level(3,seed=7)"
    assert str(agents.load("level")) == "level(5)"
    for text in ("level(0)", "level(11)"):
        with pytest.raises(OptionError, match="1 to 10"):
            agents.load(text)
