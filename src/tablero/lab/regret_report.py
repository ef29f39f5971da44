"""Tables and pictures of regret."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tablero.games.game import Game
from tablero.lab.regret import Review, Step, Survey, mean_regret, worst
from tablero.lab.table import Cell, Column, Table
from tablero.locale import _
from tablero.numbers import percent, signed
from tablero.position import FIRST

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def survey_tables(survey: Survey, seed: int, command: str) -> list[Table]:
    """Return the mean regret of each agent, and its worst move."""
    title = _("{game}: what a move loses against perfect play, in {count} positions")
    told = title.format(game=survey.oracle.game, count=len(survey.steps[0]))
    rows: list[list[Cell]] = []
    for text, steps in zip(survey.texts, survey.steps, strict=True):
        perfect = sum(step.regret == 0 for step in steps) / len(steps)
        changed = sum(step.changes_result for step in steps) / len(steps)
        rows.append([text, *mean_regret(steps, seed), perfect, changed])
    columns = [
        Column("agent", _("agent")),
        Column("regret", _("mean regret"), three),
        Column("low", _("from"), three),
        Column("high", _("to"), three),
        Column("perfect", _("perfect moves"), percent),
        Column("changed", _("results given away"), percent),
    ]
    return [Table(told, columns, rows, command, "regret"), _worst_table(survey, command)]


def _worst_table(survey: Survey, command: str) -> Table:
    rows: list[list[Cell]] = [
        [text, *_cells(survey.oracle.game, worst(steps)), survey.oracle.game.write(place)]
        for text, steps in zip(survey.texts, survey.steps, strict=True)
        for place in [worst(steps).position]
    ]
    columns = [Column("agent", _("agent")), *_step_columns(), Column("position", _("position"))]
    return Table(_("The worst move of each"), columns, rows, command, "worst")


def _step_columns() -> list[Column]:
    return [
        Column("regret", _("regret")),
        Column("move", _("move")),
        Column("score", _("leads to"), signed),
        Column("better", _("better")),
        Column("best", _("leads to"), signed),
    ]


def _cells(game: Game, step: Step) -> list[Cell]:
    """Return the cells of `_step_columns`."""
    move, better = (game.move_name(step.position, each) for each in (step.move, step.better))
    return [step.regret, move, step.score, better, step.best]


def three(number: Cell) -> str:
    return "-" if number is None else f"{float(number):.3f}"


def review_tables(review: Review, command: str) -> list[Table]:
    """Return the mistakes of a game, worst first, and the losses of each player."""
    record, game = review.record, review.oracle.game
    names = record.first, record.second
    rows: list[list[Cell]] = [
        [number, _player(step), *_cells(game, step), step.changes_result]
        for number, step in review.mistakes()
    ]
    columns = [
        Column("number", _("number")),
        Column("player", _("player")),
        *_step_columns(),
        Column("changes_result", _("changes the result"), lambda yes: _("yes") if yes else ""),
    ]
    title = _("{game}: {first} against {second}, moves that lose something")
    told = title.format(game=record.game, first=names[0], second=names[1])
    return [Table(told, columns, rows, command, "mistakes"), _players_table(review, command)]


def _player(step: Step) -> int:
    """Return 1 or 2, as in records."""
    return 1 if step.position.turn() == FIRST else 2


def _players_table(review: Review, command: str) -> Table:
    rows: list[list[Cell]] = []
    for player, agent in enumerate((review.record.first, review.record.second), 1):
        own = [step.regret for step in review.steps.values() if _player(step) == player]
        mean = sum(own) / len(own) if own else None
        rows.append([player, agent, len(own), sum(map(bool, own)), sum(own), mean])
    columns = [
        Column("player", _("player")),
        Column("agent", _("agent")),
        Column("moves", _("moves")),
        Column("mistakes", _("mistakes")),
        Column("lost", _("lost in all")),
        Column("regret", _("mean regret"), three),
    ]
    return Table(_("The players"), columns, rows, command, "players")


def draw(survey: Survey, seed: int, command: str) -> "Figure":
    """Draw the mean regret of every agent with its interval, and the distribution of regrets.

    An agent has the same colour and marker in both panels.
    """
    from tablero.lab.figure import picture

    def panels(axes: Any) -> None:
        _draw_means(axes[0, 0], survey, seed)
        _draw_spread(axes[0, 1], survey)

    return picture(panels, command, columns=2)


def draw_review(review: Review, command: str) -> "Figure":
    """Draw the loss of every move of a game, and the running sum of each player.

    A player has the same colour and marker in both panels.
    """
    from tablero.lab.figure import picture

    def panels(axes: Any) -> None:
        _draw_losses(axes[0, 0], review)
        _draw_sums(axes[0, 1], review)

    return picture(panels, command, columns=2)


def _losses(review: Review) -> list[tuple[str, list[tuple[int, Step]]]]:
    """Return, by player, the name and every solved move with its number."""
    steps = sorted(review.steps.items())
    names = review.record.first, review.record.second
    return [
        (f"{player} {name}", [(number, step) for number, step in steps if _player(step) == player])
        for player, name in enumerate(names, 1)
    ]


def _draw_losses(axes: Any, review: Review) -> None:
    """Draw a stem for every move that loses; it ends hollow if the result does not change."""
    from tablero.lab.figure import line_style

    for place, (_name, steps) in enumerate(_losses(review)):
        style = {**line_style(place), "linestyle": "none", "markersize": 7}
        for number, step in steps:
            if step.regret:
                axes.vlines(number, 0, step.regret, color=style["color"], linewidth=2)
                filled = style["color"] if step.changes_result else "white"
                axes.plot([number], [step.regret], **{**style, "markerfacecolor": filled})
    _set_moves(axes, review)
    axes.set(title=_("Lost by each move"), xlabel=_("move; hollow: the result stays"))


def _draw_sums(axes: Any, review: Review) -> None:
    from tablero.lab.figure import line_style

    first, last = review.record.opening, len(review.record.moves)
    for place, (name, steps) in enumerate(_losses(review)):
        sums = [0, *np.cumsum([step.regret for _number, step in steps])]
        numbers = [first, *(number for number, _step in steps), last]
        style = {**line_style(place), "markevery": slice(1, -1)}
        axes.step(numbers, [*sums, sums[-1]], where="post", label=name, **style)
    _set_moves(axes, review)
    axes.set(title=_("Lost in all"), xlabel=_("move"))
    axes.legend(loc="upper left")


def _set_moves(axes: Any, review: Review) -> None:
    """Set the axes to move numbers and to losses from 0."""
    from matplotlib.ticker import MaxNLocator

    from tablero.lab.figure import set_numbers

    set_numbers(axes, review.record.opening + 1, len(review.record.moves))
    axes.set_ylim(bottom=0, top=max(1, axes.get_ylim()[1]))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _draw_means(axes: Any, survey: Survey, seed: int) -> None:
    from tablero.lab.figure import line_style

    for place, steps in enumerate(survey.steps):
        mean, low, high = mean_regret(steps, seed)
        style = {**line_style(place), "linestyle": "none", "markersize": 7}
        errors = None if low is None or high is None else [[mean - low], [high - mean]]
        axes.errorbar([mean], [place], xerr=errors, capsize=4, clip_on=False, **style)
    axes.set_yticks(range(len(survey.texts)), survey.texts)
    axes.set_ylim(len(survey.texts) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set(title=_("Mean regret"), xlabel=_("lost by a move, 95 % interval"))


def _draw_spread(axes: Any, survey: Survey) -> None:
    from tablero.lab.figure import line_style

    most = max(worst(steps).regret for steps in survey.steps)
    every = max(1, most // 4)
    for place, steps in enumerate(survey.steps):
        regrets = np.array([step.regret for step in steps])
        shares = [100 * float((regrets <= lost).mean()) for lost in range(most + 1)]
        first = place * every // len(survey.steps) or every
        marked = [0, *range(first, most + 1, every)]
        style = {**line_style(place), "markevery": marked, "linewidth": 1.2}
        axes.step(range(most + 1), shares, where="post", **style)
    axes.set(title=_("Share of the moves"), xlabel=_("that lose at most this"), ylabel="%")
    axes.set_ylim(top=101)
