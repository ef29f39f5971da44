"""Lines exchanged with a player's program; docs/protocol.md describes them for its author."""

import re
from typing import Any

from tablero.agents.agent import RESIGN, Choice, Limits, TimeIsUp
from tablero.errors import NotationError, OutsideError
from tablero.games.game import Game
from tablero.locale import _
from tablero.options import convert
from tablero.position import Move, Side
from tablero.search.run import Result

VERSION = 1
READY, RESIGNS, NO_MOVE_YET, FAILS = "ready", "resign", "timeout", "error"
SIDES = "first", "second"
MAX_LINE_MOVES = 30
"""Maximum number of moves in a principal variation that is sent."""

LIMITS = {"depth": int, "nodes": int, "time": float}

_MOVE = re.compile(
    r"move (?P<name>.+?)(?: score (?P<score>[+-]?[0-9]{1,9})"
    r"(?: depth (?P<depth>[0-9]{1,4}) nodes (?P<nodes>[0-9]{1,15})"
    r" seconds (?P<seconds>[0-9]{1,9}(?:\.[0-9]{1,9})?) line (?P<line>.+))?)?"
)


def introduction(game: Game, side: Side) -> list[str]:
    """Return the lines that a program receives before it must be ready."""
    return [f"tablero {VERSION}", f"game {game}", f"side {SIDES[side]}"]


def move_request(game: Game, position: object, limits: Limits) -> list[str]:
    """Return the lines that ask for a move."""
    lines = [
        f"position {game.write(position) or 'start'}",
        f"legal {' '.join(game.move_names(position))}",
        f"limits {limits_text(limits)}",
        "choose",
    ]
    return [line.rstrip() for line in lines]


def limits_text(limits: Limits) -> str:
    """Return the limits that are set, as a text; `parse_limits` parses it."""
    values = limits.depth, limits.nodes, limits.seconds
    fields = zip(LIMITS, values, strict=True)
    return " ".join(f"{name}={value}" for name, value in fields if value is not None)


def parse_limits(text: str) -> Limits:
    fields = convert(dict(part.split("=") for part in text.split()), LIMITS)
    return Limits(fields.get("depth"), fields.get("nodes"), fields.get("time"))


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
    move = game.parse_move(position, fields["name"])
    if fields["score"] is None:
        return Choice(move)
    score = int(fields["score"])
    if fields["line"] is None:
        return Choice(move, score)
    counted: dict[str, int | float] = {
        "evaluated": int(fields["nodes"]),
        "seconds": float(fields["seconds"]),
    }
    line = _parse_line(fields["line"], game, position)
    if line[:1] != [move]:
        message = _("the line {line!r} does not begin with the move {move!r}")
        raise NotationError(message.format(line=fields["line"], move=fields["name"]))
    found = Result(score, line, int(fields["depth"]), False, counted)
    return Choice(move, score, statistics=counted, trace=[found])


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
