"""The lines that a program and we exchange; docs/protocol.md tells them to its author."""

import re

from tablero.agents.agent import RESIGN, Choice, Limits, TimeIsUp
from tablero.errors import NotationError, OutsideError
from tablero.games.game import Game
from tablero.games.options import convert
from tablero.locale import _
from tablero.position import Side

VERSION = 1
READY, RESIGNS, NO_MOVE_YET, FAILS = "ready", "resign", "timeout", "error"
SIDES = "first", "second"
GIVEN = "position", "moves", "game", "side", "seconds", "limits"
"""What the function `choose` of a player's file may ask for, by these names."""

LIMITS = {"depth": int, "nodes": int, "time": float}

_MOVE = re.compile(r"move (?P<name>.+?)(?: score (?P<score>[+-]?[0-9]{1,9}))?")


def introduction(game: Game, side: Side) -> list[str]:
    """What a program has to know before it is ready."""
    return [f"tablero {VERSION}", f"game {game}", f"side {SIDES[side]}"]


def question(game: Game, position: object, limits: Limits) -> list[str]:
    """Which move?"""
    lines = [
        f"position {game.write(position) or 'start'}",
        f"legal {' '.join(game.move_names(position))}",
        f"limits {limits_text(limits)}",
        "choose",
    ]
    return [line.rstrip() for line in lines]


def limits_text(limits: Limits) -> str:
    """Those limits that there are; `parse_limits` reads them."""
    values = limits.depth, limits.nodes, limits.seconds
    told = zip(LIMITS, values, strict=True)
    return " ".join(f"{name}={value}" for name, value in told if value is not None)


def parse_limits(text: str) -> Limits:
    told = convert(dict(part.split("=") for part in text.split()), LIMITS)
    return Limits(told.get("depth"), told.get("nodes"), told.get("time"))


def check_ready(answer: str, program: str) -> None:
    """Raise OutsideError for any answer to the introduction but that it is ready."""
    _check_failure(answer)
    if answer != READY:
        message = _("{program}: {answer!r} is no answer, expected ready")
        raise OutsideError(message.format(program=program, answer=answer))


def _check_failure(answer: str) -> None:
    """Raise OutsideError if a program says that it has failed."""
    word, _blank, detail = answer.partition(" ")
    if word == FAILS:
        raise OutsideError(detail or _("it says that it has failed"))


def parse_answer(answer: str, game: Game, position: object) -> Choice:
    """The move that a program has chosen.

    Raises IllegalMove, NotationError, TimeIsUp if it says that it has none yet, and OutsideError
    if it says that it has failed.
    """
    if answer == RESIGNS:
        return Choice(RESIGN)
    if answer == NO_MOVE_YET:
        raise TimeIsUp(_("no move within the limits"))
    _check_failure(answer)
    told = _MOVE.fullmatch(answer)
    if not told:
        message = _("{answer!r} is no answer, expected move and its name")
        raise NotationError(message.format(answer=answer))
    score = None if told["score"] is None else int(told["score"])
    return Choice(game.parse_move(position, told["name"]), score)


def answer_text(name: str, score: int | None = None) -> str:
    """The answer that chooses the move of this name; `parse_answer` reads it."""
    return f"move {name}" if score is None else f"move {name} score {score}"
