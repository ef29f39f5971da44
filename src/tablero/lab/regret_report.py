"""Tables and pictures of regret."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tablero.games.game import Game
from tablero.lab.regret import ComparedMove, GameReview, Survey, mean_regret, worst
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.numbers import percent, signed
from tablero.position import FIRST

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def survey_tables(survey: Survey, seed: int, command: str) -> list[ResultTable]:
    """Return the mean regret of each agent, and its worst move."""
    title = _("{game}: what a move loses against perfect play, in {count} positions")
    caption = title.format(game=survey.oracle.game, count=len(survey.compared_moves[0]))
    rows: list[list[Cell]] = []
    for text, compared_moves in zip(survey.texts, survey.compared_moves, strict=True):
        perfect = sum(compared.regret == 0 for compared in compared_moves) / len(compared_moves)
        changed = sum(compared.changes_result for compared in compared_moves) / len(compared_moves)
        rows.append([text, *mean_regret(compared_moves, seed), perfect, changed])
    columns = [
        Column("agent", _("agent")),
        Column("regret", _("mean regret"), three),
        Column("low", _("from"), three),
        Column("high", _("to"), three),
        Column("perfect", _("perfect moves"), percent),
        Column("changed", _("results given away"), percent),
    ]
    return [ResultTable(caption, columns, rows, command, "regret"), _worst_table(survey, command)]


def _worst_table(survey: Survey, command: str) -> ResultTable:
    rows: list[list[Cell]] = [
        [text, *_cells(survey.oracle.game, worst(compared_moves)), survey.oracle.game.write(place)]
        for text, compared_moves in zip(survey.texts, survey.compared_moves, strict=True)
        for place in [worst(compared_moves).position]
    ]
    columns = [Column("agent", _("agent")), *_move_columns(), Column("position", _("position"))]
    return ResultTable(_("The worst move of each"), columns, rows, command, "worst")


def _move_columns() -> list[Column]:
    return [
        Column("regret", _("regret")),
        Column("move", _("move")),
        Column("score", _("leads to"), signed),
        Column("better", _("better")),
        Column("best", _("leads to"), signed),
    ]


def _cells(game: Game, compared: ComparedMove) -> list[Cell]:
    """Return the cells of `_move_columns`."""
    move, better = (
        game.move_name(compared.position, each) for each in (compared.move, compared.better)
    )
    return [compared.regret, move, compared.score, better, compared.best]


def three(number: Cell) -> str:
    return "-" if number is None else f"{float(number):.3f}"


def review_tables(review: GameReview, command: str) -> list[ResultTable]:
    """Return the mistakes of a game, worst first, and the losses of each player."""
    record, game = review.record, review.oracle.game
    names = record.first, record.second
    rows: list[list[Cell]] = [
        [number, _player(compared), *_cells(game, compared), compared.changes_result]
        for number, compared in review.mistakes()
    ]
    columns = [
        Column("number", _("number")),
        Column("player", _("player")),
        *_move_columns(),
        Column("changes_result", _("changes the result"), lambda yes: _("yes") if yes else ""),
    ]
    title = _("{game}: {first} against {second}, moves that lose something")
    caption = title.format(game=record.game, first=names[0], second=names[1])
    return [
        ResultTable(caption, columns, rows, command, "mistakes"),
        _players_table(review, command),
    ]


def _player(compared: ComparedMove) -> int:
    """Return 1 or 2, as in records."""
    return 1 if compared.position.turn() == FIRST else 2


def _players_table(review: GameReview, command: str) -> ResultTable:
    rows: list[list[Cell]] = []
    for player, agent in enumerate((review.record.first, review.record.second), 1):
        own = [
            compared.regret
            for compared in review.compared_moves.values()
            if _player(compared) == player
        ]
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
    return ResultTable(_("The players"), columns, rows, command, "players")


def draw(survey: Survey, seed: int, command: str) -> "Figure":
    """Draw the mean regret of every agent with its interval, and the distribution of regrets.

    An agent has the same colour and marker in both panels.
    """
    from tablero.lab.figure import picture

    def panels(axes: Any) -> None:
        _draw_means(axes[0, 0], survey, seed)
        _draw_spread(axes[0, 1], survey)

    return picture(panels, command, columns=2)


def draw_review(review: GameReview, command: str) -> "Figure":
    """Draw the loss of every move of a game, and the running sum of each player.

    A player has the same colour and marker in both panels.
    """
    from tablero.lab.figure import picture

    def panels(axes: Any) -> None:
        _draw_losses(axes[0, 0], review)
        _draw_sums(axes[0, 1], review)

    return picture(panels, command, columns=2)


def _losses(review: GameReview) -> list[tuple[str, list[tuple[int, ComparedMove]]]]:
    """Return, by player, the name and every solved move with its number."""
    compared_moves = sorted(review.compared_moves.items())
    names = review.record.first, review.record.second
    return [
        (
            f"{player} {name}",
            [
                (number, compared)
                for number, compared in compared_moves
                if _player(compared) == player
            ],
        )
        for player, name in enumerate(names, 1)
    ]


def _draw_losses(axes: Any, review: GameReview) -> None:
    """Draw a stem for every move that loses; it ends hollow if the result does not change."""
    from tablero.lab.figure import line_style

    for place, (_name, compared_moves) in enumerate(_losses(review)):
        style = {**line_style(place), "linestyle": "none", "markersize": 7}
        for number, compared in compared_moves:
            if compared.regret:
                axes.vlines(number, 0, compared.regret, color=style["color"], linewidth=2)
                filled = style["color"] if compared.changes_result else "white"
                axes.plot([number], [compared.regret], **{**style, "markerfacecolor": filled})
    _set_moves(axes, review)
    axes.set(title=_("Lost by each move"), xlabel=_("move; hollow: the result stays"))


def _draw_sums(axes: Any, review: GameReview) -> None:
    from tablero.lab.figure import line_style

    first, last = review.record.opening, len(review.record.moves)
    for place, (name, compared_moves) in enumerate(_losses(review)):
        sums = [0, *np.cumsum([compared.regret for _number, compared in compared_moves])]
        numbers = [first, *(number for number, _compared in compared_moves), last]
        style = {**line_style(place), "markevery": slice(1, -1)}
        axes.step(numbers, [*sums, sums[-1]], where="post", label=name, **style)
    _set_moves(axes, review)
    axes.set(title=_("Lost in all"), xlabel=_("move"))
    axes.legend(loc="upper left")


def _set_moves(axes: Any, review: GameReview) -> None:
    """Set the axes to move numbers and to losses from 0."""
    from matplotlib.ticker import MaxNLocator

    from tablero.lab.figure import set_numbers

    set_numbers(axes, review.record.opening + 1, len(review.record.moves))
    axes.set_ylim(bottom=0, top=max(1, axes.get_ylim()[1]))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _draw_means(axes: Any, survey: Survey, seed: int) -> None:
    from tablero.lab.figure import line_style

    for place, compared_moves in enumerate(survey.compared_moves):
        mean, low, high = mean_regret(compared_moves, seed)
        style = {**line_style(place), "linestyle": "none", "markersize": 7}
        errors = None if low is None or high is None else [[mean - low], [high - mean]]
        axes.errorbar([mean], [place], xerr=errors, capsize=4, clip_on=False, **style)
    axes.set_yticks(range(len(survey.texts)), survey.texts)
    axes.set_ylim(len(survey.texts) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set(title=_("Mean regret"), xlabel=_("lost by a move, 95 % interval"))


def _draw_spread(axes: Any, survey: Survey) -> None:
    from tablero.lab.figure import line_style

    most = max(worst(compared_moves).regret for compared_moves in survey.compared_moves)
    every = max(1, most // 4)
    for place, compared_moves in enumerate(survey.compared_moves):
        regrets = np.array([compared.regret for compared in compared_moves])
        shares = [100 * float((regrets <= lost).mean()) for lost in range(most + 1)]
        first = place * every // len(survey.compared_moves) or every
        marked = [0, *range(first, most + 1, every)]
        style = {**line_style(place), "markevery": marked, "linewidth": 1.2}
        axes.step(range(most + 1), shares, where="post", **style)
    axes.set(title=_("Share of the moves"), xlabel=_("that lose at most this"), ylabel="%")
    axes.set_ylim(top=101)
