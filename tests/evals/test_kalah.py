"""Opinions about Kalah, against their words."""

from typing import Any

import pytest
from hypothesis import given, settings

import tablero.games as games
from tablero.games import evaluations
from tablero.position import WIN
from tests.evals.sown import CHOICES, Rows, reached, rows_of

pytestmark = pytest.mark.plain

GAMES = [
    games.load("kalah"),
    games.load("kalah(pits=3,seeds=5,capture=empty,end=mover)"),
    games.load("kalah(pits=2,seeds=9)"),
]
WEIGHTS = {"stores": 12, "row": 3, "last": 1, "extra": 6, "capture": 4, "mobility": 2}
every_game = pytest.mark.parametrize("game", GAMES, ids=str)
many = settings(max_examples=80)


@every_game
@given(choices=CHOICES)
@many
def test_simple_and_stores(game: Any, choices: list[int]):
    position = reached(game.start, choices)
    rows = rows_of(game, position)
    stores = rows.store - rows.their_store
    pits = sum(rows.mine) - sum(rows.theirs)
    assert evaluations.load("simple", game).value(position) == stores + pits
    assert evaluations.load("stores", game).value(position) == stores
    assert (
        evaluations.load("simple(stores=5,pits=-2)", game).value(position) == 5 * stores - 2 * pits
    )


def last_place(pit: int, seeds: int, pits: int) -> int:
    """Where the last seed falls: own pits from 0, the own store, then the other's pits."""
    place = pit
    for _seed in range(seeds):
        place = (place + 1) % (2 * pits + 1)
    return place


def features(mine: list[int], theirs: list[int]) -> dict[str, int]:
    pits = len(mine)
    extra, captures = 0, [0]
    for pit, seeds in enumerate(mine):
        if seeds:
            place = last_place(pit, seeds, pits)
            extra += place == pits
            short = pit + seeds < pits
            if short and mine[place] == 0:
                captures.append(theirs[::-1][place])
    return {
        "row": sum(mine),
        "last": mine[-1],
        "extra": extra,
        "capture": max(captures),
        "mobility": sum(seeds > 0 for seeds in mine),
    }


def composite_of(rows: Rows, weights: dict[str, int]) -> int:
    mine = {"stores": rows.store, **features(rows.mine, rows.theirs)}
    theirs = {"stores": rows.their_store, **features(rows.theirs, rows.mine)}
    return sum(weights[name] * (mine[name] - theirs[name]) for name in weights)


@every_game
@given(choices=CHOICES)
@many
def test_composite(game: Any, choices: list[int]):
    position = reached(game.start, choices)
    rows = rows_of(game, position)
    assert evaluations.load("composite", game).value(position) == composite_of(rows, WEIGHTS)
    for name in WEIGHTS:
        others = ",".join(f"{other}=0" for other in WEIGHTS if other != name)
        alone = evaluations.load(f"composite({others},{name}=7)", game)
        assert alone.value(position) == composite_of(rows, {name: 7}), name
    tuned = evaluations.load("tuned", game)
    assert tuned.value(position) == composite_of(rows, tuned._asdict())


def test_features_by_hand():
    """Pit 2 of the mover takes the 4 seeds opposite to pit 3; pit 3 of the other moves again."""
    game = games.load("kalah")
    position = game.read("0 1 0 0 1 9 10 / 0 0 4 4 0 8 11 / 1")
    alone = {
        name: evaluations.load(
            "composite(" + ",".join(f"{other}={int(other == name)}" for other in WEIGHTS) + ")",
            game,
        ).value(position)
        for name in WEIGHTS
    }
    assert alone == {"stores": -1, "row": -5, "last": 1, "extra": -1, "capture": 4, "mobility": 0}


def test_the_ends_of_a_game():
    game = games.load("kalah")
    for name in ("simple", "stores"):
        assert [evaluations.load(name, game).final(margin) for margin in (-4, 0, 9)] == [-4, 0, 9]
    composite = evaluations.load("composite", game)
    assert [composite.final(margin) for margin in (-4, 0, 9)] == [-WIN - 4, 0, WIN + 9]
