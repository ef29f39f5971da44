"""Openings: different, balanced by their certificates, and the same every time."""

import json

import pytest

import tablero.games as games
from tablero.arena.rounds.openings import (
    Balanced,
    Certificate,
    Certifier,
    Wanted,
    after,
    draw,
    read_opening,
    write_opening,
)
from tablero.errors import IllegalMove, OptionError
from tablero.position import FIRST
from tablero.solve import solver_of

pytestmark = pytest.mark.plain

SMALL = "kalah(pits=3,seeds=3)"
"""Solved at once."""


def test_certificates_are_exact_and_the_first_players():
    game = games.load(SMALL)
    found = draw(game, 1, Wanted(plies=4, margin=8), 4)
    values = []
    for each in found:
        position = after(game, each.moves)
        score = solver_of(game).score(position)
        values.append(score if position.turn() == FIRST else -score)
        assert str(each.certificate) == f"exact {values[-1]:+}".replace("+0", "0")
    assert [each.certificate.value for each in found] == values
    assert [each.number for each in found] == [1, 2, 3, 4]
    assert len({after(game, each.moves).key() for each in found}) == 4


@pytest.mark.parametrize("margin", [2, 4])
def test_who_is_ahead_by_more_is_refused(margin):
    """All openings of a small game, beside the solver."""
    game = games.load(SMALL)
    certifier = Certifier(game, Wanted(margin=margin))
    solver, seen = solver_of(game), set()
    for moves in [(a, b) for a in game.start.moves() for b in game.start.play(a).moves()]:
        position = after(game, moves)
        fair = certifier.certificate(position) is not None
        assert fair == (abs(solver.score(position)) <= margin)
        seen.add(fair)
    assert seen == {True, False}


def test_more_openings_begin_with_the_same():
    game = games.load(SMALL)
    wanted = Wanted(plies=4, margin=8)
    assert draw(game, 1, wanted, 2) == draw(game, 1, wanted, 4)[:2]
    assert draw(game, 2, wanted, 4) != draw(game, 1, wanted, 4)


def test_an_engine_certifies_what_is_too_large_for_a_solver():
    game = games.load("kalah(pits=8,seeds=6)")
    found = draw(game, 1, Wanted(plies=2, opinion=4, depth=2), 5)
    assert {each.certificate.depth for each in found} == {2}
    assert all(abs(each.certificate.value) <= 4 for each in found)
    assert all(str(each.certificate).startswith("engine depth 2: ") for each in found)


@pytest.mark.slow
def test_a_solver_that_takes_too_long_is_not_waited_for():
    """The engine takes over, position by position, and soon for good."""
    game = games.load("kalah")
    certifier = Certifier(game, Wanted(plies=2, opinion=10**6, depth=2, seconds=0.01))
    position = game.start
    for _move in range(4):
        assert certifier.certificate(position) is not None
        position = position.play(next(iter(position.moves())))
    assert certifier.missed == 3


def test_openings_are_written_and_read_back():
    game = games.load("mancala11")
    for each in (
        Balanced(1, (3, 4), Certificate(-2)),
        Balanced(2, (0, 0, 5), Certificate(1, depth=9)),
    ):
        told = json.loads(json.dumps(write_opening(game, each)))
        assert read_opening(game, told) == each
    with pytest.raises(IllegalMove):
        read_opening(game, {"number": 1, "moves": ["9"], "value": 0, "depth": None})


def test_too_many_openings_are_refused():
    message = "only 0 openings of 1 plies are balanced, 3 are wanted"
    with pytest.raises(OptionError, match=message):
        draw(games.load("quarry"), 1, Wanted(plies=1, margin=0), 3)


@pytest.mark.parametrize(
    ("certificate", "text"),
    [
        (Certificate(0), "exact 0"),
        (Certificate(-2), "exact -2"),
        (Certificate(1, depth=14), "engine depth 14: +1"),
    ],
)
def test_certificates_as_they_are_kept(certificate, text):
    assert str(certificate) == text
