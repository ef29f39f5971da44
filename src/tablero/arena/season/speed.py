"""How fast a machine is: CPU seconds that the shipped *good* needs for the positions of the time
check, in a cell. A round on several machines gives a player as much time as he has at home."""

from functools import cache

import tablero.games as games
from tablero.arena.check.probes import positions
from tablero.arena.check.timing import POSITIONS, SEED, InCell
from tablero.arena.player.forms import Track
from tablero.arena.player.templates import TEMPLATES
from tablero.arena.sandbox.faults import CellFault
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.players import EvaluationPlayer
from tablero.arena.sandbox.warden import Warden
from tablero.errors import WorkerDied

GAME, REFERENCE, DEPTH = "mancala11", "good", 4

RUNS = 3
"""The fastest of them counts: others may have been disturbed."""


@cache
def speed(level: Level) -> float:
    """Of this machine, measured once in a process. Raises WorkerDied if that cannot be done."""
    game, text = games.load(GAME), TEMPLATES[REFERENCE].text("en")
    asked = positions(game, SEED, POSITIONS, finished=False)
    with Warden(level) as warden:
        player = InCell(
            EvaluationPlayer(lambda: warden.cell(text, Track.EVALUATION, str(game)), DEPTH)
        )
        try:
            player.choose(asked[0])  # what is done for the first time is not counted
            return min(_seconds(player, asked) for _run in range(RUNS))
        except CellFault as fault:
            raise WorkerDied(str(fault)) from None
        finally:
            player.close()


def _seconds(player: InCell, asked: list[object]) -> float:
    begun = player.cpu()
    for position in asked:
        player.choose(position)
    return player.cpu() - begun
