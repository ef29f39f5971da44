"""The fifth paper's games, move by move: calls as printed, of its program, of the correct one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from statistics import mean
from typing import Any

from tablero.games import evaluations, load
from tablero.lab.figure import FAINT
from tablero.lab.papers import charts
from tablero.lab.papers.measure import nodes, papers_command
from tablero.lab.papers.p5_program import (
    CALLS,
    DEPTH,
    EVALUATION,
    ProgramChoice,
    RecordedMove,
    recorded_moves,
    replay,
)
from tablero.lab.papers.report import (
    Chart,
    PaperFinding,
    PaperVerdict,
    Section,
    exact,
    verdict_name,
)
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.locale import _
from tablero.numbers import percent
from tablero.search.run import Settings, search

SAVED = 0.8349
"""The paper's "average saved"; `saved_on_average` documents which average it is."""


@dataclass(frozen=True)
class CountedGame:
    """One of the paper's two games, searched again before every move.

    algorithm: minimax or alphabeta.
    moves: the moves of the game.
    choices: what the paper's program finds before each.
    correct: the calls of the correct program in the same positions.
    """

    algorithm: str
    moves: Sequence[RecordedMove]
    choices: Sequence[ProgramChoice]
    correct: Sequence[int]

    @property
    def paper(self) -> Sequence[int]:
        """The calls that the paper prints."""
        return CALLS[self.algorithm]

    @property
    def program(self) -> list[int]:
        """The calls of the paper's program as we run it."""
        return [choice.calls for choice in self.choices]

    def is_same(self, place: int) -> bool:
        """Return whether our run of the program makes the paper's calls and move here."""
        move, choice = self.moves[place], self.choices[place]
        return choice.calls == self.paper[place] and move.is_found(choice)


def counted(algorithm: str, depth: int) -> CountedGame:
    """Search every position of one of the paper's games."""
    game, settings = load("connect4"), Settings(algorithm, depth, root_window="full")
    evaluation, moves = evaluations.load(EVALUATION, game), [*recorded_moves(algorithm)]
    correct = [nodes(search(move.position, evaluation, settings)) for move in moves]
    return CountedGame(algorithm, moves, replay(algorithm, depth=depth), correct)


def saved(off: int, on: int) -> float:
    """Return the share of `off` calls without alpha-beta that `on` calls with it save."""
    return 1 - on / off


def mean_of_moves(off: Sequence[int], on: Sequence[int]) -> float:
    """Return the mean of the shares that are saved in each move."""
    return mean(map(saved, off, on))


def saved_in_all(off: Sequence[int], on: Sequence[int]) -> float:
    """Return the share of all calls of a game that is saved."""
    return saved(sum(off), sum(on))


def saved_on_average(off: Sequence[int], on: Sequence[int]) -> float:
    """Return the share saved between the averages of the running sums: the paper's figure.

    A running sum contains all moves before it, so that the first of 42 moves counts 42 times and
    the last one once.
    """
    return saved(sum(accumulate(off)), sum(accumulate(on)))


def paper_game(depth: int = DEPTH) -> Section:
    """Compare the paper's 84 counts of calls, and its two games."""
    off, on = (counted(algorithm, depth) for algorithm in CALLS)
    findings = [counts_finding(off, on), sums_finding(off, on), saved_finding(off, on)]
    charted = [
        Chart(_("Calls of every move"), partial(draw_calls, off=off, on=on)),
        Chart(_("What alpha-beta saves"), partial(draw_saved, off=off, on=on)),
    ]
    tables = [table_of(off, on), averages(off, on)]
    return Section(_("The paper's game, move by move"), findings, tables, charted)


def counts_finding(off: CountedGame, on: CountedGame) -> PaperFinding:
    games, places = (off, on), range(len(off.moves))
    same = sum(game.is_same(place) for game in games for place in places)
    free = sum(move.name.endswith("*") for game in games for move in game.moves)
    because = _(
        "the paper's program, rebuilt with its faults, is run before every move of the two games. "
        "It finds every move that is played; at the {free} moves with a star it finds none, and "
        "the paper's column is a free choice."
    )
    return PaperFinding(
        "calls_of_game",
        _("calls and moves of the paper's two games"),
        _("{count} counts").format(count=len(games) * len(places)),
        _("{count} the same").format(count=same),
        exact(len(games) * len(places), same),
        because.format(free=free),
        papers_command("p5"),
        {"counts": (len(games) * len(places), same)},
    )


def sums_finding(off: CountedGame, on: CountedGame) -> PaperFinding:
    theirs, ours = (sum(off.paper), sum(on.paper)), (sum(off.program), sum(on.program))
    because = _("the correct program visits {off} and {on} nodes in the same positions.")
    return PaperFinding(
        "running_sums",
        _("calls of the whole game, without and with alpha-beta"),
        " / ".join(map(shown, theirs)),
        " / ".join(map(shown, ours)),
        exact(theirs, ours),
        because.format(off=shown(sum(off.correct)), on=shown(sum(on.correct))),
        papers_command("p5"),
        dict(zip(CALLS, zip(theirs, ours, strict=True), strict=True)),
    )


def saved_finding(off: CountedGame, on: CountedGame) -> PaperFinding:
    ours = saved_on_average(off.program, on.program)
    because = _(
        "the paper compares the averages of its running sums, in which the first move counts 42 "
        "times and the last one once. Of all calls of its game {all:.2f} % are saved; the mean of "
        "the moves' shares is {moves:.2f} %. The correct program saves {correct:.2f} % of all "
        "calls in the same positions."
    ).format(
        all=100 * saved_in_all(off.program, on.program),
        moves=100 * mean_of_moves(off.program, on.program),
        correct=100 * saved_in_all(off.correct, on.correct),
    )
    return PaperFinding(
        "calls_saved",
        _("calls saved on average over the whole game"),
        _two_digits(SAVED),
        _two_digits(ours),
        exact(SAVED, round(ours, 4)),
        because,
        papers_command("p5"),
        {"share": (SAVED, ours)},
    )


def averages(off: CountedGame, on: CountedGame) -> ResultTable:
    """Return the three averages that "calls saved" may mean."""
    columns = [
        Column("average", _("average"), lambda name: average_names()[name]),
        Column("program", _("the paper's program"), _two_digits),
        Column("correct", _("the correct program"), _two_digits),
    ]
    measures = {"running_sums": saved_on_average, "all": saved_in_all, "moves": mean_of_moves}
    rows: list[list[Cell]] = [
        [name, measure(off.program, on.program), measure(off.correct, on.correct)]
        for name, measure in measures.items()
    ]
    heading = _("Calls saved, by three averages")
    return ResultTable(heading, columns, rows, papers_command("p5"), "saved_averages")


def average_names() -> dict[str, str]:
    return {
        "running_sums": _("averages of the running sums (the paper's)"),
        "all": _("all calls of the game"),
        "moves": _("mean of the moves' shares"),
    }


def _two_digits(share: float) -> str:
    return f"{100 * share:.2f} %"


def table_of(off: CountedGame, on: CountedGame) -> ResultTable:
    names = "paper", "program", "correct", "sum"
    titles = _("paper"), _("program"), _("correct"), _("sum")
    plays = _("minimax plays"), _("alpha-beta plays")
    columns = [Column("turn", _("turn"))]
    for game, heading in zip((off, on), plays, strict=True):
        columns.append(Column(f"{game.algorithm}_move", heading))
        columns += [Column(f"{game.algorithm}_{n}", t) for n, t in zip(names, titles, strict=True)]
    columns += [
        Column("saved", _("program saves"), percent),
        Column("saved_correct", _("correct saves"), percent),
        Column("verdict", _("verdict"), verdict_name),
    ]
    rows = [_row(place, off, on) for place in range(len(off.moves))]
    heading = _("The paper's game: * marks a free choice")
    return ResultTable(heading, columns, rows, papers_command("p5"), "paper_game")


def _row(place: int, off: CountedGame, on: CountedGame) -> list[Cell]:
    row: list[Cell] = [place + 1]
    for game in (off, on):
        calls = game.paper[place], game.program[place], game.correct[place]
        row += [game.moves[place].name, *calls, sum(game.program[: place + 1])]
    same = off.is_same(place) and on.is_same(place)
    return [
        *row,
        saved(off.program[place], on.program[place]),
        saved(off.correct[place], on.correct[place]),
        (PaperVerdict.SAME if same else PaperVerdict.DIFFERS).value,
    ]


def draw_calls(axes: Any, off: CountedGame, on: CountedGame) -> None:
    """Draw the calls of the paper's program and of the correct one, in the same positions."""
    printed = _("minimax, paper"), _("alpha-beta, paper")
    names = *printed, _("minimax, correct"), _("alpha-beta, correct")
    counts = off.program, on.program, off.correct, on.correct
    charts.curves(axes, range(1, len(off.moves) + 1), dict(zip(names, counts, strict=True)))
    axes.set_xlabel(_("turn"))
    axes.set_ylabel(_("calls"))


def draw_saved(axes: Any, off: CountedGame, on: CountedGame) -> None:
    """Draw the share saved by move, and the paper's figure for the whole game."""
    axes.axhline(100 * SAVED, color=FAINT, linestyle="--", label=_("paper, whole game"))
    names = _("the paper's program"), _("the correct program")
    shares = map(saved, off.program, on.program), map(saved, off.correct, on.correct)
    lines = {
        name: [100 * share for share in moves] for name, moves in zip(names, shares, strict=True)
    }
    charts.curves(axes, range(1, len(off.moves) + 1), lines, log=False)
    axes.set_xlabel(_("turn"))
    axes.set_ylabel(_("% of the calls"))
