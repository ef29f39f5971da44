"""The last seed of Mancala11: every rule on a position worked out by hand, and `play` as judge."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.games.last_seed import LastSeed, Sequel
from tablero.position import ONGOING
from tests.games.naive_sowing import naive
from tests.games.setups import CHOICES, SETUPS, Setup

pytestmark = pytest.mark.plain

MANCALA11 = [setup for setup in SETUPS if setup.text.startswith("mancala11")]

AGAIN, RIVAL_PASSES = Sequel.AGAIN, Sequel.RIVAL_PASSES
TURN_PASSES, GAME_OVER = Sequel.TURN_PASSES, Sequel.GAME_OVER


def last_seed(options: str, position: str, name: str) -> LastSeed | None:
    game = games.load(f"mancala11({options})")
    before = game.read(position)
    return game.last_seed(before, game.parse_move(before, name))


def own_pit(pit: int, held: int, opposite: int, captured: int, sequel: Sequel) -> LastSeed:
    return LastSeed(
        own=True, pit=pit, held=held, opposite=opposite, captured=captured, sequel=sequel
    )


def rivals_pit(pit: int, held: int, opposite: int, stolen: int) -> LastSeed:
    seen = {"held": held, "opposite": opposite, "stolen": stolen}
    return LastSeed(own=False, pit=pit, **seen, sequel=TURN_PASSES)


def store(own: bool, held: int, sequel: Sequel) -> LastSeed:
    return LastSeed(own=own, pit=None, held=held, sequel=sequel)


@pytest.mark.parametrize(
    ("options", "position", "move", "expected"),
    [
        pytest.param("", "start", "3", store(True, 0, TURN_PASSES), id="empty store"),
        pytest.param(
            "", "3 3 3 3 3 2 1 / 3 3 3 3 3 3 0 / 1", "3", store(True, 1, AGAIN), id="again"
        ),
        pytest.param(
            "passes=true",
            "3 3 3 3 3 2 1 / 3 3 3 3 3 3 0 / 1",
            "3",
            store(True, 1, RIVAL_PASSES),
            id="again, with passes",
        ),
        pytest.param(
            "",
            "0 0 0 0 0 15 0 / 1 1 1 1 1 1 15 / 1",
            "5",
            store(True, 0, TURN_PASSES),
            id="a lap that fills the empty store itself",
        ),
        pytest.param(
            "",
            "1 0 0 0 0 8 9 / 1 1 1 1 1 1 12 / 1",
            "5",
            store(False, 12, TURN_PASSES),
            id="rival's store",
        ),
        pytest.param(
            "",
            "1 0 3 3 3 3 5 / 3 3 3 3 4 2 0 / 1",
            "0",
            own_pit(1, 0, 4, 5, TURN_PASSES),
            id="capture",
        ),
        pytest.param(
            "",
            "3 3 3 3 4 2 0 / 1 0 3 3 3 3 5 / 2",
            "0",
            own_pit(1, 0, 4, 5, TURN_PASSES),
            id="capture by the second player",
        ),
        pytest.param(
            "",
            "1 0 3 3 3 3 5 / 3 3 3 3 0 2 4 / 1",
            "0",
            own_pit(1, 0, 0, 0, TURN_PASSES),
            id="nothing to capture",
        ),
        pytest.param(
            "",
            "1 1 3 3 3 2 5 / 3 3 3 3 4 2 0 / 1",
            "0",
            own_pit(1, 1, 4, 0, TURN_PASSES),
            id="own pit with seeds",
        ),
        pytest.param(
            "",
            "14 0 0 0 0 0 2 / 1 1 1 1 1 4 11 / 1",
            "0",
            own_pit(0, 0, 5, 6, TURN_PASSES),
            id="a lap into the emptied pit captures",
        ),
        pytest.param(
            "",
            "2 2 2 2 0 3 7 / 1 5 1 1 1 1 8 / 1",
            "5",
            rivals_pit(1, 5, 0, 6),
            id="steal",
        ),
        pytest.param(
            "",
            "2 2 2 1 1 3 7 / 1 5 1 1 1 1 8 / 1",
            "5",
            rivals_pit(1, 5, 1, 0),
            id="no steal opposite seeds",
        ),
        pytest.param(
            "",
            "2 2 2 2 0 3 7 / 1 4 2 1 1 1 8 / 1",
            "5",
            rivals_pit(1, 4, 0, 0),
            id="no steal of four",
        ),
        pytest.param(
            "",
            "0 0 0 0 0 16 1 / 4 1 1 1 1 1 10 / 1",
            "5",
            rivals_pit(0, 4, 1, 0),
            id="a pit that the same sowing has raised to five",
        ),
        pytest.param(
            "steal_from=4",
            "2 2 2 2 0 3 7 / 1 4 2 1 1 1 8 / 1",
            "5",
            rivals_pit(1, 4, 0, 5),
            id="steal_from=4",
        ),
        pytest.param(
            "",
            "2 2 2 2 1 2 7 / 5 1 1 1 1 1 8 / 1",
            "5",
            rivals_pit(0, 5, 0, 6),
            id="steal into the pit that was sown",
        ),
        pytest.param(
            "",
            "0 0 0 0 0 1 10 / 3 3 0 0 0 0 19 / 1",
            "5",
            store(True, 10, GAME_OVER),
            id="the end, in place of another move",
        ),
        pytest.param(
            "passes=true",
            "0 0 0 0 0 1 10 / 3 3 0 0 0 0 19 / 1",
            "5",
            store(True, 10, GAME_OVER),
            id="the end, in place of a pass",
        ),
        pytest.param(
            "",
            "1 0 0 0 0 5 5 / 0 0 0 0 1 0 24 / 1",
            "0",
            own_pit(1, 0, 1, 2, GAME_OVER),
            id="a capture that ends the game",
        ),
        pytest.param(
            "limit=1",
            "start",
            "0",
            own_pit(3, 3, 3, 0, GAME_OVER),
            id="the limit",
        ),
    ],
)
def test_what_the_last_seed_does(options: str, position: str, move: str, expected: LastSeed):
    assert last_seed(options, position, move) == expected


def test_a_pass_sows_nothing():
    passing = "3 3 3 0 4 3 2 / 3 3 3 3 3 3 0 / 2 / 1 0 0 1"
    assert last_seed("passes=true", passing, "pass") is None


def test_other_games_have_no_last_seed():
    for name in ("kalah", "tictactoe"):
        game = games.load(name)
        assert game.last_seed(game.start, 0) is None


@given(setup=st.sampled_from(MANCALA11), choices=CHOICES)
def test_the_last_seed_agrees_with_play(setup: Setup, choices: bytes):
    check_moves(setup, setup.reach(choices))


HEAPS = st.lists(st.integers(0, 13), min_size=1, max_size=4).flatmap(
    lambda places: st.lists(st.sampled_from(places), min_size=36, max_size=36)
)
"""The places of all 36 seeds, on a few heaps: sowings of more than a lap."""


@given(setup=st.sampled_from(MANCALA11), heaps=HEAPS, turn=st.integers(1, 2))
def test_the_last_seed_of_a_long_sowing_agrees_with_play(setup: Setup, heaps, turn: int):
    counts = [heaps.count(place) for place in range(14)]
    rows = (" ".join(map(str, row)) for row in (counts[:7], counts[7:]))
    check_moves(setup, setup.game.read(f"{' / '.join(rows)} / {turn}"))


def check_moves(setup: Setup, position: Any) -> None:
    """Every legal move does what its last seed is said to do."""
    game = setup.game
    for move in game.legal_moves(position):
        after = position.play(move)
        seed = game.last_seed(position, move)
        if seed is None:
            assert game.move_name(position, move) == "pass"
            continue
        assert seed.sequel == sequel(position, after)
        assert board_after(setup, position, move, seed) == naive_board(setup, after)


def sequel(before: Any, after: Any) -> Sequel:
    if after.outcome() != ONGOING:
        return GAME_OVER
    if after.turn() == before.turn():
        return AGAIN
    return RIVAL_PASSES if after.must_pass else TURN_PASSES


def naive_board(setup: Setup, position: Any) -> list[list[int]]:
    return naive(setup.text, setup.game.write(position)).places


def board_after(setup: Setup, position: Any, move: int, seed: LastSeed) -> list[list[int]]:
    """Sow seed by seed, check place and counts, then move the seeds as `seed` says."""
    board = naive(setup.text, setup.game.write(position))
    held_before = [list(row) for row in board.places]
    rival_store = board.options["sow_rival_store"] == "true"
    (side, place), found = board.sow(move, rival_store=rival_store)
    assert seed.own == (side == board.mover)
    assert seed.pit == (None if place == board.pits else place)
    in_own_pit = seed.own and seed.pit is not None
    assert seed.held == (found if in_own_pit else held_before[side][place])
    if seed.pit is None:
        assert (seed.opposite, seed.captured, seed.stolen) == (None, 0, 0)
        return board.places
    opposite = board.opposite((side, place))
    assert seed.opposite == board.seeds(opposite)
    if seed.captured:
        taken = board.take(opposite) + board.take((side, place))
        assert seed.captured == taken
        board.places[board.mover][board.pits] += taken
    if seed.stolen:
        assert seed.stolen == board.seeds((side, place))
        board.places[opposite[0]][opposite[1]] += board.take((side, place))
    return board.places
