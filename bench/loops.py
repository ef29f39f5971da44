"""Games per second: through the referee, compiled, and in OpenSpiel's own loop.

A compiled game ends as Python lists, like one of the referee. Building these takes nine tenths of
its time, the moves themselves one tenth.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

import tablero.games as games
from bench import is_installed, with_version
from bench.clock import cpu_seconds
from bench.rows import GAMES_PER_SECOND, Row, must_agree
from tablero import agents
from tablero.agents.random_generator import derive
from tablero.games.game import Game
from tablero.match.compiled import Fixtures, play_compiled
from tablero.match.referee import Played, play_game
from tablero.position import FIRST, SECOND

SEED, PLAIN, COMPILED, CHECKED = 1, 500, 5000, 100
"""Seed; games of a sample, through the referee and compiled; games that are compared."""

REFEREED = 3_000
"""Target of the referee: games of Connect-4 per second."""

CASES = (
    ("connect4", "random", "random", 90_000),
    ("mancala11", "negamax(depth=2,eval=regular)", "negamax(depth=2,eval=good)", 1_000),
)
"""Games, players, and targets of compiled games per second."""

OPENSPIEL = 3
"""Target ratio to OpenSpiel."""


def measure() -> Iterator[Row]:
    """Yield the rates of random games and of tournament games, with one thread."""
    for name, first, second, wanted in CASES:
        game = games.load(name)
        players = tuple(agents.load(text).seat(game, i) for i, text in enumerate((first, second)))
        plain = per_second(partial(refereed, game, players), PLAIN)
        fast = per_second(partial(compiled, game, players), COMPILED)
        must_agree(
            "games", *(comparable(play(game, players, CHECKED)) for play in (compiled, refereed))
        )
        details = {"game": name, "first": first, "second": second}
        beside: list[tuple[str, float, float | None]] = [
            ("wanted", wanted, 1),
            ("the referee", plain, None),
        ]
        if first == "random":
            text = "{game}: {first} games, referee"
            yield Row(text, plain, "wanted", REFEREED, GAMES_PER_SECOND, 1, details)
            if is_installed("OpenSpiel"):
                theirs = per_second(open_spiel_games, PLAIN)
                beside.append((with_version("OpenSpiel"), theirs, OPENSPIEL))
        for against, other, target in beside:
            text = "{game}: {first}, compiled"
            yield Row(text, fast, against, other, GAMES_PER_SECOND, target, details)


def per_second(play: Callable[[int], Iterable[object]], count: int) -> float:
    """Return games per second after a warm-up; the games are discarded."""
    deque(play(count), maxlen=0)
    return count / cpu_seconds(lambda: deque(play(count), maxlen=0))[0]


def seeds_of(count: int) -> Any:
    """Return an array [game, side] of seeds."""
    numbers = np.arange(count)
    return np.stack([derive(SEED, numbers, side) for side in (FIRST, SECOND)], axis=1)


def refereed(game: Game, players: Any, count: int) -> Iterator[Played]:
    """Yield games that the referee plays, move by move."""
    for seeds in seeds_of(count).tolist():
        for player, seed in zip(players, seeds, strict=True):
            player.begin(seed)
        yield play_game(game, players, game.start)


def compiled(game: Game, players: Any, count: int) -> Iterator[Played]:
    """Return the same games, compiled."""
    first, second = ([player.compiled] * 2 for player in players)
    always, none = np.full(count, FIRST), np.zeros((count, 0), np.int64)
    fixtures = Fixtures(always, seeds_of(count), none)
    return play_compiled(game.start, tuple(first), tuple(second), fixtures)


def comparable(found: Iterable[Played]) -> list[tuple[Any, ...]]:
    """Return what must be equal in refereed and compiled games."""
    return [(played.moves, played.scores, played.margin) for played in found]


def open_spiel_games(count: int) -> Iterator[Any]:
    """Yield random games of OpenSpiel's C++ Connect-4, played from Python as in its examples."""
    game, generator = import_module("pyspiel").load_game("connect_four"), random.Random(SEED)
    for _i in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(generator.choice(state.legal_actions()))
        yield state
