"""Ints of 64 bits: compiled code gives what Python gives, or raises an error where it cannot."""

import operator
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import tablero.games as games
from tablero.errors import ImpossiblePosition, OutsideError
from tablero.games.checks import limit_fields
from tablero.jit import kernel
from tablero.position import Bitboard
from tablero.search.perft import perft

OTHELLO = str(Path(__file__).parents[2] / "examples" / "games" / "othello.py")

ALL = (1 << 64) - 1
EAST, WEST, EVERY_OTHER = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F, 0x5555_5555_5555_5555
STEPS = ((1, EAST), (8, ALL), (7, WEST))
"""Masks of 63 and of 64 bits in one tuple."""


class Boards(NamedTuple):
    """Two bitboards and a number; each method but `play` is an expression to be compared."""

    a: Bitboard
    b: Bitboard
    n: int

    def play(self, move: int) -> "Boards":
        return self

    def masks(self) -> "Boards":
        return Boards(self.a & self.b, self.a & self.n, 0)

    def unions(self) -> "Boards":
        return Boards(self.a | self.b, self.a | self.n, 0)

    def differences(self) -> "Boards":
        return Boards(self.a ^ self.b, self.a ^ self.n, 0)

    def shifts(self) -> "Boards":
        count = self.n & 63
        return Boards(self.a << count & ALL, self.a >> (self.n & 255), self.n >> count)

    def shifts_back(self) -> "Boards":
        return Boards((self.a << 40) >> 40, (self.a << 40) >> (self.n & 127), 0)

    def unmasked_shift(self) -> "Boards":
        return Boards(self.a << 3, self.b, 0)

    def complements(self) -> "Boards":
        return Boards(~self.a & self.b, ~self.a & ALL, ~self.a & 0x7FFF)

    def lowest_bit(self) -> "Boards":
        return Boards(self.a & -self.a, self.a & self.a - 1, 0)

    def difference(self) -> "Boards":
        return Boards(self.a - self.b, self.a - 1, 0)

    def sums(self) -> "Boards":
        return Boards(self.a + self.b, self.a + self.n, 0)

    def counts(self) -> "Boards":
        long = (self.a << 30).bit_length() + (self.a - self.b).bit_count()
        return Boards(self.a.bit_count(), self.a.bit_length(), long + self.n.bit_length())

    def comparisons(self) -> "Boards":
        less, equal = int(self.a < self.b), int(self.a == self.n)
        return Boards(less, equal, int(self.a >= self.n) + 2 * int(self.n > self.b))

    def bits_from_numbers(self) -> "Boards":
        bit = 1 << (self.n & 63)
        return Boards(self.a | bit, bit >> 5, 1 if bit & self.b else 0)

    def conditions(self) -> "Boards":
        return Boards(1 if self.a and self.b else 0, 1 if not self.a else 0, 0)

    def loops(self) -> "Boards":
        found, left = 0, self.a
        while left:
            low = left & -left
            found |= low
            left ^= low
        return Boards(found, found ^ self.a, 0)

    def constants(self) -> "Boards":
        found = 0
        for step, mask in STEPS:
            found |= self.a << step & mask
            found ^= self.b >> step & EVERY_OTHER
        return Boards(found, ALL, 0)

    def tuples(self) -> "Boards":
        found = 0
        x, y, _n = self
        for board in (self.a, self.b):
            found ^= board
        return Boards(x ^ y, found, 0)

    def products(self) -> "Boards":
        return Boards(self.a * self.n & ALL, self.b, self.n * self.n & 0xFFFF)

    def large_product(self) -> "Boards":
        return Boards(0, 0, self.n * 3)

    def number_from_board(self) -> "Boards":
        return Boards(0, 0, self.a)


limit_fields(Boards)
EXPRESSIONS = [name for name in vars(Boards) if callable(getattr(Boards, name)) and name[0] != "_"]
EDGES = (0, 1, 2, 0xFF, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, EAST, ALL)
NUMBERS = (0, 1, 5, 31, 62, 63, 64, 127, -1, -5, 1 << 62, (1 << 63) - 1, -(1 << 63))


def kernel_of(name: str) -> Callable[[Boards], Boards]:
    """A kernel that calls the method of this name."""
    names: dict[str, Any] = {"kernel": kernel, "__name__": __name__}
    exec(f"@kernel\ndef call(boards):\n    return boards.{name}()", names)
    return names["call"]  # type: ignore[no-any-return]


def answer(function: Callable[[Boards], Boards], boards: Boards) -> Boards | str:
    try:
        return function(boards)
    except OverflowError:
        return "overflow"
    except OutsideError as error:  # where a test before has loaded a user's file
        if not isinstance(error.__cause__, OverflowError):
            raise
        return "overflow"


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", [name for name in EXPRESSIONS if name != "play"])
def test_expressions_are_exact_or_refused(name: str):
    generator = Random(name)
    cases = [Boards(a, b, n) for a in EDGES for b in EDGES for n in NUMBERS]
    for _ in range(200):
        a, b, n = (generator.getrandbits(64) for _ in range(3))
        cases.append(Boards(a, b, n - (1 << 63)))
    call, method = kernel_of(name), operator.methodcaller(name)
    expected = [answer(method, boards) for boards in cases]
    assert [answer(call, boards) for boards in cases] == expected
    assert any(each != "overflow" for each in expected)


PLAIN = """
from typing import NamedTuple
from tablero.games.game import Game
from tablero.position import ONGOING

class Board(NamedTuple):
    mine: int
    theirs: int
    side: int

    def moves(self):
        for square in range(SQUARES):
            if not (self.mine | self.theirs) >> square & 1:
                yield square

    def play(self, move):
        return Board(self.theirs, self.mine | 1 << move, 1 - self.side)

    def outcome(self):
        return ONGOING if (self.mine | self.theirs) != (1 << SQUARES) - 1 else 0

    def turn(self):
        return self.side

class Fill(Game):
    name = "fill"
    start = Board(START, 0, 0)
"""


def filling(folder: Path, squares: int, free: int, text: str = PLAIN) -> str:
    """The path of a game on so many squares, of which all but the last `free` are taken."""
    path = folder / "fill.py"
    start = str((1 << squares - free) - 1)
    path.write_text(text.replace("SQUARES", str(squares)).replace("START", start))
    return str(path)


@pytest.mark.parametrize("squares", [40, 60, 63])
def test_ints_of_63_bits_need_no_declaration(squares: int, tmp_path: Path):
    assert perft(games.load(filling(tmp_path, squares, 3)).start, 3) == 6


def test_ints_that_become_too_long_raise_an_error(tmp_path: Path):
    """Interpreted, a field is refused; compiled, the shift is: in neither is a number cut off."""
    counted = "(self.mine | self.theirs).bit_count() != SQUARES"
    text = PLAIN.replace("(self.mine | self.theirs) != (1 << SQUARES) - 1", counted)
    text = text.replace("yield square", "yield square\n                return")
    position = games.load(filling(tmp_path, 64, 3, text)).start
    assert perft(position, 2) == 1
    with pytest.raises((OutsideError, OverflowError), match="declared as Bitboard may have 64"):
        perft(position, 4)


def test_a_shift_that_is_masked_at_once_may_be_too_long(tmp_path: Path):
    text = PLAIN.replace(
        "        return Board(",
        "        spread = (self.mine * 99 + 7 << 30 | move) & 0x7FFF\n"
        "        assert spread == move\n        return Board(",
    )
    assert perft(games.load(filling(tmp_path, 60, 3, text)).start, 3) == 6


@pytest.mark.parametrize("squares", [62, 63, 64])
def test_bitboards_have_64_bits(squares: int, tmp_path: Path):
    text = PLAIN.replace("ONGOING\n", "ONGOING, Bitboard\n", 1)
    text = text.replace("mine: int", "mine: Bitboard").replace("theirs: int", "theirs: Bitboard")
    assert perft(games.load(filling(tmp_path, squares, 3, text)).start, 3) == 6


@pytest.mark.plain
@pytest.mark.parametrize("constant", ["0xFEFEFEFEFEFEFEFE", "2**64 - 1", "(1, (2, 1 << 63))"])
@pytest.mark.parametrize("place", ["module", "helper", "method"])
def test_a_constant_of_64_bits_asks_for_bitboards(constant: str, place: str, tmp_path: Path):
    texts = {
        "module": ("NUMBER", f"NUMBER = {constant}\n"),
        "helper": (
            "helped()",
            f"from tablero.jit import helper\nN = {constant}\n\n@helper\ndef helped():\n"
            "    return N\n",
        ),
        "method": (constant.replace("1 << 63", str(1 << 63)), ""),
    }
    used, before = texts[place]
    comparison = f"        if self.side == {used}:\n            return 1\n"
    text = before + PLAIN.replace("        return self.side", comparison + "        return 0")
    path = filling(tmp_path, 9, 9, text.replace("2**64 - 1", str(ALL)))
    with pytest.raises(
        OutsideError, match=r"fill.py, line \d+: \d+ has more than 63 bits; declare"
    ):
        games.load(path)


@pytest.mark.plain
def test_a_start_that_does_not_fit_is_refused(tmp_path: Path):
    with pytest.raises(OutsideError, match="the initial position does not fit: mine = "):
        games.load(filling(tmp_path, 65, 1))


@pytest.mark.plain
@pytest.mark.parametrize("number", [ALL, 1 << 63, (1 << 63) - 1, 0])
def test_positions_of_64_bits_are_read_back(number: int):
    game = games.load(OTHELLO)
    text = f"{number},0,1"
    assert game.write(game.read(text)) == text


@pytest.mark.plain
@pytest.mark.parametrize("text", [f"{ALL + 1},0,0", "-1,0,0", f"0,0,{1 << 63}"])
def test_positions_that_do_not_fit_are_impossible(text: str):
    with pytest.raises(ImpossiblePosition, match="impossible position: .* = -?\\d+: "):
        games.load(OTHELLO).read(text)
