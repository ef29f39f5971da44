"""Compiled games are the referee's games, move for move."""

import numpy as np
import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.random_generator import derive
from tablero.games.game import Game
from tablero.jit import INTERPRETED
from tablero.match import compiled
from tablero.match.compiled import Fixtures, play_compiled
from tablero.match.referee import Played, Reason, Rules, play_game
from tablero.position import FIRST, SECOND, Side

MANY = 3 if INTERPRETED else 30

PAIRS = [
    ("connect4", "random", "random"),
    ("connect4", "alphabeta(depth=2,eval=table)", "random"),
    ("kalah", "minimax(depth=2)", "negascout(depth=2,order=best)"),
    ("mancala11", "negamax(depth=2,eval=regular)", "negamax(depth=2,eval=good)"),
    ("quarry", "alphabeta(depth=2,infer=true)", "random"),
    ("tictactoe", "mtdf(depth=3)", "random"),
]


def numbers_for(count: int, openings: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Seeds, and as many columns for the moves of openings."""
    games_numbers = np.arange(count)
    seeds = np.stack([derive(5, games_numbers, side) for side in (FIRST, SECOND)], axis=1)
    return seeds, np.zeros((count, openings), np.int64)


def told(played: Played) -> tuple[object, ...]:
    """All but the times."""
    return played.moves, played.scores, played.winner, played.margin, played.reason


def assert_same(
    game: Game, texts: tuple[str, str], side: Side, count: int, most_moves: int | None = None
) -> list[Played]:
    """Compiled games of two agents, the first of whom plays `side`: those of the referee."""
    ours, others = (
        agents.load(text).seat(game, seat)
        for text, seat in zip(texts, (side, 1 - side), strict=True)
    )
    seeds, openings = numbers_for(count)
    fixtures = Fixtures(np.full(count, side), seeds, openings)
    pairs = (ours.compiled,) * 2, (others.compiled,) * 2
    found = list(play_compiled(game.start, *pairs, fixtures, most_moves))
    assert len(found) == count
    for played, (seed, other_seed) in zip(found, seeds.tolist(), strict=True):
        ours.begin(seed)
        others.begin(other_seed)
        seats = (ours, others) if side == FIRST else (others, ours)
        rules = Rules(most_moves=most_moves)
        assert told(played) == told(play_game(game, seats, game.start, rules=rules))
        assert len(played.times) == len(played.scores)
    assert all(0 <= seconds < 60 for played in found for seconds in played.times)
    return found


@pytest.mark.parametrize("side", [FIRST, SECOND])
@pytest.mark.parametrize(("game", "first", "second"), PAIRS)
def test_same_games(game: str, first: str, second: str, side: Side):
    assert_same(games.load(game), (first, second), side, MANY)


def test_games_differ():
    found = assert_same(games.load("connect4"), ("random", "random"), FIRST, 10)
    assert len({tuple(played.moves) for played in found}) == 10


def test_a_game_that_is_too_long_for_the_tape():
    game = games.load("quarry(side=60)")
    found = assert_same(game, ("alphabeta(depth=1)", "alphabeta(depth=1)"), FIRST, 2)
    assert len(found[0].moves) > compiled.LONG_GAME


def test_more_games_than_a_block(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiled, "LARGEST_BLOCK", 4)
    assert_same(games.load("tictactoe"), ("random", "random"), FIRST, 23)


@pytest.mark.parametrize("most_moves", [1, 6, 7, 100])
def test_a_limit_of_moves(most_moves: int):
    found = assert_same(games.load("tictactoe"), ("random", "random"), FIRST, 20, most_moves)
    assert any(played.reason == Reason.MOVE_LIMIT for played in found) == (most_moves < 9)


def test_openings_are_not_their_moves():
    game = games.load("connect4")
    players = [agents.load("random").seat(game, side) for side in (FIRST, SECOND)]
    seeds, openings = numbers_for(5, 3)
    moves = list(game.start.moves())
    openings[:] = [[moves[i % 7], moves[(i + 1) % 7], moves[(i + 2) % 7]] for i in range(5)]
    pairs = (players[0].compiled,) * 2, (players[1].compiled,) * 2
    found = play_compiled(game.start, *pairs, Fixtures(np.full(5, FIRST), seeds, openings))
    for played, opening, (first, second) in zip(found, openings, seeds.tolist(), strict=True):
        players[0].begin(first)
        players[1].begin(second)
        plain = play_game(game, (players[0], players[1]), game.start, opening.tolist())
        assert told(played) == told(plain)
        assert len(played.scores) == len(played.times) == len(played.moves) - 3
        assert sum(played.times) > 0
