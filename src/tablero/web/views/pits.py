"""Kalah and Mancala11: pits and stores, and the way of the seeds."""

from typing import Any

from tablero.games import kalah, mancala11
from tablero.games.kalah import Kalah
from tablero.games.mancala11 import BITS, PASS, PITS, Mancala11
from tablero.games.sowing import pack, rows_of, seeds_in, sow
from tablero.position import FIRST, Move
from tablero.web.models import Pits, Place, Sowing

STORE = -1

MOST_SOWN = 200
"""Seeds of one move whose way is told; nobody watches more of them fall."""


def view(game: Kalah | Mancala11, position: Any) -> Pits:
    pits, bits = _size(game)
    rows = rows_of(position, pits, bits)
    names = [game.move_name(position, pit) for pit in range(pits)]
    accumulators = None
    if isinstance(game, Mancala11):
        gains = [position.gains, position.their_gains]
        accumulators = gains if position.turn() == FIRST else gains[::-1]
    return Pits(
        pits=[row[:-1] for row in rows],
        names=names,
        stores=[row[-1] for row in rows],
        markers=[sum(row) for row in rows],
        accumulators=accumulators,
    )


def effects(game: Kalah | Mancala11, position: Any, move: Move) -> dict[str, Any]:
    """The places where seeds fall, one by one, and what is taken afterwards."""
    if isinstance(game, Mancala11) and move == PASS:
        return {}
    pits, bits = _size(game)
    side, lap = position.turn(), _lap(game)
    ring = [(side, pit) for pit in [*range(pits), STORE]]
    ring += [(1 - side, pit) for pit in [*range(pits), STORE]]
    hand = seeds_in(position.mine, move, bits)
    if hand > MOST_SOWN:
        return {}
    path = [ring[(move + step) % lap] for step in range(1, hand + 1)]
    taken, prize, into = _reaped(game, position, move)
    sowing = Sowing(
        origin=_place(side, move),
        path=[_place(*place) for place in path],
        taken=[_place(*place) for place in taken],
        prize=prize,
        into=None if into is None else _place(*into),
    )
    return {"sowing": sowing}


def _size(game: Kalah | Mancala11) -> tuple[int, int]:
    return (PITS, BITS) if isinstance(game, Mancala11) else (game.pits, game.bits)


def _lap(game: Kalah | Mancala11) -> int:
    """Places of a round: all but the rival's store, unless that is sown too."""
    pits, _bits = _size(game)
    return 2 * pits + 1 + (isinstance(game, Mancala11) and game.sow_rival_store)


def _place(side: int, pit: int) -> Place:
    return Place(side=side, pit=pit)


def _reaped(
    game: Kalah | Mancala11, position: Any, move: Move
) -> tuple[list[tuple[int, int]], int, tuple[int, int] | None]:
    """(pits that the last seed empties, seeds in them, where these go): the rules' own answer,
    read off the rows before and after."""
    pits, bits = _size(game)
    ones, side = pack([1] * pits, bits), position.turn()
    mine, theirs, _kept, _given, place = sow(
        position.mine, position.theirs, move, _lap(game), pits, bits, ones
    )
    if isinstance(game, Mancala11):
        after = mancala11.reap(mine, theirs, place, position.theirs, game.steal_from)
    else:
        capture = kalah.CAPTURES.index(game.capture)
        after = kalah.reap(mine, theirs, place, capture, pits, bits)
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
