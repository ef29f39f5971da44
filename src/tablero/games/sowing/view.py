"""Kalah and Mancala11 on the page: pits and stores, and the path of sown seeds."""

from typing import Any

from tablero.games.page_view import MOST_SOWN, STORE, PageView, View, pit_place
from tablero.games.sowing.rows import pack, rows_of, seeds_in, sow
from tablero.position import Move


class SowingView(PageView):
    """Pits of both sides; index 0 is the first player."""

    def view(self, game: Any, position: Any) -> View:
        rows = rows_of(position, game.pits, game.bits)
        return {
            "kind": "pits",
            "pits": [row[:-1] for row in rows],
            "names": [game.move_name(position, pit) for pit in range(game.pits)],
            "stores": [row[-1] for row in rows],
            "markers": [sum(row) for row in rows],
            "accumulators": game.accumulators(position),
        }

    def effects(self, game: Any, position: Any, move: Move) -> View:
        """Return the places where seeds fall, one by one, and the seeds taken by the last one."""
        pits, bits, side = game.pits, game.bits, position.turn()
        hand = seeds_in(position.mine, move, bits) if move < pits else 0
        if not 0 < hand <= MOST_SOWN:
            return {}
        ring = [(side, pit) for pit in [*range(pits), STORE]]
        ring += [(1 - side, pit) for pit in [*range(pits), STORE]]
        path = [ring[(move + step) % game.lap] for step in range(1, hand + 1)]
        taken, prize, into = _reaped(game, position, move)
        sowing = {
            "origin": pit_place(side, move),
            "path": [pit_place(*place) for place in path],
            "taken": [pit_place(*place) for place in taken],
            "prize": prize,
            "into": None if into is None else pit_place(*into),
        }
        return {"sowing": sowing}


def _reaped(
    game: Any, position: Any, move: Move
) -> tuple[list[tuple[int, int]], int, tuple[int, int] | None]:
    """Return the pits that the last seed empties, the seeds in them, and their destination.

    The rules decide it: the rows before and after `game.reap` are compared.
    """
    pits, bits, side = game.pits, game.bits, position.turn()
    ones = pack([1] * pits, bits)
    mine, theirs, _kept, _given, place = sow(
        position.mine, position.theirs, move, game.lap, pits, bits, ones
    )
    after = game.reap(position, mine, theirs, place)
    taken, prize, into = [], 0, None
    for owner, before, then in ((side, mine, after[0]), (1 - side, theirs, after[1])):
        for pit in range(pits):
            gone = seeds_in(before, pit, bits) - seeds_in(then, pit, bits)
            if gone > 0:
                taken.append((owner, pit))
                prize += gone
            elif gone < 0:
                into = owner, pit
    return taken, prize, into or ((side, STORE) if taken else None)
