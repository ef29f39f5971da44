"""The result of a match."""

import math
from dataclasses import dataclass, field
from html import escape

from tablero.match.batch import Batch
from tablero.match.messages import interval_warnings, match_warnings

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
    seed: seed of the match.
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
    seed: int
    warnings: list[str]
    seconds: float = field(compare=False)

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
            seed=terms.seed,
            warnings=[*match_warnings(batch), *interval_warnings(batch)],
            seconds=round(seconds, 6),
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


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
