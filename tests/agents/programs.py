"""Programs that play, written for a test: one that behaves, until it is told not to."""

import fcntl
import stat
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Limits
from tablero.match.referee import Rules, play_game
from tablero.position import FIRST, SECOND

EXAMPLES = Path(__file__).parents[2] / "examples"

PROGRAM = """#!{python} -S
import fcntl, os, sys, time

def say(*words):
    print(*words, flush=True)

def first_time(what):
    try:
        os.close(os.open(what, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True

alive = open("alive", "w")
os.set_inheritable(alive.fileno(), True)
fcntl.flock(alive, fcntl.LOCK_SH)
{at_start}
told = {{}}
for line in sys.stdin:
    word, _, told[word] = line.strip().partition(" ")
    if word == "side":
        say("ready")
    elif word == "choose":
        good = "move " + told["legal"].split()[0] + " score " + str(os.getpid())
        if first_time("misdeed"):
            {misdeed}
        else:
            say(good)
    elif word == "quit":
        break
"""
"""The score of a move is the process that made it. Every process that was started holds a lock
on the file `alive`."""


def write_program(folder: Path, misdeed: str = "say(good)", at_start: str = "") -> str:
    """The path of a program that does something else once, the first time it should move."""
    path = folder / "program"
    texts = {"misdeed": misdeed.replace("\n", "\n" + 12 * " "), "at_start": at_start}
    path.write_text(PROGRAM.format(python=sys.executable, **texts))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@contextmanager
def seated(text: str, game: str = "tictactoe", side: int = FIRST):
    """The player of a text, as long as it is needed."""
    player = agents.load(text).seat(games.load(game), side)
    try:
        yield player
    finally:
        player.close()


def play(player, seconds: float | None = None, game: str = "tictactoe", seed: int = 1):
    """A game in which `player` begins against chance."""
    rules, other = games.load(game), agents.load("random").seat(games.load(game), SECOND)
    player.begin(seed)
    other.begin(seed)
    return play_game(rules, (player, other), rules.start, rules=Rules(Limits(seconds=seconds)))


def nobody_is_left(folder: Path) -> bool:
    """Has every process that the program was, or started, come to its end? Killing takes a
    moment."""
    with (folder / "alive").open() as alive:
        for _attempt in range(200):
            try:
                fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.05)
            else:
                return True
    return False
