"""`tablero arena again`: one game of a round once more, for whoever doubts a verdict."""

from pathlib import Path
from typing import Any

import click

from tablero.cli.arena.common import folder_argument, opened
from tablero.cli.arena.playing import chosen, level_option
from tablero.cli.common import Number, make_command, print_json
from tablero.locale import _
from tablero.match.record import NOBODY, Record


def command() -> click.Command:
    text = _(
        "Play one game of a round again, as it was played: the same versions, opening and seed, "
        "in the sandbox. Nothing is written down; what comes out is shown beside what the round "
        "has kept. Players are named by alias or id; exit code 1 if it is another game.\n\n"
        "    tablero arena again mancala 3 1 Sower Alba"
    )
    params: list[click.Parameter] = [
        folder_argument(),
        click.Argument(["number"], metavar=_("ROUND"), type=Number()),
        click.Argument(["opening"], metavar=_("OPENING"), type=Number()),
        click.Argument(["first"], metavar=_("FIRST")),
        click.Argument(["second"], metavar=_("SECOND")),
        level_option(),
    ]
    return make_command("again", text, again, params)


def again(
    folder: Path,
    number: int,
    opening: int,
    first: str,
    second: str,
    level: str | None,
    as_json: bool,
) -> None:
    how = chosen(level, None)
    with opened(folder) as (_course, store):
        from tablero.arena.season.repeats import play_again

        kept, news = play_again(store, store.round(number), (first, second), opening, how.level)
    same = (kept.moves, kept.winner, kept.reason) == (news.moves, news.winner, news.reason)
    if as_json:
        told = {"kept": _record(kept), "again": _record(news)}
        print_json({**told, "same": same, "level": how.level.value})
    else:
        for name, each in ((_("kept"), kept), (_("again"), news)):
            winner = "-" if each.winner == NOBODY else (first, second)[each.winner - 1]
            click.echo(f"{name}: {' '.join(each.moves)}")
            line = _("winner {winner}, {reason}").format(winner=winner, reason=each.reason.value)
            click.echo(f"  {line} {each.detail}".rstrip())
        click.echo(_("the same game") if same else _("another game"))
    if not same:
        raise click.exceptions.Exit(1)


def _record(each: Record) -> dict[str, Any]:
    told = vars(each)
    return {name: told[name] for name in ("moves", "winner", "reason", "detail")}
