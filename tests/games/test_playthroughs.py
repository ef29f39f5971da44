"""Golden games as text that a person can check: tests/data/playthroughs.

The first lines of a file say what is played; all that follows is written anew by

    TABLERO_REWRITE=1 pytest tests/games/test_playthroughs.py

and a difference is a change of rules or drawings, to be read like one.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablero.games as games
from tablero.games.game import Game
from tablero.position import ONGOING

pytestmark = pytest.mark.plain

FILES = sorted((Path(__file__).parents[1] / "data" / "playthroughs").glob("*.txt"))
SIDES = ("first", "second")


def playthrough(text: str) -> str:
    """The text that a file with this beginning should be."""
    title, begins, plays = text.splitlines()[:3]
    game = games.load(title.removeprefix("game: "))
    position = game.read(begins.removeprefix("from: "))
    names = plays.removeprefix("moves:").split(",") if plays != "moves:" else []
    lines = [title, begins, plays, *told(game, position)]
    for name in map(str.strip, names):
        lines.append(f"{SIDES[position.turn()]} plays {name}")
        position = position.play(game.parse_move(position, name))
        lines += told(game, position)
    return "\n".join(lines) + "\n"


def told(game: Game, position: Any) -> Iterator[str]:
    """All there is to say about a position."""
    yield ""
    yield game.draw(position)
    yield ""
    yield f"text: {game.write(position) or 'start'}"
    if position.outcome() == ONGOING:
        yield f"legal: {' '.join(game.move_names(position))}"
    else:
        yield f"over: {ending(position)}"


def ending(position: Any) -> str:
    """Who has won, and by how much."""
    margin, mover = position.outcome(), position.turn()
    if margin == 0:
        return "a draw"
    winner = mover if margin > 0 else 1 - mover
    return f"{SIDES[winner]} wins by {abs(margin)}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path):
    written = file.read_text(encoding="utf-8")
    played = playthrough(written)
    if os.environ.get("TABLERO_REWRITE"):
        file.write_text(played, encoding="utf-8")
    else:
        assert played.splitlines() == written.splitlines()
    assert "\nover: " in played


def test_every_shipped_game_has_a_playthrough():
    assert set(games.GAMES) <= {file.stem for file in FILES}
