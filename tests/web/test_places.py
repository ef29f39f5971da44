"""What the page is told of positions agrees with the rules."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import tablero.games as games
from tablero.errors import OptionError, OutsideError, TableroError
from tablero.position import ONGOING
from tablero.web import models, places
from tablero.web.places import tell_line
from tablero.web.shelf import Shelf
from tests.games.setups import CHOICES, OUTSIDE, SETUPS, SOWING, Setup

pytestmark = pytest.mark.plain

SHELF = Shelf([OUTSIDE])


def told(game: str, moves: list[str], start: str = "", since: int = 0) -> models.LineTold:
    return tell_line(SHELF, models.LineAsked(game=game, start=start, moves=moves, since=since))


def page_name(setup: Setup) -> str:
    return SHELF.game_text(setup.game)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@settings(max_examples=8)
@given(choices=CHOICES)
def test_a_line_is_told_as_it_is_played(setup: Setup, choices: bytes):
    game, start = setup.game, setup.beginning
    walked = list(setup.walk(choices))
    moves = [
        next(game.move_name(before, move) for move in before.moves() if before.play(move) == after)
        for before, after in zip(walked, walked[1:], strict=False)
    ]
    line = told(page_name(setup), moves, start)
    assert [found.ply for found in line.positions] == list(range(len(walked)))
    assert (
        line.positions[len(moves) // 2 :]
        == told(page_name(setup), moves, start, len(moves) // 2).positions
    )
    for position, found in zip(walked, line.positions, strict=True):
        check(game, position, found)


def check(game, position, found: models.Position) -> None:
    names = list(islice(game.move_names(position), places.MOST_LISTED))
    assert [move.name for move in found.moves] == names
    assert found.turn == position.turn() + 1
    assert (found.outcome is None) == (position.outcome() == ONGOING)
    if found.outcome is not None:
        margin = position.outcome() * (-1 if position.turn() else 1)
        winner = 0 if not margin else 1 if margin > 0 else 2
        assert (found.outcome.margin, found.outcome.winner) == (margin, winner)
    for move, told_move in zip(islice(game.legal_moves(position), 9), found.moves, strict=False):
        after = position.play(move)
        assert told_move.again == (after.turn() == position.turn())
        assert told_move.ends == (after.outcome() != ONGOING)
        check_effect(game, position, after, told_move)


def drawn(game, position) -> models.View:
    return places.VIEW.validate_python(game.page_view.view(game, position))


def check_effect(game, position, after, move: models.Move) -> None:
    """Of boards of cells: the move fills its cell, and nothing else."""
    before, then = drawn(game, position), drawn(game, after)
    if isinstance(before, models.Columns | models.Squares):
        assert isinstance(then, models.Columns | models.Squares)
        changed = [
            place
            for place, (old, new) in enumerate(zip(before.cells, then.cells, strict=True))
            if old.owner != new.owner
        ]
        assert changed == [move.cell]
        assert then.cells[changed[0]].owner == position.turn() + 1
        if before.kind == "squares":
            assert before.cells[changed[0]].move == move.name
        won = after.outcome() not in (ONGOING, 0)
        assert any(cell.winning for cell in then.cells) == won


@pytest.mark.parametrize("setup", SOWING, ids=str)
@given(choices=CHOICES)
def test_seeds_fall_where_the_rules_say(setup: Setup, choices: bytes):
    """Sown, taken and put by hand as the page does it, they lie as after the move; only what is
    swept up at the end of the game is not told."""
    game: Any = setup.game
    position = setup.reach(choices)
    for move in game.legal_moves(position):
        effects = game.page_view.effects(game, position, move)
        after = position.play(move)
        expected = [list(row) for row in game.rows_of(after)]
        if not effects:
            continue
        sowing = models.Sowing.model_validate(effects["sowing"])
        rows = [list(row) for row in game.rows_of(position)]
        rows[sowing.origin.side][sowing.origin.pit] = 0
        for place in sowing.path:
            rows[place.side][place.pit] += 1
        assert sum(rows[place.side][place.pit] for place in sowing.taken) == sowing.prize
        for place in sowing.taken:
            rows[place.side][place.pit] = 0
        if sowing.into is not None:
            rows[sowing.into.side][sowing.into.pit] += sowing.prize
        if after.outcome() == ONGOING:
            assert rows == expected
        else:
            assert [sum(row) for row in rows] == [sum(row) for row in expected]


def test_winning_stones_are_marked_in_every_direction():
    for moves in ("4152637", "4142434", "12233434474", "76655454414"):
        board = told("connect4", list(moves)).positions[-1].view
        assert isinstance(board, models.Columns)
        winning = [place for place, cell in enumerate(board.cells) if cell.winning]
        assert len(winning) in (0, 4)
        assert bool(winning) == (told("connect4", list(moves)).positions[-1].outcome is not None)


WON_GAMES = ["4152637", "1212121", "12233434474", "76655454414", "71726354"]


@pytest.mark.parametrize("options", ["", "(columns=7,rows=5)"])
@pytest.mark.parametrize("moves", WON_GAMES)
def test_a_margin_tells_when_a_game_of_columns_is_won(moves, options):
    """Every position of a game that was won tells how many moves were left."""
    game = games.load(f"connect4{options}")
    walked = [position for position, _move in places.walk(game, line(moves, str(game)))]
    loser, margin = walked[-1].turn(), walked[-1].outcome()
    assert margin < 0
    for left, position in enumerate(reversed(walked)):
        score = margin if position.turn() == loser else -margin
        assert game.page_view.plies_to_win(game, position, score) == left
    kalah = games.load("kalah")
    assert kalah.page_view.plies_to_win(kalah, kalah.start, 3) is None


def line(moves: str, game: str) -> models.Line:
    return models.Line(game=game, moves=list(moves))


def test_the_block_of_quarry():
    block = told("quarry", ["x-2"], "12x7x10").positions[-1].view
    assert isinstance(block, models.Block)
    assert (block.sides, block.heaps) == ([10, 7, 10], [9, 6, 9])
    assert (block.axes, block.xor) == (["x", "y", "z"], 9 ^ 6 ^ 9)


def test_cuts_are_named_by_their_side_and_layers():
    found = told("quarry", [], "3x2x2x4").positions[0]
    assert isinstance(found.view, models.Block)
    sided = zip(found.view.names, found.view.heaps, strict=True)
    names = [name.replace("#", str(cut + 1)) for name, heap in sided for cut in range(heap)]
    assert names == [move.name for move in found.moves]


def test_a_game_from_outside_draws_itself():
    name = games.load(OUTSIDE).name
    found = told(name, []).positions[0]
    assert isinstance(found.view, models.Plain)
    assert found.view.drawing == games.load(OUTSIDE).draw(games.load(OUTSIDE).start)
    assert found.moves


@pytest.mark.parametrize("text", ["connect4(columns=8)", OUTSIDE])
def test_a_terminal_reads_what_is_told(text):
    game = games.load(text)
    line = told(SHELF.game_text(game), [])
    assert games.load(line.typed) == game
    assert games.load(line.typed).read(line.positions[0].text) == game.start


@pytest.mark.parametrize(
    ("game", "start", "moves"),
    [
        ("chess", "", []),
        ("connect4(columns=31,rows=31)", "", []),
        ("connect4", "8", []),
        ("connect4", "", ["x"]),
        ("connect4", "4444444", []),
        ("kalah", "1 2 3", []),
        ("kalah", "4 4 4 4 4 4 0 / 4 4 4 4 4 4 1 / 1", []),
        ("quarry", "0x1x1", []),
        ("quarry", "1x1x1", ["x-1"]),
        ("quarry", "x".join(["2"] * 101), []),
        ("mancala11", "hello", []),
        ("tictactoe", "xxxooo...", []),
        ("tictactoe", "", ["1", "1"]),
        ("connect4(columns=x)", "", []),
        ("connect4((", "", []),
        ("", "", []),
    ],
)
def test_what_is_not_allowed_is_told(game, start, moves):
    with pytest.raises(TableroError):
        told(game, moves, start)


def test_much_is_not_told():
    """Millions of moves, lines that nobody reads, seeds that nobody watches."""
    wide = told("quarry(side=1000000)", []).positions[0]
    assert (len(wide.moves), wide.more) == (places.MOST_LISTED, True)
    with pytest.raises(OptionError, match="ask for a part"):
        told("quarry(side=1000,dimensions=3)", ["x-1", "y-1"] * 30)
    assert len(told("quarry(side=1000)", ["x-1", "y-1"] * 30, since=55).positions) == 6
    rich = told("kalah(pits=1,seeds=1000)", []).positions[0]
    assert rich.moves[0].sowing is None


FAULT = """
    def move_name(self, position, move):
        raise KeyError(move)
"""


def test_a_game_that_fails_is_blamed(tmp_path):
    file, sound = tmp_path / "my_sticks.py", Path(OUTSIDE).read_text()
    file.write_text(sound)
    shelf = Shelf([str(file)])
    asked = models.LineAsked(game="sticks", since=0)
    assert tell_line(shelf, asked).positions
    file.write_text(sound + FAULT)
    with pytest.raises(OutsideError, match="my_sticks.py, line .*KeyError"):
        tell_line(shelf, asked)
