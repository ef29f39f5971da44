"""Bitboards of Connect-4: lines, threats, and the score that a follow-up strategy guarantees.

The bits are those of games/connect4/rules.py: a column, its spare bit, the next column.
"""

from typing import NamedTuple

from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.rules import full_column
from tablero.jit import helper, kernel

NO_BOUND = 1 << 10
"""Larger than any score."""

HIGHEST_STRIDE = 20
"""Largest stride (rows + 1) for which steps along a line of four stay within 64 bits."""


class Geometry(NamedTuple):
    """The sizes and masks of a board.

    columns: number of columns.
    stride: bits of a column, the spare bit included.
    cells: number of cells.
    connect: stones in a line that win.
    whole: mask of all cells.
    bottom: mask of the lowest cell of every column.
    spare: mask of the bit above every column.
    upper: mask of the cells at an even distance from the top: the upper ones, if cells are
        paired from the top down.
    """

    columns: int
    stride: int
    cells: int
    connect: int
    whole: int
    bottom: int
    spare: int
    upper: int


def geometry_of(game: Connect4Game) -> Geometry:
    """Return the masks and sizes of a game's board."""
    stride = game.rows + 1
    bottom = sum(1 << stride * column for column in range(game.columns))
    whole = sum(full_column(column, game.rows) for column in range(game.columns))
    upper = sum(bottom << row for row in range(game.rows - 1, -1, -2))
    cells = game.columns * game.rows
    spare = bottom << game.rows
    return Geometry(game.columns, stride, cells, game.connect, whole, bottom, spare, upper)


@helper
def win_score(board: Geometry, stones: int) -> int:
    """Return the score of a win with stone number `stones`: stones left in hand, plus one."""
    return (board.cells - stones >> 1) + 1


@helper
def has_line(stones: int, board: Geometry) -> bool:
    """Return whether `connect` of these stones are in a line."""
    if board.connect != 4 or board.stride > HIGHEST_STRIDE:
        return has_run(stones, board)
    stride = board.stride
    fours = four_along(stones, 1) | four_along(stones, stride)
    return (fours | four_along(stones, stride - 1) | four_along(stones, stride + 1)) != 0


@helper
def four_along(stones: int, step: int) -> int:
    """Return the first cells of four in a line along one direction."""
    pairs = stones & stones >> step
    return pairs & pairs >> 2 * step


@kernel
def has_run(stones: int, board: Geometry) -> bool:
    """Return the same as has_line, for lines of any length."""
    for step in (1, board.stride - 1, board.stride, board.stride + 1):
        run = stones
        for _i in range(board.connect - 1):
            run &= run >> step
        if run:
            return True
    return False


@helper
def threats(stones: int, full: int, board: Geometry) -> int:
    """Return the free cells that would complete a line of these stones; no stone may float."""
    stride = board.stride
    if board.connect != 4 or board.stride > HIGHEST_STRIDE:
        found = run_threats(stones, board)
    else:
        found = stones << 1 & stones << 2 & stones << 3
        found |= threats_along(stones, stride - 1)
        found |= threats_along(stones, stride)
        found |= threats_along(stones, stride + 1)
    return found & (board.whole ^ full)


@helper
def threats_along(stones: int, step: int) -> int:
    """Return the cells that complete a line of four with three stones along one direction."""
    before = stones << step & stones << 2 * step
    behind = stones >> step & stones >> 2 * step
    return before & (stones << 3 * step | stones >> step) | behind & (
        stones >> 3 * step | stones << step
    )


@kernel
def run_threats(stones: int, board: Geometry) -> int:
    """Return completing_cells; as a kernel it is compiled once for all callers."""
    return completing_cells(stones, board)


@helper
def completing_cells(stones: int, board: Geometry) -> int:
    """Return the same as threats, for lines of any length, but include cells that are not free.

    `stones` may be an array of boards, which is not modified.
    """
    found = 0
    for step in (1, board.stride - 1, board.stride, board.stride + 1):
        before, shifted = board.whole, stones
        for gap in range(board.connect):
            line, behind = before, stones
            for _i in range(board.connect - 1 - gap):
                behind = behind >> step
                line = line & behind
            found = found | line
            shifted = shifted << step
            before = before & shifted
    return found


@helper
def follow_up(
    mine: int, theirs: int, stones: int, danger: int, needed: int, board: Geometry
) -> int:
    """Return an upper bound of the mover's score, `needed` or less, if the other side follows up.

    The other side takes the free cells in pairs: where the mover takes one, it takes the
    other. In every column the cells below the first danger, or up to the top, are paired
    from above, and the upper ones are for the other side. A lowest cell left over is
    paired with that of another column. If the mover gets no line this way, the mover does
    not win. A danger is a cell that would complete a line of the other side: neither side
    plays below it before all pairs are used, and then the mover has to.

    Return NO_BOUND if that proves nothing.
    """
    # Step 1. The cells that can be paired: their number must be even
    lowest = (mine | theirs) + board.bottom
    danger &= ~lowest
    if danger == 0 and needed < -1:
        return NO_BOUND
    below = below_danger(danger, lowest, board)
    first = below << 1 & danger
    usable = below & ~(first >> 1)
    if usable.bit_count() & 1:
        danger &= board.upper
        below = below_danger(danger, lowest, board)
        first = below << 1 & danger
        usable = below & ~(first >> 1)
    # Step 2. Pairs: the lower cells are the mover's; some lowest cells are left over
    turned = (first & ~board.upper) >> 1
    if turned:
        for _i in range(board.stride - 2):
            turned |= below & turned >> 1
    lower = board.upper & turned | ~board.upper & ~turned
    single = lowest & usable & ~lower
    count = single.bit_count()
    if count & 1 or count > 4:
        return NO_BOUND
    # Step 3. Compute the bound; give up if it is larger than needed
    bound = 0
    if first:
        bound = -win_score(board, stones + usable.bit_count() + 2)
    elif needed == -1 and has_line(theirs | usable & ~lower & ~single, board):
        bound = -1
    if bound > needed:
        return NO_BOUND
    # Step 4. Check that the mover gets no line
    reach = mine | usable & lower | first >> 1
    if count == 4:
        return bound if four_are_safe(reach, single, board) else NO_BOUND
    one = single & -single
    if has_line(reach | one, board) or (count and has_line(reach | single ^ one, board)):
        return NO_BOUND
    return bound


@helper
def below_danger(danger: int, lowest: int, board: Geometry) -> int:
    """Return the free cells below the first danger of their column, or below its spare bit."""
    ends = danger | board.spare
    return ends - lowest & ~ends


@kernel
def four_are_safe(reach: int, single: int, board: Geometry) -> bool:
    """Return whether four single cells can be paired safely.

    A pairing is safe if any choice of one cell from each pair gives the mover no line.
    """
    first = single & -single
    others = single ^ first
    partner = others
    while partner:
        second = partner & -partner
        partner ^= second
        third = (others ^ second) & -(others ^ second)
        fourth = others ^ second ^ third
        if not (
            has_line(reach | first | third, board)
            or has_line(reach | first | fourth, board)
            or has_line(reach | second | third, board)
            or has_line(reach | second | fourth, board)
        ):
            return True
    return False
