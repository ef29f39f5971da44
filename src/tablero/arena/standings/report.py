"""Standings for people: tables at the terminal, by alias only."""

import io
import math
from collections.abc import Mapping

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tablero.arena.standings.cross import cross_table
from tablero.arena.standings.notable import Kind, Notable, kind_names
from tablero.arena.standings.ranking import Row, Standings
from tablero.arena.standings.regret import Regret
from tablero.locale import _
from tablero.match.elo import SURE
from tablero.match.messages import reason_names
from tablero.numbers import grouped, percent

WIDTH = 120
"""Letters of a line where no terminal says otherwise."""

MOST_NAMED = 3
"""So many of those who cannot be told apart from somebody are named."""


def elo(number: float) -> str:
    """1 012, or an end that nobody knows."""
    if math.isfinite(number):
        return grouped(round(number))
    return "∞" if number > 0 else "-∞"


def as_text(table: Table, width: int = WIDTH) -> str:
    """For a file or a pipe: no colours, and no blanks at the ends of lines."""
    text = io.StringIO()
    Console(file=text, width=width, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()).rstrip() + "\n"


def _table(title: str) -> Table:
    return Table(title=Text(title), box=box.SIMPLE_HEAD, title_justify="left", title_style="")


def standings_table(found: Standings, regret: Mapping[str, Regret] | None = None) -> Table:
    """The best first.

    regret -- by id, where it was worked out
    """
    table = _table(_("Standings, with {percent:.0f} % intervals").format(percent=100 * SURE))
    table.add_column("#", justify="right")
    table.add_column(_("alias"))
    counts = _("games"), _("won"), _("drawn"), _("lost"), _("score")
    for title in (*counts, _("rating"), _("low"), _("high")):
        table.add_column(title, justify="right")
    if regret is not None:
        table.add_column(_("regret"), justify="right")
    table.add_column(_("not told apart yet from"))
    for row in found.rows:
        table.add_row(*map(Text, _cells(row, regret)))
    return table


def _cells(row: Row, regret: Mapping[str, Regret] | None) -> list[str]:
    score = row.score
    share = score.points / score.games if score.games else None
    cells = [str(row.rank), row.alias]
    cells += map(grouped, (score.games, score.wins, score.draws, score.losses))
    cells += [percent(share), *map(elo, row.rating)]
    if regret is not None:
        cells.append(f"{regret[row.id].mean:.2f}" if row.id in regret else "-")
    return [*cells, _named(row.same_as)]


def _named(aliases: tuple[str, ...]) -> str:
    if len(aliases) <= MOST_NAMED:
        return ", ".join(aliases)
    told = _("{names} and {more} more")
    names, more = ", ".join(aliases[:MOST_NAMED]), len(aliases) - MOST_NAMED
    return told.format(names=names, more=more)


def cross_report(found: Standings) -> Table:
    """Wins, draws and losses of the row against the column, in the order of the standings."""
    table = _table(_("Won-drawn-lost, by the row against the column"))
    table.add_column("#", justify="right")
    table.add_column(_("alias"))
    for row in found.rows:
        table.add_column(str(row.rank), justify="right", no_wrap=True)
    for row, cells in zip(found.rows, cross_table(found), strict=True):
        told = ["" if cell is None else str(cell.score) for cell in cells]
        table.add_row(str(row.rank), Text(row.alias), *told)
    return table


def faults_report(found: Standings, details: bool = False) -> Table | None:
    """Games that were lost by a fault, by player and reason; None if there are none.

    details -- what happened first, too: for the teachers, since it may tell whose file it was
    """
    faults = found.counts.faults()
    if not faults:
        return None
    table = _table(_("Games lost by a fault"))
    table.add_column(_("alias"))
    table.add_column(_("reason"))
    table.add_column(_("games"), justify="right")
    if details:
        table.add_column(_("what happened first"))
    for row in found.rows:
        if row.id in faults:
            first = faults[row.id].first
            for reason, number in sorted(faults[row.id].reasons.items()):
                cells = [row.alias, reason_names()[reason], str(number)]
                cells += [first.detail if reason is first.reason else ""] if details else []
                table.add_row(*map(Text, cells))
    return table


def notable_lines(found: Standings, notables: list[Notable], details: bool = False) -> list[str]:
    """A sentence for each; `details` as above."""
    aliases = {row.id: row.alias for row in found.rows}
    names = kind_names()
    return [f"{names[each.kind]}: {_told(each, aliases, details)}" for each in notables]


def _told(each: Notable, aliases: Mapping[str, str], details: bool) -> str:
    game = each.game
    names = aliases[game.first], aliases[game.second]
    winner, loser = names if game.winner == 1 else names[::-1]
    sentences = {
        Kind.SHORTEST: _("{winner} beats {loser} in {number:g} moves"),
        Kind.ERROR: _("{loser} loses to {winner}: {reason}"),
        Kind.UPSET: _("{winner} beats {loser}, who is rated {number:.0f} Elo higher"),
        Kind.COMEBACK: _("{winner} beats {loser} after being {number:g} behind"),
    }
    where = _("opening {opening}, {first} starts").format(opening=game.number, first=names[0])
    reason = reason_names().get(game.reason, "")
    if details and game.detail:
        reason = f"{reason}: {game.detail}"
    values = {"winner": winner, "loser": loser, "number": each.number or 0, "reason": reason}
    return f"{sentences[each.kind].format(**values)} ({where})"
