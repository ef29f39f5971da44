"""Searches, which work for any game: they call the methods of a position only."""

from tablero.locale import mark

ALGORITHMS = {
    "minimax": mark("visits every position, to a fixed depth"),
    "negamax": mark("minimax with one rule for both sides"),
    "alphabeta": mark("minimax that prunes what cannot change the result"),
    "negascout": mark("alpha-beta with null windows for all moves but the first"),
    "mtdf": mark("alpha-beta with null windows only; use it with cache=true"),
}
"""Descriptions of the searches: `tablero.search.<name>` holds the kernel of this name. Each is an
algorithm of `tablero search`, an agent, and a player of compiled games."""

ENGINE = "engine"
"""The search of iterative deepening and of the exhaustive solver (engine.py)."""
