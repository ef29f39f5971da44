"""A recorded game, unrolled: every position, and the move that led there."""

from collections.abc import Iterator
from itertools import groupby

import click

from tablero import games
from tablero.cli.common import terminal_paint
from tablero.cli.ending import called, pairing, result
from tablero.cli.prompt import Leave, read_line
from tablero.locale import _, in_every_language, mark
from tablero.match.record import Record, positions
from tablero.position import FIRST, SECOND

BACK, QUIT = mark("back"), mark("quit")


class Scroll:
    """Positions are numbered by the moves that led to them, from 0 on."""

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
        """Every position, as the game writes it."""
        return [self.game.write(position) for position in self.positions]

    def show(self, number: int) -> None:
        """The move, and the board after it."""
        if number:
            message = _("move {number}, {player}: {move}")
            player = called(self.positions[number - 1].turn(), self.agents)
            move = self.record.moves[number - 1]
            click.echo(message.format(number=number, player=player, move=move))
        click.echo("\n" + self.game.draw(self.positions[number], self.paint) + "\n")

    def move_list(self) -> Iterator[str]:
        """A line for the first player's moves, up to those of the second that follow them."""
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
        """Let somebody turn the pages, until he has seen the last one or enough."""
        number = 0
        self.show(number)
        try:
            while number < self.last:
                number = self._turned(number)
        except Leave:
            pass

    def _turned(self, number: int) -> int:
        """Where to go from here; raises Leave."""
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
            message = _("{answer!r} is none of these: Enter, b, q, or a number from 0 to {last}")
            click.echo(message.format(answer=answer, last=self.last))
            return number
        self.show(number)
        return number


def _means(answer: str, word: str) -> bool:
    """Is it this word in any language, or its beginning?"""
    return any(form.startswith(answer) for form in in_every_language(word))
