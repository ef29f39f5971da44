"""What a check of a game finds: kinds of findings, and their sentences."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from tablero.locale import _, mark


class Law(StrEnum):
    """The kinds of findings, by the law that is violated."""

    LOAD = "load"
    NAME = "name"
    RAISES = "raises"
    WRONG_ANSWER = "wrong answer"
    OUTCOME_RANGE = "outcome range"
    NO_MOVES = "no moves"
    DUPLICATE_MOVES = "duplicate moves"
    MOVE_ORDER = "move order"
    INCONSISTENT = "inconsistent"
    SAME_POSITION = "same position"
    PROMISING = "promising"
    FIRST_TURN = "first turn"
    SAME_TURN = "same turn"
    OUTCOME_SIGN = "outcome sign"
    ENDLESS = "endless"
    BOUNDS = "bounds"
    KEY = "key"
    READ_BACK = "read back"
    MOVE_NAME = "move name"
    DRAWING = "drawing"
    COMPILATION = "compilation"
    MACHINE_CODE = "machine code"
    SPEEDS = "speeds"
    THEORY = "theory"
    SOLVER = "solver"
    VALUE_RANGE = "value range"
    SPAN = "span"
    STUDENT_BOARD = "student board"
    PAGE_VIEW = "page view"


SENTENCES = {
    Law.LOAD: mark("{reason}"),
    Law.NAME: mark("the name {name!r} is not one word of letters, digits, - and _"),
    Law.RAISES: mark("{method} fails: {reason}"),
    Law.WRONG_ANSWER: mark("{method} must return {expected}, not {answer}"),
    Law.OUTCOME_RANGE: mark("outcome must return ONGOING or a margin less than it, not {answer}"),
    Law.NO_MOVES: mark("moves yields nothing, but the game is not over"),
    Law.DUPLICATE_MOVES: mark("moves yields {move} more than once"),
    Law.MOVE_ORDER: mark("moves yields {first}, and asked again {second}"),
    Law.INCONSISTENT: mark("{method} returns {first}, and asked again {second}"),
    Law.SAME_POSITION: mark("play({move}) leads to the same position"),
    Law.PROMISING: mark("promising yields {first}, but moves yields {second}"),
    Law.FIRST_TURN: mark("turn must return 0 in the initial position, not {answer}"),
    Law.SAME_TURN: mark("turn is {side} in all positions of {games} games: one side never moves"),
    Law.OUTCOME_SIGN: mark(
        "in all {games} games with a winner, the last move lost: if it should win, outcome must "
        "be below 0, as the side to move has lost"
    ),
    Law.ENDLESS: mark("a random game is not over after {plies} moves"),
    Law.BOUNDS: mark("bounds promises {least} to {most}, but a game ends with {margin}"),
    Law.KEY: mark("key is {key} here, and also in {other}, which is another position"),
    Law.READ_BACK: mark("read({text!r}) returns {other}, but write returned this text for {own}"),
    Law.MOVE_NAME: mark("parse_move({name!r}) returns {other}, but this is a name of move {move}"),
    Law.DRAWING: mark("draw returns {line!r}, a line with trailing blanks or control characters"),
    Law.COMPILATION: mark("{reason}"),
    Law.MACHINE_CODE: mark("compiled, the rules fail where Python does not: {reason}"),
    Law.SPEEDS: mark("{method} returns {interpreted} interpreted, and {compiled} compiled"),
    Law.THEORY: mark("theory returns {answer}, but an exhaustive search finds {score}"),
    Law.SOLVER: mark("{method} of the solver returns {answer}, but the exact score is {score}"),
    Law.VALUE_RANGE: mark("value of {evaluation} is {answer}; searches clip it to {limit}"),
    Law.SPAN: mark("span of {evaluation} promises {low} to {high}, but a score is {score}"),
    Law.STUDENT_BOARD: mark("the student board says {answer} of {property}, the game {own}"),
    Law.PAGE_VIEW: mark("{method} of page_view must return a dict of plain JSON values"),
}
"""The sentence of each kind; the names in braces are the facts of a finding."""

WARNINGS = frozenset({Law.OUTCOME_SIGN, Law.VALUE_RANGE, Law.NAME})
"""Kinds that may be as the author wants it; they do not fail the check."""


class Visit(NamedTuple):
    """A position of a random game.

    moves: the moves that lead to it from the initial position.
    """

    position: Any
    moves: tuple[int, ...] = ()


class Violation(NamedTuple):
    """A finding before it has a text and a line.

    owner: the class whose method is at fault.
    facts: the values in the sentence of its kind.
    line: the line of the user's file, if it is not the one where the method begins.
    """

    kind: Law
    owner: Any
    method: str
    visit: Visit | None
    facts: Mapping[str, Any]
    line: int | None = None


class Broken(Exception):
    """A method of the user's code failed, so that this game cannot be continued."""

    def __init__(self, problem: Violation) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True)
class GameFinding:
    """Something that is wrong with a game.

    game: the text that names the game.
    file: the user's file; the name of the game if it is not in a file.
    line: the line of the file, if it is known.
    method: the method at fault; "" if it is none.
    position: the text of the position, as `tablero show` reads it; "" if there is none.
    moves: the names of the moves that lead there from the initial position.
    """

    kind: Law
    game: str
    file: str
    line: int | None = None
    method: str = ""
    position: str = ""
    moves: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_warning(self) -> bool:
        return self.kind in WARNINGS

    @property
    def text(self) -> str:
        """The sentence of the finding, with file and line, in the current language."""
        sentence = _(SENTENCES[self.kind]).format(**self.facts)
        if self.kind in (Law.LOAD, Law.COMPILATION):  # The reason names the place.
            return sentence
        place = self.file
        if self.line is not None:
            place = _("{file}, line {line}").format(file=self.file, line=self.line)
        return f"{place}: {sentence}"

    @property
    def command(self) -> str:
        """The command that shows the finding."""
        if self.kind is Law.LOAD:
            return shlex.join(["tablero", "show", self.game])
        if self.kind in (Law.COMPILATION, Law.MACHINE_CODE, Law.SPEEDS):
            return shlex.join(["tablero", "check-game", self.game])
        words = [self.position] if self.position else ["--play", *self.moves] if self.moves else []
        return shlex.join(["tablero", "show", self.game, *words])
