"""The result of a match."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from tablero.match.batch import Batch
from tablero.match.messages import interval_warnings, match_warnings, openings_of
from tablero.match.referee import Reason
from tablero.position import FIRST, SECOND

WIDTH, HEIGHT, MARGIN = 420, 92, 12
"""Size of the picture of a match, in pixels, and the width of its margins."""

BARS = {"wins": "#2a7f4f", "draws": "#b9c0c7", "losses": "#c8312a"}
"""Colours of the shares of games in the picture."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, from the side of the agent that was named first.

    game, first, second: the game and the agents, as their texts.
    games: number of games played; wins, draws, losses: of these.
    score: share of the points; None if no game was played.
    elo: difference in strength at which this score is expected; elo_low, elo_high: its
        confidence interval. Infinite values are None.
    los: likelihood of superiority, the probability that the first agent is the stronger one.
    pentanomial: pairs of games by their points: 0, 1/2, 1, 3/2, 2.
    as_first, as_second: wins, draws and losses in the games that this agent began, and in others.
    different: number of different games.
    reasons: number of games by the reason why they ended.
    faults: by `first` and `second`, the agent's games lost for a reason beside the rules.
    seed: seed of the match.
    openings: number of different openings.
    warnings: what to know before trusting the result, such as the first forfeit of an agent.
    seconds: seconds that it took.

    >>> import tablero
    >>> result = tablero.match("tictactoe", "alphabeta", "random", games=20)
    >>> result.games, result.score
    (20, 0.925)
    """

    game: str
    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    los: float
    pentanomial: list[int]
    as_first: dict[str, int]
    as_second: dict[str, int]
    different: int
    reasons: dict[Reason, int]
    faults: dict[str, dict[Reason, int]]
    seed: int
    openings: int
    seconds: float = field(compare=False)
    warnings: list[str]

    @classmethod
    def of(cls, batch: Batch, seconds: float) -> "MatchResult":
        """Return the result of a match so far."""
        tally, terms, found = batch.tally, batch.plan.terms, batch.tally.estimate
        lost, drawn, won = tally.games
        return cls(
            terms.game,
            terms.agents[0],
            terms.agents[1],
            games=tally.played,
            wins=won,
            draws=drawn,
            losses=lost,
            score=found.score,
            elo=_finite(found.elo),
            elo_low=_finite(found.low),
            elo_high=_finite(found.high),
            los=found.los,
            pentanomial=[*tally.pairs],
            as_first=_by_result(tally.by_side[FIRST]),
            as_second=_by_result(tally.by_side[SECOND]),
            different=tally.different,
            reasons=dict(tally.reasons),
            faults={"first": _forfeits(batch, 0), "second": _forfeits(batch, 1)},
            seed=terms.seed,
            openings=len(openings_of(batch)),
            seconds=round(seconds, 6),
            warnings=[*match_warnings(batch), *interval_warnings(batch)],
        )

    def __str__(self) -> str:
        counts = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"{self.game}: {self.first} against {self.second}, {counts}{self._interval()}"

    def _interval(self) -> str:
        if self.elo is None:
            return ""
        low, high = (
            "?" if bound is None else f"{bound:+.0f}" for bound in (self.elo_low, self.elo_high)
        )
        return f", Elo {self.elo:+.0f} ({low} to {high})"

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show: shares of wins, draws and losses."""
        parts, x, width = [], float(MARGIN), WIDTH - 2 * MARGIN
        for name, colour in BARS.items():
            count: int = getattr(self, name)
            share = width * count / max(1, self.games)
            parts.append(
                f'<rect x="{x:.1f}" y="36" width="{share:.1f}" height="22" fill="{colour}">'
                f"<title>{name}: {count}</title></rect>"
            )
            x += share
        heading = escape(f"{self.first} – {self.second}")
        counts = escape(f"+{self.wins} ={self.draws} -{self.losses}{self._interval()}")
        size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
            f'<rect width="100%" height="100%" fill="#ffffff"/>'
            f'<text x="{MARGIN}" y="24" font-size="13" fill="#1c2330">{heading}</text>'
            + "".join(parts)
            + f'<text x="{MARGIN}" y="78" font-size="12" fill="#1c2330">{counts}</text></svg>'
        )


def _by_result(counts: Sequence[int]) -> dict[str, int]:
    lost, drawn, won = counts
    return {"wins": won, "draws": drawn, "losses": lost}


def _forfeits(batch: Batch, agent: int) -> dict[Reason, int]:
    forfeits = batch.tally.forfeits.items()
    return {reason: number for (who, reason), number in forfeits if who == agent}


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
