"""Opinions about Mancala11, against their words."""

from typing import Any

import pytest
from hypothesis import given, settings

import tablero.games as games
from tablero.games import evaluations
from tests.evals.sown import CHOICES, Rows, reached, rows_of
from tests.search import oracle
from tests.search.cases import run

pytestmark = pytest.mark.plain

GAMES = [games.load("mancala11"), games.load("mancala11(passes=true)")]
every_game = pytest.mark.parametrize("game", GAMES, ids=str)
many = settings(max_examples=80)


def regular_of(game: Any, position: Any) -> int:
    """Own marker less the rival's: seeds in pits and store."""
    rows = rows_of(game, position)
    return sum(rows.mine) + rows.store - sum(rows.theirs) - rows.their_store


@every_game
@given(choices=CHOICES)
@many
def test_regular(game: Any, choices: list[int]):
    position = reached(game.start, choices)
    assert evaluations.load("regular", game).value(position) == regular_of(game, position)
    assert evaluations.load("regular(marker=3)", game).value(position) == 3 * regular_of(
        game, position
    )


@every_game
@given(choices=CHOICES)
@many
def test_good(game: Any, choices: list[int]):
    """The best that regular would say for the mover after one more move."""
    position = reached(game.start, choices)
    after = []
    for move in position.moves():
        child = position.play(move)
        same = child.turn() == position.turn()
        after.append(regular_of(game, child) if same else -regular_of(game, child))
    assert evaluations.load("good", game).value(position) == max(after)


def test_the_ends_of_a_game():
    game = games.load("mancala11")
    assert [evaluations.load("regular", game).final(margin) for margin in (-4, 0, 9)] == [-4, 0, 9]
    assert {evaluations.load("good", game).final(margin) for margin in (-4, 0, 9)} == {-50}
    assert evaluations.load("good(finished=7)", game).final(9) == 7


def test_good_misplays_the_end():
    """Pit 0 lets the rival end the game, who has lost it: 20 seeds to 16.

    But then it is the mover's turn in a finished game, which good takes for -50, and so
    at the tournament's depth it gives three seeds away with pit 5, and the game with them.
    """
    game = games.load("mancala11(passes=true)")
    position = game.read("1 0 0 0 0 4 14 / 0 0 0 0 0 2 15 / 1")
    assert run(position, evaluations.load("good", game), "minimax", 2).move == 5
    assert oracle.minimax(position, 2, evaluations.load("regular", game)).line == (0, 5)
    zero = evaluations.load("zero", game)
    ends = {move: oracle.minimax(position.play(move), 30, zero) for move in (0, 5)}
    assert {move: end.score for move, end in ends.items()} == {0: 4, 5: -6}
    assert max(end.depth for end in ends.values()) < 30


WEIGHTS = {
    "stores": 12,
    "row": 12,
    "last": 1,
    "extra": 6,
    "capture": 4,
    "steal": 4,
    "mobility": 2,
}


def last_seed(pit: int, seeds: int, places: int) -> int:
    """Where it falls: own pits from 0, the own store 6, the other's pits, his store or not."""
    return (pit + seeds) % places


def features(rows: Rows, places: int, steal_from: int) -> dict[str, int]:
    """Of the mover."""
    mine, theirs = rows.mine, rows.theirs
    extra, captures, steals = 0, [0], [0]
    for pit, seeds in enumerate(mine):
        place = last_seed(pit, seeds, places)
        extra += bool(seeds and rows.store and place == 6)
        short = seeds and pit + seeds < places
        if short and place < 6 and mine[place] == 0:
            captures.append(theirs[5 - place])
        if short and 6 < place < 13:
            pits = [0 if own == pit else mine[own] + (own > pit) for own in range(6)]
            if theirs[place - 7] >= steal_from and pits[12 - place] == 0:
                steals.append(theirs[place - 7] + 1)
    return {
        "stores": rows.store,
        "row": sum(mine),
        "last": mine[-1],
        "extra": extra,
        "capture": max(captures),
        "steal": max(steals),
        "mobility": sum(seeds > 0 for seeds in mine),
    }


def composite_of(game: Any, position: Any, weights: dict[str, int]) -> int:
    rows = rows_of(game, position)
    facts = 14 if game.sow_rival_store else 13, game.steal_from
    mine = features(rows, *facts)
    theirs = features(Rows(rows.theirs, rows.their_store, rows.mine, rows.store), *facts)
    return sum(weights[name] * (mine[name] - theirs[name]) for name in weights)


@pytest.mark.parametrize(
    "game", [*GAMES, games.load("mancala11(steal_from=2,sow_rival_store=false)")], ids=str
)
@given(choices=CHOICES)
@many
def test_composite(game: Any, choices: list[int]):
    position = reached(game.start, choices)
    assert evaluations.load("composite", game).value(position) == composite_of(
        game, position, WEIGHTS
    )
    for name in WEIGHTS:
        others = ",".join(f"{other}=0" for other in WEIGHTS if other != name)
        alone = evaluations.load(f"composite({others},{name}=7)", game)
        assert alone.value(position) == composite_of(game, position, {name: 7}), name
    tuned = evaluations.load("tuned", game)
    assert tuned.value(position) == composite_of(game, position, tuned._asdict())


def test_features_by_hand():
    """The mover's pit 3 steals 5 + 1 seeds, as docs/games shows; the rival threatens nothing."""
    game = games.load("mancala11")
    position = game.read("0 0 0 8 0 0 0 / 3 4 5 6 5 5 0 / 1")
    names = evaluations.load("composite", game)._fields
    values = {}
    for name in names:
        text = ",".join(f"{other}={int(other == name)}" for other in names)
        values[name] = evaluations.load(f"composite({text})", game).value(position)
    assert values == {
        "stores": 0,
        "row": -20,
        "last": -5,
        "extra": 0,
        "capture": 0,
        "steal": 6,
        "mobility": -5,
    }
