"""Players' files, one for each way to fail."""

HEAD = 'from tablero.arena.player import ME, RIVAL\n\nALIAS = "Sower"\n\n\n'
LEAD = "board.marker(ME) - board.marker(RIVAL)"

FAIR = f"{HEAD}def value(board):\n    return {LEAD}\n"
WORST = f"""{HEAD}def value(board):
    return board.marker(RIVAL) - board.marker(ME)


def finished(board):
    return -board.margin
"""
RAISES = f"{HEAD}def value(board):\n    return board.marker(ME) / board.store(RIVAL)\n"
ALWAYS_RAISES = f"{HEAD}def value(board):\n    return ({LEAD}) / (board.turn - board.turn)\n"
HANGS = f"{HEAD}def value(board):\n    while board.played >= 0:\n        pass\n"
NAN = f"{HEAD}def value(board):\n    return 1e400 - 1e400\n"
TOO_DEEP = f"""{HEAD}def value(board):
    total = 0
    for _turn in range(3000):
        total += {LEAD}
    return total
"""
REMEMBERS = f"""{HEAD}def value(board):
    return {LEAD} + len(board.text) * count()


def count(seen=[0]):
    seen[0] += 1
    return seen[0] % 2
"""
THROWS_DICE = f"""{HEAD}def value(board):
    dice = int(str(value).split("0x")[1].split(">")[0], 16) // 16
    return {LEAD} + dice % 99991
"""
"""Where its code lies in memory is chance."""
BLUNT_END = f"{FAIR}\n\ndef finished(board):\n    return 1 // (board.margin - board.margin)\n"

LATE = f"{HEAD}def value(board):\n    return {LEAD} + 1 // (board.played < 9)\n"

AGENT = 'ALIAS = "Mover"\n\n\n'
ILLEGAL = f"{AGENT}def choose(moves):\n    return 0\n"
READS = f"{AGENT}def choose(moves):\n    return len(open('weights.txt').read())\n"
THREADS = (
    f"import threading\n\n{AGENT}def choose(moves):\n"
    "    threading.Thread(target=print).start()\n    return moves[0]\n"
)
SPIES = (
    f"{AGENT}def choose(moves, place='/et' + 'c/passwd'):\n    return len(open(place).read())\n"
)
LATE_MOVER = (
    f"{AGENT}def choose(position, moves):\n    return moves[0] + 9 * (position.played > 9)\n"
)
SLEEPS = f"import time\n\n{AGENT}def choose(moves):\n    time.sleep(30)\n    return moves[0]\n"
