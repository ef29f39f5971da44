"""Standings of a large round: ratings and intervals from all its games."""

from collections.abc import Iterator
from random import Random

from bench.clock import cpu_seconds_once
from bench.rows import SECONDS, Row, must_agree
from tablero.arena.rounds.entrants import ByText, Entrant
from tablero.arena.standings.ranking import standings
from tablero.match.elo import score_of
from tablero.match.record import Record
from tablero.match.referee import Reason

PLAYERS, REFERENCES, OPENINGS = 100, 5, 20
WANTED = 5.0
SPREAD, FIRST_MOVE = 140.0, 35.0
"""Elo: the standard deviation of the players' strengths, and the advantage of the first move."""


def measure() -> Iterator[Row]:
    """Yield the CPU time from the records to the whole table, against the target."""
    players = [
        Entrant(f"p{number}", f"player {number}", number < REFERENCES, ByText("random"))
        for number in range(PLAYERS)
    ]
    games = list(_round(players))
    seconds, found = cpu_seconds_once(lambda: standings(players, games))
    must_agree("games", sum(row.score.games for row in found.rows), 2 * len(games))
    details = {"players": PLAYERS, "games": len(games)}
    name = "standings of {players} players, {games} games"
    yield Row(name, seconds, "wanted", WANTED, SECONDS, 1, details)


def _round(players: list[Entrant]) -> Iterator[Record]:
    """Yield random results of a round robin between players of different strengths."""
    generator = Random(1)
    strength = {player.id: generator.gauss(0, SPREAD) for player in players}
    for one in strength:
        for other in strength:
            expected = score_of(strength[one] - strength[other] + FIRST_MOVE)
            for opening in range(1, OPENINGS + 1) if one != other else ():
                winner, margin = (1, 2) if generator.random() < expected else (2, -2)
                yield Record(
                    "mancala11",
                    "start",
                    one,
                    other,
                    [],
                    winner,
                    margin,
                    Reason.WON,
                    number=opening,
                )
