"""Bad games, options, positions and moves: the right error, one line that says what is wrong."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.errors import (
    IllegalMove,
    ImpossiblePosition,
    NotationError,
    OptionError,
    OutsideError,
    TableroError,
    UnknownName,
)
from tablero.games.game import Game, read_unfinished
from tablero.options import BARE, parse_call
from tests.games.setups import SETUPS, Setup

pytestmark = pytest.mark.plain

FULL_COLUMN = "111111"
SEEDS_48 = "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"
SEEDS_36 = "3 3 3 3 3 3 0 / 3 3 3 3 3 3 0"


def one_line(error: pytest.ExceptionInfo[TableroError]) -> str:
    message = str(error.value)
    assert message
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("", NotationError, "''"),
        ("kalah(pits=3", NotationError, "kalah(pits=3"),
        ("kalah(pits)", OptionError, "pits integer 'pits'"),
        ("kalah(6,4)", NotationError, "'4' kalah(6,4) option=value"),
        ("kalah(seeds=4,6)", NotationError, "'6' option=value"),
        ("kalah(=6)", NotationError, "'=6' option=value"),
        ("kalah(3,pits=4)", OptionError, "'3' option=value known: pits, seeds"),
        ("tictactoe(3)", OptionError, "'3' known: none"),
        ("kalah(pits=3,pits=4)", NotationError, "pits=4"),
        ("chess", UnknownName, "chess known connect4 kalah mancala11 quarry tictactoe"),
        ("kalah(size=3)", UnknownName, "size known pits seeds capture end"),
        ("tictactoe(size=4)", UnknownName, "size known none"),
        ("kalah(pits=six)", OptionError, "pits integer six"),
        ("kalah(pits=2.5)", OptionError, "pits integer 2.5"),
        ("kalah(pits=0)", OptionError, "pits 0"),
        ("kalah(seeds=-1)", OptionError, "seeds -1"),
        ("kalah(capture=all)", OptionError, "capture opposite, empty, leave, none all"),
        ("kalah(pits=12)", OptionError, "12 4"),
        ("mancala11(passes=maybe)", OptionError, "passes true, false maybe"),
        ("mancala11(limit=0)", OptionError, "limit 0"),
        ("mancala11(steal_from=0)", OptionError, "steal_from 0"),
        ("connect4(columns=9,rows=6)", OptionError, "9 x 6 62"),
        ("connect4(rows=0)", OptionError, "rows 1 to 61 0"),
        ("connect4(connect=1)", OptionError, "connect 2 to 62 1"),
        ("connect4(connect=63)", OptionError, "connect 2 to 62 63"),
        ("quarry(side=0)", OptionError, "side 1 to 1000000 0"),
        ("quarry(side=1000001)", OptionError, "side 1 to 1000000 1000001"),
        ("quarry(dimensions=0)", OptionError, "dimensions 0"),
        ("quarry(edges=dots)", OptionError, "edges lines, numbers dots"),
        ("nowhere/my_game.py", OutsideError, "nowhere/my_game.py"),
    ],
)
def test_games(text: str, kind: type[TableroError], words: str):
    with pytest.raises(kind) as error:
        games.load(text)
    assert_in_order(words, one_line(error))


@pytest.mark.parametrize(
    ("game", "text", "kind", "words"),
    [
        ("connect4", "48", ImpossiblePosition, "48 move 2 8 1234567"),
        ("connect4", "4x", ImpossiblePosition, "4x move 2 x"),
        ("connect4", FULL_COLUMN + "1", ImpossiblePosition, "1111111 move 7 1 2 3 4 5 6 7"),
        ("connect4", "12121213", ImpossiblePosition, "12121213 move 8 3 over"),
        ("connect4(columns=2,rows=2,connect=2)", "3", ImpossiblePosition, "3 12"),
        ("kalah", "4 4 4", NotationError, "4 4 4 expected"),
        ("kalah", SEEDS_48, NotationError, "expected"),
        ("kalah", f"{SEEDS_48} / 3", NotationError, "expected"),
        ("kalah", f"{SEEDS_48} / 1 / 0 0 0", NotationError, "expected"),
        ("kalah", f"{SEEDS_48} / x", NotationError, "expected"),
        ("kalah", f"4 {SEEDS_48} / 1", NotationError, "expected"),
        ("kalah", f"5{SEEDS_48[1:]} / 1", ImpossiblePosition, "49 seeds 48"),
        ("kalah", f"-{SEEDS_48} / 1", NotationError, "expected"),
        ("mancala11", f"{SEEDS_48} / 1", ImpossiblePosition, "48 seeds 36"),
        ("mancala11", f"{SEEDS_36} / 1 / 3 0", NotationError, "expected"),
        ("mancala11", f"{SEEDS_36} / 1 / 3 0 0 1", ImpossiblePosition, "passes=true"),
        ("mancala11(passes=true)", f"{SEEDS_36} / 1 / 3 0 0 2", NotationError, "expected"),
        ("mancala11", f"{SEEDS_36} / 1 / 3 0 0 / 1", NotationError, "expected"),
        ("quarry", "4x4xz", NotationError, "4x4xz 4x4x4"),
        ("quarry", "4x4 / 3", NotationError, "4x4 / 3"),
        ("quarry", "4x0x4", ImpossiblePosition, "4x0x4 1 to 1000000"),
        ("quarry", "4x1000001x4", ImpossiblePosition, "1000001 1 to 1000000"),
        ("tictactoe", "xox", NotationError, "xox nine"),
        ("tictactoe", "xox.....?", NotationError, "nine"),
        ("tictactoe", "xx.......", ImpossiblePosition, "xx......."),
        ("tictactoe", "o........", ImpossiblePosition, "o........"),
        ("tictactoe", "xxxooo...", ImpossiblePosition, "xxxooo..."),
        ("tictactoe", "xxxoo...o", ImpossiblePosition, "no move follows a win"),
    ],
)
def test_positions(game: str, text: str, kind: type[TableroError], words: str):
    with pytest.raises(kind) as error:
        games.load(game).read(text)
    assert_in_order(words, one_line(error))


@pytest.mark.parametrize(
    ("game", "position", "text", "kind", "words"),
    [
        ("connect4", "start", "8", NotationError, "8 1234567"),
        ("connect4", "start", "44", NotationError, "44 1234567"),
        ("connect4", "start", "", NotationError, "1234567"),
        ("connect4", FULL_COLUMN, "1", IllegalMove, "1 legal: 2 3 4 5 6 7"),
        ("connect4", "1212121", "1", IllegalMove, "1 over"),
        ("kalah", "start", "7", IllegalMove, "7 legal: 1 2 3 4 5 6"),
        ("kalah", "0 5 5 5 5 4 0 / 4 4 4 4 4 4 0 / 1", "1", IllegalMove, "1 legal: 2 3 4 5 6"),
        ("mancala11", "start", "6", IllegalMove, "6 legal: 0 1 2 3 4 5"),
        ("mancala11", "start", "L 3", IllegalMove, "L 3 left only R"),
        ("mancala11", "start", "l3", IllegalMove, "l3 left only R"),
        ("mancala11", "start", "R", IllegalMove, "R legal: 0 1 2 3 4 5"),
        ("mancala11", "start", "pass", IllegalMove, "pass legal: 0 1 2 3 4 5"),
        ("mancala11(passes=true)", f"{SEEDS_36} / 1 / 3 0 0 1", "0", IllegalMove, "legal: pass"),
        ("quarry", "start", "x-4", IllegalMove, "x-4 legal: x-1 x-2 x-3 y-1"),
        ("quarry", "start", "x-0", IllegalMove, "x-0 legal: x-1"),
        ("quarry", "20x20x20", "x-20", IllegalMove, "x-20 legal: x-1 x-12 …"),
        ("quarry", "4x4", "z-1", NotationError, "z-1 like x-2"),
        ("quarry", "start", "x2", NotationError, "x2 like x-2"),
        ("quarry", "start", "x--2", NotationError, "x--2 like x-2"),
        ("quarry", "1x1x1", "x-1", IllegalMove, "x-1 over"),
        ("tictactoe", "x........", "1", IllegalMove, "1 legal: 2 3 4 5 6 7 8 9"),
        ("tictactoe", "start", "10", IllegalMove, "10 legal: 1 2"),
    ],
)
def test_moves(game: str, position: str, text: str, kind: type[TableroError], words: str):
    played = games.load(game)
    with pytest.raises(kind) as error:
        played.parse_move(played.read(position), text)
    assert_in_order(words, one_line(error))


def assert_in_order(words: str, message: str) -> None:
    """The words stand in the message one after the other."""
    pattern = ".*".join(re.escape(word) for word in words.split())
    assert re.search(pattern, message), message


def test_a_finished_game_does_not_go_on():
    game = games.load("connect4")
    assert read_unfinished(game, "") == game.start
    with pytest.raises(ImpossiblePosition, match="over"):
        read_unfinished(game, "1212121")


def test_an_outside_position_is_a_list_of_its_fields():
    game = next(setup.game for setup in SETUPS if setup.text.endswith(".py"))
    assert game.read(" 5,1 ") == type(game.start)(5, 1)
    for bad in ("5", "5,1,2", "five,1"):
        with pytest.raises(NotationError, match="left,side"):
            game.read(bad)


@pytest.mark.parametrize("truth", ["true", "yes", "1", "TRUE"])
def test_ways_to_say_yes(truth: str):
    assert games.load(f"mancala11(passes={truth})") == games.load("mancala11( passes = true )")


@pytest.mark.parametrize("text", ["kalah(3)", "kalah( 3 )", "kalah(pits=3)", "kalah(pits = 3)"])
def test_a_bare_value_is_the_first_option(text: str):
    assert games.load(text) == games.load("kalah(pits=3,seeds=4)")
    assert games.load("kalah(3,seeds=5)") == games.load("kalah(pits=3,seeds=5)")


def test_a_bare_value_may_be_a_call():
    assert parse_call("f(g(a=1,b=2),c=h(d=3))") == ("f", {BARE: "g(a=1,b=2)", "c": "h(d=3)"})


NOISE = st.text(max_size=30)
NEARLY = st.text(alphabet="xyzdR 0123456789/,-_.()=abco\n", max_size=40)
WORDS = """kalah connect4 quarry mancala11 tictactoe ( ) , = pits seeds capture rows columns
connect side limit passes true none 0 1 3 4 99 -1 / 4x4 x-1 d4 R pass start . x o"""
SCRAPS = st.lists(st.sampled_from(WORDS.split()), max_size=12)
TEXTS = NOISE | NEARLY | SCRAPS.map("".join) | SCRAPS.map(" ".join)


@given(text=TEXTS)
def test_load_raises_nothing_but_our_errors(text: str):
    with suppress(TableroError):
        assert isinstance(games.load(text), Game)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@given(text=TEXTS)
def test_read_raises_nothing_but_our_errors(setup: Setup, text: str):
    game = setup.game
    with suppress(TableroError):
        position = game.read(text)
        assert type(position) is type(game.start) or game.name == "quarry"
        assert game.read(game.write(position)) == position


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@given(text=TEXTS)
def test_parse_move_raises_nothing_but_our_errors(setup: Setup, text: str):
    with suppress(TableroError):
        assert setup.game.parse_move(setup.start, text) in list(setup.start.moves())
