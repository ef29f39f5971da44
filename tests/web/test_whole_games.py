"""Whole games against an agent, by clicks and by keys; the rules agree with how they end."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import tablero.games as games
from tablero.position import ONGOING
from tests.web.browser import Room, game_of_the_docs, marks

pytestmark = marks

AGENTS = {
    "connect4": "alphabeta(depth=2)",
    "kalah": "random",
    "mancala11": "minimax(depth=2)",
    "quarry": "random",
    "tictactoe": "minimax",
    "boxes": "random",
}
"""Who plays the second side. The last game is nobody's but a file's."""

TO_MOVE = {"en": "{} to move", "es": "Juega {}"}
WON, DRAWN = {"en": "{} has won", "es": "{} ha ganado"}, {"en": "Drawn", "es": "Tablas"}
BY_SEEDS = {"en": r" by {} seeds?$", "es": r" por {} semillas?$"}
PLAYERS = {
    "en": {"tictactoe": ("X", "O"), "": ("Red", "Yellow")},
    "es": {"tictactoe": ("X", "O"), "": ("Rojo", "Amarillo")},
}


class Match:
    """A game in a tab, and by the rules. The first player sits before the page."""

    def __init__(self, room: Room, game: Any, language: str) -> None:
        self.room, self.game, self.language = room, game, language
        names = PLAYERS[language]
        self.players = names.get(game.name, names[""])
        self.dice = random.Random(7)

    @property
    def moves(self) -> list[str]:
        return self.room.query.get("moves", "").split()

    def position(self) -> Any:
        """After the moves of the address."""
        position = self.game.start
        for name in self.moves:
            position = position.play(self.game.parse_move(position, name))
        return position

    def run(self, play: Callable[["Match", str], None]) -> None:
        """To the end, one move after the other."""
        for _ply in range(300):
            position, played = self.position(), len(self.moves)
            if position.outcome() != ONGOING:
                self.check_end(position)
                return
            if position.turn() == 0:
                expect(self.room.status).to_have_text(
                    TO_MOVE[self.language].format(self.players[0])
                )
                move = self.dice.choice(list(position.moves()))
                play(self, self.game.move_name(position, move))
            self.await_more_than(played)
        raise AssertionError(f"no end: {self.moves}")

    def await_more_than(self, played: int) -> None:
        self.room.page.wait_for_url(lambda _url: len(self.moves) > played)

    def check_end(self, position: Any) -> None:
        """What is shown is what the rules say."""
        margin = position.outcome() * (1 if position.turn() == 0 else -1)
        shown = self.room.status
        if margin == 0:
            expect(shown).to_have_text(DRAWN[self.language])
            return
        winner = self.players[0 if margin > 0 else 1]
        expect(shown).to_contain_text(WON[self.language].format(winner))
        if self.game.name in ("kalah", "mancala11"):
            expect(shown).to_have_text(re.compile(BY_SEEDS[self.language].format(abs(margin))))


def label(match: Match, move: str) -> str:
    """How the control of a move is called, in both languages."""
    first = match.players[0]
    row, column = divmod(int(move) - 1, 3) if match.game.name == "tictactoe" else (0, 0)
    axis, _minus, layers = move.partition("-")
    return {
        "connect4": rf"^Columna? {move},",
        "kalah": rf"^{first} (pit|hoyo) {move},",
        "mancala11": rf"^{first} (pit|hoyo) {move},",
        "quarry": rf"^(Cut|Cortar) {axis}−{layers}( ?,|$)",
        "tictactoe": rf"^(Row|Fila) {row + 1}, colum(n|na) {column + 1}(,|$)",
        "boxes": rf"^{move}( ?,|$)",
    }[match.game.name]


LAYERS = r"^(Layers off|Capas de) {}$"


def click(match: Match, move: str) -> None:
    """With the mouse, on the board."""
    board = match.room.board
    if match.game.name == "quarry":
        axis, _minus, layers = move.partition("-")
        board.get_by_role("slider", name=re.compile(LAYERS.format(axis))).fill(layers)
    button = board.get_by_role("button", name=re.compile(label(match, move)))
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    match.room.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(match: Match, move: str) -> None:
    """With keys alone: its digit, where it has one, or from control to control."""
    if match.game.name == "quarry":
        axis, _minus, layers = move.partition("-")
        tab_to(match.room, LAYERS.format(axis))
        match.room.press("Home", *["ArrowRight"] * (int(layers) - 1), "Tab", "Enter")
    elif match.game.name == "tictactoe":
        walk(match.room, *divmod(int(move) - 1, 3))
    elif len(move) == 1:
        match.room.press(move)
    else:
        tab_to(match.room, label(match, move))
        match.room.press("Enter")


def focused(room: Room) -> str:
    """The name of what has the focus."""
    script = "(at => at?.getAttribute('aria-label') ?? at?.textContent.trim() ?? '')"
    return str(room.page.evaluate(f"{script}(document.activeElement)"))


def tab_to(room: Room, name: str) -> str:
    for _stop in range(200):
        if re.search(name, focused(room)):
            return focused(room)
        room.press("Tab")
    raise AssertionError(f"no {name}")


def walk(room: Room, row: int, column: int) -> None:
    """By the arrows to a square; Enter plays there."""
    found = re.search(r"(\d), \w+ (\d)", tab_to(room, r"^(Row|Fila) \d"))
    assert found is not None
    down, right = row + 1 - int(found[1]), column + 1 - int(found[2])
    room.press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
    room.press(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right), "Enter")


@pytest.mark.parametrize("game", AGENTS)
@pytest.mark.parametrize(("play", "language"), [(click, "en"), (press, "es")])
def test_a_whole_game(room, tmp_path, game, play, language):
    known = games.load(str(game_of_the_docs(tmp_path)) if game == "boxes" else game)
    room.visit(game=game, second=AGENTS[game], lang=language)
    match = Match(room, known, language)
    match.run(play)
    end = room.status.inner_text()
    room.page.reload()
    expect(room.status).to_have_text(end)
