"""`tablero perft`: count the sequences of legal moves."""

import time

import click

import tablero.games as games
from tablero.cli.common import (
    depth_option,
    game_argument,
    make_command,
    place_record,
    position_argument,
    print_json,
    print_table,
)
from tablero.cli.positions import SeveralMoves, moves_option, unfinished_place
from tablero.cli.progress import run_watched
from tablero.locale import _
from tablero.numbers import grouped


def command() -> click.Command:
    text = _(
        "Count the sequences of 1, 2, … N legal moves. The counts verify the rules, and the time "
        "measures their speed.\n\n"
        "    tablero perft connect4 --depth 10\n\n"
        "    tablero perft my_game.py --play 4 4 5 --depth 6"
    )
    depth = depth_option(_("Depth in moves."), required=True)
    params = [game_argument(), position_argument(), moves_option(), depth]
    return make_command("perft", text, perft, params, SeveralMoves)


def perft(game: str, position: str, moves: tuple[str, ...], depth: int, as_json: bool) -> None:
    from tablero.jit import prepare
    from tablero.search.diagnosis import explained
    from tablero.search.perft import perft as count_leaves
    from tablero.search.state import DEPTHS

    DEPTHS.check("depth", depth)
    rules = games.load(game)
    place = unfinished_place(rules, position, moves)
    board = place.position
    prepare(count_leaves, board, depth)
    start = time.perf_counter()
    counts: list[int] = []

    def count() -> None:
        with explained(board):
            counts.extend(int(count_leaves(board, plies)) for plies in range(1, depth + 1))

    def tell() -> str:
        return _("counting, depth {depth}").format(depth=len(counts) + 1)

    run_watched(count, tell, lambda: None)
    seconds = round(time.perf_counter() - start, 6)
    if as_json:
        record = place_record(rules, board, place.text)
        found = {"depth": depth, "leaves": counts[-1], "counts": counts, "seconds": seconds}
        print_json(record | found)
    else:
        rows = [(str(plies), grouped(leaves)) for plies, leaves in enumerate(counts, 1)]
        print_table([(_("depth"), _("leaves")), *rows, (_("seconds"), f"{seconds:.3f}")])
