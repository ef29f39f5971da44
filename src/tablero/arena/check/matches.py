"""Games against the shipped players, from random openings, starting and not."""

import math
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tablero import agents
from tablero.agents.agent import Player
from tablero.agents.random_generator import derive
from tablero.arena.check.case import Case, at_line
from tablero.arena.check.findings import Finding, Going, Kind, Report, Stage
from tablero.arena.sandbox.players import CellPlayer, GameVoid
from tablero.limits import Between
from tablero.locale import _
from tablero.match.elo import Estimate, estimate
from tablero.match.messages import reason_names
from tablero.match.openings import Opening, Openings
from tablero.match.referee import Played, Reason, play_game
from tablero.options import parse_call
from tablero.position import FIRST, SECOND, Side

SHIPPED = ("random", "regular", "good")
PATIENCE = 3
"""So often a game that our own sandbox has spoilt is played again."""

FAULTS = {Reason.ILLEGAL: "illegal move", Reason.CRASH: "error", Reason.TIMEOUT: "time"}
"""Ways to lose that disqualify, and the rules that they break."""


@dataclass(frozen=True)
class Numbered:
    """Which game a number stands for. side: the file's."""

    number: int
    opponent: str
    opening: int
    side: Side


@dataclass
class Score:
    """Half points against one opponent: those of each side, in the order of openings."""

    opponent: str
    halves: dict[Side, list[int]] = field(default_factory=lambda: {FIRST: [], SECOND: []})

    @property
    def games(self) -> int:
        return sum(map(len, self.halves.values()))

    @property
    def points(self) -> float:
        return sum(map(sum, self.halves.values())) / 2

    def estimate(self) -> Estimate:
        """By pairs of games from the same opening."""
        pairs = [0] * 5
        for both in zip(self.halves[FIRST], self.halves[SECOND], strict=True):
            pairs[sum(both)] += 1
        return estimate(pairs)


class Matches:
    """All games of a check: a number for each, so that one can be played again alone."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.size = case.terms.games // 2 * 2
        """Games against each opponent, an even number."""

    @cached_property
    def opponents(self) -> list[str]:
        """The shipped players that know the game, and whoever decides about the entry."""
        known = [name for name in SHIPPED if name in agents.names(self.case.game)]
        entry = self.case.terms.entry
        return known if not entry or entry in known else [*known, entry]

    @cached_property
    def openings(self) -> list[Opening]:
        drawing = Openings(self.case.terms.plies).draw(self.case.game, self.case.terms.seed)
        return [drawing.at(place) for place in range(self.size // 2)]

    @property
    def total(self) -> int:
        return self.size * len(self.opponents)

    def game(self, number: int) -> Numbered:
        """From 1 on: opponent by opponent, opening by opening, first started, then not."""
        opponent, place = divmod(number - 1, self.size)
        return Numbered(number, self.opponents[opponent], place // 2, place % 2)

    def seat(self, side: Side) -> CellPlayer:
        return self.case.player(side)

    def play(self, game: Numbered, player: CellPlayer, rival: Player) -> Played:
        """One game. Who loses it by the clock has lost if it happens again."""
        played = self._once(game, player, rival)
        if self.is_fault(game, played) and played.reason is Reason.TIMEOUT:
            played = self._once(game, player, rival)
        return played

    def _once(self, game: Numbered, player: CellPlayer, rival: Player) -> Played:
        seats = (player, rival) if game.side == FIRST else (rival, player)
        opening = self.openings[game.opening]
        for attempt in range(1, PATIENCE + 1):
            for side, each in enumerate(seats):
                each.begin(derive(self.case.terms.seed, game.number, side))
            try:
                return play_game(self.case.game, seats, self.case.game.start, opening)
            except GameVoid as void:
                if attempt == PATIENCE:
                    raise void.cause from None
        raise AssertionError("the last attempt decides")

    def is_fault(self, game: Numbered, played: Played) -> bool:
        """Did the file lose by a fault of its own?"""
        return played.winner == 1 - game.side and played.reason in FAULTS

    def finding(self, game: Numbered, played: Played, player: CellPlayer) -> Finding:
        """Where the file went wrong."""
        position = last_position(self.case, played)
        words = "--games", self.case.terms.games, "--game", game.number
        if player.fault:
            return self.case.blame(player.fault, position, *words)
        rule = FAULTS[played.reason]
        return self.case.finding(
            Kind.DISQUALIFIED, rule, played.detail, self.case.line, position, *words
        )


def play_all(case: Case, scores: list[Score]) -> Generator[Going, None, Report]:
    """The stage; `scores` gets one for each opponent."""
    matches = Matches(case)
    seats = {side: matches.seat(side) for side in (FIRST, SECOND)}
    try:
        for number in range(1, matches.total + 1):
            game = matches.game(number)
            if game.opening == 0 and game.side == FIRST:
                scores.append(Score(game.opponent))
                rivals = _rivals(case, game.opponent)
            played = matches.play(game, seats[game.side], rivals[1 - game.side])
            if matches.is_fault(game, played):
                return _failed(game, played, matches.finding(game, played, seats[game.side]))
            halves = 1 if played.winner is None else 2 * (played.winner == game.side)
            scores[-1].halves[game.side].append(halves)
            yield Going(Stage.GAMES, number, matches.total)
    finally:
        for seat in seats.values():
            seat.close()
    facts = {score.opponent: _facts(score) for score in scores}
    return Report(Stage.GAMES, True, tuple(map(_line, scores)), (), facts)


def play_one(case: Case, number: int) -> Generator[Going, None, Report]:
    """The stage, if one game alone is to be seen. Raises OptionError if there is none."""
    matches = Matches(case)
    Between(1, matches.total).check("game", number)
    game = matches.game(number)
    player, rival = case.player(game.side), _rivals(case, game.opponent)[1 - game.side]
    try:
        played = matches.play(game, player, rival)
    finally:
        player.close()
    yield Going(Stage.GAMES, 1, 1)
    if matches.is_fault(game, played):
        failed = _failed(game, played, matches.finding(game, played, player))
        return replace(failed, told=(*failed.told, *_moves(case, played)))
    message = _("game {number}, {seat}, against {opponent}: {result}")
    result = _("drawn") if played.winner is None else _("lost")
    told = message.format(
        number=number,
        seat=_("starting") if game.side == FIRST else _("not starting"),
        opponent=game.opponent,
        result=_("won") if played.winner == game.side else result,
    )
    return Report(Stage.GAMES, True, (told, *_moves(case, played)), (), {"game": number})


def _moves(case: Case, played: Played) -> list[str]:
    """The game as `tablero show GAME --play` takes it, and the last board."""
    names = case.game.line_names(case.game.start, played.moves)
    told = _("moves played: {moves}").format(moves=" ".join(names))
    return [told, *case.game.draw(last_position(case, played)).splitlines()]


def last_position(case: Case, played: Played) -> Any:
    """Where a game ended."""
    position = case.game.start
    for move in played.moves:
        position = position.play(move)
    return position


def _rivals(case: Case, opponent: str) -> tuple[Player, Player]:
    agent = agents.load(opponent)
    return agent.seat(case.game, FIRST), agent.seat(case.game, SECOND)


def _failed(game: Numbered, played: Played, finding: Finding) -> Report:
    message = _("game {number}, against {opponent}: {reason}: {what}")
    told = message.format(
        number=game.number,
        opponent=game.opponent,
        reason=reason_names()[played.reason],
        what=at_line(finding.line, finding.what),
    )
    return Report(Stage.GAMES, False, (told,), (finding,), {"game": game.number})


def _facts(score: Score) -> dict[str, Any]:
    found = score.estimate()
    return {
        "games": score.games,
        "points": score.points,
        "points_starting": sum(score.halves[FIRST]) / 2,
        "points_not_starting": sum(score.halves[SECOND]) / 2,
        "elo": _finite(found.elo),
        "elo_low": _finite(found.low),
        "elo_high": _finite(found.high),
    }


def _finite(elo: float) -> float | None:
    """JSON knows no infinities."""
    return elo if math.isfinite(elo) else None


def _line(score: Score) -> str:
    message = _(
        "against {opponent}: {points:g} of {games} points, Elo {elo:+.0f}, with 95 % between "
        "{low:+.0f} and {high:+.0f}"
    )
    found = score.estimate()
    return message.format(
        opponent=score.opponent,
        points=score.points,
        games=score.games,
        elo=found.elo,
        low=found.low,
        high=found.high,
    )


def is_entry(opponent: str, entry: str) -> bool:
    """Is this the one whom a player must do as well as?"""
    return bool(entry) and parse_call(opponent) == parse_call(entry)
