"""Kaggle's ConnectX: its boards, and export of the package's agents as one file for it.

A board is a list of cells, row by row from the top: 0 empty, 1 the first player's, 2 the other's.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from tablero.adapters.source_bundle import QualifiedName, SourceBundle
from tablero.agents.agent import Agent
from tablero.errors import OptionError
from tablero.games.connect4.game import Connect4Game
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import FIRST, SECOND
from tablero.search import ALGORITHMS
from tablero.search.state import COUNTERS, NO_LIMIT, SCRATCH

NEW_STATE = '''\
def new_state():
    """What a search writes down; the line's entries are found by ply and place."""
    counters = dict.fromkeys({names}, 0)
    return SimpleNamespace(**counters, budget={budget}, length={{}}, line={{}})'''

AGENT = '''\
COLUMNS, ROWS, INAROW = {columns}, {rows}, {connect}
POSITION = {position}
PLAYERS = (
    {first},
    {second},
)


def agent(observation, configuration):
    """What {name} of Tablero plays."""
    size = configuration.columns, configuration.rows, configuration.inarow
    if size != (COLUMNS, ROWS, INAROW):
        raise ValueError(f"made for {{COLUMNS}} x {{ROWS}}, {{INAROW}} in a row, not {{size}}")
    position = POSITION(*stones_of(observation.board, observation.mark, COLUMNS, ROWS))
    player = PLAYERS[observation.mark - 1]
    if position.stones < 2:
        player.begin(random.randrange(1 << 61))
    move, _score = player.pick(position)
    return (move.bit_length() - 1) // (ROWS + 1)
'''

REPLACEMENTS: dict[QualifiedName, str] = {
    ("tablero.games.variants", "variants"): "def variants(make):\n    return cache(make)",
    ("tablero.search.run", "kernel_of"): "def kernel_of(name):\n    return globals()[name]",
}

TRIAL = """\
import runpy, sys, time
from types import SimpleNamespace as Struct
columns, rows, connect = map(int, sys.argv[2:])
agent = list(runpy.run_path(sys.argv[1]).values())[-1]
board = Struct(board=[0] * (columns * rows), mark=1)
start = time.perf_counter()
agent(board, Struct(columns=columns, rows=rows, inarow=connect))
print(time.perf_counter() - start)
"""


def cells_of(position: Any, columns: int, rows: int) -> list[int]:
    """Return the board of a position; `stones_of` returns its fields again."""
    marks = (1, 2) if position.turn() == FIRST else (2, 1)
    cells = []
    for row in reversed(range(rows)):
        for column in range(columns):
            cell = 1 << (rows + 1) * column + row
            mark = marks[0] if position.mine & cell else marks[1]
            cells.append(mark if position.full & cell else 0)
    return cells


def stones_of(cells: list[int], mark: int, columns: int, rows: int) -> tuple[int, int, int]:
    """Return (mine, full, stones) of a board on which `mark` is to move."""
    mine = full = 0
    for place, stone in enumerate(cells):
        row, column = divmod(place, columns)
        cell = 1 << (rows + 1) * column + rows - 1 - row
        if stone:
            full |= cell
        if stone == mark:
            mine |= cell
    return mine, full, full.bit_count()


def require_connect4(game: Game, who: str) -> Connect4Game:
    """Return the game. Raise OptionError if it is not connect4."""
    if not isinstance(game, Connect4Game):
        message = _("{who} plays connect4, not {game}")
        raise OptionError(message.format(who=who, game=game))
    return game


def submission(agent: Agent, game: Game) -> str:
    """Return the source code of a file that plays as `agent` does, and needs only Python 3.11.

    Raise OptionError for an agent that cannot be exported.
    """
    rules = require_connect4(game, "ConnectX")
    players = [agent.seat(rules, side) for side in (FIRST, SECOND)]
    if any(player.compiled is None for player in players):
        message = _(
            "{agent} cannot be exported; expected random, greedy, mcts, level(1) to level(9), or "
            "a search without a transposition table"
        )
        raise OptionError(message.format(agent=agent))
    bundle = SourceBundle({**REPLACEMENTS, ("tablero.search.state", "new_state"): _new_state()})
    bundle.add_import("random", "")
    bundle.add_import("types", "SimpleNamespace")
    bundle.add_import("functools", "cache")
    if agent.name in ALGORITHMS:
        bundle.add(f"tablero.search.{agent.name}", agent.name)
    first, second = (bundle.value(player.compiled) for player in players)
    size = {"columns": rules.columns, "rows": rules.rows, "connect": rules.connect}
    position = bundle.class_of(type(rules.start))
    bundle.add(__name__, "stones_of")
    values = {"name": str(agent), "position": position, "first": first, "second": second}
    head = f'"""{agent}, as one file for ConnectX; written by `tablero export connectx`."""'
    return "\n\n".join([head, bundle.text() + "\n", AGENT.format(**values, **size)])


def first_move_seconds(file: Path, game: Connect4Game) -> float:
    """Return the seconds that a submission takes for its first move, in a separate process."""
    size = map(str, (game.columns, game.rows, game.connect))
    command = [sys.executable, "-I", "-c", TRIAL, str(file), *size]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def _new_state() -> str:
    """Return the source code of `new_state`, the search state, without NumPy."""
    names = [name for name in COUNTERS + SCRATCH if name != "budget"]
    return NEW_STATE.format(names=tuple(names), budget=NO_LIMIT)
