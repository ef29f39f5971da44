"""What a pair is told of a check of its file, as it goes. The page's types are made from these."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from tablero.arena.check.findings import Finding, Going, Kind, News, Report, Stage, Verdict

MOST_FINDINGS = 50
"""Of a stage that are told; the rest is counted."""

LONGEST_SOURCE = 300
"""Letters of a line that are shown: a file may be one line, and hold a thousand findings."""


class FindingTold(BaseModel):
    """Something that speaks against a file."""

    kind: Kind
    rule: str
    what: str
    line: int | None = Field(description="Of the file; null: no line is to blame")
    source: str = Field(description="That line, or how it begins")
    position: str = Field(description="Where it happened; empty: on no board")
    command: str = Field(description="Shows it again")


class ScoreTold(BaseModel):
    """Games against a shipped player."""

    opponent: str
    games: int
    points: float
    starting: float = Field(description="Points of the games that the file began")
    elo: float | None = Field(description="null: it has won or lost all")
    low: float | None = Field(description="End of the 95 % interval; null: there is none")
    high: float | None = Field(description="End of the 95 % interval; null: there is none")


class StageTold(BaseModel):
    stage: Stage
    state: Literal["going", "passed", "failed", "untried"]
    done: int = 0
    total: int = Field(default=0, description="0: it is not known how much there is to do")
    told: list[str] = Field(default=[], description="In words, a line each")
    findings: list[FindingTold] = []
    more: int = Field(default=0, description="Findings that are not told")
    scores: list[ScoreTold] = Field(default=[], description="Of the stage of games")


class VerdictTold(BaseModel):
    kind: Kind
    alias: str
    track: str
    level: str = Field(description="Of the sandbox; empty: nothing was run")
    complete: bool = Field(description="Were all stages tried?")
    told: list[str] = Field(description="How sure it is")


class Examined(BaseModel):
    """So far; each says all that the ones before have said."""

    game: str = Field(description="With its options")
    stages: list[StageTold] = []
    verdict: VerdictTold | None = None


class Scribe:
    """Writes down what an examiner says.

    text -- of the file
    """

    def __init__(self, game: str, text: str) -> None:
        self.told, self.lines = Examined(game=game), text.splitlines()

    def write(self, news: News) -> Examined:
        """All so far."""
        if isinstance(news, Verdict):
            verdict = VerdictTold(
                kind=news.kind,
                alias=news.alias,
                track=news.track,
                level=news.level,
                complete=news.complete,
                told=[*news.told],
            )
            self.told = self.told.model_copy(update={"verdict": verdict})
            return self.told
        before = [each for each in self.told.stages if each.stage != news.stage]
        self.told = self.told.model_copy(update={"stages": [*before, self._stage(news)]})
        return self.told

    def _stage(self, news: Any) -> StageTold:
        if isinstance(news, Going):
            return StageTold(stage=news.stage, state="going", done=news.done, total=news.total)
        if not isinstance(news, Report):
            return StageTold(stage=news.stage, state="going")
        return StageTold(
            stage=news.stage,
            state="untried" if news.passed is None else "passed" if news.passed else "failed",
            told=[*news.told[:MOST_FINDINGS]],
            findings=[self._finding(each) for each in news.findings[:MOST_FINDINGS]],
            more=max(0, len(news.findings) - MOST_FINDINGS),
            scores=_scores(news) if news.stage is Stage.GAMES and news.passed else [],
        )

    def _finding(self, found: Finding) -> FindingTold:
        known = 1 <= found.line <= len(self.lines)
        return FindingTold(
            kind=found.kind,
            rule=found.rule,
            what=found.what,
            line=found.line or None,
            source=_shown(self.lines[found.line - 1]) if known else "",
            position=found.position,
            command=found.command,
        )


def _shown(line: str) -> str:
    return line if len(line) <= LONGEST_SOURCE else f"{line[:LONGEST_SOURCE]}…"


def _scores(report: Report) -> list[ScoreTold]:
    return [
        ScoreTold(
            opponent=opponent,
            games=facts["games"],
            points=facts["points"],
            starting=facts["points_starting"],
            elo=facts["elo"],
            low=facts["elo_low"],
            high=facts["elo_high"],
        )
        for opponent, facts in report.facts.items()
    ]
