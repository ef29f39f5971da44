"""An evaluation: how good is this position for the side to move?

The tournament looks ahead with its own search, and asks this file at every leaf. Change it
until `tablero match mancala11 my_player.py regular --games 20 --openings plies=4` likes it.

What a board can be asked, sides being ME and RIVAL, pits 0 to 5 from their owner's left:

    board.seeds(side, pit)      seeds in one pit
    board.sum_from(side, pit)   seeds in this pit and all to its right
    board.row(side)             the pits of a side, as a list
    board.reversed_row(side)    the same, from the right
    board.both_rows()           board.row(ME) and board.row(RIVAL)
    board.filled(side)          the pits of a side that hold seeds
    board.filled(side, pit)     the same, from this pit to the right
    board.store(side)           seeds in the store
    board.marker(side)          all seeds of a side, in pits and store
    board.accumulator(side)     by how much its own moves have raised its marker
    board.turn                  who moves: 0 began the game, 1 is the other
    board.must_pass             can the side to move only pass?
    board.over                  is the game over?
    board.moves()               the legal moves
    board.scratch()             a copy of your own, asked in the same way: scratch.play(move),
                                scratch.put(side, pit, seeds), scratch.reset()
"""

from tablero.arena.player import ME, RIVAL

ALIAS = "Sower"

# Weights: numbers, texts and tuples of them may stand outside a function, nothing else.
SEEDS = 10
MOBILITY = 3


def value(board):
    """A number, whole or not; the higher, the better for ME. It remembers nothing: the same
    position is worth the same whenever it is asked about."""
    lead = board.marker(ME) - board.marker(RIVAL)
    return SEEDS * lead + MOBILITY * mobility(board)


def mobility(board):
    """Functions of your own are welcome."""
    return len(board.filled(ME)) - len(board.filled(RIVAL))
