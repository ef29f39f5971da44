"""Lines exchanged with a player's program; docs/protocol.md describes them for its author."""

import re
from typing import Any

from tablero.agents.agent import RESIGN, Choice, Clock, Limits, TimeIsUp
from tablero.agents.child import Child
from tablero.errors import NotationError, OutsideError, TableroError
from tablero.games.game import Game
from tablero.locale import _
from tablero.options import convert
from tablero.position import FIRST, Move, Side
from tablero.search.run import Result

VERSION = 1
READY, RESIGNS, NO_MOVE_YET, FAILS = "ready", "resign", "timeout", "error"
SIDES = "first", "second"
MAX_LINE_MOVES = 30
"""Maximum number of moves in a principal variation that is sent."""

LIMITS = {"depth": int, "nodes": int, "time": float}
CLOCK = {"clock": float, "opponent": float, "increment": float}
"""Names and types of the limits of a move, and of the clock of a game: seconds that the player and
its opponent have left, and seconds that each gets after a move."""

_MOVE = re.compile(
    r"move (?P<name>.+?)(?: score (?P<score>[+-]?[0-9]{1,9}))?"
    r"(?: depth (?P<depth>[0-9]{1,4}))?(?: nodes (?P<nodes>[0-9]{1,15}))?"
    r"(?: seconds (?P<seconds>[0-9]{1,9}(?:\.[0-9]{1,9})?))?(?: line (?P<line>.+))?"
)


class LineProtocol:
    """The dialogue with a program that speaks this protocol."""

    may_write = False

    def __init__(self, game: Game, side: Side) -> None:
        self.game, self.side = game, side

    def introduce(self, child: Child, program: str, seconds: float) -> None:
        try:
            answer = child.ask(*introduction(self.game, self.side), seconds=seconds)
        except TableroError as error:
            raise OutsideError(f"{program}: {error}") from None
        check_ready(answer, program)

    def begin(self, child: Child, seed: int) -> None:
        child.send(f"begin {seed}")

    def choose(
        self, child: Child, position: Any, limits: Limits, seconds: float, grace: float = 0.0
    ) -> Choice:
        request = move_request(self.game, position, limits)
        return parse_answer(child.ask(*request, seconds=seconds, grace=grace), self.game, position)


def introduction(game: Game, side: Side) -> list[str]:
    """Return the lines that a program receives before it must be ready."""
    return [f"tablero {VERSION}", f"game {game}", f"side {SIDES[side]}"]


def move_request(game: Game, position: Any, limits: Limits) -> list[str]:
    """Return the lines that ask for a move."""
    lines = [
        f"position {game.write(position) or 'start'}",
        f"legal {' '.join(game.move_names(position))}",
        f"limits {limits_text(limits, position.turn())}",
        "choose",
    ]
    return [line.rstrip() for line in lines]


def limits_text(limits: Limits, side: Side) -> str:
    """Return the limits that are set for a move of this side; `parse_limits` parses the text."""
    values: dict[str, float | None] = dict(
        zip(LIMITS, (limits.depth, limits.nodes, limits.seconds), strict=True)
    )
    if clock := limits.clock:
        own, other = (max(0.0, clock.remaining[each]) for each in (side, 1 - side))
        values |= zip(CLOCK, (own, other, clock.increment), strict=True)
    return " ".join(f"{name}={value}" for name, value in values.items() if value is not None)


def parse_limits(text: str, side: Side) -> Limits:
    fields = convert(dict(part.split("=") for part in text.split()), LIMITS | CLOCK)
    clock = None
    if CLOCK.keys() <= fields.keys():
        own, other, increment = (fields[name] for name in CLOCK)
        clock = Clock((own, other) if side == FIRST else (other, own), increment)
    return Limits(fields.get("depth"), fields.get("nodes"), fields.get("time"), clock)


def check_ready(answer: str, program: str) -> None:
    """Raise OutsideError if the answer to the introduction is not `ready`."""
    _check_failure(answer)
    if answer != READY:
        message = _("{program}: {answer!r} is not a valid answer, expected ready")
        raise OutsideError(message.format(program=program, answer=answer))


def _check_failure(answer: str) -> None:
    """Raise OutsideError if the answer is `error`."""
    word, _blank, detail = answer.partition(" ")
    if word == FAILS:
        raise OutsideError(detail or _("it reported a failure"))


def parse_answer(answer: str, game: Game, position: object) -> Choice:
    """Return the move that a program has chosen.

    Raise IllegalMove, NotationError, TimeIsUp if the answer is `timeout`, and OutsideError if it
    is `error`.
    """
    if answer == RESIGNS:
        return Choice(RESIGN)
    if answer == NO_MOVE_YET:
        raise TimeIsUp(_("no move within the limits"))
    _check_failure(answer)
    fields = _MOVE.fullmatch(answer)
    if not fields:
        message = _("{answer!r} is not a valid answer, expected move and its name")
        raise NotationError(message.format(answer=answer))
    move, line = game.parse_move(position, fields["name"]), fields["line"]
    moves = [move] if line is None else _parse_line(line, game, position)
    if moves[:1] != [move]:
        message = _("the line {line!r} does not begin with the move {move!r}")
        raise NotationError(message.format(line=line, move=fields["name"]))
    numbers = {name: fields[name] for name in ("score", "depth", "nodes", "seconds")}
    return choice_of(
        moves, **{name: None if text is None else float(text) for name, text in numbers.items()}
    )


def choice_of(
    line: list[Move],
    score: float | None,
    depth: float | None,
    nodes: float | None,
    seconds: float | None,
) -> Choice:
    """Return the choice of the first move of a line, with what the program has said of its search.

    It has a trace only if score and depth are known.
    """
    known = {"evaluated": None if nodes is None else int(nodes), "seconds": seconds}
    counted = {name: value for name, value in known.items() if value is not None}
    if score is None:
        return Choice(line[0], statistics=counted)
    if depth is None:
        return Choice(line[0], int(score), statistics=counted)
    found = Result(int(score), line, int(depth), False, counted)
    return Choice(line[0], int(score), statistics=counted, trace=[found])


def _parse_line(names: str, game: Game, position: Any) -> list[Move]:
    """Return the moves with these names, played one after the other. Raise IllegalMove."""
    moves = []
    for name in names.split():
        moves.append(game.parse_move(position, name))
        position = position.play(moves[-1])
    return moves


def answer_text(name: str, score: int | None = None) -> str:
    """Return the answer that chooses the move with this name; `parse_answer` parses it."""
    return f"move {name}" if score is None else f"move {name} score {score}"


def result_text(game: Game, position: Any, result: Result) -> str:
    """Return the answer of a search, with its result; `parse_answer` parses it."""
    names = game.line_names(position, result.line[:MAX_LINE_MOVES])
    nodes, seconds = result.statistics["evaluated"], result.statistics["seconds"]
    fields = f"depth {result.depth} nodes {nodes} seconds {seconds:.6f} line {' '.join(names)}"
    return f"{answer_text(names[0], result.score)} {fields}"
