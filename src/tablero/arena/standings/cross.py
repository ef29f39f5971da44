"""The raw cross table."""

from dataclasses import dataclass
from typing import Any

from tablero.arena.standings.counts import Score
from tablero.arena.standings.ranking import Standings


@dataclass(frozen=True)
class Cell:
    """What the player of a row has done against that of a column.

    started, answered -- by who made the first move
    """

    started: Score
    answered: Score

    @property
    def score(self) -> Score:
        return self.started + self.answered

    def record(self) -> dict[str, Any]:
        return {
            "points": self.score.points,
            "games": self.score.games,
            "score": str(self.score),
            "started": str(self.started),
            "answered": str(self.answered),
        }


def cross_table(found: Standings) -> list[list[Cell | None]]:
    """Rows and columns in the order of the standings; nobody meets himself."""
    ids = [row.id for row in found.rows]
    return [
        [None if one == other else Cell(*found.counts.seated(one, other)) for other in ids]
        for one in ids
    ]


def cross_records(found: Standings) -> list[dict[str, Any]]:
    """The same for programs, by alias."""
    aliases = [row.alias for row in found.rows]
    return [
        {
            "alias": alias,
            "against": {
                other: cell.record()
                for other, cell in zip(aliases, cells, strict=True)
                if cell is not None
            },
        }
        for alias, cells in zip(aliases, cross_table(found), strict=True)
    ]
