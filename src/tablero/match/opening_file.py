"""Files of openings: a position, or the moves of an opening, in every line."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablero.errors import NotationError, OptionError, TableroError, system_reason
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.openings import Drawing, Opening
from tablero.position import ONGOING

MOVES = "moves"
"""The word between a position and the moves that follow it."""

COMMENT = "#"
"""The beginning of lines that are skipped, as blank lines are."""


@dataclass(frozen=True)
class ListedOpenings:
    """The openings of a file, in their order.

    path: the file.
    lines: its lines; processes on other machines do not have the file.
    """

    path: str
    lines: tuple[str, ...]
    plies = 0
    """The plies that are drawn at random."""

    @classmethod
    def in_file(cls, path: str) -> "ListedOpenings":
        """Read the file. Raise OptionError if that fails."""
        try:
            text = Path(path).read_text(encoding="utf-8", errors="replace")
        except (OSError, ValueError) as error:
            message = _("cannot read {path!r}: {reason}")
            raise OptionError(message.format(path=path, reason=system_reason(error))) from None
        return cls(path, tuple(text.splitlines()))

    def __str__(self) -> str:
        """Return the value of the option `--openings`."""
        return self.path

    def draw(self, game: Game, seed: int) -> "ListedDrawing":
        """Return the openings. Raise OptionError for a line that is no opening of this game."""
        starts, lines = [], []
        for number, line in enumerate(self.lines, 1):
            if line.strip() and not line.lstrip().startswith(COMMENT):
                try:
                    start, moves = parse_opening(game, line.strip())
                except TableroError as error:
                    message = _("{path}, line {line}: {reason}")
                    values = {"path": self.path, "line": number, "reason": error}
                    raise OptionError(message.format(**values)) from None
                starts.append(start)
                lines.append(moves)
        if not lines:
            raise OptionError(_("{path} has no openings").format(path=self.path))
        return ListedDrawing(starts, lines)


class ListedDrawing(Drawing):
    """The openings of a file, which may begin in different positions."""

    are_alike = False

    def __init__(self, starts: list[Any], openings: list[Opening]) -> None:
        super().__init__(None, iter(openings), max(map(len, openings)))
        self._starts = starts

    def start_at(self, place: int) -> Any:
        return self._starts[place % len(self._starts)]


def parse_opening(game: Game, line: str) -> tuple[Any, Opening]:
    """Return the position in which an opening begins, and its moves.

    A line is a position; or the names of moves from the initial position on; or both, with the
    word `moves` between them. Raise TableroError for any other line.
    """
    words = line.split()
    if MOVES in words:
        cut = words.index(MOVES)
        start, names = game.read(" ".join(words[:cut])), words[cut + 1 :]
    else:
        try:
            start, names = game.read(line), []
        except TableroError as error:
            return game.start, _moves_alone(game, words, error)
    return start, _unfinished(game, start, names)


def _moves_alone(game: Game, names: list[str], not_a_position: TableroError) -> Opening:
    """Return the moves from the initial position on. Raise NotationError if one is not legal."""
    try:
        return _unfinished(game, game.start, names)
    except TableroError as error:
        message = _("no position: {position}; and no moves: {moves}")
        raise NotationError(message.format(position=not_a_position, moves=error)) from None


def _unfinished(game: Game, position: Any, names: list[str]) -> Opening:
    """Return the moves with these names. Raise TableroError if the game is over after them."""
    moves = []
    for name in names:
        moves.append(game.parse_move(position, name))
        position = position.play(moves[-1])
    if position.outcome() != ONGOING:
        raise NotationError(_("the game is over after the opening"))
    return tuple(moves)
