"""`tablero arena standings`: the table of a round, by alias."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.cli.arena.common import at_option, folder_argument, opened
from tablero.cli.arena.playing import clock_of, phase_name
from tablero.cli.common import make_command, number_option
from tablero.errors import OptionError
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.season.season import Season
    from tablero.arena.standings.ranking import Standings
    from tablero.arena.standings.regret import Regret
    from tablero.arena.store.models import Round


def command() -> click.Command:
    text = _(
        "The standings of the last round that is published, or of another one: ratings with "
        "intervals, anchored on the references, and who cannot be told apart yet."
    )
    options: list[click.Parameter] = [
        folder_argument(),
        number_option("--round", _("Of this round.")),
        _flag("--cross", _("Who has won how often against whom.")),
        _flag("--history", _("Places and ratings of everybody in all rounds.")),
        _flag("--notable", _("Games that are worth a look.")),
        _flag("--regret", _("What late moves lose against perfect play, where that is known.")),
        _flag("--unpublished", _("For the teacher: also before the hour of publication.")),
        at_option(_("As they are shown at this time in place of now.")),
    ]
    return make_command("standings", text, show, options)


def _flag(name: str, help: str) -> click.Option:
    return click.Option([name], is_flag=True, help=help)


def show(
    folder: Path,
    round: int | None,
    cross: bool,
    history: bool,
    notable: bool,
    regret: bool,
    unpublished: bool,
    at: str,
    as_json: bool,
) -> None:
    if cross + history + notable + regret > 1:
        raise OptionError(_("one of --cross, --history, --notable and --regret at a time"))
    with opened(folder) as (course, store):
        from tablero.arena.season import tables
        from tablero.arena.season.season import Season

        season = Season(folder, course, store, clock_of(course, at))
        rounds = season.shown(unpublished)
        found = tables.last_of(rounds, round)
        if found is None:
            raise OptionError(_nothing(season, rounds, round))
        if history:
            _show_history(tables.history(store, rounds), rounds, as_json)
            return
        table, champion = tables.table_of(store, found), tables.champion(store, found)
    if cross or notable:
        (_show_cross if cross else _show_notable)(table, as_json)
        return
    if not as_json:
        _print_head(season, found, champion)
    _show_table(table, as_json, regret)


def _nothing(season: "Season", rounds: "list[Round]", number: int | None) -> str:
    if number is not None and any(each.number == number for each in season.store.rounds()):
        message = _("round {number} is not published yet")
        return message.format(number=number)
    if number is not None:
        known = ", ".join(str(each.number) for each in rounds) or _("none")
        message = _("there is no round {number}; known: {known}")
        return message.format(number=number, known=known)
    return _("no round is published yet")


def _print_head(season: "Season", found: "Round", champion: str | None) -> None:
    line = _("round {number}, {day}, {phase}, sandbox {level}")
    values = {"number": found.number, "day": found.day, "phase": phase_name(found.phase)}
    click.echo(line.format(**values, level=found.terms["level"]))
    if champion is not None:
        click.echo(_("{alias} has won the knockout").format(alias=champion))
    click.echo()


def _echo_json(told: list[Any]) -> None:
    click.echo(json.dumps(told, ensure_ascii=False))


def _show_table(table: "Standings", as_json: bool, regret: bool) -> None:
    from tablero.arena.standings import report
    from tablero.arena.standings.regret import regrets

    lost = regrets(table.counts) if regret else None
    if as_json:
        _echo_json(_records(table, lost))
        return
    click.echo(report.as_text(report.standings_table(table, lost)), nl=False)
    faults = report.faults_report(table)
    if faults is not None:
        click.echo("\n" + report.as_text(faults), nl=False)
    same = sum(table.counts.repeated().values())
    if same:
        message = _("{count} games are the same, move for move, as another of the same players")
        click.echo("\n" + message.format(count=same))


def _records(table: "Standings", lost: "dict[str, Regret] | None") -> list[dict[str, Any]]:
    """Of the table, each with what its moves have lost if that was asked for."""
    if lost is None:
        return table.records()
    told = {id: asdict(each) for id, each in lost.items()}
    return [{**row.record(), "regret": told.get(row.id)} for row in table.rows]


def _show_cross(table: "Standings", as_json: bool) -> None:
    from tablero.arena.standings import report
    from tablero.arena.standings.cross import cross_records

    if as_json:
        _echo_json(cross_records(table))
        return
    width = 30 + 12 * len(table.rows)
    click.echo(report.as_text(report.cross_report(table), width), nl=False)


def _show_notable(table: "Standings", as_json: bool) -> None:
    from tablero.arena.standings import report
    from tablero.arena.standings.notable import notable

    games = notable(table)
    if not as_json:
        for line in report.notable_lines(table, games):
            click.echo(line)
        return
    aliases = {row.id: row.alias for row in table.rows}
    _echo_json(
        [
            {
                "kind": each.kind.value,
                "first": aliases[each.game.first],
                "second": aliases[each.game.second],
                "opening": each.game.number,
                "winner": each.game.winner,
                "number": each.number,
                "position": each.game.position,
                "moves": each.game.moves,
            }
            for each in games
        ]
    )


def _show_history(found: dict[str, Any], rounds: "list[Round]", as_json: bool) -> None:
    """Places, a column for each round; the order is that of the last one."""
    from tablero.arena.season.tables import history_records

    if as_json:
        _echo_json(history_records(found))
        return
    places = {
        alias: {round.number: row.rank for round, row in rows} for alias, rows in found.items()
    }
    last = rounds[-1].number
    numbers = [each.number for each in rounds]
    title = _("alias")
    wide = max(len(alias) for alias in [*places, title])
    heads = "".join(f"{number:>5}" for number in numbers)
    click.echo(f"  {title:<{wide}}{heads}")
    order = sorted(places, key=lambda alias: (places[alias].get(last, len(places) + 1), alias))
    for alias in order:
        cells = "".join(f"{places[alias].get(number, '-'):>5}" for number in numbers)
        click.echo(f"  {alias:<{wide}}{cells}")
