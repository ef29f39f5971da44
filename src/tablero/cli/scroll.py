"""The positions of a recorded game, each with the move that led to it."""

from collections.abc import Iterator
from itertools import groupby

import click

import tablero.games as games
from tablero.cli.common import terminal_paint
from tablero.cli.ending import called, pairing, result
from tablero.cli.last_seed import last_seed_line
from tablero.cli.prompt import Leave, read_line
from tablero.locale import _, in_every_language, mark
from tablero.match.record import Record, positions
from tablero.position import FIRST, SECOND

BACK, QUIT = mark("back"), mark("quit")


class Scroll:
    """A recorded game. Position N is the one after N moves, so that 0 is the start."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = games.load(record.game)
        self.positions = [position for position, _move in positions(record)]
        self.agents = record.first, record.second
        self.paint = terminal_paint()

    @property
    def last(self) -> int:
        return len(self.record.moves)

    def header(self) -> str:
        return pairing(self.record.game, self.agents)

    def footer(self) -> str:
        record = self.record
        winner = record.winner - 1 if record.winner else None
        return result(self.agents, winner, record.margin, record.reason, record.detail)

    def texts(self) -> list[str]:
        """Return every position in the notation of the game."""
        return [self.game.write(position) for position in self.positions]

    def show(self, number: int) -> None:
        """Print a move and the board after it; for 0, the board at the start."""
        if number:
            message = _("move {number}, {player}: {move}")
            before, move = self.positions[number - 1], self.record.moves[number - 1]
            player = called(before.turn(), self.agents)
            click.echo(message.format(number=number, player=player, move=move))
            line = last_seed_line(self.game, before, self.game.parse_move(before, move))
            if line:
                click.echo(line)
        click.echo("\n" + self.game.draw(self.positions[number], self.paint) + "\n")

    def move_list(self) -> Iterator[str]:
        """Yield one line for each turn of the first player and the other's turn after it."""
        moved = zip(self.positions, self.record.moves, strict=False)
        turns = [
            (side, " ".join(name for _position, name in moves))
            for side, moves in groupby(moved, lambda pair: pair[0].turn())
        ]
        if turns and turns[0][0] == SECOND:
            turns.insert(0, (FIRST, "…"))
        words = [text for _side, text in turns] + [""] * (len(turns) % 2)
        width = max(map(len, words[::2]), default=0)
        for number, (first, second) in enumerate(zip(words[::2], words[1::2], strict=True), 1):
            yield f"{number:>4}. {first:<{width}}  {second}".rstrip()

    def walk(self) -> None:
        """Show the positions that the user selects, until the last one or until the user quits."""
        number = 0
        self.show(number)
        try:
            while number < self.last:
                number = self._turned(number)
        except Leave:
            pass

    def _turned(self, number: int) -> int:
        """Ask for the next position, show it and return its number. Raise Leave to quit."""
        keys = _("Enter: next, b: back, number: that move, q: quit")
        question = _("{number} of {last} ({keys}): ")
        answer = read_line(question.format(number=number, last=self.last, keys=keys)).lower()
        if answer and _means(answer, QUIT):
            raise Leave
        if answer.isdecimal() and len(answer) < 9 and int(answer) <= self.last:
            number = int(answer)
        elif not answer:
            number += 1
        elif _means(answer, BACK):
            number = max(0, number - 1)
        else:
            message = _(
                "{answer!r} is not one of these: Enter, b, q, or a number from 0 to {last}"
            )
            click.echo(message.format(answer=answer, last=self.last))
            return number
        self.show(number)
        return number


def _means(answer: str, word: str) -> bool:
    """Return whether the answer is this word, or a prefix of it, in any language."""
    return any(form.startswith(answer) for form in in_every_language(word))
