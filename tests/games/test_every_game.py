"""Laws that hold in every game, on random walks through it."""

import re
from collections import Counter
from itertools import islice, product

import pytest
from hypothesis import given

import tablero.games as games
from tablero.games.game import Game
from tablero.position import ONGOING
from tests.games.setups import CHOICES, SETUPS, SOWING, Setup

pytestmark = pytest.mark.plain

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def test_every_shipped_game_is_here():
    tested = {setup.text.partition("(")[0] for setup in SETUPS}
    assert set(games.GAMES) <= tested


@every_setup
def test_the_start(setup: Setup):
    game = setup.game
    assert game.read("") == game.read(" start ") == game.start
    assert game.start.turn() == 0
    assert games.load(f" {setup.text} ") == game
    assert setup.start.outcome() == ONGOING


def test_a_game_is_named_with_its_unusual_options():
    for text in sorted({setup.text for setup in SETUPS}):
        assert games.load(str(games.load(text))) == games.load(text)
    assert str(games.load("kalah(seeds=4,pits=5,capture=EMPTY)")) == "kalah(pits=5,capture=empty)"
    assert str(games.load("mancala11(passes=yes)")) == "mancala11(passes=true)"


@every_setup
@given(choices=CHOICES)
def test_moves(setup: Setup, choices: bytes):
    position = setup.reach(choices)
    moves = list(position.moves())
    assert len(set(moves)) == len(moves)
    assert list(position.moves()) == moves
    assert Counter(position.promising()) == Counter(moves)
    if position.outcome() != ONGOING:
        return
    assert moves
    before = tuple(position)
    for move in moves:
        after = position.play(move)
        assert type(after) is type(position)
        assert after != position
        assert after == position.play(move)
        assert after.turn() in (0, 1)
        assert all(type(value) is int for value in after)
    assert tuple(position) == before


@every_setup
@given(choices=CHOICES)
def test_names_of_moves_are_read_back(setup: Setup, choices: bytes):
    game, position = setup.game, setup.reach(choices)
    if position.outcome() != ONGOING:
        assert list(game.move_names(position)) == []
        return
    moves = list(position.moves())
    names = list(game.move_names(position))
    assert names == [game.move_name(position, move) for move in moves]
    assert len(set(names)) == len(names)
    assert [game.parse_move(position, name) for name in names] == moves
    assert game.parse_move(position, f"  {names[0]} ") == moves[0]


@every_setup
@given(choices=CHOICES)
def test_positions_are_read_back(setup: Setup, choices: bytes):
    game, position = setup.game, setup.reach(choices)
    assert game.read(game.write(position)) == position
    assert "\n" not in game.write(position)


@every_setup
@given(choices=CHOICES)
def test_the_game_goes_to_an_end(setup: Setup, choices: bytes):
    *passed, last = setup.whole_game(choices)
    assert all(position.outcome() == ONGOING for position in passed)
    assert -ONGOING < last.outcome() < ONGOING
    assert all(position.turn() in (0, 1) for position in passed)
    for position in passed:
        least, most = position.bounds()
        margin = last.outcome() if last.turn() == position.turn() else -last.outcome()
        assert least <= margin <= most


@every_setup
@given(choices=CHOICES, others=CHOICES)
def test_keys_are_equal_where_positions_are(setup: Setup, choices: bytes, others: bytes):
    some, more = (set(islice(setup.walk(each), 20)) for each in (choices, others))
    for one, other in product(some, more):
        assert (one.key() == other.key()) == (one == other)


@every_setup
@given(choices=CHOICES)
def test_drawings(setup: Setup, choices: bytes):
    game, position = setup.game, setup.reach(choices)
    drawn = game.draw(position)
    assert drawn
    assert all(line == line.rstrip() for line in drawn.split("\n"))
    assert drawn.replace("\n", "").isprintable()
    roles = set()

    def colour(text: str, role: str) -> str:
        roles.add(role)
        return f"\x1b[31m{text}\x1b[0m"

    assert re.sub(r"\x1b\[\d+m", "", game.draw(position, colour)) == drawn
    assert roles <= {"first", "second", "edge", "label"}
    assert roles or type(game).draw is Game.draw


@pytest.mark.parametrize("setup", SOWING, ids=str)
@given(choices=CHOICES)
def test_seeds_are_neither_made_nor_lost(setup: Setup, choices: bytes):
    game = setup.game
    totals = {sum(seeds_in_text(game.write(position))) for position in setup.walk(choices)}
    assert totals == {sum(seeds_in_text(game.write(game.start)))}


def seeds_in_text(text: str) -> list[int]:
    return [int(number) for row in text.split("/")[:2] for number in row.split()]


@pytest.mark.parametrize("limit", [1, 7, 40])
@given(choices=CHOICES)
def test_mancala11_ends_by_the_limit_at_the_latest(limit: int, choices: bytes):
    passed = Setup(f"mancala11(limit={limit})").whole_game(choices)
    assert len(passed) <= limit + 1
